// RUN: qdc-opt %s --convert-qd-to-gpu --canonicalize --split-input-file | FileCheck %s

// CHECK: #[[COUNT:.*]] = #llvm.loop_unroll<count = 16 : i32>
// CHECK: #[[UNROLL:.*]] = #llvm.loop_annotation<unroll = #[[COUNT]]>

// A warp for each block of the rule; a thread's two lanes take turns, and are folded with each other first.
qd.kernel @sum(%x: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @sum$0(
// CHECK-SAME: block_threads = 128 : i32
// CHECK-SAME: threads_per_iteration = 32 : i32
qd.task @sum.0 of @sum extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-DAG: %[[ZERO:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
  // CHECK-DAG: %[[WARP:.*]] = llvm.mlir.constant(32 : i64) : i64
  // CHECK: ^[[BLOCKS:.*]](%[[BLOCK:.*]]: i64):
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY:.*]](%{{.*}}, %[[ZERO]], %[[ZERO]] : i64, f32, f32), ^[[FOLDED:.*]](%[[ZERO]], %[[ZERO]] : f32, f32)
  // CHECK: ^[[BODY]](%[[E:.*]]: i64, %[[CURRENT:.*]]: f32, %[[OTHER:.*]]: f32):
  // CHECK: %[[LOADED:.*]] = llvm.load
  // CHECK: llvm.br ^[[END:.*]](%[[LOADED]] : f32)
  // CHECK: ^[[END]](%[[V:.*]]: f32):
  // CHECK: %[[NEXT:.*]] = llvm.add %[[E]], %[[WARP]]
  // CHECK: %[[FOLD:.*]] = llvm.fadd %[[CURRENT]], %[[V]] : f32
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY]](%[[NEXT]], %[[OTHER]], %[[FOLD]] : i64, f32, f32), ^[[FOLDED]](%[[OTHER]], %[[FOLD]] : f32, f32)
  // CHECK-SAME: {loop_annotation = #[[UNROLL]]}
  // CHECK: ^[[FOLDED]](%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK: %[[LOW:.*]] = llvm.select %[[SWAPPED:[0-9a-z]+]], %[[B]], %[[A]]
  // CHECK: %[[HIGH:.*]] = llvm.select %[[SWAPPED]], %[[A]], %[[B]]
  // CHECK: llvm.fadd %[[LOW]], %[[HIGH]] : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32"(%{{.*}}, %{{.*}}, %[[D16:.*]], %{{.*}})
  // CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32"
  // CHECK-NOT: llvm.nvvm.shfl
  // CHECK: llvm.store
  %sum = qd.for (%i) in (%n) block_dim(100) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}

// -----

// 64-bit values travel as two words; a warp combines, and its first thread does the rest.
qd.kernel @combine(%n: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @combine$0(
// CHECK-SAME: block_threads = 32 : i32
// CHECK-SAME: threads_per_iteration = 32 : i32
qd.task @combine.0 of @combine extent(#qd.size<"1">)
    (%n: index {qd.slot = #qd.slot<scalar(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-COUNT-10: llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32"
  // CHECK-COUNT-10: llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32"
  // CHECK-NOT: llvm.nvvm.shfl
  // CHECK: llvm.cond_br %{{.*}}, ^[[FIRST:.*]], ^{{.*}}
  // CHECK: ^[[FIRST]]:
  // CHECK: llvm.store
  %c0 = arith.constant 0 : index
  %most = qd.combine_partials maxs of %n iterations at 64 : i64
  %sum = qd.combine_partials addi of %n iterations at 128 : i64
  %both = arith.addi %most, %sum : i64
  memref.store %both, %w[%c0] : memref<?xi64>
}
