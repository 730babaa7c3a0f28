// RUN: qdc-opt %s --convert-tasks-to-cpu --canonicalize | FileCheck %s

// Serial code, and a parallel loop of one iteration: one thread loads, folds and stores, also where it folds again. Sums
// round by themselves, as an atomic does. i1 stays 0 or 1; elements are compared by their bits.
qd.kernel @k(%x: memref<?xi32>, %f: memref<?xf32>, %b: memref<?xi1>, %n: index) {
  qd.return
}
// CHECK-LABEL: llvm.func internal @k.0.chunk
// CHECK-NOT: {{atomic|cmpxchg}}
// CHECK: %[[OLD:.*]] = llvm.load %{{.*}} i32
// CHECK: %[[SUM:.*]] = llvm.add %[[OLD]], %{{.*}} : i32
// CHECK: llvm.store %[[SUM]], %{{.*}} i32
// CHECK-NOT: {{atomic|cmpxchg}}
// CHECK: %[[OLDF:.*]] = llvm.load %{{.*}} f32
// CHECK: %[[SUMF:.*]] = llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK: llvm.store %[[SUMF]], %{{.*}} f32
// CHECK-NOT: {{atomic|cmpxchg}}
// CHECK: %[[SEEN:.*]] = llvm.load %{{.*}} i32
// CHECK: %[[SAME:.*]] = llvm.icmp "eq"
// CHECK: %[[NEW:.*]] = llvm.select %[[SAME]]
// CHECK: llvm.store %[[NEW]], %{{.*}} i32
// CHECK-NOT: {{atomic|cmpxchg}}
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %f: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi1> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %half = arith.constant 0.5 : f32
  %true = arith.constant true
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.atomic_rmw addi %one, %x[%i] : (i32, memref<?xi32>) -> i32
    %1 = memref.load %f[%i] : memref<?xf32>
    %2 = arith.mulf %1, %half : f32
    %3 = memref.atomic_rmw addf %2, %f[%c0] : (f32, memref<?xf32>) -> f32
    %4 = qd.atomic_cas %x[%c1], %0, %one : memref<?xi32>
    %5 = memref.atomic_rmw addi %true, %b[%i] : (i1, memref<?xi1>) -> i1
  }
}

// CHECK-LABEL: llvm.func internal @k.1.chunk
// CHECK-NOT: {{atomic|cmpxchg}}
// CHECK: llvm.store %{{.*}} i32
// CHECK-NOT: {{atomic|cmpxchg}}
qd.task @k.1 of @k extent(#qd.size<"1">)
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %f: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi1> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %one = arith.constant 1 : i32
  qd.for (%i, %j) in (%c5, %c7) from (%c2, %c2) step (%c5, %c5) {
    %0 = memref.atomic_rmw addi %one, %x[%j] : (i32, memref<?xi32>) -> i32
  }
}

// Two iterations, a number that is not known, and one thread for which another one may wait.
// CHECK-LABEL: llvm.func internal @k.2.chunk
// CHECK: llvm.atomicrmw _xor
qd.task @k.2 of @k extent(#qd.size<"2">)
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %f: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi1> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  qd.for (%i) in (%c2) {
    %0 = memref.atomic_rmw xori %one, %x[%i] : (i32, memref<?xi32>) -> i32
  }
}

// CHECK-LABEL: llvm.func internal @k.3.chunk
// CHECK: llvm.atomicrmw _xor
qd.task @k.3 of @k extent(#qd.size<"scalar(3)">)
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %f: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi1> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>}) {
  %one = arith.constant 1 : i32
  qd.for (%i) in (%n) {
    %0 = memref.atomic_rmw xori %one, %x[%i] : (i32, memref<?xi32>) -> i32
  }
}

// CHECK-LABEL: llvm.func internal @k.4.chunk
// CHECK: llvm.atomicrmw _xor
qd.task @k.4 of @k extent(#qd.size<"1">)
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %f: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi1> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %0 = memref.atomic_rmw xori %one, %x[%c0] : (i32, memref<?xi32>) -> i32
  %1 = qd.volatile_load %b[%c0] : memref<?xi1>
}
