// RUN: qdc-opt %s --qd-widen-floats | FileCheck %s

// Every float becomes an f64, with the value that it had; casts between floats go away.

// CHECK: memref.global "public" constant @table : memref<2xf64> = dense<[1.000000e-01, 2.500000e-01]>
memref.global "public" constant @table : memref<2xf64> = dense<[0.1, 0.25]>
// CHECK: memref.global "public" @state : memref<2xf64> = dense<[0.10000000149011612, 2.500000e-01]>
memref.global "public" @state : memref<2xf32> = dense<[0.1, 0.25]>

// CHECK-LABEL: qd.kernel @all(%x: memref<?xf64>, %h: memref<4xf64>, %n: memref<?xi32>, %a: f64) -> (f64, i32) {
qd.kernel @all(%x: memref<?xf32>, %h: memref<4xf16>, %n: memref<?xi32>, %a: bf16) -> (f32, i32) {
  // CHECK: %[[TENTH:.*]] = arith.constant 0.10000000149011612 : f64
  %c4 = arith.constant 4 : index
  %tenth = arith.constant 0.1 : f32
  %seven = arith.constant 7 : i32
  %local = memref.alloca() : memref<4xf32>
  %k = arith.extf %a : bf16 to f32
  // CHECK: memref.alloca() : memref<4xf64>
  // CHECK: %[[SUM:.*]] = qd.for {{.*}} reduce(addf) -> f64
  %sum = qd.for (%i) in (%c4) reduce(addf) -> f32 {
    // CHECK: %[[V:.*]] = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %x[%i] : memref<?xf32>
    // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[V]], %[[TENTH]] : f64
    %p = arith.mulf %v, %tenth : f32
    // CHECK-NEXT: memref.store %[[P]], %h[%i] : memref<4xf64>
    %half = arith.truncf %p : f32 to f16
    memref.store %half, %h[%i] : memref<4xf16>
    // CHECK-NEXT: %[[INTEGER:.*]] = memref.load %n[%i]
    %integer = memref.load %n[%i] : memref<?xi32>
    // CHECK-NEXT: %[[F:.*]] = arith.sitofp %[[INTEGER]] : i32 to f64
    %f = arith.sitofp %integer : i32 to f32
    // CHECK-NEXT: %[[Q:.*]] = arith.addf %[[P]], %[[F]] : f64
    %q = arith.addf %p, %f : f32
    // CHECK-NEXT: memref.atomic_rmw addf %[[Q]], %x[%i] : (f64, memref<?xf64>) -> f64
    %old = memref.atomic_rmw addf %q, %x[%i] : (f32, memref<?xf32>) -> f32
    // CHECK-NEXT: qd.yield %[[Q]] : f64
    qd.yield %q : f32
  }
  // CHECK: arith.addf %[[SUM]], %a : f64
  %more = arith.addf %sum, %k : f32
  qd.return %more, %seven : f32, i32
}

// Bits are those of the narrower float.

// CHECK-LABEL: qd.kernel @bits
qd.kernel @bits(%x: memref<?xf32>, %n: memref<?xi32>) {
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%c4) {
    // CHECK: %[[V:.*]] = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %x[%i] : memref<?xf32>
    // CHECK-NEXT: %[[NARROW:.*]] = arith.truncf %[[V]] : f64 to f32
    // CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[NARROW]] : f32 to i32
    %b = arith.bitcast %v : f32 to i32
    // CHECK-NEXT: memref.store %[[BITS]], %n[%i]
    memref.store %b, %n[%i] : memref<?xi32>
    // CHECK-NEXT: %[[FLOAT:.*]] = arith.bitcast %[[BITS]] : i32 to f32
    // CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[FLOAT]] : f32 to f64
    %f = arith.bitcast %b : i32 to f32
    // CHECK-NEXT: memref.store %[[WIDE]], %x[%i] : memref<?xf64>
    memref.store %f, %x[%i] : memref<?xf32>
  }
  qd.return
}
