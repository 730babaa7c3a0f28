// RUN: qdc-opt --qd-simplify --split-input-file %s | FileCheck %s

// A temporary between two loops keeps them apart no more than an argument would. What one loop stores and the other one
// loads is handed on, and then nobody reads the temporary.
// CHECK-LABEL: qd.kernel @vanishes(
// CHECK-NOT: memref.alloc
// CHECK: qd.for
// CHECK: memref.load %x
// CHECK-NOT: memref.load
// CHECK: memref.store %{{.*}}, %x
// CHECK-NOT: qd.for
qd.kernel @vanishes(%x: memref<?xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    qd.print "{}", %i : index
  }
  %t = memref.alloc(%n) : memref<?xf32>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %k : f32
    memref.store %w, %t[%i] : memref<?xf32>
  }
  %u = memref.alloc(%n) : memref<?xf32>
  qd.for (%i) in (%n) {
    memref.store %k, %u[%i] : memref<?xf32>
    %v = memref.load %t[%i] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}

// -----

// Two temporaries of equal size are two arrays, and none is an argument: loads of one stay valid across stores to others.
// CHECK-LABEL: qd.kernel @two_arrays(
// CHECK: %[[A:.*]] = memref.alloc(%n)
// CHECK: %[[B:.*]] = memref.alloc(%n)
// CHECK: %[[V:.*]] = memref.load %[[A]][%c0]
// CHECK: memref.store %k, %[[B]][%c0]
// CHECK: memref.store %k, %x[%c0]
// CHECK-NOT: memref.load %[[A]]
// CHECK: memref.load %[[B]][%c1]
qd.kernel @two_arrays(%x: memref<?xf32>, %n: index, %k: f32, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  qd.for (%j) in (%n) {
    memref.store %k, %a[%j] : memref<?xf32>
    memref.store %k, %b[%j] : memref<?xf32>
  }
  %v = memref.load %a[%c0] : memref<?xf32>
  memref.store %k, %b[%c0] : memref<?xf32>
  memref.store %k, %x[%c0] : memref<?xf32>
  %w = memref.load %a[%c0] : memref<?xf32>
  %u = memref.load %b[%c1] : memref<?xf32>
  qd.print "{} {} {}", %v, %w, %u : f32, f32, f32
}

// -----

// The type stays open where the size is a constant, since users have it too.
// CHECK-LABEL: qd.kernel @constant_size(
// CHECK: memref.alloc(%c16) {qd.extents = [#qd.size<"16">]} : memref<?xi32>
// CHECK-NOT: memref.cast
qd.kernel @constant_size(%lock: i32, %i: index) {
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %t = memref.alloc(%c16) : memref<?xi32>
  memref.store %zero, %t[%i] : memref<?xi32>
  %old = qd.atomic_cas %t[%i], %zero, %lock : memref<?xi32>
  qd.print "{}", %old : i32
}
