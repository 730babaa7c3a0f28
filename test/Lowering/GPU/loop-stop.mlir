// How entry points of loops look at the stop word: 5 is QD_ERROR_STOPPED, the stop word's low half the count of stops that
// were asked for, its high half that of those which the stream has answered.
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=32 loops=block,grid" --canonicalize --split-input-file | FileCheck %s
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=32 loops=block,grid" --split-input-file | FileCheck %s --check-prefix=AS-MADE

// A loop on a flag looks in the iterations 1, 33, 65 and so on, in the body of the barrier that decides, ahead of the flag.
// CHECK-LABEL: func.func @flag.0$grid(
// CHECK-SAME: %[[RECORD:[a-z0-9]+]]: memref<?xi8>, %[[STOP:[a-z0-9]+]]: memref<?xi64>, %[[GO:[a-z0-9]+]]: memref<?xi32>, %{{[a-z0-9]+}}: i64)
// CHECK-SAME: slots = [<array(0)>, <workspace(0)>, <error_record>, <stop_word>, <array(1)>, <maximum_iterations>]
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i64
// CHECK-DAG: %[[C31:.*]] = arith.constant 31 : i64
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : i64
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[STOPPED:.*]] = arith.constant 5 : i32
// CHECK-DAG: %[[SITE:.*]] = arith.constant 9 : i32
// CHECK: scf.while (%[[BEFORE:.*]] = %[[C0]], %[[FINE:.*]] = %
// CHECK: %[[ITERATIONS:.*]] = arith.addi %[[BEFORE]], %[[C1]]
// CHECK: %[[DECIDED:.*]]:2 = qd.grid_barrier
// CHECK-NEXT: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK-NEXT: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[LANE]], %[[C0]]
// CHECK-NEXT: %[[PLACE:.*]] = arith.andi %[[ITERATIONS]], %[[C31]]
// CHECK-NEXT: %[[LOOKS:.*]] = arith.cmpi eq, %[[PLACE]], %[[C1]]
// CHECK-NEXT: %[[WORD:.*]] = scf.if %[[LOOKS]] -> (i64) {
// CHECK-NEXT: %[[FOUND:.*]] = qd.flat_load volatile %[[STOP]][%[[C0]]] : memref<?xi64> -> i64
// CHECK-NEXT: scf.yield %[[FOUND]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[C0]]
// CHECK-NEXT: }
// CHECK-NEXT: qd.flat_load %[[GO]]
// CHECK: %[[REQUESTED:.*]] = arith.trunci %[[WORD]]
// CHECK-NEXT: %[[UPPER:.*]] = arith.shrui %[[WORD]], %[[C32]]
// CHECK-NEXT: %[[ANSWERED:.*]] = arith.trunci %[[UPPER]]
// CHECK-NEXT: %[[AHEAD:.*]] = arith.subi %[[REQUESTED]], %[[ANSWERED]]
// CHECK-NEXT: %[[ENDS:.*]] = arith.cmpi sgt, %[[AHEAD]], %[[NONE]]
// CHECK-NEXT: %[[SAYS:.*]] = arith.andi %[[ENDS]], %[[IS_FIRST]]
// CHECK-NEXT: scf.if %[[SAYS]] {
// CHECK-NEXT: %{{.*}}, %[[IS_OURS:.*]] = qd.flat_atomic_cas device %[[RECORD]][%[[C0]]], %[[NONE]], %[[STOPPED]]
// CHECK-NEXT: scf.if %[[IS_OURS]] {
// CHECK-NEXT: qd.flat_store %[[SITE]], %[[RECORD]][%[[C4]]] : i32
// CHECK-NEXT: qd.flat_store %[[ITERATIONS]], %[[RECORD]][%[[C8]]] : i64
// CHECK: %[[GOES:.*]] = arith.cmpi sle, %[[AHEAD]], %[[NONE]]
// CHECK-NEXT: %[[STILL_FINE:.*]] = arith.andi %{{.*}}, %[[GOES]]
// CHECK-NEXT: %[[AGAIN:.*]] = arith.andi %{{.*}}, %[[STILL_FINE]]
// CHECK-NEXT: qd.grid_barrier_end %[[AGAIN]], %[[STILL_FINE]]
// CHECK: scf.condition(%[[DECIDED]]#0) %[[ITERATIONS]], %[[DECIDED]]#1
qd.kernel @flag(%x: memref<?xf32>, %go: memref<i32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_do_while flag <array(1)> on_max(stop) counts at 0 attributes {site = 9 : i32} {
    qd.launch @flag.0
  }
}
qd.task @flag.0 of @flag extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// One with a condition looks when it decides for the first time, ahead of its first iteration, and every 32 iterations.
// CHECK-LABEL: func.func @condition.0$grid(
// CHECK-SAME: %[[STOP:[a-z0-9]+]]: memref<?xi64>, %{{[a-z0-9]+}}: i64)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C31:.*]] = arith.constant 31 : i64
// CHECK: qd.grid_barrier
// CHECK: qd.flat_load volatile %[[STOP]][%[[C0]]] : memref<?xi64> -> i64
// CHECK: scf.while
// CHECK: } do {
// CHECK: qd.grid_barrier
// CHECK: %[[PLACE:.*]] = arith.andi %{{.*}}, %[[C31]]
// CHECK-NEXT: %[[LOOKS:.*]] = arith.cmpi eq, %[[PLACE]], %[[C0]]
// CHECK-NEXT: scf.if %[[LOOKS]] -> (i64) {
// CHECK-NEXT: qd.flat_load volatile %[[STOP]][%[[C0]]] : memref<?xi64> -> i64
// CHECK-NOT: qd.flat_load volatile %[[STOP]]
// CHECK: return
qd.kernel @condition(%x: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"32">} {
  qd.graph_while condition at 24 counts at 0 {
  } do {
    qd.launch @condition.0
  }
}
qd.task @condition.0 of @condition extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// A counted loop whose threads meet at its end, where nothing is to be done: in the iterations that look the barrier has a
// body, in the others none, also as the lowering to a vendor finds it, for which a body with a constant is one. All threads
// go through one of the two.
// AS-MADE-LABEL: func.func @counted.0$grid(
// AS-MADE: qd.grid_barrier at %{{.*}} -> i1
// AS-MADE: } else {
// AS-MADE-NEXT: qd.grid_barrier
// AS-MADE-NEXT: ^
// AS-MADE-NEXT: qd.grid_barrier_end{{$}}
// CHECK-LABEL: func.func @counted.0$grid(
// CHECK-SAME: %[[STOP:[a-z0-9]+]]: memref<?xi64>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C31:.*]] = arith.constant 31 : i64
// CHECK: scf.while
// CHECK: ^{{.*}}(%{{.*}}: i64, %[[BEFORE:.*]]: i64, %[[FINE:.*]]: i1):
// CHECK: %[[GOES_ON:.*]] = arith.andi %{{.*}}, %{{.*}} : i1
// CHECK-NEXT: %[[ITERATIONS:.*]] = arith.addi %[[BEFORE]], %[[C1]]
// CHECK-NEXT: %[[PLACE:.*]] = arith.andi %[[ITERATIONS]], %[[C31]]
// CHECK-NEXT: %[[LOOKS:.*]] = arith.cmpi eq, %[[PLACE]], %[[C1]]
// CHECK-NEXT: %[[STILL_FINE:.*]] = scf.if %[[LOOKS]] -> (i1) {
// CHECK-NEXT: %[[TOLD:.*]] = qd.grid_barrier at %{{.*}} -> i1
// CHECK: qd.flat_load volatile %[[STOP]][%[[C0]]] : memref<?xi64> -> i64
// CHECK: qd.grid_barrier_end %{{.*}} : i1
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[TOLD]]
// CHECK-NEXT: } else {
// CHECK-NEXT: qd.grid_barrier
// CHECK-NEXT: ^
// CHECK-NEXT: qd.grid_barrier_end{{$}}
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[FINE]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[AGAIN:.*]] = arith.andi %[[GOES_ON]], %[[STILL_FINE]]
// CHECK-NEXT: scf.yield %{{.*}}, %[[AGAIN]], %[[ITERATIONS]], %[[STILL_FINE]]
qd.kernel @counted(%x: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"100"> step <"1"> counts at 0 {
    qd.launch @counted.0
  }
}
qd.task @counted.0 of @counted extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// The inner loop ends with a barrier, so that the outer one has none at its end but in every 32nd iteration.
// CHECK-LABEL: func.func @nested.0$block(
// CHECK-SAME: %[[STOP:[a-z0-9]+]]: memref<?xi64>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C31:.*]] = arith.constant 31 : i64
// CHECK: scf.while
// CHECK: %[[INNER:.*]]:3 = scf.while
// CHECK: arith.cmpi eq, %{{.*}}, %[[C1]]
// CHECK: qd.flat_load volatile %[[STOP]]
// CHECK: } else {
// CHECK-NEXT: qd.grid_barrier
// CHECK: %[[PLACE:.*]] = arith.andi %{{.*}}, %[[C31]]
// CHECK-NEXT: %[[LOOKS:.*]] = arith.cmpi eq, %[[PLACE]], %[[C0]]
// CHECK-NEXT: scf.if %[[LOOKS]] -> (i1) {
// CHECK-NEXT: qd.grid_barrier -> i1
// CHECK: qd.flat_load volatile %[[STOP]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[INNER]]#2 : i1
qd.kernel @nested(%x: memref<?xf32>) attributes {
    barrier_offset = 16, readback_bytes = 16, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"32">} {
  qd.graph_repeat from <"0"> to <"100"> step <"1"> counts at 0 {
    qd.graph_repeat from <"0"> to <"3"> step <"1"> counts at 8 {
      qd.launch @nested.0
    }
  }
}
qd.task @nested.0 of @nested extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// With a serial task at the end, the barrier's body is there in each iteration, and looks in one of 32.
// CHECK-LABEL: func.func @serial.0$block(
// CHECK-SAME: %[[STOP:[a-z0-9]+]]: memref<?xi64>)
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK: scf.while
// CHECK: } do {
// CHECK: %[[FINE:.*]] = qd.grid_barrier -> i1 {
// CHECK: func.call @serial.0$block.body(
// CHECK: %[[LOOKS:.*]] = arith.cmpi eq, %{{.*}}, %[[C1]]
// CHECK-NEXT: scf.if %[[LOOKS]] -> (i64) {
// CHECK-NEXT: qd.flat_load volatile %[[STOP]]
// CHECK: qd.grid_barrier_end %{{.*}} : i1
// CHECK-NOT: qd.grid_barrier
// CHECK: return
qd.kernel @serial(%x: memref<?xf32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"100"> step <"1"> counts at 0 {
    qd.launch @serial.0
  }
}
qd.task @serial.0 of @serial extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %x[%c0] : memref<?xf32>
}
