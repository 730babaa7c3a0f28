// RUN: qdc-opt %s --qd-differentiate=adstack-capacity=8 --canonicalize | FileCheck %s

// What a loop carries is pushed ahead of each trip and popped, the last one first, whatever the trips are. A trip that
// needs nothing of it keeps nothing.

// CHECK-LABEL: qd.kernel @sine.grad(
// CHECK:         qd.for (%i) in (%{{.*}}) {
// CHECK-NOT:     qd.adstack
// CHECK:         qd.for (%i) in (%{{.*}}) {
// CHECK:           %[[FLOATS:.*]] = qd.adstack.create %c8 : !qd.adstack<f32>
// CHECK:           %[[COUNTS:.*]] = qd.adstack.create %c8 : !qd.adstack<i64>
// CHECK-NOT:       memref.alloca
// CHECK:           scf.for
// CHECK:             qd.adstack.push %{{.*}}, %[[FLOATS]]
// CHECK:             arith.index_cast %{{.*}} : index to i64
// CHECK:             qd.adstack.push %{{.*}}, %[[COUNTS]]
// CHECK:           scf.for
// CHECK:             qd.adstack.pop %[[FLOATS]]
// CHECK:             qd.adstack.pop %[[COUNTS]]
// CHECK:             arith.index_cast %{{.*}} : i64 to index
qd.kernel @sine(%x: memref<?xf32>, %trips: index, %y: memref<?xf32>, %table: memref<?xf32>)
    attributes {qd.differentiate = {wrt = ["x"]}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %r, %at = scf.for %k = %c0 to %trips step %c1 iter_args(%u = %v, %place = %c0) -> (f32, index) {
      %factor = memref.load %table[%place] : memref<?xf32>
      %s = math.sin %u : f32
      %p = arith.mulf %s, %factor : f32
      %twice = arith.addi %place, %place : index
      %next = arith.addi %twice, %c1 : index
      scf.yield %p, %next : f32, index
    }
    memref.store %r, %y[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @line.grad(
// CHECK-NOT:     qd.adstack
qd.kernel @line(%x: memref<?xf32>, %trips: index, %y: memref<?xf32>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %r = scf.for %k = %c0 to %trips step %c1 iter_args(%u = %v) -> (f32) {
      %p = arith.mulf %u, %two : f32
      scf.yield %p : f32
    }
    memref.store %r, %y[%i] : memref<?xf32>
  }
}
