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

// A size that a task computes is a word. What stands ahead of the array is another task than what comes after it.
// CHECK-LABEL: qd.kernel @computed(
// CHECK-SAME: temporaries = [#qd.temporary<memref<?x?xf32> extents [<"word(8)">, <"dim(0, 0)">] in 1 at
// CHECK: qd.task @computed.0 of
// CHECK-NOT: qd.temporary
// CHECK: qd.write_word %{{.*}}, 8 : index
// CHECK: qd.task @computed.1 of {{.*}}extent(#qd.size<"1">) ({{.*}}%[[N:.*]]: index {qd.slot = #qd.slot<word(8)>})
// CHECK: %[[D:.*]] = memref.dim %x
// CHECK: %[[T:.*]] = qd.temporary 1(%[[N]], %[[D]]) : memref<?x?xf32>
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK: qd.task @computed.2 of {{.*}}extent(#qd.size<"max(word(8), 0)">)
// CHECK: qd.temporary 1(
qd.kernel @computed(%x: memref<?xf32>, %counts: memref<4xi64>, %v: f32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  %loaded_n = memref.load %counts[%c1] : memref<4xi64>
  %n = arith.index_cast %loaded_n : i64 to index
  %t = memref.alloc(%n, %d) : memref<?x?xf32>
  memref.store %v, %t[%c0, %c0] : memref<?x?xf32>
  qd.for (%i) in (%n) {
    memref.store %v, %t[%i, %c1] : memref<?x?xf32>
  }
  // Not a use of the array.
  %again = memref.dim %t, %c0 : memref<?x?xf32>
  qd.return %again : index
}

// One inside of control is there around it.
// CHECK-LABEL: qd.kernel @in_control(
// CHECK-SAME: #qd.temporary<memref<?xf32> extents [<"word(24)">] in 1 at
// CHECK: qd.launch @in_control.0
// CHECK-NEXT: qd.graph_repeat
// CHECK: qd.task @in_control.1
// CHECK: qd.temporary 1(
qd.kernel @in_control(%n: index, %counts: memref<i64>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %loaded_m = memref.load %counts[] : memref<i64>
  %m = arith.index_cast %loaded_m : i64 to index
  scf.for %step = %c0 to %n step %c1 {
    %t = memref.alloc(%m) : memref<?xf32>
    qd.for (%i) in (%m) {
      memref.store %v, %t[%i] : memref<?xf32>
    }
  }
}

// They share a region where all sizes are known ahead of the first use, and with no other array: the second one is as
// large as the first and comes after it, the third one's size is known too late.
// CHECK-LABEL: qd.kernel @sharing(
// CHECK-SAME: #qd.temporary<memref<?xf32> extents [<"word(0)">] in 1 at
// CHECK-SAME: #qd.temporary<memref<?xi32> extents [<"word(0)">] in 1 at
// CHECK-SAME: #qd.temporary<memref<?xf32> extents [<"word(8)">] in 2 at
// CHECK-SAME: #qd.temporary<memref<?xf32> extents [<"scalar(1)">] in 3 at
qd.kernel @sharing(%counts: memref<2xi64>, %k: index, %v: f32, %w: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %plain = memref.alloc(%k) : memref<?xf32>
  %loaded_n = memref.load %counts[%c0] : memref<2xi64>
  %n = arith.index_cast %loaded_n : i64 to index
  %first = memref.alloc(%n) : memref<?xf32>
  %second = memref.alloc(%n) : memref<?xi32>
  qd.for (%i) in (%n) {
    memref.store %v, %first[%i] : memref<?xf32>
  }
  qd.for (%i) in (%n) {
    memref.store %w, %second[%i] : memref<?xi32>
  }
  %loaded_m = memref.load %counts[%c1] : memref<2xi64>
  %m = arith.index_cast %loaded_m : i64 to index
  %third = memref.alloc(%m) : memref<?xf32>
  qd.for (%i) in (%m) {
    memref.store %v, %third[%i] : memref<?xf32>
  }
  qd.for (%i) in (%k) {
    memref.store %v, %plain[%i] : memref<?xf32>
  }
}

// What the loader does not follow the first task computes.
// CHECK-LABEL: qd.kernel @not_followed(
// CHECK-SAME: #qd.temporary<memref<?xf32> extents [<"word(0)">] in 1 at
// CHECK: qd.task @not_followed.0
// CHECK: arith.remsi
// CHECK: qd.write_word %{{.*}}, 0 : index
qd.kernel @not_followed(%n: index, %m: index, %v: f32) {
  %r = arith.remsi %n, %m : index
  %t = memref.alloc(%r) : memref<?xf32>
  qd.for (%i) in (%n) {
    memref.store %v, %t[%i] : memref<?xf32>
  }
}
