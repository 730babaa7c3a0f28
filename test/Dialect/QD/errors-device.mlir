// RUN: qdc-opt %s --split-input-file --verify-diagnostics

qd.kernel @f(%x: f32) {
  // expected-error @+1 {{needs one '{}' in its format for each value: there are 2 for 1 value}}
  qd.print "{} and {}", %x : f32
}

// -----

qd.kernel @f(%x: f32) {
  %y = arith.extf %x : f32 to f128
  // expected-error @+1 {{prints a value of type 'f128', but it takes i1, i8, i16, i32, i64, f16, bf16, f32 and f64, and index}}
  qd.print "{}", %y : f128
}

// -----

qd.kernel @f(%x: memref<?xf32>, %i: index) {
  // expected-error @+1 {{needs one index for each dimension of the array: there are 2 for 'memref<?xf32>'}}
  %y = qd.volatile_load %x[%i, %i] : memref<?xf32>
}

// -----

qd.kernel @f() {
  %x = memref.alloca() : memref<4xf128>
  %i = arith.constant 0 : index
  // expected-error @+1 {{accesses an array that holds elements of type 'f128', but the element types are}}
  %y = qd.volatile_load %x[%i] : memref<4xf128>
}

// -----

qd.kernel @f(%x: memref<?xi1>, %i: index, %old: i1) {
  // expected-error @+1 {{compares elements of type i8, i16, i32, i64, f32 or f64, not 'i1'}}
  %y = qd.atomic_cas %x[%i], %old, %old : memref<?xi1>
}

// -----

qd.kernel @f(%x: memref<?xi32>, %old: i32) {
  // expected-error @+1 {{needs one index for each dimension of the array: there are 0 for 'memref<?xi32>'}}
  %y = qd.atomic_cas %x[], %old, %old : memref<?xi32>
}
