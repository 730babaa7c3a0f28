// Tasks of one loop run one after the other, and so share what they reduce through: an f32 of one and of the other lie in
// the same array, the i32 in its own. With many loads under way a block is worth it too, since nothing else runs. Four
// blocks of the rule come to it at once, as far as there is room: their values have places of their own, and as many
// subgroups fold.
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=32 loops=grid" --canonicalize | FileCheck %s
// CHECK: memref.global "private" @both.0$grid.reused0 : memref<4096xf32, #gpu.address_space<workgroup>>
// CHECK-LABEL: func.func private @both.0$grid.body(
// CHECK: memref.get_global @both.0$grid.reused0
// CHECK-NOT: memref.get_global
// CHECK: gpu.barrier
// Where there are too many blocks of the rule, subgroups reduce, and load neighbours in one piece.
// CHECK: } else {
// CHECK: qd.flat_load %{{.*}} {qd.alignment = 8 : i64}

// Alone, the task has loads enough for subgroups.
// CHECK-LABEL: func.func private @both.0.body(
// CHECK-NOT: gpu.barrier
// CHECK-LABEL: func.func @both.0(
// CHECK-SAME: threads_per_iteration = 32>

// CHECK: memref.global "private" @both.0$grid.reused1 : memref<4096xi32, #gpu.address_space<workgroup>>
// CHECK-LABEL: func.func private @both.1$grid.body(
// CHECK-DAG: memref.get_global @both.0$grid.reused0
// CHECK-DAG: memref.get_global @both.0$grid.reused1
// CHECK: gpu.barrier
// CHECK-NOT: memref.global
qd.kernel @both(%x: memref<?xf32>, %n: index) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"65600">} {
  qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> counts at 0 {
    qd.launch @both.0
    qd.launch @both.1
  }
}
qd.task @both.0 of @both extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}
qd.task @both.1 of @both extent(#qd.size<"1">) partials [64, 32832]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %sum, %most = qd.for (%i) in (%n) reduce(addf, maxs) -> f32, i32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %k = arith.index_cast %i : index to i32
    qd.yield %v, %k : f32, i32
  }
}
