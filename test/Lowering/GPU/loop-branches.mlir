// A branch that stands in no loop of the source is in a loop of one iteration, which has entry points of its own.
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=32 loops=block,grid" --canonicalize --split-input-file | FileCheck %s

// Neither a loop nor a barrier: the condition was written ahead of it, and the tasks touch different arrays. The count is
// 1 whichever side runs.
// CHECK-LABEL: func.func @choose.0$grid(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?xf32>, %{{[a-z0-9]+}}: memref<?xf32>, %[[WORDS:[a-z0-9]+]]: memref<?xi64>
// CHECK-SAME: #qd.entry_point<loop = <0 of "choose" as grid>,
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
// CHECK: qd.flat_load %[[WORDS]][%[[C4]]]
// CHECK-NOT: scf.while
// CHECK-NOT: qd.grid_barrier
// CHECK: %[[BEFORE:.*]] = qd.flat_load %[[WORDS]][%[[C0]]]
// CHECK-NEXT: %[[ALL:.*]] = arith.addi %[[BEFORE]], %[[C1]]
// CHECK-NEXT: qd.flat_store %[[ALL]], %[[WORDS]][%[[C0]]]
// CHECK: scf.if
// CHECK-NOT: qd.grid_barrier
// CHECK: func.call @choose.0$grid.body(
// CHECK: } else {
// CHECK-NOT: qd.grid_barrier
// CHECK: func.call @choose.1$grid.body(
// CHECK-NOT: qd.grid_barrier
// CHECK: return
qd.kernel @choose(%x: memref<?xf32>, %y: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"40">} {
  qd.graph_repeat from <"0"> to <"1"> step <"1"> counts at 0 {
    qd.graph_if condition at 32 {
      qd.launch @choose.0
    } else {
      qd.launch @choose.1
    }
  }
}
qd.task @choose.0 of @choose extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xf32>
  }
}
qd.task @choose.1 of @choose extent(#qd.size<"64">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %one, %y[%i] : memref<?xf32>
  }
}

// -----

// A serial task at the end waits for a barrier.
// CHECK-LABEL: func.func @last.0$grid(
// CHECK: func.call @last.0$grid.body(
// CHECK: qd.grid_barrier
// CHECK: func.call @last.1$grid.body(
// CHECK: return
qd.kernel @last(%x: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"1"> step <"1"> counts at 0 {
    qd.launch @last.0
    qd.launch @last.1
  }
}
qd.task @last.0 of @last extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xf32>
  }
}
qd.task @last.1 of @last extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%c1] : memref<?xf32>
  memref.store %v, %x[%c0] : memref<?xf32>
}

// -----

// Loops in one that has entry points have none, but for the strategy that the source asks for.
// CHECK: #qd.entry_point<loop = <0 of "inside" as block>
// CHECK: #qd.entry_point<loop = <0 of "inside" as grid>
// CHECK: #qd.entry_point<loop = <4 of "inside" as grid>
// CHECK-NOT: #qd.entry_point<loop
qd.kernel @inside(%x: memref<?xf32>, %n: index) attributes {
    barrier_offset = 24, readback_bytes = 24, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"40">} {
  qd.graph_repeat from <"0"> to <"1"> step <"1"> counts at 0 {
    qd.launch @inside.0
    qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> counts at 8 {
      qd.launch @inside.0
    }
    qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> counts at 16 attributes {strategy = "grid"} {
      qd.launch @inside.0
    }
  }
}
qd.task @inside.0 of @inside extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xf32>
  }
}

// -----

// Where tasks ask for blocks of different sizes the outer one has none, and those inside of it do.
// CHECK: #qd.entry_point<loop = <1 of "blocks" as block>
// CHECK: #qd.entry_point<loop = <1 of "blocks" as grid>
// CHECK: #qd.entry_point<loop = <3 of "blocks" as block>
// CHECK: #qd.entry_point<loop = <3 of "blocks" as grid>
// CHECK-NOT: #qd.entry_point<loop
qd.kernel @blocks(%x: memref<?xf32>, %n: index) attributes {
    barrier_offset = 24, readback_bytes = 24, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"40">} {
  qd.graph_repeat from <"0"> to <"1"> step <"1"> counts at 0 {
    qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> counts at 8 {
      qd.launch @blocks.0
    }
    qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> counts at 16 {
      qd.launch @blocks.1
    }
  }
}
qd.task @blocks.0 of @blocks extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%n) block_dim(64) {
    memref.store %one, %x[%i] : memref<?xf32>
  }
}
qd.task @blocks.1 of @blocks extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %two = arith.constant 2.0 : f32
  qd.for (%i) in (%n) block_dim(128) {
    memref.store %two, %x[%i] : memref<?xf32>
  }
}
