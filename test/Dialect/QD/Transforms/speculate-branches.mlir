// RUN: qdc-opt --qd-speculate-branches %s | FileCheck %s

// A stencil that asks first whether a point counts. What is loaded is inside of the rows whether or not it does, and lies
// beside what is loaded anyway.
// CHECK-LABEL: qd.kernel @stencil
// CHECK: qd.for
// CHECK-NOT: scf.if
// CHECK: memref.load %{{.*}}[%{{.*}}, %[[WEST:.*]]]
// CHECK-NOT: scf.if
// CHECK: %[[SLOPE:.*]] = arith.select
// CHECK-NOT: scf.if
// CHECK: %[[NEXT:.*]] = arith.select
// CHECK-NOT: scf.if
// CHECK: memref.store %[[NEXT]]
qd.kernel @stencil(%u: memref<?x?xf32> {qd.dims = ["rows", "columns"]},
                   %v: memref<?x?xf32> {qd.dims = ["rows", "columns"]},
                   %out: memref<?x?xf32> {qd.dims = ["rows", "columns"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = memref.dim %u, %c0 : memref<?x?xf32>
  %columns = memref.dim %u, %c1 : memref<?x?xf32>
  %end = arith.subi %columns, %c1 : index
  qd.for (%i, %j) in (%rows, %end) from (%c0, %c1) {
    %here = memref.load %u[%i, %j] : memref<?x?xf32>
    %speed = memref.load %v[%i, %j] : memref<?x?xf32>
    %flows = arith.cmpf ogt, %speed, %zero : f32
    %next = scf.if %flows -> f32 {
      %j0 = arith.subi %j, %c1 : index
      %west = memref.load %u[%i, %j0] : memref<?x?xf32>
      %rises = arith.cmpf ogt, %here, %west : f32
      %slope = scf.if %rises -> f32 {
        %difference = arith.subf %here, %west : f32
        scf.yield %difference : f32
      } else {
        scf.yield %zero : f32
      }
      %sum = arith.addf %slope, %here : f32
      scf.yield %sum : f32
    } else {
      %j1 = arith.addi %j, %c1 : index
      %east = memref.load %u[%i, %j1] : memref<?x?xf32>
      scf.yield %east : f32
    }
    memref.store %next, %out[%i, %j] : memref<?x?xf32>
  }
  qd.return
}

// Only inside where the branch is taken.
// CHECK-LABEL: qd.kernel @edge
// CHECK: scf.if
qd.kernel @edge(%u: memref<?xf32> {qd.dims = ["n"]}, %out: memref<?xf32> {qd.dims = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %u, %c0 : memref<?xf32>
  qd.for (%j) in (%n) {
    %here = memref.load %u[%j] : memref<?xf32>
    %hasWest = arith.cmpi sgt, %j, %c0 : index
    %next = scf.if %hasWest -> f32 {
      %j0 = arith.subi %j, %c1 : index
      %west = memref.load %u[%j0] : memref<?xf32>
      scf.yield %west : f32
    } else {
      scf.yield %here : f32
    }
    memref.store %next, %out[%j] : memref<?xf32>
  }
  qd.return
}

// Nothing else reads that array: the branch may keep all of it from being loaded. And an array of another extent.
// CHECK-LABEL: qd.kernel @other
// CHECK-COUNT-2: scf.if
qd.kernel @other(%u: memref<?xf32> {qd.dims = ["n"]}, %v: memref<?xf32> {qd.dims = ["n"]}, %w: memref<?xf32>,
                 %out: memref<?xf32> {qd.dims = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %u, %c0 : memref<?xf32>
  qd.for (%j) in (%n) {
    %here = memref.load %u[%j] : memref<?xf32>
    %beside = memref.load %w[%j] : memref<?xf32>
    %flows = arith.cmpf ogt, %here, %zero : f32
    %first = scf.if %flows -> f32 {
      %there = memref.load %v[%j] : memref<?xf32>
      scf.yield %there : f32
    } else {
      scf.yield %here : f32
    }
    %j1 = arith.addi %j, %c1 : index
    %second = scf.if %flows -> f32 {
      %there = memref.load %w[%j1] : memref<?xf32>
      scf.yield %there : f32
    } else {
      scf.yield %beside : f32
    }
    %sum = arith.addf %first, %second : f32
    memref.store %sum, %out[%j] : memref<?xf32>
  }
  qd.return
}

// Iterations write what others would read for nothing; what divides; and what is not only read.
// CHECK-LABEL: qd.kernel @not_cheap
// CHECK-COUNT-3: scf.if
qd.kernel @not_cheap(%u: memref<?xf32> {qd.dims = ["n"]}, %v: memref<?xf32> {qd.dims = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %u, %c0 : memref<?xf32>
  %end = arith.subi %n, %c1 : index
  qd.for (%j) in (%end) {
    %here = memref.load %u[%j] : memref<?xf32>
    %other = memref.load %v[%j] : memref<?xf32>
    %flows = arith.cmpf ogt, %other, %zero : f32
    %j1 = arith.addi %j, %c1 : index
    %next = scf.if %flows -> f32 {
      %there = memref.load %u[%j1] : memref<?xf32>
      scf.yield %there : f32
    } else {
      scf.yield %here : f32
    }
    memref.store %next, %u[%j] : memref<?xf32>
  }
  qd.for (%j) in (%end) {
    %here = memref.load %v[%j] : memref<?xf32>
    %flows = arith.cmpf ogt, %here, %zero : f32
    %j1 = arith.addi %j, %c1 : index
    %quotient = scf.if %flows -> f32 {
      %there = memref.load %v[%j1] : memref<?xf32>
      %result = arith.divf %here, %there : f32
      scf.yield %result : f32
    } else {
      scf.yield %here : f32
    }
    %stored = scf.if %flows -> f32 {
      %there = memref.load %v[%j1] : memref<?xf32>
      memref.store %there, %u[%j] : memref<?xf32>
      scf.yield %there : f32
    } else {
      scf.yield %quotient : f32
    }
    %k = arith.addi %j, %c1 : index
    memref.store %stored, %u[%j] : memref<?xf32>
  }
  qd.return
}

// A branch that only computes is LLVM's.
// CHECK-LABEL: qd.kernel @computes
// CHECK: scf.if
qd.kernel @computes(%u: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %u, %c0 : memref<?xf32>
  qd.for (%j) in (%n) {
    %here = memref.load %u[%j] : memref<?xf32>
    %flows = arith.cmpf ogt, %here, %zero : f32
    %next = scf.if %flows -> f32 {
      %twice = arith.addf %here, %here : f32
      scf.yield %twice : f32
    } else {
      scf.yield %zero : f32
    }
    memref.store %next, %u[%j] : memref<?xf32>
  }
  qd.return
}
