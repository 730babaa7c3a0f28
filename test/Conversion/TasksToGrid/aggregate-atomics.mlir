// RUN: qdc-opt %s --qd-name-symbols --convert-qd-to-gpu --canonicalize --split-input-file | FileCheck %s

// One element for all iterations: an accumulator for each thread, shuffles, shared memory, one atomic for a block.
qd.kernel @sum(%x: memref<?xf32>, %s: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK: llvm.mlir.global internal @[[SHARED:.*]]() {addr_space = 3 : i32{{.*}}} : !llvm.array<8 x f32>
// CHECK-LABEL: llvm.func ptx_kernelcc @sum$0(
// CHECK-SAME: grid = "resident"
qd.task @sum.0 of @sum extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  // CHECK-DAG: %[[UNCHANGING:.*]] = llvm.mlir.constant(-0.000000e+00 : f32) : f32
  // CHECK: %[[USED:.*]] = llvm.alloca {{.*}} x !llvm.array<1 x i8>
  // CHECK: %[[ACCUMULATOR:.*]] = llvm.alloca {{.*}} x !llvm.array<1 x f32>
  // CHECK: llvm.store %[[UNCHANGING]], %[[ACCUMULATOR]]
  // CHECK: %[[V:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: %[[OLD:.*]] = llvm.load %[[ACCUMULATOR]]
  // CHECK: %[[NEW:.*]] = llvm.fadd %[[OLD]], %[[V]] : f32
  // CHECK: llvm.store %[[NEW]], %[[ACCUMULATOR]]
  // CHECK-NOT: llvm.atomicrmw
  // CHECK-COUNT-5: llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32"
  // CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<3>
  // CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"
  // CHECK-COUNT-5: llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32"
  // CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, f32
  // CHECK-NOT: llvm.atomicrmw
  qd.for (%i) in (%n) {
    %c0 = arith.constant 0 : index
    %v = memref.load %x[%i] : memref<?xf32>
    memref.atomic_rmw addf %v, %s[%c0] : (f32, memref<?xf32>) -> f32
  }
}

// -----

// Two places of one array, by kinds of their own; a branch; a kernel that asserts leaves as blocks.
qd.kernel @two(%s: memref<?xi32>, %n: i32) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @two$0(
qd.task @two.0 of @two extent(#qd.size<"scalar(1)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>},
     %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  // CHECK: llvm.load volatile
  // CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"
  // CHECK: llvm.cond_br
  // CHECK-NOT: llvm.atomicrmw
  // CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"
  // CHECK: llvm.atomicrmw max
  // CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"
  // CHECK: llvm.atomicrmw add
  // CHECK-NOT: llvm.atomicrmw
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  qd.for (%i) in (%n) : i32 {
    %c1 = arith.constant 1 : index
    %odd = arith.cmpi sgt, %i, %c3 : i32
    scf.if %odd {
      memref.atomic_rmw maxs %i, %s[%c0] : (i32, memref<?xi32>) -> i32
    }
    memref.atomic_rmw addi %i, %s[%c1] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw addi %c3, %s[%c1] : (i32, memref<?xi32>) -> i32
  }
}

// -----

// The task may look at other elements of the array, and an i1 folds as others do. Its byte stays 0 or 1.
qd.kernel @beside(%s: memref<?xi32>, %any: memref<?xi1>, %seen: memref<?xi32>, %n: i32) {
  qd.return
}
// CHECK: llvm.mlir.global internal @{{.*}} : !llvm.array<8 x i8>
// CHECK-LABEL: llvm.func ptx_kernelcc @beside$0(
// CHECK-SAME: grid = "resident"
qd.task @beside.0 of @beside extent(#qd.size<"scalar(3)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %any: memref<?xi1> {qd.slot = #qd.slot<array(1)>},
     %seen: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %n: i32 {qd.slot = #qd.slot<scalar(3)>}) {
  // An old value that is used stays with its iteration.
  // CHECK: llvm.atomicrmw umax
  // CHECK-NOT: llvm.atomicrmw
  // CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"
  // CHECK: llvm.atomicrmw add %{{.*}}, %{{.*}} : !llvm.ptr<1>, i32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"
  // CHECK: llvm.atomicrmw _or %{{.*}}, %{{.*}} : !llvm.ptr<1>, i8
  // CHECK-NOT: llvm.atomicrmw
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  qd.for (%i) in (%n) : i32 {
    %value = memref.load %s[%c1] : memref<?xi32>
    memref.atomic_rmw addi %value, %s[%c0] : (i32, memref<?xi32>) -> i32
    %old = memref.atomic_rmw maxu %i, %s[%c2] : (i32, memref<?xi32>) -> i32
    %ii = arith.index_cast %i : i32 to index
    memref.store %old, %seen[%ii] : memref<?xi32>
    %found = arith.cmpi sgt, %i, %value : i32
    memref.atomic_rmw ori %found, %any[%c0] : (i1, memref<?xi1>) -> i1
  }
}

// -----

// What is loaded may be the element where one index is not known.
qd.kernel @unknown(%s: memref<?xi32>, %n: i32, %k: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @unknown$0(
// CHECK-SAME: grid = "iterations"
// CHECK-NOT: llvm.nvvm.shfl
// CHECK: llvm.atomicrmw add
// CHECK-NOT: llvm.nvvm.shfl
qd.task @unknown.0 of @unknown extent(#qd.size<"scalar(1)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>},
     %k: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) : i32 {
    %value = memref.load %s[%k] : memref<?xi32>
    memref.atomic_rmw addi %value, %s[%c0] : (i32, memref<?xi32>) -> i32
  }
}

// -----

// None of these: the old value is used, the task reads the array, it may overlap another one, kinds meet at what may be
// one element, the element is another one in each iteration.
qd.kernel @none(%a: memref<?xi32>, %b: memref<?xi32>, %c: memref<?xi32> {qd.may_alias}, %d: memref<?xi32>,
                %e: memref<?xi32>, %n: i32, %k: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @none$0(
// CHECK-SAME: grid = "iterations"
// CHECK-COUNT-6: llvm.atomicrmw
// CHECK-NOT: llvm.nvvm.shfl
qd.task @none.0 of @none extent(#qd.size<"scalar(5)">)
    (%a: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %b: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %c: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %d: memref<?xi32> {qd.slot = #qd.slot<array(3)>},
     %e: memref<?xi32> {qd.slot = #qd.slot<array(4)>}, %n: i32 {qd.slot = #qd.slot<scalar(5)>},
     %k: index {qd.slot = #qd.slot<scalar(6)>}) {
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) : i32 {
    %old = memref.atomic_rmw addi %i, %a[%c0] : (i32, memref<?xi32>) -> i32
    %seen = memref.load %b[%c0] : memref<?xi32>
    memref.atomic_rmw addi %seen, %b[%c0] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw addi %old, %c[%c0] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw addi %i, %d[%c0] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw maxs %i, %d[%k] : (i32, memref<?xi32>) -> i32
    %ii = arith.index_cast %i : i32 to index
    memref.atomic_rmw addi %i, %e[%ii] : (i32, memref<?xi32>) -> i32
  }
}

// -----

// Blocks that are not whole warps do not work together.
qd.kernel @part(%s: memref<?xi32>, %n: i32) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @part$0(
// CHECK-SAME: grid = "iterations"
// CHECK: llvm.atomicrmw add
qd.task @part.0 of @part extent(#qd.size<"scalar(1)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>}) {
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) : i32 block_dim(48) {
    memref.atomic_rmw addi %i, %s[%c0] : (i32, memref<?xi32>) -> i32
  }
}
