// RUN: qdc-opt %s --qd-differentiate | FileCheck %s

// Reads of elements that bounds put outside of what the loop writes: their values are read again in the reverse sweep,
// and what several iterations read is added to atomically. What may be written is in differentiate-errors.mlir.

// CHECK-LABEL: qd.kernel @upper.grad(
// CHECK-SAME:    qd.accumulations = [{kind = "plain", location = #{{.*}}, shadow = "x.grad"}]
// CHECK-NOT:     memref.alloc
// CHECK-LABEL: qd.kernel @upper.reverse(
// CHECK:         memref.load %x[
qd.kernel @upper(%x: memref<12xf64>) attributes {qd.differentiate = {}} {
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%c4) {
    %j = arith.addi %i, %c4 : index
    %v = memref.load %x[%i] : memref<12xf64>
    %p = arith.mulf %v, %v : f64
    memref.store %p, %x[%j] : memref<12xf64>
  }
}

// The same of a number of elements that is an argument: a sum of two indices that wrapped would be outside of the array.

// CHECK-LABEL: qd.kernel @upper_half.grad(
// CHECK-SAME:    {kind = "plain",
// CHECK-LABEL: qd.kernel @upper_half.reverse(
qd.kernel @upper_half(%x: memref<?xf64>, %n: index) attributes {qd.differentiate = {}} {
  qd.for (%i) in (%n) {
    %j = arith.addi %i, %n : index
    %v = memref.load %x[%i] : memref<?xf64>
    %p = arith.mulf %v, %v : f64
    memref.store %p, %x[%j] : memref<?xf64>
  }
}

// A boundary value, which all iterations read: its adjoint is their sum, after what they take from the other elements.

// CHECK-LABEL: qd.kernel @boundary.grad(
// CHECK-SAME:    [{kind = "plain", location = #{{.*}}, shadow = "x.grad"}, {kind = "reduce", location = #{{.*}}, shadow = "x.grad"}]
// CHECK:         %[[SUM:.*]] = qd.for {{.*}} reduce(addf)
// CHECK:         scf.if
// CHECK-NEXT:      %[[BEFORE:.*]] = memref.load %x.grad[%[[FIRST:.*]]]
// CHECK-NEXT:      %[[AFTER:.*]] = arith.addf %[[BEFORE]], %[[SUM]]
// CHECK-NEXT:      memref.store %[[AFTER]], %x.grad[%[[FIRST]]]
qd.kernel @boundary(%x: memref<?xf64>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) from (%c1) {
    %v = memref.load %x[%c0] : memref<?xf64>
    %w = memref.load %x[%i] : memref<?xf64>
    %p = arith.mulf %v, %w : f64
    memref.store %p, %x[%i] : memref<?xf64>
  }
}

// Both ends of an axis, in all columns.

// CHECK-LABEL: qd.kernel @edges.grad(
// CHECK-SAME:    {kind = "atomic",
// CHECK-LABEL: qd.kernel @edges.reverse(
qd.kernel @edges(%u: memref<?x8xf64>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %u, %c0 : memref<?x8xf64>
  %last = arith.subi %n, %c1 : index
  qd.for (%i, %j) in (%last, %c8) from (%c1, %c0) {
    %k = arith.remui %i, %c8 : index
    %v = memref.load %u[%c0, %j] : memref<?x8xf64>
    %w = memref.load %u[%last, %k] : memref<?x8xf64>
    %p = arith.mulf %v, %w : f64
    memref.store %p, %u[%i, %j] : memref<?x8xf64>
  }
}

// At most as far as a table reaches, whatever memory says, and after it.

// CHECK-LABEL: qd.kernel @table.grad(
// CHECK-SAME:    {kind = "atomic",
// CHECK-LABEL: qd.kernel @table.reverse(
qd.kernel @table(%x: memref<?xf64>, %at: memref<?xi32>, %n: index) attributes {qd.differentiate = {}} {
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%n) {
    %word = memref.load %at[%i] : memref<?xi32>
    %index = arith.index_cast %word : i32 to index
    %r = arith.remui %index, %c4 : index
    %j = arith.addi %i, %c4 : index
    %v = memref.load %x[%r] : memref<?xf64>
    %p = arith.mulf %v, %v : f64
    memref.store %p, %x[%j] : memref<?xf64>
  }
}

// In a branch that leaves the first iteration out, and in a loop of each iteration.

// CHECK-LABEL: qd.kernel @later.grad(
// CHECK-SAME:    {kind = "atomic",
// CHECK-LABEL: qd.kernel @later.reverse(
qd.kernel @later(%x: memref<?xf64>, %n: index, %m: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  qd.for (%i) in (%n) {
    %sum = scf.for %k = %c0 to %m step %c1 iter_args(%s = %zero) -> (f64) {
      %v = memref.load %x[%k] : memref<?xf64>
      %p = arith.mulf %v, %v : f64
      %next = arith.addf %s, %p : f64
      scf.yield %next : f64
    }
    %is_later = arith.cmpi sge, %i, %m : index
    scf.if %is_later {
      memref.store %sum, %x[%i] : memref<?xf64>
    }
  }
}
