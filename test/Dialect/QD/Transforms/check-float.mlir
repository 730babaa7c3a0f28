// RUN: qdc-opt %s --qd-check-float | FileCheck %s

// CHECK-LABEL: qd.kernel @operations(
// CHECK-SAME: %[[X:[a-z]*]]: f32, %[[Y:[a-z]*]]: f32
// CHECK-SAME: checks = 4, proven = 0
qd.kernel @operations(%x: f32, %y: f32, %n: i64, %sums: memref<1xf32>)
    attributes {checked = #qd.checked<"operations", variant = "float", checks = 0, proven = 0>} {
  %c0 = arith.constant 0 : index
  // One look for all that has no effects between; then the first one tells. A result that is not finite is a finding if
  // all operands are finite.
  // CHECK: %[[Q:.*]] = arith.divf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: %[[R:.*]] = math.sqrt %[[Q]] : f32
  // CHECK-NEXT: %[[H:.*]] = arith.sitofp
  // CHECK: %[[MAGNITUDE:.*]] = math.absf %[[Q]] : f32
  // CHECK: %[[FINITE:.*]] = arith.cmpf olt, %[[MAGNITUDE]], %{{.*}} : f32
  // CHECK: math.absf %[[R]] : f32
  // CHECK: %[[BOTH:.*]] = arith.andi %[[FINITE]]
  // CHECK: math.absf %[[H]] : f16
  // CHECK: %[[ALL:.*]] = arith.andi %[[BOTH]]
  // CHECK: %[[SOME:.*]] = arith.xori %[[ALL]], %true
  // CHECK: scf.if %[[SOME]] {
  // CHECK:   %[[INFINITY:.*]] = arith.constant 0x7F800000 : f32
  // CHECK:   %[[MAGNITUDE:.*]] = math.absf %[[Q]] : f32
  // CHECK:   arith.cmpf olt, %[[MAGNITUDE]], %[[INFINITY]] : f32
  // CHECK:   qd.check %{{.*}}, "arith.divf gives {} of {}, {}", %[[Q]], %[[X]], %[[Y]] : f32, f32, f32
  // CHECK:   qd.check %{{.*}}, "math.sqrt gives {} of {}", %[[R]], %[[Q]]
  // CHECK:   qd.check %{{.*}}, "arith.sitofp gives {} of {}", %[[H]], %{{.*}} : f16, i64
  // CHECK: }
  %q = arith.divf %x, %y : f32
  %r = math.sqrt %q : f32
  %h = arith.sitofp %n : i64 to f16
  // What it leaves in memory is looked at.
  // CHECK: %[[OLD:.*]] = memref.atomic_rmw addf %[[X]]
  // CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %[[X]] : f32
  // CHECK-NOT: scf.if
  // CHECK: qd.check %{{.*}}, "addf gives {} of {}, {}", %[[NEW]], %[[OLD]], %[[X]] : f32, f32, f32
  %old = memref.atomic_rmw addf %x, %sums[%c0] : (f32, memref<1xf32>) -> f32
  // What passes operands on, or compares them, cannot make one.
  // CHECK-NOT: qd.check
  %c = arith.cmpf olt, %x, %y : f32
  %s = arith.select %c, %x, %y : f32
  %m = arith.maximumf %x, %y : f32
  %a = math.absf %m : f32
  %e = arith.extf %a : f32 to f64
  %b = arith.bitcast %x : f32 to i32
}
