// RUN: qdc-opt %s --split-input-file --qd-warn-unused --verify-diagnostics -o /dev/null

// An array, a scalar, one without a name and one that says what code is made for. What only tells an extent is used.
// expected-warning @+2 {{the argument 'y' of 'k' is never used; leave it out}}
// expected-warning @+1 {{the argument 'a' of 'k' is never used; leave it out}}
qd.kernel @k(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32, %v: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    qd.print "{}", %v : f32
  }
}

// -----

// expected-warning @+2 {{the argument 'arg0' of 'unnamed' is never used; leave it out}}
// expected-warning @+1 {{the argument 'n' of 'unnamed' is never used; leave it out}}
qd.kernel @unnamed(%0: i32, %n: index {qd.specialize = [2, 3]}) {
}

// -----

// A scalar that only tells the extent of an array, and an array that tells that of another, are used.
qd.kernel @extents(%x: memref<?xf32> {qd.dims = ["2 * n"]}, %y: memref<?xf32> {qd.dims = ["m"]},
                   %z: memref<?xf32> {qd.dims = ["m + 1"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %x[%c0] : memref<?xf32>
  memref.store %zero, %z[%c0] : memref<?xf32>
}

// -----

// A temporary that is read, also as a flag, has to be written.
qd.kernel @temporaries(%n: index, %out: memref<?xf32>, %limit: i64) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  // expected-warning @+1 {{this temporary is read, but never written, so what it holds is undefined; write its elements first, or make it an argument}}
  %unwritten = memref.alloc(%n) : memref<?xf32>
  %written = memref.alloc(%n) : memref<?xf32>
  %counted = memref.alloc() : memref<i32>
  // expected-warning @+1 {{this temporary is read, but never written}}
  %go = memref.alloc() : memref<i32>
  %unread = memref.alloc() : memref<f32>
  memref.store %zero, %unread[] : memref<f32>
  qd.for (%i) in (%n) {
    // expected-note @+1 {{it is read here}}
    %v = memref.load %unwritten[%i] : memref<?xf32>
    memref.store %v, %written[%i] : memref<?xf32>
    %w = memref.load %written[%i] : memref<?xf32>
    memref.store %w, %out[%i] : memref<?xf32>
    %old = memref.atomic_rmw addi %one, %counted[] : (i32, memref<i32>) -> i32
    %again = memref.load %unwritten[%c0] : memref<?xf32>
    qd.print "{}", %again : f32
  }
  // expected-note @+1 {{it is read here}}
  %rounds = qd.do_while %go max(%limit) : memref<i32> {
  }
}

// -----

// A helper's are its own business.
func.func private @ignore(%v: f32) {
  return
}
qd.kernel @passed(%v: f32) {
  func.call @ignore(%v) : (f32) -> ()
}
