// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --canonicalize --split-input-file | FileCheck %s

// A body that takes its place in the grid, and an entry point that knows it. The grid covers any range; a thread goes on
// where the grid ends, with one iteration at a time because what it reads may change.
qd.kernel @plain(%x: memref<?xf32>, %s: f32) {
  qd.return
}
// CHECK-LABEL: func.func private @plain$0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %[[S:[a-z0-9]+]]: f32, %[[N:[a-z0-9]+]]: index,
// CHECK-SAME: %[[BLOCK:[a-z0-9]+]]: i64, %[[BLOCKS:[a-z0-9]+]]: i64, %[[THREAD:[a-z0-9]+]]: i64) {
qd.task @plain.0 of @plain extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %s: f32 {qd.slot = #qd.slot<scalar(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  // CHECK: %[[WIDE:.*]] = arith.index_cast %[[N]] : index to i64
  // CHECK: %[[TOTAL:.*]] = arith.select %{{.*}}, %[[WIDE]], %{{.*}} : i64
  // CHECK: %[[BEFORE:.*]] = arith.muli %[[BLOCK]], %[[C256:.*]] overflow<nsw> : i64
  // CHECK: %[[FIRST:.*]] = arith.addi %[[BEFORE]], %[[THREAD]] overflow<nsw> : i64
  // CHECK: %[[STEP:.*]] = arith.muli %[[BLOCKS]], %[[C256]] overflow<nsw> : i64
  // CHECK: %[[ANY:.*]] = arith.cmpi ult, %[[FIRST]], %[[TOTAL]]
  // CHECK: scf.if %[[ANY]] {
  // CHECK: scf.while (%[[FLAT:.*]] = %[[FIRST]]) : (i64) -> i64 {
  // CHECK: qd.iteration %[[FLAT]] {
  // CHECK: %[[OLD:.*]] = qd.flat_load volatile %[[X]][%[[FLAT]]] : memref<?xf32> -> f32
  // CHECK: %[[NEW:.*]] = arith.mulf %[[OLD]], %[[S]] : f32
  // CHECK: qd.flat_store %[[NEW]], %[[X]][%[[FLAT]]]
  // CHECK: qd.iteration_end
  // CHECK: %[[NEXT:.*]] = arith.addi %[[FLAT]], %[[STEP]] overflow<nuw>
  // CHECK: %[[MORE:.*]] = arith.cmpi ult, %[[NEXT]], %[[TOTAL]]
  // CHECK: scf.condition(%[[MORE]]) %[[NEXT]] : i64
  // CHECK: ^bb0(%[[AGAIN:.*]]: i64):
  // CHECK-NEXT: scf.yield %[[AGAIN]] : i64
  // CHECK: return
  qd.for (%i) in (%n) {
    %old = qd.volatile_load %x[%i] : memref<?xf32>
    %new = arith.mulf %old, %s : f32
    memref.store %new, %x[%i] : memref<?xf32>
  }
}
// CHECK-LABEL: func.func @plain$0(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %[[S:[a-z0-9]+]]: f32, %[[N:[a-z0-9]+]]: index)
// CHECK-SAME: qd.entry_point = #qd.entry_point<task = <"plain.0" of "plain">, slots = [<array(0)>, <scalar(1)>, <dim(0, 0)>], launch = <block_threads = 256, subgroup_width = 32>>
// CHECK-DAG: %[[BLOCK:.*]] = gpu.block_id x
// CHECK-DAG: %[[BLOCKS:.*]] = gpu.grid_dim x
// CHECK-DAG: %[[THREAD:.*]] = gpu.thread_id x upper_bound 256
// CHECK-DAG: %[[BLOCK64:.*]] = arith.index_cast %[[BLOCK]] : index to i64
// CHECK-DAG: %[[BLOCKS64:.*]] = arith.index_cast %[[BLOCKS]] : index to i64
// CHECK-DAG: %[[THREAD64:.*]] = arith.index_cast %[[THREAD]] : index to i64
// CHECK: call @plain$0.body(%[[X]], %[[S]], %[[N]], %[[BLOCK64]], %[[BLOCKS64]], %[[THREAD64]])
// CHECK-NEXT: return

// -----

