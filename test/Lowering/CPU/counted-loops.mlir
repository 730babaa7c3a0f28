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
