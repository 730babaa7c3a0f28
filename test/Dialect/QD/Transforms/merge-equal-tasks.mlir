// RUN: qdc-opt %s --qd-merge-equal-tasks --split-input-file | FileCheck %s
// RUN: qdc-opt %s --qd-merge-equal-tasks=compare-locations=true --split-input-file | FileCheck %s --check-prefix=LINES

// Two tasks that differ in their kernels, names, extents and sources of slots have their code in common; each is told
// by its name in the source. With line tables each has code of its own.

// CHECK-LABEL: qd.kernel @f$
// CHECK: qd.launch @f$0
// CHECK-LABEL: qd.kernel @g$
// CHECK: qd.launch @f$0
// CHECK: qd.task @f$0
// CHECK-SAME: attributes {qd.equal_tasks = [#qd.entry_point<task = <"g.0" of "g">, slots = [<array(1)>, <workspace(64)>]>], qd.source_task = #qd.source_task<"f.0" of "f">}
// CHECK-NOT: qd.task

// LINES: qd.launch @f$0
// LINES: qd.launch @g$0
// LINES: qd.task @f$0
// LINES-NOT: qd.equal_tasks
// LINES: qd.task @g$0
qd.kernel @f$(%x: memref<?xf32>) attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @f$0
}
qd.kernel @g$(%x: memref<?xf32>, %y: memref<?xf32>) attributes {workspace_bytes = #qd.size<"72">} {
  qd.launch @g$0
}
qd.task @f$0 of @f$ extent(#qd.size<"dim(0, 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) attributes {qd.source_task = #qd.source_task<"f.0" of "f">} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  qd.for (%i) in (%c8) name("first") {
    %v = memref.load %x[%i] : memref<?xf32>
    %s = arith.addf %v, %v : f32
    memref.store %s, %x[%i] : memref<?xf32>
  }
}
qd.task @g$0 of @g$ extent(#qd.size<"dim(1, 0)">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(64)>}) attributes {qd.source_task = #qd.source_task<"g.0" of "g">} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  qd.for (%i) in (%c8) name("second") {
    %v = memref.load %y[%i] : memref<?xf32>
    %s = arith.addf %v, %v : f32
    memref.store %s, %y[%i] : memref<?xf32>
  }
}

// -----

// What differs in a constant, an operation, an operand, a type, a kind of slot, or in arrays that may overlap, stays.
// What has no source is told by its own name.

// CHECK: qd.task @k.0
// CHECK-NOT: qd.equal_tasks
// CHECK: qd.task @k.1
// CHECK-NOT: qd.equal_tasks
// CHECK: qd.task @k.2
// CHECK-NOT: qd.equal_tasks
// CHECK: qd.task @k.3
// CHECK-NOT: qd.equal_tasks
// CHECK: qd.task @k.4
// CHECK-NOT: qd.equal_tasks
// CHECK: qd.task @k.5
// CHECK-NOT: qd.equal_tasks
// CHECK: qd.task @k.6
// CHECK-SAME: qd.equal_tasks = [#qd.entry_point<task = <"k.7" of "k">, slots = [<array(3)>]>]
// CHECK-NOT: qd.task @
qd.kernel @k(%a: memref<?xf32>, %b: memref<?xf64>, %c: memref<?xf32> {qd.may_alias}, %d: memref<?xf32> {qd.may_alias}) attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @k.0
  qd.launch @k.1
  qd.launch @k.2
  qd.launch @k.3
  qd.launch @k.4
  qd.launch @k.5
  qd.launch @k.6
  qd.launch @k.7
}
qd.task @k.0 of @k extent(#qd.size<"1">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
  %s = arith.subf %v, %v : f32
  memref.store %s, %a[%i] : memref<?xf32>
}
qd.task @k.1 of @k extent(#qd.size<"1">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %i = arith.constant 1 : index
  %v = memref.load %a[%i] : memref<?xf32>
  %s = arith.subf %v, %v : f32
  memref.store %s, %a[%i] : memref<?xf32>
}
qd.task @k.2 of @k extent(#qd.size<"1">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
  %s = arith.mulf %v, %v : f32
  memref.store %s, %a[%i] : memref<?xf32>
}
qd.task @k.3 of @k extent(#qd.size<"1">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
  %s = arith.subf %v, %v : f32
  memref.store %v, %a[%i] : memref<?xf32>
}
qd.task @k.4 of @k extent(#qd.size<"1">) (%a: memref<?xf64> {qd.slot = #qd.slot<array(1)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf64>
  %s = arith.subf %v, %v : f64
  memref.store %s, %a[%i] : memref<?xf64>
}
qd.task @k.5 of @k extent(#qd.size<"1">) (%a: memref<?xf32> {qd.slot = #qd.slot<region(1)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
  %s = arith.subf %v, %v : f32
  memref.store %s, %a[%i] : memref<?xf32>
}
qd.task @k.6 of @k extent(#qd.size<"1">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(2)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
  %s = arith.subf %v, %v : f32
  memref.store %s, %a[%i] : memref<?xf32>
}
qd.task @k.7 of @k extent(#qd.size<"1">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(3)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
  %s = arith.subf %v, %v : f32
  memref.store %s, %a[%i] : memref<?xf32>
}

