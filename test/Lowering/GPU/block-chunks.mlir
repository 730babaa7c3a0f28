// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --canonicalize --split-input-file | FileCheck %s

// With more iterations than threads, where accesses do not all go along a row (thread-windows.mlir), a block runs whole
// chunks, four iterations of f32 for each thread, of which all
// load before the first stores; then what is left of the last chunk.
qd.kernel @chunks(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @chunks$0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %[[Y:[a-z0-9]+]]: memref<?xf32>, %[[N:[a-z0-9]+]]: index,
// CHECK-SAME: %[[BLOCK:[a-z0-9]+]]: i64, %[[BLOCKS:[a-z0-9]+]]: i64, %[[THREAD:[a-z0-9]+]]: i64)
qd.task @chunks.0 of @chunks extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  // CHECK-DAG: %[[C128:.*]] = arith.constant 128 : i64
  // CHECK-DAG: %[[C256:.*]] = arith.constant 256 : i64
  // CHECK-DAG: %[[C384:.*]] = arith.constant 384 : i64
  // CHECK-DAG: %[[CHUNK:.*]] = arith.constant 512 : i64
  // CHECK: %[[WIDE:.*]] = arith.index_cast %[[N]] : index to i64
  // CHECK: %[[TOTAL:.*]] = arith.select %{{.*}}, %[[WIDE]], %{{.*}} : i64
  // CHECK: %[[BEFORE:.*]] = arith.muli %[[BLOCK]], %[[C128]] overflow<nsw> : i64
  // CHECK: %[[GROUP:.*]] = arith.addi %[[BEFORE]], %[[THREAD]] overflow<nsw> : i64
  // CHECK: %[[GROUPS:.*]] = arith.muli %[[BLOCKS]], %[[C128]] overflow<nsw> : i64
  // CHECK: %[[FIRST:.*]] = arith.muli %[[BLOCK]], %[[CHUNK]] overflow<nsw> : i64
  // CHECK: %[[STEP:.*]] = arith.muli %[[BLOCKS]], %[[CHUNK]] overflow<nsw> : i64
  // CHECK: %[[MANY:.*]] = arith.cmpi ugt, %[[TOTAL]], %[[GROUPS]] : i64
  // CHECK: %[[STRIDE:.*]] = arith.select %[[MANY]], %[[C128]], %[[GROUPS]] : i64
  // CHECK: %[[REST:.*]] = scf.if %[[MANY]] -> (i64) {
  // CHECK: %[[LAST:.*]]:2 = scf.while (%[[START:.*]] = %[[FIRST]]) : (i64) -> (i64, i64) {
  // CHECK: %[[MINE:.*]] = arith.addi %[[START]], %[[THREAD]] overflow<nuw>
  // CHECK: %[[END:.*]] = arith.addi %[[START]], %[[CHUNK]] overflow<nuw>
  // CHECK: %[[WHOLE:.*]] = arith.cmpi ule, %[[END]], %[[TOTAL]]
  // CHECK: scf.condition(%[[WHOLE]]) %[[START]], %[[MINE]] : i64, i64
  // CHECK: ^bb0(%[[AT:.*]]: i64, %[[F0:.*]]: i64):
  // CHECK: %[[F1:.*]] = arith.addi %[[F0]], %[[C128]] overflow<nsw>
  // CHECK: %[[F2:.*]] = arith.addi %[[F0]], %[[C256]] overflow<nsw>
  // CHECK: %[[F3:.*]] = arith.addi %[[F0]], %[[C384]] overflow<nsw>
  // CHECK-NOT: qd.flat_store
  // CHECK-COUNT-4: qd.flat_load %[[X]]
  // CHECK-NEXT: qd.flat_load %[[Y]][%[[F0]]]
  // CHECK-NEXT: qd.flat_load %[[Y]][%[[F1]]]
  // CHECK-NEXT: qd.flat_load %[[Y]][%[[F2]]]
  // CHECK-NEXT: qd.flat_load %[[Y]][%[[F3]]]
  // CHECK-NOT: qd.flat_{{load|store}}
  // CHECK: qd.flat_store %{{.*}}, %[[Y]][%[[F0]]]
  // CHECK-NEXT: qd.flat_store %{{.*}}, %[[Y]][%[[F1]]]
  // CHECK-NEXT: qd.flat_store %{{.*}}, %[[Y]][%[[F2]]]
  // CHECK-NEXT: qd.flat_store %{{.*}}, %[[Y]][%[[F3]]]
  // CHECK-NEXT: %[[AGAIN:.*]] = arith.addi %[[AT]], %[[STEP]] overflow<nuw>
  // CHECK-NEXT: scf.yield %[[AGAIN]] : i64
  // CHECK: scf.yield %[[LAST]]#1 : i64
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %[[GROUP]] : i64
  // CHECK: %[[ANY:.*]] = arith.cmpi ult, %[[REST]], %[[TOTAL]]
  // CHECK: scf.if %[[ANY]] {
  // CHECK: scf.while (%[[FLAT:.*]] = %[[REST]]) : (i64) -> i64 {
  // CHECK: qd.iteration %[[FLAT]] {
  // CHECK-COUNT-2: qd.flat_load
  // CHECK: qd.flat_store
  // CHECK: qd.iteration_end
  // CHECK: %[[NEXT:.*]] = arith.addi %[[FLAT]], %[[STRIDE]] overflow<nuw>
  // CHECK: %[[MORE:.*]] = arith.cmpi ult, %[[NEXT]], %[[TOTAL]]
  // CHECK: scf.condition(%[[MORE]]) %[[NEXT]] : i64
  qd.for (%i) in (%n) block_dim(128) {
    %c1 = arith.constant 1 : index
    %half = arith.shrui %i, %c1 : index
    %a = memref.load %x[%half] : memref<?xf32>
    %b = memref.load %y[%i] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    memref.store %c, %y[%i] : memref<?xf32>
  }
}
// CHECK-LABEL: func.func @chunks$0(
// CHECK-SAME: block_threads = 128, subgroup_width = 32, iterations_per_thread = 4>

