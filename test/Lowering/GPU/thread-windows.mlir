// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --canonicalize --cse --split-input-file | FileCheck %s

// Eight neighbouring iterations of i16 are a thread's, where both arrays lie at multiples of 16 bytes and rows have a
// multiple of eight elements; inner points begin at 1, so that the first window begins seven later. Coordinates are
// divided out once for all eight. Accesses say how they are aligned: an eighth of them by 16 bytes.
qd.kernel @inner(%x: memref<?xi16>, %y: memref<?xi16>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: func.func private @inner$0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xi16>, %[[Y:[a-z0-9]+]]: memref<?xi16>, %{{[a-z0-9]+}}: index, %[[M:[a-z0-9]+]]: index,
qd.task @inner.0 of @inner extent(#qd.size<"mul(add(scalar(2), -2), add(scalar(3), -2))">)
    (%x: memref<?xi16> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xi16> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c1 = arith.constant 1 : index
  %ne = arith.subi %n, %c1 : index
  %me = arith.subi %m, %c1 : index
  // CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7 : i64
  // CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : i64
  // CHECK-DAG: %[[FIFTEEN:.*]] = arith.constant 15 : i64
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
  // CHECK: %[[LATER:.*]] = arith.subi %[[COLUMNS:.*]], %[[SEVEN]] overflow<nsw>
  // CHECK: %[[POSITIVE:.*]] = arith.maxsi %[[LATER]], %[[ZERO]]
  // CHECK: %[[WINDOWS:.*]] = arith.divui %[[POSITIVE]], %[[EIGHT]]
  // CHECK: %[[INSIDE:.*]] = arith.muli %[[WINDOWS]], %[[EIGHT]]
  // CHECK: %[[OUTSIDE:.*]] = arith.subi %[[COLUMNS]], %[[INSIDE]]
  // CHECK: %[[XP:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
  // CHECK: %[[XI:.*]] = arith.index_cast %[[XP]]
  // CHECK: %[[XB:.*]] = arith.andi %[[XI]], %[[FIFTEEN]]
  // CHECK: %[[YP:.*]] = memref.extract_aligned_pointer_as_index %[[Y]]
  // CHECK: %[[YI:.*]] = arith.index_cast %[[YP]]
  // CHECK: %[[YB:.*]] = arith.andi %[[YI]], %[[FIFTEEN]]
  // CHECK: %[[XY:.*]] = arith.ori %[[XB]], %[[YB]]
  // CHECK: %[[MI:.*]] = arith.index_cast %[[M]] : index to i64
  // CHECK: %[[MB:.*]] = arith.andi %[[MI]], %[[SEVEN]]
  // CHECK: %[[ALL:.*]] = arith.ori %[[XY]], %[[MB]]
  // CHECK: arith.cmpi eq, %[[ALL]], %[[ZERO]]
  // CHECK: arith.cmpi slt, %[[OUTSIDE]], %[[INSIDE]]
  // CHECK: scf.if %{{.*}} -> (i64, i64) {
  // CHECK: scf.while
  // CHECK: arith.remui
  // CHECK-NEXT: arith.divui
  // CHECK-NOT: {{div|rem}}ui
  // CHECK: qd.flat_load %[[X]][%[[AT:.*]]] {qd.alignment = 16 : i64}
  // CHECK: qd.flat_load %[[X]][%{{.*}}] : memref<?xi16>
  // CHECK: qd.flat_load %[[X]][%{{.*}}] {qd.alignment = 4 : i64}
  // CHECK: qd.flat_load %[[X]][%{{.*}}] : memref<?xi16>
  // CHECK: qd.flat_load %[[X]][%{{.*}}] {qd.alignment = 8 : i64}
  // CHECK-COUNT-10: qd.flat_load %[[X]]
  // The eastern neighbour of the last one.
  // CHECK: qd.flat_load %[[X]][%{{.*}}] {qd.alignment = 16 : i64}
  // CHECK-NOT: qd.flat_load
  // CHECK: qd.flat_store %{{.*}}, %[[Y]][%[[AT]]] {qd.alignment = 16 : i64}
  // CHECK-COUNT-7: qd.flat_store %{{.*}}, %[[Y]]
  // CHECK-NOT: qd.flat_store
  // Only in a tile at an end of its rows do the block's threads run what is in no window, one by one.
  // CHECK: %[[ATEND:.*]] = arith.ori
  // CHECK-NEXT: scf.if %[[ATEND]] {
  // CHECK: scf.while
  // CHECK: qd.iteration
  // CHECK: qd.flat_store %{{.*}}, %[[Y]]
  // CHECK-NOT: qd.flat_store
  // CHECK: } else {
  // Without windows in chunks, then one by one: without alignment.
  // CHECK-NOT: qd.alignment
  qd.for (%i, %j) in (%ne, %me) from (%c1, %c1) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %east = arith.addi %at, %c1 : index
    %a = memref.load %x[%at] : memref<?xi16>
    %b = memref.load %x[%east] : memref<?xi16>
    %c = arith.addi %a, %b : i16
    memref.store %c, %y[%at] : memref<?xi16>
  }
}
// CHECK-LABEL: func.func @inner$0(
// CHECK-SAME: iterations_per_thread = 16>

// -----

// Backwards is along the row too; what is the same for all of a row is no matter.
qd.kernel @backwards(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @backwards$0.body(
// CHECK: qd.flat_load %{{.*}} {qd.alignment = 8 : i64} : memref<?xf32>
// CHECK-LABEL: func.func @backwards$0(
// CHECK-SAME: iterations_per_thread = 8>
qd.task @backwards.0 of @backwards extent(#qd.size<"mul(scalar(2), scalar(2))">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c3 = arith.constant 3 : index
  qd.for (%i, %j) in (%n, %n) {
    %third = arith.divui %i, %c3 : index
    %row = arith.muli %i, %n : index
    %at = arith.addi %row, %j : index
    %mirrored = arith.subi %row, %j : index
    %a = memref.load %x[%mirrored] : memref<?xf32>
    %b = memref.load %x[%third] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    memref.store %c, %y[%at] : memref<?xf32>
  }
}

// -----

// Windows of two rows are one block where one loads what the other does: here the row between. A last row without a
// partner is a block by itself, whose elements are stored in another order.
qd.kernel @rows(%x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: func.func private @rows$0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf64>, %[[Y:[a-z0-9]+]]: memref<?xf64>
// CHECK: scf.while
// CHECK: %[[SECOND:.*]] = arith.addi %{{.*}}, %{{.*}} : i64
// CHECK: %[[WHOLE:.*]] = arith.cmpi slt, %[[SECOND]], %{{.*}} : i64
// CHECK-NEXT: scf.if %[[WHOLE]] {
// CHECK-COUNT-8: qd.flat_load %[[X]]
// CHECK-NOT: qd.flat_load
// CHECK-COUNT-2: qd.flat_store %{{.*}}, %[[Y]][%{{.*}}] {qd.alignment = 16 : i64}
// CHECK-NOT: qd.flat_load
// CHECK: } else {
// CHECK-COUNT-4: qd.flat_load %[[X]]
// CHECK-NOT: qd.flat_load
// CHECK: qd.flat_store %{{.*}}, %[[Y]][%{{[0-9]+}}] : f64
// CHECK: qd.flat_store %{{.*}}, %[[Y]][%{{.*}}] {qd.alignment = 16 : i64}
// CHECK-NOT: qd.flat_store
// CHECK: arith.ori
// CHECK-LABEL: func.func @rows$0(
// CHECK-SAME: iterations_per_thread = 4>
qd.task @rows.0 of @rows extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  qd.for (%i, %j) in (%n, %m) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %south = arith.addi %at, %m : index
    %a = memref.load %x[%at] : memref<?xf64>
    %b = memref.load %x[%south] : memref<?xf64>
    %c = arith.addf %a, %b : f64
    memref.store %c, %y[%at] : memref<?xf64>
  }
}

// -----

// So are rows that are two apart, if iterations are; what the row between loads is no matter to them.
qd.kernel @steps(%x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: func.func private @steps$0.body(
// CHECK-COUNT-4: qd.flat_load
// CHECK-NOT: qd.flat_load
// CHECK: qd.flat_store
qd.task @steps.0 of @steps extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  qd.for (%i, %j) in (%n, %m) from (%c0, %c0) step (%c2, %c1) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %south = arith.addi %at, %m : index
    %a = memref.load %x[%at] : memref<?xf64>
    %b = memref.load %x[%south] : memref<?xf64>
    %c = arith.addf %a, %b : f64
    memref.store %c, %y[%at] : memref<?xf64>
  }
}
// CHECK-LABEL: func.func private @steps$1.body(
// CHECK-COUNT-8: qd.flat_load
// CHECK-NOT: qd.flat_load
// CHECK: qd.flat_store
qd.task @steps.1 of @steps extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  qd.for (%i, %j) in (%n, %m) from (%c0, %c0) step (%c2, %c1) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %after = arith.addi %i, %c2 : index
    %far = arith.muli %after, %m : index
    %south = arith.addi %far, %j : index
    %a = memref.load %x[%at] : memref<?xf64>
    %b = memref.load %x[%south] : memref<?xf64>
    %c = arith.addf %a, %b : f64
    memref.store %c, %y[%at] : memref<?xf64>
  }
}

