// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// A workgroup is whole vectors of lavapipe, and threads that nobody asked for leave at once.
// CHECK-LABEL: spirv.func @serial
// CHECK: %[[WANTED:.*]] = spirv.ULessThan
// CHECK: spirv.BranchConditional %[[WANTED]]
// CHECK: spirv.Return
// CHECK: spirv.ExecutionMode @serial "LocalSize", 16, 1, 1
func.func @serial(%x: memref<?xi32>, %v: i32) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <scalar(1)>],
    launch = <block_threads = 1, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  qd.flat_store %v, %x[%zero] : i32, memref<?xi32>
  return
}
