// RUN: qdc-opt %s --split-input-file --qd-locate-checks | FileCheck %s

// The variables of the parallel loop, then the sequential loops from the inside out.
// CHECK-LABEL: qd.kernel @counted
qd.kernel @counted(%x: memref<?xf32>, %n: index, %m: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: scf.for %[[R:[a-z0-9]*]] =
  scf.for %r = %c0 to %n step %c1 {
    // CHECK: qd.for (%[[I:.*]], %[[J:.*]]) in
    qd.for (%i, %j) in (%n, %n) {
      // CHECK: scf.for %[[K:[a-z0-9]*]] =
      scf.for %k = %zero to %m step %one : i32 {
        %inside = arith.cmpi ult, %i, %n : index
        // CHECK: qd.check %{{.*}}, "index {}; the loop is at ({}, {}); the loop at line [[# @LINE - 2]] is at {}; the loop at line [[# @LINE - 6]] is at {}", %[[I]], %[[I]], %[[J]], %[[K]], %[[R]] : index, index, index, i32, index
        qd.check %inside, "index {}", %i : index
      }
    }
  }
}

// -----

// A loop on a condition carries the number of its iteration, which both of its blocks have.
// CHECK-LABEL: qd.kernel @conditional
qd.kernel @conditional(%x: memref<?xi32>, %c: i1) -> i32 {
  %zero = arith.constant 0 : i32
  // CHECK: %[[FIRST:.*]] = arith.constant 0 : i64
  // CHECK: %[[LAST:.*]]:2 = scf.while (%{{.*}} = %{{.*}}, %[[BEFORE:.*]] = %[[FIRST]]) : (i32, i64) -> (i32, i64) {
  %last = scf.while (%a = %zero) : (i32) -> i32 {
    // CHECK: qd.check %{{.*}}, "first; the loop at line [[# @LINE - 1]] is in its iteration {}", %[[BEFORE]] : i64
    qd.check %c, "first"
    // CHECK: scf.condition(%{{.*}}) %{{.*}}, %[[BEFORE]] : i32, i64
    scf.condition(%c) %a : i32
  } do {
  // CHECK: ^bb0(%{{.*}}: i32, %[[AFTER:.*]]: i64):
  ^bb0(%b: i32):
    // CHECK: qd.check %{{.*}}, "second; the loop at line [[# @LINE - 8]] is in its iteration {}", %[[AFTER]] : i64
    qd.check %c, "second"
    // CHECK: %[[NEXT:.*]] = arith.addi %[[AFTER]], %{{.*}} : i64
    // CHECK: scf.yield %{{.*}}, %[[NEXT]] : i32, i64
    scf.yield %b : i32
  // CHECK: } attributes {qd.strategy = "host"}
  } attributes {qd.strategy = "host"}
  // CHECK: qd.return %[[LAST]]#0
  qd.return %last : i32
}

// -----

// One on a flag counts in memory.
// CHECK-LABEL: qd.kernel @flags
qd.kernel @flags(%go: memref<i32>, %flag: memref<i32>, %n: index, %c: i1) {
  // CHECK: memref.store %{{.*}}, %[[FIRST:.*]][] : memref<i64>
  // CHECK: qd.do_while
  %rounds = qd.do_while %go name("solve") : memref<i32> {
    // CHECK-NEXT: %[[ROUND:.*]] = memref.load %[[FIRST]][] : memref<i64>
    // CHECK: memref.store %{{.*}}, %[[SECOND:.*]][] : memref<i64>
    // CHECK: qd.do_while
    %inner = qd.do_while %flag : memref<i32> {
      // CHECK-NEXT: %[[STEP:.*]] = memref.load %[[SECOND]][] : memref<i64>
      // CHECK: qd.for (%[[I:.*]]) in
      qd.for (%i) in (%n) {
        // CHECK: qd.check %{{.*}}, "found; the loop is at ({}); the loop at line [[# @LINE - 4]] is in its iteration {}; loop 'solve' is in its iteration {}", %[[I]], %[[STEP]], %[[ROUND]] : index, i64, i64
        qd.check %c, "found"
      }
      // CHECK: %[[NEXT:.*]] = arith.addi %[[STEP]]
      // CHECK-NEXT: memref.store %[[NEXT]], %[[SECOND]][]
    }
    // CHECK: %[[NEXT:.*]] = arith.addi %[[ROUND]]
    // CHECK-NEXT: memref.store %[[NEXT]], %[[FIRST]][]
  }
}