// -----

// So are rows of arrays that may overlap, but not those that are updated in place.
qd.kernel @overlapping(%x: memref<?xf64> {qd.may_alias}, %y: memref<?xf64> {qd.may_alias}, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: func.func private @overlapping$0.body(
// CHECK-COUNT-4: qd.flat_load %arg0
// CHECK-NOT: qd.flat_load
// CHECK: qd.flat_store
qd.task @overlapping.0 of @overlapping extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(2)>},
     %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  qd.for (%i, %j) in (%n, %m) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %south = arith.addi %at, %m : index
    %a = memref.load %x[%at] : memref<?xf64>
    %b = memref.load %x[%south] : memref<?xf64>
    %c = arith.addf %a, %b : f64
    memref.store %c, %x[%at] : memref<?xf64>
  }
}
// CHECK-LABEL: func.func private @overlapping$1.body(
// CHECK-COUNT-8: qd.flat_load %arg0
// CHECK-NOT: qd.flat_load
// CHECK: qd.flat_store
qd.task @overlapping.1 of @overlapping extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>},
     %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>}, %n: index {qd.slot = #qd.slot<scalar(2)>},
     %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  qd.for (%i, %j) in (%n, %m) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %south = arith.addi %at, %m : index
    %a = memref.load %x[%at] : memref<?xf64>
    %b = memref.load %x[%south] : memref<?xf64>
    %c = arith.addf %a, %b : f64
    memref.store %c, %y[%at] : memref<?xf64>
  }
}

