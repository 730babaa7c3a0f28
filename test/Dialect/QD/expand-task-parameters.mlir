// RUN: qdc-opt %s --qd-expand-task-parameters --canonicalize --split-input-file --verify-diagnostics | FileCheck %s
// RUN: qdc-opt %s --qd-expand-task-parameters=check-errors --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=CHECKING

qd.kernel @arrays(%u: memref<?x?x3xf32>, %flag: memref<i32>, %k: f32) {
  qd.return
}

// Indices are row-major; only the dims that are used become parameters.
// CHECK-LABEL: qd.task @arrays.0
// CHECK-SAME: (%u: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %flag: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
// CHECK-SAME: %k: f32 {qd.slot = #qd.slot<scalar(2)>},
// CHECK-SAME: %[[N1:[a-z0-9]+]]: index {qd.slot = #qd.slot<dim(0, 1)>}, %[[N0:[a-z0-9]+]]: index {qd.slot = #qd.slot<dim(0, 0)>})
qd.task @arrays.0 of @arrays extent(#qd.size<"dim(0, 0)">)
    (%u: memref<?x?x3xf32> {qd.slot = #qd.slot<array(0)>}, %flag: memref<i32> {qd.slot = #qd.slot<array(1)>},
     %k: f32 {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %u, %c0 : memref<?x?x3xf32>
  // CHECK: qd.for (%[[I:.*]]) in (%[[N0]])
  qd.for (%i) in (%n) {
    %three = memref.dim %u, %c2 : memref<?x?x3xf32>
    // CHECK: %[[A:.*]] = arith.muli %[[I]], %[[N1]] overflow<nsw, nuw> : index
    // CHECK: %[[B:.*]] = arith.addi %[[A]], %c2 overflow<nsw, nuw> : index
    // CHECK: %[[C:.*]] = arith.muli %[[B]], %c3 overflow<nsw, nuw> : index
    // CHECK: %[[D:.*]] = arith.addi %[[C]], %c3 overflow<nsw, nuw> : index
    // CHECK: memref.store %k, %u[%[[D]]] : memref<?xf32>
    memref.store %k, %u[%i, %c2, %three] : memref<?x?x3xf32>
    // CHECK: memref.atomic_rmw addi %{{.*}}, %flag[%c0] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw addi %one, %flag[] : (i32, memref<i32>) -> i32
    %local = memref.alloca() : memref<2x2xf32>
    // CHECK: memref.store %k, %{{.*}}[%{{.*}}] : memref<4xf32>
    memref.store %k, %local[%c0, %i] : memref<2x2xf32>
    %old = memref.load %local[%i, %c0] : memref<2x2xf32>
    memref.store %old, %u[%i, %c0, %c0] : memref<?x?x3xf32>
  }
}

// -----

// Extents that the kernel says are equal share a slot: that of the first, or of the scalar if the task has it anyway. One
// that is known is a constant, also by the scalar that the code is made for. Those of no name have one each.
qd.kernel @shared(%x: memref<?x?xf32> {qd.dims = ["?", "m"]}, %y: memref<?x?xf32> {qd.dims = ["?", "m"]},
                  %z: memref<?x?xf32> {qd.dims = ["?", "k"]}, %k: index, %four: memref<4xf32> {qd.dims = ["f"]},
                  %u: memref<?x?xf32> {qd.dims = ["f", "f"]}, %v: memref<?x?xf32> {qd.dims = ["m", "?"]},
                  %w: memref<?x?xf32> {qd.dims = ["k", "2 * g"]}, %g: i32)
    attributes {specialized = #qd.specialized<@s, arguments = [8], bits = [4294967295]>} {
  qd.return
}
qd.kernel @s() {}

// CHECK-LABEL: qd.task @shared.0
// CHECK-SAME: %k: index {qd.slot = #qd.slot<scalar(3)>},
// CHECK-SAME: %[[M:[a-z0-9]+]]: index {qd.slot = #qd.slot<dim(0, 1)>}, %[[V:[a-z0-9]+]]: index {qd.slot = #qd.slot<dim(6, 1)>})
// CHECK: qd.for (%[[I:.*]]) in (%k)
// CHECK: %[[A:.*]] = arith.muli %[[I]], %[[M]]
// CHECK: memref.store %{{.*}}, %y
// CHECK: arith.muli %[[I]], %k
// CHECK: memref.store %{{.*}}, %z
// CHECK: arith.muli %[[I]], %c4
// CHECK: memref.store %{{.*}}, %u
// CHECK: arith.muli %[[I]], %[[V]]
// CHECK: memref.store %{{.*}}, %v
// CHECK: arith.muli %[[I]], %c-2
// CHECK: memref.store %{{.*}}, %w
qd.task @shared.0 of @shared extent(#qd.size<"scalar(3)">)
    (%y: memref<?x?xf32> {qd.slot = #qd.slot<array(1)>}, %z: memref<?x?xf32> {qd.slot = #qd.slot<array(2)>},
     %k: index {qd.slot = #qd.slot<scalar(3)>}, %u: memref<?x?xf32> {qd.slot = #qd.slot<array(5)>},
     %v: memref<?x?xf32> {qd.slot = #qd.slot<array(6)>}, %w: memref<?x?xf32> {qd.slot = #qd.slot<array(7)>}) {
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%k) {
    memref.store %one, %y[%i, %i] : memref<?x?xf32>
    memref.store %one, %z[%i, %i] : memref<?x?xf32>
    memref.store %one, %u[%i, %i] : memref<?x?xf32>
    memref.store %one, %v[%i, %i] : memref<?x?xf32>
    memref.store %one, %w[%i, %i] : memref<?x?xf32>
  }
}

// -----

// A task may be written that has more arrays than its kernel, or of another rank.
qd.kernel @fewer(%x: memref<?xf32> {qd.dims = ["n"]}) {
  qd.return
}
// CHECK-LABEL: qd.task @fewer.0
// CHECK-SAME: {qd.slot = #qd.slot<dim(0, 1)>}, %{{[a-z0-9]+}}: index {qd.slot = #qd.slot<dim(7, 1)>})
qd.task @fewer.0 of @fewer extent(#qd.size<"3">) (%x: memref<?x?xf32> {qd.slot = #qd.slot<array(0)>},
                                                   %y: memref<?x?xf32> {qd.slot = #qd.slot<array(7)>}) {
  %one = arith.constant 1.0 : f32
  %c3 = arith.constant 3 : index
  qd.for (%i) in (%c3) {
    memref.store %one, %x[%i, %i] : memref<?x?xf32>
    memref.store %one, %y[%i, %i] : memref<?x?xf32>
  }
}

// -----

// Without the scalar the task has the dim.
qd.kernel @dims(%x: memref<?x?xf32> {qd.dims = ["k", "k"]}, %k: index) {
  qd.return
}
// CHECK-LABEL: qd.task @dims.0
// CHECK-SAME: (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %{{[a-z0-9]+}}: index {qd.slot = #qd.slot<dim(0, 0)>})
qd.task @dims.0 of @dims extent(#qd.size<"3">) (%x: memref<?x?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %one = arith.constant 1.0 : f32
  %c3 = arith.constant 3 : index
  qd.for (%i) in (%c3) {
    memref.store %one, %x[%i, %i] : memref<?x?xf32>
  }
}

// -----

// Words come from the workspace where the task starts, and go there; everything is one parameter.
qd.kernel @words() {
  qd.return
}

// CHECK-LABEL: qd.task @words.0
// CHECK-SAME: (%[[W:[a-z0-9]+]]: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}, %[[SEED:[a-z0-9]+]]: i64 {qd.slot = #qd.slot<seed>},
// CHECK-SAME: %[[ORDINAL:[a-z0-9]+]]: i64 {qd.slot = #qd.slot<launch_ordinal>}) {
// CHECK: %[[F:.*]] = memref.load %[[W]][%c2]
// CHECK: %[[T:.*]] = arith.trunci %[[F]] : i64 to i32
// CHECK: %[[X:.*]] = arith.bitcast %[[T]] : i32 to f32
// CHECK: %[[I:.*]] = memref.load %[[W]][%c1]
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[X]]
// CHECK: %[[SB:.*]] = arith.bitcast %[[S]] : f32 to i32
// CHECK: %[[SW:.*]] = arith.extui %[[SB]] : i32 to i64
// CHECK: memref.store %[[SW]], %[[W]][%c3]
// CHECK: memref.store %[[SEED]], %[[W]][%c4]
// CHECK: memref.store %[[ORDINAL]], %[[W]][%c5]
// CHECK: memref.store %[[I]], %[[W]][%c6]
qd.task @words.0 of @words extent(#qd.size<"1">)
    (%x: f32 {qd.slot = #qd.slot<word(16)>}, %n: index {qd.slot = #qd.slot<word(8)>}) {
  %0 = arith.addf %x, %x : f32
  qd.write_word %0, 24 : f32
  %seed = qd.seed
  qd.write_word %seed, 32 : i64
  %ordinal = qd.launch_ordinal
  qd.write_word %ordinal, 40 : i64
  qd.write_word %n, 48 : index
}

// -----

// A temporary is the address of its region; its extents are what it was made with, which take the slots that they need.
qd.kernel @temporaries(%n: index) {
  qd.return
}
// CHECK-LABEL: qd.task @temporaries.0
// CHECK-SAME: (%n: index {qd.slot = #qd.slot<scalar(0)>}, %[[T:[a-z0-9]+]]: memref<?xf32> {qd.slot = #qd.slot<region(2)>}) {
// CHECK: %[[WIDE:.*]] = arith.addi %n, %c1
// CHECK: %[[AT:.*]] = arith.addi %[[WIDE]], %n
// CHECK: memref.store %{{.*}}, %[[T]][%[[AT]]] : memref<?xf32>
qd.task @temporaries.0 of @temporaries extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %wide = arith.addi %n, %c1 : index
  %t = qd.temporary 2(%wide) : memref<4x?xf32>
  memref.store %zero, %t[%c1, %n] : memref<4x?xf32>
}

// -----

// An extent that is a word is what the task has read of it.
qd.kernel @word_extents(%n: index) {
  qd.return
}
// CHECK-LABEL: qd.task @word_extents.0
// CHECK-SAME: (%n: index {qd.slot = #qd.slot<scalar(0)>}, %[[W:[a-z0-9]+]]: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}, %[[T:[a-z0-9]+]]: memref<?xf32> {qd.slot = #qd.slot<region(1)>}) {
// CHECK: %[[WORD:.*]] = memref.load %[[W]][%c1
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[WORD]] : i64 to index
// CHECK: %[[ROW:.*]] = arith.muli %n, %[[WIDE]]
// CHECK: %[[AT:.*]] = arith.addi %[[ROW]], %[[WIDE]]
// CHECK: memref.store %{{.*}}, %[[T]][%[[AT]]] : memref<?xf32>
qd.task @word_extents.0 of @word_extents extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}, %m: index {qd.slot = #qd.slot<word(8)>}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %t = qd.temporary 1(%n, %m) : memref<?x?xf32>
  %width = memref.dim %t, %c1 : memref<?x?xf32>
  memref.store %zero, %t[%n, %width] : memref<?x?xf32>
}

// -----

// Globals are numbered in module order; asserts and prints need their records.
memref.global "public" @first : memref<4xi32> = dense<0>
memref.global "public" @second : memref<2x8xf64> = uninitialized
qd.kernel @globals() {
  qd.return
}

// CHECK-LABEL: qd.task @globals.0
// CHECK-SAME: (%[[G:[a-z0-9]+]]: memref<?xf64> {qd.slot = #qd.slot<global(1)>}, %{{.*}}: memref<?xi8> {qd.slot = #qd.slot<error_record>},
// CHECK-SAME: %{{.*}}: memref<?xi8> {qd.slot = #qd.slot<print_buffer>}) {
// CHECK: memref.load %[[G]][%c9] : memref<?xf64>
qd.task @globals.0 of @globals extent(#qd.size<"1">) () {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %g = memref.get_global @second : memref<2x8xf64>
  %x = memref.load %g[%c1, %c1] : memref<2x8xf64>
  %ok = arith.cmpf ogt, %x, %zero : f64
  qd.assert %ok, "the second global must be positive"
  qd.print "{}", %x : f64
}

// On a GPU, all tasks of a kernel that asserts look at the record; those of other kernels do not.
// CHECK-LABEL: qd.task @globals.1
// CHECK-SAME: () {
// CHECKING-LABEL: qd.task @globals.1
// CHECKING-SAME: (%{{.*}}: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
qd.task @globals.1 of @globals extent(#qd.size<"1">) () {
}
qd.kernel @other() {
  qd.return
}
// CHECKING-LABEL: qd.task @other.0
// CHECKING-SAME: () {
qd.task @other.0 of @other extent(#qd.size<"1">) () {
}

// -----

qd.kernel @choice(%a: memref<?xf32>, %b: memref<?xf32>) {
  qd.return
}
qd.task @choice.0 of @choice extent(#qd.size<"1">)
    (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %b: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %true = arith.constant true
  // expected-error @+1 {{'arith.select' cannot take an array; accepted: loads, stores and atomics of its elements, and 'memref.dim'}}
  %c = arith.select %true, %a, %b : memref<?xf32>
}

// -----

qd.kernel @neighbours(%u: memref<?x?x?xf32>, %k: f32) {
  qd.return
}

// Neighbours are as many strides away from the element at hand, whose index is computed once.
// CHECK-LABEL: qd.task @neighbours.0
// CHECK-SAME: %[[N1:[a-z0-9]+]]: index {qd.slot = #qd.slot<dim(0, 1)>}, %[[N2:[a-z0-9]+]]: index {qd.slot = #qd.slot<dim(0, 2)>})
qd.task @neighbours.0 of @neighbours extent(#qd.size<"dim(0, 1)">)
    (%u: memref<?x?x?xf32> {qd.slot = #qd.slot<array(0)>}, %k: f32 {qd.slot = #qd.slot<scalar(1)>}) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %u, %c1 : memref<?x?x?xf32>
  // CHECK: qd.for (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in
  qd.for (%i, %j, %k0) in (%n, %n, %n) {
    %before = arith.subi %i, %c1 : index
    %after = arith.addi %k0, %c1 : index
    // CHECK: %[[A:.*]] = arith.muli %[[I]], %[[N1]] overflow<nsw> : index
    // CHECK: %[[B:.*]] = arith.addi %[[A]], %[[J]] overflow<nsw> : index
    // CHECK: %[[C:.*]] = arith.muli %[[B]], %[[N2]] overflow<nsw> : index
    // CHECK: %[[D:.*]] = arith.addi %[[C]], %[[K]] overflow<nsw> : index
    // CHECK: %[[PLANE:.*]] = arith.muli %[[N2]], %[[N1]] overflow<nsw, nuw> : index
    // CHECK: %[[E:.*]] = arith.subi %[[D]], %[[PLANE]] : index
    // CHECK: %[[F:.*]] = arith.addi %[[E]], %c1 overflow<nsw> : index
    // CHECK: memref.store %k, %u[%[[F]]] : memref<?xf32>
    memref.store %k, %u[%before, %j, %after] : memref<?x?x?xf32>
  }
}

// -----

// Where tasks compute the size of a temporary, all look whether it fitted, also those that use it in no way.
qd.kernel @computed_size(%x: memref<?xf32>)
    attributes {workspace_bytes = #qd.size<"64">,
                temporaries = [#qd.temporary<memref<?xf32> extents [<"word(8)">] in 1 at loc(unknown)>]} {
  qd.return
}

// CHECK-LABEL: qd.task @computed_size.0 of
// CHECK-NOT: error_record
// CHECKING-LABEL: qd.task @computed_size.0 of
// CHECKING-SAME: {qd.slot = #qd.slot<error_record>}
qd.task @computed_size.0 of @computed_size extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %x[%c0] : memref<?xf32>
}

// -----

// A loop that may be stopped makes all tasks look; one of a single iteration, as around a branch, does not.
qd.kernel @once(%x: memref<?xf32>, %n: index)
    attributes {workspace_bytes = #qd.size<"32">, barrier_offset = 8 : i64} {
  qd.graph_repeat from <"0"> to <"1"> step <"1"> counts at 0 {
    qd.launch @once.0
  }
  qd.return
}
// CHECKING-LABEL: qd.task @once.0 of
// CHECKING-NOT: error_record
qd.task @once.0 of @once extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %x[%c0] : memref<?xf32>
}
qd.kernel @often(%x: memref<?xf32>, %n: index)
    attributes {workspace_bytes = #qd.size<"32">, barrier_offset = 16 : i64} {
  qd.graph_repeat from <"0"> to <"1"> step <"1"> counts at 0 {
    qd.graph_repeat from <"0"> to <"2"> step <"1"> counts at 8 {
      qd.launch @often.0
    }
  }
  qd.return
}
// CHECKING-LABEL: qd.task @often.0 of
// CHECKING-SAME: {qd.slot = #qd.slot<error_record>}
qd.task @often.0 of @often extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %x[%c0] : memref<?xf32>
}

// -----

// What is loaded of a table never changes. A caller may bind other memory, or write; a load that polls is as ever.
memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "public" constant @bound : memref<4xf32>
memref.global "public" @state : memref<4xf32> = dense<1.0>
qd.kernel @tables(%y: memref<4xf32>) {
  qd.return
}
// CHECK-LABEL: qd.task @tables.0
// CHECK: memref.load %{{.*}}[%i] {qd.invariant} : memref<?xf32>
// CHECK: memref.load %{{.*}}[%i] : memref<?xf32>
// CHECK: memref.load %{{.*}}[%i] : memref<?xf32>
// CHECK: qd.volatile_load %{{.*}}[%i] : memref<?xf32>
qd.task @tables.0 of @tables extent(#qd.size<"4">) (%y: memref<4xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c4 = arith.constant 4 : index
  %table = memref.get_global @table : memref<4xf32>
  %bound = memref.get_global @bound : memref<4xf32>
  %state = memref.get_global @state : memref<4xf32>
  qd.for (%i) in (%c4) {
    %0 = memref.load %table[%i] : memref<4xf32>
    memref.store %0, %y[%i] : memref<4xf32>
    %1 = memref.load %bound[%i] : memref<4xf32>
    memref.store %1, %y[%i] : memref<4xf32>
    %2 = memref.load %state[%i] : memref<4xf32>
    memref.store %2, %y[%i] : memref<4xf32>
    %3 = qd.volatile_load %table[%i] : memref<4xf32>
    memref.store %3, %y[%i] : memref<4xf32>
  }
}
