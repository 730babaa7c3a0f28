// RUN: qdc-opt %s --qd-check-float | FileCheck %s

// CHECK-LABEL: qd.kernel @operations(
// CHECK-SAME: %[[X:[a-z]*]]: f32, %[[Y:[a-z]*]]: f32
// CHECK-SAME: checks = 4, proven = 0
qd.kernel @operations(%x: f32, %y: f32, %n: i64, %sums: memref<1xf32>)
    attributes {checked = #qd.checked<"operations", variant = "float", checks = 0, proven = 0>} {
  %c0 = arith.constant 0 : index
  // One look for all that has no effects between; then the first one tells. A result that is not finite is a finding if
  // all operands are finite. A quotient that is not finite has no finite root, so the root tells of both.
  // CHECK: %[[Q:.*]] = arith.divf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: %[[R:.*]] = math.sqrt %[[Q]] : f32
  // CHECK-NEXT: %[[H:.*]] = arith.sitofp
  // CHECK-NOT: math.absf %[[Q]]
  // CHECK: %[[MAGNITUDE:.*]] = math.absf %[[R]] : f32
  // CHECK: %[[FINITE:.*]] = arith.cmpf olt, %[[MAGNITUDE]], %{{.*}} : f32
  // CHECK: math.absf %[[H]] : f16
  // CHECK: %[[ALL:.*]] = arith.andi %[[FINITE]]
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

// What is told of by another result: by sums, products, roots, narrowing, and of quotients by what is above the line.
// CHECK-LABEL: qd.kernel @told(
qd.kernel @told(%x: f32, %y: f32, %out: memref<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[A:.*]] = arith.mulf
  // CHECK: %[[B:.*]] = arith.addf %[[A]]
  // CHECK: %[[C:.*]] = math.fma %[[B]]
  // CHECK: %[[D:.*]] = arith.divf %[[C]]
  // CHECK-NOT: math.absf %[[A]]
  // CHECK-NOT: math.absf %[[B]]
  // CHECK-NOT: math.absf %[[C]]
  // CHECK: math.absf %[[D]] : f32
  // CHECK: scf.if
  // CHECK: qd.check %{{.*}}, "arith.mulf gives
  // CHECK: qd.check %{{.*}}, "arith.addf gives
  // CHECK: qd.check %{{.*}}, "math.fma gives
  // CHECK: qd.check %{{.*}}, "arith.divf gives
  %a = arith.mulf %x, %y : f32
  %b = arith.addf %a, %x : f32
  %c = math.fma %b, %x, %y : f32
  %d = arith.divf %c, %y : f32
  memref.store %d, %out[%c0] : memref<5xf32>
  // What is below the line, or may not be chosen, needs a look, and so does what is used after an effect.
  // CHECK: %[[E:.*]] = arith.mulf
  // CHECK: %[[F:.*]] = arith.divf %{{.*}}, %[[E]]
  // CHECK: %[[G:.*]] = arith.subf
  // CHECK: %[[S:.*]] = arith.select %{{.*}}, %[[G]]
  // CHECK: %[[H:.*]] = arith.addf %[[S]]
  // CHECK-DAG: math.absf %[[E]] : f32
  // CHECK-DAG: math.absf %[[F]] : f32
  // CHECK-DAG: math.absf %[[G]] : f32
  // CHECK-DAG: math.absf %[[H]] : f32
  // CHECK: scf.if
  %e = arith.mulf %x, %x : f32
  %f = arith.divf %y, %e : f32
  %g = arith.subf %x, %y : f32
  %less = arith.cmpf olt, %x, %y : f32
  %s = arith.select %less, %g, %y : f32
  %h = arith.addf %s, %x : f32
  memref.store %f, %out[%c1] : memref<5xf32>
  // CHECK: arith.mulf %[[H]]
  %k = arith.mulf %h, %x : f32
}