// -----

// No rows together: where they are as far apart as nobody knows, where an iteration reports, and where it has an array
// of its own.
qd.kernel @apart(%x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: func.func private @apart$0.body(
// CHECK-COUNT-4: qd.flat_load %arg0
// CHECK-NOT: qd.flat_load
// CHECK: qd.flat_store
qd.task @apart.0 of @apart extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  qd.for (%i, %j) in (%n, %m) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %far = arith.addi %at, %n : index
    %a = memref.load %x[%at] : memref<?xf64>
    %b = memref.load %x[%far] : memref<?xf64>
    %c = arith.addf %a, %b : f64
    memref.store %c, %y[%at] : memref<?xf64>
  }
}
// CHECK-LABEL: func.func private @apart$1.body(
// CHECK-COUNT-4: qd.flat_load %arg0
// CHECK-NOT: qd.flat_load
// CHECK: scf.if
qd.task @apart.1 of @apart extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>},
     %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %zero = arith.constant 0.0 : f64
  qd.for (%i, %j) in (%n, %m) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %south = arith.addi %at, %m : index
    %a = memref.load %x[%at] : memref<?xf64>
    %b = memref.load %x[%south] : memref<?xf64>
    %is = arith.cmpf ogt, %a, %zero : f64
    qd.check %is, "value {}", %a : f64 {site = 7 : i32}
    %c = arith.addf %a, %b : f64
    memref.store %c, %y[%at] : memref<?xf64>
  }
}
// CHECK-LABEL: func.func private @apart$2.body(
// CHECK-COUNT-4: qd.flat_load %arg0
// CHECK-NOT: qd.flat_load
// CHECK: qd.flat_store
qd.task @apart.2 of @apart extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c0 = arith.constant 0 : index
  qd.for (%i, %j) in (%n, %m) {
    %own = memref.alloca() : memref<1xf64>
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %south = arith.addi %at, %m : index
    %a = memref.load %x[%at] : memref<?xf64>
    %b = memref.load %x[%south] : memref<?xf64>
    %c = arith.addf %a, %b : f64
    memref.store %c, %own[%c0] : memref<1xf64>
    %d = memref.load %own[%c0] : memref<1xf64>
    memref.store %d, %y[%at] : memref<?xf64>
  }
}

