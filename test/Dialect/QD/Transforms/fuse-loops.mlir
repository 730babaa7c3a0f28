// RUN: qdc-opt %s --split-input-file --qd-kernel-cse --qd-fuse-loops | qdc-opt --split-input-file \
// RUN:   | FileCheck %s --enable-var-scope
// RUN: qdc-opt %s --split-input-file --qd-kernel-cse --qd-fuse-loops="remark-fused remark-missed" \
// RUN:   --verify-diagnostics -o /dev/null
// RUN: qdc-opt %s --split-input-file --qd-fuse-loops=fuse=false | FileCheck %s --check-prefix=APART --enable-var-scope

// One loop is left. It has the first name, all sources, and the bodies in order; what stood between them is ahead.
// CHECK-DAG: #[[$FIRST:.+]] = loc("{{.*}}fuse-loops.mlir":{{[0-9]+}}:3)
// CHECK-DAG: #[[$SECOND:.+]] = loc("square"(#{{.+}}))
// CHECK-DAG: #[[$THIRD:.+]] = loc("add"(#{{.+}}))
// CHECK-LABEL: qd.kernel @chain
// CHECK:         %[[K:.+]] = arith.mulf
// CHECK:         qd.for (%[[I:.+]]) in (%{{.+}}) block_dim(128) name("square")
// CHECK-SAME:      qd.source_loops = [#[[$FIRST]], #[[$SECOND]], #[[$THIRD]]]
// CHECK:           %[[A:.+]] = memref.load %x[%[[I]]]
// CHECK:           memref.store %[[A]], %y[%[[I]]]
// CHECK:           %[[B:.+]] = memref.load %y[%[[I]]]
// CHECK:           memref.store %{{.+}}, %y[%[[I]]]
// CHECK:           %[[C:.+]] = memref.load %y[%[[I]]]
// CHECK:           arith.mulf %[[C]], %[[K]]
// CHECK:           memref.store %{{.+}}, %x[%[[I]]]
// CHECK-NOT:     qd.for
qd.kernel @chain(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) name("square") {
    %v = memref.load %y[%i] : memref<?xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  %k = arith.mulf %a, %a : f32
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) block_dim(128) name("add") {
    %v = memref.load %y[%i] : memref<?xf32>
    %w = arith.mulf %v, %k : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
}

// -----

// In the blocks of the graph too, and only there: neighbours are in one block.
// CHECK-LABEL: qd.kernel @blocks
// CHECK-COUNT-4: qd.for
// CHECK-NOT:     qd.for
qd.kernel @blocks(%x: memref<?xf32>, %n: index, %p: i1, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  scf.for %k = %c0 to %n step %c1 {
    // expected-note @+1 {{the loop before it}}
    qd.for (%i) in (%n) {
      memref.store %f, %x[%i] : memref<?xf32>
    }
    // expected-remark @+1 {{fused with the loop before it}}
    qd.for (%i) in (%n) {
      memref.store %f, %x[%i] : memref<?xf32>
    }
    // expected-note @+1 {{this one}}
    scf.if %p {
      qd.for (%i) in (%n) {
        memref.store %f, %x[%i] : memref<?xf32>
      }
    }
    // expected-remark @+1 {{not fused with the loop before it: a statement with an effect stands between them}}
    qd.for (%i) in (%n) {
      memref.store %f, %x[%i] : memref<?xf32>
    }
  }
}

// -----

// A neighbour's element may be written by another iteration: before it is read, or after.
// What stays two says why: reason, loop before, argument.
// CHECK-LABEL: qd.kernel @neighbours
// CHECK:         qd.for (%{{.+}}) in (%{{.+}}) {
// CHECK:         qd.for (%{{.+}}) in (%{{.+}}) attributes {qd.not_fused = ["meeting", #{{.+}}, 0 : i32]} {
// CHECK:         qd.for (%{{.+}}) in (%{{.+}}) attributes {qd.not_fused = ["meeting", #{{.+}}, 1 : i32]} {
// APART-LABEL: qd.kernel @neighbours
// APART:         qd.for (%{{.+}}) in (%{{.+}}) {
// APART:         qd.for (%{{.+}}) in (%{{.+}}) attributes {qd.not_fused = ["option", #{{.+}}]} {
// APART:         qd.for (%{{.+}}) in (%{{.+}}) attributes {qd.not_fused = ["option", #{{.+}}]} {
qd.kernel @neighbours(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %v = memref.load %y[%i] : memref<?xf32>
    // expected-note @+1 {{the first loop writes it here}}
    memref.store %v, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: different iterations may meet in an element of 'x'}}
  qd.for (%i) in (%n) {
    %next = arith.addi %i, %c1 : index
    // expected-note @+1 {{the second loop reads it here}}
    %v = memref.load %x[%next] : memref<?xf32>
    // expected-note @+1 {{the first loop writes it here}}
    memref.store %v, %y[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: different iterations may meet in an element of 'y'}}
  qd.for (%i) in (%n) {
    %next = arith.subi %i, %c1 : index
    // expected-note @+1 {{the second loop reads it here}}
    %v = memref.load %y[%next] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}

