// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --convert-grid-to-nvvm --canonicalize --split-input-file | FileCheck %s

// A slot is a parameter of 8 bytes. The body becomes part of the kernel, which knows the size of its blocks.
qd.kernel @plain(%x: memref<?xf32>, %s: f32) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @plain$0(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[S:[a-z0-9]+]]: i64, %[[N:[a-z0-9]+]]: i64)
// CHECK-SAME: convergent, no_unwind, passthrough = {{\[\[}}"nvvm.maxntid", "256"]]
// CHECK-SAME: qd.entry_point = #qd.entry_point<task = <"plain.0" of "plain">, slots = [<array(0)>, <scalar(1)>, <dim(0, 0)>], launch = <block_threads = 256, subgroup_width = 32>>
qd.task @plain.0 of @plain extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %s: f32 {qd.slot = #qd.slot<scalar(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  // CHECK-DAG: %[[BITS:.*]] = llvm.trunc %[[S]] : i64 to i32
  // CHECK-DAG: %[[F:.*]] = llvm.bitcast %[[BITS]] : i32 to f32
  // A register is read where it is used first.
  // CHECK: llvm.select
  // CHECK: %[[BLOCK:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.ctaid.x"
  // CHECK: llvm.mul
  // CHECK: %[[THREAD:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"
  // CHECK: llvm.add
  // CHECK: %[[BLOCKS:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.nctaid.x"
  // CHECK: llvm.mul
  // CHECK: llvm.cond_br %{{.*}}, ^{{.*}}, ^[[END:.*]]
  // CHECK: llvm.br ^[[BODY:[a-z0-9]+]](%{{.*}} : i64)
  // CHECK: ^[[BODY]](%[[I:.*]]: i64):
  // CHECK: %[[P:.*]] = llvm.getelementptr inbounds %[[X]][%[[I]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  // CHECK: %[[OLD:.*]] = llvm.load volatile %[[P]] : !llvm.ptr<1> -> f32
  // CHECK: llvm.fmul %[[OLD]], %[[F]] : f32
  // CHECK: llvm.store
  // CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %{{.*}} overflow<nuw>
  // CHECK: %[[MORE:.*]] = llvm.icmp "ult" %[[NEXT]], %{{.*}}
  // CHECK: llvm.cond_br %[[MORE]], ^[[BODY]](%[[NEXT]] : i64), ^[[LEFT:.*]]
  // CHECK: ^[[LEFT]]:
  // CHECK: llvm.br ^[[END]]
  // CHECK: ^[[END]]:
  // CHECK-NEXT: llvm.return
  qd.for (%i) in (%n) {
    %old = qd.volatile_load %x[%i] : memref<?xf32>
    %new = arith.mulf %old, %s : f32
    memref.store %new, %x[%i] : memref<?xf32>
  }
}

// -----

// The hint is the block; arrays that may overlap promise nothing.
qd.kernel @rank2(%x: memref<?xi32> {qd.may_alias}, %y: memref<?xi32>) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @rank2$0(
// CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr<1>, %{{[a-z0-9]+}}: !llvm.ptr<1> {llvm.noalias}, %[[N:[a-z0-9]+]]: i64, %[[M:[a-z0-9]+]]: i64)
// CHECK-SAME: passthrough = {{\[\[}}"nvvm.maxntid", "96"]]
// CHECK-SAME: block_threads = 96, subgroup_width = 32>
qd.task @rank2.0 of @rank2 extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %n: i32 {qd.slot = #qd.slot<scalar(2)>}, %m: i32 {qd.slot = #qd.slot<scalar(3)>}) {
  // CHECK: ^{{.*}}(%[[FLAT:.*]]: i64):
  // CHECK: %[[J:.*]] = llvm.urem %[[FLAT]], %[[COLUMNS:.*]] : i64
  // CHECK: %[[I:.*]] = llvm.udiv %[[FLAT]], %[[COLUMNS]] : i64
  // CHECK: llvm.trunc %[[I]] overflow<nsw> : i64 to i32
  // CHECK: llvm.trunc %[[J]] overflow<nsw> : i64 to i32
  qd.for (%i, %j) in (%n, %m) : i32 block_dim(96) {
    %c0 = arith.constant 0 : index
    %old = qd.volatile_load %x[%c0] : memref<?xi32>
    %t = arith.addi %i, %j : i32
    %s = arith.addi %t, %old : i32
    memref.store %s, %x[%c0] : memref<?xi32>
    memref.store %i, %y[%c0] : memref<?xi32>
  }
}

// -----

// A launch that has failed runs nothing more; who fails first owns the record.
qd.kernel @serial(%x: memref<?xi1>) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @serial$0(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[RECORD:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias})
// CHECK-SAME: block_threads = 1, subgroup_width = 32>
qd.task @serial.0 of @serial extent(#qd.size<"1">)
    (%x: memref<?xi1> {qd.slot = #qd.slot<array(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  // CHECK: %[[CODE:.*]] = llvm.load %[[RECORD]] : !llvm.ptr<1> -> i32
  // CHECK: %[[FINE:.*]] = llvm.icmp "eq" %[[CODE]], %{{.*}} : i32
  // CHECK: llvm.cond_br %[[FINE]], ^[[START:.*]], ^{{.*}}
  // CHECK: ^[[START]]:
  // CHECK: llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.ctaid.x"
  // CHECK: llvm.cond_br %{{.*}}, ^[[WORK:.*]], ^[[LEAVE:.*]]
  // CHECK: ^[[WORK]]:
  // CHECK: %[[BYTE:.*]] = llvm.load %[[X]] invariant : !llvm.ptr<1> -> i8
  // CHECK: %[[TRUE:.*]] = llvm.icmp "ne" %[[BYTE]]
  // CHECK: llvm.cond_br %[[TRUE]], ^{{.*}}, ^[[FAILED:.*]]
  // CHECK: ^[[FAILED]]:
  // CHECK: %[[SWAP:.*]] = llvm.cmpxchg %[[RECORD]], %{{.*}}, %{{.*}} syncscope("device") monotonic monotonic : !llvm.ptr<1>, i32
  // CHECK: %[[OWNS:.*]] = llvm.extractvalue %[[SWAP]][1]
  // CHECK: llvm.cond_br %[[OWNS]], ^[[WRITE:.*]], ^[[ABANDON:.*]]
  // CHECK: ^[[WRITE]]:
  // CHECK: %[[SITE:.*]] = llvm.getelementptr inbounds %[[RECORD]][4]
  // CHECK: llvm.store %{{.*}}, %[[SITE]] : i32, !llvm.ptr<1>
  // CHECK: %[[FLAT:.*]] = llvm.getelementptr inbounds %[[RECORD]][8]
  // CHECK: llvm.store %{{.*}}, %[[FLAT]] : i64, !llvm.ptr<1>
  // CHECK: llvm.br ^[[ABANDON]]
  %c0 = arith.constant 0 : index
  %ok = memref.load %x[%c0] : memref<?xi1>
  qd.assert %ok, "no" {site = 0 : i32}
}

// -----

// What is no name to an assembler becomes one.
qd.kernel @a$() {
  qd.return
}
// CHECK: llvm.func ptx_kernelcc @a$$0()
// CHECK-SAME: task = <"a$.0" of
qd.task @a$.0 of @a$ extent(#qd.size<"1">) () {
}
// CHECK: llvm.func ptx_kernelcc @a$$0$1()
// CHECK-SAME: task = <"a..0" of
qd.task @a..0 of @a$ extent(#qd.size<"1">) () {
}