// The hint is the block; the last dimension is the fastest; arrays that may overlap are marked.
qd.kernel @rank2(%x: memref<?xi32> {qd.may_alias}, %y: memref<?xi32>) {
  qd.return
}
// CHECK-LABEL: func.func private @rank2$0.body(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?xi32> {qd.may_alias}, %{{[a-z0-9]+}}: memref<?xi32>, %[[N:[a-z0-9]+]]: i32, %[[M:[a-z0-9]+]]: i32,
qd.task @rank2.0 of @rank2 extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %n: i32 {qd.slot = #qd.slot<scalar(2)>}, %m: i32 {qd.slot = #qd.slot<scalar(3)>}) {
  // CHECK: %[[WIDE:.*]] = arith.extsi %[[M]] : i32 to i64
  // CHECK: %[[COLUMNS:.*]] = arith.select %{{.*}}, %[[WIDE]], %{{.*}} : i64
  // CHECK: scf.while (%[[FLAT:.*]] = %{{.*}}) : (i64) -> i64 {
  // CHECK: %[[DIVISOR:.*]] = arith.maxui %[[COLUMNS]], %{{.*}} : i64
  // CHECK: %[[J:.*]] = arith.remui %[[FLAT]], %[[DIVISOR]] : i64
  // CHECK: %[[I:.*]] = arith.divui %[[FLAT]], %[[DIVISOR]] : i64
  // CHECK: %[[ROW:.*]] = arith.trunci %[[I]] overflow<nsw> : i64 to i32
  // CHECK: %[[COLUMN:.*]] = arith.trunci %[[J]] overflow<nsw> : i64 to i32
  // CHECK: qd.iteration %[[FLAT]] {
  // CHECK: arith.addi %[[ROW]], %[[COLUMN]] : i32
  qd.for (%i, %j) in (%n, %m) : i32 block_dim(96) {
    %c0 = arith.constant 0 : index
    %old = qd.volatile_load %x[%c0] : memref<?xi32>
    %t = arith.addi %i, %j : i32
    %s = arith.addi %t, %old : i32
    memref.store %s, %x[%c0] : memref<?xi32>
    memref.store %i, %y[%c0] : memref<?xi32>
  }
}
// CHECK-LABEL: func.func @rank2$0(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?xi32> {qd.may_alias}, %{{[a-z0-9]+}}: memref<?xi32>, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i32)
// CHECK-SAME: block_threads = 96, subgroup_width = 32>
// CHECK: gpu.thread_id x upper_bound 96

// -----

// One thread of the grid runs a serial task; a launch that has failed runs nothing more.
qd.kernel @serial(%x: memref<?xi1>) {
  qd.return
}
// CHECK-LABEL: func.func private @serial$0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xi1>, %{{[a-z0-9]+}}: memref<?xi8>, %[[BLOCK:[a-z0-9]+]]: i64, %{{[a-z0-9]+}}: i64, %[[THREAD:[a-z0-9]+]]: i64)
qd.task @serial.0 of @serial extent(#qd.size<"1">)
    (%x: memref<?xi1> {qd.slot = #qd.slot<array(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  // CHECK: %[[PLACE:.*]] = arith.addi %[[BLOCK]], %[[THREAD]]
  // CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[PLACE]], %{{.*}} : i64
  // CHECK: scf.if %[[FIRST]] {
  // CHECK-NEXT: qd.iteration %{{.*}} {
  // CHECK-NEXT: %[[OK:.*]] = qd.flat_load %[[X]][%{{.*}}] : memref<?xi1> -> i8
  // CHECK-NEXT: %[[TRUE:.*]] = arith.cmpi ne, %[[OK]], %{{.*}} : i8
  // CHECK-NEXT: qd.leave_unless %[[TRUE]] {
  // CHECK: qd.leave
  // CHECK-NEXT: }
  // CHECK-NEXT: qd.iteration_end
  %c0 = arith.constant 0 : index
  %ok = memref.load %x[%c0] : memref<?xi1>
  qd.assert %ok, "no" {site = 0 : i32}
}
// CHECK-LABEL: func.func @serial$0(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xi1>, %[[RECORD:[a-z0-9]+]]: memref<?xi8>)
// CHECK-SAME: block_threads = 1, subgroup_width = 32>
// CHECK: %[[CODE:.*]] = qd.flat_load %[[RECORD]][%{{.*}}] : memref<?xi8> -> i32
// CHECK: %[[FINE:.*]] = arith.cmpi eq, %[[CODE]], %{{.*}} : i32
// CHECK: scf.if %[[FINE]] {
// CHECK: gpu.block_id x
// CHECK: func.call @serial$0.body(%[[X]], %[[RECORD]],

// -----

// What is no name to an assembler becomes one.
qd.kernel @a$() {
  qd.return
}
// CHECK: func.func private @a$$0.body(
// CHECK: func.func @a$$0()
// CHECK-SAME: task = <"a$.0" of
qd.task @a$.0 of @a$ extent(#qd.size<"1">) () {
}
// CHECK: func.func private @a$$0$1.body(
// CHECK: func.func @a$$0$1()
// CHECK-SAME: task = <"a..0" of
qd.task @a..0 of @a$ extent(#qd.size<"1">) () {
}
