// RUN: qdc-opt %s --convert-tasks-to-grid=subgroup-width=32 --split-input-file --verify-diagnostics

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
qd.task @r.0 of @r extent(#qd.size<"1">)
    (%n: index {qd.slot = #qd.slot<scalar(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i64
  memref.store %c1, %w[%c0] : memref<?xi64>
  // expected-error @+1 {{stands after an operation with effects, or in a region; it must be among the first statements of its task, as 'qd-offload' makes it}}
  %sum = qd.combine_partials addi of %n iterations at 128 : i64
  memref.store %sum, %w[%c0] : memref<?xi64>
}