// -----

// The widest element decides: two of f64.
qd.kernel @widest(%x: memref<?xf16>, %y: memref<?xf64>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func @widest$0(
// CHECK-SAME: iterations_per_thread = 2>
qd.task @widest.0 of @widest extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf16> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  qd.for (%i) in (%n) {
    %a = memref.load %x[%i] : memref<?xf16>
    %b = arith.extf %a : f16 to f64
    memref.store %b, %y[%i] : memref<?xf64>
  }
}

// -----

// Coordinates of a chunk are divided out in 32 bits, which is right for fewer than 2^32 iterations, for the first copy;
// those of the second are counted up. How far it is off is divided out ahead, unless rows are longer than a block.
qd.kernel @coordinates(%x: memref<?xf64>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: func.func private @coordinates$0.body(
// CHECK-SAME: memref<?xf64>, %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index,
qd.task @coordinates.0 of @coordinates extent(#qd.size<"mul(scalar(1), scalar(2))">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %m: index {qd.slot = #qd.slot<scalar(2)>}) {
  // CHECK-DAG: %[[LIMIT:.*]] = arith.constant 4294967296 : i64
  // CHECK: %[[WIDE:.*]] = arith.index_cast %[[M]] : index to i64
  // CHECK: %[[COLUMNS:.*]] = arith.select %{{.*}}, %[[WIDE]], %{{.*}} : i64
  // CHECK: %[[TOTAL:.*]] = arith.muli %{{.*}}, %[[COLUMNS]] overflow<nsw>
  // CHECK: %[[MANY:.*]] = arith.cmpi ugt, %[[TOTAL]], %{{.*}} : i64
  // CHECK: %[[SHORT:.*]] = arith.cmpi ult, %[[TOTAL]], %[[LIMIT]] : i64
  // CHECK: %[[BOTH:.*]] = arith.andi %[[MANY]], %[[SHORT]] : i1
  // CHECK: scf.if %[[BOTH]] -> (i64) {
  // CHECK: %[[SHORT_COLUMNS:.*]] = arith.trunci %[[COLUMNS]] : i64 to i32
  // CHECK: %[[LONG:.*]] = arith.cmpi ugt, %[[SHORT_COLUMNS]], %[[BLOCK:.*]] : i32
  // CHECK: %[[STRIDE:.*]]:2 = scf.if %[[LONG]] -> (i32, i32) {
  // CHECK-NEXT: scf.yield %[[ZERO:.*]], %[[BLOCK]] : i32, i32
  // CHECK-NEXT: } else {
  // CHECK: %[[DIVISOR:.*]] = arith.maxui %[[SHORT_COLUMNS]], %{{.*}} : i32
  // CHECK-DAG: arith.remui %[[BLOCK]], %[[DIVISOR]] : i32
  // CHECK-DAG: arith.divui %[[BLOCK]], %[[DIVISOR]] : i32
  // CHECK: scf.while
  // CHECK: ^bb0(%{{.*}}: i64, %[[MINE:.*]]: i64):
  // CHECK: %[[FLAT:.*]] = arith.trunci %[[MINE]] : i64 to i32
  // CHECK: %[[DIVISOR:.*]] = arith.maxui %[[SHORT_COLUMNS]], %{{.*}} : i32
  // CHECK: %[[J:.*]] = arith.remui %[[FLAT]], %[[DIVISOR]] : i32
  // CHECK: %[[I:.*]] = arith.divui %[[FLAT]], %[[DIVISOR]] : i32
  // CHECK-DAG: arith.extui %[[I]] : i32 to i64
  // CHECK-DAG: arith.extui %[[J]] : i32 to i64
  // CHECK-NOT: {{rem|div}}ui
  // CHECK: %[[LEFT:.*]] = arith.subi %[[SHORT_COLUMNS]], %[[STRIDE]]#1 : i32
  // CHECK: %[[LEAVES:.*]] = arith.cmpi uge, %[[J]], %[[LEFT]] : i32
  // CHECK: %[[BACK:.*]] = arith.subi %[[STRIDE]]#1, %[[SHORT_COLUMNS]] : i32
  // CHECK: %[[STEP:.*]] = arith.select %[[LEAVES]], %[[BACK]], %[[STRIDE]]#1 : i32
  // CHECK: %[[CARRY:.*]] = arith.extui %[[LEAVES]] : i1 to i32
  // CHECK: %[[NEXT_J:.*]] = arith.addi %[[J]], %[[STEP]] : i32
  // CHECK: %[[DOWN:.*]] = arith.addi %[[STRIDE]]#0, %[[CARRY]] : i32
  // CHECK: %[[NEXT_I:.*]] = arith.addi %[[I]], %[[DOWN]] : i32
  // CHECK-NOT: {{rem|div}}ui
  // CHECK-COUNT-2: qd.flat_store
  // CHECK: } else {
  // CHECK: scf.while (%[[ONE:.*]] = %{{.*}})
  // CHECK: %[[DIVISOR:.*]] = arith.maxui %[[COLUMNS]], %{{.*}} : i64
  // CHECK: arith.remui %[[ONE]], %[[DIVISOR]] : i64
  // CHECK: arith.divui %[[ONE]], %[[DIVISOR]] : i64
  // CHECK: qd.iteration %[[ONE]] {
  // CHECK: qd.flat_store
  qd.for (%i, %j) in (%n, %m) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %at_i64 = arith.index_cast %at : index to i64
    %v = arith.sitofp %at_i64 : i64 to f64
    %c1 = arith.constant 1 : index
    %half = arith.shrui %at, %c1 : index
    memref.store %v, %x[%half] : memref<?xf64>
  }
}

// -----

// Sixteen loads together at most, here of five that each iteration has.
qd.kernel @loads(%x: memref<?xi8>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func @loads$0(
// CHECK-SAME: iterations_per_thread = 2>
qd.task @loads.0 of @loads extent(#qd.size<"scalar(1)">)
    (%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %i1 = arith.addi %i, %c1 : index
    %i2 = arith.addi %i1, %c1 : index
    %i3 = arith.addi %i2, %c1 : index
    %i4 = arith.addi %i3, %c1 : index
    %a = memref.load %x[%i] : memref<?xi8>
    %b = memref.load %x[%i1] : memref<?xi8>
    %c = memref.load %x[%i2] : memref<?xi8>
    %d = memref.load %x[%i3] : memref<?xi8>
    %e = memref.load %x[%i4] : memref<?xi8>
    %ab = arith.addi %a, %b : i8
    %cd = arith.addi %c, %d : i8
    %abcd = arith.addi %ab, %cd : i8
    %all = arith.addi %abcd, %e : i8
    %half = arith.shrui %i, %c1 : index
    memref.store %all, %x[%half] : memref<?xi8>
  }
}

// -----

// Accesses to memory of the thread's own stay together in each copy: an accumulator, of which one iteration reads what
// the one before it wrote. Resident grids have as many loads under way as they can.
qd.kernel @accumulator(%x: memref<?xf32>, %s: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @accumulator$0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>,
qd.task @accumulator.0 of @accumulator extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  // CHECK: %[[ACCUMULATOR:.*]] = memref.alloca() : memref<1xf32>
  // CHECK: scf.while
  // CHECK-NOT: qd.flat_{{load|store}}
  // CHECK-COUNT-8: qd.flat_load %[[X]][%{{.*}}] : memref<?xf32> -> f32
  // CHECK-NEXT: %[[OLD:.*]] = qd.flat_load %[[ACCUMULATOR]]
  // CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %{{.*}} : f32
  // CHECK: qd.flat_store %[[NEW]], %[[ACCUMULATOR]]
  // CHECK: %[[OLDER:.*]] = qd.flat_load %[[ACCUMULATOR]]
  // CHECK: %[[NEWER:.*]] = arith.addf %[[OLDER]], %{{.*}} : f32
  // CHECK: qd.flat_store %[[NEWER]], %[[ACCUMULATOR]]
  qd.for (%i) in (%n) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %half = arith.shrui %i, %c1 : index
    %v = memref.load %x[%half] : memref<?xf32>
    memref.atomic_rmw addf %v, %s[%c0] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-LABEL: func.func @accumulator$0(
// CHECK-SAME: iterations_per_thread = 8, grid = resident>

// -----

// Iterations that branch, look at what may change, ask for random numbers or touch no array run one by one.
qd.kernel @single(%x: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func @single$branch(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32>>
qd.task @single.branch of @single extent(#qd.size<"scalar(1)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  %c9 = arith.constant 9 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    %bit = arith.andi %i, %c9 : index
    %large = arith.cmpi eq, %bit, %c9 : index
    scf.if %large {
      memref.store %one, %x[%i] : memref<?xf32>
    }
  }
}
// CHECK-LABEL: func.func @single$volatile(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32>>
qd.task @single.volatile of @single extent(#qd.size<"scalar(1)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  qd.for (%i) in (%n) {
    %v = qd.volatile_load %x[%i] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}
// CHECK-LABEL: func.func @single$atomic(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32>>
qd.task @single.atomic of @single extent(#qd.size<"scalar(1)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.atomic_rmw addf %one, %x[%i] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-LABEL: func.func @single$assert(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32>>
qd.task @single.assert of @single extent(#qd.size<"scalar(1)">)
    (%x: memref<?xi1> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xi1>
    memref.store %v, %x[%i] : memref<?xi1>
    qd.assert %v, "no" {site = 0 : i32}
  }
}
// CHECK-LABEL: func.func @single$call(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32>>
func.func private @sinf(f32) -> f32
qd.task @single.call of @single extent(#qd.size<"scalar(1)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %s = func.call @sinf(%v) : (f32) -> f32
    memref.store %s, %x[%i] : memref<?xf32>
  }
}

// -----

// What looks at the bits of a number is no math function.
qd.kernel @classes(%x: memref<?xf32>, %y: memref<?xi1>, %n: index) {
  qd.return
}
// CHECK: func.func @classes$0(
// CHECK-SAME: iterations_per_thread = 4>
qd.task @classes.0 of @classes extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xi1> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %isNaN = math.isnan %v : f32
    %magnitude = math.absf %v : f32
    %isLarge = arith.cmpf oge, %magnitude, %v : f32
    %either = arith.ori %isNaN, %isLarge : i1
    memref.store %either, %y[%i] : memref<?xi1>
  }
}

// -----

// Reports before the first store look at all iterations of the thread; where one has something to report, they run again
// one by one.
qd.kernel @reports(%x: memref<?xf32>, %p: memref<?xi32>, %y: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @reports$0.body(
// CHECK: scf.while
// CHECK-COUNT-4: qd.flat_load %{{.*}} -> i32
// CHECK-COUNT-4: arith.cmpi ult
// CHECK: %[[TWO:.*]] = arith.andi
// CHECK: %[[THREE:.*]] = arith.andi %[[TWO]]
// CHECK: %[[ALL:.*]] = arith.andi %[[THREE]]
// CHECK: scf.if %[[ALL]] {
// CHECK-COUNT-4: qd.flat_load %{{.*}} -> f32
// CHECK-COUNT-4: qd.flat_store %{{.*}} : f32
// CHECK: } else {
// CHECK: scf.while (%[[I:.*]] = %{{.*}}) : (i64) -> i64 {
// CHECK-NEXT: qd.iteration %[[I]] {
// CHECK: qd.leave_unless
// CHECK: qd.flat_store %{{.*}} : f32
// CHECK: func.func @reports$0(
// CHECK-SAME: iterations_per_thread = 4
qd.task @reports.0 of @reports extent(#qd.size<"scalar(3)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %p: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %y: memref<?xf32> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>},
     %m: index {qd.slot = #qd.slot<dim(0, 0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  qd.for (%i) in (%n) {
    %at = memref.load %p[%i] : memref<?xi32>
    %k = arith.index_cast %at : i32 to index
    %fits = arith.cmpi ult, %k, %m : index
    qd.check %fits, "index {}", %k : index {site = 0 : i32}
    %v = memref.load %x[%k] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
}

// -----

// Of three dimensions thirty-two, of four iterations, which share the divisions of their coordinates.
qd.kernel @cube(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func @cube$0(
// CHECK-SAME: iterations_per_thread = 4>
qd.task @cube.0 of @cube extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  qd.for (%i, %j, %k) in (%n, %n, %n) {
    %ij = arith.addi %i, %j : index
    %at = arith.addi %ij, %k : index
    %a = memref.load %x[%i] : memref<?xf32>
    %b = memref.load %x[%j] : memref<?xf32>
    %c = memref.load %x[%k] : memref<?xf32>
    %d = memref.load %x[%ij] : memref<?xf32>
    %e = memref.load %x[%at] : memref<?xf32>
    %f = arith.addf %a, %b : f32
    %g = arith.addf %c, %d : f32
    %h = arith.addf %f, %g : f32
    %sum = arith.addf %h, %e : f32
    memref.store %sum, %y[%at] : memref<?xf32>
  }
}
