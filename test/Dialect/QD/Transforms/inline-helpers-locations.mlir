// RUN: qdc-opt --qd-inline-helpers --mlir-print-debuginfo %s | FileCheck %s

// An error found later can tell both where the helper was written and who called it.
func.func private @square(%a: f32) -> f32 {
  %aa = arith.mulf %a, %a : f32
  return %aa : f32
}
// CHECK-LABEL: qd.kernel @caller
qd.kernel @caller(%k: f32) -> f32 {
  // CHECK: arith.mulf {{.*}} loc(#[[SITE:.*]])
  %r = func.call @square(%k) : (f32) -> f32
  qd.return %r : f32
}

// Through two calls: the inner one is a caller that was called.
func.func private @fourth(%a: f32) -> f32 {
  %b = func.call @square(%a) : (f32) -> f32
  %c = func.call @square(%b) : (f32) -> f32
  return %c : f32
}
// CHECK-LABEL: qd.kernel @twice
qd.kernel @twice(%k: f32) -> f32 {
  // CHECK: arith.mulf {{.*}} loc(#[[INNER:.*]])
  // CHECK-NEXT: arith.mulf {{.*}} loc(#[[OTHER:.*]])
  %r = func.call @fourth(%k) : (f32) -> f32
  qd.return %r : f32
}

// CHECK-DAG: #[[CALLEE:.*]] = loc({{.*}}inline-helpers-locations.mlir":5:9)
// CHECK-DAG: #[[CALLER:.*]] = loc({{.*}}inline-helpers-locations.mlir":11:8)
// CHECK-DAG: #[[SITE]] = loc(callsite(#[[CALLEE]] at #[[CALLER]]))
// CHECK-DAG: #[[FIRST:.*]] = loc({{.*}}inline-helpers-locations.mlir":17:8)
// CHECK-DAG: #[[SECOND:.*]] = loc({{.*}}inline-helpers-locations.mlir":18:8)
// CHECK-DAG: #[[OUTER:.*]] = loc({{.*}}inline-helpers-locations.mlir":25:8)
// CHECK-DAG: #[[CALL:.*]] = loc(callsite(#[[FIRST]] at #[[OUTER]]))
// CHECK-DAG: #[[OTHERCALL:.*]] = loc(callsite(#[[SECOND]] at #[[OUTER]]))
// CHECK-DAG: #[[INNER]] = loc(callsite(#[[CALLEE]] at #[[CALL]]))
// CHECK-DAG: #[[OTHER]] = loc(callsite(#[[CALLEE]] at #[[OTHERCALL]]))
