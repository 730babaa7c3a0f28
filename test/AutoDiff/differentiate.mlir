// RUN: qdc-opt %s --qd-differentiate --canonicalize | FileCheck %s

// What derivatives look like. Their numbers are in test/EndToEnd/derivatives.test.

// An array and its shadow have the same extents; an axis of any size gets a name for that. A store takes the adjoint and
// leaves 0, a load adds to the shadow. What a parallel loop adds to the adjoint of a scalar is a reduction.

// CHECK-LABEL: qd.kernel @scale(%x: memref<?xf32>, %y: memref<?xf32>, %k: f32, %n: index) {
// CHECK-LABEL: qd.kernel @scale.jvp(%x: memref<?xf32> {qd.dims = ["x.extent0"]}, %y: {{.*}}, %k: f32, %n: index,
// CHECK-SAME:    %x.tangent: memref<?xf32> {qd.arg_role = "tangent", qd.dims = ["x.extent0"]},
// CHECK-SAME:    %y.tangent: memref<?xf32> {qd.arg_role = "tangent", qd.dims = ["y.extent0"]},
// CHECK-SAME:    %k.tangent: f32 {qd.arg_role = "tangent"}) {
// CHECK:         memref.store %{{.*}}, %y[%i]
// CHECK-NEXT:    memref.store %{{.*}}, %y.tangent[%i]
// CHECK-LABEL: qd.kernel @scale.grad({{.*}} %k: f32, %n: index,
// CHECK-SAME:    %x.grad: memref<?xf32> {qd.arg_role = "shadow", qd.dims = ["x.extent0"]},
// CHECK-SAME:    %y.grad: memref<?xf32> {qd.arg_role = "shadow", qd.dims = ["y.extent0"]},
// CHECK-SAME:    %k.grad: memref<f32> {qd.arg_role = "shadow"}) attributes {qd.accumulations =
// CHECK-SAME:    [{kind = "plain", location = #{{.*}}, shadow = "x.grad"}, {kind = "reduce", location = #{{.*}}, shadow = "k.grad"}]} {
// CHECK:         qd.for (%i) in (%n) name("scale") {
// CHECK:         %[[SUM:.*]] = qd.for (%i) in (%n) name("scale.reverse") reduce(addf) -> f32 {
// CHECK:           %[[X:.*]] = memref.load %x[%i]
// CHECK-NEXT:      %[[TAKEN:.*]] = memref.load %y.grad[%i]
// CHECK-NEXT:      memref.store %[[ZERO:.*]], %y.grad[%i]
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[TAKEN]], %k
// CHECK-NEXT:      %[[IS_ZERO:.*]] = arith.cmpf oeq, %[[TAKEN]], %[[ZERO]]
// CHECK-NEXT:      %[[ADJOINT:.*]] = arith.select %[[IS_ZERO]], %[[ZERO]], %[[P]]
// CHECK:           %[[BEFORE:.*]] = memref.load %x.grad[%i]
// CHECK-NEXT:      %[[AFTER:.*]] = arith.addf %[[BEFORE]], %[[ADJOINT]]
// CHECK-NEXT:      memref.store %[[AFTER]], %x.grad[%i]
// CHECK:         %[[K:.*]] = memref.load %k.grad[]
// CHECK-NEXT:    %[[ADDED:.*]] = arith.addf %[[K]], %[[SUM]]
// CHECK-NEXT:    memref.store %[[ADDED]], %k.grad[]
// CHECK-LABEL: qd.kernel @scale.reverse(
// CHECK-NOT:     memref.store {{.*}}, %y[
qd.kernel @scale(%x: memref<?xf32>, %y: memref<?xf32>, %k: f32, %n: index) attributes {qd.differentiate = [{mode = "forward"}, {}]} {
  qd.for (%i) in (%n) name("scale") {
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %v, %k : f32
    memref.store %p, %y[%i] : memref<?xf32>
  }
}

// Iterations may meet in an element: an atomic addition. What is not asked for has no shadow, but outputs have.

