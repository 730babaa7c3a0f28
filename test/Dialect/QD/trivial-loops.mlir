// RUN: qdc-opt %s --qd-simplify | FileCheck %s

// Loops that constants give no trip or one go, counted as the loop compares; those of several stay, however far apart
// their bounds are.
// CHECK-LABEL: qd.kernel @eight_bits
qd.kernel @eight_bits(%x: memref<?xi8>, %n: i8) {
  %at0 = arith.constant 0 : index
  %at1 = arith.constant 1 : index
  %at2 = arith.constant 2 : index
  %at3 = arith.constant 3 : index
  %at4 = arith.constant 4 : index
  %at5 = arith.constant 5 : index
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c41 = arith.constant 41 : i8
  %c82 = arith.constant 82 : i8
  %c158 = arith.constant 158 : i8
  %c200 = arith.constant 200 : i8
  %c250 = arith.constant 250 : i8
  %c255 = arith.constant 255 : i8
  // CHECK: %[[TWO:.*]] = scf.for unsigned
  %two = scf.for unsigned %i = %c0 to %c250 step %c200 iter_args(%s = %c0) -> (i8) : i8 {
    %t = arith.addi %s, %c1 : i8
    scf.yield %t : i8
  }
  // CHECK: memref.store %[[TWO]], %x
  memref.store %two, %x[%at0] : memref<?xi8>
  // CHECK-NEXT: memref.store %c1_i8, %x
  %one = scf.for unsigned %i = %c0 to %c255 step %c255 iter_args(%s = %c0) -> (i8) : i8 {
    %t = arith.addi %s, %c1 : i8
    scf.yield %t : i8
  }
  memref.store %one, %x[%at1] : memref<?xi8>
  // From -98.
  // CHECK-NEXT: %[[FIVE:.*]] = scf.for %
  %five = scf.for %i = %c158 to %c82 step %c41 iter_args(%s = %c0) -> (i8) : i8 {
    %t = arith.addi %s, %c1 : i8
    scf.yield %t : i8
  }
  // CHECK: memref.store %[[FIVE]], %x
  memref.store %five, %x[%at2] : memref<?xi8>
  // CHECK-NEXT: memref.store %c0_i8, %x
  %none = scf.for %i = %c0 to %n step %c200 iter_args(%s = %c0) -> (i8) : i8 {
    %t = arith.addi %s, %c1 : i8
    scf.yield %t : i8
  }
  memref.store %none, %x[%at3] : memref<?xi8>
  // CHECK-NEXT: memref.store %c0_i8, %x
  %empty = scf.for unsigned %i = %n to %n step %c200 iter_args(%s = %c0) -> (i8) : i8 {
    %t = arith.addi %s, %c1 : i8
    scf.yield %t : i8
  }
  memref.store %empty, %x[%at4] : memref<?xi8>
  // One that computes nothing goes too.
  // CHECK-NEXT: memref.store %c41_i8, %x
  %same = scf.for unsigned %i = %c0 to %c250 step %c200 iter_args(%s = %c0) -> (i8) : i8 {
    scf.yield %c41 : i8
  }
  memref.store %same, %x[%at5] : memref<?xi8>
  qd.return
}
