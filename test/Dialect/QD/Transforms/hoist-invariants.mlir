// RUN: qdc-opt --qd-hoist-invariants %s | FileCheck %s

// What must move.

// CHECK-LABEL: qd.kernel @pure_out_of_both_loops
qd.kernel @pure_out_of_both_loops(%x: memref<?xf32>, %n: index, %k: f32) {
  %c1 = arith.constant 1 : index
  // CHECK: arith.mulf %k, %k
  // CHECK: qd.for
  qd.for (%i) in (%n) {
    scf.for %j = %i to %n step %c1 {
      %kk = arith.mulf %k, %k : f32
      memref.store %kk, %x[%j] : memref<?xf32>
    }
  }
}

// The bound is read once for all iterations: nothing writes it.
// CHECK-LABEL: qd.kernel @load_out_of_a_device_loop
qd.kernel @load_out_of_a_device_loop(%count: memref<?xi64>, %go: memref<i32>, %x: memref<?xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  // CHECK: memref.load %count
  // CHECK: qd.do_while
  %iterations = qd.do_while %go : memref<i32> {
    %bound = memref.load %count[%c0] : memref<?xi64>
    qd.for (%i) in (%bound) : i64 {
      %at = arith.index_cast %i : i64 to index
      memref.store %k, %x[%at] : memref<?xf32>
    }
  }
}

// A load of rank 0, or inside a static shape, can do no harm in a loop that runs zero times.
// CHECK-LABEL: qd.kernel @harmless_loads
qd.kernel @harmless_loads(%a: memref<f32>, %b: memref<4xf32>, %x: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  qd.for (%i) in (%n) {
    // CHECK: memref.load %a[]
    // CHECK: memref.load %b[%c3]
    // CHECK: scf.for
    scf.for %j = %i to %n step %c1 {
      %u = memref.load %a[] : memref<f32>
      %v = memref.load %b[%c3] : memref<4xf32>
      %s = arith.addf %u, %v : f32
      memref.store %s, %x[%j] : memref<?xf32>
    }
  }
}

// CHECK-LABEL: qd.kernel @constant_trip_count
qd.kernel @constant_trip_count(%a: memref<?xf32>, %x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  qd.for (%i) in (%n) {
    // CHECK: memref.load %a[%i]
    // CHECK: scf.for
    scf.for %j = %c0 to %c3 step %c1 {
      %u = memref.load %a[%i] : memref<?xf32>
      memref.store %u, %x[%j] : memref<?xf32>
    }
  }
}

// What must stay.

// The loop may run zero times, and then the element may not exist.
// CHECK-LABEL: qd.kernel @load_out_of_bounds
qd.kernel @load_out_of_bounds(%a: memref<?xf32>, %b: memref<4xf32>, %x: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%n) {
    // CHECK: scf.for
    // CHECK: memref.load %a[%i]
    // CHECK: memref.load %b[%c4]
    scf.for %j = %i to %n step %c1 {
      %u = memref.load %a[%i] : memref<?xf32>
      %v = memref.load %b[%c4] : memref<4xf32>
      %s = arith.addf %u, %v : f32
      memref.store %s, %x[%j] : memref<?xf32>
    }
  }
}

// The assert protects the load.
// CHECK-LABEL: qd.kernel @load_behind_an_assert
qd.kernel @load_behind_an_assert(%a: memref<?xf32>, %x: memref<?xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  qd.for (%i) in (%n) {
    // CHECK: scf.for
    // CHECK: qd.assert
    // CHECK-NEXT: memref.load
    scf.for %j = %c0 to %c3 step %c1 {
      qd.assert %c, "must be in bounds"
      %u = memref.load %a[%i] : memref<?xf32>
      memref.store %u, %x[%j] : memref<?xf32>
    }
  }
}