// CHECK-LABEL: qd.kernel @gather(
// CHECK-LABEL: qd.kernel @gather.grad(%x: memref<4xf32>, %w: memref<4xf32>, %at: memref<4xi32>, %y: memref<4xf32>,
// CHECK-SAME:    %x.grad: memref<4xf32> {qd.arg_role = "shadow"}, %y.grad: memref<4xf32> {qd.arg_role = "shadow"})
// CHECK-SAME:    [{kind = "atomic", location = #{{.*}}, shadow = "x.grad"}]
// CHECK:         memref.atomic_rmw addf %{{.*}}, %x.grad[%{{.*}}]
// CHECK-LABEL: qd.kernel @gather.reverse(
qd.kernel @gather(%x: memref<4xf32>, %w: memref<4xf32>, %at: memref<4xi32>, %y: memref<4xf32>) attributes {qd.differentiate = {wrt = ["x"]}} {
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%c4) {
    %j = memref.load %at[%i] : memref<4xi32>
    %ji = arith.index_cast %j : i32 to index
    %v = memref.load %x[%ji] : memref<4xf32>
    %f = memref.load %w[%i] : memref<4xf32>
    %p = arith.mulf %v, %f : f32
    memref.store %p, %y[%i] : memref<4xf32>
  }
}

// All iterations read one element: a reduction, whose sum goes to the element after the loop, if the array has it.

// CHECK-LABEL: qd.kernel @shared.reverse(
// CHECK-SAME:    {kind = "reduce", location = #{{.*}}, shadow = "x.grad"}, {kind = "reduce", location = #{{.*}}, shadow = @g.grad}]
// CHECK:         %[[SUMS:.*]]:2 = qd.for (%i) in (%n) reduce(addf, addf) -> f32, f32 {
// CHECK-NOT:     memref.atomic_rmw
// CHECK:         %[[EXTENT:.*]] = memref.dim %x.grad
// CHECK:         %[[IS_THERE:.*]] = arith.cmpi ult, %k, %[[EXTENT]]
// CHECK:         scf.if %[[IS_THERE]] {
// CHECK:           %[[BEFORE:.*]] = memref.load %x.grad[%k]
// CHECK-NEXT:      %[[AFTER:.*]] = arith.addf %[[BEFORE]], %[[SUMS]]#
// CHECK-NEXT:      memref.store %[[AFTER]], %x.grad[%k]
// CHECK:         }
// CHECK-NOT:     scf.if
// CHECK:         memref.store %{{.*}}, %{{.*}}[] : memref<f32>
memref.global "public" @g : memref<f32> = uninitialized
qd.kernel @shared(%x: memref<?xf32>, %k: index, %n: index, %y: memref<?xf32>) attributes {qd.differentiate = {}} {
  qd.for (%i) in (%n) {
    %g = memref.get_global @g : memref<f32>
    %v = memref.load %x[%k] : memref<?xf32>
    %w = memref.load %g[] : memref<f32>
    %p = arith.mulf %v, %w : f32
    memref.store %p, %y[%i] : memref<?xf32>
  }
}

// A loop that adds keeps nothing: the trips need no state. They run from the last one.

// CHECK-LABEL: qd.kernel @sum.reverse(
// CHECK-NOT:     memref.alloca
// CHECK:         scf.for %[[K:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT:      %[[TRIP:.*]] = arith.subi %c7, %[[K]]
// CHECK-NEXT:      memref.load %x.grad[%i, %[[TRIP]]]
qd.kernel @sum(%x: memref<?x8xf32>, %y: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%n) {
    %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (f32) {
      %v = memref.load %x[%i, %k] : memref<?x8xf32>
      %p = arith.addf %s, %v : f32
      scf.yield %p : f32
    }
    %q = arith.mulf %r, %r : f32
    memref.store %q, %y[%i] : memref<?xf32>
  }
}

// A constant number of trips that need their state: all are kept.

