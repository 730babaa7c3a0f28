// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=64 --canonicalize --split-input-file | FileCheck %s
// RUN: not qdc-opt %s --convert-tasks-to-grid=subgroup-width=16 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not qdc-opt %s --convert-tasks-to-grid=subgroup-width=128 2>&1 | FileCheck %s --check-prefix=WIDE

// ERROR: a subgroup width of 16 is not supported; accepted: 0 (none is guaranteed), 32, 64
// WIDE: a subgroup width of 128 is not supported; accepted: 0 (none is guaranteed), 32, 64

// A thread has one lane of the rule, which has nothing to take turns with; blocks are whole subgroups.
qd.kernel @sum(%x: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @sum$0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %{{[a-z0-9]+}}: index, %[[W:[a-z0-9]+]]: memref<?xi64>,
// CHECK-SAME: %[[BLOCK:[a-z0-9]+]]: i64, %[[BLOCKS:[a-z0-9]+]]: i64, %[[THREAD:[a-z0-9]+]]: i64)
qd.task @sum.0 of @sum extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-DAG: %[[WIDTH:.*]] = arith.constant 64 : i64
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-DAG: %[[WORDS:.*]] = arith.constant 64 : i32
  // CHECK-DAG: %[[D32:.*]] = arith.constant 32 : i32
  // CHECK-DAG: %[[D16:.*]] = arith.constant 16 : i32
  // CHECK-DAG: %[[D8:.*]] = arith.constant 8 : i32
  // CHECK-DAG: %[[D4:.*]] = arith.constant 4 : i32
  // CHECK-DAG: %[[D2:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[D1:.*]] = arith.constant 1 : i32
  // CHECK: %[[LANE:.*]] = arith.remui %[[THREAD]], %[[WIDTH]]
  // CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %[[LANE]]
  // CHECK: %[[VALUE:.*]] = scf.if %{{.*}} -> (f32) {
  // CHECK: %[[FOLDED:.*]]:2 = scf.while (%[[E:.*]] = %[[FIRST]], %[[CURRENT:.*]] = %[[ZERO]]) : (i64, f32) -> (i64, f32) {
  // CHECK: %[[V:.*]] = qd.iteration %[[E]] -> f32 {
  // CHECK: %[[FOLD:.*]] = arith.addf %[[CURRENT]], %[[V]] : f32
  // CHECK: %[[NEXT:.*]] = arith.addi %[[E]], %[[WIDTH]]
  // CHECK: scf.condition(%{{.*}}) %[[NEXT]], %[[FOLD]] : i64, f32
  // CHECK: } attributes {qd.unroll = 16 : i32}
  // CHECK: scf.yield %[[FOLDED]]#1 : f32
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %[[ZERO]] : f32
  // CHECK-NOT: {{arith.select|arith.addf|gpu.shuffle}}
  // CHECK: arith.bitcast %[[VALUE]] : f32 to i32
  // CHECK: gpu.shuffle down %{{.*}}, %[[D32]], %[[WORDS]] : i32
  // CHECK: arith.addf %[[VALUE]],
  // CHECK: gpu.shuffle down %{{.*}}, %[[D16]], %[[WORDS]] : i32
  // CHECK: arith.addf
  // CHECK: gpu.shuffle down %{{.*}}, %[[D8]], %[[WORDS]] : i32
  // CHECK: arith.addf
  // CHECK: gpu.shuffle down %{{.*}}, %[[D4]], %[[WORDS]] : i32
  // CHECK: arith.addf
  // CHECK: gpu.shuffle down %{{.*}}, %[[D2]], %[[WORDS]] : i32
  // CHECK: arith.addf
  // CHECK: gpu.shuffle down %{{.*}}, %[[D1]], %[[WORDS]] : i32
  // CHECK: %[[SUM:.*]] = arith.addf
  // CHECK-NOT: gpu.shuffle
  // CHECK: %[[LEADS:.*]] = arith.cmpi eq, %[[LANE]], %{{.*}}
  // CHECK: scf.if %[[LEADS]] {
  // CHECK: qd.flat_store %[[SUM]], %[[W]][%{{.*}}] : f32, memref<?xi64>
  %sum = qd.for (%i) in (%n) block_dim(100) reduce(addf) -> f32 {
    %v = qd.volatile_load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}
// CHECK-LABEL: func.func @sum$0(
// CHECK-SAME: block_threads = 128, subgroup_width = 64, threads_per_iteration = 64>

// -----

// A subgroup combines, in as many steps for each of the two words.
qd.kernel @combine(%n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @combine$0.body(
qd.task @combine.0 of @combine extent(#qd.size<"1">)
    (%n: index {qd.slot = #qd.slot<scalar(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK: %[[FOLDS:.*]] = arith.cmpi slt, %{{.*}}, %c64_i64
  // CHECK-NEXT: scf.if %[[FOLDS]]
  // CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i64, i64) -> (i64, i64) {
  // CHECK: } attributes {qd.unroll = 8 : i32}
  // CHECK-COUNT-12: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: return
  %c0 = arith.constant 0 : index
  %most = qd.combine_partials maxs of %n iterations at 64 : i64
  memref.store %most, %w[%c0] : memref<?xi64>
}
// CHECK-LABEL: func.func @combine$0(
// CHECK-SAME: block_threads = 256, subgroup_width = 64, threads_per_iteration = 256>

// -----

// A block of 256 has four subgroups.
qd.kernel @one(%s: memref<?xi32>, %n: i32) {
  qd.return
}
// CHECK: memref.global "private" @{{.*}} : memref<4xi32, #gpu.address_space<workgroup>>
// CHECK-LABEL: func.func private @one$0.body(
qd.task @one.0 of @one extent(#qd.size<"scalar(1)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>}) {
  // CHECK-COUNT-6: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: qd.block_any
  // CHECK-COUNT-6: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: qd.flat_atomic_rmw addi
  // CHECK-NOT: qd.flat_atomic_rmw
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) : i32 {
    memref.atomic_rmw addi %i, %s[%c0] : (i32, memref<?xi32>) -> i32
  }
}
// CHECK-LABEL: func.func @one$0(
// CHECK-SAME: grid = resident>

// -----

// Blocks of one subgroup and a half do not work together.
qd.kernel @part(%s: memref<?xi32>, %n: i32) {
  qd.return
}
// CHECK-NOT: memref.global
// CHECK-LABEL: func.func private @part$0.body(
qd.task @part.0 of @part extent(#qd.size<"scalar(1)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>}) {
  // CHECK-NOT: qd.block_any
  // CHECK: qd.uniform_in_subgroup
  // CHECK-COUNT-6: gpu.shuffle down
  // CHECK-NOT: {{gpu.shuffle|qd.block_any}}
  // CHECK: qd.flat_atomic_rmw addi
  // CHECK-NOT: qd.block_any
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) : i32 block_dim(96) {
    memref.atomic_rmw addi %i, %s[%c0] : (i32, memref<?xi32>) -> i32
  }
}
// CHECK-LABEL: func.func @part$0(
// CHECK-SAME: launch = <block_threads = 96, subgroup_width = 64>>
