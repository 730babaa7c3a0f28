// RUN: qdc-opt %s --split-input-file --qd-warn-serial --verify-diagnostics -o /dev/null

// The outermost loop of a nest, at the top and in control that holds tasks.
qd.kernel @serial(%x: memref<?xf32>, %y: memref<?x?xf32>, %v: f32, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @+1 {{this loop holds no parallel loop and stands in none, so one thread runs all of it; write 'qd.for' where iterations do not need each other}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      // expected-note @+1 {{it touches 'y' here}}
      memref.store %v, %y[%i, %j] : memref<?x?xf32>
    }
  }
  scf.for %k = %c0 to %n step %c1 {
    qd.for (%i) in (%n) {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    scf.if %c {
      // expected-warning @+1 {{so one thread runs all of it}}
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @+1 {{it touches 'x' here}}
        %w = memref.load %x[%i] : memref<?xf32>
      }
    }
  }
}

// -----

// 65 iterations, together.
qd.kernel @long(%x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c25 = arith.constant 25 : index
  %c2 = arith.constant 2 : index
  // expected-warning @+1 {{so one thread runs all of it}}
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c25 step %c2 {
      // expected-note @+1 {{it touches 'x' here}}
      memref.store %v, %x[%i] : memref<?xf32>
    }
  }
}

// -----

// What the count of a loop in it is, nobody knows.
qd.kernel @unknown(%x: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // expected-warning @+1 {{so one thread runs all of it}}
  scf.for %i = %c0 to %c2 step %c1 {
    scf.while : () -> () {
      // expected-note @+1 {{it touches 'x' here}}
      %v = memref.load %x[%i] : memref<?xi1>
      scf.condition(%v)
    } do {
      scf.yield
    }
  }
}

// -----

// In a parallel loop; 64 iterations, or none; without arrays that last; only at the head of parallel loops.
qd.kernel @silent(%x: memref<?xf32>, %v: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  qd.for (%i) in (%n) {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
  }
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c16 step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    scf.for %j = %c0 to %c16 step %c1 {
      memref.store %v, %x[%j] : memref<?xf32>
    }
  }
  scf.for %i = %c0 to %n step %c0 {
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (f32) {
    %local = memref.alloca() : memref<1xf32>
    memref.store %a, %local[%c0] : memref<1xf32>
    %b = memref.load %local[%c0] : memref<1xf32>
    %c = arith.addf %b, %v : f32
    scf.yield %c : f32
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %x[%i] : memref<?xf32>
    qd.for (%j) in (%n) {
    }
  }
  qd.return %sum : f32
}
