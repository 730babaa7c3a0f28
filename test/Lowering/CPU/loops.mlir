// RUN: qdc-opt %s --convert-tasks-to-cpu --canonicalize | FileCheck %s

// An entry point reads its slots and calls the chunk; arrays that may not overlap are noalias, and iterations are
// independent. The loop over rows counts coordinates up.

// CHECK: #[[GROUP:.*]] = #llvm.access_group<id = distinct[0]<>>
// CHECK: #[[LOOP:.*]] = #llvm.loop_annotation<parallelAccesses = #[[GROUP]]>

// CHECK-NOT: qd.kernel
qd.kernel @k(%x: memref<?xf32>, %y: memref<?xf32> {qd.may_alias}, %z: memref<?xf32> {qd.may_alias}) {
  qd.return
}

// CHECK-LABEL: llvm.func internal @k.0.chunk
// CHECK-SAME: (%[[X:.*]]: !llvm.ptr {llvm.noalias}, %[[Y:.*]]: !llvm.ptr, %[[Z:.*]]: !llvm.ptr, %[[N:.*]]: i64, %[[M:.*]]: i64, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK-SAME: no_inline, no_unwind
// CHECK: llvm.icmp "slt" %[[BEGIN]], %[[END]]
// CHECK: %[[J0:.*]] = llvm.urem %[[BEGIN]], %[[COUNT:.*]] : i64
// CHECK: %[[I0:.*]] = llvm.udiv %[[BEGIN]], %[[COUNT]] : i64
// CHECK: llvm.br ^[[ROWS:.*]](%[[BEGIN]], %[[I0]], %[[J0]] : i64, i64, i64)
// CHECK: llvm.br ^[[BODY:[a-z0-9]+]](%{{.*}} : i64)
// CHECK: ^[[BODY]](%{{.*}}: i64):
// CHECK: llvm.load %{{.*}} {access_groups = [#[[GROUP]]]} : !llvm.ptr -> f32
// CHECK: llvm.store %{{.*}}, %{{.*}} {access_groups = [#[[GROUP]]]} : f32, !llvm.ptr
// CHECK: llvm.cond_br %{{.*}}, ^[[BODY]](%{{.*}} : i64), ^{{.*}} {loop_annotation = #[[LOOP]]}

// CHECK-LABEL: llvm.func @k.0(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64)
// CHECK-SAME: qd.entry_point = #qd.entry_point<task = <"k.0" of "k">, slots = [<array(0)>, <array(1)>, <array(2)>, <dim(0, 0)>, <dim(1, 0)>]>
// CHECK: llvm.call @k.0.chunk
qd.task @k.0 of @k extent(#qd.size<"mul(dim(0, 0), dim(1, 0))">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %z: memref<?xf32> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %m: index {qd.slot = #qd.slot<dim(1, 0)>}) {
  qd.for (%i, %j) in (%n, %m) {
    %0 = memref.load %y[%j] : memref<?xf32>
    memref.store %0, %x[%i] : memref<?xf32>
  }
}

// Local arrays are made once, and are not independent between iterations.
// CHECK-LABEL: llvm.func internal @k.1.chunk
// CHECK: llvm.alloca %{{.*}} x !llvm.array<4 x i32>
// CHECK: llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr
// CHECK-NOT: access_groups
// CHECK: llvm.return
qd.task @k.1 of @k extent(#qd.size<"dim(0, 0)">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %c7 = arith.constant 7 : i32
  qd.for (%i) in (%n) {
    %local = memref.alloca() : memref<4xi32>
    memref.store %c7, %local[%i] : memref<4xi32>
  }
}

// A loop whose condition branches, as one that ends early: what surrounds is lowered before what it holds.

// CHECK-LABEL: llvm.func internal @k.2.chunk
// CHECK: llvm.br ^[[CONDITION:[a-z0-9]+]](
// CHECK: ^[[CONDITION]](
// CHECK: llvm.cond_br
// CHECK: llvm.load
// CHECK: llvm.cond_br %{{.*}}, ^[[STEP:[a-z0-9]+]](%{{.*}}), ^{{.*}}
// CHECK: ^[[STEP]](
// CHECK: llvm.br ^[[CONDITION]](
// CHECK: llvm.return
qd.task @k.2 of @k extent(#qd.size<"1">)
    (%x: memref<?xi1> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %true = arith.constant true
  %at = scf.while (%j = %c0) : (index) -> index {
    %inside = arith.cmpi slt, %j, %n : index
    %more = scf.if %inside -> i1 {
      %v = memref.load %x[%j] : memref<?xi1>
      scf.yield %v : i1
    } else {
      scf.yield %false : i1
    }
    scf.condition(%more) %j : index
  } do {
  ^bb0(%j: index):
    %next = arith.addi %j, %c1 : index
    scf.yield %next : index
  }
  memref.store %true, %x[%at] : memref<?xi1>
}

// A serial task that reports is an iteration, also where an array is made after the first assert.
qd.kernel @serial() {
  qd.return
}
// CHECK-LABEL: llvm.func internal @serial.0.chunk
// CHECK: llvm.alloca
// CHECK: llvm.cond_br
// CHECK: llvm.cmpxchg
qd.task @serial.0 of @serial extent(#qd.size<"1">)
    (%c: i1 {qd.slot = #qd.slot<scalar(0)>}, %x: memref<?xf32> {qd.slot = #qd.slot<array(0)>},
     %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  qd.assert %c, "holds" {site = 0 : i32}
  %c0 = arith.constant 0 : index
  %local = memref.alloca() : memref<4xf32>
  %v = memref.load %local[%c0] : memref<4xf32>
  memref.store %v, %x[%c0] : memref<?xf32>
}
