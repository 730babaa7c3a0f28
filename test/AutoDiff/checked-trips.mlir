// RUN: qdc-opt %s --qd-differentiate | FileCheck %s

// The task that counts trips in a checked kernel: whatever can run ahead is there, so that its checks will be, too.

// Elements are looked at and not written, operations have their operands. What the loop overwrites is not known ahead,
// with all that follows from it: a product, an element, a branch, the trips of a loop, and what a local array holds.

// CHECK-LABEL: qd.kernel @walk.grad(
// CHECK:       qd.for (%[[I:.*]]) in
// CHECK-SAME:    reduce(maxu, addi) {{.*}}qd.is_unreported
// CHECK:         scf.while (%[[AT:.*]] = %{{.*}}, %[[STEP:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[TRIP:.*]] = %{{.*}})
// CHECK:       do
// CHECK-NEXT:    ^bb0(%[[AT:.*]]: i64, %[[STEP:.*]]: i64, %{{.*}}: index, %{{.*}}: index, %[[TRIP:.*]]: index):
// CHECK-NEXT:    %[[LIMIT:.*]] = arith.constant 268435456 : index
// CHECK-NEXT:    %[[ONE:.*]] = arith.cmpi ult, %[[TRIP]], %[[LIMIT]]
// CHECK-NEXT:    qd.check %[[ONE]], "the gradient counts the trips of this loop ahead, and comes to more than {}, without a check that ends it: run the kernel itself, which may have one", %[[LIMIT]] : index{{$}}
// CHECK:         memref.load %{{.*}}[%[[I]]] : memref<?xf64>
// CHECK-NEXT:    memref.load %{{.*}}[%[[I]]] : memref<?xf64>
// CHECK-NEXT:    arith.divsi %{{.*}}, %[[STEP]]
// CHECK-NEXT:    %[[E:.*]] = arith.index_cast %[[STEP]]
// CHECK-NEXT:    memref.load %{{.*}}[%[[E]]] : memref<?xi64>
// CHECK-NEXT:    memref.load %{{.*}}[%[[E]]] : memref<?xi64>
// CHECK-NEXT:    memref.load %{{.*}}[%[[E]]] : memref<4xf64>
// CHECK-NEXT:    memref.load %{{.*}}[%[[E]]] : memref<4xf64>
// CHECK-NEXT:    arith.index_cast %[[AT]]
// CHECK-NEXT:    memref.load
// CHECK-NEXT:    arith.addi %[[STEP]]
// CHECK-NOT:     memref.load
// CHECK:         scf.yield
qd.kernel @walk(%x: memref<?xf64>, %p: memref<?xi64>, %q: memref<?xi64>)
    attributes {qd.differentiate = {}, checked = #qd.checked<"walk", variant = "bounds", checks = 0, proven = 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant -1 : i64
  %one = arith.constant 1 : i64
  %five = arith.constant 5 : i64
  %half = arith.constant 0.5 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %first = arith.index_cast %i : index to i64
    %own = memref.alloca() : memref<4xf64>
    %last:2 = scf.while (%at = %first, %step = %one) : (i64, i64) -> (i64, i64) {
      %go = arith.cmpi ne, %at, %none : i64
      scf.condition(%go) %at, %step : i64, i64
    } do {
    ^bb0(%at: i64, %step: i64):
      %v = memref.load %x[%i] : memref<?xf64>
      %w = arith.mulf %v, %v : f64
      memref.store %w, %x[%i] : memref<?xf64>
      %share = arith.divsi %five, %step : i64
      %e = arith.index_cast %step : i64 to index
      %b = memref.load %q[%e] : memref<?xi64>
      memref.store %share, %q[%e] : memref<?xi64>
      %overwritten = arith.index_cast %b : i64 to index
      %elsewhere = memref.load %p[%overwritten] : memref<?xi64>
      memref.store %w, %own[%e] : memref<4xf64>
      %u = memref.load %own[%e] : memref<4xf64>
      %double = arith.addf %u, %u : f64
      %large = arith.cmpf ogt, %v, %half : f64
      scf.if %large {
        %other = memref.load %p[%e] : memref<?xi64>
      }
      scf.for %k = %c0 to %overwritten step %c1 {
        %other = memref.load %p[%k] : memref<?xi64>
      }
      %a = arith.index_cast %at : i64 to index
      %to = memref.load %p[%a] : memref<?xi64>
      %next = arith.addi %step, %one : i64
      scf.yield %to, %next : i64, i64
    }
  }
}

