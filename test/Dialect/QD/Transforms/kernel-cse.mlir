// RUN: qdc-opt --qd-kernel-cse --split-input-file %s | FileCheck %s

// What must be merged.

// CHECK-LABEL: qd.kernel @equal_computations
qd.kernel @equal_computations(%x: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  // CHECK: qd.for
  qd.for (%i) in (%n) {
    // CHECK-NEXT: %[[V:.*]] = memref.load %x[%i]
    // CHECK-NEXT: %[[S:.*]] = arith.mulf %[[V]], %[[V]]
    // CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[S]]
    // CHECK-NEXT: memref.store %[[T]], %out[%i]
    %a = memref.load %x[%i] : memref<?xf32>
    %b = memref.load %x[%i] : memref<?xf32>
    %aa = arith.mulf %a, %a : f32
    %bb = arith.mulf %b, %b : f32
    %sum = arith.addf %aa, %bb : f32
    memref.store %sum, %out[%i] : memref<?xf32>
  }
}

// Operands that commute.
// CHECK-LABEL: qd.kernel @swapped_operands
qd.kernel @swapped_operands(%x: memref<?xi32>, %i: index, %a: i32, %b: i32) {
  // CHECK: %[[S:.*]] = arith.addi %a, %b
  // CHECK-NEXT: memref.store %[[S]]
  // CHECK-NEXT: memref.store %[[S]]
  %s = arith.addi %a, %b : i32
  memref.store %s, %x[%i] : memref<?xi32>
  %t = arith.addi %b, %a : i32
  memref.store %t, %x[%i] : memref<?xi32>
  qd.return
}

// A store to another array, and to another element of the same one, is no obstacle.
// CHECK-LABEL: qd.kernel @disjoint_stores
qd.kernel @disjoint_stores(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  // CHECK: qd.for
  qd.for (%i) in (%n) {
    // CHECK: %[[A:.*]] = memref.load %x[%i]
    %next = arith.addi %i, %c1 : index
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
    memref.store %a, %x[%next] : memref<?xf32>
    // CHECK-NOT: memref.load
    // CHECK: arith.addf %[[A]], %[[A]]
    %b = memref.load %x[%i] : memref<?xf32>
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %x[%i] : memref<?xf32>
  }
}

// A load ahead of `scf.if` serves its branches and what follows; an assert does not change memory.
// CHECK-LABEL: qd.kernel @across_control_flow
qd.kernel @across_control_flow(%x: memref<?xf32>, %out: memref<?xf32>, %n: index, %c: i1) {
  // CHECK: qd.for
  qd.for (%i) in (%n) {
    // CHECK: %[[A:.*]] = memref.load %x[%i]
    // CHECK-NOT: memref.load
    %a = memref.load %x[%i] : memref<?xf32>
    qd.print "{}", %a : f32
    scf.if %c {
      %b = memref.load %x[%i] : memref<?xf32>
      memref.store %b, %out[%i] : memref<?xf32>
    }
    scf.for %k = %i to %n step %n {
      %b = memref.load %x[%i] : memref<?xf32>
      memref.store %b, %out[%k] : memref<?xf32>
    }
    qd.assert %c, "must hold"
    %d = memref.load %x[%i] : memref<?xf32>
    memref.store %d, %out[%i] : memref<?xf32>
  }
  // CHECK: qd.kernel @end
}
qd.kernel @end() {}

// -----

// What must not be merged.

// CHECK-LABEL: qd.kernel @what_operations_differ_in
qd.kernel @what_operations_differ_in(%x: memref<?xi32>, %y: memref<?xf32>, %i: index, %a: i32, %b: i32, %f: f32) {
  // Operands that do not commute.
  // CHECK: arith.subi %a, %b
  // CHECK: arith.subi %b, %a
  %s = arith.subi %a, %b : i32
  memref.store %s, %x[%i] : memref<?xi32>
  %t = arith.subi %b, %a : i32
  memref.store %t, %x[%i] : memref<?xi32>
  // Flags, predicates and results.
  // CHECK: arith.addi %a, %b :
  // CHECK: arith.addi %a, %b overflow<nsw>
  %u = arith.addi %a, %b : i32
  memref.store %u, %x[%i] : memref<?xi32>
  %v = arith.addi %a, %b overflow<nsw> : i32
  memref.store %v, %x[%i] : memref<?xi32>
  // CHECK: arith.mulf %f, %f :
  // CHECK: arith.mulf %f, %f fastmath<reassoc>
  %g = arith.mulf %f, %f : f32
  memref.store %g, %y[%i] : memref<?xf32>
  %h = arith.mulf %f, %f fastmath<reassoc> : f32
  memref.store %h, %y[%i] : memref<?xf32>
  // CHECK: arith.cmpi slt, %a, %b
  // CHECK: arith.cmpi sle, %a, %b
  %less = arith.cmpi slt, %a, %b : i32
  %most = arith.cmpi sle, %a, %b : i32
  %c = arith.select %less, %a, %b : i32
  memref.store %c, %x[%i] : memref<?xi32>
  %d = arith.select %most, %a, %b : i32
  memref.store %d, %x[%i] : memref<?xi32>
  // CHECK: arith.sitofp %a : i32 to f32
  // CHECK: arith.sitofp %a : i32 to f64
  %narrow = arith.sitofp %a : i32 to f32
  %wide = arith.sitofp %a : i32 to f64
  qd.print "{} {}", %narrow, %wide : f32, f64
  qd.return
}

