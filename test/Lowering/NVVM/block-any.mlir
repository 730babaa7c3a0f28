// qd.block_any orders accesses to all memory, as a barrier does. PTX promises it of both instructions; LLVM must keep what
// stands on one side of them there: the value that a thread has just stored is loaded again, since another thread may have
// stored another one in between.
// RUN: qdc-opt %s --convert-grid-to-nvvm | mlir-translate --allow-unregistered-dialect --mlir-to-llvmir | opt -mtriple=nvptx64-nvidia-cuda -O3 -S | FileCheck %s
// RUN: qdc-opt %s --convert-grid-to-nvvm | mlir-translate --allow-unregistered-dialect --mlir-to-llvmir | opt -mtriple=nvptx64-nvidia-cuda -O3 | llc -mtriple=nvptx64-nvidia-cuda -mcpu=sm_70 -O3 | FileCheck %s --check-prefix=PTX

// CHECK-LABEL: @any(
// CHECK: store i32 1, ptr addrspace(1) %[[AT:.*]], align 4
// CHECK-NEXT: tail call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 false)
// CHECK-NEXT: %[[MINE:.*]] = load i32, ptr addrspace(1) %[[AT]], align 4
// CHECK: store i32 %[[MINE]], ptr addrspace(1)
// PTX-LABEL: .entry any(
// PTX: st.global.{{b|u}}32 [%[[AT:.*]]],
// PTX: bar{{.*}}.red.or.pred
// PTX: ld.global.{{b|u}}32 %[[MINE:.*]], [%[[AT]]]
// PTX: st.global.{{b|u}}32 [%{{.*}}], %[[MINE]]
func.func @any(%x: memref<?xi32>, %y: memref<?xi32>)
    attributes {qd.entry_point = #qd.entry_point<task = <"any.0" of "any">, slots = [<array(0)>, <array(1)>],
                                                 launch = <block_threads = 64, subgroup_width = 32>>} {
  %c1 = arith.constant 1 : i32
  %no = arith.constant false
  %thread = gpu.thread_id x
  %at = arith.index_cast %thread : index to i64
  qd.flat_store %c1, %x[%at] : i32, memref<?xi32>
  %any = qd.block_any %no
  %mine = qd.flat_load %x[%at] : memref<?xi32> -> i32
  qd.flat_store %mine, %y[%at] : i32, memref<?xi32>
  return
}

// CHECK-LABEL: @barrier(
// CHECK: store i32 1, ptr addrspace(1) %[[AT:.*]], align 4
// CHECK-NEXT: tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
// CHECK-NEXT: %[[MINE:.*]] = load i32, ptr addrspace(1) %[[AT]], align 4
// CHECK: store i32 %[[MINE]], ptr addrspace(1)
// PTX-LABEL: .entry barrier(
// PTX: st.global.{{b|u}}32 [%[[AT:.*]]],
// PTX: bar{{.*}}.sync
// PTX: ld.global.{{b|u}}32 %[[MINE:.*]], [%[[AT]]]
// PTX: st.global.{{b|u}}32 [%{{.*}}], %[[MINE]]
func.func @barrier(%x: memref<?xi32>, %y: memref<?xi32>)
    attributes {qd.entry_point = #qd.entry_point<task = <"barrier.0" of "barrier">, slots = [<array(0)>, <array(1)>],
                                                 launch = <block_threads = 64, subgroup_width = 32>>} {
  %c1 = arith.constant 1 : i32
  %thread = gpu.thread_id x
  %at = arith.index_cast %thread : index to i64
  qd.flat_store %c1, %x[%at] : i32, memref<?xi32>
  gpu.barrier
  %mine = qd.flat_load %x[%at] : memref<?xi32> -> i32
  qd.flat_store %mine, %y[%at] : i32, memref<?xi32>
  return
}
