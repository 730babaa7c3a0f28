// RUN: qdc-opt --qd-forward-stores %s | FileCheck %s

// What must be forwarded.

// CHECK-LABEL: qd.kernel @same_element
qd.kernel @same_element(%x: memref<?x3xf32>, %y: memref<?xf32>, %n: index, %k: f32, %l: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    // CHECK-NOT: memref.load
    // CHECK: memref.store %k, %y[%i]
    // CHECK: memref.store %l, %y[%i]
    memref.store %k, %x[%i, %c0] : memref<?x3xf32>
    memref.store %l, %x[%i, %c1] : memref<?x3xf32>
    %a = memref.load %x[%i, %c0] : memref<?x3xf32>
    memref.store %a, %y[%i] : memref<?xf32>
    %b = memref.load %x[%i, %c1] : memref<?x3xf32>
    memref.store %b, %y[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @into_a_branch
qd.kernel @into_a_branch(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %k: f32, %c: i1) {
  qd.for (%i) in (%n) {
    // CHECK: scf.if
    // CHECK-NEXT: memref.store %k, %y[%i]
    memref.store %k, %x[%i] : memref<?xf32>
    scf.if %c {
      %a = memref.load %x[%i] : memref<?xf32>
      memref.store %a, %y[%i] : memref<?xf32>
    }
  }
}

// CHECK-LABEL: qd.kernel @local_array
qd.kernel @local_array(%y: memref<?xf32>, %n: index, %k: f32) {
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    // CHECK-NOT: memref.load
    // CHECK: memref.store %k, %y[%i]
    %t = memref.alloca() : memref<3xf32>
    memref.store %k, %t[%c0] : memref<3xf32>
    memref.store %k, %y[%c0] : memref<?xf32>
    %a = memref.load %t[%c0] : memref<3xf32>
    memref.store %a, %y[%i] : memref<?xf32>
  }
}

// What must not be forwarded: each kernel below keeps its loads.

// CHECK-LABEL: qd.kernel @another_store_between
qd.kernel @another_store_between(%x: memref<?xf32>, %n: index, %j: index, %k: f32, %l: f32) {
  qd.for (%i) in (%n) {
    // CHECK: memref.load
    memref.store %k, %x[%i] : memref<?xf32>
    memref.store %l, %x[%j] : memref<?xf32>
    %a = memref.load %x[%i] : memref<?xf32>
    qd.print "{}", %a : f32
  }
}

// CHECK-LABEL: qd.kernel @alias_between
qd.kernel @alias_between(%x: memref<?xf32> {qd.may_alias}, %y: memref<?xi32> {qd.may_alias}, %n: index, %k: f32,
                         %l: i32) {
  qd.for (%i) in (%n) {
    // CHECK: memref.load
    memref.store %k, %x[%i] : memref<?xf32>
    memref.store %l, %y[%i] : memref<?xi32>
    %a = memref.load %x[%i] : memref<?xf32>
    qd.print "{}", %a : f32
  }
}

// CHECK-LABEL: qd.kernel @out_of_a_branch
qd.kernel @out_of_a_branch(%x: memref<?xf32>, %n: index, %k: f32, %c: i1) {
  qd.for (%i) in (%n) {
    // CHECK: memref.load
    scf.if %c {
      memref.store %k, %x[%i] : memref<?xf32>
    }
    %a = memref.load %x[%i] : memref<?xf32>
    qd.print "{}", %a : f32
  }
}

// CHECK-LABEL: qd.kernel @out_of_a_loop
qd.kernel @out_of_a_loop(%x: memref<?xf32>, %n: index, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    // CHECK: memref.load
    scf.for %j = %c0 to %n step %c1 {
      memref.store %k, %x[%i] : memref<?xf32>
    }
    %a = memref.load %x[%i] : memref<?xf32>
    qd.print "{}", %a : f32
  }
}

// In the second iteration the load sees what the first one stored last.
// CHECK-LABEL: qd.kernel @across_a_back_edge
qd.kernel @across_a_back_edge(%x: memref<i32>, %go: memref<i32>, %k: i32, %l: i32) {
  // CHECK: memref.load
  memref.store %k, %x[] : memref<i32>
  %iterations = qd.do_while %go : memref<i32> {
    %a = memref.load %x[] : memref<i32>
    qd.print "{}", %a : i32
    memref.store %l, %x[] : memref<i32>
  }
}

// CHECK-LABEL: qd.kernel @in_a_while
qd.kernel @in_a_while(%x: memref<?xi32>, %n: index, %k: i32) {
  qd.for (%i) in (%n) {
    // CHECK: scf.while
    // CHECK-NEXT: memref.load
    memref.store %k, %x[%i] : memref<?xi32>
    scf.while : () -> () {
      %a = memref.load %x[%i] : memref<?xi32>
      %c = arith.cmpi slt, %a, %k : i32
      scf.condition(%c)
    } do {
      %b = memref.load %x[%i] : memref<?xi32>
      %d = arith.addi %b, %b : i32
      memref.store %d, %x[%i] : memref<?xi32>
      scf.yield
    }
  }
}

// CHECK-LABEL: qd.kernel @into_a_parallel_loop
qd.kernel @into_a_parallel_loop(%x: memref<i32>, %n: index, %k: i32) {
  // CHECK: qd.for
  // CHECK-NEXT: memref.load
  memref.store %k, %x[] : memref<i32>
  qd.for (%i) in (%n) {
    %a = memref.load %x[] : memref<i32>
    qd.print "{}", %a : i32
  }
}

// Another iteration may have raised the maximum in between.
// CHECK-LABEL: qd.kernel @array_with_atomics
qd.kernel @array_with_atomics(%x: memref<?xi32>, %n: index, %j: index, %k: i32) {
  qd.for (%i) in (%n) {
    // CHECK: memref.load
    memref.store %k, %x[%i] : memref<?xi32>
    %a = memref.load %x[%i] : memref<?xi32>
    %old = memref.atomic_rmw maxs %a, %x[%j] : (i32, memref<?xi32>) -> i32
  }
}

// CHECK-LABEL: qd.kernel @volatile
qd.kernel @volatile(%x: memref<i32>, %k: i32) -> i32 {
  // CHECK: qd.volatile_load
  memref.store %k, %x[] : memref<i32>
  %a = qd.volatile_load %x[] : memref<i32>
  qd.return %a : i32
}
