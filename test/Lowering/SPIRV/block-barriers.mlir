// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// CHECK: spirv.GlobalVariable @qdc.votes : !spirv.ptr<!spirv.array<1 x i32>, Workgroup>

// CHECK-LABEL: spirv.func @votes
func.func @votes(%x: memref<?xi64>, %c: i1) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <scalar(1)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // The word is 0 before anybody votes, and is not changed before all have read it.
  // CHECK: spirv.ControlBarrier
  // CHECK: spirv.mlir.selection
  // CHECK: spirv.Store "Workgroup"
  // CHECK: spirv.ControlBarrier
  // CHECK: spirv.mlir.selection
  // CHECK: spirv.AtomicOr <Workgroup>
  // CHECK: spirv.ControlBarrier
  // CHECK: %[[VOTES:.*]] = spirv.Load "Workgroup"
  // CHECK: %[[ANY:.*]] = spirv.INotEqual %[[VOTES]]
  // CHECK: spirv.BranchConditional %[[ANY]]
  %any = qd.block_any %c
  scf.if %any {
    qd.flat_store %zero, %x[%zero] : i64, memref<?xi64>
  }
  return
}

// One thread runs what stands in a barrier, and tells the others.
// CHECK-LABEL: spirv.func @loop
func.func @loop(%x: memref<?xi64>) attributes {qd.entry_point = #qd.entry_point<
    loop = <0 of "k" as block>, slots = [<array(0)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory, grid = single>>} {
  %zero = arith.constant 0 : i64
  // CHECK: spirv.ControlBarrier
  // CHECK: %[[ALONE:.*]] = spirv.mlir.selection -> i1 {
  // CHECK: spirv.Load "PhysicalStorageBuffer"
  // CHECK: spirv.SGreaterThan
  // CHECK-COUNT-3: spirv.ControlBarrier
  %more = qd.grid_barrier -> i1 {
  ^bb0(%thread: i64):
    %v = qd.flat_load %x[%thread] : memref<?xi64> -> i64
    %goes = arith.cmpi sgt, %v, %zero : i64
    qd.grid_barrier_end %goes : i1
  }
  scf.if %more {
    qd.flat_store %zero, %x[%zero] : i64, memref<?xi64>
  }
  // CHECK: spirv.ControlBarrier
  // CHECK-NOT: spirv.ControlBarrier
  // CHECK: spirv.Return
  qd.grid_barrier {
  ^bb0(%thread: i64):
    qd.grid_barrier_end
  }
  return
}