// A local array whose elements are known is written: what is read from it may decide. A check in the inner loop may end
// the outer one. Nothing is looked at after both.

// CHECK-LABEL: qd.kernel @stack.grad(
// CHECK:       qd.for
// CHECK:         scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step
// CHECK:           qd.check
// CHECK:           memref.store %{{.*}}, %[[STACK:.*]][%[[K]]] : memref<8xi64>
// CHECK-NEXT:      %[[TOP:.*]] = memref.load %[[STACK]][%[[K]]]
// CHECK-NEXT:      memref.load %{{.*}}[%[[K]]] : memref<?xi64>
// CHECK:           scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step
// CHECK:             qd.check
// CHECK-NOT:         memref.store
// CHECK:             memref.load %{{.*}}[%[[J]]] : memref<?xi64>
// CHECK-NOT:     memref.load
// CHECK:         qd.yield
qd.kernel @stack(%x: memref<?xf64>, %p: memref<?xi64>)
    attributes {qd.differentiate = {}, checked = #qd.checked<"stack", variant = "bounds", checks = 0, proven = 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %t = memref.load %p[%i] : memref<?xi64>
    %trips = arith.index_cast %t : i64 to index
    %own = memref.alloca() : memref<8xi64>
    scf.for %k = %c0 to %trips step %c1 {
      memref.store %t, %own[%k] : memref<8xi64>
      %s = memref.load %own[%k] : memref<8xi64>
      %beside = memref.load %p[%k] : memref<?xi64>
      %inner = arith.index_cast %s : i64 to index
      scf.for %j = %c0 to %inner step %c1 {
        %v = memref.load %x[%i] : memref<?xf64>
        %w = arith.mulf %v, %v : f64
        memref.store %w, %x[%i] : memref<?xf64>
        %later = memref.load %p[%j] : memref<?xi64>
      }
    }
    %after = memref.load %p[%i] : memref<?xi64>
  }
}

// A bound that is there ahead may be what is wrong. What stands in the loop may fail then, and leaves its trips out. What
// it overwrites decides about an assert that does not run ahead.

// CHECK-LABEL: qd.kernel @known.grad(
// CHECK:       %[[MOST:.*]] = qd.for (%{{.*}}) in (%{{.*}}) reduce(maxu) -> index attributes {qd.is_unreported}
// CHECK:         scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step
// CHECK:           qd.check
// CHECK:           memref.load %{{.*}}[%[[K]]] : memref<?xi64>
// CHECK:           qd.assert %{{.*}}, "too long" {qd.is_unreported}
// CHECK-NOT:       qd.assert
// CHECK:         qd.yield
// CHECK:       memref.alloc(%[[MOST]])
qd.kernel @known(%x: memref<?xf64>, %p: memref<?xi64>)
    attributes {qd.differentiate = {}, checked = #qd.checked<"known", variant = "bounds", checks = 0, proven = 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %five = arith.constant 5.0 : f64
  %t = memref.load %p[%c1] : memref<?xi64>
  %trips = arith.index_cast %t : i64 to index
  scf.for %k = %c0 to %trips step %c1 {
    %v = memref.load %x[%c1] : memref<?xf64>
    %w = arith.mulf %v, %v : f64
    memref.store %w, %x[%c1] : memref<?xf64>
    %beside = memref.load %p[%k] : memref<?xi64>
    %few = arith.cmpi slt, %k, %c9 : index
    qd.assert %few, "too long"
    %small = arith.cmpf olt, %v, %five : f64
    qd.assert %small, "too large"
  }
}
