// RUN: qdc-opt --qd-define-arithmetic %s | FileCheck %s
// Folded for constant operands, each case gives the value that the language promises.
// RUN: qdc-opt --qd-define-arithmetic --qd-inline-helpers --canonicalize %s | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: qd.kernel @signed_division
qd.kernel @signed_division(%a: i32, %b: i32) -> i32 {
  // CHECK: %[[ZERO:.*]] = arith.cmpi eq, %b, %{{.*}}
  // CHECK: %[[SMALLEST:.*]] = arith.cmpi eq, %a, %{{.*}}
  // CHECK: %[[MINUS_ONE:.*]] = arith.cmpi eq, %b, %{{.*}}
  // CHECK: %[[OVERFLOWS:.*]] = arith.andi %[[SMALLEST]], %[[MINUS_ONE]]
  // CHECK: %[[UNSAFE:.*]] = arith.ori %[[ZERO]], %[[OVERFLOWS]]
  // CHECK: %[[DIVISOR:.*]] = arith.select %[[UNSAFE]], %{{.*}}, %b
  // CHECK: %[[QUOTIENT:.*]] = arith.divsi %a, %[[DIVISOR]]
  // CHECK: arith.select %[[ZERO]], %{{.*}}, %[[QUOTIENT]]
  %r = arith.divsi %a, %b : i32
  qd.return %r : i32
}

// CHECK-LABEL: qd.kernel @unsigned_division
qd.kernel @unsigned_division(%a: i32, %b: i32) -> i32 {
  // CHECK: %[[ZERO:.*]] = arith.cmpi eq, %b, %{{.*}}
  // CHECK: %[[DIVISOR:.*]] = arith.select %[[ZERO]], %{{.*}}, %b
  // CHECK: %[[QUOTIENT:.*]] = arith.divui %a, %[[DIVISOR]]
  // CHECK: arith.select %[[ZERO]], %{{.*}}, %[[QUOTIENT]]
  %r = arith.divui %a, %b : i32
  qd.return %r : i32
}

// CHECK-LABEL: qd.kernel @remainder
qd.kernel @remainder(%a: i32, %b: i32) -> i32 {
  // CHECK: %[[ZERO:.*]] = arith.cmpi eq, %b, %{{.*}}
  // CHECK: %[[DIVISOR:.*]] = arith.select %[[ZERO]], %{{.*}}, %b
  // CHECK: %[[REMAINDER:.*]] = arith.remui %a, %[[DIVISOR]]
  // CHECK: qd.return %[[REMAINDER]]
  %r = arith.remui %a, %b : i32
  qd.return %r : i32
}

// CHECK-LABEL: qd.kernel @shifts
qd.kernel @shifts(%a: i64, %b: i64) -> (i64, i64) {
  // CHECK: %[[IN_RANGE:.*]] = arith.cmpi ult, %b, %{{.*}}
  // CHECK: %[[SHIFTED:.*]] = arith.shli %a, %b
  // CHECK: arith.select %[[IN_RANGE]], %[[SHIFTED]]
  %left = arith.shli %a, %b : i64
  // CHECK: %[[AMOUNT:.*]] = arith.minui %b, %{{.*}}
  // CHECK: arith.shrsi %a, %[[AMOUNT]]
  %right = arith.shrsi %a, %b : i64
  qd.return %left, %right : i64, i64
}

// CHECK-LABEL: qd.kernel @power
qd.kernel @power(%a: i32, %b: i32) -> i32 {
  // CHECK: %[[UNDEFINED:.*]] = arith.andi
  // CHECK: %[[BASE:.*]] = arith.select %[[UNDEFINED]], %{{.*}}, %a
  // CHECK: %[[POWER:.*]] = math.ipowi %[[BASE]], %b
  // CHECK: arith.select %[[UNDEFINED]], %{{.*}}, %[[POWER]]
  %r = math.ipowi %a, %b : i32
  qd.return %r : i32
}

// Constants that rule the case out leave no guard.
// CHECK-LABEL: qd.kernel @needless
qd.kernel @needless(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32) {
  // CHECK-NOT: arith.select
  // CHECK-NOT: arith.cmpi
  // CHECK-NOT: arith.minui
  // CHECK: qd.return
  %c3 = arith.constant 3 : i32
  %c31 = arith.constant 31 : i32
  %quotient = arith.divsi %a, %c3 : i32
  %remainder = arith.remsi %a, %c3 : i32
  %left = arith.shli %a, %c31 : i32
  %right = arith.shrsi %a, %c31 : i32
  %floor = arith.floordivsi %a, %c3 : i32
  qd.return %quotient, %remainder, %left, %right, %floor : i32, i32, i32, i32, i32
}