// CHECK-LABEL: qd.kernel @power.reverse(
// CHECK:         %[[KEPT:.*]] = memref.alloca() : memref<8xf32>
// CHECK-NOT:     memref.alloca
// CHECK:         scf.for %[[K:.*]] = %c0 to %c8
// CHECK-NEXT:      memref.store %{{.*}}, %[[KEPT]][%[[K]]]
// CHECK:         scf.for
// CHECK:           memref.load %[[KEPT]]
qd.kernel @power(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %v) -> (f32) {
      %p = arith.mulf %s, %s : f32
      scf.yield %p : f32
    }
    memref.store %r, %y[%i] : memref<?xf32>
  }
}

// A number that is known at run time: 64 states, and 64 of a segment. Two loops run forwards to the end of a segment,
// through those ahead of it: from slot to slot, and in it from trip to trip, without a branch or a division by what is
// known at run time. One runs the segment backwards.

// CHECK-LABEL: qd.kernel @powers.reverse(
// CHECK:         %[[SEGMENT:.*]] = memref.alloca() : memref<64xf32>
// CHECK-NEXT:    %[[SLOTS:.*]] = memref.alloca() : memref<64xf32>
// CHECK-NOT:     memref.alloca
// CHECK:         scf.for
// CHECK:           %[[FIRST:.*]] = memref.load %[[SLOTS]]
// CHECK:           scf.for %[[SLOT:.*]] = {{.*}} iter_args(%[[BEGIN:.*]] = %[[FIRST]])
// CHECK-NEXT:        memref.store %[[BEGIN]], %[[SLOTS]][%[[SLOT]]]
// CHECK:             scf.for %[[TRIP:.*]] = {{.*}} iter_args(%[[STATE:.*]] = %[[BEGIN]])
// CHECK-NEXT:          %[[PLACE:.*]] = arith.remui %[[TRIP]], %c64
// CHECK-NEXT:          memref.store %[[STATE]], %[[SEGMENT]][%[[PLACE]]]
// CHECK-NEXT:          arith.mulf %[[STATE]], %[[STATE]]
// CHECK-NEXT:          scf.yield
// CHECK:           scf.for
// CHECK-NOT:         scf.for
// CHECK:             memref.load %[[SEGMENT]]
// CHECK-NOT:     scf.for
// CHECK:       qd.kernel
qd.kernel @powers(%x: memref<?xf32>, %trips: memref<?xi32>, %y: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %t = memref.load %trips[%i] : memref<?xi32>
    %r = scf.for %k = %zero to %t step %one iter_args(%s = %v) -> (f32) : i32 {
      %p = arith.mulf %s, %s : f32
      scf.yield %p : f32
    }
    memref.store %r, %y[%i] : memref<?xf32>
  }
}

// What the kernel overwrites is kept: the forward sweep stores it, the reverse sweep loads it. It has a slot for each trip
// of the loops around, those of the parallel loop last. There is no sweep alone.

// CHECK-LABEL: qd.kernel @decay.grad(
// CHECK-DAG:     %[[SIZE:.*]] = arith.maxsi %n, %c0 : index
// CHECK:         %[[KEPT:.*]] = memref.alloc(%[[SIZE]]) : memref<3x?xf32>
// CHECK:         qd.for (%i) in (%n) {
// CHECK-NEXT:      scf.for %[[K:.*]] = %c0 to %c3
// CHECK-NEXT:        %[[V:.*]] = memref.load %x[%i]
// CHECK-NEXT:        memref.store %[[V]], %[[KEPT]][%[[K]], %i] : memref<3x?xf32>
// CHECK:         qd.for (%i) in (%n) {
// CHECK:           scf.for
// CHECK-NEXT:        %[[TRIP:.*]] = arith.subi %c2
// CHECK-NEXT:        memref.load %[[KEPT]][%[[TRIP]], %i]
// CHECK-NOT:       memref.load %x[
// CHECK-NOT:   qd.kernel @decay.reverse
qd.kernel @decay(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  qd.for (%i) in (%n) {
    scf.for %k = %c0 to %c3 step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
}

// The shadow of a local array begins with zeros.

// CHECK-LABEL: qd.kernel @local(
// CHECK-LABEL: qd.kernel @local.grad(
// CHECK:         name("local.reverse")
// CHECK:           %[[SHADOW:.*]] = memref.alloca() : memref<2xf32>
// CHECK:           scf.for %[[E:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:        memref.store %{{.*}}, %[[SHADOW]][%[[E]]]
// CHECK:           memref.store %{{.*}}, %[[SHADOW]][%c1]
// CHECK:           %[[TAKEN:.*]] = memref.load %[[SHADOW]][%c0]
// CHECK-NEXT:      memref.store %{{.*}}, %[[SHADOW]][%c0]
qd.kernel @local(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) name("local") {
    %w = memref.alloca() : memref<2xf32>
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %w[%c0] : memref<2xf32>
    %u = memref.load %w[%c1] : memref<2xf32>
    memref.store %u, %y[%i] : memref<?xf32>
  }
}

