// RUN: qdc-opt --qd-normalize-loops --split-input-file --verify-diagnostics %s | FileCheck %s

// CHECK-LABEL: qd.kernel @plain
qd.kernel @plain(%x: memref<?x?xf32>, %n: index, %m: index, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: qd.for (%[[I:.*]], %[[J:.*]]) in (%n, %m) {
  // CHECK-NEXT: memref.store %k, %x[%[[I]], %[[J]]]
  // CHECK-NEXT: }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    memref.store %k, %x[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
}

// CHECK-LABEL: qd.kernel @bounds
qd.kernel @bounds(%x: memref<?xf32>, %a: index, %n: index, %s: index, %k: f32) {
  // CHECK: qd.for (%{{.*}}) in (%n) from (%a) step (%s)
  scf.parallel (%i) = (%a) to (%n) step (%s) {
    memref.store %k, %x[%i] : memref<?xf32>
    scf.reduce
  }
}

// A task in the body of a do-while loop and of a branch; the loop inside a task is serial.
// CHECK-LABEL: qd.kernel @nested
qd.kernel @nested(%x: memref<?x?xf32>, %go: memref<i32>, %n: index, %c: i1, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: qd.do_while
  %iterations = qd.do_while %go : memref<i32> {
    // CHECK: scf.if
    scf.if %c {
      // CHECK: qd.for (%[[I:.*]]) in (%n)
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {
        // CHECK-NEXT: scf.for %[[J:.*]] = %c0 to %n step %c1
        // CHECK-NEXT: scf.for %[[L:.*]] = %[[I]] to %[[I]] step %c1
        // CHECK-NEXT: memref.store %k, %x[%[[I]], %[[J]]]
        scf.parallel (%j, %l) = (%c0, %i) to (%n, %i) step (%c1, %c1) {
          memref.store %k, %x[%i, %j] : memref<?x?xf32>
          scf.reduce
        }
        scf.reduce
      }
    }
  }
  // CHECK-NOT: scf.parallel
}

// The neutral element as the initial value needs no folding; another one is folded last.
// CHECK-LABEL: qd.kernel @reductions
qd.kernel @reductions(%x: memref<?xf32>, %n: index, %start: i64) -> (f32, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[R:.*]]:2 = qd.for (%[[I:.*]]) in (%n) reduce(addf, maxs) -> f32, i64 {
  // CHECK: %[[E:.*]] = memref.load %x[%[[I]]]
  // CHECK: %[[C:.*]] = arith.index_cast %[[I]]
  // CHECK: qd.yield %[[E]], %[[C]]
  // CHECK: %[[MAX:.*]] = arith.maxsi %start, %[[R]]#1
  // CHECK: qd.return %[[R]]#0, %[[MAX]]
  %sum, %max = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero, %start) -> (f32, i64) {
    %e = memref.load %x[%i] : memref<?xf32>
    %c = arith.index_cast %i : index to i64
    scf.reduce(%e, %c : f32, i64) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%l: i64, %r: i64):
      %s = arith.maxsi %r, %l : i64
      scf.reduce.return %s : i64
    }
  }
  qd.return %sum, %max : f32, i64
}

// Inside a task any folding is serial code.
// CHECK-LABEL: qd.kernel @inner_reduction
qd.kernel @inner_reduction(%x: memref<?xf32>, %n: index, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: qd.for (%[[I:.*]]) in (%n)
  qd.for (%i) in (%n) {
    // CHECK: %[[R:.*]] = scf.for %[[J:.*]] = %c0 to %n step %c1 iter_args(%[[SUM:.*]] = %k)
    // CHECK: %[[E:.*]] = memref.load %x[%[[J]]]
    // CHECK: %[[D:.*]] = arith.subf %[[SUM]], %[[E]]
    // CHECK: %[[DD:.*]] = arith.mulf %[[D]], %[[D]]
    // CHECK: scf.yield %[[DD]]
    // CHECK: memref.store %[[R]], %x[%[[I]]]
    %r = scf.parallel (%j) = (%c0) to (%n) step (%c1) init (%k) -> f32 {
      %e = memref.load %x[%j] : memref<?xf32>
      scf.reduce(%e : f32) {
      ^bb0(%l: f32, %m: f32):
        %d = arith.subf %l, %m : f32
        %dd = arith.mulf %d, %d : f32
        scf.reduce.return %dd : f32
      }
    }
    memref.store %r, %x[%i] : memref<?xf32>
  }
}

// -----

qd.kernel @unknown_reduction(%x: memref<?xf32>, %n: index, %k: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{this parallel loop becomes a task, which can't reduce by 'arith.subf'; a reduction is one of 'arith.addf', mulf, minimumf, maximumf, addi, muli, minsi, maxsi, minui, maxui, andi, ori, xori of its two arguments}}
  %r = scf.parallel (%j) = (%c0) to (%n) step (%c1) init (%k) -> f32 {
    %e = memref.load %x[%j] : memref<?xf32>
    scf.reduce(%e : f32) {
    ^bb0(%l: f32, %m: f32):
      %d = arith.subf %l, %m : f32
      scf.reduce.return %d : f32
    }
  }
  qd.return %r : f32
}

// -----

qd.kernel @reduction_of_two_operations(%x: memref<?xf32>, %n: index, %k: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{this parallel loop becomes a task, which can't reduce by more than one operation}}
  %r = scf.parallel (%j) = (%c0) to (%n) step (%c1) init (%k) -> f32 {
    %e = memref.load %x[%j] : memref<?xf32>
    scf.reduce(%e : f32) {
    ^bb0(%l: f32, %m: f32):
      %mm = arith.mulf %m, %m : f32
      %d = arith.addf %l, %mm : f32
      scf.reduce.return %d : f32
    }
  }
  qd.return %r : f32
}
