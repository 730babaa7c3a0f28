// RUN: qdc-opt --qd-flatten-branches --split-input-file %s | FileCheck %s

// Loops become ones without iterations; what has no effect is computed in any case.

// CHECK-LABEL: qd.kernel @both_bodies
// CHECK-NOT: scf.if
qd.kernel @both_bodies(%x: memref<?xf32>, %y: memref<?x?xf32>, %c: i1, %n: index, %from: i32, %m: i32, %k: f32) {
  // CHECK: %[[NOT:.*]] = arith.xori %c, %true
  // CHECK: %[[KK:.*]] = arith.mulf %k, %k
  // CHECK: %[[N:.*]] = arith.select %c, %n, %{{.*}} : index
  // CHECK: %[[M:.*]] = arith.select %[[NOT]], %m, %from : i32
  // CHECK: qd.for (%{{.*}}) in (%[[N]]) {
  // CHECK: qd.for (%{{.*}}, %{{.*}}) in (%[[M]], %m) from (%from, %from) : i32
  scf.if %c {
    %kk = arith.mulf %k, %k : f32
    qd.for (%i) in (%n) {
      memref.store %kk, %x[%i] : memref<?xf32>
    }
  } else {
    qd.for (%i, %j) in (%m, %m) from (%from, %from) : i32 {
      %a = arith.index_cast %i : i32 to index
      %b = arith.index_cast %j : i32 to index
      memref.store %k, %y[%a, %b] : memref<?x?xf32>
    }
  }
}

// -----

// What bounds the loops is computed ahead of the first one, unless a statement with effects in the branch decides it.

// CHECK-LABEL: qd.kernel @bounds
qd.kernel @bounds(%x: memref<?xf32>, %s: memref<i32>, %c: i1, %n: index, %k: f32) {
  // CHECK: %[[FIRST:.*]] = arith.select %c, %n, %{{.*}} : index
  // CHECK: %[[TWICE:.*]] = arith.addi %n, %n
  // CHECK: %[[SECOND:.*]] = arith.select %c, %[[TWICE]], %{{.*}} : index
  // CHECK: qd.for (%{{.*}}) in (%[[FIRST]]) {
  // CHECK: qd.for (%{{.*}}) in (%[[SECOND]]) attributes {qd.not_fused = ["branch", #{{.*}}]} {
  // CHECK: %[[LOADED:.*]] = scf.if %c
  // CHECK: %[[THIRD:.*]] = arith.select %c, %[[LOADED]], %{{.*}} : i32
  // CHECK: qd.for (%{{.*}}) in (%[[THIRD]]) : i32 attributes {qd.not_fused = ["branch", #{{.*}}]} {
  scf.if %c {
    qd.for (%i) in (%n) {
      memref.store %k, %x[%i] : memref<?xf32>
    }
    %twice = arith.addi %n, %n : index
    qd.for (%i) in (%twice) {
      memref.store %k, %x[%i] : memref<?xf32>
    }
    %m = memref.load %s[] : memref<i32>
    qd.for (%i) in (%m) : i32 {
      memref.store %k, %x[%n] : memref<?xf32>
    }
  }
}

// -----

// Statements with effects keep a branch, which hands on what others use.

// CHECK-LABEL: qd.kernel @statements
qd.kernel @statements(%x: memref<?xf32>, %s: memref<f32>, %c: i1, %n: index) {
  // CHECK: %[[V:.*]] = scf.if %c -> (f32) {
  // CHECK:   memref.load %s
  // CHECK:   arith.mulf
  // CHECK: } else {
  // CHECK:   arith.constant 0.0
  // CHECK: qd.for
  // CHECK:   memref.store %[[V]], %x
  // CHECK: scf.if %c {
  // CHECK:   memref.store %[[V]], %s
  scf.if %c {
    %v = memref.load %s[] : memref<f32>
    %w = arith.mulf %v, %v : f32
    qd.for (%i) in (%n) {
      memref.store %w, %x[%i] : memref<?xf32>
    }
    memref.store %w, %s[] : memref<f32>
  }
}

// -----

// CHECK-LABEL: qd.kernel @results
qd.kernel @results(%x: memref<?xf32>, %c: i1, %n: index, %k: f32) -> f32 {
  // CHECK: %[[SUM:.*]] = qd.for (%{{.*}}) in (%{{.*}}) reduce(addf) -> f32
  // CHECK: %[[R:.*]] = arith.select %c, %[[SUM]], %k : f32
  // CHECK: qd.return %[[R]]
  %r = scf.if %c -> f32 {
    %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
      %v = memref.load %x[%i] : memref<?xf32>
      qd.yield %v : f32
    }
    scf.yield %sum : f32
  } else {
    scf.yield %k : f32
  }
  qd.return %r : f32
}

// -----

// CHECK-LABEL: qd.kernel @nested
// CHECK-NOT: scf.if
qd.kernel @nested(%x: memref<?xf32>, %c: i1, %d: i1, %n: index, %k: f32) {
  // CHECK: %[[INNER:.*]] = arith.select %d, %n
  // CHECK: %[[OUTER:.*]] = arith.select %c, %[[INNER]]
  // CHECK: qd.for (%{{.*}}) in (%[[OUTER]])
  scf.if %c {
    scf.if %d {
      qd.for (%i) in (%n) {
        memref.store %k, %x[%i] : memref<?xf32>
      }
    }
  }
}

// -----

// What stays: a branch in a loop, one that holds a loop of parallel loops, one of too many tasks, one without a loop.

// CHECK-LABEL: qd.kernel @stays
qd.kernel @stays(%x: memref<?xf32>, %flag: memref<i32>, %c: i1, %n: index, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK: scf.if %c
  // CHECK: qd.for (%{{.*}}) in (%n)
  scf.for %j = %c0 to %n step %c1 {
    scf.if %c {
      qd.for (%i) in (%n) {
        memref.store %k, %x[%i] : memref<?xf32>
      }
    }
  }
  // CHECK: scf.if %c
  // CHECK: qd.do_while
  scf.if %c {
    %iterations = qd.do_while %flag : memref<i32> {
      qd.for (%i) in (%n) {
        memref.store %k, %x[%i] : memref<?xf32>
      }
    }
  }
  // CHECK: scf.if %c
  // CHECK-NEXT: qd.for
  scf.if %c {
    qd.for (%i) in (%n) {
      memref.store %k, %x[%i] : memref<?xf32>
    }
    memref.store %k, %x[%c0] : memref<?xf32>
    qd.for (%i) in (%n) {
      memref.store %k, %x[%i] : memref<?xf32>
    }
    memref.store %k, %x[%c0] : memref<?xf32>
    qd.for (%i) in (%n) {
      memref.store %k, %x[%i] : memref<?xf32>
    }
    memref.store %k, %x[%c0] : memref<?xf32>
    qd.for (%i) in (%n) {
      memref.store %k, %x[%i] : memref<?xf32>
    }
  }
  // CHECK: scf.if %c
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: }
  scf.if %c {
    memref.store %k, %x[%c0] : memref<?xf32>
  }
}