// Trips outside of parallel loops keep their states in a temporary.

// CHECK-LABEL: qd.kernel @serial.grad(
// CHECK:         %[[STATES:.*]] = memref.alloc() : memref<8xf32>
// CHECK:         memref.store %{{.*}}, %[[STATES]][
// CHECK:         memref.load %[[STATES]][
qd.kernel @serial(%x: memref<f32>, %y: memref<f32>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = memref.load %x[] : memref<f32>
  %w = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %v) -> (f32) {
    %p = arith.mulf %s, %s : f32
    scf.yield %p : f32
  }
  memref.store %w, %y[] : memref<f32>
}

// The largest number hands its adjoint on to those that are equal to it, evenly.

// CHECK-LABEL: qd.kernel @largest.jvp(
// CHECK:         %[[MOST:.*]] = qd.for (%i) in (%n) name("largest") reduce(maximumf) -> f32 {
// CHECK:         qd.for (%i) in (%n) reduce(addf, addi) -> f32, i64 {
// CHECK-LABEL: qd.kernel @largest.grad(
// CHECK:         %[[MOST:.*]] = qd.for (%i) in (%n) name("largest") reduce(maximumf) -> f32 {
// CHECK:         %[[COUNT:.*]] = qd.for (%i) in (%n) name("largest.count") reduce(addi) -> i64 {
// CHECK:           arith.cmpf oeq, %{{.*}}, %[[MOST]]
// CHECK:         qd.for (%i) in (%n) name("largest.reverse") {
// CHECK:           arith.cmpf oeq, %{{.*}}, %[[MOST]]
qd.kernel @largest(%x: memref<?xf32>, %n: index) -> f32 attributes {qd.differentiate = [{mode = "forward"}, {}]} {
  %m = qd.for (%i) in (%n) name("largest") reduce(maximumf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
  qd.return %m : f32
}

// Neighbouring iterations read one element: a loop over elements asks each iteration that may have read it, which is one
// for each load. What it looks at is taken afterwards.

// CHECK-LABEL: qd.kernel @neighbours.grad(
// CHECK:         qd.for (%i) in (%c7) from (%c1) name("step")
// CHECK:         qd.for (%[[E:.*]]) in (%c8) from (%c0) name("step.gather") {
// CHECK-NOT:       atomic_rmw
// CHECK:           %[[LATER:.*]] = arith.addi %[[E]], %c1
// CHECK-NEXT:      %[[NOT_BEFORE:.*]] = arith.cmpi sge, %[[LATER]], %c1
// CHECK-NEXT:      %[[NOT_AFTER:.*]] = arith.cmpi slt, %[[LATER]], %c7
// CHECK-NEXT:      %[[IS_THERE:.*]] = arith.andi %[[NOT_BEFORE]], %[[NOT_AFTER]]
// CHECK-NEXT:      %[[FIRST:.*]] = scf.if %[[IS_THERE]] -> (f32) {
// CHECK-NOT:         memref.store
// CHECK:             memref.load %v.grad[%[[LATER]]]
// CHECK:           %[[SECOND:.*]] = scf.if
// CHECK:           %[[SUM:.*]] = arith.addf %[[FIRST]], %[[SECOND]]
// CHECK:           %[[BEFORE:.*]] = memref.load %u.grad[%[[E]]]
// CHECK-NEXT:      %[[AFTER:.*]] = arith.addf %[[BEFORE]], %[[SUM]]
// CHECK-NEXT:      memref.store %[[AFTER]], %u.grad[%[[E]]]
// CHECK:         qd.for (%[[I:.*]]) in (%c7) from (%c1) name("step.reverse") {
// CHECK-NOT:       u.grad
// CHECK:           memref.store %{{.*}}, %v.grad[%[[I]]]
// CHECK-LABEL: qd.kernel @neighbours.reverse(
qd.kernel @neighbours(%u: memref<8xf32>, %v: memref<8xf32>) attributes {qd.differentiate = {wrt = ["u"]}} {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  qd.for (%i) in (%c7) from (%c1) name("step") {
    %w = arith.subi %i, %c1 : index
    %e = arith.addi %i, %c1 : index
    %a = memref.load %u[%w] : memref<8xf32>
    %b = memref.load %u[%e] : memref<8xf32>
    %p = arith.mulf %a, %b : f32
    memref.store %p, %v[%i] : memref<8xf32>
  }
}

// What is not known to be read by one iteration for each load, or is written in the loop, is added to atomically: a row
// for all columns, a clamped index, another iteration's step, and what the loop reads where it wrote.

// CHECK-LABEL: qd.kernel @others.grad(
// CHECK-NOT:     gather
// CHECK:         memref.atomic_rmw addf %{{.*}}, %r.grad
// CHECK-NOT:     gather
// CHECK-LABEL: qd.kernel @others.reverse(
qd.kernel @others(%r: memref<9xf32>, %u: memref<9x9xf32>, %v: memref<9x9xf32>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  qd.for (%i, %j) in (%c8, %c8) {
    %a = memref.load %r[%i] : memref<9xf32>
    memref.store %a, %v[%i, %j] : memref<9x9xf32>
  }
  qd.for (%i) in (%c8) {
    %w = arith.subi %i, %c1 : index
    %m = arith.maxsi %w, %c0 : index
    %a = memref.load %r[%m] : memref<9xf32>
    %b = memref.load %r[%i] : memref<9xf32>
    %p = arith.mulf %a, %b : f32
    memref.store %p, %v[%i, %c0] : memref<9x9xf32>
  }
  qd.for (%i) in (%c8) from (%c0) step (%c2) {
    %e = arith.addi %i, %c2 : index
    %a = memref.load %r[%e] : memref<9xf32>
    %b = memref.load %r[%i] : memref<9xf32>
    %p = arith.mulf %a, %b : f32
    memref.store %p, %v[%i, %c1] : memref<9x9xf32>
  }
  qd.for (%i) in (%c8) {
    %e = arith.addi %i, %c1 : index
    %a = memref.load %r[%i] : memref<9xf32>
    %b = memref.load %r[%e] : memref<9xf32>
    %p = arith.mulf %a, %b : f32
    memref.store %p, %u[%i, %c0] : memref<9x9xf32>
    %q = memref.load %u[%i, %c1] : memref<9x9xf32>
    memref.store %q, %v[%i, %c2] : memref<9x9xf32>
  }
}

// A store over what the same iteration wrote takes its adjoint away: no gathering. Stores in other branches, or to other
// elements, do not. An index that is the same everywhere has to be one of the array's.

// CHECK-LABEL: qd.kernel @overwritten.grad(
// CHECK-NOT:     gather
// CHECK:         memref.atomic_rmw addf %{{.*}}, %u.grad
// CHECK-LABEL: qd.kernel @overwritten.reverse(
qd.kernel @overwritten(%u: memref<9xf32>, %v: memref<9xf32>, %mask: i1) attributes {qd.differentiate = {}} {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%c8) {
    %e = arith.addi %i, %c1 : index
    %a = memref.load %u[%i] : memref<9xf32>
    %b = memref.load %u[%e] : memref<9xf32>
    %p = arith.mulf %a, %b : f32
    memref.store %p, %v[%i] : memref<9xf32>
    scf.if %mask {
      memref.store %zero, %v[%i] : memref<9xf32>
    }
  }
}

