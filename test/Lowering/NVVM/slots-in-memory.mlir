// RUN: qdc-opt %s --convert-grid-to-nvvm --canonicalize | FileCheck %s

// A kernel whose slots lie in memory has their address as its one parameter, and hands them to its body one by one. There
// they are parameters that promise as much as those of a kernel do.
func.func private @far.body(%x: memref<?xf32>, %y: memref<?xf32> {qd.may_alias}, %s: f32, %n: index, %block: i64,
                            %blocks: i64, %thread: i64) {
  %to = arith.index_cast %n : index to i64
  %old = qd.flat_load %x[%thread] : memref<?xf32> -> f32
  %new = arith.mulf %old, %s : f32
  qd.flat_store %new, %y[%to] : f32, memref<?xf32>
  return
}
// CHECK-LABEL: llvm.func internal @far.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[Y:[a-z0-9]+]]: !llvm.ptr<1>, %[[S:[a-z0-9]+]]: i64, %[[N:[a-z0-9]+]]: i64,
// CHECK-SAME: %[[BLOCK:[a-z0-9]+]]: i64, %[[BLOCKS:[a-z0-9]+]]: i64, %[[THREAD:[a-z0-9]+]]: i64)
// CHECK-NOT: nvvm.maxntid
// CHECK-SAME: always_inline, convergent
// CHECK-SAME: no_unwind
// CHECK: %[[BITS:.*]] = llvm.trunc %[[S]] : i64 to i32
// CHECK: %[[K:.*]] = llvm.bitcast %[[BITS]] : i32 to f32
// CHECK: %[[FROM:.*]] = llvm.getelementptr inbounds %[[X]][%[[THREAD]]]
// CHECK: %[[OLD:.*]] = llvm.load %[[FROM]] invariant : !llvm.ptr<1> -> f32
// CHECK: %[[NEW:.*]] = llvm.fmul %[[OLD]], %[[K]]
// CHECK: %[[TO:.*]] = llvm.getelementptr inbounds %[[Y]][%[[N]]]
// CHECK: llvm.store %[[NEW]], %[[TO]]

// CHECK-LABEL: llvm.func ptx_kernelcc @far(
// CHECK-SAME: %[[SLOTS:[a-z0-9]+]]: !llvm.ptr<1>)
// CHECK-SAME: convergent, no_unwind, passthrough = {{\[\[}}"nvvm.maxntid", "64"]]
// CHECK-SAME: slot_passing = memory>
// CHECK-NOT: always_inline
// CHECK-DAG: %[[X:.*]] = llvm.load %[[SLOTS]] invariant {alignment = 8 : i64} : !llvm.ptr<1> -> !llvm.ptr<1>
// CHECK-DAG: %[[Y_AT:.*]] = llvm.getelementptr %[[SLOTS]][1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
// CHECK-DAG: %[[Y:.*]] = llvm.load %[[Y_AT]] invariant {alignment = 8 : i64} : !llvm.ptr<1> -> !llvm.ptr<1>
// CHECK-DAG: %[[S_AT:.*]] = llvm.getelementptr %[[SLOTS]][2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
// CHECK-DAG: %[[S:.*]] = llvm.load %[[S_AT]] invariant {alignment = 8 : i64} : !llvm.ptr<1> -> i64
// CHECK-DAG: %[[N_AT:.*]] = llvm.getelementptr %[[SLOTS]][3] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
// CHECK-DAG: %[[N:.*]] = llvm.load %[[N_AT]] invariant {alignment = 8 : i64} : !llvm.ptr<1> -> i64
// CHECK-DAG: %[[BLOCK32:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.ctaid.x"
// CHECK-DAG: %[[BLOCK:.*]] = llvm.zext %[[BLOCK32]]
// CHECK-DAG: %[[BLOCKS32:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.nctaid.x"
// CHECK-DAG: %[[BLOCKS:.*]] = llvm.zext %[[BLOCKS32]]
// CHECK-DAG: %[[THREAD32:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"
// CHECK-DAG: %[[THREAD:.*]] = llvm.zext %[[THREAD32]]
// CHECK: llvm.call @far.body(%[[X]], %[[Y]], %[[S]], %[[N]], %[[BLOCK]], %[[BLOCKS]], %[[THREAD]])
// CHECK: llvm.return
func.func @far(%x: memref<?xf32>, %y: memref<?xf32> {qd.may_alias}, %s: f32, %n: index)
    attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>, <array(1)>, <scalar(2)>, <dim(0, 0)>], launch = <block_threads = 64, subgroup_width = 32, slot_passing = memory>>} {
  %block = gpu.block_id x
  %blocks = gpu.grid_dim x
  %thread = gpu.thread_id x upper_bound 64
  %0 = arith.index_cast %block : index to i64
  %1 = arith.index_cast %blocks : index to i64
  %2 = arith.index_cast %thread : index to i64
  call @far.body(%x, %y, %s, %n, %0, %1, %2) : (memref<?xf32>, memref<?xf32>, f32, index, i64, i64, i64) -> ()
  return
}