// -----

// No windows: where an index is loaded; where a row's elements are not neighbours; where nobody knows where rows begin;
// where iterations are two apart; where an index wraps within the width; nor of complex bodies.
// CHECK-LABEL: func.func private @without$0.body(
// CHECK-NOT: extract_aligned_pointer
// CHECK-NOT: qd.alignment
qd.kernel @without(%x: memref<?xf32>, %p: memref<?xi32>, %n: index) {
  qd.return
}
qd.task @without.0 of @without extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %p: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  qd.for (%i) in (%n) {
    %k = memref.load %p[%i] : memref<?xi32>
    %at = arith.index_cast %k : i32 to index
    %v = memref.load %x[%at] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}
qd.task @without.1 of @without extent(#qd.size<"mul(scalar(2), scalar(2))">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  %f = arith.constant 1.0 : f32
  qd.for (%i, %j) in (%n, %n) {
    %row = arith.muli %j, %n : index
    %at = arith.addi %row, %i : index
    memref.store %f, %x[%at] : memref<?xf32>
  }
}
qd.task @without.2 of @without extent(#qd.size<"mul(scalar(2), scalar(2))">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c6 = arith.constant 6 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i, %j) in (%n, %n) {
    %row = arith.muli %i, %c6 : index
    %at = arith.addi %row, %j : index
    memref.store %f, %x[%at] : memref<?xf32>
  }
}
qd.task @without.3 of @without extent(#qd.size<"floordiv(scalar(2), 2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) from (%c0) step (%c2) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}
qd.task @without.4 of @without extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  %f = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    %low = arith.index_cast %i : index to i2
    %at = arith.index_castui %low : i2 to index
    memref.store %f, %x[%at] : memref<?xf32>
  }
}
qd.task @without.5 of @without extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %s = math.sin %v : f32
    memref.store %s, %x[%i] : memref<?xf32>
  }
}

