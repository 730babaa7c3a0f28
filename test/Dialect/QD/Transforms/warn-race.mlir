// RUN: qdc-opt %s --split-input-file --qd-warn-race --verify-diagnostics -o /dev/null

// What the next iteration reads.
qd.kernel @neighbour(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{the parallel loop}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the read}}
    %v = memref.load %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c1 : index
    // expected-warning @+1 {{iterations write elements of 'x' that others read, in no order; write to another array, or cut the loop in two}}
    memref.store %v, %x[%next] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
}

// -----

// Forward mode computes tangents likewise; reverse mode refuses this.
// expected-note @+1 {{'tangents.jvp' does the same, so the tangents are in no order either}}
qd.kernel @tangents(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = [{mode = "forward"}, {mode = "reverse"}]} {
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{the parallel loop}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the read}}
    %v = memref.load %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c1 : index
    // expected-warning @+1 {{iterations write elements of 'x' that others read}}
    memref.store %v, %x[%next] : memref<?xf32>
  }
}

// -----

// The read after the write, indices of 32 bits, a range with bounds and a step, and a value from outside.
qd.kernel @narrow(%x: memref<?x?xf32>, %f: f32, %n: i32, %k: i32, %row: index) {
  %c2 = arith.constant 2 : i32
  // expected-note @+1 {{the parallel loop}}
  qd.for (%i) in (%n) from (%k) step (%c2) : i32 {
    %at = arith.addi %i, %k : i32
    %a = arith.index_cast %at : i32 to index
    // expected-warning @+1 {{iterations write elements of 'x' that others read}}
    memref.store %f, %x[%row, %a] : memref<?x?xf32>
    %before = arith.subi %at, %c2 : i32
    %b = arith.index_cast %before : i32 to index
    // expected-note @+1 {{the read}}
    %v = memref.load %x[%row, %b] : memref<?x?xf32>
    qd.print "{}", %v : f32
  }
}

// -----

// Each has a value of its own for the one element; all add to it without an atomic; one dimension of the range is
// missing in the index.
memref.global "private" @sum : memref<f32> = dense<0.0>
qd.kernel @one(%x: memref<?xf32>, %y: memref<4xi64>, %n: index, %k: index) {
  %c3 = arith.constant 3 : index
  %sum = memref.get_global @sum : memref<f32>
  // expected-note @+1 {{the parallel loop}}
  qd.for (%i) in (%n) {
    %number = arith.index_cast %i : index to i64
    // expected-warning @+1 {{iterations write values of their own to one element of 'y', in no order; fold them by 'reduce', or use an atomic}}
    memref.store %number, %y[%c3] : memref<4xi64>
  }
  // expected-note @+1 {{the parallel loop}}
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    // expected-note @+1 {{the read}}
    %before = memref.load %sum[] : memref<f32>
    %after = arith.addf %before, %v : f32
    // expected-warning @+1 {{iterations write elements of '@sum' that others read}}
    memref.store %after, %sum[] : memref<f32>
  }
  // expected-note @+1 {{the parallel loop}}
  qd.for (%i, %j) in (%n, %k) {
    %v = memref.load %x[%j] : memref<?xf32>
    %number = arith.fptosi %v : f32 to i64
    // expected-warning @+1 {{iterations write values of their own to one element of 'y'}}
    memref.store %number, %y[%i] : memref<4xi64>
  }
}

// -----

// Values that are the same in all iterations, but not in both places.
qd.kernel @two(%x: memref<?xf32>, %n: index, %a: f32, %b: f32) {
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{the parallel loop}}
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the other write}}
    memref.store %a, %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c1 : index
    // expected-warning @+1 {{iterations write to one element of 'x' here and in another place, in no order; let one iteration write it, or use an atomic}}
    memref.store %b, %x[%next] : memref<?xf32>
  }
}

// -----

qd.kernel @atomic(%x: memref<?xi32>, %n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  // expected-note @+1 {{the parallel loop}}
  qd.for (%i) in (%n) {
    // expected-warning @+1 {{iterations write elements of 'x' that others update, in no order; write them in a loop of its own, or by 'memref.atomic_rmw'}}
    memref.store %v, %x[%c0] : memref<?xi32>
    // expected-note @+1 {{the update}}
    %old = memref.atomic_rmw addi %v, %x[%c0] : (i32, memref<?xi32>) -> i32
  }
}

// -----

// Three iterations are needed, and there are so many. Along a diagonal, two in each dimension are.
qd.kernel @counted(%x: memref<?xf32>, %y: memref<?x?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // expected-note @+1 {{the parallel loop}}
  qd.for (%i) in (%c3) {
    // expected-note @+1 {{the read}}
    %v = memref.load %x[%i] : memref<?xf32>
    %at = arith.addi %i, %c2 : index
    // expected-warning @+1 {{iterations write elements of 'x' that others read}}
    memref.store %v, %x[%at] : memref<?xf32>
  }
  // expected-note @+1 {{the parallel loop}}
  qd.for (%i, %j) in (%n, %n) {
    // expected-note @+1 {{the read}}
    %v = memref.load %y[%j, %i] : memref<?x?xf32>
    %up = arith.addi %i, %c1 : index
    %down = arith.subi %j, %c1 : index
    // expected-warning @+1 {{iterations write elements of 'y' that others read}}
    memref.store %v, %y[%down, %up] : memref<?x?xf32>
  }
}

// -----

