// RUN: qdc-opt %s --qd-name-symbols --split-input-file | FileCheck %s

// Tasks come first, so that they have the plain names; nothing is called like a function of a library or of a later
// pass, whose names have no '$' or have a '.'.

// CHECK: memref.global @state$ : memref<i32>
memref.global @state : memref<i32>
// CHECK: qd.kernel @heat$() attributes {qd.source_kernel = "heat", workspace_bytes
qd.kernel @heat() attributes {workspace_bytes = #qd.size<"0">} {
  // CHECK: qd.launch @heat$0
  // CHECK: qd.launch @heat$copy
  qd.launch @heat.0
  qd.launch @heat.copy
}
// CHECK: qd.task @heat$0 of @heat$ extent(#qd.size<"1">) () attributes {qd.source_task = #qd.source_task<"heat.0" of "heat">}
qd.task @heat.0 of @heat extent(#qd.size<"1">) () {
  // CHECK: memref.get_global @state$
  %g = memref.get_global @state : memref<i32>
}
// CHECK: qd.task @heat$copy of @heat$
qd.task @heat.copy of @heat extent(#qd.size<"1">) () {
}

// -----

// What an assembler, a linker or LLVM reads in another way.

// CHECK: qd.kernel @llvm$x(
qd.kernel @llvm.x() attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @llvm.x.0
}
// CHECK: qd.task @llvm$x$0 of @llvm$x
qd.task @llvm.x.0 of @llvm.x extent(#qd.size<"1">) () {
}
// CHECK: qd.kernel @a_b$(
qd.kernel @"a@b"() attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @"a@b.0"
}
// CHECK: qd.task @a_b$0 of @a_b$ {{.*}} attributes {qd.source_task = #qd.source_task<"a@b.0" of "a@b">}
qd.task @"a@b.0" of @"a@b" extent(#qd.size<"1">) () {
}
// CHECK: qd.kernel @_bar$(
qd.kernel @"\01bar"() attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @"\01bar.0"
}
// CHECK: qd.task @_bar$0 of @_bar$
qd.task @"\01bar.0" of @"\01bar" extent(#qd.size<"1">) () {
}
// CHECK: qd.task @_0$0 of @_0$
qd.kernel @"0"() attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @"0.0"
}
qd.task @"0.0" of @"0" extent(#qd.size<"1">) () {
}

// -----

// Names that become equal get numbers, in the order of the module; a name that looks like one of these keeps clear.

// CHECK: qd.kernel @a$$1(
// CHECK: qd.task @a$0 of @a$$1 {{.*}} #qd.source_task<"a.0" of "a">
// CHECK: qd.task @a$0$1 of @a$$1 {{.*}} #qd.source_task<"a$0" of "a">
// CHECK: qd.task @a$0$1$1 of @a$$1 {{.*}} #qd.source_task<"a$0$1" of "a">
// CHECK: qd.task @a$0$2 of @a$$1 {{.*}} #qd.source_task<"a$0$2" of "a">
// CHECK: qd.task @a$ of @a$$1 {{.*}} #qd.source_task<"a." of "a">
qd.kernel @a() attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @a.0
  qd.launch @a$0
  qd.launch @a$0$1
  qd.launch @a$0$2
  qd.launch @a.
}
qd.task @a.0 of @a extent(#qd.size<"1">) () {
}
qd.task @a$0 of @a extent(#qd.size<"1">) () {
}
qd.task @a$0$1 of @a extent(#qd.size<"1">) () {
}
qd.task @a$0$2 of @a extent(#qd.size<"1">) () {
}
qd.task @a. of @a extent(#qd.size<"1">) () {
}

// -----

// A kernel made for given scalars refers to the general one.

// CHECK: qd.kernel @power$n$2(%arg0: index) attributes {qd.source_kernel = "power$n$2", specialized = #qd.specialized<@power$, arguments = [0], bits = [2]>}
qd.kernel @power$n$2(%arg0: index) attributes {qd.source_kernel = "power$n$2", specialized = #qd.specialized<@power, arguments = [0], bits = [2]>} {
}
qd.kernel @power(%arg0: index) {
}
