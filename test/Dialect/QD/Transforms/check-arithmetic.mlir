// RUN: qdc-opt %s --split-input-file --qd-check-arithmetic | FileCheck %s

// CHECK-LABEL: qd.kernel @divisions(
// CHECK-SAME: %[[A:[a-z]*]]: i32, %[[B:[a-z]*]]: i32
// CHECK-SAME: checks = 4, proven = 2
qd.kernel @divisions(%a: i32, %b: i32, %i: index)
    attributes {checked = #qd.checked<"divisions", variant = "arithmetic", checks = 0, proven = 0>} {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: %[[HOLDS:.*]] = arith.cmpi ne, %[[B]], %[[ZERO]] : i32
  // CHECK: qd.check %[[HOLDS]], "division of {} by zero", %[[A]] : i32
  // CHECK-NEXT: arith.divsi
  %0 = arith.divsi %a, %b : i32
  // CHECK: qd.check %{{.*}}, "division of {} by zero"
  // CHECK-NEXT: index.remu
  %1 = index.remu %i, %i
  // CHECK: qd.check %{{.*}}, "division by zero: zero to the power of {}", %[[B]] : i32
  // CHECK-NEXT: math.ipowi
  %2 = math.ipowi %a, %b : i32
  // CHECK-NOT: qd.check
  %seven = arith.constant 7 : i32
  %3 = arith.remui %a, %seven : i32
  %4 = math.ipowi %a, %seven : i32
  // CHECK: arith.constant 0 : i32
  // CHECK: qd.check %{{.*}}, "division of {} by zero"
  %zero = arith.constant 0 : i32
  %5 = arith.divui %a, %zero : i32
}

// -----

// CHECK-LABEL: qd.kernel @shifts
// CHECK-SAME: checks = 3, proven = 1
qd.kernel @shifts(%a: i32, %b: i32, %i: index, %c: i1)
    attributes {checked = #qd.checked<"shifts", variant = "arithmetic", checks = 0, proven = 0>} {
  // CHECK: %[[WIDTH:.*]] = arith.constant 32 : i32
  // CHECK: arith.cmpi ult, %{{.*}}, %[[WIDTH]] : i32
  // CHECK: qd.check %{{.*}}, "shift by {} of an integer of 32 bits"
  // CHECK-NEXT: arith.shli
  %0 = arith.shli %a, %b : i32
  // CHECK: qd.check %{{.*}}, "shift by {} of an integer of 64 bits"
  // CHECK-NEXT: index.shru
  %1 = index.shru %i, %i
  // CHECK: arith.cmpi eq
  // CHECK: qd.check %{{.*}}, "shift by {} of an integer of 1 bits"
  %2 = arith.shrui %c, %c : i1
  // CHECK-NOT: qd.check
  %five = arith.constant 5 : i32
  %3 = arith.shrsi %a, %five : i32
}

// -----

// Of index arithmetic alone, and not where a loop's variable moves a little.
// CHECK-LABEL: qd.kernel @wraps
// CHECK-SAME: checks = 3, proven = 1
qd.kernel @wraps(%x: memref<?xf32>, %i: index, %j: index, %a: i32)
    attributes {checked = #qd.checked<"wraps", variant = "arithmetic", checks = 0, proven = 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  // CHECK: qd.check %{{.*}}, "index arithmetic wraps: {} + {}"
  // CHECK-NEXT: arith.addi
  %0 = arith.addi %i, %j : index
  // CHECK: qd.check %{{.*}}, "index arithmetic wraps: {} - {}"
  // CHECK-NEXT: index.sub
  %1 = index.sub %i, %j
  // CHECK: arith.mulsi_extended
  // CHECK: qd.check %{{.*}}, "index arithmetic wraps: {} * {}"
  // CHECK-NEXT: arith.muli
  %2 = arith.muli %i, %j : index
  // CHECK-NOT: qd.check
  %3 = arith.muli %a, %a : i32
  qd.for (%k) in (%n) {
    %4 = arith.addi %k, %c1 : index
  }
}

// -----

// The ends of what fits, as each type of floats can say them.
// CHECK-LABEL: qd.kernel @casts
qd.kernel @casts(%f: f32, %d: f64, %h: f16) {
  // CHECK-DAG: %[[LOWEST:.*]] = arith.constant -2.14748365E+9 : f32
  // CHECK: arith.cmpf oge, %{{.*}}, %[[LOWEST]] : f32
  // CHECK: %[[END:.*]] = arith.constant 2.14748365E+9 : f32
  // CHECK: arith.cmpf olt, %{{.*}}, %[[END]] : f32
  // CHECK: qd.check %{{.*}}, "{} does not fit a signed integer of 32 bits", %{{.*}} : f32
  %0 = arith.fptosi %f : f32 to i32
  // CHECK: arith.constant 0xC1E0000000200000 : f64
  // CHECK: arith.cmpf ogt
  // CHECK: qd.check
  %1 = arith.fptosi %d : f64 to i32
  // CHECK: arith.constant -1.000000e+00 : f32
  // CHECK: arith.cmpf ogt
  // CHECK: arith.constant 2.560000e+02 : f32
  // CHECK: qd.check %{{.*}}, "{} does not fit an unsigned integer of 8 bits"
  %2 = arith.fptoui %f : f32 to i8
  // CHECK: arith.constant 0xFC00 : f16
  // CHECK: arith.cmpf ogt
  // CHECK: arith.constant 0x7C00 : f16
  // CHECK: arith.cmpf olt
  // CHECK: qd.check
  %3 = arith.fptosi %h : f16 to i32
}
