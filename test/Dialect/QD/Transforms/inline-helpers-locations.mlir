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
// CHECK-DAG: #[[CALLEE:.*]] = loc({{.*}}inline-helpers-locations.mlir":5:9)
// CHECK-DAG: #[[CALLER:.*]] = loc({{.*}}inline-helpers-locations.mlir":11:8)
// CHECK-DAG: #[[SITE]] = loc(callsite(#[[CALLEE]] at #[[CALLER]]))