// A dividend that is not the smallest number can't overflow.
// CHECK-LABEL: qd.kernel @known_dividend
qd.kernel @known_dividend(%b: i32) -> i32 {
  // CHECK-NOT: arith.andi
  // CHECK: arith.divsi
  %c7 = arith.constant 7 : i32
  %r = arith.divsi %c7, %b : i32
  qd.return %r : i32
}

// CHECK-LABEL: qd.kernel @index_dialect
qd.kernel @index_dialect(%a: index, %b: index) -> (index, i1, i32, index) {
  // CHECK-NOT: index.
  // CHECK: arith.constant 5 : index
  // CHECK: arith.addi %a, %b : index
  // CHECK: arith.select
  // CHECK: arith.divsi
  // CHECK: arith.cmpi slt
  // CHECK: arith.index_cast %{{.*}} : index to i32
  // CHECK-NOT: index.
  %c5 = index.constant 5
  %sum = index.add %a, %b
  %quotient = index.divs %sum, %b
  %less = index.cmp slt(%quotient, %c5)
  %narrow = index.casts %quotient : index to i32
  %size = index.sizeof
  %max = index.maxu %size, %a
  %shifted = index.shl %max, %b
  %one_bit = index.bool.constant true
  %both = arith.andi %less, %one_bit : i1
  qd.return %quotient, %both, %narrow, %shifted : index, i1, i32, index
}

//===----------------------------------------------------------------------===//
// Values. Helpers hide the constants from the pass, so that the guards do the work.
//===----------------------------------------------------------------------===//

func.func private @divsi(%a: i8, %b: i8) -> i8 {
  %r = arith.divsi %a, %b : i8
  return %r : i8
}
func.func private @divui(%a: i8, %b: i8) -> i8 {
  %r = arith.divui %a, %b : i8
  return %r : i8
}
func.func private @ceildivsi(%a: i8, %b: i8) -> i8 {
  %r = arith.ceildivsi %a, %b : i8
  return %r : i8
}
func.func private @ceildivui(%a: i8, %b: i8) -> i8 {
  %r = arith.ceildivui %a, %b : i8
  return %r : i8
}
func.func private @floordivsi(%a: i8, %b: i8) -> i8 {
  %r = arith.floordivsi %a, %b : i8
  return %r : i8
}
func.func private @remsi(%a: i8, %b: i8) -> i8 {
  %r = arith.remsi %a, %b : i8
  return %r : i8
}
func.func private @remui(%a: i8, %b: i8) -> i8 {
  %r = arith.remui %a, %b : i8
  return %r : i8
}
func.func private @shli(%a: i8, %b: i8) -> i8 {
  %r = arith.shli %a, %b : i8
  return %r : i8
}
func.func private @shrui(%a: i8, %b: i8) -> i8 {
  %r = arith.shrui %a, %b : i8
  return %r : i8
}
func.func private @shrsi(%a: i8, %b: i8) -> i8 {
  %r = arith.shrsi %a, %b : i8
  return %r : i8
}
func.func private @ipowi(%a: i8, %b: i8) -> i8 {
  %r = math.ipowi %a, %b : i8
  return %r : i8
}

// VALUE-LABEL: qd.kernel @by_zero
qd.kernel @by_zero() -> (i8, i8, i8, i8, i8, i8, i8) {
  // VALUE: %[[C0:.*]] = arith.constant 0 : i8
  // VALUE: qd.return %[[C0]], %[[C0]], %[[C0]], %[[C0]], %[[C0]], %[[C0]], %[[C0]]
  %c7 = arith.constant 7 : i8
  %c0 = arith.constant 0 : i8
  %0 = func.call @divsi(%c7, %c0) : (i8, i8) -> i8
  %1 = func.call @divui(%c7, %c0) : (i8, i8) -> i8
  %2 = func.call @ceildivsi(%c7, %c0) : (i8, i8) -> i8
  %3 = func.call @ceildivui(%c7, %c0) : (i8, i8) -> i8
  %4 = func.call @floordivsi(%c7, %c0) : (i8, i8) -> i8
  %5 = func.call @remsi(%c7, %c0) : (i8, i8) -> i8
  %6 = func.call @remui(%c7, %c0) : (i8, i8) -> i8
  qd.return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, i8
}

