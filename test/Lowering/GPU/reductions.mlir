// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --canonicalize --split-input-file | FileCheck %s

// Where a thread has many loads under way, subgroups alone reduce, one for each block of the rule. Neighbours are in
// different blocks. A thread's two lanes take turns, and are folded with each other first. Loads that keep their order
// come one by one.
qd.kernel @sum(%x: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @sum$0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %{{[a-z0-9]+}}: index, %[[W:[a-z0-9]+]]: memref<?xi64>,
// CHECK-SAME: %[[BLOCK:[a-z0-9]+]]: i64, %[[BLOCKS:[a-z0-9]+]]: i64, %[[THREAD:[a-z0-9]+]]: i64)
qd.task @sum.0 of @sum extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-DAG: %[[WIDTH:.*]] = arith.constant 32 : i64
  // CHECK-DAG: %[[D16:.*]] = arith.constant 16 : i32
  // CHECK-DAG: %[[D8:.*]] = arith.constant 8 : i32
  // CHECK-DAG: %[[D4:.*]] = arith.constant 4 : i32
  // CHECK-DAG: %[[D2:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[D1:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[WORDS:.*]] = arith.constant 32 : i32
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
  // CHECK: %[[LANE:.*]] = arith.remui %[[THREAD]], %[[WIDTH]]
  // CHECK: %[[SUBGROUP:.*]] = arith.divui %[[THREAD]], %[[WIDTH]]
  // CHECK: %[[BEFORE:.*]] = arith.muli %[[SUBGROUP]], %[[BLOCKS]] overflow<nsw>
  // CHECK: %[[GROUP:.*]] = arith.addi %[[BEFORE]], %[[BLOCK]] overflow<nsw>
  // CHECK: %[[GROUPS:.*]] = arith.muli %[[BLOCKS]], %[[C4]] overflow<nsw>
  // CHECK: %[[HAS_WORK:.*]] = arith.cmpi slt, %[[GROUP]], %[[COUNT:.*]] : i64
  // CHECK: scf.if %[[HAS_WORK]] {
  // CHECK: scf.while (%[[B:.*]] = %[[GROUP]]) : (i64) -> i64 {
  // CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %[[LANE]]
  // CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[FIRST]], %[[END:.*]] : i64
  // CHECK: %[[LANES:.*]]:2 = scf.if %[[ANY]] -> (f32, f32) {
  // CHECK: %[[FOLDED:.*]]:3 = scf.while (%[[E:.*]] = %[[FIRST]], %[[CURRENT:.*]] = %[[ZERO]], %[[OTHER:.*]] = %[[ZERO]])
  // CHECK: %[[V:.*]] = qd.iteration %[[E]] -> f32 {
  // CHECK: %[[LOADED:.*]] = qd.flat_load volatile %[[X]]
  // CHECK: qd.iteration_end %[[LOADED]] : f32
  // CHECK: %[[FOLD:.*]] = arith.addf %[[CURRENT]], %[[V]] : f32
  // CHECK: %[[NEXT:.*]] = arith.addi %[[E]], %[[WIDTH]]
  // CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %[[END]]
  // CHECK: scf.condition(%[[MORE]]) %[[NEXT]], %[[OTHER]], %[[FOLD]] : i64, f32, f32
  // CHECK: ^bb0(%[[A0:.*]]: i64, %[[A1:.*]]: f32, %[[A2:.*]]: f32):
  // CHECK: scf.yield %[[A0]], %[[A1]], %[[A2]]
  // CHECK: } attributes {qd.unroll = 16 : i32}
  // CHECK: scf.yield %[[FOLDED]]#1, %[[FOLDED]]#2 : f32, f32
  // CHECK: } else {
  // CHECK: scf.yield %[[ZERO]], %[[ZERO]] : f32, f32
  // CHECK: %[[LOW:.*]] = arith.select %[[SWAPPED:[0-9a-z]+]], %[[LANES]]#1, %[[LANES]]#0
  // CHECK: %[[HIGH:.*]] = arith.select %[[SWAPPED]], %[[LANES]]#0, %[[LANES]]#1
  // CHECK: arith.addf %[[LOW]], %[[HIGH]] : f32
  // CHECK: gpu.shuffle down %{{.*}}, %[[D16]], %[[WORDS]] : i32
  // CHECK: arith.addf
  // CHECK: gpu.shuffle down %{{.*}}, %[[D8]], %[[WORDS]] : i32
  // CHECK: arith.addf
  // CHECK: gpu.shuffle down %{{.*}}, %[[D4]], %[[WORDS]] : i32
  // CHECK: arith.addf
  // CHECK: gpu.shuffle down %{{.*}}, %[[D2]], %[[WORDS]] : i32
  // CHECK: arith.addf
  // CHECK: gpu.shuffle down %{{.*}}, %[[D1]], %[[WORDS]] : i32
  // CHECK: %[[SUM:.*]] = arith.addf
  // CHECK-NOT: gpu.shuffle
  // CHECK: %[[LEADS:.*]] = arith.cmpi eq, %[[LANE]], %{{.*}}
  // CHECK: scf.if %[[LEADS]] {
  // CHECK: %[[WORD:.*]] = arith.addi %[[B]], %{{.*}}
  // CHECK: qd.flat_store %[[SUM]], %[[W]][%[[WORD]]] : f32, memref<?xi64>
  // CHECK: %[[NEXT_BLOCK:.*]] = arith.addi %[[B]], %[[GROUPS]]
  // CHECK: %[[GOES_ON:.*]] = arith.cmpi slt, %[[NEXT_BLOCK]], %[[COUNT]]
  // CHECK: scf.condition(%[[GOES_ON]]) %[[NEXT_BLOCK]] : i64
  %sum = qd.for (%i) in (%n) block_dim(100) reduce(addf) -> f32 {
    %v = qd.volatile_load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}
// CHECK-LABEL: func.func @sum$0(
// CHECK-SAME: block_threads = 128, subgroup_width = 32, threads_per_iteration = 32>

// -----

// Of other loads a thread has sixteen under way at once, ahead of the first fold. Where the array is aligned, its two
// lanes are neighbours, whose loads are one.
qd.kernel @batches(%x: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @batches$0.body(
// CHECK-SAME: %[[THREAD:[a-z0-9]+]]: i64) {
qd.task @batches.0 of @batches extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i64
  // CHECK-DAG: %[[ROW:.*]] = arith.constant 64 : i64
  // CHECK-DAG: %[[NEXT:.*]] = arith.constant 65 : i64
  // CHECK-DAG: %[[BATCH:.*]] = arith.constant 512 : i64
  // CHECK: %[[LANE:.*]] = arith.remui %[[THREAD]], %{{.*}}
  // CHECK: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index
  // CHECK: %[[ADDRESS:.*]] = arith.index_cast %[[POINTER]]
  // CHECK: %[[REST:.*]] = arith.andi %[[ADDRESS]], %c7_i64
  // CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %{{.*}}
  // CHECK: scf.if %[[ALIGNED]] -> (f32) {
  // CHECK: %[[OFFSET:.*]] = arith.muli %[[LANE]], %[[C2]]
  // CHECK: scf.while (%[[E:[a-z0-9]+]] = %{{[a-z0-9]+}}, %[[EVEN:[a-z0-9]+]] = %{{[a-z0-9_]+}}, %[[ODD:[a-z0-9]+]] = %{{[a-z0-9_]+}}) : (i64, f32, f32)
  // CHECK: %[[E0:[0-9]+]] = arith.addi %[[E]], %[[OFFSET]]
  // CHECK-NEXT: %[[E1:[0-9]+]] = arith.addi %[[E0]], %[[C1]]
  // CHECK-NEXT: %[[E2:[0-9]+]] = arith.addi %[[E0]], %[[ROW]]
  // CHECK-NEXT: %[[E3:[0-9]+]] = arith.addi %[[E0]], %[[NEXT]]
  // CHECK: %[[V0:[0-9]+]] = qd.flat_load %{{.*}}[%[[E0]]] {qd.alignment = 8 : i64}
  // CHECK-NEXT: %[[V1:[0-9]+]] = qd.flat_load %{{.*}}[%[[E1]]] : memref
  // CHECK-NEXT: %[[V2:[0-9]+]] = qd.flat_load %{{.*}}[%[[E2]]] {qd.alignment = 8 : i64}
  // CHECK-NEXT: %[[V3:[0-9]+]] = qd.flat_load %{{.*}}[%[[E3]]] : memref
  // CHECK-COUNT-12: qd.flat_load
  // CHECK: %[[EVEN1:[0-9]+]] = arith.addf %[[EVEN]], %[[V0]] : f32
  // CHECK-NEXT: %[[ODD1:[0-9]+]] = arith.addf %[[ODD]], %[[V1]] : f32
  // CHECK-NEXT: arith.addf %[[EVEN1]], %[[V2]] : f32
  // CHECK-NEXT: arith.addf %[[ODD1]], %[[V3]] : f32
  // CHECK-COUNT-12: arith.addf
  // CHECK: arith.addi %[[E]], %[[BATCH]]
  // CHECK: scf.condition
  // What is left of a block: a thread's second lane may have an element less.
  // CHECK: scf.while (%[[LEFT:[a-z0-9]+]] = %{{.*}}, %[[FIRST:[a-z0-9]+]] = %{{.*}}, %[[SECOND:[a-z0-9]+]] = %{{.*}}) : (i64, f32, f32)
  // CHECK: qd.iteration %[[LEFT]]
  // CHECK: arith.addf %[[FIRST]],
  // CHECK: %[[MORE:.*]] = arith.addi %[[LEFT]], %[[C1]]
  // CHECK: %[[IS_THERE:.*]] = arith.cmpi slt, %[[MORE]], %{{.*}}
  // CHECK: scf.if %[[IS_THERE]] -> (f32) {
  // CHECK: qd.iteration %[[MORE]]
  // CHECK: arith.addf %[[SECOND]],
  // CHECK: arith.addi %[[LEFT]], %[[ROW]]
  // Each lane of all threads, and then the two.
  // CHECK-COUNT-10: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: } else {
  // CHECK: qd.iteration
  // CHECK: qd.unroll = 16 : i32
  // CHECK-COUNT-5: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}

// -----

// Integers may be folded in any order: a thread takes as many neighbours as fill 16 bytes, where the array and the
// first index allow. What is left, or all, goes on one by one.
qd.kernel @integers(%x: memref<?xi16>, %from: index, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @integers$0.body(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?xi16>, %[[FROM:[a-z0-9]+]]: index,
// CHECK-SAME: %[[THREAD:[a-z0-9]+]]: i64) {
qd.task @integers.0 of @integers extent(#qd.size<"1">) partials [64]
    (%x: memref<?xi16> {qd.slot = #qd.slot<array(0)>}, %from: index {qd.slot = #qd.slot<scalar(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK: %[[LANE:.*]] = arith.remui %[[THREAD]], %{{.*}}
  // CHECK: memref.extract_aligned_pointer_as_index
  // CHECK: arith.andi %{{.*}}, %c15_i64
  // CHECK: arith.andi %{{.*}}, %c7_i64
  // CHECK: %[[ALIGNED:.*]] = arith.cmpi eq
  // CHECK: scf.if %[[ALIGNED]] -> (i64, i16, i16) {
  // CHECK: %[[OFFSET:.*]] = arith.muli %[[LANE]], %c8_i64
  // CHECK: scf.while
  // CHECK-COUNT-4: {qd.alignment = 16 : i64}
  // CHECK-NOT: qd.alignment = 16
  // CHECK: arith.addi %{{.*}}, %c1024_i64
  // CHECK: scf.condition
  // CHECK: qd.iteration
  // CHECK: qd.unroll = 16 : i32
  // CHECK-COUNT-5: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  %sum = qd.for (%i) in (%n) from (%from) reduce(maxs) -> i16 {
    %v = memref.load %x[%i] : memref<?xi16>
    qd.yield %v : i16
  }
}

// -----

// Nor are neighbours taken where they begin within a piece.
qd.kernel @inner(%x: memref<?xi8>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @inner$0.body(
qd.task @inner.0 of @inner extent(#qd.size<"1">) partials [64]
    (%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-NOT: extract_aligned_pointer
  // CHECK: qd.flat_load
  // CHECK-NOT: extract_aligned_pointer
  // CHECK: return
  %c1 = arith.constant 1 : index
  %sum = qd.for (%i) in (%n) from (%c1) reduce(addi) -> i8 {
    %v = memref.load %x[%i] : memref<?xi8>
    qd.yield %v : i8
  }
}

// -----

// Where an element's place is not known to be beside its neighbour's, lanes stay apart.
qd.kernel @gathers(%x: memref<?xf32>, %at: memref<?xi32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @gathers$0.body(
qd.task @gathers.0 of @gathers extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %at: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-NOT: extract_aligned_pointer
  // CHECK: scf.while
  // CHECK-COUNT-16: qd.flat_load
  // CHECK-NOT: qd.alignment
  // CHECK: qd.iteration
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %j = memref.load %at[%i] : memref<?xi32>
    %p = arith.index_cast %j : i32 to index
    %v = memref.load %x[%p] : memref<?xf32>
    qd.yield %v : f32
  }
}

// -----

// Where branches stand around loads, a block of the rule has a thread for each lane, of which the first subgroup folds
// those of both, by shuffles. Coordinates are counted up from copy
// to copy. A branch that only loads keeps no copies apart, and the loads of all come before the first store.
qd.kernel @grid(%x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: func.func private @grid$0.body(
qd.task @grid.0 of @grid extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK-NOT: gpu.shuffle
  // CHECK: scf.while ({{.*}}) : (i64, i64, i64, f64)
  // CHECK-COUNT-8: scf.if %{{.*}} -> (f64) {
  // CHECK-NOT: arith.{{(div|rem)[us]i}}
  // CHECK-COUNT-8: arith.addf
  // CHECK-COUNT-8: qd.flat_store
  // CHECK-NOT: qd.flat_load
  // CHECK-COUNT-8: arith.addf
  // CHECK: scf.condition
  // CHECK: qd.iteration
  // CHECK: gpu.barrier
  // CHECK: scf.if %{{.*}} -> (f64) {
  // CHECK-COUNT-10: gpu.shuffle down
  // CHECK-NOT: {{gpu.shuffle|flat_store}}
  // CHECK: gpu.barrier
  // CHECK-NOT: gpu.barrier
  // CHECK: func.func @grid$0(
  // CHECK-SAME: block_threads = 64, subgroup_width = 32, threads_per_iteration = 64>
  %sum = qd.for (%i, %j) in (%n, %m) reduce(addf) -> f64 {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %before = arith.subi %j, %c1 : index
    %is_inside = arith.cmpi ult, %before, %m : index
    %a = scf.if %is_inside -> f64 {
      %neighbour = arith.subi %at, %c1 : index
      %element = memref.load %x[%neighbour] : memref<?xf64>
      scf.yield %element : f64
    } else {
      scf.yield %zero : f64
    }
    %b = memref.load %x[%at] : memref<?xf64>
    %v = arith.addf %a, %b : f64
    memref.store %v, %y[%at] : memref<?xf64>
    qd.yield %v : f64
  }
}

// -----

// A branch that stores is not copied.
qd.kernel @storing(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @storing$0.body(
// CHECK-NOT: qd.flat_load
// CHECK: qd.iteration
// CHECK: qd.flat_store
// CHECK: qd.iteration_end
// CHECK: return
qd.task @storing.0 of @storing extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %zero = arith.constant 0.0 : f64
  %sum = qd.for (%i) in (%n) reduce(addf) -> f64 {
    %v = memref.load %x[%i] : memref<?xf64>
    %is_below = arith.cmpf olt, %v, %zero : f64
    scf.if %is_below {
      memref.store %v, %y[%i] : memref<?xf64>
    }
    qd.yield %v : f64
  }
}

// -----

// All threads of a block bring partials to memory that they share, from where a subgroup combines them; values of one type
// use the same memory, one after the other. The first thread does the rest. 64-bit values travel as two words.
qd.kernel @combine(%n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @combine$0.body(
// CHECK-SAME: %{{[a-z0-9]+}}: index, %[[W:[a-z0-9]+]]: memref<?xi64>, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %[[THREAD:[a-z0-9]+]]: i64)
qd.task @combine.0 of @combine extent(#qd.size<"1">)
    (%n: index {qd.slot = #qd.slot<scalar(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK: %[[LANE:.*]] = arith.remui %[[THREAD]], %c256_i64
  // CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq
  // CHECK: scf.if %[[IS_FIRST]] {
  // CHECK: %[[SHARED:.*]] = memref.get_global @[[ARRAY:.*]] : memref<4096xi64, #gpu.address_space<workgroup>>
  // CHECK: gpu.barrier
  // CHECK: scf.while (%[[E:.*]] = %[[LANE]])
  // CHECK-COUNT-16: qd.flat_load %[[W]][%{{.*}}] : memref<?xi64> -> i64
  // CHECK-NEXT: qd.flat_store %{{.*}}, %[[SHARED]][%[[E]]]
  // CHECK-COUNT-15: qd.flat_store %{{.*}}, %[[SHARED]]
  // CHECK-COUNT-4: qd.flat_load %[[W]][%{{.*}}] : memref<?xi64> -> i64
  // CHECK-COUNT-4: qd.flat_store %{{.*}}, %[[SHARED]]
  // CHECK: qd.flat_load %[[W]]
  // CHECK-NOT: qd.flat_load
  // CHECK: gpu.barrier
  // CHECK: %[[FOLDS:.*]] = arith.cmpi slt, %[[LANE]], %c32_i64
  // CHECK-NEXT: scf.if %[[FOLDS]] -> (i64) {
  // CHECK-NOT: qd.flat_load %[[W]]
  // CHECK-COUNT-16: qd.flat_load %[[SHARED]]
  // CHECK: qd.unroll = 8 : i32
  // CHECK-COUNT-10: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: %[[AGAIN:.*]] = memref.get_global @[[ARRAY]] :
  // CHECK: gpu.barrier
  // CHECK: qd.flat_load %[[W]]
  // CHECK: gpu.barrier
  // CHECK: qd.flat_load %[[AGAIN]]
  // CHECK-COUNT-10: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: %[[LEADS:.*]] = arith.cmpi eq, %[[LANE]], %{{.*}}
  // CHECK-NEXT: scf.if %[[LEADS]] {
  // CHECK-NEXT: qd.iteration
  // CHECK: qd.flat_store %{{.*}}, %[[W]]
  %c0 = arith.constant 0 : index
  %most = qd.combine_partials maxs of %n iterations at 64 : i64
  %sum = qd.combine_partials addi of %n iterations at 128 : i64
  %both = arith.addi %most, %sum : i64
  memref.store %both, %w[%c0] : memref<?xi64>
}
// CHECK-LABEL: func.func @combine$0(
// CHECK-SAME: block_threads = 256, subgroup_width = 32, threads_per_iteration = 256>

// -----

// Coordinates are divided out at the first iteration of a block, as is the distance to a thread's next; from there on
// they are counted up, with a carry from each dimension to the one before. These loads come one by one.
qd.kernel @coordinates(%x: memref<?xf64>, %n: index, %m: index, %l: index) {
  qd.return
}
// CHECK-LABEL: func.func private @coordinates$0.body(
// CHECK-SAME: memref<?xf64>, %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index, %[[L:[a-z0-9]+]]: index,
qd.task @coordinates.0 of @coordinates extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %m: index {qd.slot = #qd.slot<scalar(2)>}, %l: index {qd.slot = #qd.slot<scalar(3)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-DAG: %[[WIDTH:.*]] = arith.constant 32 : i64
  // CHECK: %[[WIDE1:.*]] = arith.index_cast %[[M]] : index to i64
  // CHECK: %[[COUNT1:.*]] = arith.select %{{.*}}, %[[WIDE1]], %{{.*}} : i64
  // CHECK: %[[WIDE2:.*]] = arith.index_cast %[[L]] : index to i64
  // CHECK: %[[COUNT2:.*]] = arith.select %{{.*}}, %[[WIDE2]], %{{.*}} : i64
  // CHECK: scf.while (%{{.*}} = %{{.*}}) : (i64) -> i64 {
  // CHECK: %[[END:.*]] = arith.minsi
  // CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[BEGIN:[0-9]+]], %[[LANE:[0-9]+]]
  // CHECK: %[[D0:.*]] = arith.maxui %[[COUNT2]], %{{.*}} : i64
  // CHECK: %[[K0:.*]] = arith.remui %[[FIRST]], %[[D0]] : i64
  // CHECK: %[[ROWS:.*]] = arith.divui %[[FIRST]], %[[D0]] : i64
  // CHECK: %[[D1:.*]] = arith.maxui %[[COUNT1]], %{{.*}} : i64
  // CHECK: %[[J0:.*]] = arith.remui %[[ROWS]], %[[D1]] : i64
  // CHECK: %[[I0:.*]] = arith.divui %[[ROWS]], %[[D1]] : i64
  // CHECK: %[[MINE:.*]] = arith.addi %[[BEGIN]], %[[LANE]]
  // CHECK: %[[D2:.*]] = arith.maxui %[[COUNT2]], %{{.*}} : i64
  // CHECK: %[[STEP2:.*]] = arith.remui %[[WIDTH]], %[[D2]] : i64
  // CHECK: %[[STEPS:.*]] = arith.divui %[[WIDTH]], %[[D2]] : i64
  // CHECK: %[[D3:.*]] = arith.maxui %[[COUNT1]], %{{.*}} : i64
  // CHECK: %[[STEP1:.*]] = arith.remui %[[STEPS]], %[[D3]] : i64
  // CHECK: %[[STEP0:.*]] = arith.divui %[[STEPS]], %[[D3]] : i64
  // CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[MINE]], %[[END]]
  // CHECK: scf.if %[[ANY]] -> (f64, f64) {
  // CHECK: scf.while (%[[E:.*]] = %[[MINE]], %[[I:.*]] = %[[I0]], %[[J:.*]] = %[[J0]], %[[K:.*]] = %[[K0]], %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
  // CHECK-NOT: arith.{{(div|rem)[us]i}}
  // CHECK-DAG: %[[AT_I:.*]] = arith.index_cast %[[I]]
  // CHECK-DAG: %[[AT_J:.*]] = arith.index_cast %[[J]]
  // CHECK-DAG: %[[AT_K:.*]] = arith.index_cast %[[K]]
  // CHECK: qd.iteration %[[E]] -> f64 {
  // CHECK: %[[IJ:.*]] = arith.muli %[[AT_I]], %[[AT_J]] : index
  // CHECK: arith.addi %[[IJ]], %[[AT_K]] : index
  // CHECK: qd.flat_load
  // CHECK-NOT: arith.{{(div|rem)[us]i}}
  // CHECK: %[[NEXT:.*]] = arith.addi %[[E]], %[[WIDTH]]
  // CHECK: %[[LEFT2:.*]] = arith.subi %[[COUNT2]], %[[STEP2]]
  // CHECK: %[[CARRY2:.*]] = arith.cmpi uge, %[[K]], %[[LEFT2]] : i64
  // CHECK: %[[BACK2:.*]] = arith.subi %[[STEP2]], %[[COUNT2]]
  // CHECK: %[[MOVE2:.*]] = arith.select %[[CARRY2]], %[[BACK2]], %[[STEP2]] : i64
  // CHECK: %[[ONE2:.*]] = arith.extui %[[CARRY2]] : i1 to i64
  // CHECK: %[[NEXT2:.*]] = arith.addi %[[K]], %[[MOVE2]]
  // CHECK: %[[CARRIED1:.*]] = arith.addi %[[STEP1]], %[[ONE2]]
  // CHECK: %[[LEFT1:.*]] = arith.subi %[[COUNT1]], %[[CARRIED1]]
  // CHECK: %[[CARRY1:.*]] = arith.cmpi uge, %[[J]], %[[LEFT1]] : i64
  // CHECK: %[[BACK1:.*]] = arith.subi %[[CARRIED1]], %[[COUNT1]]
  // CHECK: %[[MOVE1:.*]] = arith.select %[[CARRY1]], %[[BACK1]], %[[CARRIED1]] : i64
  // CHECK: %[[ONE1:.*]] = arith.extui %[[CARRY1]] : i1 to i64
  // CHECK: %[[NEXT1:.*]] = arith.addi %[[J]], %[[MOVE1]]
  // CHECK: %[[CARRIED0:.*]] = arith.addi %[[STEP0]], %[[ONE1]]
  // CHECK: %[[NEXT0:.*]] = arith.addi %[[I]], %[[CARRIED0]]
  // CHECK: scf.condition(%{{.*}}) %[[NEXT]], %[[NEXT0]], %[[NEXT1]], %[[NEXT2]],
  // CHECK: qd.unroll = 16 : i32
  // CHECK-COUNT-10: gpu.shuffle down
  // CHECK-NOT: gpu.shuffle
  // CHECK: qd.flat_store %{{.*}} : f64, memref<?xi64>
  // CHECK: return
  %sum = qd.for (%i, %j, %k) in (%n, %m, %l) reduce(addf) -> f64 {
    %ij = arith.muli %i, %j : index
    %at = arith.addi %ij, %k : index
    %v = qd.volatile_load %x[%at] : memref<?xf64>
    qd.yield %v : f64
  }
}

// -----

// Iterations that take long are shared by all threads of a block while there are few blocks of the rule: they leave
// their values in workgroup memory, and the first subgroup folds these; in a loop of tasks several blocks of the rule come
// at once (loop-reductions.mlir). Else subgroups reduce, as above.
qd.kernel @rows(%x: memref<?xf64>, %n: index) {
  qd.return
}
// CHECK: memref.global "private" @rows$0.reused0 : memref<1024xf64, #gpu.address_space<workgroup>>
// CHECK: memref.global "private" @rows$0.reused1 : memref<1024xi32, #gpu.address_space<workgroup>>
// CHECK-LABEL: func.func private @rows$0.body(
// CHECK-SAME: %[[BLOCK:[a-z0-9]+]]: i64, %[[BLOCKS:[a-z0-9]+]]: i64, %[[THREAD:[a-z0-9]+]]: i64)
qd.task @rows.0 of @rows extent(#qd.size<"1">) partials [64, 128]
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-DAG: %[[SMALLEST:.*]] = arith.constant 1024 : i64
  // CHECK-DAG: %[[THREADS:.*]] = arith.constant 256 : i64
  // CHECK-DAG: %[[WIDTH:.*]] = arith.constant 32 : i64
  // CHECK-DAG: %[[VALUES:.*]] = memref.get_global @rows$0.reused0
  // CHECK-DAG: %[[NUMBERS:.*]] = memref.get_global @rows$0.reused1
  // CHECK: %[[IS_SMALLEST:.*]] = arith.cmpi eq, %{{.*}}, %[[SMALLEST]]
  // CHECK: %[[MOST:.*]] = arith.muli %[[BLOCKS]], %{{.*}}
  // CHECK: %[[IS_FEW:.*]] = arith.cmpi sle, %{{.*}}, %[[MOST]]
  // CHECK: %[[BOTH:.*]] = arith.andi %[[IS_SMALLEST]], %[[IS_FEW]]
  // CHECK: scf.if %[[BOTH]] {
  // CHECK: %[[SUBGROUP:.*]] = arith.divui %[[THREAD]], %[[WIDTH]]
  // CHECK: scf.while (%[[FIRST_BLOCK:.*]] = %[[BLOCK]])
  // CHECK: scf.while (%[[B:.*]] = %[[FIRST_BLOCK]], %[[NUMBER:.*]] = %{{.*}}) : (i64, i64)
  // CHECK: %[[BEGIN:.*]] = arith.muli %[[B]], %[[SMALLEST]]
  // CHECK: %[[PLACE:.*]] = arith.muli %[[NUMBER]], %[[SMALLEST]]
  // CHECK: %[[BASE:.*]] = arith.subi %[[BEGIN]], %[[PLACE]]
  // CHECK: %[[FIRST:.*]] = arith.addi %[[BEGIN]], %[[THREAD]]
  // CHECK: scf.while (%[[E:.*]] = %[[FIRST]]) : (i64) -> i64 {
  // CHECK: %[[FOUND:.*]]:2 = qd.iteration %[[E]] -> f64, i32 {
  // CHECK: %[[AT:.*]] = arith.subi %[[E]], %[[BASE]]
  // CHECK: qd.flat_store %[[FOUND]]#0, %[[VALUES]][%[[AT]]]
  // CHECK: qd.flat_store %[[FOUND]]#1, %[[NUMBERS]][%{{.*}}]
  // CHECK: arith.addi %[[E]], %[[THREADS]]
  // CHECK: arith.addi %[[B]], %[[BLOCKS]]
  // CHECK: gpu.barrier
  // CHECK: %[[IS_FIRST:.*]] = arith.cmpi slt, %[[SUBGROUP]], %
  // CHECK: %[[IS_THERE:.*]] = arith.cmpi slt, %{{.*}}, %
  // CHECK: %[[FOLDS:.*]] = arith.andi %[[IS_FIRST]], %[[IS_THERE]]
  // CHECK: scf.if %[[FOLDS]] {
  // CHECK: qd.flat_load %[[VALUES]]
  // CHECK: qd.flat_load %[[NUMBERS]]
  // CHECK-COUNT-15: gpu.shuffle down
  // CHECK: qd.flat_store %{{.*}}, %{{.*}}[%{{.*}}] : f64, memref<?xi64>
  // CHECK: qd.flat_store %{{.*}}, %{{.*}}[%{{.*}}] : i32, memref<?xi64>
  // CHECK: gpu.barrier
  // CHECK: } else {
  // CHECK-NOT: gpu.barrier
  // CHECK: qd.iteration
  // CHECK-COUNT-15: gpu.shuffle down
  // CHECK: return
  %sum, %most = qd.for (%i) in (%n) reduce(addf, maxs) -> f64, i32 {
    %zero = arith.constant 0.0 : f64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %row = scf.for %k = %c0 to %i step %c1 iter_args(%so_far = %zero) -> f64 {
      %v = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %so_far, %v : f64
      scf.yield %next : f64
    }
    %number = arith.index_cast %i : index to i32
    qd.yield %row, %number : f64, i32
  }
}
// CHECK-LABEL: func.func @rows$0(
// CHECK-SAME: block_threads = 256, subgroup_width = 32, threads_per_iteration = 256, grid = resident>

// -----

// More values than workgroup memory has room for: subgroups alone.
qd.kernel @many(%n: index) {
  qd.return
}
// CHECK-NOT: memref.global
// CHECK-LABEL: func.func private @many$0.body(
// CHECK-NOT: gpu.barrier
qd.task @many.0 of @many extent(#qd.size<"1">) partials [64, 128, 192, 256, 320]
    (%n: index {qd.slot = #qd.slot<scalar(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %r:5 = qd.for (%i) in (%n) reduce(addi, addi, addi, addi, addi) -> i64, i64, i64, i64, i64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i64
    %row = scf.for %k = %c0 to %i step %c1 iter_args(%so_far = %zero) -> i64 {
      %v = arith.index_cast %k : index to i64
      %next = arith.addi %so_far, %v : i64
      scf.yield %next : i64
    }
    qd.yield %row, %row, %row, %row, %row : i64, i64, i64, i64, i64
  }
}
// CHECK-LABEL: func.func @many$0(
// CHECK-SAME: block_threads = 256, subgroup_width = 32, threads_per_iteration = 32>

// -----

// Where partials of another type have no room there, a subgroup loads them by itself.
qd.kernel @types(%n: index, %s: memref<?xf32>) {
  qd.return
}
// CHECK-LABEL: func.func private @types$0.body(
// CHECK-SAME: %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: memref<?xf32>, %[[W:[a-z0-9]+]]: memref<?xi64>,
qd.task @types.0 of @types extent(#qd.size<"1">)
    (%n: index {qd.slot = #qd.slot<scalar(0)>}, %s: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK: memref.get_global @{{.*}} : memref<4096xf64, #gpu.address_space<workgroup>>
  // CHECK-COUNT-10: gpu.shuffle down
  // CHECK-NOT: memref.get_global
  // CHECK-COUNT-32: qd.flat_load %[[W]][%{{.*}}] : memref<?xi64> -> f32
  // CHECK-COUNT-5: gpu.shuffle down
  %sum = qd.combine_partials addf of %n iterations at 64 : f64
  %least = qd.combine_partials minimumf of %n iterations at 128 : f32
  %narrow = arith.truncf %sum : f64 to f32
  %both = arith.addf %narrow, %least : f32
  %c0 = arith.constant 0 : index
  memref.store %both, %s[%c0] : memref<?xf32>
}

// -----

// What is known ahead of the partials is loaded along with them, unless a store of the task comes first.
qd.kernel @ahead(%n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @ahead$0.body(
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<?xi64>, %{{[a-z0-9]+}}: index, %[[W:[a-z0-9]+]]: memref<?xi64>,
qd.task @ahead.0 of @ahead extent(#qd.size<"1">)
    (%s: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK: scf.if
  // CHECK: %[[EARLY:.*]] = qd.flat_load %[[S]][%c1_i64] : memref<?xi64> -> i64
  // CHECK-COUNT-16: qd.flat_load %[[W]][%{{.*}}] : memref<?xi64> -> i64
  // CHECK: qd.iteration
  // CHECK-NOT: qd.flat_load %[[S]][%c1_i64]
  // CHECK: qd.flat_store %[[EARLY]], %[[S]][%c2_i64]
  // CHECK: qd.flat_load %[[S]][%c3_i64]
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %sum = qd.combine_partials addi of %n iterations at 64 : i64
  %early = memref.load %s[%c1] : memref<?xi64>
  memref.store %early, %s[%c2] : memref<?xi64>
  %late = memref.load %s[%c3] : memref<?xi64>
  %both = arith.addi %late, %sum : i64
  memref.store %both, %s[%c4] : memref<?xi64>
}