// -----

// An assert gets values where a loop is around it. What is not reported needs none, and counts for nobody.
// CHECK-LABEL: qd.kernel @asserts
qd.kernel @asserts(%n: index, %c: i1) {
  // CHECK: qd.assert %{{.*}}, "a {}"
  qd.assert %c, "a {}"
  qd.for (%i) in (%n) {
    // CHECK: qd.check %{{.*}}, "a {{[{][{]}}}; the loop is at ({})", %{{.*}} : index {qd.is_assertion}
    qd.assert %c, "a {}"
  }
  // CHECK: scf.while : () -> ()
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    // CHECK: qd.assert %{{.*}}, "b" {qd.is_unreported}
    qd.assert %c, "b" {qd.is_unreported}
    scf.yield
  }
}

// -----

// What there is no room for in a record is counted.
// CHECK-LABEL: qd.kernel @full
qd.kernel @full(%n: index, %c: i1, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i, %j) in (%n, %n) {
    scf.for %k = %c0 to %n step %c1 {
      // CHECK: "{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}; the loop is at ({}, {}); 1 more loop is around it"
      qd.check %c, "{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}", %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
      // CHECK: "{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}; the loop at line [[# @LINE - 3]] is at {}; 1 more loop is around it"
      qd.check %c, "{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}", %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
    }
  }
}

// -----

// Names and files of others, and none at all.
// CHECK-LABEL: qd.kernel @names
qd.kernel @names(%n: index, %c: i1, %go: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %rounds = qd.do_while %go name("a{}b") : memref<i32> {
        // CHECK: "found; loop 'a{{[{][{]}}}b' is in its iteration {}; a loop around it is at {}; the loop at o{{[{][{]}}}.py:7 is at {}"
        qd.check %c, "found"
      }
    } loc(unknown)
  } loc("o{}.py":7:3)
}

// -----

// Numbers of a loop without a sign are told as what they are.
// CHECK-LABEL: qd.kernel @unsigned
qd.kernel @unsigned(%lower: i8, %upper: i8, %step: i8, %c: i1) {
  // CHECK: scf.for unsigned %[[A:.*]] =
  scf.for unsigned %a = %lower to %upper step %step : i8 {
    // CHECK: %[[NUMBER:.*]] = arith.extui %[[A]] : i8 to i64
    // CHECK: qd.check %{{.*}}, "found; the loop at line [[# @LINE - 2]] is at {}", %[[NUMBER]] : i64
    qd.check %c, "found"
  }
}

// -----

// Of loops that a gradient makes, those tell where the source's loop is that know it; each loop of the source is told once.
// CHECK-LABEL: qd.kernel @gradient
qd.kernel @gradient(%n: index, %c: i1, %x: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  scf.for %segment = %c0 to %n step %c1 {
    scf.for %position = %c0 to %n step %c1 {
      // CHECK: qd.check %{{.*}}, "too early"{{$}}
      qd.check %c, "too early"
      // CHECK: %[[OTHER:.*]] = arith.addi
      %other = arith.addi %position, %c1 : index loc("qd.source_variable"("k.qir":9:3))
      // CHECK: %[[SOURCE:.*]] = arith.subi
      %source = arith.subi %n, %position : index loc("qd.source_variable"("k.qir":7:3))
      scf.for %trip = %c0 to %n step %c1 {
        // CHECK: %[[TRIP:.*]] = arith.index_cast
        %number = arith.index_cast %trip : index to i64 loc("qd.source_trip"("k.qir":8:5))
        // CHECK: "found; the loop at k.qir:8 is in its iteration {}; the loop at k.qir:7 is at {}", %[[TRIP]], %[[SOURCE]] : i64, index
        qd.check %c, "found"
      } loc("qd.gradient_loop"("k.qir":8:5))
    } loc("qd.gradient_loop"("k.qir":7:3))
  } loc("qd.gradient_loop"("k.qir":7:3))
  // What a source calls so gives no number.
  scf.for %i = %c0 to %n step %c1 {
    memref.store %zero, %x[] : memref<i32> loc("qd.source_trip"("k.qir":7:3))
    // CHECK: qd.check %{{.*}}, "nowhere"{{$}}
    qd.check %c, "nowhere"
  } loc("qd.gradient_loop"("k.qir":7:3))
}
