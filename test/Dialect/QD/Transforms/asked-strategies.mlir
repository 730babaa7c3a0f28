// What a loop asks for by 'qd.strategy' comes through every pass of the phase, and reaches the node of the graph.
// RUN: qdc-opt %s --split-input-file --qd-verify-kernels --qd-simplify | FileCheck %s
// RUN: qdc-opt %s --split-input-file --qd-verify-kernels --qd-simplify --qd-offload --qd-verify-offload | FileCheck %s --check-prefix=GRAPH

// On each kind of loop, also in other control; "auto" asks for nothing.
// CHECK-LABEL: qd.kernel @kinds(
// CHECK: qd.do_while %go : memref<i32> attributes {qd.strategy = "block"} {
// CHECK: } {qd.strategy = "replay"}
// CHECK: } attributes {qd.strategy = "grid"}
// CHECK: qd.do_while %go : memref<i32> attributes {qd.strategy = "auto"} {

// GRAPH-LABEL: qd.kernel @kinds(
// GRAPH: qd.graph_do_while {{.*}} attributes {strategy = "block"} {
// GRAPH: qd.graph_if
// GRAPH: qd.graph_repeat {{.*}} attributes {strategy = "replay"} {
// GRAPH: qd.graph_while {{.*}} attributes {strategy = "grid"} {
// GRAPH: qd.graph_do_while flag <array(1)> on_max(stop) counts at {{[0-9]+}} {
qd.kernel @kinds(%x: memref<?xi32>, %go: memref<i32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = qd.do_while %go : memref<i32> attributes {qd.strategy = "block"} {
    scf.if %c {
      scf.for %k = %c0 to %n step %c1 {
        qd.for (%i) in (%n) {
          %v = arith.index_cast %k : index to i32
          memref.store %v, %x[%i] : memref<?xi32>
        }
      } {qd.strategy = "replay"}
    }
  }
  scf.while : () -> () {
    %f = memref.load %go[] : memref<i32>
    %zero = arith.constant 0 : i32
    %more = arith.cmpi ne, %f, %zero : i32
    scf.condition(%more)
  } do {
    qd.for (%i) in (%n) {
      %v = arith.index_cast %i : index to i32
      memref.atomic_rmw addi %v, %go[] : (i32, memref<i32>) -> i32
    }
    scf.yield
  } attributes {qd.strategy = "grid"}
  %b = qd.do_while %go : memref<i32> attributes {qd.strategy = "auto"} {
    qd.for (%i) in (%n) {
      %v = arith.index_cast %i : index to i32
      memref.store %v, %x[%i] : memref<?xi32>
    }
  }
}

// -----