// -----

// A write after a read of the element by another iteration.
// CHECK-LABEL: qd.kernel @after_read
// CHECK-COUNT-2: qd.for
qd.kernel @after_read(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %next = arith.addi %i, %c1 : index
    // expected-note @+1 {{the first loop reads it here}}
    %v = memref.load %x[%next] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: different iterations may meet in an element of 'x'}}
  qd.for (%i) in (%n) {
    %v = memref.load %y[%i] : memref<?xf32>
    // expected-note @+1 {{the second loop writes it here}}
    memref.store %v, %x[%i] : memref<?xf32>
  }
}

// -----

// Rank 2: the transposed element belongs to another iteration; a row of its own does not.
// CHECK-LABEL: qd.kernel @matrix
// CHECK:         qd.for
// CHECK:         qd.for (%[[I:.+]], %[[J:.+]]) in
// CHECK:           memref.store
// CHECK:           scf.for %[[K:.+]] =
// CHECK-NEXT:        memref.load %y[%[[I]], %[[J]], %[[K]]]
// CHECK-NOT:     qd.for
qd.kernel @matrix(%x: memref<?x?xf32>, %y: memref<?x?x3xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  qd.for (%i, %j) in (%n, %n) {
    // expected-note @+1 {{the first loop writes it here}}
    memref.store %f, %x[%i, %j] : memref<?x?xf32>
  }
  // expected-remark @+2 {{not fused with the loop before it: different iterations may meet in an element of 'x'}}
  // expected-note @+1 {{the loop before it}}
  qd.for (%i, %j) in (%n, %n) {
    // expected-note @+1 {{the second loop reads it here}}
    %v = memref.load %x[%j, %i] : memref<?x?xf32>
    memref.store %v, %y[%i, %j, %c1] : memref<?x?x3xf32>
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i, %j) in (%n, %n) {
    scf.for %k = %c0 to %c3 step %c1 {
      %v = memref.load %y[%i, %j, %k] : memref<?x?x3xf32>
      memref.store %v, %y[%i, %j, %c0] : memref<?x?x3xf32>
    }
  }
}

// -----

// An array in which iterations have rows of their own: no index tells them apart.
// CHECK-LABEL: qd.kernel @own_rows
// CHECK:         qd.for
// CHECK:           memref.store
// CHECK:           memref.load
// CHECK:         qd.for
// CHECK-NOT:     qd.for
qd.kernel @own_rows(%x: memref<?xf32>, %rows: memref<?xi64>, %n: index, %m: index) {
  %kept = memref.alloc(%n) {qd.has_own_rows} : memref<?xf32>
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %given = memref.load %rows[%i] : memref<?xi64>
    %row = arith.index_cast %given : i64 to index
    memref.store %v, %kept[%row] : memref<?xf32>
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) {
    %given = memref.load %rows[%i] : memref<?xi64>
    %row = arith.index_cast %given : i64 to index
    %v = memref.load %kept[%row] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: their ranges are not known to be equal}}
  qd.for (%i) in (%m) {
    %given = memref.load %rows[%i] : memref<?xi64>
    %row = arith.index_cast %given : i64 to index
    %v = memref.load %kept[%row] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}

// -----

// Not all variables in an index: iterations share elements.
// CHECK-LABEL: qd.kernel @shared
// CHECK-COUNT-2: qd.for
qd.kernel @shared(%x: memref<?xf32>, %y: memref<?x?xf32>, %n: index) {
  qd.for (%i, %j) in (%n, %n) {
    // expected-note @+1 {{the first loop reads it here}}
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i, %j] : memref<?x?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: different iterations may meet in an element of 'x'}}
  qd.for (%i, %j) in (%n, %n) {
    %v = memref.load %y[%i, %j] : memref<?x?xf32>
    // expected-note @+1 {{the second loop writes it here}}
    memref.store %v, %x[%i] : memref<?xf32>
  }
}

// -----