// CHECK-LABEL: qd.kernel @load_in_a_branch
qd.kernel @load_in_a_branch(%a: memref<?xf32>, %go: memref<i32>, %x: memref<?xf32>, %i: index, %c: i1) {
  // CHECK: scf.if
  // CHECK-NEXT: memref.load
  %iterations = qd.do_while %go : memref<i32> {
    scf.if %c {
      %u = memref.load %a[%i] : memref<?xf32>
      memref.store %u, %x[%i] : memref<?xf32>
    }
  }
}

// The bound read in the loop must see what the body wrote.
// CHECK-LABEL: qd.kernel @bound_that_the_body_writes
qd.kernel @bound_that_the_body_writes(%count: memref<i64>, %go: memref<i32>, %x: memref<?xf32>, %k: f32) {
  // CHECK: qd.do_while
  // CHECK-NEXT: memref.load %count
  %iterations = qd.do_while %go : memref<i32> {
    %bound = memref.load %count[] : memref<i64>
    qd.for (%i) in (%bound) : i64 {
      %at = arith.index_cast %i : i64 to index
      memref.store %k, %x[%at] : memref<?xf32>
      memref.store %i, %count[] : memref<i64>
    }
  }
}

// CHECK-LABEL: qd.kernel @bound_that_an_alias_writes
qd.kernel @bound_that_an_alias_writes(%count: memref<i64> {qd.may_alias}, %go: memref<i32>,
                                      %x: memref<?xi64> {qd.may_alias}) {
  // CHECK: qd.do_while
  // CHECK-NEXT: memref.load %count
  %iterations = qd.do_while %go : memref<i32> {
    %bound = memref.load %count[] : memref<i64>
    qd.for (%i) in (%bound) : i64 {
      %at = arith.index_cast %i : i64 to index
      memref.store %i, %x[%at] : memref<?xi64>
    }
  }
}

// A load ahead of a parallel loop would be a task of its own; so would what is computed from one.
// CHECK-LABEL: qd.kernel @out_of_a_parallel_loop
qd.kernel @out_of_a_parallel_loop(%a: memref<f32>, %x: memref<?xf32>, %n: index) {
  %s = memref.load %a[] : memref<f32>
  // CHECK: qd.for
  // CHECK-NEXT: arith.mulf
  // CHECK-NEXT: memref.load %a[]
  qd.for (%i) in (%n) {
    %ss = arith.mulf %s, %s : f32
    %t = memref.load %a[] : memref<f32>
    %sum = arith.addf %ss, %t : f32
    memref.store %sum, %x[%i] : memref<?xf32>
  }
}

// A lock: another iteration may change the element at any time.
// CHECK-LABEL: qd.kernel @array_with_atomics
qd.kernel @array_with_atomics(%turn: memref<i32>, %n: index, %k: i32) {
  qd.for (%i) in (%n) {
    // CHECK: scf.while
    // CHECK-NEXT: memref.load
    scf.while : () -> () {
      %a = memref.load %turn[] : memref<i32>
      %c = arith.cmpi slt, %a, %k : i32
      scf.condition(%c)
    } do {
      scf.yield
    }
    %old = memref.atomic_rmw addi %k, %turn[] : (i32, memref<i32>) -> i32
  }
}

// CHECK-LABEL: qd.kernel @volatile
qd.kernel @volatile(%a: memref<i32>, %go: memref<i32>, %x: memref<i32>) {
  // CHECK: qd.do_while
  // CHECK-NEXT: qd.volatile_load
  %iterations = qd.do_while %go : memref<i32> {
    %u = qd.volatile_load %a[] : memref<i32>
    memref.store %u, %x[] : memref<i32>
  }
}

// A division by zero must not run early.
// CHECK-LABEL: qd.kernel @division
qd.kernel @division(%x: memref<?xi32>, %n: index, %a: i32, %b: i32) {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    // CHECK: scf.for
    // CHECK: arith.divsi
    scf.for %j = %i to %n step %c1 {
      %q = arith.divsi %a, %b : i32
      memref.store %q, %x[%j] : memref<?xi32>
    }
  }
}