// -----

// Operands that stand the other way round make other code, so that what becomes one task does not depend on chance.

// CHECK: qd.task @o.0
// CHECK-NOT: qd.equal_tasks
// CHECK: qd.task @o.1
qd.kernel @o(%a: memref<?xf32>, %b: memref<?xf32>) attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @o.0
  qd.launch @o.1
}
qd.task @o.0 of @o extent(#qd.size<"1">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %b: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
  %w = memref.load %b[%i] : memref<?xf32>
  %s = arith.addf %v, %w : f32
  memref.store %s, %a[%i] : memref<?xf32>
}
qd.task @o.1 of @o extent(#qd.size<"1">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %b: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
  %w = memref.load %b[%i] : memref<?xf32>
  %s = arith.addf %w, %v : f32
  memref.store %s, %a[%i] : memref<?xf32>
}

// -----

// A loop of a graph has its own code, which asks each of its tasks for slots: that one stays.

// CHECK-LABEL: qd.kernel @l(
// CHECK: qd.launch @l.0
// CHECK-NEXT: qd.graph_repeat
// CHECK-NEXT: qd.launch @l.1
// CHECK-NEXT: }
// CHECK-NEXT: qd.launch @l.0
// CHECK: qd.task @l.0
// CHECK-SAME: qd.equal_tasks = [#qd.entry_point<task = <"l.2" of "l">, slots = [<array(2)>]>]
// CHECK: qd.task @l.1
// CHECK-NOT: qd.equal_tasks
// CHECK-NOT: qd.task @
qd.kernel @l(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @l.0
  qd.graph_repeat from <"0"> to <"3"> step <"1"> {
    qd.launch @l.1
  }
  qd.launch @l.2
}
qd.task @l.0 of @l extent(#qd.size<"2">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
}
qd.task @l.1 of @l extent(#qd.size<"3">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
}
qd.task @l.2 of @l extent(#qd.size<"4">) (%a: memref<?xf32> {qd.slot = #qd.slot<array(2)>}) {
  %i = arith.constant 0 : index
  %v = memref.load %a[%i] : memref<?xf32>
}

// -----

// The order of constants makes no difference.

// CHECK: qd.task @ordered.0
// CHECK-SAME: qd.equal_tasks = [#qd.entry_point<task = <"ordered.1" of "ordered">
// CHECK-NEXT: arith.constant 8 : index
// CHECK-NEXT: arith.constant 2.000000e+00 : f32
// CHECK-NEXT: arith.constant 3.000000e+00 : f32
// CHECK-NEXT: qd.for
// CHECK-NOT: qd.task
qd.kernel @ordered(%x: memref<?xf32>) attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @ordered.0
  qd.launch @ordered.1
}
qd.task @ordered.0 of @ordered extent(#qd.size<"8">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %three = arith.constant 3.0 : f32
  %c8 = arith.constant 8 : index
  %two = arith.constant 2.0 : f32
  qd.for (%i) in (%c8) {
    %v = memref.load %x[%i] : memref<?xf32>
    %s = arith.mulf %v, %two : f32
    %t = arith.addf %s, %three : f32
    memref.store %t, %x[%i] : memref<?xf32>
  }
}
qd.task @ordered.1 of @ordered extent(#qd.size<"8">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c8 = arith.constant 8 : index
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  qd.for (%i) in (%c8) {
    %v = memref.load %x[%i] : memref<?xf32>
    %s = arith.mulf %v, %two : f32
    %t = arith.addf %s, %three : f32
    memref.store %t, %x[%i] : memref<?xf32>
  }
}
