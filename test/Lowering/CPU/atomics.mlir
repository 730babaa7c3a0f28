// RUN: qdc-opt %s --convert-tasks-to-cpu --canonicalize | FileCheck %s

// Relaxed; by an instruction where there is one, else by compare-and-swap of the bits. The task polls, so that others may
// wait for what it does (alone-atomics.mlir has tasks whose atomics are plain).
qd.kernel @k(%x: memref<?xi32>, %f: memref<?xf32>, %b: memref<?xi1>) {
  qd.return
}
// CHECK-LABEL: llvm.func internal @k.0.chunk
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %f: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi1> {qd.slot = #qd.slot<array(2)>}, %i: i32 {qd.slot = #qd.slot<scalar(3)>},
     %k: f32 {qd.slot = #qd.slot<scalar(4)>}, %t: i1 {qd.slot = #qd.slot<scalar(5)>}) {
  %c0 = arith.constant 0 : index
  %go = qd.volatile_load %b[%c0] : memref<?xi1>
  // CHECK: llvm.atomicrmw add %{{.*}}, %{{.*}} monotonic : !llvm.ptr, i32
  %0 = memref.atomic_rmw addi %i, %x[%c0] : (i32, memref<?xi32>) -> i32
  // CHECK: llvm.atomicrmw umax %{{.*}}, %{{.*}} monotonic : !llvm.ptr, i32
  %1 = memref.atomic_rmw maxu %i, %x[%c0] : (i32, memref<?xi32>) -> i32
  // CHECK: llvm.load %{{.*}} atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  // CHECK: llvm.mul
  // CHECK: llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} monotonic monotonic : !llvm.ptr, i32
  %2 = memref.atomic_rmw muli %i, %x[%c0] : (i32, memref<?xi32>) -> i32
  // CHECK: llvm.fadd
  // CHECK: llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} monotonic monotonic : !llvm.ptr, i32
  %3 = memref.atomic_rmw addf %k, %f[%c0] : (f32, memref<?xf32>) -> f32
  // CHECK: llvm.atomicrmw xchg %{{.*}}, %{{.*}} monotonic : !llvm.ptr, i8
  %4 = memref.atomic_rmw assign %t, %b[%c0] : (i1, memref<?xi1>) -> i1
  // The byte of an i1 stays 0 or 1.
  // CHECK: llvm.atomicrmw _xor %{{.*}}, %{{.*}} monotonic : !llvm.ptr, i8
  %5 = memref.atomic_rmw addi %t, %b[%c0] : (i1, memref<?xi1>) -> i1
  // An array of the iteration itself needs none.
  %local = memref.alloca() : memref<4xi32>
  // CHECK-NOT: cmpxchg
  // CHECK-NOT: atomicrmw
  // CHECK: %[[OLD:.*]] = llvm.load
  // CHECK: llvm.mul %[[OLD]]
  // CHECK: llvm.store
  %6 = memref.atomic_rmw muli %i, %local[%c0] : (i32, memref<4xi32>) -> i32
  // CHECK: %[[SEEN:.*]] = llvm.load
  // CHECK: %[[SAME:.*]] = llvm.icmp "eq" %[[SEEN]], %{{.*}}
  // CHECK: %[[NEW:.*]] = llvm.select %[[SAME]], %{{.*}}, %[[SEEN]]
  // CHECK: llvm.store %[[NEW]]
  // CHECK-NOT: cmpxchg
  %7 = qd.atomic_cas %local[%c0], %i, %6 : memref<4xi32>
  memref.store %7, %x[%c0] : memref<?xi32>
}
