// RUN: qdc-opt %s --convert-qd-to-gpu --split-input-file --verify-diagnostics

qd.kernel @k(%x: memref<?x?xf32>) {
  qd.return
}
// expected-error @+1 {{has parameter 0 of type 'memref<?x?xf32>', which is not one slot: run 'qd-expand-task-parameters' first}}
qd.task @k.0 of @k extent(#qd.size<"1">) (%x: memref<?x?xf32> {qd.slot = #qd.slot<array(0)>}) {
}

// -----

qd.kernel @r(%n: index) {
  qd.return
}
qd.task @r.0 of @r extent(#qd.size<"1">) partials [64]
    (%n: index {qd.slot = #qd.slot<scalar(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // expected-error @+1 {{with 'reduce' is not supported on a GPU}}
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %one = arith.constant 1.0 : f32
    qd.yield %one : f32
  }
}
