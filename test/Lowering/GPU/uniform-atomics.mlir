// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --canonicalize --split-input-file | FileCheck %s

// A row sum: neighbours share the row as a rule, so a whole subgroup of one row adds once.
qd.kernel @rows(%x: memref<?xf32>, %rows: memref<?xf32>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: func.func private @rows$0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %[[ROWS:[a-z0-9]+]]: memref<?xf32>,
// CHECK-SAME: %[[THREAD:[a-z0-9]+]]: i64)
qd.task @rows.0 of @rows extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %rows: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  // CHECK: %[[ROW:.*]] = arith.divui
  // CHECK: qd.iteration
  // CHECK: %[[V:.*]] = qd.flat_load %[[X]]
  // CHECK: %[[UNIFORM:.*]] = qd.uniform_in_subgroup %[[ROW]]
  // CHECK: %[[VALUE:.*]] = scf.if %[[UNIFORM]] -> (f32) {
  // CHECK-COUNT-5: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: %[[SUM:.*]] = arith.addf
  // CHECK-NEXT: scf.yield %[[SUM]] : f32
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %[[V]] : f32
  // CHECK: %[[LANE:.*]] = arith.remui %[[THREAD]], %{{.*}}
  // CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[LANE]], %{{.*}}
  // CHECK: %[[ALONE:.*]] = arith.xori %[[UNIFORM]], %{{.*}}
  // CHECK: %[[WRITES:.*]] = arith.ori %[[ALONE]], %[[FIRST]]
  // CHECK: scf.if %[[WRITES]] {
  // CHECK-NEXT: qd.flat_atomic_rmw addf device %[[VALUE]], %[[ROWS]][%[[ROW]]]
  // CHECK-NOT: qd.flat_atomic_rmw
  qd.for (%i, %j) in (%n, %m) {
    %v = memref.load %x[%j] : memref<?xf32>
    memref.atomic_rmw addf %v, %rows[%i] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-LABEL: func.func @rows$0(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32>>

// -----

// A key that is loaded may be the same; a cell that comes from a position is not, nor is an element for each iteration.
qd.kernel @keys(%keys: memref<?xi32>, %at: memref<?xf32>, %a: memref<?xi32>, %b: memref<?xi32>, %c: memref<?xi32>,
                %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @keys$0.body(
// CHECK-SAME: memref<?xi32>, %{{[a-z0-9]+}}: memref<?xf32>, %[[A:[a-z0-9]+]]: memref<?xi32>, %[[B:[a-z0-9]+]]: memref<?xi32>, %[[C:[a-z0-9]+]]: memref<?xi32>,
qd.task @keys.0 of @keys extent(#qd.size<"scalar(5)">)
    (%keys: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %at: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %a: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %b: memref<?xi32> {qd.slot = #qd.slot<array(3)>},
     %c: memref<?xi32> {qd.slot = #qd.slot<array(4)>}, %n: index {qd.slot = #qd.slot<scalar(5)>}) {
  // CHECK: %[[KEY:.*]] = qd.flat_load
  // CHECK: %[[CELL:.*]] = arith.index_cast %[[KEY]] : i32 to index
  // CHECK: %[[WIDE:.*]] = arith.index_cast %[[CELL]] : index to i64
  // CHECK: qd.uniform_in_subgroup %[[WIDE]]
  // CHECK-COUNT-5: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[CELL]] : index to i64
  // CHECK: qd.flat_atomic_rmw addi device %{{.*}}, %[[A]][%[[INDEX]]]
  // CHECK-NOT: qd.uniform_in_subgroup
  // CHECK: qd.flat_atomic_rmw addi device %{{.*}}, %[[B]][
  // CHECK-NOT: qd.uniform_in_subgroup
  // CHECK: qd.flat_atomic_rmw addi device %{{.*}}, %[[C]][
  // CHECK-NOT: {{qd.uniform_in_subgroup|qd.flat_atomic_rmw}}
  %one = arith.constant 1 : i32
  %c3 = arith.constant 3 : index
  qd.for (%i) in (%n) {
    %key = memref.load %keys[%i] : memref<?xi32>
    %k = arith.index_cast %key : i32 to index
    memref.atomic_rmw addi %one, %a[%k] : (i32, memref<?xi32>) -> i32
    %position = memref.load %at[%i] : memref<?xf32>
    %cell = arith.fptosi %position : f32 to i32
    %l = arith.index_cast %cell : i32 to index
    memref.atomic_rmw addi %one, %b[%l] : (i32, memref<?xi32>) -> i32
    %next = arith.addi %i, %c3 : index
    memref.atomic_rmw addi %one, %c[%next] : (i32, memref<?xi32>) -> i32
  }
}

// -----

// A factor that may be 0 leaves the same element for all; an array's extent is not 0 where there are elements.
qd.kernel @strides(%any: memref<?xi1>, %a: memref<?xi32>, %b: memref<?xi32>, %n: index, %stride: index) {
  qd.return
}
// CHECK-LABEL: func.func private @strides$0.body(
// CHECK-SAME: %[[ANY:[a-z0-9]+]]: memref<?xi1>, %[[A:[a-z0-9]+]]: memref<?xi32>, %[[B:[a-z0-9]+]]: memref<?xi32>, %{{[a-z0-9]+}}: index, %[[STRIDE:[a-z0-9]+]]: index,
qd.task @strides.0 of @strides extent(#qd.size<"scalar(3)">)
    (%any: memref<?xi1> {qd.slot = #qd.slot<array(0)>}, %a: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>},
     %stride: index {qd.slot = #qd.slot<scalar(4)>}, %extent: index {qd.slot = #qd.slot<dim(2, 0)>}) {
  // CHECK: %[[AT:.*]] = arith.muli %{{.*}}, %[[STRIDE]] : index
  // CHECK: %[[KEY:.*]] = arith.index_cast %[[AT]] : index to i64
  // CHECK: qd.uniform_in_subgroup %[[KEY]]
  // CHECK-COUNT-5: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: qd.flat_atomic_rmw xori device %{{.*}}, %[[ANY]][%{{.*}}] : i8, memref<?xi1>
  // CHECK: qd.uniform_in_subgroup
  // CHECK: %[[TO:.*]] = arith.index_cast %[[AT]] : index to i64
  // CHECK: qd.flat_atomic_rmw addi device %{{.*}}, %[[A]][%[[TO]]]
  // CHECK-NOT: qd.uniform_in_subgroup
  // CHECK: qd.flat_atomic_rmw addi device %{{.*}}, %[[B]][
  // CHECK-NOT: qd.uniform_in_subgroup
  // CHECK: qd.flat_atomic_rmw addi device %{{.*}}, %[[B]][
  // CHECK-NOT: {{qd.uniform_in_subgroup|qd.flat_atomic_rmw}}
  %true = arith.constant true
  %one = arith.constant 1 : i32
  %c3 = arith.constant 3 : index
  qd.for (%i) in (%n) {
    %at = arith.muli %i, %stride : index
    memref.atomic_rmw addi %true, %any[%at] : (i1, memref<?xi1>) -> i1
    memref.atomic_rmw addi %one, %a[%at] : (i32, memref<?xi32>) -> i32
    %row = arith.muli %i, %extent : index
    memref.atomic_rmw addi %one, %b[%row] : (i32, memref<?xi32>) -> i32
    %third = arith.muli %i, %c3 : index
    memref.atomic_rmw addi %one, %b[%third] : (i32, memref<?xi32>) -> i32
  }
}