// CHECK-LABEL: qd.kernel @apart.grad(
// CHECK:         %[[ROWS:.*]] = memref.dim %u.grad, %c0
// CHECK:         %[[HAS:.*]] = arith.cmpi ult, %k, %[[ROWS]]
// CHECK:         %[[END:.*]] = arith.select %[[HAS]], %c9, %c0
// CHECK:         qd.for (%[[E:.*]]) in (%[[END]]) from (%c0) name("step.gather") {
// CHECK-NOT:       atomic_rmw
// CHECK:           memref.store %{{.*}}, %u.grad[%k, %[[E]]]
// CHECK-LABEL: qd.kernel @apart.reverse(
qd.kernel @apart(%u: memref<?x9xf32>, %v: memref<9x2xf32>, %k: index, %mask: i1) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%c8) name("step") {
    %e = arith.addi %i, %c1 : index
    %a = memref.load %u[%k, %i] : memref<?x9xf32>
    %b = memref.load %u[%k, %e] : memref<?x9xf32>
    %p = arith.mulf %a, %b : f32
    scf.if %mask {
      memref.store %p, %v[%i, %c0] : memref<9x2xf32>
    } else {
      memref.store %a, %v[%i, %c0] : memref<9x2xf32>
    }
    memref.store %b, %v[%i, %c1] : memref<9x2xf32>
  }
}

