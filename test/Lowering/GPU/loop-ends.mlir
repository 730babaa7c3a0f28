// Entry points that end the iterations of a loop of a graph: its last tasks, and what decides about the next one.
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=32 loops=graph" --canonicalize --split-input-file | FileCheck %s
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=0 loops=graph" --split-input-file | FileCheck %s --check-prefix=NONE
// NONE-NOT: qd.set_condition

// A parallel task, and a serial one that reads what it wrote, in the last block. What the decision needs beside the flag is
// loaded ahead of that task. Iterations are counted in the state and in word 0 after the flag was read, which the task may
// have written.
// CHECK-LABEL: func.func @down.1$graph(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %[[GO:[a-z0-9]+]]: memref<?xi32>, %[[WORDS:[a-z0-9]+]]: memref<?xi64>,
// CHECK-SAME: %[[RECORD:[a-z0-9]+]]: memref<?xi8>, %[[STOP:[a-z0-9]+]]: memref<?xi64>, %[[MAXIMUM:[a-z0-9]+]]: i64,
// CHECK-SAME: %[[HANDLE:[a-z0-9]+]]: i64, %[[STATE:[a-z0-9]+]]: memref<?xi64>)
// CHECK-SAME: #qd.entry_point<loop = <0 of "down" as graph, last = 2>,
// CHECK-SAME: slots = [<array(0)>, <array(1)>, <workspace(0)>, <error_record>, <stop_word>, <maximum_iterations>, <condition_handle(0)>, <loop_state(0)>],
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32{{.*}}>>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK: %[[CODE:.*]] = qd.flat_load %[[RECORD]][%[[C0]]]
// CHECK-NEXT: %[[FINE:.*]] = arith.cmpi eq, %[[CODE]], %[[C0_I32]]
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @down.1$graph.body(%[[X]], %{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier ends at %[[STATE]][4] : memref<?xi64> {
// CHECK-NEXT: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK-NEXT: %[[WORD:.*]] = qd.flat_load volatile %[[STOP]][%[[C0]]]
// CHECK-NEXT: %[[BEFORE:.*]] = qd.flat_load %[[STATE]][%[[C0]]]
// CHECK-NEXT: %[[COUNTED:.*]] = qd.flat_load %[[WORDS]][%[[C0]]]
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @down.2$graph.body(%[[X]], %[[GO]], %[[C0]], %[[C1]], %[[LANE]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[LANE]], %[[C0]]
// CHECK-NEXT: scf.if %[[IS_FIRST]] {
// CHECK-NEXT: %[[ITERATIONS:.*]] = arith.addi %[[BEFORE]], %[[C1]]
// CHECK-NEXT: %[[FLAG:.*]] = qd.flat_load %[[GO]][%[[C0]]]
// CHECK: %[[IS_ALLOWED:.*]] = arith.cmpi slt, %[[ITERATIONS]], %[[MAXIMUM]]
// CHECK: %[[AGAIN:.*]] = arith.andi
// CHECK: qd.flat_atomic_cas
// CHECK: arith.trunci %[[WORD]]
// CHECK: qd.flat_atomic_cas
// CHECK: qd.flat_store %[[ITERATIONS]], %[[STATE]][%[[C0]]]
// CHECK-NEXT: %[[COUNT:.*]] = arith.addi %[[COUNTED]], %[[C1]]
// CHECK-NEXT: qd.flat_store %[[COUNT]], %[[WORDS]][%[[C0]]]
// CHECK-NEXT: %[[GOES_ON:.*]] = arith.andi
// CHECK-NEXT: qd.set_condition %[[HANDLE]] to %[[GOES_ON]]
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier_end
// CHECK-NEXT: }
// CHECK-NEXT: return

// The tasks have entry points of their own besides.
// CHECK-LABEL: func.func @down.1(
// CHECK-LABEL: func.func @down.2(
qd.kernel @down(%x: memref<?xf32>, %go: memref<i32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_do_while flag <array(1)> on_max(stop) counts at 0 attributes {site = 9 : i32} {
    qd.launch @down.0
    qd.launch @down.1
    qd.launch @down.2
  }
}
qd.task @down.0 of @down extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @down.1 of @down extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 2.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @down.2 of @down extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %go: memref<?xi32> {qd.slot = #qd.slot<array(1)>}) {
  %zero = arith.constant 0 : index
  %v = memref.load %x[%zero] : memref<?xf32>
  %new = arith.fptosi %v : f32 to i32
  memref.store %new, %go[%zero] : memref<?xi32>
}

// -----

// A counted loop around one on a condition: each has an end of its own. Of the outer one, which ends with a serial task
// that may fail, one block of one thread, which looks at the record again after the task; its variable is in word 3. The
// inner one's end is that of what computes the condition.
// CHECK-LABEL: func.func @nest.2$graph(
// CHECK-SAME: #qd.entry_point<loop = <0 of "nest" as graph, last = 1>,
// CHECK-SAME: launch = <block_threads = 1, subgroup_width = 32, grid = single>>
// CHECK: qd.grid_barrier ends {
// CHECK: %[[BEFORE:.*]] = qd.flat_load %[[STATE:.*]][%{{.*}}] : memref<?xi64>
// CHECK: %[[END:.*]] = qd.flat_load %[[STATE]]
// CHECK-NEXT: %[[VALUE:.*]] = qd.flat_load %[[STATE]]
// CHECK-NEXT: %[[STEP:.*]] = qd.flat_load %[[STATE]]
// CHECK: func.call @nest.2$graph.body(
// CHECK: qd.flat_load volatile
// CHECK: %[[NEXT:.*]] = arith.addi %[[VALUE]], %[[STEP]]
// CHECK-NEXT: %[[IS_BELOW:.*]] = arith.cmpi slt, %[[NEXT]], %[[END]]
// CHECK-NEXT: %[[NO_WRAP:.*]] = arith.cmpi slt, %[[VALUE]], %[[NEXT]]
// CHECK-NEXT: %[[AGAIN:.*]] = arith.andi %[[IS_BELOW]], %[[NO_WRAP]]
// CHECK-NEXT: qd.flat_store %[[NEXT]], %[[STATE]]
// CHECK: qd.set_condition
// CHECK-LABEL: func.func @nest.0$graph(
// CHECK-SAME: #qd.entry_point<loop = <1 of "nest" as graph, last = 1>,
// CHECK: qd.grid_barrier ends {
// CHECK: func.call @nest.0$graph.body(
// CHECK: qd.flat_load %{{.*}} : memref<?xi64> -> i8
// CHECK: qd.set_condition
qd.kernel @nest(%x: memref<?xf32>, %n: i64) attributes {
    barrier_offset = 40, readback_bytes = 16, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"56">} {
  qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> induction at 24 counts at 0 {
    qd.graph_while condition at 16 counts at 8 {
      qd.launch @nest.0
    } do {
      qd.launch @nest.1
    }
    qd.launch @nest.2
  }
}
qd.task @nest.0 of @nest extent(#qd.size<"1">) (%words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i64
  %old = memref.load %words[%c4] : memref<?xi64>
  %bit = arith.andi %old, %one : i64
  memref.store %bit, %words[%c2] : memref<?xi64>
}
qd.task @nest.1 of @nest extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @nest.2 of @nest extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>},
    %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %zero = arith.constant 0 : index
  %zero_f = arith.constant 0.0 : f32
  %v = memref.load %x[%zero] : memref<?xf32>
  %ok = arith.cmpf oge, %v, %zero_f : f32
  qd.assert %ok, "no" {site = 3 : i32}
}

// -----

// What follows the parallel task does not depend on it: the first subgroup of the first block begins with it, whatever the
// extent. All blocks then do their part, also where it has just failed.
// CHECK-LABEL: func.func @beside.1$graph(
// CHECK-SAME: #qd.entry_point<loop = <0 of "beside" as graph, last = 2>,
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32{{.*}}>>
// CHECK: %[[BLOCK:.*]] = arith.index_cast %block_id_x
// CHECK: %[[BLOCKS:.*]] = arith.index_cast %grid_dim_x
// CHECK: %[[THREAD:.*]] = arith.index_cast %thread_id_x
// CHECK: %[[IS_BLOCK_0:.*]] = arith.cmpi eq, %[[BLOCK]], %c0_i64
// CHECK-NEXT: %[[IS_SUBGROUP_0:.*]] = arith.cmpi slt, %[[THREAD]], %c32_i64
// CHECK-NEXT: %[[IS_FIRST:.*]] = arith.andi %[[IS_BLOCK_0]], %[[IS_SUBGROUP_0]]
// CHECK-NEXT: scf.if %[[IS_FIRST]] {
// CHECK: func.call @beside.2$graph.body({{.*}}, %c0_i64, %c1_i64, %[[THREAD]])
// CHECK: qd.set_condition
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: call @beside.1$graph.body({{.*}}, %[[BLOCK]], %[[BLOCKS]], %[[THREAD]])
// CHECK-NEXT: return
qd.kernel @beside(%x: memref<?xf32>, %go: memref<i32>, %n: i64) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_do_while flag <array(1)> on_max(stop) counts at 0 attributes {site = 9 : i32} {
    qd.launch @beside.0
    qd.launch @beside.1
    qd.launch @beside.2
  }
}
qd.task @beside.0 of @beside extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @beside.1 of @beside extent(#qd.size<"max(scalar(2), 0)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: i64 {qd.slot = #qd.slot<scalar(2)>}) {
  %f = arith.constant 2.0 : f32
  %zero = arith.constant 0 : index
  qd.for (%i) in (%n) : i64 {
    memref.store %f, %x[%zero] : memref<?xf32>
  }
}
qd.task @beside.2 of @beside extent(#qd.size<"1">) (%go: memref<?xi32> {qd.slot = #qd.slot<array(1)>}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %old = memref.load %go[%zero] : memref<?xi32>
  %new = arith.subi %old, %one : i32
  memref.store %new, %go[%zero] : memref<?xi32>
}

// -----

// A counted loop's variable is a word that the last task reads: what writes the next one comes after that, and is not here,
// as the task takes many blocks. So is it where a task may fail.
// CHECK-NOT: qd.set_condition
// CHECK-LABEL: func.func private @reads.0.body(
// CHECK-NOT: qd.set_condition
qd.kernel @reads(%x: memref<?xi64>, %n: i64) attributes {
    barrier_offset = 24, readback_bytes = 16, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"48">} {
  qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> induction at 40 counts at 0 {
    qd.launch @reads.0
    qd.launch @reads.1
  }
  qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> counts at 8 {
    qd.launch @reads.2
    qd.launch @reads.0
  }
}
qd.task @reads.0 of @reads extent(#qd.size<"2048">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 2048 : index
  %v = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    memref.store %v, %x[%i] : memref<?xi64>
  }
}
qd.task @reads.1 of @reads extent(#qd.size<"2048">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 2048 : index
  %c5 = arith.constant 5 : index
  qd.for (%i) in (%n) {
    %v = memref.load %words[%c5] : memref<?xi64>
    memref.store %v, %x[%i] : memref<?xi64>
  }
}
qd.task @reads.2 of @reads extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %v = memref.load %x[%c0] : memref<?xi64>
  %ok = arith.cmpi ne, %v, %zero : i64
  qd.assert %ok, "no" {site = 0 : i32}
}

