// RUN: qdc-opt %s --qd-name-symbols --convert-qd-to-gpu --canonicalize --split-input-file | FileCheck %s

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

// -----

// Coordinates are divided out at the first iteration of a block, as is the distance to a thread's next; from there on
// they are counted up, with a carry from each dimension to the one before.
qd.kernel @coordinates(%x: memref<?xf64>, %n: index, %m: index, %l: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @coordinates$0(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1> {{.*}}, %[[N:[a-z0-9]+]]: i64, %[[M:[a-z0-9]+]]: i64, %[[L:[a-z0-9]+]]: i64,
qd.task @coordinates.0 of @coordinates extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %m: index {qd.slot = #qd.slot<scalar(2)>}, %l: index {qd.slot = #qd.slot<scalar(3)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-DAG: %[[WARP:.*]] = llvm.mlir.constant(32 : i64) : i64
  // CHECK-DAG: %[[COUNT1:.*]] = llvm.select %{{.*}}, %[[M]], %{{.*}} : i1, i64
  // CHECK-DAG: %[[COUNT2:.*]] = llvm.select %{{.*}}, %[[L]], %{{.*}} : i1, i64
  // CHECK: ^[[BLOCKS:.*]](%[[BLOCK:.*]]: i64):
  // CHECK: %[[K0:.*]] = llvm.urem %[[FIRST:.*]], %[[COUNT2]] : i64
  // CHECK: %[[ROWS:.*]] = llvm.udiv %[[FIRST]], %[[COUNT2]] : i64
  // CHECK: %[[J0:.*]] = llvm.urem %[[ROWS]], %[[COUNT1]] : i64
  // CHECK: %[[I0:.*]] = llvm.udiv %[[ROWS]], %[[COUNT1]] : i64
  // CHECK: %[[STEP2:.*]] = llvm.urem %[[WARP]], %[[COUNT2]] : i64
  // CHECK: %[[STEPS:.*]] = llvm.udiv %[[WARP]], %[[COUNT2]] : i64
  // CHECK: %[[STEP1:.*]] = llvm.urem %[[STEPS]], %[[COUNT1]] : i64
  // CHECK: %[[STEP0:.*]] = llvm.udiv %[[STEPS]], %[[COUNT1]] : i64
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY:[a-z0-9]+]](%[[FIRST]], %[[I0]], %[[J0]], %[[K0]],
  // CHECK: ^[[BODY]](%[[E:.*]]: i64, %[[I:.*]]: i64, %[[J:.*]]: i64, %[[K:.*]]: i64, %{{.*}}: f64, %{{.*}}: f64):
  // CHECK-NOT: llvm.{{[us](div|rem)}}
  // CHECK: %[[IJ:.*]] = llvm.mul %[[I]], %[[J]] : i64
  // CHECK: llvm.add %[[IJ]], %[[K]] : i64
  // CHECK: llvm.load
  // CHECK: %[[NEXT:.*]] = llvm.add %[[E]], %[[WARP]]
  // CHECK: %[[LEFT2:.*]] = llvm.sub %[[COUNT2]], %[[STEP2]]
  // CHECK: %[[CARRY2:.*]] = llvm.icmp "uge" %[[K]], %[[LEFT2]] : i64
  // CHECK: %[[BACK2:.*]] = llvm.sub %[[STEP2]], %[[COUNT2]]
  // CHECK: %[[MOVE2:.*]] = llvm.select %[[CARRY2]], %[[BACK2]], %[[STEP2]] : i1, i64
  // CHECK: %[[ONE2:.*]] = llvm.zext %[[CARRY2]] : i1 to i64
  // CHECK: %[[NEXT2:.*]] = llvm.add %[[K]], %[[MOVE2]]
  // CHECK: %[[CARRIED1:.*]] = llvm.add %[[STEP1]], %[[ONE2]]
  // CHECK: %[[LEFT1:.*]] = llvm.sub %[[COUNT1]], %[[CARRIED1]]
  // CHECK: %[[CARRY1:.*]] = llvm.icmp "uge" %[[J]], %[[LEFT1]] : i64
  // CHECK: %[[BACK1:.*]] = llvm.sub %[[CARRIED1]], %[[COUNT1]]
  // CHECK: %[[MOVE1:.*]] = llvm.select %[[CARRY1]], %[[BACK1]], %[[CARRIED1]] : i1, i64
  // CHECK: %[[ONE1:.*]] = llvm.zext %[[CARRY1]] : i1 to i64
  // CHECK: %[[NEXT1:.*]] = llvm.add %[[J]], %[[MOVE1]]
  // CHECK: %[[CARRIED0:.*]] = llvm.add %[[STEP0]], %[[ONE1]]
  // CHECK: %[[NEXT0:.*]] = llvm.add %[[I]], %[[CARRIED0]]
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY]](%[[NEXT]], %[[NEXT0]], %[[NEXT1]], %[[NEXT2]],
  // CHECK: llvm.return
  %sum = qd.for (%i, %j, %k) in (%n, %m, %l) reduce(addf) -> f64 {
    %ij = arith.muli %i, %j : index
    %at = arith.addi %ij, %k : index
    %v = memref.load %x[%at] : memref<?xf64>
    qd.yield %v : f64
  }
}
