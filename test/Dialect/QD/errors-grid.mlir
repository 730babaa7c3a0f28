// RUN: qdc-opt %s --split-input-file --verify-diagnostics

func.func @f(%flat: i64, %x: f32) {
  %y = qd.iteration %flat -> i32 {
    // expected-error @+1 {{'qd.iteration_end' op ends with ('f32') a 'qd.iteration' that gives ('i32')}}
    qd.iteration_end %x : f32
  }
  return
}

// -----

func.func @f(%flat: i64, %x: f32) {
  qd.iteration %flat {
    // expected-error @+1 {{'qd.iteration_end' op ends with ('f32') a 'qd.iteration' that gives ()}}
    qd.iteration_end %x : f32
  }
  return
}

// -----

// Each block that ends the iteration must.
func.func @f(%flat: i64, %c: i1, %x: f32) {
  %y = qd.iteration %flat -> f32 {
    cf.cond_br %c, ^value, ^nothing
  ^value:
    qd.iteration_end %x : f32
  ^nothing:
    // expected-error @+1 {{'qd.iteration_end' op ends with () a 'qd.iteration' that gives ('f32')}}
    qd.iteration_end
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'qd.iteration_end' op expects parent op 'qd.iteration'}}
  qd.iteration_end
}

// -----

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
