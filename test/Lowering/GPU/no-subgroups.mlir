// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=0 --canonicalize --split-input-file | FileCheck %s

// Where no subgroup has a guaranteed width, a block of 64 threads, one for each lane, folds through workgroup memory. It
// leaves a failed launch as a block.
qd.kernel @sum(%x: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK: memref.global "private" @[[SHARED:.*]] : memref<64xf32, #gpu.address_space<workgroup>> = uninitialized
// CHECK-LABEL: func.func private @sum$0.body(
// CHECK-SAME: %[[THREAD:[a-z0-9]+]]: i64)
qd.task @sum.0 of @sum extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  // CHECK-NOT: gpu.shuffle
  // CHECK: %[[LANES:.*]] = memref.get_global @[[SHARED]]
  // CHECK: qd.flat_store %{{.*}}, %[[LANES]][%[[THREAD]]]
  // CHECK: gpu.barrier
  // CHECK: %[[HALF:.*]] = arith.cmpi slt, %[[THREAD]], %{{.*}}
  // CHECK: scf.if %[[HALF]] -> (f32) {
  // CHECK: %[[OTHER:.*]] = arith.addi %[[THREAD]], %{{.*}}
  // CHECK: %[[B:.*]] = qd.flat_load %[[LANES]][%[[OTHER]]]
  // CHECK: %[[A:.*]] = qd.flat_load %[[LANES]][%[[THREAD]]]
  // CHECK: %[[SUM:.*]] = arith.addf %[[A]], %[[B]] : f32
  // CHECK: qd.flat_store %[[SUM]], %[[LANES]][%[[THREAD]]]
  // CHECK-COUNT-5: gpu.barrier
  // CHECK: %[[ALL:.*]] = scf.if
  // CHECK-NOT: qd.flat_store
  // CHECK: gpu.barrier
  // CHECK-NOT: gpu.barrier
  // CHECK: qd.flat_store %[[ALL]], %{{.*}} : f32, memref<?xi64>
  %sum = qd.for (%i) in (%n) block_dim(100) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}
// CHECK-LABEL: func.func @sum$0(
// CHECK-SAME: block_threads = 64, subgroup_width = 0, threads_per_iteration = 64
// CHECK: qd.block_any

// -----

// Atomics to one element are aggregated by the block; those to elements that threads of a subgroup share stay.
qd.kernel @count(%s: memref<?xi32>, %t: memref<?xi32>) {
  qd.return
}
// CHECK: memref.global "private" @{{.*}} : memref<256xi32, #gpu.address_space<workgroup>> = uninitialized
// CHECK-LABEL: func.func private @count$0.body(
qd.task @count.0 of @count extent(#qd.size<"scalar(2)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %t: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  // CHECK: qd.iteration
  // CHECK: qd.flat_atomic_rmw addi device
  // CHECK-COUNT-9: gpu.barrier
  // CHECK-NOT: gpu.barrier
  // CHECK: qd.block_any
  // CHECK: qd.flat_atomic_rmw addi device
  // CHECK-NOT: {{qd.uniform_in_subgroup|gpu.shuffle|flat_atomic}}
  // CHECK: return
  qd.for (%i, %j) in (%n, %m) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i32
    memref.atomic_rmw addi %c1, %s[%c0] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw addi %c1, %t[%i] : (i32, memref<?xi32>) -> i32
  }
}
// CHECK-LABEL: func.func @count$0(
// CHECK-SAME: grid = resident

// -----

// Blocks that halves do not make fold nothing.
qd.kernel @odd(%s: memref<?xi32>) {
  qd.return
}
// CHECK-NOT: memref.global
// CHECK-LABEL: func.func private @odd$0.body(
qd.task @odd.0 of @odd extent(#qd.size<"scalar(1)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  // CHECK-NOT: gpu.barrier
  // CHECK: qd.flat_atomic_rmw addi device
  qd.for (%i) in (%n) block_dim(96) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i32
    memref.atomic_rmw addi %c1, %s[%c0] : (i32, memref<?xi32>) -> i32
  }
}
// CHECK-LABEL: func.func @odd$0(
// CHECK-SAME: block_threads = 96
