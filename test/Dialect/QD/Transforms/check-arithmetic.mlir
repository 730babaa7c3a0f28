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

// -----

// What is dropped where it is rarely meant is right; the quotient counts where a select or an and takes it.
// CHECK-LABEL: qd.kernel @chosen
// CHECK-SAME: %[[A:[a-z]*]]: i32, %[[B:[a-z]*]]: i32
// CHECK-SAME: checks = 2, proven = 0
qd.kernel @chosen(%a: i32, %b: i32, %out: memref<i32>, %flag: memref<i1>)
    attributes {checked = #qd.checked<"chosen", variant = "arithmetic", checks = 0, proven = 0>} {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: %[[Q:.*]] = arith.divsi %[[A]], %[[B]]
  // CHECK-NEXT: %[[IS:.*]] = arith.cmpi eq, %[[B]], %[[ZERO]]
  // CHECK-NEXT: %[[S:.*]] = arith.select %[[IS]], %[[ZERO]], %[[Q]]
  // CHECK: %[[TAKEN:.*]] = arith.xori %[[IS]]
  // CHECK: %[[OTHER:.*]] = arith.cmpi ne, %[[B]]
  // CHECK: %[[DROPPED:.*]] = arith.xori %[[TAKEN]]
  // CHECK: %[[HOLDS:.*]] = arith.ori %[[OTHER]], %[[DROPPED]]
  // CHECK: qd.check %[[HOLDS]], "division of {} by zero", %[[A]] : i32
  // CHECK: memref.store %[[S]]
  %zero = arith.constant 0 : i32
  %q = arith.divsi %a, %b : i32
  %is = arith.cmpi eq, %b, %zero : i32
  %s = arith.select %is, %zero, %q : i32
  memref.store %s, %out[] : memref<i32>
  // CHECK: arith.remui
  // CHECK: %[[MORE:.*]] = arith.cmpi sgt
  // CHECK: %[[NOT:.*]] = arith.cmpi ne
  // CHECK: arith.andi %[[MORE]], %[[NOT]]
  // CHECK: %[[DROPPED:.*]] = arith.xori %[[NOT]]
  // CHECK: arith.ori %{{.*}}, %[[DROPPED]]
  // CHECK: qd.check
  %r = arith.remui %a, %b : i32
  %more = arith.cmpi sgt, %r, %zero : i32
  %not = arith.cmpi ne, %b, %zero : i32
  %both = arith.andi %more, %not : i1
  memref.store %both, %flag[] : memref<i1>
}
