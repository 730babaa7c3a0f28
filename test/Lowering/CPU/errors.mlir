// RUN: qdc-opt %s --convert-tasks-to-cpu --split-input-file --verify-diagnostics

qd.kernel @k(%x: memref<?x?xf32>) {
  qd.return
}
// expected-error @+1 {{has parameter 0 of type 'memref<?x?xf32>', which is not one slot: run 'qd-expand-task-parameters' first}}
qd.task @k.0 of @k extent(#qd.size<"1">) (%x: memref<?x?xf32> {qd.slot = #qd.slot<array(0)>}) {
}

// -----

qd.kernel @k() {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">) (%c: i1 {qd.slot = #qd.slot<scalar(0)>}) {
  // expected-error @+1 {{stands in a task without an error record: run 'qd-expand-task-parameters' first}}
  qd.assert %c, "holds" {site = 0 : i32}
}

// -----

qd.kernel @k() {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">) () {
  // expected-error @+1 {{stands in a task without a print buffer: run 'qd-expand-task-parameters' first}}
  qd.print "here" {site = 0 : i32}
}

// -----

qd.kernel @k(%x: memref<?xf32>, %y: memref<?xf32>) {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %c: i1 {qd.slot = #qd.slot<scalar(2)>}) {
  // expected-error @+1 {{'arith.select' cannot take an array here; accepted: 'memref.load', 'memref.store', 'memref.atomic_rmw', 'qd.atomic_cas', 'qd.volatile_load' on arguments, globals and 'memref.alloca' of a constant size}}
  %z = arith.select %c, %x, %y : memref<?xf32>
}

// -----

qd.kernel @k() {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">) () {
  %t = arith.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{'scf.forall' cannot be lowered to branches; accepted: 'scf.if', 'scf.for', 'scf.while', 'scf.index_switch', 'scf.execute_region'}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xf32> {
    scf.forall.in_parallel {}
  }
}

// -----

// What stands in front of a parallel loop runs in no iteration.
qd.kernel @k() {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%c: i1 {qd.slot = #qd.slot<scalar(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  // expected-error @+1 {{stands in no iteration; accepted: in the loop of a parallel task, or in a serial task}}
  qd.assert %c, "holds" {site = 0 : i32}
  qd.for (%i) in (%n) {
  }
}

// -----

qd.kernel @k() {
  qd.return
}
// expected-error @+1 {{has parameter 0 of type 'memref<?xf32>' with 'qd.private_kind = 99 : i64'; accepted: at arrays, the number of a kind of 'memref.atomic_rmw', as 'qd-privatize-atomics' writes it}}
qd.task @k.0 of @k extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>, qd.private_kind = 99 : i64}) {
}

// -----

qd.kernel @k() {
  qd.return
}
// expected-error @+1 {{has parameter 0 of type 'f32' with 'qd.private_kind = 0 : i64'; accepted: at arrays}}
qd.task @k.0 of @k extent(#qd.size<"1">) (%x: f32 {qd.slot = #qd.slot<scalar(0)>, qd.private_kind = 0 : i64}) {
}

// -----

// Globals reach tasks as slots.
memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>
qd.kernel @k() {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">) () {
  // expected-error @+1 {{'memref.get_global' cannot take an array here; accepted: 'memref.load',}}
  %x = memref.get_global @table : memref<2xi32>
}

// -----

qd.kernel @k() {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  // expected-error @+1 {{'memref.alloca' cannot take an array here; accepted: 'memref.load', 'memref.store', 'memref.atomic_rmw', 'qd.atomic_cas', 'qd.volatile_load' on arguments, globals and 'memref.alloca' of a constant size}}
  %x = memref.alloca(%n) : memref<?xf32>
}

// -----

qd.kernel @k() {
  qd.return
}
// expected-error @+1 {{has parameter 0 of type 'memref<?xf32, strided<[2]>>', which is not one slot: run 'qd-expand-task-parameters' first}}
qd.task @k.0 of @k extent(#qd.size<"1">) (%x: memref<?xf32, strided<[2]>> {qd.slot = #qd.slot<array(0)>}) {
}

// -----

// expected-error @+1 {{is no task; accepted: 'qd.task', and functions without a body}}
func.func @f() {
  return
}