// Each iteration its own elements: other steps, other rows, twice as many, from another array.
qd.kernel @own(%x: memref<?xf32>, %y: memref<?x?xf32>, %z: memref<?xf32>, %n: index, %a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  qd.for (%i) in (%n) step (%c2) {
    %v = memref.load %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c1 : index
    memref.store %v, %x[%next] : memref<?xf32>
  }
  qd.for (%i) in (%n) {
    %even = arith.muli %i, %c2 : index
    %odd = arith.addi %even, %c1 : index
    %v = memref.load %x[%even] : memref<?xf32>
    memref.store %v, %x[%odd] : memref<?xf32>
  }
  qd.for (%i, %j) in (%n, %n) {
    %v = memref.load %y[%i, %j] : memref<?x?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %y[%i, %j] : memref<?x?xf32>
  }
  qd.for (%i) in (%n) {
    %v = memref.load %y[%c0, %i] : memref<?x?xf32>
    %next = arith.addi %i, %c1 : index
    memref.store %v, %y[%c1, %next] : memref<?x?xf32>
    %w = memref.load %z[%next] : memref<?xf32>
    memref.store %w, %x[%i] : memref<?xf32>
  }
}

// -----

// Nothing is known: what is added, where another access lies, which step it takes, what is left of a number.
qd.kernel @unknown(%x: memref<?xf32>, %y: memref<?xi8>, %n: index, %a: index, %b: index, %f: f32, %at: memref<?xi64>,
                   %one: i8) {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) step (%a) {
    %v = memref.load %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c1 : index
    memref.store %v, %x[%next] : memref<?xf32>
  }
  qd.for (%i) in (%n) {
    %left = arith.addi %i, %a : index
    %v = memref.load %x[%left] : memref<?xf32>
    %right = arith.addi %i, %b : index
    memref.store %v, %x[%right] : memref<?xf32>
  }
  qd.for (%i) in (%n) {
    %place = memref.load %at[%i] : memref<?xi64>
    %j = arith.index_cast %place : i64 to index
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %x[%j] : memref<?xf32>
  }
  qd.for (%i, %j) in (%n, %n) {
    %row = arith.muli %i, %a : index
    %at2 = arith.addi %row, %j : index
    memref.store %f, %x[%at2] : memref<?xf32>
    %sum = arith.addi %i, %j : index
    %v = memref.load %x[%sum] : memref<?xf32>
    qd.print "{}", %v : f32
  }
  qd.for (%i) in (%n) {
    %low = arith.index_cast %i : index to i8
    %k = arith.index_castui %low : i8 to index
    %next = arith.addi %low, %one : i8
    %l = arith.index_castui %next : i8 to index
    %v = memref.load %y[%k] : memref<?xi8>
    memref.store %v, %y[%l] : memref<?xi8>
  }
}

// -----

// No two iterations, or too few.
qd.kernel @few(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  qd.for (%i) in (%c1) {
    %v = memref.load %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c1 : index
    memref.store %v, %x[%next] : memref<?xf32>
  }
  qd.for (%i) in (%n) step (%c0) {
    %v = memref.load %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c1 : index
    memref.store %v, %x[%next] : memref<?xf32>
  }
  qd.for (%i, %j) in (%n, %c1) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c2 : index
    memref.store %v, %x[%next] : memref<?xf32>
  }
  qd.for (%i) in (%c2) {
    %v = memref.load %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c2 : index
    memref.store %v, %x[%next] : memref<?xf32>
  }
}

// -----

// Not in each iteration: in a branch, in a loop, after an assert.
qd.kernel @sometimes(%x: memref<?xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c1 : index
    %w = arith.addf %v, %v : f32
    scf.if %c {
      memref.store %w, %x[%next] : memref<?xf32>
    }
    scf.for %k = %c0 to %n step %c1 {
      memref.store %w, %x[%next] : memref<?xf32>
    }
    qd.assert %c, "no"
    memref.store %w, %x[%next] : memref<?xf32>
  }
}

// -----

// All write one value, as a constant or not; what they write over nobody saw, and what they wrote they read.
qd.kernel @same(%x: memref<?xi32>, %y: memref<?xi32>, %n: index, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %five = arith.constant 5 : i32
  %twice = arith.constant 5 : i32
  qd.for (%i) in (%n) {
    %b = arith.addi %a, %five : i32
    memref.store %b, %x[%c0] : memref<?xi32>
    %next = arith.addi %i, %c1 : index
    memref.store %five, %y[%i] : memref<?xi32>
    memref.store %twice, %y[%next] : memref<?xi32>
  }
  qd.for (%i) in (%n) {
    %own = arith.index_cast %i : index to i32
    memref.store %own, %x[%c0] : memref<?xi32>
    memref.store %five, %x[%c0] : memref<?xi32>
    %v = memref.load %x[%c0] : memref<?xi32>
    memref.store %v, %y[%i] : memref<?xi32>
  }
}

// -----

// Reads alone, atomics alone, reads that nobody uses, polling, arrays of the iteration's own, arrays that may be others.
qd.kernel @harmless(%x: memref<?xi32>, %y: memref<?xi32> {qd.may_alias}, %z: memref<?xi32> {qd.may_alias},
                    %u: memref<?xi32>, %n: index, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %next = arith.addi %i, %c1 : index
    %number = arith.index_cast %i : index to i32
    %v = memref.load %y[%i] : memref<?xi32>
    memref.store %v, %z[%next] : memref<?xi32>
    %old = memref.atomic_rmw addi %number, %x[%c0] : (i32, memref<?xi32>) -> i32
    %w = memref.load %x[%c0] : memref<?xi32>
    qd.print "{}", %w : i32
    %unused = memref.load %u[%next] : memref<?xi32>
    %polled = qd.volatile_load %u[%next] : memref<?xi32>
    memref.store %polled, %u[%i] : memref<?xi32>
    %local = memref.alloca() : memref<4xi32>
    memref.store %number, %local[%c0] : memref<4xi32>
  }
}