// VALUE-LABEL: qd.kernel @overflowing
qd.kernel @overflowing() -> (i8, i8, i8, i8) {
  // VALUE-DAG: %[[SMALLEST:.*]] = arith.constant -128 : i8
  // VALUE-DAG: %[[C0:.*]] = arith.constant 0 : i8
  // VALUE: qd.return %[[SMALLEST]], %[[SMALLEST]], %[[SMALLEST]], %[[C0]]
  %smallest = arith.constant -128 : i8
  %minus_one = arith.constant -1 : i8
  %0 = func.call @divsi(%smallest, %minus_one) : (i8, i8) -> i8
  %1 = func.call @ceildivsi(%smallest, %minus_one) : (i8, i8) -> i8
  %2 = func.call @floordivsi(%smallest, %minus_one) : (i8, i8) -> i8
  %3 = func.call @remsi(%smallest, %minus_one) : (i8, i8) -> i8
  qd.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// VALUE-LABEL: qd.kernel @far_shifts
qd.kernel @far_shifts() -> (i8, i8, i8, i8, i8) {
  // VALUE-DAG: %[[C0:.*]] = arith.constant 0 : i8
  // VALUE-DAG: %[[ALL:.*]] = arith.constant -1 : i8
  // VALUE: qd.return %[[C0]], %[[C0]], %[[ALL]], %[[C0]], %[[C0]]
  %negative = arith.constant -3 : i8
  %positive = arith.constant 3 : i8
  %c8 = arith.constant 8 : i8
  %c-1 = arith.constant -1 : i8
  %0 = func.call @shli(%positive, %c8) : (i8, i8) -> i8
  %1 = func.call @shrui(%negative, %c-1) : (i8, i8) -> i8
  %2 = func.call @shrsi(%negative, %c8) : (i8, i8) -> i8
  %3 = func.call @shrsi(%positive, %c-1) : (i8, i8) -> i8
  %c0 = arith.constant 0 : i8
  %4 = func.call @ipowi(%c0, %c-1) : (i8, i8) -> i8
  qd.return %0, %1, %2, %3, %4 : i8, i8, i8, i8, i8
}

// The guards do not change what was defined before.
// VALUE-LABEL: qd.kernel @ordinary
qd.kernel @ordinary() -> (i8, i8, i8, i8, i8, i8) {
  // VALUE-DAG: %[[DIV:.*]] = arith.constant -3 : i8
  // VALUE-DAG: %[[FLOOR:.*]] = arith.constant -4 : i8
  // VALUE-DAG: %[[REM:.*]] = arith.constant -1 : i8
  // VALUE-DAG: %[[NEGATED:.*]] = arith.constant 7 : i8
  // VALUE-DAG: %[[LEFT:.*]] = arith.constant -28 : i8
  // VALUE-DAG: %[[RIGHT:.*]] = arith.constant -2 : i8
  // VALUE: qd.return %[[DIV]], %[[FLOOR]], %[[REM]], %[[NEGATED]], %[[LEFT]], %[[RIGHT]]
  %c-7 = arith.constant -7 : i8
  %c2 = arith.constant 2 : i8
  %c-1 = arith.constant -1 : i8
  %0 = func.call @divsi(%c-7, %c2) : (i8, i8) -> i8
  %1 = func.call @floordivsi(%c-7, %c2) : (i8, i8) -> i8
  %2 = func.call @remsi(%c-7, %c2) : (i8, i8) -> i8
  %3 = func.call @divsi(%c-7, %c-1) : (i8, i8) -> i8
  %4 = func.call @shli(%c-7, %c2) : (i8, i8) -> i8
  %5 = func.call @shrsi(%c-7, %c2) : (i8, i8) -> i8
  qd.return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, i8, i8
}

// With a sign, one bit is 0 or -1, and -1 / -1 wraps. There is no divisor to put in place of a wrong one.
// CHECK-LABEL: qd.kernel @one_bit
// CHECK-SAME: (%[[A:.*]]: i1, %[[B:.*]]: i1)
// CHECK-NEXT: %[[QUOTIENT:.*]] = arith.andi %[[A]], %[[B]] : i1
// CHECK-NEXT: %[[FLOOR:.*]] = arith.andi %[[A]], %[[B]] : i1
// CHECK-NEXT: %[[NONE:.*]] = arith.constant false
// CHECK-NEXT: qd.return %[[QUOTIENT]], %[[FLOOR]], %[[NONE]] : i1, i1, i1
qd.kernel @one_bit(%a: i1, %b: i1) -> (i1, i1, i1) {
  %quotient = arith.divsi %a, %b : i1
  %floor = arith.floordivsi %a, %b : i1
  %rest = arith.remsi %a, %b : i1
  qd.return %quotient, %floor, %rest : i1, i1, i1
}
