// RUN: qdc-opt %s --qd-differentiate --canonicalize | FileCheck %s

// Iterations that keep something have rows of their own where few of them do. How many do, the task that counts trips finds
// beside the most trips; then a quarter of all decides. For 8 neighbours there is a number: a bit for each that has a row,
// and above these the first one; 64 such groups get rows at once. In both sweeps the row is found ahead of the loops.

// CHECK-LABEL: qd.kernel @gated.grad(
// CHECK:         %[[COUNTED:.*]]:2 = qd.for (%{{.*}}) in (%[[N:.*]]) name("steps.trips") reduce(maxu, addi) -> index, index attributes {qd.is_unreported} {
// CHECK:           %[[TRIPS:.*]] = scf.if
// CHECK:           %[[KEEPS:.*]] = arith.cmpi ne, %[[TRIPS]], %c0 : index
// CHECK:           %[[ONE:.*]] = arith.index_castui %[[KEEPS]] : i1 to index
// CHECK:           qd.yield %[[TRIPS]], %[[ONE]]
// CHECK:         %[[PLACES:.*]] = memref.alloc(%{{.*}}) : memref<?xi64>
// CHECK:         %[[GIVEN:.*]] = memref.alloc() : memref<i64>
// CHECK:         memref.store %c0_i64, %[[GIVEN]][]
// CHECK:         %[[QUARTER:.*]] = arith.shrui %[[N]], %c2
// CHECK:         %[[SPARSE:.*]] = arith.cmpi ule, %[[COUNTED]]#1, %[[QUARTER]]
// CHECK:         %[[ROWS:.*]] = arith.select %[[SPARSE]], %[[COUNTED]]#1, %[[N]]
// CHECK:         %[[GROUPS:.*]] = arith.select %[[SPARSE]], %{{.*}}, %c0 : index
// CHECK:         %[[TILES:.*]] = arith.select %[[SPARSE]], %{{.*}}, %c0 : index
// CHECK:         qd.for (%[[GROUP:.*]]) in (%[[GROUPS]]) name("steps.keeps") attributes {qd.is_unreported} {
// CHECK:           %[[MASK:.*]] = scf.for %{{.*}} = %c0 to %c8 step %c1 iter_args(%{{.*}} = %c0_i64) -> (i64) {
// CHECK:             arith.cmpi ult, %{{.*}}, %[[N]]
// CHECK:             memref.load %mask
// CHECK:           memref.store %[[MASK]], %[[PLACES]][%[[GROUP]]]
// CHECK:         qd.for (%[[TILE:.*]]) in (%[[TILES]]) name("steps.rows") {
// CHECK-NEXT:      scf.if %[[SPARSE]] {
// CHECK:             %[[FIRST:.*]] = arith.muli %[[TILE]], %c64
// CHECK:             %[[SUM:.*]] = scf.for %[[G:.*]] = %c0 to %c64 step %c1 iter_args(%[[SO_FAR:.*]] = %c0_i64) -> (i64) {
// CHECK-NEXT:          %[[ONE:.*]] = arith.addi %[[FIRST]], %[[G]]
// CHECK-NEXT:          %[[BITS:.*]] = memref.load %[[PLACES]][%[[ONE]]]
// CHECK-NEXT:          %[[SOME:.*]] = math.ctpop %[[BITS]]
// CHECK-NEXT:          %[[MORE:.*]] = arith.addi %[[SO_FAR]], %[[SOME]]
// CHECK-NEXT:          scf.yield %[[MORE]]
// CHECK:             arith.cmpi ne, %[[SUM]], %c0_i64
// CHECK-NEXT:        scf.if
// CHECK-NEXT:          %[[START:.*]] = memref.atomic_rmw addi %[[SUM]], %[[GIVEN]][] {qd.gives_rows}
// CHECK-NEXT:          scf.for %[[H:.*]] = %c0 to %c64 step %c1 iter_args(%[[NEXT:.*]] = %[[START]]) -> (i64) {
// CHECK-NEXT:            %[[OTHER:.*]] = arith.addi %[[FIRST]], %[[H]]
// CHECK-NEXT:            %[[OWN:.*]] = memref.load %[[PLACES]][%[[OTHER]]]
// CHECK-NEXT:            %[[ABOVE:.*]] = arith.shli %[[NEXT]], %c8_i64
// CHECK-NEXT:            %[[PLACE:.*]] = arith.ori %[[ABOVE]], %[[OWN]]
// CHECK-NEXT:            memref.store %[[PLACE]], %[[PLACES]][%[[OTHER]]]
// CHECK:         %[[KEPT:.*]] = memref.alloc(%[[COUNTED]]#0, %[[ROWS]]) {qd.has_own_rows} : memref<?x?xf32>
// CHECK:         qd.for (%[[I:.*]]) in (%[[N]]) name("steps") {
// CHECK:           scf.if
// CHECK:             %[[ROW:.*]] = scf.if %[[SPARSE]] -> (index) {
// CHECK:               %[[AT:.*]] = arith.shrui %[[I]], %c3
// CHECK:               memref.load %[[PLACES]][%[[AT]]]
// CHECK:               math.ctpop
// CHECK:             } else {
// CHECK-NEXT:          scf.yield %[[I]]
// CHECK:             scf.for
// CHECK:               memref.store %{{.*}}, %[[KEPT]][%{{.*}}, %[[ROW]]]
// CHECK:         qd.for (%[[J:.*]]) in (%[[N]]) name("steps.reverse") {
// CHECK:           scf.if
// CHECK:             %[[AGAIN:.*]] = scf.if %[[SPARSE]] -> (index) {
// CHECK:             scf.for
// CHECK-NOT:           ctpop
// CHECK:               memref.load %[[KEPT]][%{{.*}}, %[[AGAIN]]]
qd.kernel @gated(%x: memref<?xf32>, %mask: memref<?xi1>, %trips: memref<?xi32>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) name("steps") {
    %is = memref.load %mask[%i] : memref<?xi1>
    scf.if %is {
      %t = memref.load %trips[%i] : memref<?xi32>
      %end = arith.index_cast %t : i32 to index
      scf.for %k = %c0 to %end step %c1 {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
    }
  }
}

