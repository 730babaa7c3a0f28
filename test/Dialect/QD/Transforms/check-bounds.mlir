// RUN: qdc-opt %s --split-input-file --qd-check-bounds | FileCheck %s

// Each dimension is compared; the report has indices, extents and the loop's variables.
// CHECK-LABEL: qd.kernel @loaded
// CHECK-SAME: checked = #qd.checked<"loaded", variant = "bounds", checks = 2, proven = 1>
// CHECK-SAME: {
qd.kernel @loaded(%p: memref<?xi64>, %x: memref<?x8xf32>)
    attributes {checked = #qd.checked<"loaded", variant = "bounds", checks = 1, proven = 0>} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %p, %c0 : memref<?xi64>
  // CHECK: qd.for (%[[I:.*]]) in
  qd.for (%i) in (%n) {
    // CHECK-NOT: qd.check
    // CHECK: memref.load %{{.*}}[%[[I]]]
    // CHECK: %[[K:.*]] = arith.index_cast
    %word = memref.load %p[%i] : memref<?xi64>
    %k = arith.index_cast %word : i64 to index
    // CHECK: %[[FIRST:.*]] = arith.cmpi ult, %[[K]], %[[ROWS:.*]] : index
    // CHECK: %[[EIGHT:.*]] = arith.constant 8 : index
    // CHECK: %[[SECOND:.*]] = arith.cmpi ult, %[[I]], %[[EIGHT]] : index
    // CHECK: %[[BOTH:.*]] = arith.andi %[[FIRST]], %[[SECOND]] : i1
    // CHECK: qd.check %[[BOTH]], "index ({}, {}) is outside of 'x', whose extents are ({}, {}); the loop is at ({})", %[[K]], %[[I]], %[[ROWS]], %[[EIGHT]], %[[I]] : index, index, index, index, index
    // CHECK-NEXT: memref.load %{{.*}}[%[[K]], %[[I]]]
    %v = memref.load %x[%k, %i] : memref<?x8xf32>
  }
}

// -----

// All that accesses an element: stores, atomics, volatile loads; globals and local arrays.
// CHECK-LABEL: qd.kernel @kinds
// CHECK-SAME: checks = 5, proven = 1
memref.global "private" @table : memref<4xi32> = dense<0>
qd.kernel @kinds(%x: memref<?xi32>, %k: index, %v: i32)
    attributes {checked = #qd.checked<"kinds", variant = "bounds", checks = 0, proven = 0>} {
  %table = memref.get_global @table : memref<4xi32>
  %c3 = arith.constant 3 : index
  // CHECK: qd.check %{{.*}}, "index {} is outside of 'x', whose extent is {}", %{{.*}}, %{{.*}} : index, index
  // CHECK-NEXT: memref.store
  memref.store %v, %x[%k] : memref<?xi32>
  // CHECK: qd.check %{{.*}}, "index {} is outside of 'x'
  // CHECK-NEXT: memref.atomic_rmw
  %a = memref.atomic_rmw addi %v, %x[%k] : (i32, memref<?xi32>) -> i32
  // CHECK: qd.check %{{.*}}, "index {} is outside of 'x'
  // CHECK-NEXT: qd.volatile_load
  %b = qd.volatile_load %x[%k] : memref<?xi32>
  // CHECK: qd.check %{{.*}}, "index {} is outside of '@table', whose extent is {}"
  // CHECK-NEXT: qd.atomic_cas
  %c = qd.atomic_cas %table[%k], %v, %v : memref<4xi32>
  // CHECK-NOT: qd.check
  // CHECK: memref.load
  %d = memref.load %table[%c3] : memref<4xi32>
  %local = memref.alloca() : memref<2xi32>
  // CHECK: qd.check %{{.*}}, "index {} is outside of the local array, whose extent is {}"
  // CHECK-NEXT: memref.store
  memref.store %v, %local[%k] : memref<2xi32>
}

// -----

// What named extents, branches and ranges prove needs no check; an array of rank 0 never does.
// CHECK-LABEL: qd.kernel @proven
// CHECK-SAME: checks = 0, proven = 5
// CHECK-NOT: qd.check
qd.kernel @proven(%x: memref<?xf32> {qd.dims = ["n"]}, %y: memref<?xf32> {qd.dims = ["n"]}, %s: memref<f32>)
    attributes {checked = #qd.checked<"proven", variant = "bounds", checks = 0, proven = 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    %scale = memref.load %s[] : memref<f32>
    %left = arith.subi %i, %c1 : index
    %right = arith.addi %i, %c1 : index
    %hasLeft = arith.cmpi sgt, %i, %c0 : index
    %hasRight = arith.cmpi slt, %right, %n : index
    %inner = arith.andi %hasLeft, %hasRight : i1
    scf.if %inner {
      %l = memref.load %x[%left] : memref<?xf32>
      %r = memref.load %x[%right] : memref<?xf32>
      memref.store %l, %y[%i] : memref<?xf32>
    } else {
      memref.store %scale, %y[%i] : memref<?xf32>
    }
  }
}

// -----

// An extent of another array proves nothing, and a name that holds a placeholder is none.
// CHECK-LABEL: qd.kernel @other
// CHECK: qd.check %{{.*}}, "index {} is outside of '@a{ }b', whose extent is {}; the loop is at ({})"
// CHECK: qd.check %{{.*}}, "index {} is outside of 'y', whose extent is {}; the loop is at ({})"
memref.global "private" @"a{}b" : memref<4xf32> = dense<0.0>
qd.kernel @other(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %table = memref.get_global @"a{}b" : memref<4xf32>
  qd.for (%i) in (%n) {
    %v = memref.load %table[%i] : memref<4xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
}
