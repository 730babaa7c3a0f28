// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=0 loops=block,grid,graph" --canonicalize --split-input-file | FileCheck %s
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=0 loops=block" --convert-grid-to-nvvm --split-input-file | FileCheck %s --check-prefix=NVVM

// Where no width is guaranteed a loop has one entry point, that of a single block. Eight groups of 64 threads reduce, each
// a block of the rule, and meet in an array that all tasks share. The whole block runs the serial task that combines the
// partials, and one thread, in the body of a barrier, the one that does not, and decides.
// CHECK-LABEL: func.func @step.0$block(
// CHECK-SAME: launch = <block_threads = 512, subgroup_width = 0, grid = single>>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[BLOCK:.*]] = arith.index_cast %block_id_x
// CHECK-DAG: %[[BLOCKS:.*]] = arith.index_cast %grid_dim_x
// CHECK-DAG: %[[THREAD:.*]] = arith.index_cast %thread_id_x
// CHECK: scf.while
// CHECK: func.call @step.0$block.body(%{{.*}}, %[[BLOCK]], %[[BLOCKS]], %[[THREAD]])
// CHECK: qd.grid_barrier {
// CHECK-NEXT: ^{{.*}}(%{{.*}}: i64):
// CHECK-NEXT: qd.grid_barrier_end
// CHECK: func.call @step.1$block.body(%{{.*}}, %[[BLOCK]], %[[BLOCKS]], %[[THREAD]])
// CHECK: qd.grid_barrier -> i1, i1 {
// CHECK-NEXT: ^{{.*}}(%[[OWN:.*]]: i64):
// CHECK: func.call @step.2$block.body(%{{.*}}, %[[C0]], %[[C1]], %[[OWN]])
// CHECK: qd.grid_barrier_end
// CHECK-NOT: #qd.entry_point<loop

// CHECK: memref.global "private" @[[SHARED:.*]] : memref<512xf32, #gpu.address_space<workgroup>>
// In each round each of the groups has a block of the rule, or one without iterations past the last one. The first thread
// of a group writes the block's value.
// CHECK-LABEL: func.func private @step.0$block.body(
// CHECK-SAME: %[[BLOCK:[a-z0-9]+]]: i64, %[[BLOCKS:[a-z0-9]+]]: i64, %[[THREAD:[a-z0-9]+]]: i64)
// CHECK: %[[LANE:.*]] = arith.remui %[[THREAD]], %c64_i64
// CHECK: %[[STEP:.*]] = arith.muli %[[BLOCKS]], %c8_i64
// CHECK: %[[GROUP:.*]] = arith.divui %[[THREAD]], %c64_i64
// CHECK: scf.while (%[[ROUND:.*]] = %[[BLOCK]])
// CHECK: %[[AWAY:.*]] = arith.muli %[[GROUP]], %[[BLOCKS]]
// CHECK: %[[MINE:.*]] = arith.addi %[[ROUND]], %[[AWAY]]
// CHECK: qd.iteration
// CHECK: %[[ARRAY:.*]] = memref.get_global @[[SHARED]] :
// CHECK: qd.flat_store %{{.*}}, %[[ARRAY]][%[[THREAD]]]
// CHECK: gpu.barrier
// CHECK: arith.cmpi slt, %{{.*}}, %c32_i64
// CHECK-COUNT-6: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: %[[IS_THERE:.*]] = arith.cmpi slt, %[[MINE]], %{{.*}}
// CHECK: scf.if %[[IS_THERE]] {
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[LANE]], %c0_i64
// CHECK: scf.if %[[IS_FIRST]] {
// CHECK: qd.flat_store %{{.*}} : f32, memref<?xi64>
// CHECK: return
// CHECK-LABEL: func.func private @step.1$block.body(
// CHECK: memref.get_global @[[SHARED]] :

// Its first thread runs the body of a barrier.
// NVVM-LABEL: llvm.func ptx_kernelcc @step.0$block(
// NVVM-DAG: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// NVVM: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
// NVVM: %[[TID:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"
// NVVM: %[[THREAD:.*]] = llvm.zext %[[TID]]
// NVVM: %[[LIMIT:.*]] = llvm.mlir.constant(1 : i64)
// NVVM: llvm.icmp "slt" %[[THREAD]], %[[LIMIT]]
// NVVM: llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"
qd.kernel @step(%x: memref<?xf32>, %flag: memref<?xi32>) attributes {
    barrier_offset = 65608, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"65640">} {
  qd.graph_do_while flag <array(1)> on_max(stop) {
    qd.launch @step.0
    qd.launch @step.1
    qd.launch @step.2
  }
}
qd.task @step.0 of @step extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}
qd.task @step.1 of @step extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  %sum = qd.combine_partials addf of %n iterations at 64 : f32
  memref.store %sum, %x[%c0] : memref<?xf32>
}
qd.task @step.2 of @step extent(#qd.size<"1">) (%flag: memref<?xi32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %v = memref.load %flag[%c0] : memref<?xi32>
  %w = arith.subi %v, %c1 : i32
  memref.store %w, %flag[%c0] : memref<?xi32>
}

// -----

// A loop without tasks takes one thread; one whose tasks ask for blocks that groups of 64 do not fill has no such entry point.
// CHECK-LABEL: func.func @empty$block(
// CHECK-SAME: launch = <block_threads = 1, subgroup_width = 0, grid = single>>
// CHECK-NOT: #qd.entry_point<loop
// CHECK: #qd.entry_point<task
qd.kernel @empty(%flag: memref<?xi32>) attributes {
    readback_bytes = 0, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"64">} {
  qd.graph_do_while flag <array(0)> on_max(stop) {
  }
  qd.graph_do_while flag <array(0)> on_max(stop) {
    qd.launch @odd.0
  }
}
qd.task @odd.0 of @empty extent(#qd.size<"8">) (%flag: memref<?xi32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 8 : index
  %c0 = arith.constant 0 : i32
  qd.for (%i) in (%n) block_dim(96) {
    memref.store %c0, %flag[%i] : memref<?xi32>
  }
}
