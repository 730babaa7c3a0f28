// Entry points that run a whole loop of a kernel's graph.
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=32 loops=block,grid" --canonicalize --split-input-file | FileCheck %s
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=32" --split-input-file | FileCheck %s --check-prefix=NONE
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=0 loops=grid" --split-input-file | FileCheck %s --check-prefix=NONE
// RUN: not qdc-opt %s --convert-tasks-to-grid="subgroup-width=32 loops=block,host" --split-input-file 2>&1 | FileCheck %s --check-prefix=STRATEGY
// STRATEGY: error: there is no code for loops by the strategy 'host'; accepted: 'block', 'grid', 'graph'

// Without the option, or of grids without subgroups, each entry point is of a task.
// NONE: qd.entry_point = #qd.entry_point<task =
// NONE-NOT: {{loop =|qd.grid_barrier}}

// A counted loop whose tasks cannot fail. Of one block, which has no words to wait at; a barrier stands between the two
// tasks, of which one reads what the other writes, and one at the end, which has nothing to decide (but whether the launch
// is stopped: loop-stop.mlir). Tasks run unless the launch had failed before. The first thread counts in word 0.
// CHECK-LABEL: func.func @blur.0$block(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %[[Y:[a-z0-9]+]]: memref<?xf32>, %[[WORDS:[a-z0-9]+]]: memref<?xi64>,
// CHECK-SAME: %[[RECORD:[a-z0-9]+]]: memref<?xi8>, %{{[a-z0-9]+}}: memref<?xi64>, %[[N:[a-z0-9]+]]: i32)
// CHECK-SAME: #qd.entry_point<loop = <0 of "blur" as block>,
// CHECK-SAME: slots = [<array(0)>, <array(1)>, <workspace(0)>, <error_record>, <stop_word>, <scalar(2)>],
// CHECK-SAME: launch = <block_threads = [[#THREADS:]], subgroup_width = 32, grid = single>>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[BLOCK_ID:.*]] = gpu.block_id x
// CHECK-DAG: %[[GRID_DIM:.*]] = gpu.grid_dim x
// CHECK-DAG: %[[THREAD_ID:.*]] = gpu.thread_id x upper_bound [[#THREADS]]{{$}}
// CHECK-DAG: %[[BLOCK:.*]] = arith.index_cast %[[BLOCK_ID]]
// CHECK-DAG: %[[BLOCKS:.*]] = arith.index_cast %[[GRID_DIM]]
// CHECK-DAG: %[[THREAD:.*]] = arith.index_cast %[[THREAD_ID]]
// CHECK: %[[IS_BLOCK_0:.*]] = arith.cmpi eq, %[[BLOCK]], %[[C0]]
// CHECK: %[[IS_THREAD_0:.*]] = arith.cmpi eq, %[[THREAD]], %[[C0]]
// CHECK: %[[IS_GRIDS_FIRST:.*]] = arith.andi %[[IS_BLOCK_0]], %[[IS_THREAD_0]]
// CHECK-NEXT: %[[CODE:.*]] = qd.flat_load volatile %[[RECORD]][%[[C0]]]
// CHECK-NEXT: %[[FAILED:.*]] = arith.cmpi ne, %[[CODE]], %
// CHECK-NEXT: %[[ANY:.*]] = qd.block_any %[[FAILED]]
// CHECK-NEXT: %[[WAS_FINE:.*]] = arith.xori %[[ANY]], %
// CHECK-NEXT: scf.if %[[IS_GRIDS_FIRST]] {
// CHECK-NEXT: qd.flat_store %[[C0]], %[[WORDS]][%[[C0]]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[UPPER:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK-NEXT: %[[BEGINS:.*]] = arith.cmpi sgt, %[[UPPER]], %[[C0]]
// CHECK-NEXT: %[[DONE:.*]]:3 = scf.while (%[[I0:.*]] = %[[C0]], %[[AGAIN:.*]] = %[[BEGINS]], %[[ITERATIONS0:.*]] = %[[C0]], %[[FINE0:.*]] = %[[WAS_FINE]])
// CHECK-NEXT: scf.condition(%[[AGAIN]]) %[[I0]], %[[ITERATIONS0]], %[[FINE0]]
// CHECK: ^{{.*}}(%[[I:.*]]: i64, %[[ITERATIONS:.*]]: i64, %[[FINE:.*]]: i1):
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @blur.0$block.body(%[[X]], %[[Y]], %[[BLOCK]], %[[BLOCKS]], %[[THREAD]])
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier {
// CHECK-NEXT: ^{{.*}}(%{{.*}}: i64):
// CHECK-NEXT: qd.grid_barrier_end{{$}}
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @blur.1$block.body(%[[X]], %[[Y]], %[[BLOCK]], %[[BLOCKS]], %[[THREAD]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %[[C1]] : i64
// CHECK-NEXT: %[[IS_BELOW:.*]] = arith.cmpi slt, %[[NEXT]], %[[UPPER]]
// CHECK-NEXT: %[[NO_WRAP:.*]] = arith.cmpi slt, %[[I]], %[[NEXT]]
// CHECK-NEXT: %[[GOES_ON:.*]] = arith.andi %[[IS_BELOW]], %[[NO_WRAP]]
// CHECK-NEXT: %[[MORE:.*]] = arith.addi %[[ITERATIONS]], %[[C1]]
// CHECK: %[[STILL_FINE:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK-NEXT: qd.grid_barrier -> i1 {
// CHECK: } else {
// CHECK-NEXT: qd.grid_barrier {
// CHECK-NEXT: ^{{.*}}(%{{.*}}: i64):
// CHECK-NEXT: qd.grid_barrier_end{{$}}
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[FINE]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: %[[DECIDED:.*]] = arith.andi %[[GOES_ON]], %[[STILL_FINE]]
// CHECK-NEXT: scf.yield %[[NEXT]], %[[DECIDED]], %[[MORE]], %[[STILL_FINE]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[COUNTS:.*]] = arith.andi %[[IS_GRIDS_FIRST]], %[[WAS_FINE]]
// CHECK-NEXT: scf.if %[[COUNTS]] {
// CHECK-NEXT: %[[BEFORE:.*]] = qd.flat_load %[[WORDS]][%[[C0]]]
// CHECK-NEXT: %[[ALL:.*]] = arith.addi %[[BEFORE]], %[[DONE]]#1
// CHECK-NEXT: qd.flat_store %[[ALL]], %[[WORDS]][%[[C0]]]
// CHECK-NEXT: }
// CHECK-NEXT: return

// Of a grid: the barriers' words are those from byte 8 on, and bodies are for other blocks.
// CHECK-LABEL: func.func @blur.0$grid(
// CHECK-SAME: %[[WORDS:[a-z0-9]+]]: memref<?xi64>, %{{[a-z0-9]+}}: memref<?xi8>, %{{[a-z0-9]+}}: memref<?xi64>, %{{[a-z0-9]+}}: i32)
// CHECK-SAME: #qd.entry_point<loop = <0 of "blur" as grid>,
// CHECK-SAME: slots = [<array(0)>, <array(1)>, <workspace(0)>, <error_record>, <stop_word>, <scalar(2)>],
// CHECK-SAME: launch = <block_threads = [[#THREADS:]], subgroup_width = 32, grid = cooperative>>
// CHECK: gpu.thread_id x upper_bound [[#THREADS]]{{$}}
// CHECK: func.call @blur.0$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier at %[[WORDS]][1] : memref<?xi64>
// CHECK: func.call @blur.1$grid.body(
// CHECK: qd.grid_barrier at %[[WORDS]][1] : memref<?xi64> -> i1

// Tasks have entry points of their own besides.
// CHECK-LABEL: func.func private @blur.0$block.body(
// CHECK-LABEL: func.func private @blur.0$grid.body(
// CHECK-LABEL: func.func private @blur.0.body(
// CHECK-LABEL: func.func @blur.0(
// CHECK-SAME: #qd.entry_point<task = <"blur.0" of "blur">
qd.kernel @blur(%x: memref<?xf32>, %y: memref<?xf32>, %n: i32) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"scalar(2)"> step <"1"> counts at 0 {
    qd.launch @blur.0
    qd.launch @blur.1
  }
}
qd.task @blur.0 of @blur extent(#qd.size<"64">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %n = arith.constant 64 : index
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
}
qd.task @blur.1 of @blur extent(#qd.size<"64">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %n = arith.constant 64 : index
  qd.for (%i) in (%n) {
    %v = memref.load %y[%i] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}

// -----

// A bound in word 3, which an earlier task wrote, and a step that an argument gives: the first barrier stores the
// induction variable, the kernel's result, in word 4 and refuses a step below 1 (4 is QD_ERROR_LOOP_STEP; 7 the site): it says also whether the launch has failed, in which tasks
// do nothing. The barrier at the end stores the variable too. All threads know themselves how control goes on, but for a
// stop; tasks can't fail here.
// CHECK-LABEL: func.func @stride.0$grid(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?xf32>, %[[RECORD:[a-z0-9]+]]: memref<?xi8>, %[[WORDS:[a-z0-9]+]]: memref<?xi64>, %{{[a-z0-9]+}}: memref<?xi64>, %[[BY:[a-z0-9]+]]: i32)
// CHECK-SAME: slots = [<array(0)>, <error_record>, <workspace(0)>, <stop_word>, <scalar(1)>]
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i64
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i64
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i64
// CHECK-DAG: %[[NO_ERROR:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[STEP_ERROR:.*]] = arith.constant 4 : i32
// CHECK-DAG: %[[SITE:.*]] = arith.constant 7 : i32
// CHECK: %[[CODE:.*]] = qd.flat_load volatile %[[RECORD]][%[[C0]]]
// CHECK-NEXT: %[[FAILED:.*]] = arith.cmpi ne, %[[CODE]], %[[NO_ERROR]]
// CHECK-NEXT: %[[ANY:.*]] = qd.block_any %[[FAILED]]
// CHECK-NEXT: %[[WAS_FINE:.*]] = arith.xori %[[ANY]], %
// CHECK: %[[UPPER:.*]] = qd.flat_load %[[WORDS]][%[[C3]]]
// CHECK-NEXT: %[[FIRST:.*]]:2 = qd.grid_barrier at %[[WORDS]][1] : memref<?xi64> -> i1, i1 {
// CHECK-NEXT: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK-NEXT: %[[WRITES:.*]] = arith.cmpi eq, %[[LANE]], %[[C0]]
// CHECK-NEXT: %[[STEP:.*]] = arith.extsi %[[BY]]
// CHECK-NEXT: scf.if %[[WRITES]] {
// CHECK-NEXT: qd.flat_store %[[C2]], %[[WORDS]][%[[C4]]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[IS_WRONG:.*]] = arith.cmpi slt, %[[STEP]], %[[C1]]
// CHECK-NEXT: %[[FAILS:.*]] = arith.andi %[[IS_WRONG]], %[[WRITES]]
// CHECK-NEXT: scf.if %[[FAILS]] {
// CHECK-NEXT: %{{.*}}, %[[IS_OURS:.*]] = qd.flat_atomic_cas device %[[RECORD]][%[[C0]]], %[[NO_ERROR]], %[[STEP_ERROR]]
// CHECK-NEXT: scf.if %[[IS_OURS]] {
// CHECK-NEXT: qd.flat_store %[[SITE]], %[[RECORD]][%[[C4]]] : i32
// CHECK-NEXT: qd.flat_store %[[STEP]], %[[RECORD]][%[[C8]]] : i64
// CHECK: %[[IS_RIGHT:.*]] = arith.cmpi sge, %[[STEP]], %[[C1]]
// CHECK-NEXT: %[[IS_FINE:.*]] = arith.andi %[[WAS_FINE]], %[[IS_RIGHT]]
// CHECK-NEXT: %[[IS_BELOW:.*]] = arith.cmpi sgt, %[[UPPER]], %[[C2]]
// CHECK-NEXT: %[[BEGINS:.*]] = arith.andi %[[IS_BELOW]], %[[IS_FINE]]
// CHECK-NEXT: qd.grid_barrier_end %[[BEGINS]], %[[IS_FINE]] : i1, i1
// CHECK: scf.while (%{{.*}} = %[[C2]], %{{.*}} = %[[FIRST]]#0, %{{.*}} = %[[C0]], %{{.*}} = %[[FIRST]]#1)
// CHECK: ^{{.*}}(%[[I:.*]]: i64, %{{.*}}: i64, %[[FINE:.*]]: i1):
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @stride.0$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %
// CHECK-NEXT: arith.cmpi slt, %[[NEXT]], %[[UPPER]]
// CHECK: %[[GOES_ON:.*]] = arith.andi
// CHECK: %[[LAST:.*]] = qd.grid_barrier at %[[WORDS]][1] : memref<?xi64> -> i1
// CHECK-NEXT: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK-NEXT: %[[IS_LANE_0:.*]] = arith.cmpi eq, %[[LANE]], %[[C0]]
// CHECK: %[[STORES:.*]] = arith.andi %[[IS_LANE_0]], %[[GOES_ON]]
// CHECK-NEXT: scf.if %[[STORES]] {
// CHECK-NEXT: qd.flat_store %[[NEXT]], %[[WORDS]][%[[C4]]]
// CHECK-NEXT: }
// CHECK-NOT: qd.flat_load
// CHECK: qd.grid_barrier_end %{{.*}} : i1
// CHECK: %[[AGAIN:.*]] = arith.andi %[[GOES_ON]], %[[LAST]]
// CHECK: scf.yield %[[NEXT]], %[[AGAIN]], %{{.*}}, %[[LAST]]
// Nothing is counted in a launch that had failed before.
// CHECK: %[[COUNTS:.*]] = arith.andi %{{.*}}, %[[WAS_FINE]]
// CHECK-NEXT: scf.if %[[COUNTS]] {
qd.kernel @stride(%x: memref<?xf32>, %by: i32) -> i64 attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64: 32>, workspace_bytes = #qd.size<"40">} {
  qd.graph_repeat from <"2"> to <"word(24)"> step <"scalar(1)"> induction at 32 counts at 0 attributes {site = 7 : i32} {
    qd.launch @stride.0
  }
}
qd.task @stride.0 of @stride extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// A serial task runs in the body of the barrier that decides, with block 0 of 1 and the threads of a subgroup. Reaching
// the maximum is an error (2 is QD_ERROR_LOOP_MAXIMUM, 3 QD_ERROR_LAUNCH_MAXIMUM); word 0 has the iterations for the
// kernel, word 1 those that are counted.
// CHECK-LABEL: func.func @solve.0$block(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %[[RECORD:[a-z0-9]+]]: memref<?xi8>, %[[GO:[a-z0-9]+]]: memref<?xi32>, %[[WORDS:[a-z0-9]+]]: memref<?xi64>,
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?xi64>, %[[LIMIT:[a-z0-9]+]]: i32, %[[LAUNCH_MAXIMUM:[a-z0-9]+]]: i64)
// CHECK-SAME: slots = [<array(0)>, <error_record>, <array(1)>, <workspace(0)>, <stop_word>, <scalar(2)>, <maximum_iterations>]
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i64
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[LOOP_ERROR:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[LAUNCH_ERROR:.*]] = arith.constant 3 : i32
// CHECK: qd.flat_store %[[C0]], %[[WORDS]][%[[C1]]]
// CHECK: %[[WIDE:.*]] = arith.extsi %[[LIMIT]]
// CHECK-NEXT: %[[MAXIMUM:.*]] = arith.maxsi %[[WIDE]], %[[C1]]
// CHECK-NEXT: scf.while (%[[BEFORE:.*]] = %[[C0]], %[[FINE_NOW:.*]] = %{{.*}}) : (i64, i1) -> (i64, i1) {
// CHECK-NEXT: scf.if %[[FINE_NOW]] {
// CHECK-NEXT: func.call @solve.0$block.body(%[[X]], %[[RECORD]], %{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NEXT: }
// CHECK-NEXT: %[[ITERATIONS:.*]] = arith.addi %[[BEFORE]], %[[C1]]
// CHECK-NEXT: %[[DECIDED:.*]]:2 = qd.grid_barrier -> i1, i1 {
// CHECK-NEXT: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK-NEXT: scf.if %[[FINE_NOW]] {
// CHECK-NEXT: func.call @solve.1$block.body(%[[X]], %[[GO]], %[[RECORD]], %[[C0]], %[[C1]], %[[LANE]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[WRITES:.*]] = arith.cmpi eq, %[[LANE]], %[[C0]]
// CHECK: %[[FLAG:.*]] = qd.flat_load %[[GO]][%[[C0]]] : memref<?xi32> -> i32
// CHECK-NEXT: %[[IS_SET:.*]] = arith.cmpi ne, %[[FLAG]], %[[ZERO]]
// CHECK-NEXT: %[[IS_BELOW:.*]] = arith.cmpi slt, %[[ITERATIONS]], %[[MAXIMUM]]
// CHECK-NEXT: %[[MAY:.*]] = arith.andi %[[IS_SET]], %[[IS_BELOW]]
// CHECK-NEXT: %[[IS_REACHED:.*]] = arith.cmpi ne, %[[IS_SET]], %[[MAY]]
// CHECK-NEXT: %[[FAILS:.*]] = arith.andi %[[IS_REACHED]], %[[WRITES]]
// CHECK-NEXT: scf.if %[[FAILS]] {
// CHECK-NEXT: qd.flat_atomic_cas device %[[RECORD]][%[[C0]]], %[[ZERO]], %[[LOOP_ERROR]]
// CHECK: qd.flat_store %[[MAXIMUM]], %[[RECORD]][%[[C8]]]
// CHECK: %[[IS_ALLOWED:.*]] = arith.cmpi slt, %[[ITERATIONS]], %[[LAUNCH_MAXIMUM]]
// CHECK-NEXT: %[[AGAIN:.*]] = arith.andi %[[MAY]], %[[IS_ALLOWED]]
// CHECK-NEXT: %[[IS_STOPPED:.*]] = arith.cmpi ne, %[[MAY]], %[[AGAIN]]
// CHECK-NEXT: %[[FAILS:.*]] = arith.andi %[[IS_STOPPED]], %[[WRITES]]
// CHECK-NEXT: scf.if %[[FAILS]] {
// CHECK-NEXT: qd.flat_atomic_cas device %[[RECORD]][%[[C0]]], %[[ZERO]], %[[LAUNCH_ERROR]]
// CHECK: qd.flat_store %[[LAUNCH_MAXIMUM]], %[[RECORD]][%[[C8]]]
// CHECK: scf.if %[[WRITES]] {
// CHECK-NEXT: qd.flat_store %[[ITERATIONS]], %[[WORDS]][%[[C0]]]
// CHECK-NEXT: }
// CHECK: %[[GOES_ON:.*]] = arith.andi %[[AGAIN]], %[[STILL_FINE:.*]] : i1
// CHECK-NEXT: qd.grid_barrier_end %[[GOES_ON]], %[[STILL_FINE]] : i1, i1
// CHECK: scf.condition(%[[DECIDED]]#0) %[[ITERATIONS]], %[[DECIDED]]#1
// CHECK: qd.flat_load %[[WORDS]][%[[C1]]]
qd.kernel @solve(%x: memref<?xf32>, %go: memref<i32>, %limit: i32) -> i64 attributes {
    barrier_offset = 16, readback_bytes = 16, readback_offset = 0, result_offsets = array<i64: 0>, workspace_bytes = #qd.size<"32">} {
  qd.graph_do_while flag <array(1)> max <"scalar(2)"> on_max(error) iterations at 0 counts at 8 attributes {site = 1 : i32} {
    qd.launch @solve.0
    qd.launch @solve.1
  }
}
qd.task @solve.0 of @solve extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @solve.1 of @solve extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %go: memref<?xi32> {qd.slot = #qd.slot<array(1)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<?xf32>
  %w = arith.fptosi %v : f32 to i32
  memref.store %w, %go[%c0] : memref<?xi32>
}

// -----

// A task at the end of the body needs what a serial task computes and has nothing to do with the flag: the barrier between
// them decides. The task belongs to this iteration, whatever was decided; the barrier after it has no body.
// CHECK-LABEL: func.func @early.0$grid(
// CHECK: scf.while (%[[BEFORE:.*]] = %{{.*}}, %[[FINE_NOW:.*]] = %{{.*}}) : (i64, i1) -> (i64, i1) {
// CHECK: func.call @early.0$grid.body(
// CHECK: %[[ITERATIONS:.*]] = arith.addi %[[BEFORE]], %
// CHECK: %[[DECIDED:.*]]:2 = qd.grid_barrier at %{{.*}} -> i1, i1 {
// CHECK: func.call @early.1$grid.body(
// CHECK: qd.flat_load %{{.*}} : memref<?xi32> -> i32
// CHECK: qd.grid_barrier_end %{{.*}}, %{{.*}} : i1, i1
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[FINE_NOW]] {
// CHECK-NEXT: func.call @early.2$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier at %{{[a-z0-9]+}}[2] : memref<?xi64> {
// CHECK-NEXT: ^{{.*}}(%{{.*}}: i64):
// CHECK-NEXT: qd.grid_barrier_end{{$}}
// CHECK-NEXT: }
// CHECK-NEXT: scf.condition(%[[DECIDED]]#0) %[[ITERATIONS]], %[[DECIDED]]#1
qd.kernel @early(%x: memref<?xf32>, %y: memref<?xf32>, %go: memref<i32>) attributes {
    barrier_offset = 16, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"32">} {
  qd.graph_do_while flag <array(2)> on_max(stop) counts at 0 {
    qd.launch @early.0
    qd.launch @early.1
    qd.launch @early.2
  }
}
qd.task @early.0 of @early extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @early.1 of @early extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %go: memref<?xi32> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<?xf32>
  memref.store %v, %y[%c0] : memref<?xf32>
  %w = arith.fptosi %v : f32 to i32
  memref.store %w, %go[%c0] : memref<?xi32>
}
qd.task @early.2 of @early extent(#qd.size<"64">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %y[%c0] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}

// -----

// Where the task writes the flag, what decides is at the end.
// CHECK-LABEL: func.func @late.0$grid(
// CHECK: func.call @late.1$grid.body(
// CHECK: func.call @late.2$grid.body(
// CHECK: %[[DECIDED:.*]]:2 = qd.grid_barrier at %{{.*}} -> i1, i1 {
// CHECK: scf.condition(%[[DECIDED]]#0)
qd.kernel @late(%x: memref<?xf32>, %y: memref<?xf32>, %go: memref<i32>) attributes {
    barrier_offset = 16, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"32">} {
  qd.graph_do_while flag <array(2)> on_max(stop) counts at 0 {
    qd.launch @late.0
    qd.launch @late.1
    qd.launch @late.2
  }
}
qd.task @late.0 of @late extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @late.1 of @late extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %go: memref<?xi32> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<?xf32>
  memref.store %v, %y[%c0] : memref<?xf32>
  %w = arith.fptosi %v : f32 to i32
  memref.store %w, %go[%c0] : memref<?xi32>
}
qd.task @late.2 of @late extent(#qd.size<"64">)
    (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %go: memref<?xi32> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %y[%c0] : memref<?xf32>
    %w = arith.fptosi %v : f32 to i32
    memref.store %w, %go[%c0] : memref<?xi32>
  }
}

