// Sites are numbered in the order of the module, in tasks and in graphs. What reports the same from the same place is one.
// RUN: qdc-opt %s --qd-number-sites | FileCheck %s

// CHECK: qd.kernel @a
qd.kernel @a(%flag: memref<i32>, %c: i1, %n: i32) attributes {workspace_bytes = #qd.size<"8">} {
  // CHECK: qd.graph_do_while
  // CHECK-SAME: site = 0 : i32
  qd.graph_do_while flag <array(0)> on_max(stop) {
    // CHECK: qd.graph_repeat
    // CHECK-SAME: site = 1 : i32
    qd.graph_repeat from <"0"> to <"4"> step <"1"> {
      qd.launch @a.0
    }
  }
}
// CHECK: qd.task @a.0
qd.task @a.0 of @a extent(#qd.size<"1">) (%c: i1 {qd.slot = #qd.slot<scalar(1)>}, %n: i32 {qd.slot = #qd.slot<scalar(2)>}) {
  // CHECK: qd.assert {{.*}}site = 2 : i32
  qd.assert %c, "first"
  // CHECK: qd.print {{.*}}site = 3 : i32
  qd.print "second {}", %n : i32
}
// CHECK: qd.kernel @b
qd.kernel @b(%c: i1) attributes {workspace_bytes = #qd.size<"8">} {
  // CHECK: qd.graph_while
  // CHECK-SAME: site = 4 : i32
  qd.graph_while condition at 0 {
    qd.launch @b.0
  } do {
  }
}
qd.task @b.0 of @b extent(#qd.size<"1">) (%c: i1 {qd.slot = #qd.slot<scalar(0)>}) {
  // CHECK: qd.assert {{.*}}site = 5 : i32
  qd.assert %c, "third"
  // CHECK: qd.adstack.overflow {{.*}}site = 6 : i32
  %capacity = arith.constant 8 : index
  qd.adstack.overflow %capacity
  qd.write_word %c, 0 : i1
}

#place = loc("helper.qir":3:5)
#other = loc("helper.qir":3:9)
#caller = loc("caller.qir":8:3)
// CHECK: qd.kernel @copies
qd.kernel @copies(%c: i1) attributes {workspace_bytes = #qd.size<"8">} {
  qd.launch @copies.0
}
qd.task @copies.0 of @copies extent(#qd.size<"1">) (%c: i1 {qd.slot = #qd.slot<scalar(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(0)>}, %f: f32 {qd.slot = #qd.slot<scalar(0)>}) {
  // CHECK: qd.assert {{.*}}site = 7 : i32
  qd.assert %c, "copy" loc(#place)
  // A second time:
  // CHECK: qd.assert {{.*}}site = 7 : i32
  qd.assert %c, "copy" loc(#place)
  // Called from elsewhere, which the report names:
  // CHECK: qd.assert {{.*}}site = 8 : i32
  qd.assert %c, "copy" loc(callsite(#place at #caller))
  // Another text, another column, another kind, other types:
  // CHECK: qd.assert {{.*}}site = 9 : i32
  qd.assert %c, "other" loc(#place)
  // CHECK: qd.assert {{.*}}site = 10 : i32
  qd.assert %c, "copy" loc(#other)
  // CHECK: qd.print {{.*}}site = 11 : i32
  qd.print "copy {}", %n : i32 loc(#place)
  // CHECK: qd.print {{.*}}site = 12 : i32
  qd.print "copy {}", %f : f32 loc(#place)
  // What is printed does not name the call:
  // CHECK: qd.print {{.*}}site = 11 : i32
  qd.print "copy {}", %n : i32 loc(callsite(#place at #caller))
  // CHECK: qd.check {{.*}}site = 13 : i32
  qd.check %c, "copy {}", %n : i32 loc(#place)
  // CHECK: qd.check {{.*}}site = 14 : i32
  qd.check %c, "copy {}", %n : i32 loc(callsite(#place at #caller))
}
