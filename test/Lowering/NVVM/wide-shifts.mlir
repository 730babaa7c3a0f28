// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --convert-grid-to-nvvm | FileCheck %s

// The amount of a 64-bit shift stays below 64, so that the back end cannot take the selection around it for its own.
qd.kernel @shifts(%x: memref<?xi64>, %y: memref<?xi32>) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @shifts$0(
// CHECK: %[[WIDE:.*]] = llvm.load {{.*}} -> i64
// CHECK: %[[NARROW:.*]] = llvm.load {{.*}} -> i32
// CHECK: %[[BOUND:.*]] = llvm.and %[[WIDE]], %{{.*}} : i64
// CHECK: llvm.shl %[[WIDE]], %[[BOUND]] : i64
// CHECK: llvm.lshr %[[WIDE]], %{{.*}} : i64
// CHECK: llvm.ashr %[[WIDE]], %{{.*}} : i64
// CHECK: llvm.shl %[[NARROW]], %[[NARROW]] : i32
qd.task @shifts.0 of @shifts extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xi32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %wide = memref.load %x[%c0] : memref<?xi64>
  %narrow = memref.load %y[%c0] : memref<?xi32>
  %a = arith.shli %wide, %wide : i64
  %b = arith.shrui %wide, %wide : i64
  %c = arith.shrsi %wide, %wide : i64
  %d = arith.shli %narrow, %narrow : i32
  memref.store %a, %x[%c0] : memref<?xi64>
  memref.store %b, %x[%c0] : memref<?xi64>
  memref.store %c, %x[%c0] : memref<?xi64>
  memref.store %d, %y[%c0] : memref<?xi32>
}
