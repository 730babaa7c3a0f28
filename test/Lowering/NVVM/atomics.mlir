// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --convert-grid-to-nvvm --canonicalize | FileCheck %s

// Relaxed, and for the threads of one device; by an instruction where there is one, which NVIDIA's GPUs have for sums of
// floats too. The task polls, so that others may wait for what it does.
qd.kernel @k(%x: memref<?xi32>, %f: memref<?xf32>, %b: memref<?xi1>) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @k$0(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[F:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[B:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias},
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %f: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi1> {qd.slot = #qd.slot<array(2)>}, %i: i32 {qd.slot = #qd.slot<scalar(3)>},
     %k: f32 {qd.slot = #qd.slot<scalar(4)>}, %t: i1 {qd.slot = #qd.slot<scalar(5)>}) {
  // CHECK-DAG: %[[FLAG:.*]] = llvm.alloca %{{.*}} x !llvm.array<1 x i8> {alignment = 64 : i64} : (i64) -> !llvm.ptr
  // CHECK-DAG: %[[LOCAL:.*]] = llvm.alloca %{{.*}} x !llvm.array<4 x i32> {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %c0 = arith.constant 0 : index
  %go = qd.volatile_load %b[%c0] : memref<?xi1>
  // CHECK: llvm.atomicrmw add %[[X]], %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, i32
  %0 = memref.atomic_rmw addi %i, %x[%c0] : (i32, memref<?xi32>) -> i32
  // CHECK: llvm.atomicrmw max %[[X]], %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, i32
  %1 = memref.atomic_rmw maxs %i, %x[%c0] : (i32, memref<?xi32>) -> i32
  // CHECK: llvm.atomicrmw umax %[[X]], %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, i32
  %2 = memref.atomic_rmw maxu %i, %x[%c0] : (i32, memref<?xi32>) -> i32
  // CHECK: llvm.atomicrmw fadd %[[F]], %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, f32
  %3 = memref.atomic_rmw addf %k, %f[%c0] : (f32, memref<?xf32>) -> f32
  // CHECK: llvm.load %[[X]] atomic syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK: llvm.mul
  // CHECK: llvm.cmpxchg %[[X]], %{{.*}}, %{{.*}} syncscope("device") monotonic monotonic : !llvm.ptr<1>, i32
  %4 = memref.atomic_rmw muli %i, %x[%c0] : (i32, memref<?xi32>) -> i32
  // CHECK: llvm.cmpxchg %[[X]], %{{.*}}, %{{.*}} syncscope("device") monotonic monotonic : !llvm.ptr<1>, i32
  %5 = qd.atomic_cas %x[%c0], %i, %i : memref<?xi32>
  // The byte of an i1 stays 0 or 1.
  // CHECK: llvm.atomicrmw _or %[[B]], %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, i8
  %6 = memref.atomic_rmw ori %t, %b[%c0] : (i1, memref<?xi1>) -> i1
  // CHECK: llvm.atomicrmw _xor %[[B]], %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, i8
  %7 = memref.atomic_rmw addi %t, %b[%c0] : (i1, memref<?xi1>) -> i1
  // An array of the thread's own needs none.
  // CHECK-NOT: {{cmpxchg|atomicrmw}}
  // CHECK: %[[OLD:.*]] = llvm.load %[[LOCAL]] : !llvm.ptr -> i32
  // CHECK: %[[NEW:.*]] = llvm.add %[[OLD]]
  // CHECK: llvm.store %[[NEW]], %[[LOCAL]] : i32, !llvm.ptr
  // CHECK-NOT: {{cmpxchg|atomicrmw}}
  %local = memref.alloca() : memref<4xi32>
  %8 = memref.atomic_rmw addi %i, %local[%c0] : (i32, memref<4xi32>) -> i32
  // CHECK: %[[BYTE:.*]] = llvm.zext %{{.*}} : i1 to i8
  // CHECK: llvm.store %[[BYTE]], %[[FLAG]] : i8, !llvm.ptr
  %flag = memref.alloca() : memref<1xi1>
  memref.store %t, %flag[%c0] : memref<1xi1>
}