// Bounds that the loader knows need no task. There rows are worth a wait only after a condition that memory decides, and
// for more than 16 slots: of the first, the third and the fourth loop each iteration has slots.

// CHECK-LABEL: qd.kernel @known.grad(
// CHECK:         qd.for {{.*}} reduce(addi) -> index attributes {qd.is_unreported} {
// CHECK-NEXT:      memref.load %mask
// CHECK-NOT:       scf.for
// CHECK:           qd.yield
// CHECK-NOT:     reduce
// CHECK:         memref.alloc(%{{.*}}) : memref<16x?xf32>
// CHECK:         memref.alloc(%{{.*}}) {qd.has_own_rows} : memref<17x?xf32>
// CHECK:         memref.alloc(%{{.*}}) : memref<17x?xf32>
// CHECK:         memref.alloc(%{{.*}}) : memref<17x?xf32>
qd.kernel @known(%x: memref<?xf32>, %y: memref<?xf32>, %mask: memref<?xi1>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    %is = memref.load %mask[%i] : memref<?xi1>
    scf.if %is {
      scf.for %k = %c0 to %c16 step %c1 {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
      scf.for %k = %c0 to %c17 step %c1 {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
    }
    scf.for %k = %c0 to %c17 step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
    %first = arith.cmpi ult, %i, %c16 : index
    scf.if %first {
      scf.for %k = %c0 to %c17 step %c1 {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
    }
  }
}

// Nor where a launch is to be one graph, in which nobody waits.

// CHECK-LABEL: qd.kernel @one_graph.grad(
// CHECK-NOT:     reduce
// CHECK:         memref.alloc(%{{.*}}) : memref<64x?xf32>
qd.kernel @one_graph(%x: memref<?xf32>, %mask: memref<?xi1>) attributes {graph = "always", qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    %is = memref.load %mask[%i] : memref<?xi1>
    scf.if %is {
      scf.for %k = %c0 to %c64 step %c1 {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
    }
  }
}

// Where the same task may write what decides, before it is read, there are none, but the gradient is.

// CHECK-LABEL: qd.kernel @written.grad(
// CHECK-NOT:     reduce
// CHECK:         memref.alloc(%{{.*}}) : memref<64x?xf32>
qd.kernel @written(%x: memref<?xf32>, %mask: memref<?xi1>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    %small = arith.cmpi ult, %i, %c9 : index
    memref.store %small, %mask[%i] : memref<?xi1>
    %is = memref.load %mask[%i] : memref<?xi1>
    scf.if %is {
      scf.for %k = %c0 to %c64 step %c1 {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
    }
  }
}

// An iteration has a number where there are two axes, and variables where it has a number.

// CHECK-LABEL: qd.kernel @axes.grad(
// CHECK:         qd.for (%{{.*}}, %{{.*}}) in (%n, %m) from (%{{.*}}, %{{.*}}) step (%{{.*}}, %{{.*}}) : i32 reduce(maxu, addi) -> index, index attributes {qd.is_unreported} {
// CHECK:         qd.for (%[[GROUP:.*]]) in (%{{[^,]*}}) attributes {qd.is_unreported} {
// CHECK-DAG:         %[[COLUMN:.*]] = arith.remui %[[NUMBER:.*]], %[[WIDTH:.*]] : index
// CHECK-DAG:         %[[LINE:.*]] = arith.divui %[[NUMBER]], %[[WIDTH]]
// CHECK-DAG:         %[[COLUMN32:.*]] = arith.index_cast %[[COLUMN]] : index to i32
// CHECK:             arith.muli %[[COLUMN32]], %c2_i32
// CHECK:             %[[LINE32:.*]] = arith.index_cast %[[LINE]] : index to i32
// CHECK:             arith.addi %[[LINE32]], %from
// CHECK:         memref.alloc(%{{.*}}, %{{.*}}) {qd.has_own_rows} : memref<3x?x?xf32>
qd.kernel @axes(%x: memref<?x?xf32>, %trips: memref<?x?xi32>, %n: i32, %m: i32, %from: i32)
    attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  qd.for (%i32, %j32) in (%n, %m) from (%from, %zero) step (%one, %two) : i32 {
    %i = arith.index_cast %i32 : i32 to index
    %j = arith.index_cast %j32 : i32 to index
    %t = memref.load %trips[%i, %j] : memref<?x?xi32>
    %end = arith.index_cast %t : i32 to index
    scf.for %l = %c0 to %c3 step %c1 {
      scf.for %k = %c0 to %end step %c1 {
        %v = memref.load %x[%i, %j] : memref<?x?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i, %j] : memref<?x?xf32>
      }
    }
  }
}
