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

// A step of the launch's: (%n - 1) / %s + 1, and none for a step that is not positive.

// CHECK-LABEL: qd.kernel @givenSteps.grad(
// CHECK:         %[[DISTANCE:.*]] = arith.maxsi %n, %c0
// CHECK:         %[[IS_POSITIVE:.*]] = arith.cmpi sgt, %s, %c0
// CHECK:         %[[STEP:.*]] = arith.maxsi %s, %c1
// CHECK:         %[[LAST:.*]] = arith.subi %[[DISTANCE]], %c1
// CHECK:         %[[STEPS:.*]] = arith.floordivsi %[[LAST]], %[[STEP]]
// CHECK:         %[[TRIPS:.*]] = arith.addi %[[STEPS]], %c1
// CHECK:         %[[SLOTS:.*]] = arith.select %[[IS_POSITIVE]], %[[TRIPS]], %c0
// CHECK:         memref.alloc(%[[SLOTS]]) : memref<?x7xf32>
qd.kernel @givenSteps(%x: memref<7xf32>, %n: index, %s: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  qd.for (%i) in (%c7) {
    scf.for %k = %c0 to %n step %s {
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

// Where memory tells the trips, a task ahead finds the most of them: a range, a triangle in it by running the loop around,
// and a condition. It writes nothing.

// CHECK-LABEL: qd.kernel @memory.grad(
// CHECK:         %[[MOST:.*]]:3 = qd.for (%[[I:.*]]) in (%{{.*}}) block_dim(64) name("rows.trips") reduce(maxu, maxu, addi) -> index, index, index attributes {qd.is_unreported} {
// CHECK-NOT:       memref.store
// CHECK:           scf.if
// CHECK:             %[[FROM:.*]] = memref.load %rows[%[[I]]]
// CHECK:             %[[TO:.*]] = memref.load %rows[%{{.*}}]
// CHECK:             %[[BEGIN:.*]] = arith.index_cast %[[FROM]]
// CHECK:             %[[END:.*]] = arith.index_cast %[[TO]]
// CHECK:             %[[INNER:.*]] = scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1 iter_args(%[[SO_FAR:.*]] = %c0)
// CHECK-NOT:           memref.load
// CHECK:               %[[LARGER:.*]] = arith.maxui %[[SO_FAR]], %{{.*}} : index
// CHECK:               scf.yield %[[LARGER]]
// CHECK:             %[[SPAN:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %c0, %c0
// CHECK:           qd.yield
// CHECK:         memref.alloc(%[[MOST]]#0, %[[MOST]]#1, %{{.*}}) {qd.has_own_rows} : memref<?x?x?xf32>
// CHECK:         qd.for {{.*}} name("rows") {
// CHECK:         qd.for {{.*}} name("rows.reverse") {
qd.kernel @memory(%x: memref<?xf32>, %rows: memref<?xi64>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) block_dim(64) name("rows") {
    %some = arith.cmpi ult, %i, %c9 : index
    scf.if %some {
      %next = arith.addi %i, %c1 : index
      %begin64 = memref.load %rows[%i] : memref<?xi64>
      %end64 = memref.load %rows[%next] : memref<?xi64>
      %begin = arith.index_cast %begin64 : i64 to index
      %end = arith.index_cast %end64 : i64 to index
      scf.for %j = %begin to %end step %c1 {
        scf.for %k = %begin to %j step %c1 {
          %v = memref.load %x[%i] : memref<?xf32>
          %w = arith.mulf %v, %v : f32
          memref.store %w, %x[%i] : memref<?xf32>
        }
      }
    }
  }
}

// Trips that are known ahead of the loop need no task of their own; sums of 32 bits may wrap, and are counted as they do.

// CHECK-LABEL: qd.kernel @ahead.grad(
// CHECK:         %[[WRAPPED:.*]]:2 = qd.for {{.*}} reduce(maxu, addi) -> index, index
// CHECK:           arith.addi %{{.*}}, %n32 : i32
// CHECK-NOT:     reduce(
// CHECK:         %[[T:.*]] = memref.load %count[] : memref<i32>
// CHECK:         %[[N:.*]] = arith.index_cast %[[T]] : i32 to index
// CHECK:         %[[IS:.*]] = arith.cmpi sgt, %[[N]], %c0 : index
// CHECK:         %[[TRIPS:.*]] = arith.select %[[IS]], %[[N]], %c0 : index
// CHECK:         memref.alloc(%[[TRIPS]]) : memref<?xf32>
// CHECK:         memref.alloc(%{{.*}}, %{{.*}}) {qd.has_own_rows} : memref<?x?xf32>
qd.kernel @ahead(%x: memref<?xf32>, %count: memref<i32>, %n32: i32) attributes {qd.differentiate = {}} {
  %t = memref.load %count[] : memref<i32>
  %n = arith.index_cast %t : i32 to index
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  qd.for (%i) in (%n32) from (%zero) step (%one) : i32 {
    %end = arith.addi %i, %n32 : i32
    %at = arith.index_cast %i : i32 to index
    scf.for %k = %zero to %end step %one : i32 {
      %v = memref.load %x[%at] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%at] : memref<?xf32>
    }
  }
}

// The difference may wrap here: nothing says how small the number in memory is. What stands in a counted loop, or after
// it, decides nothing.

// CHECK-LABEL: qd.kernel @below.grad(
// CHECK:         qd.for {{.*}} reduce(maxu, addi) -> index, index attributes {qd.is_unreported} {
// CHECK-NOT:       scf.for
// CHECK-NOT:       qd.assert
// CHECK-NOT:       qd.print
// CHECK:           qd.yield
qd.kernel @below(%x: memref<?xf32>, %trips: memref<?xi64>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  qd.for (%i) in (%n) {
    %t = memref.load %trips[%i] : memref<?xi64>
    %many = arith.index_cast %t : i64 to index
    %limited = arith.minsi %many, %c9 : index
    %end = arith.subi %limited, %c1 : index
    qd.print "{} trips", %end : index
    scf.for %k = %c0 to %end step %c1 {
      %few = arith.cmpi ult, %k, %c9 : index
      qd.assert %few, "too many"
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
    %done = arith.cmpi slt, %end, %n : index
    qd.assert %done, "too many"
  }
}

// What told the trips may be overwritten afterwards; it is kept too. A carried bound needs what the loop around carries,
// and no floats. Asserts stand ahead of what they guard.

// CHECK-LABEL: qd.kernel @carried.grad(
// CHECK:         qd.for {{.*}} reduce(maxu, maxu, addi) -> index, index, index attributes {qd.is_unreported} {
// CHECK:           qd.assert
// CHECK:           memref.load %trips
// CHECK:           scf.for {{.*}} iter_args(%[[BOUND:.*]] = %c1, %{{.*}} = %c0) -> (index, index) {
// CHECK-NOT:         memref
// CHECK-NOT:         arith.mulf
// CHECK:             arith.addi %[[BOUND]], %[[BOUND]]
// CHECK:           qd.yield
// CHECK:         memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK:         memref.alloc(%{{.*}}, %{{.*}}, %{{.*}}) {qd.has_own_rows} : memref<?x?x?xf32>
qd.kernel @carried(%x: memref<?xf32>, %trips: memref<?xi32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %m = memref.dim %trips, %c0 : memref<?xi32>
  qd.for (%i) in (%n) {
    %inside = arith.cmpi ult, %i, %m : index
    qd.assert %inside, "too many"
    %t = memref.load %trips[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    %f = memref.load %x[%i] : memref<?xf32>
    %last, %product = scf.for %j = %c0 to %end step %c1 iter_args(%bound = %c1, %g = %f) -> (index, f32) {
      %h = arith.mulf %g, %f : f32
      scf.for %k = %c0 to %bound step %c1 {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
      %twice = arith.addi %bound, %bound : index
      scf.yield %twice, %h : index, f32
    }
    memref.store %zero, %trips[%i] : memref<?xi32>
  }
}

// A conditional loop counts its trips where something is kept in it, unless it does so already. The condition runs once
// more than they do. The task ahead runs it without the floats; the reverse sweep knows the number of the trip.

// CHECK-LABEL: qd.kernel @conditional.grad(
// CHECK:         %[[MOST:.*]]:4 = qd.for (%{{.*}}) in (%n) reduce(maxu, maxu, addi, addi) -> index, index, index, index attributes {qd.is_unreported} {
// CHECK:           %[[TRIPS:.*]]:2 = scf.while (%[[U:.*]] = %{{.*}}, %[[K:.*]] = %c0) : (i32, index) -> (i32, index) {
// CHECK-NEXT:        %[[GO:.*]] = arith.cmpi sgt, %[[U]], %c0_i32
// CHECK-NEXT:        scf.condition(%[[GO]]) %[[U]], %[[K]]
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%[[V:.*]]: i32, %[[L:.*]]: index):
// CHECK-DAG:         %[[HALF:.*]] = arith.divsi %[[V]], %c2_i32
// CHECK-DAG:         %[[NEXT:.*]] = arith.addi %[[L]], %c1
// CHECK-NEXT:        scf.yield %[[HALF]], %[[NEXT]]
// CHECK:           arith.addi %{{.*}}, %c1 : index
// CHECK:           qd.yield
// CHECK:         %[[BEFORE:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {qd.has_own_rows} : memref<?x?xf32>
// CHECK:         %[[AFTER:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {qd.has_own_rows} : memref<?x?xf32>
// CHECK:         scf.while (%{{.*}} = %{{.*}}, %[[M:.*]] = %c0)
// CHECK:           memref.store %{{.*}}, %[[BEFORE]][%[[M]], %{{.*}}]
// CHECK:         ^bb0(%{{.*}}: i32, %[[N:.*]]: index):
// CHECK:           memref.store %{{.*}}, %[[AFTER]][%[[N]], %{{.*}}]
// CHECK:         %[[COUNT:.*]]:3 = scf.while
// CHECK:         memref.load %[[BEFORE]][%[[COUNT]]#2, %{{.*}}]
// CHECK:         scf.for
// CHECK:           %[[TRIP:.*]] = arith.subi
// CHECK-DAG:       memref.load %[[BEFORE]][%[[TRIP]], %{{.*}}]
// CHECK-DAG:       memref.load %[[AFTER]][%[[TRIP]], %{{.*}}]
qd.kernel @conditional(%x: memref<?xf32>, %start: memref<?xi32>, %n: index) attributes {qd.differentiate = {}} {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  qd.for (%i) in (%n) {
    %s = memref.load %start[%i] : memref<?xi32>
    %end = scf.while (%u = %s) : (i32) -> i32 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = math.sin %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
      %go = arith.cmpi sgt, %u, %zero : i32
      scf.condition(%go) %u : i32
    } do {
    ^bb0(%u: i32):
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
      %next = arith.divsi %u, %two : i32
      scf.yield %next : i32
    }
  }
}

// CHECK-LABEL: qd.kernel @counts.grad(
// CHECK:         qd.for (%{{.*}}) in (%n) reduce(maxu, addi) -> index, index attributes {qd.is_unreported} {
// CHECK:           scf.while (%{{.*}} = %c0) : (index) -> index {
// CHECK:         memref.alloc(%{{.*}}, %{{.*}}) {qd.has_own_rows} : memref<?x?xf32>
// CHECK:           scf.while (%[[K:.*]] = %c0) : (index) -> index {
qd.kernel @counts(%x: memref<?xf32>, %last: memref<?xi1>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %trips = scf.while (%k = %c0) : (index) -> index {
      %go = memref.load %last[%k] : memref<?xi1>
      scf.condition(%go) %k : index
    } do {
    ^bb0(%k: index):
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
      %next = arith.addi %k, %c1 : index
      scf.yield %next : index
    }
  }
}

// Local arrays are the task's own: it writes those that it reads, in their order, and no others.

// CHECK-LABEL: qd.kernel @stack.grad(
// CHECK:         qd.for (%{{.*}}) in (%n) reduce(maxu, addi) -> index, index attributes {qd.is_unreported} {
// CHECK:           %[[STACK:.*]] = memref.alloca() : memref<16xi32>
// CHECK-NOT:       memref.alloca
// CHECK:           memref.store %{{.*}}, %[[STACK]][%c0]
// CHECK:           scf.while
// CHECK:             memref.load %[[STACK]]
// CHECK-NOT:         memref.load
// CHECK:             scf.if
// CHECK:               memref.store %{{.*}}, %[[STACK]]
// CHECK-NOT:         memref.store
// CHECK:           qd.yield
// CHECK:         memref.alloc
qd.kernel @stack(%x: memref<?xf32>, %start: memref<?xi32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  qd.for (%i) in (%n) {
    %stack = memref.alloca() : memref<16xi32>
    %other = memref.alloca() : memref<1xf32>
    %s = memref.load %start[%i] : memref<?xi32>
    memref.store %s, %stack[%c0] : memref<16xi32>
    %end = scf.while (%depth = %c1) : (index) -> index {
      %go = arith.cmpi ne, %depth, %c0 : index
      scf.condition(%go) %depth : index
    } do {
    ^bb0(%depth: index):
      %top = arith.subi %depth, %c1 : index
      %u = memref.load %stack[%top] : memref<16xi32>
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %other[%c0] : memref<1xf32>
      memref.store %w, %x[%i] : memref<?xf32>
      %isNode = arith.cmpi sgt, %u, %zero : i32
      %next = scf.if %isNode -> index {
        %half = arith.divsi %u, %two : i32
        memref.store %half, %stack[%top] : memref<16xi32>
        scf.yield %depth : index
      } else {
        scf.yield %top : index
      }
      scf.yield %next : index
    }
  }
}

// Tasks that count stand as early as they can, so that a launch waits once: not ahead of a task that writes what decides,
// nor of an assert, nor of what they are computed from. What comes from values alone moves.

// CHECK-LABEL: qd.kernel @early.grad(
// CHECK:         arith.addi %n, %c1
// CHECK:         qd.for {{.*}} reduce(maxu, addi)
// CHECK:         qd.for {{.*}} reduce(maxu, addi)
// CHECK-NOT:     reduce(maxu, addi)
// CHECK:         memref.store %c1_i32, %trips
// CHECK:         qd.for {{.*}} reduce(maxu, addi)
// CHECK:         qd.assert
// CHECK:         qd.for {{.*}} reduce(maxu, addi)
// CHECK:         memref.load %count
// CHECK:         qd.for {{.*}} reduce(maxu, addi)
// CHECK-NOT:     reduce(maxu, addi)
qd.kernel @early(%x: memref<?xf32>, %trips: memref<?xi32>, %count: memref<i32>, %n: index, %is: i1) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  qd.for (%i) in (%n) {
    %t = memref.load %trips[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    scf.for %k = %c0 to %end step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
  %more = arith.addi %n, %c1 : index
  qd.for (%i) in (%more) {
    %t = memref.load %trips[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    scf.for %k = %c0 to %end step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
  qd.for (%i) in (%n) {
    memref.store %one, %trips[%i] : memref<?xi32>
  }
  qd.for (%i) in (%n) {
    %t = memref.load %trips[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    scf.for %k = %c0 to %end step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
  qd.assert %is, "is"
  qd.for (%i) in (%n) {
    %t = memref.load %trips[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    scf.for %k = %c0 to %end step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
  %m32 = memref.load %count[] : memref<i32>
  %m = arith.index_cast %m32 : i32 to index
  qd.for (%i) in (%m) {
    %t = memref.load %trips[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    scf.for %k = %c0 to %end step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
}

// Whether a slot is written is decided with the same bits in both sweeps, and in the task that counts: what decides rounds
// by itself, and has no flags. Nothing else does so.

// CHECK-LABEL: qd.kernel @decided.grad(
// CHECK:         %[[LIMIT:.*]] = arith.mulf %a, %a {qd.rounds_alone} : f32
// CHECK:         qd.for {{.*}} reduce(maxu, addi) -> index, index attributes {qd.is_unreported} {
// CHECK:           scf.while
// CHECK:             arith.addf %{{.*}}, %[[LIMIT]] {qd.rounds_alone} : f32
// CHECK:             arith.mulf %{{.*}}, %{{.*}} {qd.rounds_alone} : f32
// CHECK:         memref.alloc
// CHECK:         qd.for
// CHECK:           arith.addf %{{.*}}, %[[LIMIT]] {qd.rounds_alone} : f32
// CHECK:           arith.addf %{{.*}}, %{{.*}} {qd.rounds_alone} : f32
// CHECK:           scf.if
// CHECK:             arith.mulf %{{[^{]*$}}
// CHECK:           arith.mulf %{{.*}}, %{{.*}} {qd.rounds_alone} : f32
// CHECK:         qd.for
// CHECK:           arith.addf %{{.*}}, %[[LIMIT]] {qd.rounds_alone} : f32
qd.kernel @decided(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32, %n: index) attributes {qd.differentiate = {wrt = ["x"]}} {
  %zero = arith.constant 0.0 : f32
  %limit = arith.mulf %a, %a fastmath<contract> : f32
  qd.for (%i) in (%n) {
    %s = memref.load %y[%i] : memref<?xf32>
    %end = scf.while (%u = %s) : (f32) -> f32 {
      %d = arith.addf %u, %limit fastmath<reassoc> : f32
      %go = arith.cmpf ogt, %d, %zero : f32
      scf.condition(%go) %u : f32
    } do {
    ^bb0(%u: f32):
      %e = arith.addf %u, %a : f32
      %is = arith.cmpf ogt, %e, %zero : f32
      scf.if %is {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
      %next = arith.mulf %u, %a : f32
      scf.yield %next : f32
    }
  }
}

// An assert in such a task is not reported, since the kernel comes to it too: so it may stand ahead of what is there after
// a failure, what is written, and lines. An iteration that it ends was not counted: its slots may be outside.

// CHECK-LABEL: qd.kernel @failing.grad(
// CHECK:         reduce(maxu, addi)
// CHECK:           qd.assert %{{.*}}, "too many" {qd.is_unreported}
// CHECK:         memref.store %{{.*}}, %y
// CHECK:           qd.assert %{{.*}}, "too many"{{$}}
// CHECK:             %[[V:.*]] = memref.load %x
// CHECK:             %[[TRIP:.*]] = arith.cmpi ult
// CHECK:             %[[ROW:.*]] = arith.cmpi ult
// CHECK:             %[[INSIDE:.*]] = arith.andi %[[TRIP]], %[[ROW]]
// CHECK:             scf.if %[[INSIDE]] {
// CHECK-NEXT:          memref.store %[[V]]
// CHECK:         reduce(maxu, addi)
// CHECK:           qd.assert %{{.*}}, "too many" {qd.is_unreported}
// CHECK:         qd.print
// CHECK:           qd.assert %{{.*}}, "too many"{{$}}
// CHECK-NOT:     qd.assert
qd.kernel @failing(%x: memref<?xf32>, %y: memref<?xi32>, %trips: memref<?xi32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ten = arith.constant 10 : i32
  qd.for (%i) in (%n) {
    memref.store %ten, %y[%i] : memref<?xi32>
  }
  qd.for (%i) in (%n) {
    %t = memref.load %trips[%i] : memref<?xi32>
    %few = arith.cmpi slt, %t, %ten : i32
    qd.assert %few, "too many"
    %end = arith.index_cast %t : i32 to index
    scf.for %k = %c0 to %end step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
  qd.print "halfway"
  qd.for (%i) in (%n) {
    %t = memref.load %trips[%i] : memref<?xi32>
    %few = arith.cmpi slt, %t, %ten : i32
    qd.assert %few, "too many"
    %end = arith.index_cast %t : i32 to index
    scf.for %k = %c0 to %end step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
}
