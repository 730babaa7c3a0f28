// RUN: qdc-opt --qd-specialize-scalars --split-input-file --verify-diagnostics %s | FileCheck %s

// The argument list stays; the general kernel comes last and has no mark left.

// CHECK: qd.kernel @power$degree$2(%x: memref<?xf32>, %degree: i32)
// CHECK-SAME: specialized = #qd.specialized<@power, arguments = [1], bits = [2]>
// CHECK: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK: qd.print "{}", %[[TWO]]
// CHECK: qd.kernel @power$degree$minus3(
// CHECK-SAME: specialized = #qd.specialized<@power, arguments = [1], bits = [4294967293]>
// CHECK: %[[THREE:.*]] = arith.constant -3 : i32
// CHECK: qd.print "{}", %[[THREE]]
// CHECK: qd.kernel @power(
// CHECK-NOT: specialize
// CHECK: qd.print "{}", %degree
qd.kernel @power(%x: memref<?xf32>, %degree: i32 {qd.specialize = [2, -3]}) {
  qd.print "{}", %degree : i32
}

// -----

// Every combination, the last argument fastest; each type as its slot holds it.

// CHECK: qd.kernel @many$a$1$b$0x3f000000(
// CHECK-SAME: #qd.specialized<@many, arguments = [0, 2], bits = [1, 1056964608]>
// CHECK: qd.kernel @many$a$1$b$0x40000000(
// CHECK: qd.kernel @many$a$0$b$0x3f000000(
// CHECK-SAME: bits = [0, 1056964608]
// CHECK: qd.kernel @many$a$0$b$0x40000000(
// CHECK: qd.kernel @many(
qd.kernel @many(%a: i1 {qd.specialize = [true, false]}, %n: index, %b: f32 {qd.specialize = [0.5, 2.0]}) {
  qd.print "{} {}", %a, %b : i1, f32
}

// -----

// CHECK: qd.kernel @byte$n$255(
// CHECK-SAME: bits = [255]
// CHECK: arith.constant -1 : i8
qd.kernel @byte(%n: i8 {qd.specialize = [255]}) {
  qd.print "{}", %n : i8
}

// -----

// expected-error @below {{kernel 'large' lists so many values in 'qd.specialize' that it would be compiled more than 64 times, once for each combination; list fewer}}
qd.kernel @large(%a: i32 {qd.specialize = [1, 2, 3, 4, 5]}, %b: i32 {qd.specialize = [1, 2, 3, 4, 5]},
                 %c: i32 {qd.specialize = [1, 2, 3]}) {
}

// -----

// expected-note @below {{in the code for values that 'qd.specialize' lists}}
qd.kernel @steps(%n: index, %step: i32 {qd.specialize = [1, 0]}) {
  %c0 = arith.constant 0 : index
  %wide = arith.index_cast %step : i32 to index
  // expected-error @below {{'scf.for' op has the step 0; a loop that holds parallel loops takes 1 or more}}
  scf.for %k = %c0 to %n step %wide {
    qd.for (%i) in (%n) {
    }
  }
}

// -----

// Of a checked variant the plain code tells that.
// CHECK: qd.kernel @steps$bounds$step$0(
qd.kernel @steps$bounds(%n: index, %step: index {qd.specialize = [0]})
    attributes {checked = #qd.checked<"steps", variant = "bounds", checks = 0, proven = 0>} {
  %c0 = arith.constant 0 : index
  scf.for %k = %c0 to %n step %step {
    qd.for (%i) in (%n) {
    }
  }
}