// CHECK-LABEL: qd.kernel @across_a_store_to_the_array
qd.kernel @across_a_store_to_the_array(%x: memref<?xf32>, %out: memref<?xf32>, %n: index, %j: index) {
  qd.for (%i) in (%n) {
    // CHECK: %[[A:.*]] = memref.load %x[%i]
    // CHECK: %[[B:.*]] = memref.load %x[%i]
    // CHECK: arith.addf %[[A]], %[[B]]
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %x[%j] : memref<?xf32>
    %b = memref.load %x[%i] : memref<?xf32>
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %out[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @across_a_store_to_an_alias
qd.kernel @across_a_store_to_an_alias(%x: memref<?xf32> {qd.may_alias}, %y: memref<?xf32> {qd.may_alias},
                                      %out: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    // CHECK: %[[A:.*]] = memref.load %x[%i]
    // CHECK: %[[B:.*]] = memref.load %x[%i]
    // CHECK: arith.addf %[[A]], %[[B]]
    %next = arith.addi %i, %c1 : index
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %y[%next] : memref<?xf32>
    %b = memref.load %x[%i] : memref<?xf32>
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %out[%i] : memref<?xf32>
  }
}

// The array is updated atomically in the loop: other iterations may change it between the loads, whatever stands there.
// CHECK-LABEL: qd.kernel @array_with_atomics
qd.kernel @array_with_atomics(%x: memref<?xi32>, %out: memref<?xi32>, %n: index, %j: index, %one: i32) {
  qd.for (%i) in (%n) {
    // CHECK: %[[A:.*]] = memref.load %x[%i]
    // CHECK: %[[B:.*]] = memref.load %x[%i]
    // CHECK: arith.addi %[[A]], %[[B]]
    %a = memref.load %x[%i] : memref<?xi32>
    %b = memref.load %x[%i] : memref<?xi32>
    %sum = arith.addi %a, %b : i32
    memref.store %sum, %out[%i] : memref<?xi32>
    %old = memref.atomic_rmw addi %one, %x[%j] : (i32, memref<?xi32>) -> i32
  }
}

// CHECK-LABEL: qd.kernel @across_an_atomic_in_serial_code
qd.kernel @across_an_atomic_in_serial_code(%x: memref<?xi32>, %i: index, %j: index, %one: i32) -> i32 {
  // CHECK: %[[A:.*]] = memref.load %x[%i]
  // CHECK: %[[B:.*]] = memref.load %x[%i]
  // CHECK: %[[C:.*]] = memref.load %x[%i]
  %a = memref.load %x[%i] : memref<?xi32>
  %old = memref.atomic_rmw addi %one, %x[%j] : (i32, memref<?xi32>) -> i32
  %b = memref.load %x[%i] : memref<?xi32>
  %older = qd.atomic_cas %x[%j], %one, %a : memref<?xi32>
  %c = memref.load %x[%i] : memref<?xi32>
  %ab = arith.addi %a, %b : i32
  %abc = arith.addi %ab, %c : i32
  qd.return %abc : i32
}

// CHECK-LABEL: qd.kernel @across_a_parallel_loop
qd.kernel @across_a_parallel_loop(%x: memref<?xf32>, %out: memref<?xf32>, %n: index, %k: f32) -> f32 {
  %c0 = arith.constant 0 : index
  // CHECK: memref.load %x
  // CHECK: qd.for
  // CHECK: memref.load %x
  // CHECK: memref.store
  // CHECK: memref.load %x
  %a = memref.load %x[%c0] : memref<?xf32>
  qd.for (%i) in (%n) {
    %e = memref.load %x[%c0] : memref<?xf32>
    memref.store %e, %out[%i] : memref<?xf32>
  }
  %b = memref.load %x[%c0] : memref<?xf32>
  %sum = arith.addf %a, %b : f32
  qd.return %sum : f32
}

// The bound of the inner loop, read at the start of each iteration, must see what the last iteration wrote.
// CHECK-LABEL: qd.kernel @across_a_back_edge
qd.kernel @across_a_back_edge(%count: memref<i64>, %go: memref<i32>, %x: memref<?xf32>, %k: f32, %limit: i64) {
  // CHECK: memref.load %count
  // CHECK: qd.do_while
  // CHECK-NEXT: memref.load %count
  // CHECK: memref.load %count
  %before = memref.load %count[] : memref<i64>
  %last = arith.index_cast %before : i64 to index
  memref.store %k, %x[%last] : memref<?xf32>
  %iterations = qd.do_while %go max(%limit) : memref<i32> {
    %bound = memref.load %count[] : memref<i64>
    qd.for (%i) in (%bound) : i64 {
      %at = arith.index_cast %i : i64 to index
      memref.store %k, %x[%at] : memref<?xf32>
    }
    %now = memref.load %count[] : memref<i64>
    %c1 = arith.constant 1 : i64
    %less = arith.subi %now, %c1 : i64
    memref.store %less, %count[] : memref<i64>
  }
}

// The same for a serial loop whose store comes after the load.
// CHECK-LABEL: qd.kernel @across_a_serial_back_edge
qd.kernel @across_a_serial_back_edge(%x: memref<?xf32>, %out: memref<?xf32>, %n: index, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    // CHECK: memref.load %x[%i]
    // CHECK: scf.for
    // CHECK-NEXT: memref.load %x[%i]
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %out[%i] : memref<?xf32>
    scf.for %j = %c0 to %n step %c1 {
      %b = memref.load %x[%i] : memref<?xf32>
      %c = arith.addf %b, %k : f32
      memref.store %c, %x[%i] : memref<?xf32>
    }
  }
}

// A store in one branch ends what was known after the branches, but not in the other branch; a load in a branch does
// not serve what follows.
// CHECK-LABEL: qd.kernel @store_in_a_branch
qd.kernel @store_in_a_branch(%x: memref<?xf32>, %out: memref<?xf32>, %n: index, %c: i1, %k: f32) {
  qd.for (%i) in (%n) {
    // CHECK: %[[A:.*]] = memref.load %x[%i]
    // CHECK: scf.if
    // CHECK-NEXT: memref.store %k, %x[%i]
    // CHECK-NEXT: %[[B:.*]] = memref.load %x[%i]
    // CHECK: } else {
    // CHECK-NEXT: memref.store %[[A]], %out
    // CHECK: memref.load %x[%i]
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %out[%i] : memref<?xf32>
    scf.if %c {
      memref.store %k, %x[%i] : memref<?xf32>
      %b = memref.load %x[%i] : memref<?xf32>
      memref.store %b, %out[%i] : memref<?xf32>
    } else {
      %d = memref.load %x[%i] : memref<?xf32>
      memref.store %d, %out[%i] : memref<?xf32>
    }
    %e = memref.load %x[%i] : memref<?xf32>
    memref.store %e, %out[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @volatile_loads
qd.kernel @volatile_loads(%x: memref<?xi32>, %i: index) -> i32 {
  // CHECK: qd.volatile_load
  // CHECK: qd.volatile_load
  // CHECK: qd.volatile_load
  %unused = qd.volatile_load %x[%i] : memref<?xi32>
  %a = qd.volatile_load %x[%i] : memref<?xi32>
  %b = qd.volatile_load %x[%i] : memref<?xi32>
  %sum = arith.addi %a, %b : i32
  qd.return %sum : i32
}

// Two names of one global are one array.
memref.global "public" @state : memref<4xi32> = dense<0>
// CHECK-LABEL: qd.kernel @one_global_twice
qd.kernel @one_global_twice(%i: index, %j: index, %one: i32) -> i32 {
  // CHECK: memref.load
  // CHECK: memref.store
  // CHECK: memref.load
  %g = memref.get_global @state : memref<4xi32>
  %a = memref.load %g[%i] : memref<4xi32>
  %h = memref.get_global @state : memref<4xi32>
  memref.store %one, %h[%j] : memref<4xi32>
  %b = memref.load %g[%i] : memref<4xi32>
  %sum = arith.addi %a, %b : i32
  qd.return %sum : i32
}

// An array that comes out of control flow may be any array.
// CHECK-LABEL: qd.kernel @array_of_unseen_origin
qd.kernel @array_of_unseen_origin(%x: memref<?xi32>, %y: memref<?xi32>, %c: i1, %i: index, %one: i32) -> i32 {
  // CHECK: memref.load %x[%i]
  // CHECK: memref.store
  // CHECK: memref.load %x[%i]
  %a = memref.load %x[%i] : memref<?xi32>
  %z = scf.if %c -> memref<?xi32> {
    scf.yield %x : memref<?xi32>
  } else {
    scf.yield %y : memref<?xi32>
  }
  memref.store %one, %z[%i] : memref<?xi32>
  %b = memref.load %x[%i] : memref<?xi32>
  %sum = arith.addi %a, %b : i32
  qd.return %sum : i32
}
