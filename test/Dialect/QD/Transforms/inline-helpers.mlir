// RUN: qdc-opt --qd-inline-helpers --split-input-file --verify-diagnostics %s | FileCheck %s

// A helper in a helper, one with a parallel loop, one called twice, one that returns its own argument.

func.func private @square(%a: f32) -> f32 {
  %aa = arith.mulf %a, %a : f32
  return %aa : f32
}
func.func private @fourth(%a: f32) -> (f32, f32) {
  %aa = func.call @square(%a) : (f32) -> f32
  %aaaa = func.call @square(%aa) : (f32) -> f32
  return %aaaa, %a : f32, f32
}
func.func private @fill(%x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    memref.store %v, %x[%i] : memref<?xf32>
  }
  return
}
// CHECK-NOT: func.func
// CHECK-LABEL: qd.kernel @caller
// CHECK-SAME: %x: memref<?xf32>, %y: memref<?xf32>, %k: f32
qd.kernel @caller(%x: memref<?xf32>, %y: memref<?xf32>, %k: f32) {
  // CHECK-NEXT: %[[KK:.*]] = arith.mulf %k, %k
  // CHECK-NEXT: %[[KKKK:.*]] = arith.mulf %[[KK]], %[[KK]]
  // CHECK: memref.dim %x
  // CHECK: qd.for
  // CHECK: memref.store %[[KKKK]], %x
  // CHECK: memref.dim %y
  // CHECK: qd.for
  // CHECK: memref.store %k, %y
  // CHECK-NOT: call
  %four, %one = func.call @fourth(%k) : (f32) -> (f32, f32)
  func.call @fill(%x, %four) : (memref<?xf32>, f32) -> ()
  func.call @fill(%y, %one) : (memref<?xf32>, f32) -> ()
}
// CHECK-NOT: func.func

// -----

// What cannot be inlined is refused with the messages of verify-kernels.mlir.
func.func private @even(%n: i32) -> i32 {
  // expected-note @below {{'even' calls 'odd' here}}
  %r = func.call @odd(%n) : (i32) -> i32
  return %r : i32
}
func.func private @odd(%n: i32) -> i32 {
  // expected-error @below {{makes helpers recursive, but helpers are inlined: 'even' calls 'odd' calls 'even'; use a loop}}
  %r = func.call @even(%n) : (i32) -> i32
  return %r : i32
}

// -----

// A step below 1 that a call passes, of a loop that every launch gets to.
func.func private @rounds(%n: index, %step: index) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'scf.for' op has the step 0; a loop that holds parallel loops takes 1 or more}}
  scf.for %k = %c0 to %n step %step {
    qd.for (%i) in (%n) {
    }
  }
  return
}
qd.kernel @zero(%n: index, %go: memref<i32>) {
  %c0 = arith.constant 0 : index
  %done = qd.do_while %go : memref<i32> {
    func.call @rounds(%n, %c0) : (index, index) -> ()
  }
}

// -----

// One in a branch may be there for other steps alone, and without a parallel loop it just has no iterations.
func.func private @rounds(%n: index, %step: index) {
  %c0 = arith.constant 0 : index
  %is_right = arith.cmpi sgt, %step, %c0 : index
  scf.if %is_right {
    scf.for %k = %c0 to %n step %step {
      qd.for (%i) in (%n) {
      }
    }
  }
  scf.for %k = %c0 to %n step %step {
    qd.print "{}", %k : index
  }
  return
}
// CHECK: qd.kernel @guarded
// CHECK: scf.if
// CHECK: scf.for
// CHECK: scf.for
qd.kernel @guarded(%n: index) {
  %c0 = arith.constant 0 : index
  func.call @rounds(%n, %c0) : (index, index) -> ()
}
