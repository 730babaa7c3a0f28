// RUN: qdc-opt %s --qd-differentiate --canonicalize | FileCheck %s

// How many slots a kept value has: as many as trips of the loops around, by bounds that the loader can compute.

// Constants and steps: ceil((14 - 5) / 4).

// CHECK-LABEL: qd.kernel @steps.grad(
// CHECK:         memref.alloc() : memref<3x7xf32>
qd.kernel @steps(%x: memref<7xf32>) attributes {qd.differentiate = {}} {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c14 = arith.constant 14 : index
  qd.for (%i) in (%c7) {
    scf.for %k = %c5 to %c14 step %c4 {
      %v = memref.load %x[%i] : memref<7xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<7xf32>
    }
  }
}

// Bounds that change with the loop around: i is 6 at most, and 2 * i + 1 is 13.

// CHECK-LABEL: qd.kernel @variables.grad(
// CHECK:         memref.alloc() : memref<6x7xf32>
// CHECK:         memref.alloc() : memref<13x7xf32>
qd.kernel @variables(%x: memref<7xf32>, %y: memref<7xf32>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  qd.for (%i) in (%c7) {
    scf.for %k = %c0 to %i step %c1 {
      %v = memref.load %x[%i] : memref<7xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<7xf32>
    }
    %twice = arith.muli %i, %c2 : index
    %end = arith.addi %twice, %c1 : index
    scf.for %k = %c0 to %end step %c1 {
      %v = memref.load %y[%i] : memref<7xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %y[%i] : memref<7xf32>
    }
  }
}

// Bounds from memory, with limits: 9, a remainder, and the larger one of the two.

// CHECK-LABEL: qd.kernel @limits.grad(
// CHECK:         memref.alloc() : memref<9x7xf32>
// CHECK:         memref.alloc() : memref<6x7xf32>
// CHECK:         memref.alloc() : memref<9x7xf32>
qd.kernel @limits(%x: memref<7xf32>, %y: memref<7xf32>, %z: memref<7xf32>, %at: memref<7xi64>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  qd.for (%i) in (%c7) {
    %n64 = memref.load %at[%i] : memref<7xi64>
    %n = arith.index_cast %n64 : i64 to index
    %limited = arith.minsi %n, %c9 : index
    scf.for %k = %c0 to %limited step %c1 {
      %v = memref.load %x[%i] : memref<7xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<7xf32>
    }
    %rest = arith.remui %n, %c7 : index
    scf.for %k = %c0 to %rest step %c1 {
      %v = memref.load %y[%i] : memref<7xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %y[%i] : memref<7xf32>
    }
    %is = arith.cmpi slt, %n, %c5 : index
    %either = arith.select %is, %limited, %rest : index
    scf.for %k = %c0 to %either step %c1 {
      %v = memref.load %z[%i] : memref<7xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %z[%i] : memref<7xf32>
    }
  }
}

// Arguments of 32 bits: the slots are counted in 64. The axes of the parallel loop come last.

// CHECK-LABEL: qd.kernel @arguments.grad(
// CHECK-DAG:     %[[M:.*]] = arith.index_cast %m : i32 to index
// CHECK-DAG:     %[[N:.*]] = arith.index_cast %n : i32 to index
// CHECK:         %[[SPAN:.*]] = arith.subi %[[M]], %[[N]] : index
// CHECK:         %[[SIZE:.*]] = arith.maxsi %[[SPAN]], %c0 : index
// CHECK:         %[[KEPT:.*]] = memref.alloc(%[[SIZE]]) : memref<2x?xf32>
// CHECK:         %[[I:.*]] = arith.index_cast %i : i32 to index
// CHECK:         memref.store %{{.*}}, %[[KEPT]][%{{.*}}, %{{.*}}]
qd.kernel @arguments(%x: memref<?xf32>, %n: i32, %m: i32) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  qd.for (%i) in (%m) from (%n) step (%one) : i32 {
    %at = arith.index_cast %i : i32 to index
    scf.for %k = %c0 to %c2 step %c1 {
      %v = memref.load %x[%at] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%at] : memref<?xf32>
    }
  }
}