// -----

// A flag that is a global, with bytes for elements; a maximum at which the loop just stops, where at that of the launch it
// fails.
// CHECK-LABEL: func.func @stop.0$grid(
// CHECK-SAME: %[[WORDS:[a-z0-9]+]]: memref<?xi64>, %[[RECORD:[a-z0-9]+]]: memref<?xi8>, %{{[a-z0-9]+}}: memref<?xi64>, %[[GO:[a-z0-9]+]]: memref<?xi1>, %[[LAUNCH_MAXIMUM:[a-z0-9]+]]: i64)
// CHECK-SAME: slots = [<array(0)>, <workspace(0)>, <error_record>, <stop_word>, <global(1)>, <maximum_iterations>]
// CHECK-DAG: %[[LAUNCH_ERROR:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[MAXIMUM:.*]] = arith.constant 5 : i64
// CHECK: qd.grid_barrier at %[[WORDS]][1] : memref<?xi64> -> i1, i1 {
// CHECK: %[[FLAG:.*]] = qd.flat_load %[[GO]][%{{.*}}] : memref<?xi1> -> i8
// CHECK-NEXT: %[[IS_SET:.*]] = arith.cmpi ne, %[[FLAG]], %
// CHECK-NEXT: %[[IS_BELOW:.*]] = arith.cmpi slt, %[[ITERATIONS:.*]], %[[MAXIMUM]]
// CHECK-NEXT: %[[MAY:.*]] = arith.andi %[[IS_SET]], %[[IS_BELOW]]
// CHECK-NEXT: %[[IS_ALLOWED:.*]] = arith.cmpi slt, %[[ITERATIONS]], %[[LAUNCH_MAXIMUM]]
// CHECK-NEXT: %[[AGAIN:.*]] = arith.andi %[[MAY]], %[[IS_ALLOWED]]
// CHECK-NOT: arith.constant 2 : i32
// CHECK: qd.flat_atomic_cas device %[[RECORD]][%{{.*}}], %{{.*}}, %[[LAUNCH_ERROR]]
// CHECK: %[[GOES_ON:.*]] = arith.andi %[[AGAIN]], %[[STILL_FINE:.*]] : i1
// CHECK-NEXT: qd.grid_barrier_end %[[GOES_ON]], %[[STILL_FINE]] : i1, i1
memref.global "private" @other : memref<4xf32> = uninitialized
memref.global "private" @go : memref<i1> = uninitialized
qd.kernel @stop(%x: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_do_while flag <global(1)> max <"5"> on_max(stop) counts at 0 {
    qd.launch @stop.0
  }
}
qd.task @stop.0 of @stop extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// What decides about the first iteration runs ahead of the loop, and at its end again.
// CHECK-LABEL: func.func @descend.0$grid(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %[[WORDS:[a-z0-9]+]]: memref<?xi64>, %{{[a-z0-9]+}}: memref<?xi8>, %{{[a-z0-9]+}}: memref<?xi64>, %[[LAUNCH_MAXIMUM:[a-z0-9]+]]: i64)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i64
// CHECK: %[[BEGINS:.*]]:2 = qd.grid_barrier at %[[WORDS]][1] : memref<?xi64> -> i1, i1
// CHECK-NEXT: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK-NEXT: scf.if %{{.*}} {
// CHECK-NEXT: func.call @descend.0$grid.body(%[[X]], %[[WORDS]], %[[C0]], %[[C1]], %[[LANE]])
// CHECK-NEXT: }
// CHECK: %[[CONDITION:.*]] = qd.flat_load %[[WORDS]][%[[C3]]] : memref<?xi64> -> i8
// CHECK-NEXT: %[[HOLDS:.*]] = arith.cmpi ne, %[[CONDITION]], %
// CHECK-NEXT: %[[IS_ALLOWED:.*]] = arith.cmpi sgt, %[[LAUNCH_MAXIMUM]], %[[C0]]
// CHECK-NEXT: %[[ENTERS:.*]] = arith.andi %[[HOLDS]], %[[IS_ALLOWED]]
// CHECK: %[[DECIDED:.*]] = arith.andi %[[ENTERS]], %[[STILL_FINE:.*]] : i1
// CHECK-NEXT: qd.grid_barrier_end %[[DECIDED]], %[[STILL_FINE]] : i1, i1
// CHECK: scf.while (%[[N:.*]] = %[[C0]], %[[GOES_ON:.*]] = %[[BEGINS]]#0, %[[FINE0:.*]] = %[[BEGINS]]#1) : (i64, i1, i1) -> (i64, i1) {
// CHECK-NEXT: scf.condition(%[[GOES_ON]]) %[[N]], %[[FINE0]] : i64, i1
// CHECK: ^{{.*}}(%[[BEFORE:.*]]: i64, %[[FINE:.*]]: i1):
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @descend.1$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: %[[ITERATIONS:.*]] = arith.addi %[[BEFORE]], %[[C1]]
// CHECK-NEXT: %[[AGAIN:.*]]:2 = qd.grid_barrier at %[[WORDS]][1] : memref<?xi64> -> i1, i1
// CHECK-NEXT: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @descend.0$grid.body(%[[X]], %[[WORDS]], %[[C0]], %[[C1]], %[[LANE]])
// CHECK-NEXT: }
// CHECK: qd.flat_load %[[WORDS]][%[[C3]]] : memref<?xi64> -> i8
// CHECK: arith.cmpi slt, %[[ITERATIONS]], %[[LAUNCH_MAXIMUM]]
// CHECK: scf.yield %[[ITERATIONS]], %[[AGAIN]]#0, %[[AGAIN]]#1
qd.kernel @descend(%x: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"32">} {
  qd.graph_while condition at 24 counts at 0 {
    qd.launch @descend.0
  } do {
    qd.launch @descend.1
  }
}
qd.task @descend.0 of @descend extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %limit = arith.constant 4.0 : f32
  %v = memref.load %x[%c0] : memref<?xf32>
  %more = arith.cmpf ogt, %v, %limit : f32
  %word = arith.extui %more : i1 to i64
  memref.store %word, %words[%c3] : memref<?xi64>
}
qd.task @descend.1 of @descend extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// A loop in a branch in a loop: one entry point, for the outer loop, with two counts. The branch is decided by a barrier,
// which runs the serial task ahead of it. On the one side the inner loop ends with a barrier; on the other side a task
// writes what the next one reads, which waits for it.
// CHECK-NOT: func.func @nest.1$
// CHECK-LABEL: func.func @nest.0$grid(
// CHECK-SAME: %[[WORDS:[a-z0-9]+]]: memref<?xi64>, %[[X:[a-z0-9]+]]: memref<?xf32>, %[[Y:[a-z0-9]+]]: memref<?xf32>, %{{[a-z0-9]+}}: memref<?xi8>, %{{[a-z0-9]+}}: memref<?xi64>, %{{[a-z0-9]+}}: i64)
// CHECK-SAME: loop = <0 of "nest" as grid>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
// CHECK: scf.if %{{.*}} {
// CHECK-DAG: qd.flat_store %[[C0]], %[[WORDS]][%[[C0]]]
// CHECK-DAG: qd.flat_store %[[C0]], %[[WORDS]][%[[C1]]]
// CHECK: %[[OUTER:.*]]:3 = scf.while
// CHECK: } do {
// CHECK-NEXT: ^{{.*}}(%{{.*}}: i64, %{{.*}}: i64, %[[FINE:.*]]: i1):
// CHECK: %[[TAKEN:.*]] = qd.grid_barrier at %[[WORDS]][2] : memref<?xi64> -> i1 {
// CHECK-NEXT: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @nest.0$grid.body(%[[WORDS]], %[[C0]], %[[C1]], %[[LANE]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[CONDITION:.*]] = qd.flat_load %[[WORDS]][%[[C4]]] : memref<?xi64> -> i8
// CHECK-NEXT: %[[HOLDS:.*]] = arith.cmpi ne, %[[CONDITION]], %
// CHECK-NEXT: %[[GOES_THERE:.*]] = arith.andi %[[HOLDS]], %[[FINE]]
// CHECK-NEXT: qd.grid_barrier_end %[[GOES_THERE]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: %[[FINE_AFTER:.*]] = scf.if %[[TAKEN]] -> (i1) {
// CHECK-NEXT: %[[INNER:.*]]:3 = scf.while
// CHECK: } do {
// CHECK: func.call @nest.1$grid.body(%[[X]],
// CHECK: qd.grid_barrier at %[[WORDS]][2] : memref<?xi64> {
// CHECK: %[[COUNTS:.*]] = arith.andi %{{.*}}, %[[FINE]]
// CHECK-NEXT: scf.if %[[COUNTS]] {
// CHECK-NEXT: %[[BEFORE:.*]] = qd.flat_load %[[WORDS]][%[[C1]]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[BEFORE]], %[[INNER]]#1
// CHECK-NEXT: qd.flat_store %[[SUM]], %[[WORDS]][%[[C1]]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[INNER]]#2 : i1
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @nest.2$grid.body(%[[Y]],
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[FINE]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier at %[[WORDS]][2] : memref<?xi64>
// CHECK: scf.if %[[FINE_AFTER]] {
// CHECK-NEXT: func.call @nest.3$grid.body(%[[Y]],
// CHECK: qd.grid_barrier at %[[WORDS]][2] : memref<?xi64> {
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: %[[BEFORE:.*]] = qd.flat_load %[[WORDS]][%[[C0]]]
// CHECK-NEXT: arith.addi %[[BEFORE]], %[[OUTER]]#1
// CHECK-NOT: func.func @nest.1$
qd.kernel @nest(%x: memref<?xf32>, %y: memref<?xf32>, %n: i64) -> i64 attributes {
    barrier_offset = 16, readback_bytes = 16, readback_offset = 0, result_offsets = array<i64: 32>, workspace_bytes = #qd.size<"40">} {
  qd.graph_repeat from <"0"> to <"scalar(2)"> step <"1"> counts at 0 {
    qd.launch @nest.0
    qd.graph_if condition at 32 {
      qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 8 {
        qd.launch @nest.1
      }
    } else {
      qd.launch @nest.2
    }
    qd.launch @nest.3
  }
}
qd.task @nest.0 of @nest extent(#qd.size<"1">) (%words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i64
  memref.store %one, %words[%c4] : memref<?xi64>
}
qd.task @nest.1 of @nest extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @nest.2 of @nest extent(#qd.size<"64">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %y[%i] : memref<?xf32>
  }
}
qd.task @nest.3 of @nest extent(#qd.size<"64">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %y[%i] : memref<?xf32>
  }
}

