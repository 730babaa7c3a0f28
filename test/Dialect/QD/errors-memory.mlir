// RUN: qdc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: memref<?x?xf32>, %i: i64) {
  // expected-error @+1 {{'qd.flat_load' op accesses 'memref<?x?xf32>'; accepted: an array of rank 1 without a layout}}
  %y = qd.flat_load %x[%i] : memref<?x?xf32> -> i32
  return
}

// -----

func.func @f(%x: memref<?xf32, strided<[2]>>, %i: i64) {
  // expected-error @+1 {{'qd.flat_load' op accesses 'memref<?xf32, strided<[2]>>'; accepted: an array of rank 1 without a layout}}
  %y = qd.flat_load volatile %x[%i] : memref<?xf32, strided<[2]>> -> i32
  return
}

// -----

func.func @f(%x: memref<f32>, %i: i64) {
  // expected-error @+1 {{'qd.flat_store' op accesses 'memref<f32>'; accepted: an array of rank 1 without a layout}}
  qd.flat_store %i, %x[%i] : i64, memref<f32>
  return
}

// -----

func.func @f(%x: memref<?xf32, strided<[1], offset: 4>>, %i: i64) {
  // expected-error @+1 {{'qd.flat_store' op accesses 'memref<?xf32, strided<[1], offset: 4>>'; accepted: an array of rank 1 without a layout}}
  qd.flat_store %i, %x[%i] : i64, memref<?xf32, strided<[1], offset: 4>>
  return
}

// -----

func.func @f(%x: memref<?x?xi32>, %i: i64, %v: i32) {
  // expected-error @+1 {{'qd.flat_atomic_rmw' op accesses 'memref<?x?xi32>'; accepted: an array of rank 1 without a layout}}
  %y = qd.flat_atomic_rmw addi device %v, %x[%i] : i32, memref<?x?xi32>
  return
}

// -----

func.func @f(%x: memref<i32>, %i: i64, %v: i32) {
  // expected-error @+1 {{'qd.flat_atomic_cas' op accesses 'memref<i32>'; accepted: an array of rank 1 without a layout}}
  %y, %s = qd.flat_atomic_cas device %x[%i], %v, %v : i32, memref<i32>
  return
}

// -----

func.func @f(%x: memref<?xi32>, %i: i64, %v: i32) {
  // expected-error @+1 {{'qd.flat_atomic_rmw' op folds 'i32' by 'addf'; accepted: floats by kinds of floats, integers by others}}
  %y = qd.flat_atomic_rmw addf device %v, %x[%i] : i32, memref<?xi32>
  return
}

// -----

func.func @f(%x: memref<?xf32>, %i: i64, %v: f32) {
  // expected-error @+1 {{'qd.flat_atomic_rmw' op folds 'f32' by 'assign'; accepted: floats by kinds of floats, integers by others}}
  %y = qd.flat_atomic_rmw assign device %v, %x[%i] : f32, memref<?xf32>
  return
}

// -----

func.func @f(%x: memref<?xf32>, %i: i64) {
  // expected-error @+1 {{'qd.flat_load' op is invariant, and volatile or atomic; what nothing writes needs neither}}
  %y = qd.flat_load invariant atomic device %x[%i] : memref<?xf32> -> i32
  return
}

// -----

func.func @f(%x: memref<?xbf16>, %i: i64, %b: bf16) {
  // expected-error @+1 {{'qd.flat_load' op accesses a value of type 'bf16'; accepted: integers of 8, 16, 32 and 64 bits, f16, f32 and f64}}
  %y = qd.flat_load %x[%i] : memref<?xbf16> -> bf16
  return
}

// -----

func.func @f(%x: memref<?xf32>, %i: i64, %b: f32) {
  // expected-error @+1 {{'qd.flat_load' op has 'qd.alignment' = 12 : i64; accepted: a power of two of at least 4, an i64}}
  %y = qd.flat_load %x[%i] {qd.alignment = 12 : i64} : memref<?xf32> -> f32
  return
}

// -----

func.func @f(%x: memref<?xf32>, %i: i64, %b: f32) {
  // expected-error @+1 {{'qd.flat_load' op has 'qd.alignment' = 2 : i64; accepted: a power of two of at least 4, an i64}}
  %y = qd.flat_load %x[%i] {qd.alignment = 2 : i64} : memref<?xf32> -> f32
  return
}

// -----

func.func @f(%x: memref<?xf32>, %i: i64, %b: f32) {
  // expected-error @+1 {{'qd.flat_store' op has 'qd.alignment' = 16 : i32; accepted: a power of two of at least 4, an i64}}
  qd.flat_store %b, %x[%i] {qd.alignment = 16 : i32} : f32, memref<?xf32>
  return
}

// -----

func.func @f(%x: memref<?xf32>, %i: i64, %b: f32) {
  // expected-error @+1 {{'qd.flat_store' op has 'qd.alignment' = "16"; accepted: a power of two of at least 4, an i64}}
  qd.flat_store %b, %x[%i] {qd.alignment = "16"} : f32, memref<?xf32>
  return
}

// -----

func.func @f(%x: memref<?xbf16>, %i: i64, %b: bf16) {
  // expected-error @+1 {{'qd.flat_store' op accesses a value of type 'bf16'; accepted: integers of 8, 16, 32 and 64 bits, f16, f32 and f64}}
  qd.flat_store %b, %x[%i] : bf16, memref<?xbf16>
  return
}

// -----

func.func @f(%x: memref<?xi1>, %i: i64, %v: i1) {
  // expected-error @+1 {{'qd.flat_atomic_rmw' op accesses a value of type 'i1'; accepted: integers of 8, 16, 32 and 64 bits, f16, f32 and f64}}
  %y = qd.flat_atomic_rmw ori device %v, %x[%i] : i1, memref<?xi1>
  return
}

// -----

func.func @f(%x: memref<?xi1>, %i: i64, %v: i1) {
  // expected-error @+1 {{'qd.flat_atomic_cas' op accesses a value of type 'i1'; accepted: integers of 8, 16, 32 and 64 bits, f16, f32 and f64}}
  %y, %s = qd.flat_atomic_cas device %x[%i], %v, %v : i1, memref<?xi1>
  return
}

// -----

func.func @f(%x: memref<?xi1>, %i: i64, %v: i1) {
  // expected-error @+1 {{'qd.flat_load' op accesses a value of type 'i7'; accepted: integers of 8, 16, 32 and 64 bits, f16, f32 and f64}}
  %y = qd.flat_load %x[%i] : memref<?xi1> -> i7
  return
}
