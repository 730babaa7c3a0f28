// RUN: qdc-opt %s --convert-tasks-to-grid=subgroup-width=32 --convert-grid-to-nvvm --split-input-file --verify-diagnostics

qd.kernel @k() {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%c: i1 {qd.slot = #qd.slot<scalar(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  // expected-error @+1 {{has no site: run 'qd-number-sites' first}}
  qd.assert %c, "holds"
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

// expected-error @+1 {{is an entry point without 'qd.entry_point', or without 'launch' in it, as 'convert-tasks-to-grid' writes them}}
func.func @f() {
  return
}

// -----

func.func @f(%x: memref<?xi32>, %w: i32) attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>, <scalar(1)>], launch = <block_threads = 64, subgroup_width = 32>>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  // expected-error @+1 {{is made for subgroups of another width than 32, which NVIDIA's have; run 'convert-tasks-to-grid' with 'subgroup-width=32'}}
  %r, %v = gpu.shuffle down %w, %c1, %c64 : i32
  qd.flat_store %r, %x[%c0] : i32, memref<?xi32>
  return
}

// -----

// expected-error @+1 {{'func.func' op is made for subgroups of another width than 32, which NVIDIA's have; run 'convert-tasks-to-grid' with 'subgroup-width=32'}}
func.func @f() attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [], launch = <block_threads = 64, subgroup_width = 64>>} {
  return
}