// -----

// Tasks that assert: each barrier reads the record, also again after its serial task, and says whether the launch has
// failed. Both sides of a branch know it afterwards. A serial task in a branch runs there.
// CHECK-LABEL: func.func @sides.0$grid(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?xf32>, %[[RECORD:[a-z0-9]+]]: memref<?xi8>, %[[WORDS:[a-z0-9]+]]: memref<?xi64>, %{{[a-z0-9]+}}: memref<?xf32>, %{{[a-z0-9]+}}: memref<?xi64>)
// CHECK: %[[TAKEN:.*]]:2 = qd.grid_barrier at %[[WORDS]][1] : memref<?xi64> -> i1, i1
// CHECK: %[[CODE:.*]] = qd.flat_load volatile %[[RECORD]]
// CHECK-NEXT: %[[IS_FINE:.*]] = arith.cmpi eq, %[[CODE]], %
// CHECK: %[[HOLDS:.*]] = arith.cmpi ne
// CHECK-NEXT: %[[GOES_ON:.*]] = arith.andi %[[HOLDS]], %[[IS_FINE]]
// CHECK-NEXT: qd.grid_barrier_end %[[GOES_ON]], %[[IS_FINE]] : i1, i1
// CHECK: %[[FINE:.*]] = scf.if %[[TAKEN]]#0 -> (i1) {
// CHECK-NEXT: %[[AFTER:.*]] = qd.grid_barrier at %[[WORDS]][1] : memref<?xi64> -> i1
// CHECK: %[[CODE:.*]] = qd.flat_load volatile %[[RECORD]]
// CHECK-NEXT: %[[IS_FINE:.*]] = arith.cmpi eq, %[[CODE]], %
// CHECK-NEXT: scf.if %[[IS_FINE]] {
// CHECK-NEXT: func.call @sides.0$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: %[[CODE:.*]] = qd.flat_load volatile %[[RECORD]]
// CHECK-NEXT: %[[STILL:.*]] = arith.cmpi eq, %[[CODE]], %
// CHECK-NEXT: %[[STILL_FINE:.*]] = arith.andi %[[IS_FINE]], %[[STILL]]
// CHECK-NEXT: qd.grid_barrier_end %[[STILL_FINE]] : i1
// CHECK: scf.yield %[[AFTER]] : i1
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.if %[[TAKEN]]#1 {
// CHECK-NEXT: func.call @sides.1$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[TAKEN]]#1 : i1
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @sides.2$grid.body(
qd.kernel @sides(%x: memref<?xf32>, %y: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"32">} {
  qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 0 {
    qd.graph_if condition at 24 {
      qd.launch @sides.0
    } else {
      qd.launch @sides.1
    }
    qd.launch @sides.2
  }
}
qd.task @sides.0 of @sides extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>},
     %words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %never = arith.constant 0 : i64
  %f = arith.constant 1.0 : f32
  %v = memref.load %x[%c0] : memref<?xf32>
  %holds = arith.cmpf olt, %v, %f : f32
  qd.assert %holds, "below 1" {site = 1 : i32}
  memref.store %f, %x[%c0] : memref<?xf32>
  memref.store %never, %words[%c3] : memref<?xi64>
}
qd.task @sides.1 of @sides extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @sides.2 of @sides extent(#qd.size<"64">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %y[%i] : memref<?xf32>
  }
}

