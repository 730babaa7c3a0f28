// RUN: qdc-opt %s --qd-expand-task-parameters --qd-collapse-loops --canonicalize | FileCheck %s

qd.kernel @k(%x: memref<?x3xf32>, %m: memref<?xf32>, %g: memref<?x?x2xf32>, %h: memref<?x?x2xf32>,
             %a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?x?xf32>) {
  qd.return
}

// All elements of an n x 3 array, in two places: one variable. The count is that of the two, also for a negative bound.
// CHECK-LABEL: qd.task @k.0
// CHECK: %[[N:.*]] = arith.maxsi %{{.*}}, %c0 : index
// CHECK: %[[COUNT:.*]] = arith.muli %[[N]], %c3 overflow<nsw> : index
// CHECK: qd.for (%[[F:.*]]) in (%[[COUNT]]) reduce(addf) -> f32 {
// CHECK-NEXT: %[[V:.*]] = memref.load %{{.*}}[%[[F]]]
// CHECK-NEXT: memref.store %[[V]], %{{.*}}[%[[F]]]
// CHECK-NEXT: qd.yield %[[V]]
qd.task @k.0 of @k extent(#qd.size<"1">) partials [64] (%x: memref<?x3xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?x3xf32>
  %s = qd.for (%i, %k) in (%n, %c3) reduce(addf) -> f32 {
    %v = memref.load %x[%i, %k] : memref<?x3xf32>
    memref.store %v, %x[%i, %k] : memref<?x3xf32>
    qd.yield %v : f32
  }
}

// Three variables become one where the extents are those of the array.
// CHECK-LABEL: qd.task @k.1
// CHECK: qd.for (%[[F:.*]]) in
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[F]]]
qd.task @k.1 of @k extent(#qd.size<"1">) (%g: memref<?x?x2xf32> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %g, %c0 : memref<?x?x2xf32>
  %m = memref.dim %g, %c1 : memref<?x?x2xf32>
  qd.for (%i, %j, %k) in (%n, %m, %c2) {
    memref.store %zero, %g[%i, %j, %k] : memref<?x?x2xf32>
  }
}

