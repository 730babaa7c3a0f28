// RUN: qdc-opt --pass-pipeline='builtin.module(qd.kernel(qd-size-temporaries),qd-offload,qd-verify-offload)' %s | FileCheck %s
// RUN: not qdc-opt --qd-offload %s 2>&1 | FileCheck %s --check-prefix=UNSIZED
// UNSIZED: 'memref.alloc' op has no 'qd.extents'; run qd-size-temporaries

// A task that needs a temporary finds it at the start of its region, with the extents of the source.
// CHECK-LABEL: qd.kernel @shared(
// CHECK: temporaries = [#qd.temporary<memref<?x4xf32> extents [<"dim(0, 0)">, <"4">] in 1 at {{.*}}>]
// CHECK-LABEL: qd.task @shared.0
// CHECK: %[[N:.*]] = memref.dim %x
// CHECK: %[[T:.*]] = qd.temporary 1(%[[N]]) : memref<?x4xf32>
// CHECK: qd.for
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK-LABEL: qd.task @shared.1
// CHECK: qd.temporary 1(
qd.kernel @shared(%x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %t = memref.alloc(%n) : memref<?x4xf32>
  qd.for (%i) in (%n) {
    memref.store %v, %t[%i, %c1] : memref<?x4xf32>
  }
  qd.for (%i) in (%n) {
    %w = memref.load %t[%i, %c1] : memref<?x4xf32>
    memref.store %w, %x[%i] : memref<?xf32>
  }
}

// Those that are in use one after the other share a region, equal sizes first; %c is in use along with both.
// CHECK-LABEL: qd.kernel @one_after_the_other(
// CHECK-SAME: #qd.temporary<memref<?xf32> extents [<"scalar(0)">] in 1 at
// CHECK-SAME: #qd.temporary<memref<8xf32> extents [<"8">] in 2 at
// CHECK-SAME: #qd.temporary<memref<2xf32> extents [<"2">] in 3 at
// CHECK-SAME: #qd.temporary<memref<8xi32> extents [<"8">] in 2 at
// CHECK-SAME: #qd.temporary<memref<7xf32> extents [<"7">] in 3 at
qd.kernel @one_after_the_other(%n: index, %v: f32) {
  %zero = arith.constant 0 : i32
  %c = memref.alloc(%n) : memref<?xf32>
  %a = memref.alloc() : memref<8xf32>
  %small = memref.alloc() : memref<2xf32>
  %b = memref.alloc() : memref<8xi32>
  %odd = memref.alloc() : memref<7xf32>
  qd.for (%i) in (%n) {
    memref.store %v, %c[%i] : memref<?xf32>
    memref.store %v, %a[%i] : memref<8xf32>
    memref.store %v, %small[%i] : memref<2xf32>
  }
  qd.for (%i) in (%n) {
    memref.store %zero, %b[%i] : memref<8xi32>
    memref.store %v, %odd[%i] : memref<7xf32>
  }
  qd.for (%i) in (%n) {
    %w = memref.load %c[%i] : memref<?xf32>
    qd.print "{}", %w : f32
  }
}

// One task of both is a use of both at once.
// CHECK-LABEL: qd.kernel @in_one_task(
// CHECK-SAME: in 1 at
// CHECK-SAME: in 2 at
qd.kernel @in_one_task(%v: f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  memref.store %v, %a[%c0] : memref<8xf32>
  memref.store %v, %b[%c0] : memref<8xf32>
}

// What stands outside of a loop is in use during all of it; those of its body share, and those of branches.
// CHECK-LABEL: qd.kernel @in_loops(
// CHECK-SAME: #qd.temporary<memref<1xf32> extents [<"1">] in 1 at
// CHECK-SAME: #qd.temporary<memref<2xf32> extents [<"2">] in 2 at
// CHECK-SAME: #qd.temporary<memref<3xf32> extents [<"3">] in 2 at
// CHECK-SAME: #qd.temporary<memref<4xf32> extents [<"4">] in 2 at
// CHECK-SAME: #qd.temporary<memref<5xf32> extents [<"5">] in 2 at
qd.kernel @in_loops(%n: index, %c: i1, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outer = memref.alloc() : memref<1xf32>
  scf.for %step = %c0 to %n step %c1 {
    %first = memref.alloc() : memref<2xf32>
    %second = memref.alloc() : memref<3xf32>
    qd.for (%i) in (%n) {
      memref.store %v, %outer[%i] : memref<1xf32>
    }
    qd.for (%i) in (%n) {
      memref.store %v, %first[%i] : memref<2xf32>
    }
    qd.for (%i) in (%n) {
      memref.store %v, %second[%i] : memref<3xf32>
    }
    scf.if %c {
      %then = memref.alloc() : memref<4xf32>
      qd.for (%i) in (%n) {
        memref.store %v, %then[%i] : memref<4xf32>
      }
    } else {
      %else = memref.alloc() : memref<5xf32>
      qd.for (%i) in (%n) {
        memref.store %v, %else[%i] : memref<5xf32>
      }
    }
  }
}

// A flag has a region for itself.
// CHECK-LABEL: qd.kernel @flag(
// CHECK-SAME: #qd.temporary<memref<4xi32> extents [<"4">] in 1 at
// CHECK-SAME: #qd.temporary<memref<i32> extents [] in 2 at
// CHECK: qd.graph_do_while flag <region(2)>
qd.kernel @flag(%n: index, %v: i32) {
  %before = memref.alloc() : memref<4xi32>
  %go = memref.alloc() : memref<i32>
  qd.for (%i) in (%n) {
    memref.store %v, %before[%i] : memref<4xi32>
  }
  %rounds = qd.do_while %go : memref<i32> {
    %w = memref.load %go[] : memref<i32>
    %u = arith.subi %w, %v : i32
    memref.store %u, %go[] : memref<i32>
  }
}

// Control that holds no parallel loop, as passes may leave it, is part of a task.
// CHECK-LABEL: qd.task @in_a_task.0
// CHECK: qd.temporary 1(
// CHECK: scf.if
// CHECK-NOT: memref.alloc
qd.kernel @in_a_task(%c: i1, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    %m = arith.addi %n, %c1 : index
    %t = memref.alloc(%m) : memref<?xf32>
    memref.store %v, %t[%c0] : memref<?xf32>
  }
}
