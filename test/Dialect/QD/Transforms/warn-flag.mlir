// RUN: qdc-opt %s --split-input-file --qd-warn-flag --verify-diagnostics -o /dev/null

memref.global "private" @go : memref<i64> = dense<1>
qd.kernel @never(%x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  // expected-note @+1 {{the flag}}
  %go = memref.get_global @go : memref<i64>
  %zero = arith.constant 0 : i64
  // What is written ahead of the loop ends it after one iteration at best.
  memref.store %zero, %go[] : memref<i64>
  // expected-warning @+1 {{the body never writes the flag '@go', so this loop runs once or without end; store 0 to the flag where the loop is to end, or give the loop a maximum with 'max'}}
  %iterations = qd.do_while %go : memref<i64> {
    qd.for (%i) in (%n) {
      memref.store %v, %x[%i] : memref<?xf32>
    }
  }
}

// -----

// The inner loop's flag is the outer one's, which nobody writes.
// expected-note @+1 {{the flag}}
qd.kernel @nested(%flag: memref<i32>, %other: memref<i32>, %zero: i32) {
  // expected-warning @+1 {{the body never writes the flag 'flag'}}
  %a = qd.do_while %flag : memref<i32> {
    // expected-warning @+1 {{the body never writes the flag 'flag'}}
    %b = qd.do_while %flag : memref<i32> {
      memref.store %zero, %other[] : memref<i32>
    }
    // Reading it ends nothing.
    %c = memref.load %flag[] : memref<i32>
  }
}

// -----

qd.kernel @maximum(%flag: memref<i32>, %limit: i64) {
  %a = qd.do_while %flag max(%limit) : memref<i32> {
  }
}

// -----

// Anywhere in the body, and by whatever.
qd.kernel @written(%flag: memref<i32>, %zero: i32, %n: index, %c: i1) {
  %a = qd.do_while %flag : memref<i32> {
    qd.for (%i) in (%n) {
      scf.if %c {
        memref.store %zero, %flag[] : memref<i32>
      }
    }
  }
  %b = qd.do_while %flag : memref<i32> {
    %old = memref.atomic_rmw andi %zero, %flag[] : (i32, memref<i32>) -> i32
  }
  // Whoever polls it waits for somebody else.
  %d = qd.do_while %flag : memref<i32> {
    %v = qd.volatile_load %flag[] : memref<i32>
  }
}

// -----

// It ends where the assert fails.
qd.kernel @asserted(%flag: memref<i32>, %c: i1) {
  %a = qd.do_while %flag : memref<i32> {
    scf.if %c {
      qd.assert %c, "never"
    }
  }
}

// -----

// By another name: a global's, one of an array that may be the same, one that is chosen.
memref.global "private" @go : memref<i32> = dense<1>
qd.kernel @names(%zero: i32, %flag: memref<i32> {qd.may_alias}, %x: memref<?xi32> {qd.may_alias}, %y: memref<i32>,
                 %z: memref<i32>, %c: i1, %i: index) {
  %go = memref.get_global @go : memref<i32>
  %a = qd.do_while %go : memref<i32> {
    %again = memref.get_global @go : memref<i32>
    memref.store %zero, %again[] : memref<i32>
  }
  %b = qd.do_while %flag : memref<i32> {
    memref.store %zero, %x[%i] : memref<?xi32>
  }
  %d = qd.do_while %y : memref<i32> {
    %chosen = arith.select %c, %y, %z : memref<i32>
    memref.store %zero, %chosen[] : memref<i32>
  }
}

// -----

// A call may write anything.
func.func private @set(%flag: memref<i32>, %zero: i32) {
  memref.store %zero, %flag[] : memref<i32>
  return
}
qd.kernel @called(%flag: memref<i32>, %zero: i32) {
  %a = qd.do_while %flag : memref<i32> {
    func.call @set(%flag, %zero) : (memref<i32>, i32) -> ()
  }
}