// -----

// The loop is node 1 of its graph. No barrier stands between tasks that touch different arrays (0 and 1), nor between two
// that only read one (2 and 3). One does where an array is read that was written (1 and 2), written that was read (3 and
// 4), and where two arrays may overlap (5 and 6). The serial task 7 waits for the barrier at the end, of which task 8 has
// no need.
// CHECK-LABEL: func.func @order.0$grid(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?xf32>, %{{[a-z0-9]+}}: memref<?xf32>, %{{[a-z0-9]+}}: memref<?xf32> {qd.may_alias}, %{{[a-z0-9]+}}: memref<?xf32> {qd.may_alias}, %{{[a-z0-9]+}}: memref<?xi64>, %{{[a-z0-9]+}}: memref<?xi8>, %{{[a-z0-9]+}}: memref<?xi64>)
// CHECK-SAME: loop = <1 of "order" as grid>
// CHECK: } do {
// CHECK-NEXT: ^{{.*}}, %[[FINE:[a-z0-9]+]]: i1):
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @order.0$grid.body(
// CHECK-NEXT: func.call @order.1$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier
// CHECK-NEXT: ^
// CHECK-NEXT: qd.grid_barrier_end
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @order.2$grid.body(
// CHECK-NEXT: func.call @order.3$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier
// CHECK-NEXT: ^
// CHECK-NEXT: qd.grid_barrier_end
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @order.4$grid.body(
// CHECK-NEXT: func.call @order.5$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier
// CHECK-NEXT: ^
// CHECK-NEXT: qd.grid_barrier_end
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @order.6$grid.body(
// CHECK-NEXT: func.call @order.8$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: arith.addi
// CHECK: qd.grid_barrier
// CHECK-NEXT: ^
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @order.7$grid.body(
// CHECK-NEXT: }
// CHECK: qd.grid_barrier_end %
qd.kernel @order(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32> {qd.may_alias}, %t: memref<?xf32> {qd.may_alias}) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.launch @order.9
  qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 0 {
    qd.launch @order.0
    qd.launch @order.1
    qd.launch @order.2
    qd.launch @order.3
    qd.launch @order.4
    qd.launch @order.5
    qd.launch @order.6
    qd.launch @order.7
    qd.launch @order.8
  }
}
qd.task @order.0 of @order extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @order.1 of @order extent(#qd.size<"64">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %y[%i] : memref<?xf32>
  }
}
qd.task @order.2 of @order extent(#qd.size<"64">)
    (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %z: memref<?xf32> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  qd.for (%i) in (%n) {
    %v = memref.load %y[%i] : memref<?xf32>
    memref.store %v, %z[%i] : memref<?xf32>
  }
}
qd.task @order.3 of @order extent(#qd.size<"64">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %n = arith.constant 64 : index
  qd.for (%i) in (%n) {
    %v = memref.load %y[%i] : memref<?xf32>
  }
}
qd.task @order.4 of @order extent(#qd.size<"64">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %y[%i] : memref<?xf32>
  }
}
qd.task @order.5 of @order extent(#qd.size<"64">) (%z: memref<?xf32> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %z[%i] : memref<?xf32>
  }
}
qd.task @order.6 of @order extent(#qd.size<"64">) (%t: memref<?xf32> {qd.slot = #qd.slot<array(3)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %t[%i] : memref<?xf32>
  }
}
qd.task @order.7 of @order extent(#qd.size<"1">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 2.0 : f32
  memref.store %f, %y[%c0] : memref<?xf32>
}
qd.task @order.8 of @order extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @order.9 of @order extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// All tasks of a loop have blocks of one size, of whole subgroups: the first loop asks for two sizes, the second one for
// a subgroup and a half. In the third one a task asks for 96 threads and the other one for none.
// CHECK-NOT: func.func @asks.{{[0-2]}}$
// CHECK: func.func @asks.3$block({{.*}}loop = <5 of "asks" as block>{{.*}}block_threads = 96, subgroup_width = 32, grid = single>>
// CHECK: func.func @asks.3$grid({{.*}}loop = <5 of "asks" as grid>{{.*}}block_threads = 96, subgroup_width = 32, grid = cooperative>>
// CHECK-NOT: func.func @asks.{{[0-9]}}$
qd.kernel @asks(%x: memref<?xf32>) attributes {
    barrier_offset = 24, readback_bytes = 24, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"40">} {
  qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 0 {
    qd.launch @asks.0
    qd.launch @asks.1
  }
  qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 8 {
    qd.launch @asks.2
  }
  qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 16 {
    qd.launch @asks.3
    qd.launch @asks.4
  }
}
qd.task @asks.0 of @asks extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) block_dim(64) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @asks.1 of @asks extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) block_dim(128) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @asks.2 of @asks extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) block_dim(48) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @asks.3 of @asks extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @asks.4 of @asks extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) block_dim(96) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// What combines a reduction's partials is a subgroup's work: it runs in a barrier's body, all threads of which fold. The
// serial task ahead of it has a barrier of its own, and writes what the sum reads.
// CHECK-LABEL: func.func @norm.0$grid(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %[[WORDS:[a-z0-9]+]]: memref<?xi64>, %{{[a-z0-9]+}}: memref<?xi8>, %{{[a-z0-9]+}}: memref<?xi64>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK: func.call @norm.0$grid.body(%[[X]], %[[WORDS]],
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier at %[[WORDS]][1] : memref<?xi64> {
// CHECK-NEXT: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK-NEXT: scf.if %[[FINE:.*]] {
// CHECK-NEXT: func.call @norm.1$grid.body(%[[X]], %[[C0]], %[[C1]], %[[LANE]])
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier_end{{$}}
// CHECK: qd.grid_barrier at %[[WORDS]][1] : memref<?xi64> -> i1
// CHECK-NEXT: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @norm.2$grid.body(%[[X]], %[[WORDS]], %[[C0]], %[[C1]], %[[LANE]])
// CHECK-NEXT: }
// CHECK: qd.grid_barrier_end %
// CHECK-LABEL: func.func private @norm.2$grid.body(
// CHECK: gpu.shuffle down
qd.kernel @norm(%x: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"32832">} {
  qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 0 {
    qd.launch @norm.0
    qd.launch @norm.1
    qd.launch @norm.2
  }
}
qd.task @norm.0 of @norm extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 64 : index
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}
qd.task @norm.1 of @norm extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %x[%c1] : memref<?xf32>
}
qd.task @norm.2 of @norm extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  %s = qd.combine_partials addf of %n iterations at 64 : f32
  memref.store %s, %x[%c0] : memref<?xf32>
}

