// RUN: qdc-opt %s --split-input-file --verify-diagnostics --qd-offload

qd.kernel @switch(%x: memref<?xf32>, %n: index) {
  // expected-error@+1 {{'scf.index_switch' op holds 'qd.for', but only 'qd.do_while', 'scf.for', 'scf.while' and 'scf.if' can be run between tasks}}
  scf.index_switch %n
  default {
    // expected-note@+1 {{the loop inside it}}
    qd.for (%i) in (%n) {
    }
    scf.yield
  }
}

// -----

qd.kernel @unsigned(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'scf.for' op compares its bounds without sign, which a loop that holds 'qd.for' cannot; use signed bounds}}
  scf.for unsigned %k = %c0 to %n step %c1 {
    qd.for (%i) in (%n) {
    }
  }
}

// -----

// What the launch was to compute has become a constant.
qd.kernel @negative(%v: f32, %n: index) {
  %less = arith.constant -3 : index
  // expected-error@+1 {{'memref.alloc' op has the extent -3 on axis 1; it takes 0 or more}}
  %t = memref.alloc(%n, %less) {qd.extents = [#qd.size<"scalar(1)">, unit]} : memref<?x?xf32>
  qd.for (%i) in (%n) {
    memref.store %v, %t[%i, %i] : memref<?x?xf32>
  }
}

// -----

qd.kernel @odd_width(%x: memref<4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<4xi32>
  %c = arith.trunci %a : i32 to i1
  // expected-error@+1 {{a value of type 'i5' is made in one task and used in another, but only integers of 1, 8, 16, 32 and 64 bits, index and floats of 16, 32 and 64 bits pass between tasks}}
  %v = scf.if %c -> i5 {
    %b = memref.load %x[%c0] : memref<4xi32>
    %t = arith.trunci %b : i32 to i5
    scf.yield %t : i5
  } else {
    %zero = arith.constant 0 : i5
    scf.yield %zero : i5
  }
  qd.for (%i) in (%n) {
    // expected-note@+1 {{used in another task here}}
    %w = arith.extsi %v : i5 to i32
    memref.store %w, %x[%i] : memref<4xi32>
  }
}

// -----

qd.kernel @local_array(%x: memref<4xi32>, %n: index) {
  // expected-error@+1 {{a value of type 'memref<4xi32>' is made in one task and used in another, but only integers of 1, 8, 16, 32 and 64 bits, index and floats of 16, 32 and 64 bits pass between tasks; make the array an argument of the kernel, a global or a memref.alloc}}
  %local = memref.alloca() : memref<4xi32>
  qd.for (%i) in (%n) {
    // expected-note@+1 {{used in another task here}}
    %w = memref.load %local[%i] : memref<4xi32>
    memref.store %w, %x[%i] : memref<4xi32>
  }
}
