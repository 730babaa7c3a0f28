// RUN: qdc-opt --qd-verify-kernels --split-input-file --verify-diagnostics %s

// Where temporaries may stand: at the top level of a kernel, of a helper, and of control that holds parallel loops.
func.func private @scratch(%n: index, %v: f32) {
  %t = memref.alloc(%n) : memref<?xf32>
  qd.for (%i) in (%n) {
    memref.store %v, %t[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}
qd.kernel @f(%n: index, %v: f32, %c: i1, %limit: i64) {
  %go = memref.alloc() {alignment = 64 : i64} : memref<i32>
  %t = memref.alloc(%n) : memref<4x?xf32>
  func.call @scratch(%n, %v) : (index, f32) -> ()
  %rounds = qd.do_while %go max(%limit) : memref<i32> {
    func.call @scratch(%n, %v) : (index, f32) -> ()
  }
  scf.if %c {
    %u = memref.alloc() : memref<4xf32>
    qd.for (%i) in (%n) {
      %w = memref.load %u[%i] : memref<4xf32>
    }
    memref.dealloc %u : memref<4xf32>
  }
}

// -----

qd.kernel @f(%n: index) {
  // expected-note @+1 {{the loop}}
  qd.for (%i) in (%n) name("fill") {
    // expected-error @+1 {{'memref.alloc' op stands inside 'qd.for' named 'fill', but all iterations share a temporary; move it out of the loop, or use a memref.alloca, which each iteration has for itself}}
    %t = memref.alloc() : memref<4xf32>
  }
}

// -----

// The loop is named, whatever stands in between.
qd.kernel @f(%n: index, %c: i1) {
  // expected-note @+1 {{the loop}}
  qd.for (%i) in (%n) {
    scf.if %c {
      // expected-error @+1 {{'memref.alloc' op stands inside 'qd.for', but all iterations share a temporary}}
      %t = memref.alloc() : memref<4xf32>
    }
  }
}

// -----

func.func private @scratch() {
  // expected-error @+1 {{'memref.alloc' op stands inside 'qd.for', but all iterations share a temporary}}
  %t = memref.alloc() : memref<4xf32>
  return
}
func.func private @outer() {
  func.call @scratch() : () -> ()
  return
}
qd.kernel @f(%n: index) {
  // expected-note @+1 {{the loop}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{through this call of 'outer'}}
    func.call @outer() : () -> ()
  }
}

// -----

qd.kernel @f(%c: i1) {
  // expected-note @+1 {{what it stands in}}
  scf.if %c {
    // expected-error @+1 {{'memref.alloc' op stands inside 'scf.if', which holds no parallel loop and so lies within one task; move it out, to the top level of the kernel or of control that holds parallel loops}}
    %t = memref.alloc() : memref<4xf32>
  }
}

// -----

// No temporary is carried.
qd.kernel @f(%n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc(%n) : memref<?xf32>
  // expected-error @+1 {{'scf.for' op makes an array}}
  %u = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (memref<?xf32>) {
    qd.for (%j) in (%n) {
      memref.store %v, %a[%j] : memref<?xf32>
    }
    scf.yield %a : memref<?xf32>
  }
}

// -----

qd.kernel @f() {
  // expected-error @+1 {{'memref.alloc' op has the alignment 128, but a temporary starts at a multiple of 64; ask for a power of two up to that, or leave it out}}
  %t = memref.alloc() {alignment = 128 : i64} : memref<4xf32>
}

// -----

qd.kernel @f() {
  // expected-error @+1 {{'memref.alloc' op makes an array that holds elements of type 'index'}}
  %t = memref.alloc() : memref<4xindex>
}

// -----

qd.kernel @f(%x: memref<4xf32>) {
  // expected-error @+1 {{'memref.dealloc' op frees an array that is no memref.alloc of the block in which it stands; leave it out: a temporary ends with its block}}
  memref.dealloc %x : memref<4xf32>
}

// -----

qd.kernel @f(%n: index, %c: i1) {
  // expected-note @+1 {{the array}}
  %t = memref.alloc() : memref<4xf32>
  scf.if %c {
    // expected-error @+1 {{'memref.dealloc' op frees an array that is no memref.alloc of the block in which it stands}}
    memref.dealloc %t : memref<4xf32>
  }
}

// -----

qd.kernel @f() {
  %t = memref.alloc() : memref<4xf32>
  // expected-note @+1 {{the first time}}
  memref.dealloc %t : memref<4xf32>
  // expected-error @+1 {{'memref.dealloc' op frees an array for the second time; leave it out}}
  memref.dealloc %t : memref<4xf32>
}

// -----

qd.kernel @f(%n: index, %v: f32) {
  %t = memref.alloc() : memref<4xf32>
  // expected-note @+1 {{freed here}}
  memref.dealloc %t : memref<4xf32>
  qd.for (%i) in (%n) {
    // expected-error @+1 {{'memref.store' op uses an array that is freed before}}
    memref.store %v, %t[%i] : memref<4xf32>
  }
}