// -----

// None: a loop that ends with a branch, or with a task in blocks of half a subgroup, or that is nothing but a task.
// CHECK-LABEL: func.func private @other.0.body(
// CHECK-NOT: qd.set_condition
qd.kernel @other(%x: memref<?xf32>, %n: i64) attributes {
    barrier_offset = 24, readback_bytes = 16, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"48">} {
  qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> counts at 0 {
    qd.graph_if condition at 16 {
      qd.launch @other.0
    } else {
    }
  }
  qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> counts at 8 {
    qd.launch @other.0
    qd.launch @other.1
  }
  qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> counts at 8 {
    qd.launch @other.0
  }
}
qd.task @other.0 of @other extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @other.1 of @other extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 2.0 : f32
  qd.for (%i) in (%n) block_dim(16) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// None: loops that hold nothing, or an empty branch.
// CHECK: module {
// CHECK-NEXT: }
qd.kernel @empty(%go: memref<i32>, %n: i64) attributes {
    barrier_offset = 24, readback_bytes = 24, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"48">} {
  qd.graph_do_while flag <array(0)> max <"scalar(1)"> on_max(error) counts at 0 attributes {site = 0 : i32} {
    qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> counts at 8 {
    }
  }
  qd.graph_while condition at 40 counts at 16 {
  } do {
    qd.graph_if condition at 40 {
    } else {
    }
  }
}
