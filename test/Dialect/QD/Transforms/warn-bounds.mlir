// RUN: qdc-opt %s --split-input-file --qd-warn-bounds --verify-diagnostics -o /dev/null

// Every access, also one that may not run; the first index that is wrong. One that runs in each launch is an error.
// expected-note @+1 {{the array}}
qd.kernel @outside(%x: memref<4xf32>, %y: memref<?x8xi32>, %v: f32, %w: i32, %c: i1) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %m1 = arith.constant -1 : index
  // expected-error @+1 {{the index 4 is outside 'x', which takes 0 to 3}}
  %a = memref.load %x[%c4] : memref<4xf32>
  // expected-error @+1 {{the index -1 is outside 'x', which takes 0 to 3}}
  memref.store %v, %x[%m1] : memref<4xf32>
  scf.if %c {
    // expected-warning @+1 {{the index 8 is outside dimension 1 of 'y', which takes 0 to 7}}
    %b = memref.atomic_rmw addi %w, %y[%c3, %c8] : (i32, memref<?x8xi32>) -> i32
  }
  // expected-error @+1 {{the index 8 is outside dimension 1 of 'y', which takes 0 to 7}}
  %d = qd.volatile_load %y[%c8, %c8] : memref<?x8xi32>
}

// -----

memref.global "private" @table : memref<2xf32> = dense<1.0>
// expected-note @+1 {{the array}}
qd.kernel @others(%none: memref<0xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{the index 0 is outside 'none', which holds no element}}
  memref.store %v, %none[%c0] : memref<0xf32>
  // expected-note @+1 {{the array}}
  %table = memref.get_global @table : memref<2xf32>
  // expected-error @+1 {{the index 2 is outside '@table', which takes 0 to 1}}
  %a = memref.load %table[%c2] : memref<2xf32>
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the array}}
    %local = memref.alloca() : memref<2xf32>
    // expected-warning @+1 {{the index 2 is outside the local array, which takes 0 to 1}}
    memref.store %v, %local[%c2] : memref<2xf32>
  }
}

// -----

// An array that is chosen has no place.
qd.kernel @chosen(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1, %v: f32) {
  %c4 = arith.constant 4 : index
  %chosen = arith.select %c, %x, %y : memref<4xf32>
  // expected-error @+1 {{the index 4 is outside the array, which takes 0 to 3}}
  memref.store %v, %chosen[%c4] : memref<4xf32>
}

// -----

// The last element; an extent or an index that the launch decides.
qd.kernel @inside(%x: memref<4xf32>, %y: memref<?x8xf32>, %z: memref<f32>, %i: index, %v: f32) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  memref.store %v, %x[%c3] : memref<4xf32>
  memref.store %v, %x[%i] : memref<4xf32>
  memref.store %v, %y[%c9, %c7] : memref<?x8xf32>
  memref.store %v, %z[] : memref<f32>
}

// -----

// Loops that surely run, and those that may not; nothing is sure after an assert.
// expected-note @+1 {{the array}}
qd.kernel @loops(%x: memref<4xf32>, %flag: memref<i32>, %n: index, %c: i1, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%c4) {
    // expected-error @+1 {{the index 4 is outside 'x'}}
    memref.store %v, %x[%c4] : memref<4xf32>
  }
  qd.for (%i, %j) in (%c4, %c4) from (%c0, %c4) {
    // expected-warning @+1 {{the index 4 is outside 'x'}}
    memref.store %v, %x[%c4] : memref<4xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    // expected-warning @+1 {{the index 4 is outside 'x'}}
    memref.store %v, %x[%c4] : memref<4xf32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %iterations = qd.do_while %flag : memref<i32> {
      // expected-error @+1 {{the index 4 is outside 'x'}}
      memref.store %v, %x[%c4] : memref<4xf32>
      qd.for (%j) in (%n) {
        qd.assert %c, "c"
      }
      // expected-warning @+1 {{the index 4 is outside 'x'}}
      memref.store %v, %x[%c4] : memref<4xf32>
    }
  }
}