// The iterations of a window make the trips of an inner loop together: one loop carries the sums of all, and loads four
// neighbours of a column at once.
qd.kernel @inner(%a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: func.func private @inner$0.body(
// CHECK: scf.for %{{.*}} iter_args(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) -> (f32, f32, f32, f32) {
// CHECK: qd.flat_load %arg0{{.*}} {qd.alignment = 16 : i64} : memref<?xf32> -> f32
// CHECK-COUNT-3: qd.flat_load %arg0
// CHECK-NOT: qd.flat_load %arg0
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, f32, f32
// CHECK: qd.flat_store %{{.*}}, %arg2{{.*}} {qd.alignment = 16 : i64} : f32, memref<?xf32>
qd.task @inner.0 of @inner extent(#qd.size<"scalar(3)">)
    (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %x: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %y: memref<?xf32> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>},
     %m: index {qd.slot = #qd.slot<scalar(4)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%j) in (%n) {
    %sum = scf.for %k = %c0 to %m step %c1 iter_args(%before = %zero) -> (f32) {
      %row = arith.muli %k, %n : index
      %at = arith.addi %row, %j : index
      %u = memref.load %a[%at] : memref<?xf32>
      %v = memref.load %x[%k] : memref<?xf32>
      %p = arith.mulf %u, %v : f32
      %after = arith.addf %before, %p : f32
      scf.yield %after : f32
    }
    memref.store %sum, %y[%j] : memref<?xf32>
  }
}

// -----

// Of several dimensions rows that load the same in their loops make the trips together too: two of windows, whose eight
// sums share six loads, and eight of columns, which ask for no alignment and share nine. Where there are fewer rows in
// the end, the last one is there several times.
qd.kernel @product(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @product$0.body(
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: scf.while
// CHECK: arith.minsi
// CHECK: %[[SUMS:.*]]:8 = scf.for %{{.*}} -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-COUNT-2: qd.flat_load %arg0
// CHECK-NOT: qd.flat_load %arg0
// CHECK: qd.flat_load %arg1{{.*}} {qd.alignment = 16 : i64} : memref<?xf32> -> f32
// CHECK-COUNT-3: qd.flat_load %arg1
// CHECK-NOT: qd.flat_load
// CHECK: scf.yield
// CHECK-NOT: scf.if
// CHECK: qd.flat_store %[[SUMS]]#0, %arg2{{.*}} {qd.alignment = 16 : i64} : f32, memref<?xf32>
// CHECK-COUNT-7: qd.flat_store
// CHECK: } else {
// CHECK-NOT: extract_aligned_pointer
// CHECK: scf.while
// CHECK-COUNT-7: arith.minsi
// CHECK-NOT: arith.minsi
// CHECK: %[[SUMS:.*]]:8 = scf.for %{{.*}} -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NOT: qd.alignment
// CHECK-COUNT-8: qd.flat_load %arg0
// CHECK: qd.flat_load %arg1
// CHECK-NOT: qd.flat_load
// CHECK: scf.yield
// CHECK-NOT: {{qd.alignment|scf.if}}
// CHECK: qd.flat_store %[[SUMS]]#0, %arg2
// CHECK-COUNT-6: qd.flat_store
// CHECK: qd.flat_store %[[SUMS]]#7, %arg2
// CHECK-NOT: qd.flat_store
// CHECK: qd.iteration
qd.task @product.0 of @product extent(#qd.size<"mul(scalar(3), scalar(3))">)
    (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %b: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %c: memref<?xf32> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i, %j) in (%n, %n) {
    %row = arith.muli %i, %n : index
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
      %along = arith.addi %row, %k : index
      %u = memref.load %a[%along] : memref<?xf32>
      %other = arith.muli %k, %n : index
      %down = arith.addi %other, %j : index
      %v = memref.load %b[%down] : memref<?xf32>
      %p = arith.mulf %u, %v : f32
      %after = arith.addf %before, %p : f32
      scf.yield %after : f32
    }
    %at = arith.addi %row, %j : index
    memref.store %sum, %c[%at] : memref<?xf32>
  }
}

// Rows of columns need no order of the elements: here each of them goes along a row of the second array.
// CHECK-LABEL: func.func private @product$1.body(
// CHECK: %{{.*}}:8 = scf.for
// CHECK-COUNT-8: qd.flat_load %arg0
// CHECK: qd.flat_load %arg1
// CHECK-NOT: qd.flat_load
// CHECK: scf.yield
qd.task @product.1 of @product extent(#qd.size<"mul(scalar(3), scalar(3))">)
    (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %b: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %c: memref<?xf32> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i, %j) in (%n, %n) {
    %row = arith.muli %i, %n : index
    %other = arith.muli %j, %n : index
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
      %along = arith.addi %row, %k : index
      %u = memref.load %a[%along] : memref<?xf32>
      %beside = arith.addi %other, %k : index
      %v = memref.load %b[%beside] : memref<?xf32>
      %p = arith.mulf %u, %v : f32
      %after = arith.addf %before, %p : f32
      scf.yield %after : f32
    }
    %at = arith.addi %row, %j : index
    memref.store %sum, %c[%at] : memref<?xf32>
  }
}

// None where all that loops load is a row's own, and of one dimension.
// CHECK-LABEL: func.func private @product$2.body(
// CHECK-NOT: arith.minsi
qd.task @product.2 of @product extent(#qd.size<"mul(scalar(3), scalar(3))">)
    (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %c: memref<?xf32> {qd.slot = #qd.slot<array(2)>},
     %n: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i, %j) in (%n, %n) {
    %row = arith.muli %i, %n : index
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
      %along = arith.addi %row, %k : index
      %u = memref.load %a[%along] : memref<?xf32>
      %after = arith.addf %before, %u : f32
      scf.yield %after : f32
    }
    %at = arith.addi %row, %j : index
    memref.store %sum, %c[%at] : memref<?xf32>
  }
}
// What is stored may be loaded too.
// CHECK-LABEL: func.func private @product$3.body(
// CHECK: %{{.*}}:8 = scf.for
qd.task @product.3 of @product extent(#qd.size<"mul(scalar(3), scalar(3))">)
    (%b: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %c: memref<?xf32> {qd.slot = #qd.slot<array(2)>},
     %n: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i, %j) in (%n, %n) {
    %row = arith.muli %i, %n : index
    %at = arith.addi %row, %j : index
    %old = memref.load %c[%at] : memref<?xf32>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %old) -> (f32) {
      %other = arith.muli %k, %n : index
      %down = arith.addi %other, %j : index
      %v = memref.load %b[%down] : memref<?xf32>
      %after = arith.addf %before, %v : f32
      scf.yield %after : f32
    }
    memref.store %sum, %c[%at] : memref<?xf32>
  }
}
// CHECK-LABEL: func.func private @product$4.body(
// CHECK-NOT: arith.minsi
qd.task @product.4 of @product extent(#qd.size<"scalar(3)">)
    (%b: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %c: memref<?xf32> {qd.slot = #qd.slot<array(2)>},
     %n: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%j) in (%n) {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
      %v = memref.load %b[%k] : memref<?xf32>
      %after = arith.addf %before, %v : f32
      scf.yield %after : f32
    }
    memref.store %sum, %c[%j] : memref<?xf32>
  }
}

// -----

// Windows are those of the interior, and ask for nothing; what is not in it runs one by one, and asks.
qd.kernel @border(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @border$0.body(
// CHECK: scf.if
// CHECK: scf.while
// CHECK-NOT: scf.if
// CHECK-COUNT-4: qd.flat_load %arg0
// CHECK-NOT: scf.if
// CHECK-COUNT-4: qd.flat_store %{{.*}}, %arg1
// CHECK-NOT: qd.flat_load
// CHECK: scf.while
// CHECK-NOT: qd.flat_load
// CHECK: qd.iteration
// CHECK: scf.if
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: qd.flat_load %arg0
// CHECK-NOT: qd.flat_load
qd.task @border.0 of @border extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%j) in (%n) {
    %west = arith.subi %j, %c1 : index
    %exists = arith.cmpi sge, %west, %c0 : index
    %v = scf.if %exists -> f32 {
      %u = memref.load %x[%west] : memref<?xf32>
      scf.yield %u : f32
    } else {
      scf.yield %zero : f32
    }
    memref.store %v, %y[%j] : memref<?xf32>
  }
}

// Of two dimensions too, of which rows share loads. The ends of rows ask where their tile is, and the first and the last
// rows after all tiles.
// CHECK-LABEL: func.func private @border$1.body(
// CHECK: qd.flat_load %arg0
// CHECK-NOT: scf.if
// CHECK-COUNT-8: qd.flat_store %{{.*}}, %arg1
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK-COUNT-4: qd.flat_store %{{.*}}, %arg1
// CHECK-NOT: qd.flat_load
// CHECK: qd.iteration
// CHECK: scf.if
// CHECK-COUNT-2: qd.flat_load %arg0
// CHECK-NOT: qd.flat_load
// CHECK: qd.iteration
// CHECK: scf.if
// CHECK-COUNT-2: qd.flat_load %arg0
// CHECK-NOT: qd.flat_load
// CHECK-LABEL: func.func @border$1(
qd.task @border.1 of @border extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i, %j) in (%n, %m) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %south = arith.addi %i, %c1 : index
    %is_south = arith.cmpi slt, %south, %n : index
    %east = arith.addi %j, %c1 : index
    %is_east = arith.cmpi slt, %east, %m : index
    %both = arith.andi %is_south, %is_east : i1
    %v = scf.if %both -> f32 {
      %below = arith.addi %at, %m : index
      %u = memref.load %x[%below] : memref<?xf32>
      %right = arith.addi %at, %c1 : index
      %w = memref.load %x[%right] : memref<?xf32>
      %sum = arith.addf %u, %w : f32
      scf.yield %sum : f32
    } else {
      scf.yield %zero : f32
    }
    memref.store %v, %y[%at] : memref<?xf32>
  }
}

// No windows where the interior may be far less than all: below the diagonal, and below any number.
qd.kernel @partly(%y: memref<?xf32>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: func.func @partly$diagonal(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32>>
qd.task @partly.diagonal of @partly extent(#qd.size<"mul(scalar(1), scalar(1))">)
    (%y: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  %one = arith.constant 1.0 : f32
  qd.for (%i, %j) in (%n, %n) {
    %below = arith.cmpi slt, %j, %i : index
    scf.if %below {
      %row = arith.muli %i, %n : index
      %at = arith.addi %row, %j : index
      memref.store %one, %y[%at] : memref<?xf32>
    }
  }
}
// CHECK-LABEL: func.func @partly$number(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32>>
qd.task @partly.number of @partly extent(#qd.size<"scalar(1)">)
    (%y: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %m: index {qd.slot = #qd.slot<scalar(2)>}) {
  %one = arith.constant 1.0 : f32
  qd.for (%j) in (%n) {
    %below = arith.cmpi slt, %j, %m : index
    scf.if %below {
      memref.store %one, %y[%j] : memref<?xf32>
    }
  }
}