// Of the second array only the innermost extent is known to be the loop's: rows stay, and start where they did.
// CHECK-LABEL: qd.task @k.2
// CHECK: qd.for (%[[I:.*]], %[[F:.*]]) in
// CHECK-NEXT: %[[ROW:.*]] = arith.muli %[[I]], %[[D:.*]] overflow<nsw, nuw>
// CHECK-NEXT: %[[START:.*]] = arith.muli %[[ROW]], %c2 overflow<nsw> : index
// CHECK-NEXT: %[[AT:.*]] = arith.addi %[[START]], %[[F]] overflow<nsw> : index
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[AT]]]
// CHECK-NEXT: }
qd.task @k.2 of @k extent(#qd.size<"1">)
    (%g: memref<?x?x2xf32> {qd.slot = #qd.slot<array(2)>}, %h: memref<?x?x2xf32> {qd.slot = #qd.slot<array(3)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %g, %c0 : memref<?x?x2xf32>
  %m = memref.dim %g, %c1 : memref<?x?x2xf32>
  qd.for (%i, %j, %k) in (%n, %m, %c2) {
    memref.store %zero, %h[%i, %j, %k] : memref<?x?x2xf32>
  }
}

// Not where the row is asked for,
// CHECK-LABEL: qd.task @k.3
// CHECK: qd.for (%{{.*}}, %{{.*}}) in
qd.task @k.3 of @k extent(#qd.size<"1">)
    (%x: memref<?x3xf32> {qd.slot = #qd.slot<array(0)>}, %m: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?x3xf32>
  qd.for (%i, %k) in (%n, %c3) {
    %v = memref.load %m[%i] : memref<?xf32>
    memref.store %v, %x[%i, %k] : memref<?x3xf32>
  }
}

// nor the column,
// CHECK-LABEL: qd.task @k.4
// CHECK: qd.for (%{{.*}}, %{{.*}}) in
qd.task @k.4 of @k extent(#qd.size<"1">)
    (%x: memref<?x3xf32> {qd.slot = #qd.slot<array(0)>}, %m: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?x3xf32>
  qd.for (%i, %k) in (%n, %c3) {
    %v = memref.load %m[%k] : memref<?xf32>
    memref.store %v, %x[%i, %k] : memref<?x3xf32>
  }
}

// nor where the loop leaves a column out, or starts after the first row,
// CHECK-LABEL: qd.task @k.5
// CHECK: qd.for (%{{.*}}, %{{.*}}) in
// CHECK: qd.for (%{{.*}}, %{{.*}}) in
qd.task @k.5 of @k extent(#qd.size<"1">) (%x: memref<?x3xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?x3xf32>
  qd.for (%i, %k) in (%n, %c2) {
    memref.store %zero, %x[%i, %k] : memref<?x3xf32>
  }
}
qd.task @k.6 of @k extent(#qd.size<"1">) (%x: memref<?x3xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?x3xf32>
  qd.for (%i, %k) in (%n, %c3) from (%c1, %c0) {
    memref.store %zero, %x[%i, %k] : memref<?x3xf32>
  }
}

// nor where rows and columns change places.
// CHECK-LABEL: qd.task @k.7
// CHECK: qd.for (%{{.*}}, %{{.*}}) in
qd.task @k.7 of @k extent(#qd.size<"1">) (%x: memref<?x3xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?x3xf32>
  qd.for (%k, %i) in (%c3, %n) {
    memref.store %zero, %x[%i, %k] : memref<?x3xf32>
  }
}

// What a negative offset of rows adds wraps as an unsigned number.
// CHECK-LABEL: qd.task @k.8
// CHECK: qd.for (%[[F:.*]]) in
// CHECK-NEXT: memref.load %{{.*}}[%[[F]]]
// CHECK: %[[ABOVE:.*]] = arith.addi %[[F]], %c-3 overflow<nsw> : index
// CHECK-NEXT: memref.load %{{.*}}[%[[ABOVE]]]
qd.task @k.8 of @k extent(#qd.size<"1">)
    (%mask: memref<?x3xi1> {qd.slot = #qd.slot<array(0)>}, %x: memref<?x3xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %above = arith.constant -1 : index
  %n = memref.dim %x, %c0 : memref<?x3xf32>
  qd.for (%i, %k) in (%n, %c3) {
    %on = memref.load %mask[%i, %k] : memref<?x3xi1>
    scf.if %on {
      %row = arith.addi %i, %above : index
      %v = memref.load %x[%row, %k] : memref<?x3xf32>
      memref.store %v, %x[%i, %k] : memref<?x3xf32>
    }
  }
}

// Where arrays have extents of their own, all decide whether the loop is a single row.
// CHECK-LABEL: qd.task @k.9
// CHECK-SAME: %[[N:[a-z0-9]+]]: index {qd.slot = #qd.slot<dim(4, 0)>}
// CHECK-DAG: %[[ROWS:.*]] = arith.maxsi %[[N]], %c0 : index
// CHECK-DAG: %[[COLUMNS:.*]] = arith.maxsi %[[M:.*]], %c0 : index
// CHECK-DAG: %[[ALL:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]] overflow<nsw> : index
// CHECK: %[[A:.*]] = arith.cmpi eq, %[[DA:.*]], %[[M]] : index
// CHECK: %[[B:.*]] = arith.cmpi eq, %[[DB:.*]], %[[M]] : index
// CHECK: %[[BOTH:.*]] = arith.andi %[[A]], %[[B]] : i1
// CHECK: %[[I:.*]] = arith.select %[[BOTH]], %c1, %[[ROWS]] : index
// CHECK: %[[K:.*]] = arith.select %[[BOTH]], %[[ALL]], %[[M]] : index
// CHECK: qd.for (%[[ROW:.*]], %[[COLUMN:.*]]) in (%[[I]], %[[K]])
// CHECK-NEXT: %[[START:.*]] = arith.muli %[[ROW]], %[[DB]]
// CHECK-NEXT: arith.addi %[[START]], %[[COLUMN]]
qd.task @k.9 of @k extent(#qd.size<"1">)
    (%a: memref<?x?xf32> {qd.slot = #qd.slot<array(4)>}, %b: memref<?x?xf32> {qd.slot = #qd.slot<array(5)>},
     %m: index {qd.slot = #qd.slot<scalar(7)>}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  qd.for (%i, %k) in (%n, %m) {
    %v = memref.load %a[%i, %k] : memref<?x?xf32>
    memref.store %v, %b[%i, %k] : memref<?x?xf32>
  }
}

// Not for a constant number of columns, variables that are not the last two, or a stride that is known only inside.
// CHECK-LABEL: qd.task @k.10
// CHECK-NOT: arith.select
// CHECK: qd.for (%{{.*}}, %{{.*}}) in (%{{.*}}, %c4)
qd.task @k.10 of @k extent(#qd.size<"1">) (%a: memref<?x?xf32> {qd.slot = #qd.slot<array(4)>}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  qd.for (%i, %k) in (%n, %c4) {
    memref.store %zero, %a[%i, %k] : memref<?x?xf32>
  }
}
// CHECK-LABEL: qd.task @k.11
// CHECK-NOT: arith.select
// CHECK: qd.for (%{{.*}}, %{{.*}}, %{{.*}}) in
qd.task @k.11 of @k extent(#qd.size<"1">)
    (%c: memref<?x?x?xf32> {qd.slot = #qd.slot<array(6)>}, %m: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %c, %c0 : memref<?x?x?xf32>
  %other = memref.dim %m, %c0 : memref<?xf32>
  qd.for (%i, %j, %k) in (%n, %other, %other) {
    %v = memref.load %m[%k] : memref<?xf32>
    memref.store %v, %c[%i, %j, %k] : memref<?x?x?xf32>
  }
}
// CHECK-LABEL: qd.task @k.12
// CHECK-NOT: arith.select
// CHECK: qd.for (%{{.*}}, %{{.*}}) in
qd.task @k.12 of @k extent(#qd.size<"1">)
    (%m: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %n: index {qd.slot = #qd.slot<scalar(7)>}) {
  %zero = arith.constant 0.0 : f32
  qd.for (%i, %k) in (%n, %n) {
    %s = arith.addi %i, %n : index
    %row = arith.muli %i, %s : index
    %at = arith.addi %row, %k : index
    memref.store %zero, %m[%at] : memref<?xf32>
  }
}