// A loop that carries one float: a trip multiplies the adjoint by its slope, and adds a multiple to that of a value from
// outside. Where a slope is no good multiplier, the adjoint goes through the operations.

// CHECK-LABEL: qd.kernel @slope.grad(
// CHECK-DAG:     %[[MOST:.*]] = arith.constant 9.22337203E+18 : f32
// CHECK-DAG:     %[[LEAST:.*]] = arith.constant 1.08420217E-19 : f32
// CHECK:         qd.for (%{{.*}}) in (%c9) {
// CHECK:         qd.for (%{{.*}}) in (%c9) {
// CHECK:           scf.for {{.*}} -> (f32, f32) {
// CHECK:             scf.for %{{.*}} iter_args(%[[ADJOINT:.*]] = %{{.*}}, %[[SUM:.*]] = %{{.*}}) -> (f32, f32) {
// CHECK:               %[[SLOPE:.*]] = arith.addf %[[U:.*]], %[[U]]
// CHECK-NEXT:          %[[SIZE:.*]] = math.absf %[[SLOPE]] : f32
// CHECK-NEXT:          %[[IS_LARGE:.*]] = arith.cmpf olt, %[[LEAST]], %[[SIZE]]
// CHECK-NEXT:          %[[IS_SMALL:.*]] = arith.cmpf olt, %[[SIZE]], %[[MOST]]
// CHECK-NEXT:          %[[IS_GOOD:.*]] = arith.andi %[[IS_LARGE]], %[[IS_SMALL]]
// CHECK-NEXT:          %{{.*}}:2 = scf.if %[[IS_GOOD]] -> (f32, f32) {
// CHECK-NEXT:            %[[P:.*]] = arith.mulf %[[ADJOINT]], %[[SLOPE]]
// CHECK-NEXT:            %[[Q:.*]] = arith.addf %[[SUM]], %[[ADJOINT]]
// CHECK-NEXT:            scf.yield %[[P]], %[[Q]]
// CHECK-NEXT:          } else {
// CHECK:                 arith.select
// CHECK-LABEL: qd.kernel @slope.reverse(
qd.kernel @slope(%x: memref<9xf32>, %y: memref<9xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  qd.for (%i) in (%c9) {
    %v = memref.load %x[%i] : memref<9xf32>
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%u = %v) -> (f32) {
      %uu = arith.mulf %u, %u : f32
      %s = arith.addf %uu, %v : f32
      scf.yield %s : f32
    }
    memref.store %r, %y[%i] : memref<9xf32>
  }
}

// Kernels share the shadow of a global, one for each mode.