// Inlining: the loop comes from a helper, and what makes it one of the graph from another, as an scf.parallel.
// Specialisation makes the kernel twice.
func.func private @body(%x: memref<?xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %k, %x[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
func.func private @steps(%x: memref<?xf32>, %k: f32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %s = %c0 to %n step %c1 : i32 {
    func.call @body(%x, %k) : (memref<?xf32>, f32) -> ()
  } {qd.strategy = "grid"}
  return
}
// CHECK-LABEL: qd.kernel @inlined$n$8(
// CHECK: qd.for
// CHECK: } {qd.strategy = "grid"}
// CHECK-LABEL: qd.kernel @inlined(
// CHECK: qd.for
// CHECK: } {qd.strategy = "grid"}
// GRAPH-LABEL: qd.kernel @inlined(
// GRAPH: qd.graph_repeat {{.*}} attributes {strategy = "grid"} {
qd.kernel @inlined(%x: memref<?xf32>, %k: f32, %n: i32 {qd.specialize = [8]}) {
  func.call @steps(%x, %k, %n) : (memref<?xf32>, f32, i32) -> ()
}

// -----

// Hoisting takes a load out of the loop, and fusion makes one parallel loop of two.
// CHECK-LABEL: qd.kernel @hoisted(
// CHECK: memref.load %k[]
// CHECK-NEXT: qd.do_while %go : memref<i32> attributes {qd.strategy = "grid"} {
// CHECK-NEXT: qd.for
// CHECK-NOT: qd.for
// CHECK: qd.kernel @hoisted_for(
// CHECK: memref.load %k[]
// CHECK-NEXT: scf.for
// CHECK: } {qd.strategy = "grid"}
qd.kernel @hoisted(%x: memref<?xf32>, %k: memref<f32>, %go: memref<i32>, %n: index) {
  %a = qd.do_while %go : memref<i32> attributes {qd.strategy = "grid"} {
    %f = memref.load %k[] : memref<f32>
    qd.for (%i) in (%n) {
      memref.store %f, %x[%i] : memref<?xf32>
    }
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.addf %v, %f : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
}
qd.kernel @hoisted_for(%x: memref<?xf32>, %k: memref<f32>, %n: index, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %s = %c0 to %steps step %c1 {
    %f = memref.load %k[] : memref<f32>
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.addf %v, %f : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  } {qd.strategy = "grid"}
}

// -----

// The canonicalizer makes an scf.for anew: one carried value never changes, another one's last value is not used.
// CHECK-LABEL: qd.kernel @carried_for(
// CHECK: scf.for {{.*}} iter_args(%{{[a-z0-9]+}} = %a) -> (i32) {
// CHECK: } {qd.strategy = "grid"}
// GRAPH-LABEL: qd.kernel @carried_for(
// GRAPH: qd.graph_repeat {{.*}} attributes {strategy = "grid"} {
qd.kernel @carried_for(%x: memref<?xi32>, %a: i32, %b: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %s = %c0 to %n step %c1 iter_args(%p = %a, %q = %b, %unused = %b) -> (i32, i32, i32) {
    qd.for (%i) in (%n) {
      %v = arith.addi %p, %q : i32
      memref.store %v, %x[%i] : memref<?xi32>
    }
    %next = memref.load %x[%c0] : memref<?xi32>
    scf.yield %next, %q, %next : i32, i32, i32
  } {qd.strategy = "grid"}
  qd.return %r#0 : i32
}

// -----

// Likewise an scf.while: a value that never changes, the same value twice, one that is not used.
// CHECK-LABEL: qd.kernel @carried_while(
// CHECK: scf.while (%{{[a-z0-9]+}} = %a) : (i32) -> i32 {
// CHECK: } attributes {qd.strategy = "grid"}
// GRAPH-LABEL: qd.kernel @carried_while(
// GRAPH: qd.graph_while {{.*}} attributes {strategy = "grid"} {
qd.kernel @carried_while(%x: memref<?xi32>, %a: i32, %b: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %r:3 = scf.while (%p = %a, %q = %b) : (i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi slt, %p, %b : i32
    scf.condition(%more) %p, %p, %q : i32, i32, i32
  } do {
  ^bb0(%p: i32, %same: i32, %q: i32):
    qd.for (%i) in (%n) {
      %v = arith.addi %p, %q : i32
      memref.store %v, %x[%i] : memref<?xi32>
    }
    %next = memref.load %x[%c0] : memref<?xi32>
    scf.yield %next, %q : i32, i32
  } attributes {qd.strategy = "grid"}
  qd.return %r#0 : i32
}

// -----

// Upstream's pattern for values that swap their places loses attributes, so it must be off (SimplifyPipeline.cpp).
// CHECK-LABEL: qd.kernel @swapping_while(
// CHECK: scf.while
// CHECK: } attributes {qd.strategy = "grid"}
// GRAPH-LABEL: qd.kernel @swapping_while(
// GRAPH: qd.graph_while {{.*}} attributes {strategy = "grid"} {
qd.kernel @swapping_while(%x: memref<?xi32>, %a: i32, %b: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.while (%p = %a, %q = %b) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi slt, %p, %q : i32
    scf.condition(%more) %q, %p : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    qd.for (%i) in (%n) {
      memref.store %p, %x[%i] : memref<?xi32>
    }
    %v = memref.load %x[%c0] : memref<?xi32>
    %next = arith.addi %q, %v : i32
    scf.yield %q, %next : i32, i32
  } attributes {qd.strategy = "grid"}
  qd.return %r#0, %r#1 : i32, i32
}

// -----

// So does the one that moves a branch from ahead of the decision to after it.
// CHECK-LABEL: qd.kernel @branching_while(
// CHECK: scf.while
// CHECK: } attributes {qd.strategy = "grid"}
// GRAPH-LABEL: qd.kernel @branching_while(
// GRAPH: qd.graph_while {{.*}} attributes {strategy = "grid"} {
qd.kernel @branching_while(%x: memref<?xi32>, %a: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %r = scf.while (%p = %a) : (i32) -> i32 {
    %v = memref.load %x[%c0] : memref<?xi32>
    %more = arith.cmpi slt, %p, %v : i32
    scf.if %more {
      qd.for (%i) in (%n) {
        memref.store %v, %x[%i] : memref<?xi32>
      }
    }
    scf.condition(%more) %v : i32
  } do {
  ^bb0(%p: i32):
    scf.yield %p : i32
  } attributes {qd.strategy = "grid"}
  qd.return %r : i32
}
