// What each thread of a loop's entry point knows by itself (LoopWords.h).
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=32 loops=grid" --canonicalize --cse --split-input-file | FileCheck %s

// The serial task computes a condition and a value of the counter and an argument; the branch needs no barrier, and no
// word is written but the count. Word 4 is of an earlier task: each thread reads it once.
// CHECK-LABEL: func.func @known.0$grid(
// CHECK-SAME: %[[EVERY:[a-z0-9]+]]: i64, %[[WORDS:[a-z0-9]+]]: memref<?xi64>, %[[X:[a-z0-9]+]]: memref<?xi64>
// CHECK: %[[GIVEN:.*]] = qd.flat_load %[[WORDS]][%c4
// CHECK-NOT: qd.flat_load %[[WORDS]]
// CHECK: scf.while (%[[I0:.*]] = %c0
// CHECK: ^{{.*}}(%[[I:.*]]: i64, %{{.*}}: i64, %[[FINE:.*]]: i1):
// CHECK-NEXT: %[[REST:.*]] = arith.remui %[[I]], %[[EVERY]]
// CHECK-NEXT: %[[DUE:.*]] = arith.cmpi eq, %[[REST]], %c0
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: func.call @known.1$grid.body(%[[X]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[REST]], %[[GIVEN]])
// CHECK: qd.grid_barrier at %[[WORDS]][5] : memref<?xi64> -> i1
// CHECK: } else {
// CHECK-NEXT: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier at
// CHECK-NOT: qd.flat_store %{{.*}}, %[[WORDS]][%c1
// CHECK: return
// CHECK-LABEL: func.func private @known.1$grid.body(
// CHECK-SAME: %[[REST:[a-z0-9]+]]: i64, %[[GIVEN:[a-z0-9]+]]: i64)
// CHECK: %[[SUM:.*]] = arith.addi %[[REST]], %[[GIVEN]]
// CHECK: qd.flat_store %[[SUM]]
qd.kernel @known(%x: memref<?xi64>, %every: i64) attributes {
    barrier_offset = 40, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"56">} {
  qd.graph_repeat from <"0"> to <"100"> step <"1"> induction at 8 counts at 0 {
    qd.launch @known.0
    qd.graph_if condition at 16 {
      qd.launch @known.1
    } else {
    }
  }
}
qd.task @known.0 of @known extent(#qd.size<"1">)
    (%every: i64 {qd.slot = #qd.slot<scalar(1)>}, %words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  %i = memref.load %words[%c1] : memref<?xi64>
  %rest = arith.remui %i, %every : i64
  %due = arith.cmpi eq, %rest, %zero : i64
  %word = arith.extui %due : i1 to i64
  memref.store %word, %words[%c2] : memref<?xi64>
  memref.store %rest, %words[%c3] : memref<?xi64>
}
qd.task @known.1 of @known extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant 64 : index
  %rest = memref.load %words[%c3] : memref<?xi64>
  %given = memref.load %words[%c4] : memref<?xi64>
  %sum = arith.addi %rest, %given : i64
  qd.for (%i) in (%n) {
    memref.store %sum, %x[%i] : memref<?xi64>
  }
}

// -----

// What stays in memory: a word that is read ahead of what writes it, one that a result of the kernel is, and one that is
// computed of an array.
// CHECK-LABEL: func.func @kept.0$grid(
// CHECK: scf.while
// CHECK: qd.grid_barrier at
// CHECK: func.call @kept.0$grid.body(
// CHECK: func.call @kept.1$grid.body(
// CHECK-LABEL: func.func private @kept.0$grid.body(
// CHECK-DAG: qd.flat_load %{{.*}}[%c2
// CHECK-DAG: qd.flat_store %{{.*}}, %{{.*}}[%c2
// CHECK-LABEL: func.func private @kept.1$grid.body(
// CHECK-DAG: qd.flat_store %{{.*}}, %{{.*}}[%c3
qd.kernel @kept(%x: memref<?xi64>) -> i64 attributes {
    barrier_offset = 40, readback_bytes = 32, readback_offset = 0, result_offsets = array<i64: 16>, workspace_bytes = #qd.size<"56">} {
  qd.graph_repeat from <"0"> to <"100"> step <"1"> counts at 0 {
    qd.launch @kept.0
    qd.launch @kept.1
    qd.launch @kept.2
  }
}
qd.task @kept.0 of @kept extent(#qd.size<"1">) (%words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i64
  %last = memref.load %words[%c2] : memref<?xi64>
  %next = arith.addi %last, %one : i64
  memref.store %next, %words[%c2] : memref<?xi64>
}
qd.task @kept.1 of @kept extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %v = memref.load %x[%c0] : memref<?xi64>
  memref.store %v, %words[%c3] : memref<?xi64>
}
qd.task @kept.2 of @kept extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %words: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant 64 : index
  %a = memref.load %words[%c2] : memref<?xi64>
  %b = memref.load %words[%c3] : memref<?xi64>
  %sum = arith.addi %a, %b : i64
  qd.for (%i) in (%n) {
    memref.store %sum, %x[%i] : memref<?xi64>
  }
}