// Strides: three elements for each iteration, offsets that never meet, an outer value, and arithmetic in i32.
// CHECK-LABEL: qd.kernel @strides
// CHECK:         qd.for
// CHECK-NOT:     qd.for
qd.kernel @strides(%x: memref<?xf32>, %y: memref<?xf32>, %n: i32, %k: i32, %f: f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%n) : i32 {
    %index = arith.index_cast %i : i32 to index
    %triple = arith.muli %index, %c3 : index
    %at = arith.addi %triple, %c2 : index
    memref.store %f, %x[%at] : memref<?xf32>
    %shifted = arith.addi %i, %k : i32
    %place = arith.index_cast %shifted : i32 to index
    memref.store %f, %y[%place] : memref<?xf32>
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) : i32 {
    %index = arith.index_cast %i : i32 to index
    %triple = arith.muli %index, %c3 : index
    %at = arith.addi %triple, %c1 : index
    %v = memref.load %x[%at] : memref<?xf32>
    %shifted = arith.addi %i, %k : i32
    %place = arith.index_cast %shifted : i32 to index
    memref.store %v, %y[%place] : memref<?xf32>
  }
}

// -----

// An offset of a whole stride is another iteration's element, and an i32 product may wrap onto it.
// CHECK-LABEL: qd.kernel @meeting_strides
// CHECK-COUNT-3: qd.for
qd.kernel @meeting_strides(%x: memref<?xf32>, %y: memref<?xf32>, %n: i32, %f: f32) {
  %c3 = arith.constant 3 : index
  %two = arith.constant 2 : i32
  qd.for (%i) in (%n) : i32 {
    %index = arith.index_cast %i : i32 to index
    %at = arith.muli %index, %c3 : index
    // expected-note @+1 {{the first loop writes it here}}
    memref.store %f, %x[%at] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: different iterations may meet in an element of 'x'}}
  qd.for (%i) in (%n) : i32 {
    %index = arith.index_cast %i : i32 to index
    %triple = arith.muli %index, %c3 : index
    %at = arith.addi %triple, %c3 : index
    // expected-note @+1 {{the second loop reads it here}}
    %v = memref.load %x[%at] : memref<?xf32>
    %double = arith.muli %i, %two : i32
    %place = arith.index_cast %double : i32 to index
    // expected-note @+1 {{the first loop writes it here}}
    memref.store %v, %y[%place] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: different iterations may meet in an element of 'y'}}
  qd.for (%i) in (%n) : i32 {
    %double = arith.muli %i, %two : i32
    %place = arith.index_cast %double : i32 to index
    // expected-note @+1 {{the second loop reads it here}}
    %v = memref.load %y[%place] : memref<?xf32>
    memref.store %v, %x[%c3] : memref<?xf32>
  }
}

// -----

// An index that is loaded may be any; so may one of a loop inside.
// CHECK-LABEL: qd.kernel @indirect
// CHECK-COUNT-3: qd.for
qd.kernel @indirect(%x: memref<?xf32>, %at: memref<?xi64>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the first loop writes it here}}
    memref.store %f, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: different iterations may meet in an element of 'x'}}
  qd.for (%i) in (%n) {
    %a = memref.load %at[%i] : memref<?xi64>
    %j = arith.index_cast %a : i64 to index
    // expected-note @+1 {{the second loop reads it here}}
    %v = memref.load %x[%j] : memref<?xf32>
    %b = arith.fptosi %v : f32 to i64
    // expected-note @+1 {{the first loop writes it here}}
    memref.store %b, %at[%i] : memref<?xi64>
  }
  // expected-remark @+1 {{not fused with the loop before it: different iterations may meet in an element of 'at'}}
  qd.for (%i) in (%n) {
    scf.for %k = %c0 to %i step %c1 {
      // expected-note @+1 {{the second loop reads it here}}
      %a = memref.load %at[%k] : memref<?xi64>
      %b = arith.sitofp %a : i64 to f32
      memref.store %b, %x[%i] : memref<?xf32>
    }
  }
}

// -----

// Ranges: another bound, start, step or rank; equal ones may be spelled in two ways.
// CHECK-LABEL: qd.kernel @ranges
// CHECK-COUNT-5: qd.for
// CHECK-NOT:     qd.for
qd.kernel @ranges(%x: memref<?xf32>, %n: index, %m: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) from (%c0) step (%c1) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: their ranges are not known to be equal}}
  qd.for (%i) in (%m) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: their ranges are not known to be equal}}
  qd.for (%i) in (%m) from (%c1) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: their ranges are not known to be equal}}
  qd.for (%i) in (%m) from (%c1) step (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: their ranges are not known to be equal}}
  qd.for (%i, %j) in (%m, %m) {
  }
}

