// RUN: qdc-opt %s | qdc-opt | FileCheck %s
// RUN: qdc-opt %s --canonicalize | FileCheck %s --check-prefix=CANONICAL

// CHECK: qd.kernel @heat$bounds(%[[C:.*]]: i1, %[[N:.*]]: index)
// CHECK-SAME: attributes {checked = #qd.checked<"heat", variant = "bounds", checks = 2, proven = 7>}
// CANONICAL: qd.kernel @heat$bounds(%[[C:.*]]: i1
qd.kernel @heat$bounds(%c: i1, %n: index)
    attributes {checked = #qd.checked<"heat", variant = "bounds", checks = 2, proven = 7>} {
  %true = arith.constant true
  %x = arith.constant 1.0 : f32
  // CHECK: qd.check %[[C]], "no values"
  // CANONICAL: qd.check %[[C]], "no values"
  qd.check %c, "no values"
  // CHECK: qd.check %[[C]], "{} of {}", %{{.*}}, %[[N]] : f32, index {site = 3 : i32}
  // CANONICAL: qd.check %[[C]], "{} of {}"
  qd.check %c, "{} of {}", %x, %n : f32, index {site = 3 : i32}
  // CHECK: qd.check %true, "never"
  // CANONICAL-NOT: never
  qd.check %true, "never"
}
