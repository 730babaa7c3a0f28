// RUN: qdc-opt %s --convert-tasks-to-grid=subgroup-width=32 --canonicalize --split-input-file | FileCheck %s

// The first failure of a launch owns the record: code, site, iteration. Then the iteration ends.
qd.kernel @k(%x: memref<?xi1>) {
  qd.return
}
// CHECK-LABEL: func.func private @k.0.body(
// CHECK-SAME: %[[C:[a-z0-9]+]]: i1, %[[RECORD:[a-z0-9]+]]: memref<?xi8>,
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%c: i1 {qd.slot = #qd.slot<scalar(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  // CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[ASSERT:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[SITE:.*]] = arith.constant 7 : i32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
  // CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i64
  // CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : i64
  // CHECK: qd.iteration %[[FLAT:.*]] {
  // CHECK-NEXT: qd.leave_unless %[[C]] {
  // CHECK-NEXT: %{{.*}}, %[[OWNS:.*]] = qd.flat_atomic_cas device %[[RECORD]][%[[ZERO]]], %[[NONE]], %[[ASSERT]] : i32, memref<?xi8>
  // CHECK-NEXT: scf.if %[[OWNS]] {
  // CHECK-NEXT: qd.flat_store %[[SITE]], %[[RECORD]][%[[FOUR]]] : i32, memref<?xi8>
  // CHECK-NEXT: qd.flat_store %[[FLAT]], %[[RECORD]][%[[EIGHT]]] : i64, memref<?xi8>
  // CHECK-NEXT: }
  // CHECK-NEXT: qd.leave
  // CHECK-NEXT: }
  // CHECK-NEXT: qd.iteration_end
  qd.assert %c, "holds" {site = 7 : i32}
}

// -----

// An overflow of an adstack leaves the capacity, and the iteration goes on.
qd.kernel @k(%x: memref<?xi1>) {
  qd.return
}
// CHECK-LABEL: func.func private @k.0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xi1>, %[[RECORD:[a-z0-9]+]]: memref<?xi8>,
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%x: memref<?xi1> {qd.slot = #qd.slot<array(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  // CHECK-DAG: %[[OVERFLOW:.*]] = arith.constant 7 : i32
  // CHECK-DAG: %[[CAPACITY:.*]] = arith.constant 33 : i64
  // CHECK-DAG: %[[VALUES:.*]] = arith.constant 16 : i64
  // CHECK: qd.iteration %[[FLAT:.*]] {
  // CHECK-NEXT: %{{.*}}, %[[OWNS:.*]] = qd.flat_atomic_cas device %[[RECORD]][%{{.*}}], %{{.*}}, %[[OVERFLOW]] : i32, memref<?xi8>
  // CHECK-NEXT: scf.if %[[OWNS]] {
  // CHECK-NEXT: qd.flat_store %{{.*}}, %[[RECORD]]
  // CHECK-NEXT: qd.flat_store %[[FLAT]], %[[RECORD]]
  // CHECK-NEXT: qd.flat_store %[[CAPACITY]], %[[RECORD]][%[[VALUES]]] : i64, memref<?xi8>
  // CHECK-NEXT: }
  // CHECK-NOT: qd.leave
  // CHECK: qd.flat_store %{{.*}}, %[[X]]
  // CHECK-NEXT: qd.iteration_end
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %capacity = arith.constant 33 : index
  qd.adstack.overflow %capacity {site = 5 : i32}
  memref.store %true, %x[%c0] : memref<?xi1>
}

// -----

// A print reserves its words, unless the buffer is full, and writes them, unless they would not fit: site and number of
// values, iteration, values.
qd.kernel @k() {
  qd.return
}
// CHECK-LABEL: func.func private @k.0.body(
// CHECK-SAME: %[[V:[a-z0-9]+]]: f32, %[[N:[a-z0-9]+]]: index, %[[BUFFER:[a-z0-9]+]]: memref<?xi8>,
qd.task @k.0 of @k extent(#qd.size<"scalar(1)">)
    (%v: f32 {qd.slot = #qd.slot<scalar(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %buffer: memref<?xi8> {qd.slot = #qd.slot<print_buffer>}) {
  // CHECK-DAG: %[[WORDS:.*]] = arith.constant 3 : i32
  // CHECK-DAG: %[[HEAD:.*]] = arith.constant 4294967300 : i64
  // CHECK: qd.iteration %[[FLAT:.*]] {
  // CHECK: qd.flat_load atomic device %[[BUFFER]][%{{.*}}] : memref<?xi8> -> i32
  // CHECK: qd.flat_load atomic device %[[BUFFER]][%{{.*}}] : memref<?xi8> -> i32
  // CHECK: %[[FIRST:.*]] = scf.if
  // CHECK: qd.flat_atomic_rmw addi device %[[WORDS]], %[[BUFFER]]
  // CHECK: %[[LONG:.*]] = arith.cmpi slt
  // CHECK: scf.if %[[LONG]] {
  // CHECK: qd.flat_atomic_rmw addi device %{{.*}}, %[[BUFFER]]
  // CHECK: } else {
  // CHECK: qd.flat_store %[[HEAD]], %[[BUFFER]]
  // CHECK: qd.flat_store %[[FLAT]], %[[BUFFER]]
  // CHECK: %[[BITS:.*]] = arith.bitcast %[[V]] : f32 to i32
  // CHECK: %[[WORD:.*]] = arith.extui %[[BITS]] : i32 to i64
  // CHECK: qd.flat_store %[[WORD]], %[[BUFFER]]
  qd.for (%i) in (%n) {
    qd.print "value {}", %v : f32 {site = 3 : i32}
  }
}