// -----

// Sums fuse with each other and with what shares an array; who needs one waits for it.
// CHECK-LABEL: qd.kernel @sums
// CHECK:         %[[R:.+]]:2 = qd.for {{.*}} name("first") reduce(addf, maximumf) -> f32, f32
// CHECK-COUNT-2:   memref.load
// CHECK:           memref.store
// CHECK:           qd.yield %{{.+}}, %{{.+}} : f32, f32
// CHECK:         math.sqrt %[[R]]#0
// CHECK:         qd.for
// CHECK:         %[[S:.+]] = qd.for
// CHECK:         qd.return %[[R]]#1, %[[S]]
qd.kernel @sums(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %n: index) -> (f32, f32) {
  // expected-note @+1 {{the loop before it}}
  %a = qd.for (%i) in (%n) name("first") reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
  %root = math.sqrt %a : f32
  // expected-remark @+1 {{fused with the loop before it}}
  %b = qd.for (%i) in (%n) reduce(maximumf) -> f32 {
    %v = memref.load %y[%i] : memref<?xf32>
    qd.yield %v : f32
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) {
    %v = memref.load %y[%i] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: it needs what that loop reduces}}
  qd.for (%i) in (%n) {
    memref.store %root, %y[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: only one of them is a reduction, and they share no array}}
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %z[%i] : memref<?xf32>
    qd.yield %v : f32
  }
  qd.return %b, %s : f32, f32
}

// -----

// Atomics: of one operation whose order is open; not where an old value is used, nor with another one.
// CHECK-LABEL: qd.kernel @atomics
// CHECK:         qd.for
// CHECK:           memref.atomic_rmw addi
// CHECK:           memref.atomic_rmw addi
// CHECK-COUNT-4: qd.for
// CHECK-NOT:     qd.for
qd.kernel @atomics(%x: memref<?xi32>, %bins: memref<8xi32>, %n: index, %one: i32) {
  %c0 = arith.constant 0 : index
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the first loop updates it here}}
    %old = memref.atomic_rmw addi %one, %bins[%c0] : (i32, memref<8xi32>) -> i32
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xi32>
    %b = arith.index_cast %v : i32 to index
    %old = memref.atomic_rmw addi %one, %bins[%b] : (i32, memref<8xi32>) -> i32
  }
  // expected-remark @+1 {{not fused with the loop before it: both touch 'bins'; only atomics of one kind whose old values are unused may change places}}
  qd.for (%i) in (%n) {
    // expected-note @+2 {{the second loop updates it here}}
    // expected-note @+1 {{the first loop updates it here}}
    %old = memref.atomic_rmw maxs %one, %bins[%c0] : (i32, memref<8xi32>) -> i32
  }
  // expected-remark @+1 {{not fused with the loop before it: both touch 'bins'; only atomics of one kind whose old values are unused may change places}}
  qd.for (%i) in (%n) {
    // expected-note @+2 {{the second loop updates it here}}
    // expected-note @+1 {{the first loop updates it here}}
    %old = memref.atomic_rmw maxs %one, %bins[%c0] : (i32, memref<8xi32>) -> i32
    memref.store %old, %x[%i] : memref<?xi32>
  }
  // expected-remark @+1 {{not fused with the loop before it: both touch 'bins'; only atomics of one kind whose old values are unused may change places}}
  qd.for (%i) in (%n) {
    // expected-note @+2 {{the second loop updates it here}}
    // expected-note @+1 {{the first loop updates it here}}
    %old = memref.atomic_rmw assign %one, %bins[%c0] : (i32, memref<8xi32>) -> i32
  }
  // expected-remark @+1 {{not fused with the loop before it: both touch 'bins'; only atomics of one kind whose old values are unused may change places}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the second loop updates it here}}
    %old = memref.atomic_rmw assign %one, %bins[%c0] : (i32, memref<8xi32>) -> i32
  }
}

// -----

// Arrays that may overlap; one of them alone is like any other.
// CHECK-LABEL: qd.kernel @overlap
// CHECK-COUNT-2: qd.for
// CHECK-NOT:     qd.for
qd.kernel @overlap(%x: memref<?xf32> {qd.may_alias}, %y: memref<?xf32> {qd.may_alias}, %n: index, %f: f32) {
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the first loop writes it here}}
    memref.store %f, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.addf %v, %f : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: different iterations may meet in an element of 'x' and 'y', which may overlap}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the second loop writes it here}}
    memref.store %f, %y[%i] : memref<?xf32>
  }
}

