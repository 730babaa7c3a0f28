// RUN: qdc-opt %s --convert-tasks-to-grid=subgroup-width=32 --canonicalize | FileCheck %s

// Accesses to elements become flat ones, of values as they lie in memory. What no other thread sees is loaded and stored.
qd.kernel @k() {
  qd.return
}
// CHECK-LABEL: func.func private @k.0.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xi32>, %[[F:[a-z0-9]+]]: memref<?xf32>, %[[B:[a-z0-9]+]]: memref<?xi1>, %[[H:[a-z0-9]+]]: memref<?xbf16>, %[[N:[a-z0-9]+]]: memref<?xindex>,
// CHECK-SAME: %[[I:[a-z0-9]+]]: i32, %[[K:[a-z0-9]+]]: f32, %[[T:[a-z0-9]+]]: i1, %[[AT:[a-z0-9]+]]: index,
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %f: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi1> {qd.slot = #qd.slot<array(2)>}, %h: memref<?xbf16> {qd.slot = #qd.slot<array(3)>},
     %n: memref<?xindex> {qd.slot = #qd.slot<array(4)>}, %i: i32 {qd.slot = #qd.slot<scalar(5)>},
     %k: f32 {qd.slot = #qd.slot<scalar(6)>}, %t: i1 {qd.slot = #qd.slot<scalar(7)>},
     %at: index {qd.slot = #qd.slot<scalar(8)>}) {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
  // CHECK: qd.iteration
  // CHECK: %[[LOCAL:.*]] = memref.alloca() : memref<4xi32>
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[AT]] : index to i64
  // CHECK: %[[V:.*]] = qd.flat_load %[[X]][%[[INDEX]]] : memref<?xi32> -> i32
  // CHECK: qd.flat_store %[[V]], %[[X]][%[[ZERO]]] : i32, memref<?xi32>
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%at] : memref<?xi32>
  memref.store %v, %x[%c0] : memref<?xi32>
  // CHECK: %[[BYTE:.*]] = qd.flat_load volatile %[[B]][%[[ZERO]]] : memref<?xi1> -> i8
  // CHECK: %[[TRUE:.*]] = arith.cmpi ne, %[[BYTE]], %{{.*}} : i8
  // CHECK: %[[STORED:.*]] = arith.extui %{{.*}} : i1 to i8
  // CHECK: qd.flat_store %[[STORED]], %[[B]][%[[ZERO]]] : i8, memref<?xi1>
  %seen = qd.volatile_load %b[%c0] : memref<?xi1>
  %both = arith.andi %seen, %t : i1
  memref.store %both, %b[%c0] : memref<?xi1>
  // CHECK: %[[BITS:.*]] = qd.flat_load %[[H]][%[[ZERO]]] : memref<?xbf16> -> i16
  // CHECK: arith.bitcast %[[BITS]] : i16 to bf16
  %half = memref.load %h[%c0] : memref<?xbf16>
  // CHECK: qd.flat_store %{{.*}}, %[[N]][%[[ZERO]]] : i64, memref<?xindex>
  memref.store %at, %n[%c0] : memref<?xindex>
  // CHECK: %{{.*}} = qd.flat_atomic_rmw maxs device %[[I]], %[[X]][%[[ZERO]]] : i32, memref<?xi32>
  %0 = memref.atomic_rmw maxs %i, %x[%c0] : (i32, memref<?xi32>) -> i32
  // CHECK: %{{.*}} = qd.flat_atomic_rmw addf device %[[K]], %[[F]][%[[ZERO]]] : f32, memref<?xf32>
  %1 = memref.atomic_rmw addf %k, %f[%c0] : (f32, memref<?xf32>) -> f32
  // CHECK: %{{.*}} = qd.flat_atomic_rmw mulf device %{{.*}}, %[[H]][%[[ZERO]]] : bf16, memref<?xbf16>
  %2 = memref.atomic_rmw mulf %half, %h[%c0] : (bf16, memref<?xbf16>) -> bf16
  // A float that replaces another is its bits.
  // CHECK: %[[K_BITS:.*]] = arith.bitcast %[[K]] : f32 to i32
  // CHECK: %{{.*}} = qd.flat_atomic_rmw assign device %[[K_BITS]], %[[F]][%[[ZERO]]] : i32, memref<?xf32>
  %3 = memref.atomic_rmw assign %k, %f[%c0] : (f32, memref<?xf32>) -> f32
  // The byte of an i1 stays 0 or 1.
  // CHECK: %[[T_BYTE:.*]] = arith.extui %[[T]] : i1 to i8
  // CHECK: %{{.*}} = qd.flat_atomic_rmw xori device %[[T_BYTE]], %[[B]][%[[ZERO]]] : i8, memref<?xi1>
  %4 = memref.atomic_rmw addi %t, %b[%c0] : (i1, memref<?xi1>) -> i1
  // CHECK: %{{.*}}, %{{.*}} = qd.flat_atomic_cas device %[[F]][%[[ZERO]]], %{{.*}}, %{{.*}} : i32, memref<?xf32>
  %5 = qd.atomic_cas %f[%c0], %k, %k : memref<?xf32>
  // CHECK: %[[OLD:.*]] = qd.flat_load %[[LOCAL]][%[[ZERO]]] : memref<4xi32> -> i32
  // CHECK: %[[NEW:.*]] = arith.muli %[[OLD]], %[[I]] : i32
  // CHECK: qd.flat_store %[[NEW]], %[[LOCAL]][%[[ZERO]]] : i32, memref<4xi32>
  // CHECK: %[[AGAIN:.*]] = qd.flat_load %[[LOCAL]]
  // CHECK: %[[OTHER:.*]] = qd.flat_load %[[LOCAL]]
  // CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[OTHER]], %[[I]]
  // CHECK: %[[KEPT:.*]] = arith.select %[[SAME]], %[[AGAIN]], %[[OTHER]]
  // CHECK: qd.flat_store %[[KEPT]], %[[LOCAL]]
  %local = memref.alloca() : memref<4xi32>
  %6 = memref.atomic_rmw muli %i, %local[%c0] : (i32, memref<4xi32>) -> i32
  %new = memref.load %local[%c0] : memref<4xi32>
  %7 = qd.atomic_cas %local[%c0], %i, %new : memref<4xi32>
}