// -----

// An entry point has another name where a task has the one that it would get.
// CHECK: func.func @take.0$block_0({{.*}}loop = <0 of "take" as block>
// CHECK: call @take.0$block_0.body(
// CHECK: func.func @take.0$grid({{.*}}loop = <0 of "take" as grid>
// CHECK: func.func @take.0$block({{.*}}task = <"take.0$block" of "take">
// CHECK: call @take.0$block.body(
qd.kernel @take(%x: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 0 {
    qd.launch @take.0
  }
  qd.launch @take.0$block
}
qd.task @take.0 of @take extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @take.0$block of @take extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// A task that may fail keeps its place though it shares nothing with its neighbours: the serial task ahead of it has run, and
// the one after it waits for it.
// CHECK-LABEL: func.func @careful.0$grid(
// CHECK: qd.grid_barrier
// CHECK: func.call @careful.0$grid.body(
// CHECK: func.call @careful.1$grid.body(
// CHECK: qd.grid_barrier
// CHECK: func.call @careful.2$grid.body(
// CHECK: qd.grid_barrier
qd.kernel @careful(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 0 {
    qd.launch @careful.0
    qd.launch @careful.1
    qd.launch @careful.2
  }
}
qd.task @careful.0 of @careful extent(#qd.size<"1">)
    (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %y[%c0] : memref<?xf32>
}
qd.task @careful.1 of @careful extent(#qd.size<"64">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %below = arith.cmpf olt, %v, %f : f32
    qd.assert %below, "x is too large" {site = 0 : i32}
  }
}
qd.task @careful.2 of @careful extent(#qd.size<"64">)
    (%z: memref<?xf32> {qd.slot = #qd.slot<array(2)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %z[%i] : memref<?xf32>
  }
}

// -----

// What a condition's loop holds is created once, and so is the body, which the first round leaves out.
// CHECK-LABEL: func.func @search.0$block(
// CHECK: scf.while
// CHECK: scf.if
// CHECK: func.call @search.1$block.body(
// CHECK-NOT: func.call @search.1$block.body(
// CHECK: func.call @search.0$block.body(
// CHECK-NOT: func.call @search.0$block.body(
// CHECK: return
qd.kernel @search(%x: memref<?xf32>, %y: memref<?xf32>) attributes {
    barrier_offset = 16, readback_bytes = 16, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"40">} {
  qd.graph_while condition at 32 counts at 0 {
    qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 8 {
      qd.launch @search.0
    }
  } do {
    qd.launch @search.1
  }
}
qd.task @search.0 of @search extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @search.1 of @search extent(#qd.size<"64">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %y[%i] : memref<?xf32>
  }
}

