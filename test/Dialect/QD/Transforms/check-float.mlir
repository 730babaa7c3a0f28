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

// What may be dropped is looked at where that is known, and only counts if it is taken.
// CHECK-LABEL: qd.kernel @chosen(
// CHECK-SAME: %[[R:[a-z]*]]: f32, %[[D:[a-z]*]]: f32
// CHECK-SAME: checks = 1, proven = 0
qd.kernel @chosen(%r: f32, %d: f32, %out: memref<f32>)
    attributes {checked = #qd.checked<"chosen", variant = "float", checks = 0, proven = 0>} {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.0
  // CHECK: %[[Q:.*]] = arith.divf %[[R]], %[[D]] : f32
  // CHECK-NEXT: %[[IS:.*]] = arith.cmpf oeq, %[[D]]
  // CHECK-NEXT: %[[S:.*]] = arith.select %[[IS]], %[[ZERO]], %[[Q]] : f32
  // CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
  // CHECK-NEXT: %[[TAKEN:.*]] = arith.xori %[[IS]], %[[TRUE]] : i1
  // CHECK: %[[DROPPED:.*]] = arith.xori %[[TAKEN]]
  // CHECK-NEXT: %[[HOLDS:.*]] = arith.ori %{{.*}}, %[[DROPPED]] : i1
  // CHECK-NEXT: qd.check %[[HOLDS]], "arith.divf gives {} of {}, {}", %[[Q]], %[[R]], %[[D]]
  // CHECK-NEXT: memref.store %[[S]]
  %zero = arith.constant 0.0 : f32
  %q = arith.divf %r, %d : f32
  %is = arith.cmpf oeq, %d, %zero : f32
  %s = arith.select %is, %zero, %q : f32
  memref.store %s, %out[] : memref<f32>
}

// What a branch alone takes is computed in it.
// CHECK-LABEL: qd.kernel @branches(
qd.kernel @branches(%r: f32, %d: f32, %out: memref<2xf32>, %first: i1) {
  // CHECK-NOT: arith.divf
  // CHECK: scf.if
  // CHECK-NEXT: %[[Q:.*]] = arith.divf
  // CHECK: qd.check %{{.*}}, "arith.divf gives {} of {}, {}", %[[Q]]
  // CHECK: } else {
  // CHECK-NEXT: %[[Q:.*]] = arith.divf
  // CHECK: %[[A:.*]] = math.absf %[[Q]]
  // CHECK: qd.check %{{.*}}, "arith.divf gives {} of {}, {}", %[[Q]]
  // CHECK: memref.store %[[A]]
  %c0 = arith.constant 0 : index
  %q = arith.divf %r, %d : f32
  %a = math.absf %q : f32
  scf.if %first {
    memref.store %q, %out[%c0] : memref<2xf32>
  } else {
    memref.store %a, %out[%c0] : memref<2xf32>
  }
}

// A loop that takes it does so if it runs; one that may drop it computes it.
// CHECK-LABEL: qd.kernel @loops(
// CHECK-SAME: %[[N:[a-z]*]]: index
qd.kernel @loops(%r: f32, %d: f32, %n: index, %out: memref<?xf32>, %given: i1) {
  // CHECK: %[[Q:.*]] = arith.divf
  // CHECK: %[[RUNS:.*]] = arith.cmpi slt, %{{.*}}, %[[N]] : index
  // CHECK: %[[DROPPED:.*]] = arith.xori %[[RUNS]]
  // CHECK: arith.ori %{{.*}}, %[[DROPPED]]
  // CHECK: qd.check %{{.*}}, "arith.divf
  // CHECK: qd.for
  // CHECK-NEXT: memref.store %[[Q]]
  %q = arith.divf %r, %d : f32
  qd.for (%i) in (%n) {
    memref.store %q, %out[%i] : memref<?xf32>
  }
  // CHECK-NOT: math.sqrt
  // CHECK: qd.for
  // CHECK-NEXT: %[[S:.*]] = math.sqrt
  // CHECK-NEXT: arith.select %{{.*}}, %[[S]]
  // CHECK: qd.check %{{.*}}, "math.sqrt
  %s = math.sqrt %r : f32
  qd.for (%i) in (%n) {
    %t = arith.select %given, %s, %d : f32
    memref.store %t, %out[%i] : memref<?xf32>
  }
}

// A test for what is not finite is no use of it. What nothing uses is looked at.
// CHECK-LABEL: qd.kernel @tests(
// CHECK-SAME: checks = 1, proven = 0
qd.kernel @tests(%r: f32, %d: f32, %out: memref<i1>)
    attributes {checked = #qd.checked<"tests", variant = "float", checks = 0, proven = 0>} {
  // CHECK: arith.divf
  // CHECK-NEXT: arith.cmpf uno
  // CHECK-NEXT: memref.store
  // CHECK: arith.mulf
  // CHECK: qd.check %{{.*}}, "arith.mulf
  %q = arith.divf %r, %d : f32
  %is = arith.cmpf uno, %q, %q : f32
  memref.store %is, %out[] : memref<i1>
  %p = arith.mulf %r, %d : f32
}

// What a loop alone takes is looked at where the loop has a trip, which a step below 1 gives none.
// CHECK-LABEL: qd.kernel @steps
qd.kernel @steps(%x: f32, %y: f32, %m: index, %s: index, %out: memref<?xf32>)
    attributes {checked = #qd.checked<"steps", variant = "float", checks = 0, proven = 0>} {
  %c0 = arith.constant 0 : index
  // CHECK: arith.divf
  // CHECK-DAG: %[[LESS:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : index
  // CHECK-DAG: %[[POSITIVE:.*]] = arith.cmpi sgt, %{{.*}}, %{{.*}} : index
  // CHECK: arith.andi %[[LESS]], %[[POSITIVE]] : i1
  // CHECK: qd.check
  %q = arith.divf %x, %y : f32
  scf.for %a = %c0 to %m step %s {
    memref.store %q, %out[%a] : memref<?xf32>
  }
}