// -----

// What a later loop would do is not done once a push has found its adstack full.
// CHECK-LABEL: qd.kernel @overflow
// CHECK-COUNT-2: qd.for
qd.kernel @overflow(%x: memref<?xf32>, %n: index, %f: f32) {
  qd.for (%i) in (%n) {
    // expected-note @+1 {{this one}}
    qd.adstack.overflow %n
  }
  // expected-remark @+1 {{not fused with the loop before it: later tasks do not run when a push overflows its adstack}}
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// -----

// Effects that have an order: asserts, prints, volatile loads, statements.
memref.global @g : memref<8xf32>
// CHECK-LABEL: qd.kernel @effects
// CHECK-COUNT-6: qd.for
// CHECK-NOT:     qd.for
qd.kernel @effects(%x: memref<?xf32>, %n: index, %f: f32, %p: i1) {
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    // expected-note @+1 {{this one}}
    qd.assert %p, "no"
  }
  // expected-remark @+2 {{not fused with the loop before it: later tasks do not run when an assert fails}}
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the first loop prints here}}
    qd.print "one {}", %i : index
  }
  // expected-remark @+1 {{not fused with the loop before it: both print, and the lines of tasks have an order}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the second one here}}
    qd.print "two {}", %i : index
  }
  // expected-remark @+1 {{not fused with the loop before it: a volatile load waits for what others write}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{this one}}
    %v = qd.volatile_load %x[%i] : memref<?xf32>
  }
  // expected-note @+1 {{this one}}
  memref.store %f, %x[%c0] : memref<?xf32>
  %g = memref.get_global @g : memref<8xf32>
  // expected-remark @+1 {{not fused with the loop before it: a statement with an effect stands between them}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the first loop writes it here}}
    memref.store %f, %g[%i] : memref<8xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: different iterations may meet in an element of '@g'}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the second loop reads it here}}
    %v = memref.load %g[%c0] : memref<8xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}

// -----

// A load goes ahead of a loop that does not write its array.
// CHECK-LABEL: qd.kernel @loads
// CHECK:         memref.load %k[]
// CHECK-NEXT:    qd.for
// CHECK:         memref.load %x[%c0]
// CHECK:         qd.for
// CHECK-NOT:     qd.for
qd.kernel @loads(%x: memref<?xf32>, %k: memref<f32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%n) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  %factor = memref.load %k[] : memref<f32>
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %factor : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  // expected-note @+1 {{this one}}
  %first = memref.load %x[%c0] : memref<?xf32>
  // expected-remark @+1 {{not fused with the loop before it: a statement with an effect stands between them}}
  qd.for (%i) in (%n) {
    memref.store %first, %x[%i] : memref<?xf32>
  }
}

// -----

// An array chosen at run time, and hints that differ. What an iteration keeps for itself meets nobody.
// CHECK-LABEL: qd.kernel @arrays
// CHECK-COUNT-3: qd.for
// CHECK-NOT:     qd.for
qd.kernel @arrays(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %f: f32, %p: i1) {
  %c0 = arith.constant 0 : index
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%n) block_dim(64) {
    %own = memref.alloca() : memref<1xf32>
    memref.store %f, %own[%c0] : memref<1xf32>
    %v = memref.load %own[%c0] : memref<1xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%n) {
    %own = memref.alloca() : memref<1xf32>
    memref.store %f, %own[%c0] : memref<1xf32>
    %v = memref.load %own[%c0] : memref<1xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: they ask for different block_dim: 64 and 32}}
  qd.for (%i) in (%n) block_dim(32) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{not fused with the loop before it: what is accessed is chosen at run time}}
  qd.for (%i) in (%n) {
    %either = arith.select %p, %x, %y : memref<?xf32>
    // expected-note @+1 {{here}}
    memref.store %f, %either[%i] : memref<?xf32>
  }
}

// -----

// A loop over one point is like a run of statements.
// CHECK-LABEL: qd.kernel @single
// CHECK:         qd.for
// CHECK-NOT:     qd.for
qd.kernel @single(%x: memref<f32>, %f: f32) {
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{the loop before it}}
  qd.for (%i) in (%c1) {
    memref.store %f, %x[] : memref<f32>
  }
  // expected-remark @+1 {{fused with the loop before it}}
  qd.for (%i) in (%c1) {
    %v = memref.load %x[] : memref<f32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %x[] : memref<f32>
  }
}