// -----

// A loop without tasks is called by its kernel, as the source has it, and one subgroup decides about it.
// CHECK-LABEL: func.func @wait$$block(
// CHECK-SAME: %[[GO:[a-z0-9]+]]: memref<?xi32>
// CHECK-SAME: #qd.entry_point<loop = <0 of "wait" as block>,
// CHECK-SAME: launch = <block_threads = 32, subgroup_width = 32, grid = single>>
// CHECK: scf.while
// CHECK-NOT: call
// CHECK: qd.grid_barrier
// CHECK: qd.flat_load %[[GO]]
// CHECK-LABEL: func.func @wait$$grid(
// CHECK-SAME: launch = <block_threads = 32, subgroup_width = 32, grid = cooperative>>
// CHECK-LABEL: func.func @wait$$block_
// CHECK-SAME: #qd.entry_point<loop = <1 of "wait" as block>,
qd.kernel @wait$(%go: memref<i32>, %n: i64) attributes {
    barrier_offset = 16, qd.source_kernel = "wait", readback_bytes = 16, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"32">} {
  qd.graph_do_while flag <array(0)> max <"scalar(1)"> on_max(stop) counts at 0 {
  }
  qd.graph_do_while flag <array(0)> on_max(stop) counts at 8 {
  }
}

// -----

// Two temporaries that share a region of the workspace, of different types: a parameter for each type, at one slot.
// CHECK-LABEL: func.func @typed.0$grid(
// CHECK-SAME: %[[FLOATS:[a-z0-9]+]]: memref<?xf32>, %[[INTEGERS:[a-z0-9]+]]: memref<?xi64>, %
// CHECK-SAME: slots = [<workspace(64)>, <workspace(64)>, <workspace(0)>, <error_record>, <stop_word>]
// CHECK: func.call @typed.0$grid.body(%[[FLOATS]],
// CHECK: func.call @typed.1$grid.body(%[[INTEGERS]],
qd.kernel @typed() attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"576">} {
  qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 0 {
    qd.launch @typed.0
    qd.launch @typed.1
  }
}
qd.task @typed.0 of @typed extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<workspace(64)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @typed.1 of @typed extent(#qd.size<"64">) (%y: memref<?xi64> {qd.slot = #qd.slot<workspace(64)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    memref.store %f, %y[%i] : memref<?xi64>
  }
}
