// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --canonicalize --split-input-file | FileCheck %s

// One element for all iterations: an accumulator for each thread, shuffles, shared memory, one atomic for a block.
qd.kernel @sum(%x: memref<?xf32>, %s: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK: memref.global "private" @[[SHARED:[^ ]+]] : memref<8xf32, #gpu.address_space<workgroup>> = uninitialized {alignment = 8 : i64}
// CHECK-LABEL: func.func private @sum$0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %[[S:[a-z0-9]+]]: memref<?xf32>, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %[[THREAD:[a-z0-9]+]]: i64)
qd.task @sum.0 of @sum extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  // CHECK-DAG: %[[UNCHANGING:.*]] = arith.constant -0.000000e+00 : f32
  // CHECK-DAG: %[[YES:.*]] = arith.constant 1 : i8
  // CHECK-DAG: %[[NO:.*]] = arith.constant 0 : i8
  // CHECK: %[[USED:.*]] = memref.alloca() : memref<1xi1>
  // CHECK: %[[ACCUMULATOR:.*]] = memref.alloca() : memref<1xf32>
  // CHECK: qd.flat_store %[[UNCHANGING]], %[[ACCUMULATOR]]
  // CHECK: qd.flat_store %[[NO]], %[[USED]]
  // CHECK: qd.iteration
  // CHECK: %[[V:.*]] = qd.flat_load %[[X]]
  // CHECK: %[[OLD:.*]] = qd.flat_load %[[ACCUMULATOR]]
  // CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[V]] : f32
  // CHECK: qd.flat_store %[[NEW]], %[[ACCUMULATOR]]
  // CHECK: qd.flat_store %[[YES]], %[[USED]]
  // CHECK: qd.iteration_end
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: %[[MINE:.*]] = qd.flat_load %[[ACCUMULATOR]]
  // CHECK-COUNT-5: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: %[[OF_SUBGROUP:.*]] = arith.addf
  // CHECK-NEXT: %[[BLOCK:.*]] = memref.get_global @[[SHARED]]
  // CHECK-NEXT: %[[LANE:.*]] = arith.remui %[[THREAD]], %{{.*}}
  // CHECK-NEXT: %[[LEADS:.*]] = arith.cmpi eq, %[[LANE]], %{{.*}}
  // CHECK-NEXT: scf.if %[[LEADS]] {
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: qd.flat_store %[[OF_SUBGROUP]], %[[BLOCK]]
  // CHECK: %[[BYTE:.*]] = qd.flat_load %[[USED]]
  // CHECK-NEXT: %[[WAS_USED:.*]] = arith.cmpi ne, %[[BYTE]], %[[NO]] : i8
  // CHECK-NEXT: %[[ANY_USED:.*]] = qd.block_any %[[WAS_USED]]
  // CHECK-NEXT: %[[IN_FIRST:.*]] = arith.cmpi slt, %[[THREAD]], %{{.*}}
  // CHECK-NEXT: %[[GOES_ON:.*]] = arith.andi %[[ANY_USED]], %[[IN_FIRST]]
  // CHECK-NEXT: scf.if %[[GOES_ON]] {
  // CHECK: %[[FOUND:.*]] = qd.flat_load %[[BLOCK]]
  // CHECK: arith.select %{{.*}}, %[[FOUND]], %[[UNCHANGING]]
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK-COUNT-5: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: %[[TOTAL:.*]] = arith.addf
  // CHECK-NEXT: %[[FIRST:.*]] = arith.cmpi eq, %[[THREAD]], %{{.*}}
  // CHECK-NEXT: scf.if %[[FIRST]] {
  // CHECK-NEXT: qd.flat_atomic_rmw addf device %[[TOTAL]], %[[S]][
  // CHECK-NOT: qd.flat_atomic_rmw
  qd.for (%i) in (%n) {
    %c0 = arith.constant 0 : index
    %v = memref.load %x[%i] : memref<?xf32>
    memref.atomic_rmw addf %v, %s[%c0] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-LABEL: func.func @sum$0(
// CHECK-SAME: grid = resident>

// -----

// Two places of one array, by kinds of their own; a branch; a kernel that asserts leaves as blocks.
qd.kernel @two(%s: memref<?xi32>, %n: i32) {
  qd.return
}
// CHECK: memref.global "private" @[[SHARED0:[^ ]+]] : memref<8xi32, #gpu.address_space<workgroup>>
// CHECK: memref.global "private" @[[SHARED1:[^ ]+]] : memref<8xi32, #gpu.address_space<workgroup>>
// CHECK-LABEL: func.func private @two$0.body(
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<?xi32>,
qd.task @two.0 of @two extent(#qd.size<"scalar(1)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>},
     %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  // CHECK: qd.iteration
  // CHECK: scf.if
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: memref.get_global @[[SHARED0]]
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: qd.block_any
  // CHECK: qd.flat_atomic_rmw maxs device %{{.*}}, %[[S]][
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: memref.get_global @[[SHARED1]]
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: qd.block_any
  // CHECK: qd.flat_atomic_rmw addi device %{{.*}}, %[[S]][
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK-NOT: qd.block_any
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  qd.for (%i) in (%n) : i32 {
    %c1 = arith.constant 1 : index
    %odd = arith.cmpi sgt, %i, %c3 : i32
    scf.if %odd {
      memref.atomic_rmw maxs %i, %s[%c0] : (i32, memref<?xi32>) -> i32
    }
    memref.atomic_rmw addi %i, %s[%c1] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw addi %c3, %s[%c1] : (i32, memref<?xi32>) -> i32
  }
}
// CHECK-LABEL: func.func @two$0(
// CHECK-SAME: %[[RECORD:[a-z0-9]+]]: memref<?xi8>) attributes
// CHECK: %[[CODE:.*]] = qd.flat_load %[[RECORD]]
// CHECK: %[[FAILED:.*]] = arith.cmpi ne, %[[CODE]], %{{.*}} : i32
// CHECK: %[[ANY_FAILED:.*]] = qd.block_any %[[FAILED]]
// CHECK: %[[NONE_FAILED:.*]] = arith.xori %[[ANY_FAILED]], %{{.*}} : i1
// CHECK: scf.if %[[NONE_FAILED]] {
// CHECK: func.call @two$0.body(

// -----

// The task may look at other elements of the array, and an i1 folds as others do.
qd.kernel @beside(%s: memref<?xi32>, %any: memref<?xi1>, %seen: memref<?xi32>, %n: i32) {
  qd.return
}
// CHECK: memref.global "private" @[[SHARED0:[^ ]+]] : memref<8xi32, #gpu.address_space<workgroup>>
// CHECK: memref.global "private" @[[SHARED1:[^ ]+]] : memref<8xi1, #gpu.address_space<workgroup>>
// CHECK-LABEL: func.func private @beside$0.body(
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<?xi32>, %[[ANY:[a-z0-9]+]]: memref<?xi1>, %[[SEEN:[a-z0-9]+]]: memref<?xi32>,
qd.task @beside.0 of @beside extent(#qd.size<"scalar(3)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %any: memref<?xi1> {qd.slot = #qd.slot<array(1)>},
     %seen: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %n: i32 {qd.slot = #qd.slot<scalar(3)>}) {
  // An old value that is used stays with its iteration.
  // CHECK: qd.iteration
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: %[[OLD:.*]] = qd.flat_atomic_rmw maxu device %{{.*}}, %[[S]][
  // CHECK: qd.flat_store %[[OLD]], %[[SEEN]][
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: memref.get_global @[[SHARED0]]
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: qd.block_any
  // CHECK: qd.flat_atomic_rmw addi device %{{.*}}, %[[S]][%{{.*}}] : i32, memref<?xi32>
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: memref.get_global @[[SHARED1]]
  // CHECK-NOT: qd.flat_atomic_rmw
  // CHECK: qd.block_any
  // CHECK: qd.flat_atomic_rmw ori device %{{.*}}, %[[ANY]][%{{.*}}] : i8, memref<?xi1>
  // CHECK-NOT: qd.flat_atomic_rmw
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  qd.for (%i) in (%n) : i32 {
    %value = memref.load %s[%c1] : memref<?xi32>
    memref.atomic_rmw addi %value, %s[%c0] : (i32, memref<?xi32>) -> i32
    %old = memref.atomic_rmw maxu %i, %s[%c2] : (i32, memref<?xi32>) -> i32
    %ii = arith.index_cast %i : i32 to index
    memref.store %old, %seen[%ii] : memref<?xi32>
    %found = arith.cmpi sgt, %i, %value : i32
    memref.atomic_rmw ori %found, %any[%c0] : (i1, memref<?xi1>) -> i1
  }
}
// CHECK-LABEL: func.func @beside$0(
// CHECK-SAME: grid = resident>

// -----

// What is loaded may be the element where one index is not known.
qd.kernel @unknown(%s: memref<?xi32>, %n: i32, %k: index) {
  qd.return
}
// CHECK-LABEL: func.func private @unknown$0.body(
// CHECK-NOT: gpu.shuffle
// CHECK: qd.flat_atomic_rmw addi
// CHECK-NOT: gpu.shuffle
qd.task @unknown.0 of @unknown extent(#qd.size<"scalar(1)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>},
     %k: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) : i32 {
    %value = memref.load %s[%k] : memref<?xi32>
    memref.atomic_rmw addi %value, %s[%c0] : (i32, memref<?xi32>) -> i32
  }
}
// CHECK-LABEL: func.func @unknown$0(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32>>

// -----

// None of these: the old value is used, the task reads the array, it may overlap another one, kinds meet at what may be
// one element, the element is another one in each iteration.
qd.kernel @none(%a: memref<?xi32>, %b: memref<?xi32>, %c: memref<?xi32> {qd.may_alias}, %d: memref<?xi32>,
                %e: memref<?xi32>, %n: i32, %k: index) {
  qd.return
}
// CHECK-LABEL: func.func private @none$0.body(
// CHECK-NOT: gpu.shuffle
// CHECK-COUNT-6: qd.flat_atomic_rmw
// CHECK-NOT: {{gpu.shuffle|qd.flat_atomic_rmw}}
qd.task @none.0 of @none extent(#qd.size<"scalar(5)">)
    (%a: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %b: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %c: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %d: memref<?xi32> {qd.slot = #qd.slot<array(3)>},
     %e: memref<?xi32> {qd.slot = #qd.slot<array(4)>}, %n: i32 {qd.slot = #qd.slot<scalar(5)>},
     %k: index {qd.slot = #qd.slot<scalar(6)>}) {
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) : i32 {
    %old = memref.atomic_rmw addi %i, %a[%c0] : (i32, memref<?xi32>) -> i32
    %seen = memref.load %b[%c0] : memref<?xi32>
    memref.atomic_rmw addi %seen, %b[%c0] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw addi %old, %c[%c0] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw addi %i, %d[%c0] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw maxs %i, %d[%k] : (i32, memref<?xi32>) -> i32
    %ii = arith.index_cast %i : i32 to index
    memref.atomic_rmw addi %i, %e[%ii] : (i32, memref<?xi32>) -> i32
  }
}
// CHECK-LABEL: func.func @none$0(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32>>

// -----

// Blocks that are not whole subgroups do not work together.
qd.kernel @part(%s: memref<?xi32>, %n: i32) {
  qd.return
}
// CHECK-NOT: memref.global
// CHECK-LABEL: func.func private @part$0.body(
// CHECK-NOT: qd.block_any
// CHECK: qd.iteration
// CHECK: qd.uniform_in_subgroup
// CHECK: qd.flat_atomic_rmw addi
// CHECK-NOT: qd.block_any
// CHECK-NOT: qd.flat_atomic_rmw
qd.task @part.0 of @part extent(#qd.size<"scalar(1)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>}) {
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) : i32 block_dim(48) {
    memref.atomic_rmw addi %i, %s[%c0] : (i32, memref<?xi32>) -> i32
  }
}
// CHECK-LABEL: func.func @part$0(
// CHECK-SAME: launch = <block_threads = 48, subgroup_width = 32>>
