// RUN: qdc-opt --qd-remove-dead-stores %s | FileCheck %s

// What must go.

// CHECK-LABEL: qd.kernel @overwritten
qd.kernel @overwritten(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %k: f32, %l: f32) {
  qd.for (%i) in (%n) {
    // CHECK-NOT: memref.store %k
    // CHECK: memref.store %l, %x[%i]
    memref.store %k, %x[%i] : memref<?xf32>
    %a = memref.load %y[%i] : memref<?xf32>
    qd.print "{}", %a : f32
    memref.store %l, %x[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @overwritten_across_an_if
qd.kernel @overwritten_across_an_if(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %k: f32, %l: f32, %c: i1) {
  qd.for (%i) in (%n) {
    // CHECK-NOT: memref.store %k
    // CHECK: scf.if
    memref.store %k, %x[%i] : memref<?xf32>
    scf.if %c {
      memref.store %l, %y[%i] : memref<?xf32>
    }
    memref.store %l, %x[%i] : memref<?xf32>
  }
}

// What must stay: each kernel below keeps its store of %k.

// CHECK-LABEL: qd.kernel @read_between
qd.kernel @read_between(%x: memref<?xf32>, %n: index, %j: index, %k: f32, %l: f32) {
  qd.for (%i) in (%n) {
    // CHECK: memref.store %k
    memref.store %k, %x[%i] : memref<?xf32>
    %a = memref.load %x[%j] : memref<?xf32>
    qd.print "{}", %a : f32
    memref.store %l, %x[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @alias_read_between
qd.kernel @alias_read_between(%x: memref<?xf32> {qd.may_alias}, %y: memref<?xf32> {qd.may_alias}, %n: index, %k: f32,
                              %l: f32) {
  qd.for (%i) in (%n) {
    // CHECK: memref.store %k
    memref.store %k, %x[%i] : memref<?xf32>
    %a = memref.load %y[%i] : memref<?xf32>
    qd.print "{}", %a : f32
    memref.store %l, %x[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @read_in_a_branch
qd.kernel @read_in_a_branch(%x: memref<?xf32>, %n: index, %k: f32, %l: f32, %c: i1) {
  qd.for (%i) in (%n) {
    // CHECK: memref.store %k
    memref.store %k, %x[%i] : memref<?xf32>
    scf.if %c {
      %a = memref.load %x[%i] : memref<?xf32>
      qd.print "{}", %a : f32
    }
    memref.store %l, %x[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @overwritten_in_a_branch_only
qd.kernel @overwritten_in_a_branch_only(%x: memref<?xf32>, %n: index, %k: f32, %l: f32, %c: i1) {
  qd.for (%i) in (%n) {
    // CHECK: memref.store %k
    memref.store %k, %x[%i] : memref<?xf32>
    scf.if %c {
      memref.store %l, %x[%i] : memref<?xf32>
    }
  }
}

// After a failed assert the memory is as the program left it.
// CHECK-LABEL: qd.kernel @assert_between
qd.kernel @assert_between(%x: memref<?xf32>, %n: index, %k: f32, %l: f32, %c: i1) {
  qd.for (%i) in (%n) {
    // CHECK: memref.store %k
    memref.store %k, %x[%i] : memref<?xf32>
    qd.assert %c, "must hold"
    memref.store %l, %x[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @assert_in_a_loop_between
qd.kernel @assert_in_a_loop_between(%x: memref<?xf32>, %n: index, %k: f32, %l: f32, %c: i1) {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    // CHECK: memref.store %k
    memref.store %k, %x[%i] : memref<?xf32>
    scf.for %j = %i to %n step %c1 {
      qd.assert %c, "must hold"
    }
    memref.store %l, %x[%i] : memref<?xf32>
  }
}

// The loop reads its flag.
// CHECK-LABEL: qd.kernel @flag
qd.kernel @flag(%go: memref<i32>, %k: i32, %l: i32) {
  // CHECK: memref.store %k
  memref.store %k, %go[] : memref<i32>
  %iterations = qd.do_while %go : memref<i32> {
    qd.print "again"
  }
  memref.store %l, %go[] : memref<i32>
}

// CHECK-LABEL: qd.kernel @flag_in_the_body
qd.kernel @flag_in_the_body(%go: memref<i32>, %k: i32, %l: i32) {
  // CHECK: qd.do_while
  // CHECK-NEXT: memref.store %k
  %iterations = qd.do_while %go : memref<i32> {
    memref.store %k, %go[] : memref<i32>
  }
  memref.store %l, %go[] : memref<i32>
}

// CHECK-LABEL: qd.kernel @parallel_loop_between
qd.kernel @parallel_loop_between(%x: memref<i32>, %y: memref<?xi32>, %n: index, %k: i32, %l: i32) {
  // CHECK: memref.store %k
  memref.store %k, %x[] : memref<i32>
  qd.for (%i) in (%n) {
    %a = memref.load %x[] : memref<i32>
    memref.store %a, %y[%i] : memref<?xi32>
  }
  memref.store %l, %x[] : memref<i32>
}

// CHECK-LABEL: qd.kernel @array_with_atomics
qd.kernel @array_with_atomics(%x: memref<?xi32>, %n: index, %j: index, %k: i32, %l: i32) {
  qd.for (%i) in (%n) {
    // CHECK: memref.store %k
    memref.store %k, %x[%i] : memref<?xi32>
    memref.store %l, %x[%i] : memref<?xi32>
    %old = memref.atomic_rmw addi %k, %x[%j] : (i32, memref<?xi32>) -> i32
  }
}

// CHECK-LABEL: qd.kernel @volatile_read_between
qd.kernel @volatile_read_between(%x: memref<i32>, %k: i32, %l: i32) -> i32 {
  // CHECK: memref.store %k
  memref.store %k, %x[] : memref<i32>
  %a = qd.volatile_load %x[] : memref<i32>
  memref.store %l, %x[] : memref<i32>
  qd.return %a : i32
}
