// RUN: qdc-opt %s --canonicalize | FileCheck %s
// RUN: qdc-opt %s --cse | FileCheck %s --check-prefix=CSE

// CHECK-LABEL: qd.kernel @assertions
qd.kernel @assertions(%x: i1) {
  %true = arith.constant true
  %false = arith.constant false
  // CHECK-NOT: "always true"
  qd.assert %true, "always true"
  // CHECK: qd.assert %false, "always false"
  qd.assert %false, "always false"
  // CHECK: qd.assert %x, "unknown"
  qd.assert %x, "unknown"
}

// CHECK-LABEL: qd.kernel @empty_ranges
qd.kernel @empty_ranges(%x: memref<?xi32>, %n: index, %m: i32) {
  %c-1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c0_i32 = arith.constant 0 : i32
  %c3_i32 = arith.constant 3 : i32
  // CHECK-NOT: name("empty
  qd.for (%i) in (%c0) name("empty upper bound") {
    memref.store %m, %x[%i] : memref<?xi32>
  }
  qd.for (%i, %j) in (%n, %c-1) name("empty second dimension") {
    memref.store %m, %x[%i] : memref<?xi32>
  }
  qd.for (%i) in (%c4) from (%c4) name("empty lower bound") {
    memref.store %m, %x[%i] : memref<?xi32>
  }
  qd.for (%i) in (%n) step (%c0) name("empty by a step of zero") {
    memref.store %m, %x[%i] : memref<?xi32>
  }
  qd.for (%i) in (%c0_i32) from (%c3_i32) : i32 name("empty i32") {
    memref.store %i, %x[%n] : memref<?xi32>
  }
  // A loop without effects vanishes too.
  qd.for (%i) in (%n) name("empty body") {}

  // CHECK: name("unknown upper bound")
  qd.for (%i) in (%n) name("unknown upper bound") {
    memref.store %m, %x[%i] : memref<?xi32>
  }
  // CHECK: name("unknown lower bound")
  qd.for (%i) in (%c4) from (%n) name("unknown lower bound") {
    memref.store %m, %x[%i] : memref<?xi32>
  }
  // CHECK: name("negative lower bound")
  qd.for (%i) in (%c0) from (%c-1) name("negative lower bound") {
    memref.store %m, %x[%n] : memref<?xi32>
  }
}

// A reduction over an empty range still gives the neutral element.
// CHECK-LABEL: qd.kernel @empty_reduction
qd.kernel @empty_reduction() -> index {
  %c0 = arith.constant 0 : index
  // CHECK: %[[SUM:.*]] = qd.for
  %sum = qd.for (%i) in (%c0) reduce(addi) -> index {
    qd.yield %i : index
  }
  // CHECK: qd.return %[[SUM]] : index
  qd.return %sum : index
}

// The body of a do-while loop runs at least once, whatever the maximum.
// CHECK-LABEL: qd.kernel @device_loop
qd.kernel @device_loop(%go: memref<i32>, %x: memref<i32>) {
  %c0_i32 = arith.constant 0 : i32
  %c0_i64 = arith.constant 0 : i64
  // CHECK: qd.do_while
  %n = qd.do_while %go max(%c0_i64) : memref<i32> {
    // CHECK: memref.store
    memref.store %c0_i32, %x[] : memref<i32>
  }
}

// Nothing uses the result of a reduction whose kernel ignores it.
// CHECK-LABEL: qd.kernel @unused_sum
// CSE-LABEL: qd.kernel @unused_sum
qd.kernel @unused_sum(%n: index) {
  // CHECK-NEXT: {{^  }$}}
  // CSE-NEXT: {{^  }$}}
  %sum = qd.for (%i) in (%n) reduce(addi) -> index {
    qd.yield %i : index
  }
}

// In a task its values go to the partials.
// CHECK-LABEL: qd.task @sum.0
// CSE-LABEL: qd.task @sum.0
qd.task @sum.0 of @sum extent(#qd.size<"1">) partials [0] (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  // CHECK-NEXT: qd.for
  // CSE-NEXT: qd.for
  %sum = qd.for (%i) in (%n) reduce(addi) -> index {
    // CHECK-NEXT: qd.yield
    // CSE-NEXT: qd.yield
    qd.yield %i : index
  }
}

// A task's loop without effects is dead.
// CHECK-LABEL: qd.task @nothing.0
// CSE-LABEL: qd.task @nothing.0
qd.task @nothing.0 of @nothing extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  // CHECK-NEXT: {{^  }$}}
  // CSE-NEXT: {{^  }$}}
  qd.for (%i) in (%n) {}
}
