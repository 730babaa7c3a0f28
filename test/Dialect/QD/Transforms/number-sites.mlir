// Sites are numbered in the order of the module, in tasks and in graphs.
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
