// RUN: qdc-opt %s --convert-tasks-to-cpu --canonicalize | FileCheck %s

// The counters of loops say how they cannot wrap: not as signed numbers, and not as unsigned ones either where they start
// at 0; those that are compared as unsigned numbers not as such.
qd.kernel @count(%x: memref<?xi64>, %n: i64, %first: i64) {
  qd.return
}
// CHECK-LABEL: llvm.func internal @count.0.chunk
qd.task @count.0 of @count extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %n: i64 {qd.slot = #qd.slot<scalar(1)>},
     %first: i64 {qd.slot = #qd.slot<scalar(2)>}) {
  %at = arith.constant 0 : index
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i64
  // CHECK: llvm.icmp "slt"
  // CHECK: llvm.xor
  // CHECK: llvm.add %{{.*}}, %{{.*}} overflow<nsw, nuw> : i64
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (i64) : i64 {
    %t = arith.xori %s, %i : i64
    scf.yield %t : i64
  }
  // CHECK: llvm.icmp "slt"
  // CHECK: llvm.or
  // CHECK: llvm.add %{{.*}}, %{{.*}} overflow<nsw> : i64
  %b = scf.for %i = %first to %n step %c1 iter_args(%s = %a) -> (i64) : i64 {
    %t = arith.ori %s, %i : i64
    scf.yield %t : i64
  }
  // CHECK: llvm.icmp "ult"
  // CHECK: llvm.and
  // CHECK: llvm.add %{{.*}}, %{{.*}} overflow<nuw> : i64
  %c = scf.for unsigned %i = %first to %n step %c1 iter_args(%s = %b) -> (i64) : i64 {
    %t = arith.andi %s, %i : i64
    scf.yield %t : i64
  }
  // Steps other than 1 likewise.
  // CHECK: llvm.mul
  // CHECK: llvm.add %{{.*}}, %{{.*}} overflow<nsw, nuw> : i64
  %d = scf.for %i = %c0 to %n step %c3 iter_args(%s = %c) -> (i64) : i64 {
    %t = arith.muli %s, %i : i64
    scf.yield %t : i64
  }
  memref.store %d, %x[%at] : memref<?xi64>
}

// A step is asked as the loop compares: one of 200 in 8 bits is more than 0 without a sign, and less with one.
// CHECK-LABEL: llvm.func internal @steps.0.chunk
qd.kernel @steps(%x: memref<?xi8>, %n: i8, %s: i8) {
  qd.return
}
qd.task @steps.0 of @steps extent(#qd.size<"1">)
    (%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %n: i8 {qd.slot = #qd.slot<scalar(1)>},
     %s: i8 {qd.slot = #qd.slot<scalar(2)>}) {
  %at = arith.constant 0 : index
  %c0 = arith.constant 0 : i8
  %c200 = arith.constant 200 : i8
  // The end of the last trip is n - 200, or 0.
  // CHECK: %[[STEP:.*]] = llvm.mlir.constant(-56 : i8)
  // CHECK: llvm.intr.umax(%{{.*}}, %[[STEP]])
  // CHECK: llvm.xor
  // CHECK: llvm.add %{{.*}}, %[[STEP]] overflow<nuw> : i8
  %a = scf.for unsigned %i = %c0 to %n step %c200 iter_args(%t = %c0) -> (i8) : i8 {
    %u = arith.xori %t, %i : i8
    scf.yield %u : i8
  }
  // CHECK: llvm.icmp "ne" %{{.*}}, %{{.*}} : i8
  // CHECK: llvm.intr.umax
  // CHECK: llvm.or
  %b = scf.for unsigned %i = %c0 to %n step %s iter_args(%t = %a) -> (i8) : i8 {
    %u = arith.ori %t, %i : i8
    scf.yield %u : i8
  }
  // CHECK: llvm.icmp "sgt" %{{.*}}, %{{.*}} : i8
  // CHECK: llvm.intr.smax
  // CHECK: llvm.and
  %c = scf.for %i = %c0 to %n step %s iter_args(%t = %b) -> (i8) : i8 {
    %u = arith.andi %t, %i : i8
    scf.yield %u : i8
  }
  memref.store %c, %x[%at] : memref<?xi8>
}