// CHECK: memref.global "private" @both : memref<f32>
// CHECK-DAG: memref.global "public" @both.grad : memref<f32> = uninitialized {qd.made_shadow}
// CHECK-DAG: memref.global "public" @both.tangent : memref<f32> = uninitialized {qd.made_shadow}
// CHECK-NOT: memref.global
// CHECK-LABEL: qd.kernel @first.grad(
// CHECK:         memref.get_global @both.grad
// CHECK-LABEL: qd.kernel @second.jvp(
// CHECK:         memref.get_global @both.tangent
// CHECK-LABEL: qd.kernel @second.grad(
// CHECK:         memref.get_global @both.grad
memref.global "private" @both : memref<f32> = uninitialized
qd.kernel @first(%x: memref<f32>) attributes {qd.differentiate = {}} {
  %g = memref.get_global @both : memref<f32>
  %v = memref.load %g[] : memref<f32>
  memref.store %v, %x[] : memref<f32>
}
qd.kernel @second(%x: memref<f32>) attributes {qd.differentiate = [{mode = "forward"}, {}]} {
  %g = memref.get_global @both : memref<f32>
  %v = memref.load %g[] : memref<f32>
  memref.store %v, %x[] : memref<f32>
}

// What names an axis has no name of the source, and is a name whatever the argument is called.

// CHECK-LABEL: qd.kernel @names.grad(
// CHECK-SAME:    %x: memref<?x?xf32> {qd.dims = ["x.extent0__", "x.extent1"]}, %y: memref<?xi32> {qd.dims = ["x.extent0"]},
// CHECK-SAME:    %x.extent0_: f32, %_2_x: memref<?xf32> {qd.arg_name = "2 x", qd.dims = ["_2_x.extent0"]},
// CHECK-SAME:    %x.grad: memref<?x?xf32> {qd.arg_role = "shadow", qd.dims = ["x.extent0__", "x.extent1"]},
// CHECK-SAME:    %x.extent0_.grad: memref<f32>
// CHECK-SAME:    {qd.arg_name = "2 x.grad", qd.arg_role = "shadow", qd.dims = ["_2_x.extent0"]})
qd.kernel @names(%x: memref<?x?xf32>, %y: memref<?xi32> {qd.dims = ["x.extent0"]}, %x.extent0_: f32,
                 %z: memref<?xf32> {qd.arg_name = "2 x"}) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0, %c0] : memref<?x?xf32>
  %p = arith.mulf %v, %x.extent0_ : f32
  memref.store %p, %z[%c0] : memref<?xf32>
}

// A derivative of a checked variant has the arguments of the plain code's, whatever its own body tells: here nothing of %a
// and of what %t holds was left there, and %b was. An array that holds something differentiated for a while has a shadow
// of the derivative's own.

// CHECK-LABEL: qd.kernel @own.jvp({{.*}} %b: f32, %x.tangent: {{.*}}, %b.tangent: {{[^%]*}})
// CHECK:         memref.alloc({{.*}}) : memref<?xf32>
// CHECK:         memref.alloc() : memref<4xf32>
// CHECK-LABEL: qd.kernel @own.grad({{.*}} %b: f32, %x.grad: {{.*}}, %b.grad: {{[^%]*}})
// CHECK:         %[[S:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NOT:     @own.s.grad
memref.global @own.s : memref<4xf32> = dense<0.0>
qd.kernel @own(%x: memref<?xf32>, %t: memref<?xf32>, %a: f32, %b: f32)
    attributes {checked = #qd.checked<"own", variant = "bounds", checks = 0, proven = 0>,
                qd.differentiate = [{mode = "forward", plain = ["x", "b"]}, {plain = ["x", "b"]}]} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = memref.get_global @own.s : memref<4xf32>
  qd.for (%i) in (%c4) {
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %v, %a : f32
    memref.store %p, %t[%i] : memref<?xf32>
    %q = memref.load %t[%i] : memref<?xf32>
    memref.store %q, %s[%i] : memref<4xf32>
    %r = memref.load %s[%i] : memref<4xf32>
    memref.store %r, %x[%i] : memref<?xf32>
  }
}
