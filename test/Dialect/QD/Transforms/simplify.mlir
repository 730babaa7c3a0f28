// RUN: qdc-opt --qd-simplify %s | FileCheck %s

// The phase as a whole: helpers that pass values through memory become straight code, index operations and
// scf.parallel are gone, a listed value reaches into the helper, and the bound that the body writes stays in the loop.

func.func private @axis_value(%x: memref<?x2xf32>, %tmp: memref<2xf32>, %i: index, %mode: i32) -> f32 {
  %c0 = index.constant 0
  %one = arith.constant 1 : i32
  %first = memref.load %x[%i, %c0] : memref<?x2xf32>
  memref.store %first, %tmp[%c0] : memref<2xf32>
  %squares = arith.cmpi eq, %mode, %one : i32
  %r = scf.if %squares -> f32 {
    %v = memref.load %tmp[%c0] : memref<2xf32>
    %vv = arith.mulf %v, %v : f32
    scf.yield %vv : f32
  } else {
    %v = memref.load %tmp[%c0] : memref<2xf32>
    scf.yield %v : f32
  }
  return %r : f32
}

// CHECK-NOT: func
// CHECK-NOT: index.
// CHECK-NOT: scf.parallel

// CHECK-LABEL: qd.kernel @step$mode$1(
// CHECK: qd.do_while
// CHECK-NEXT: memref.load %count[]
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: qd.for
// CHECK-NOT: memref.alloca
// CHECK-NOT: scf.if
// CHECK: %[[V:.*]] = memref.load %x[
// CHECK: %[[VV:.*]] = arith.mulf %[[V]], %[[V]]
// CHECK-NOT: memref.load
// CHECK: memref.store %[[VV]], %y
// CHECK: memref.load %count[]

// CHECK-LABEL: qd.kernel @step(
// CHECK: scf.if
qd.kernel @step(%x: memref<?x2xf32>, %y: memref<?xf32>, %count: memref<i64>, %go: memref<i32>,
                %mode: i32 {qd.specialize = [1]}) {
  %iterations = qd.do_while %go : memref<i32> {
    %c0 = index.constant 0
    %c1 = index.constant 1
    %count_before = memref.load %count[] : memref<i64>
    %n = arith.index_cast %count_before : i64 to index
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %tmp = memref.alloca() : memref<2xf32>
      %v = func.call @axis_value(%x, %tmp, %i, %mode) : (memref<?x2xf32>, memref<2xf32>, index, i32) -> f32
      memref.store %v, %y[%i] : memref<?xf32>
      scf.reduce
    }
    %count_after = memref.load %count[] : memref<i64>
    %m = arith.index_cast %count_after : i64 to index
    %less = index.sub %m, %c1
    %count_less = arith.index_cast %less : index to i64
    memref.store %count_less, %count[] : memref<i64>
    %zero = index.cmp eq(%less, %c0)
    %more = arith.extui %zero : i1 to i32
    memref.store %more, %go[] : memref<i32>
  }
}

// The pattern that would remove the inner branch takes quadratic time (SimplifyPipeline.cpp), so it must be off.
// CHECK-LABEL: qd.kernel @no_condition_propagation
// CHECK: scf.if %c
// CHECK: scf.if %c
qd.kernel @no_condition_propagation(%x: memref<f32>, %c: i1, %k: f32) {
  scf.if %c {
    qd.print "once"
    scf.if %c {
      memref.store %k, %x[] : memref<f32>
    }
    qd.print "again"
  }
}

// A do-while loop whose body has no effect can still be the launch's error.
// CHECK-LABEL: qd.kernel @loop_without_effect
// CHECK: qd.do_while %go max(%limit){{.*}} on_max(error)
qd.kernel @loop_without_effect(%go: memref<i32>, %limit: i64) {
  %iterations = qd.do_while %go max(%limit) on_max(error) : memref<i32> {
  }
}

// What stands between two loops leaves the loop around them. They become one, which has in a register what the first
// stored, and stores once.
// CHECK-LABEL: qd.kernel @neighbours(
// CHECK:       %[[F:.*]] = memref.load %k[]
// CHECK-NEXT:  scf.for
// CHECK-NEXT:    qd.for (%[[I:.*]]) in (%n)
// CHECK-NEXT:      %[[V:.*]] = memref.load %x[%[[I]]]
// CHECK-NEXT:      %[[W:.*]] = arith.mulf %[[V]], %[[V]]
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[W]], %[[F]]
// CHECK-NEXT:      memref.store %[[S]], %x[%[[I]]]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
qd.kernel @neighbours(%x: memref<?xf32>, %k: memref<f32>, %n: index, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %s = %c0 to %steps step %c1 {
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
    %f = memref.load %k[] : memref<f32>
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.addf %v, %f : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
}

// A cast to a narrower type drops bits, which the cast back does not bring back.
// CHECK-LABEL: qd.kernel @narrow_and_wide
// CHECK:       %[[A:.*]] = arith.index_cast %v : index to i32
// CHECK-NEXT:  %[[B:.*]] = arith.index_cast %[[A]] : i32 to index
// CHECK-NEXT:  %[[C:.*]] = arith.index_castui %v : index to i8
// CHECK-NEXT:  %[[D:.*]] = arith.index_castui %[[C]] : i8 to index
// CHECK-NEXT:  qd.return %[[B]], %[[D]]
qd.kernel @narrow_and_wide(%v: index) -> (index, index) {
  %a = arith.index_cast %v : index to i32
  %b = arith.index_cast %a : i32 to index
  %c = arith.index_castui %v : index to i8
  %d = arith.index_castui %c : i8 to index
  qd.return %b, %d : index, index
}

// An index that a loop of one trip makes a constant is one for tables too.
memref.global "private" constant @weights : memref<3xf32> = dense<[0.5, 1.5, 2.5]>
// CHECK-LABEL: qd.kernel @late_index
// CHECK: %[[W:.*]] = arith.constant 1.500000e+00 : f32
// CHECK-NOT: memref.load
// CHECK: memref.store %[[W]]
qd.kernel @late_index(%y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %weights = memref.get_global @weights : memref<3xf32>
  qd.for (%i) in (%n) {
    %k = scf.for %turn = %c0 to %c1 step %c1 iter_args(%before = %c0) -> index {
      %next = arith.addi %before, %c1 : index
      scf.yield %next : index
    }
    %w = memref.load %weights[%k] : memref<3xf32>
    memref.store %w, %y[%i] : memref<?xf32>
  }
}
