// RUN: qdc-opt %s --split-input-file --qd-check-bounds | FileCheck %s

// Each dimension is compared, once for the loop where its range decides; the report has indices and extents.
// CHECK-LABEL: qd.kernel @loaded
// CHECK-SAME: checked = #qd.checked<"loaded", variant = "bounds", checks = 2, proven = 1>
// CHECK-SAME: {
qd.kernel @loaded(%p: memref<?xi64>, %x: memref<?x8xf32>)
    attributes {checked = #qd.checked<"loaded", variant = "bounds", checks = 1, proven = 0>} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %p, %c0 : memref<?xi64>
  // CHECK: memref.dim %x
  // CHECK: memref.dim %p
  // CHECK: %[[N:.*]] = memref.dim %p
  // CHECK: %[[EIGHT:.*]] = arith.constant 8 : index
  // CHECK: %[[WHOLE:.*]] = arith.cmpi ule, %[[N]], %[[EIGHT]] : index
  // CHECK: qd.for (%[[I:.*]]) in
  qd.for (%i) in (%n) {
    // CHECK-NOT: qd.check
    // CHECK: memref.load %{{.*}}[%[[I]]]
    // CHECK: %[[K:.*]] = arith.index_cast
    %word = memref.load %p[%i] : memref<?xi64>
    %k = arith.index_cast %word : i64 to index
    // CHECK: %[[FIRST:.*]] = arith.cmpi ult, %[[K]], %[[ROWS:.*]] : index
    // CHECK: %[[OWN:.*]] = arith.constant 8 : index
    // CHECK: %[[SECOND:.*]] = arith.cmpi ult, %[[I]], %[[OWN]] : index
    // CHECK: %[[EITHER:.*]] = arith.ori %[[WHOLE]], %[[SECOND]] : i1
    // CHECK: %[[BOTH:.*]] = arith.andi %[[EITHER]], %[[FIRST]] : i1
    // CHECK: qd.check %[[BOTH]], "index ({}, {}) is outside of 'x', whose extents are ({}, {})", %[[K]], %[[I]], %[[ROWS]], %[[OWN]] : index, index, index, index
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

// An extent of another array proves nothing, and in a name {} stands for itself.
// CHECK-LABEL: qd.kernel @other
// CHECK: qd.check %{{.*}}, "index {} is outside of '@a{{[{][{]}}}b', whose extent is {}"
// CHECK: qd.check %{{.*}}, "index {} is outside of 'y', whose extent is {}"
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

// -----

// Arrays as large as the one whose extents bound the loop need no look at an index. One comparison serves all accesses
// of one array; indices of the host's sizes alone do.
// CHECK-LABEL: qd.kernel @neighbours
// CHECK-SAME: checks = 5, proven = 1
qd.kernel @neighbours(%x: memref<?xf32>, %y: memref<?xf32>, %m: i32, %p: memref<i64>)
    attributes {checked = #qd.checked<"neighbours", variant = "bounds", checks = 0, proven = 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[Y:.*]] = memref.dim %y
  // CHECK: %[[X:.*]] = memref.dim %x
  // CHECK: %[[N:.*]] = memref.dim %x
  // CHECK: %[[WHOLE:.*]] = arith.cmpi ule, %[[N]], %[[Y]] : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %last = arith.subi %n, %c1 : index
  // CHECK: qd.for
  qd.for (%i) in (%n) {
    %inner = arith.cmpi slt, %i, %last : index
    scf.if %inner {
      %right = arith.addi %i, %c1 : index
      // CHECK: %[[FITS:.*]] = arith.cmpi ult
      // CHECK: %[[OK:.*]] = arith.ori %[[WHOLE]], %[[FITS]]
      // CHECK: qd.check %[[OK]]
      %v = memref.load %y[%right] : memref<?xf32>
      // CHECK: arith.ori %[[WHOLE]]
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  // CHECK: %[[M:.*]] = arith.index_cast %m
  // CHECK: %[[WHOLE:.*]] = arith.cmpi ule, %[[M]], %[[X]] : index
  // CHECK: qd.for
  qd.for (%i) in (%m) : i32 {
    %k = arith.index_cast %i : i32 to index
    // CHECK: arith.ori %[[WHOLE]]
    %v = memref.load %x[%k] : memref<?xf32>
  }
  %loaded = memref.load %p[] : memref<i64>
  %q = arith.index_cast %loaded : i64 to index
  // CHECK: qd.for
  qd.for (%i) in (%q) {
    // CHECK-NOT: arith.ori
    // CHECK: qd.check
    %v = memref.load %x[%i] : memref<?xf32>
    %right = arith.addi %i, %c1 : index
    // CHECK-NOT: arith.ori
    // CHECK: qd.check
    %w = memref.load %y[%right] : memref<?xf32>
  }
}
