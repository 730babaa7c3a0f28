// Statements and parallel loops become tasks, in their order.
// RUN: qdc-opt %s --split-input-file --qd-offload --qd-verify-offload | FileCheck %s

// No loop at all: one serial task; its results are a computed value, an argument, a constant, and a value twice.
memref.global "public" @g : memref<i32> = dense<0>
qd.kernel @serial(%k: f32, %n: i8) -> (i32, f32, i1, i8, i32) {
  %g = memref.get_global @g : memref<i32>
  %v = memref.load %g[] : memref<i32>
  %true = arith.constant true
  qd.return %v, %k, %true, %n, %v : i32, f32, i1, i8, i32
}

// CHECK-LABEL: qd.kernel @serial(
// CHECK-SAME: workspace_bytes = #qd.size<"40">} {
// CHECK-NEXT: qd.launch @serial.0
// CHECK-NEXT: }
// CHECK: qd.task @serial.0 of @{{.*}} extent(#qd.size<"1">) (%k: f32 {qd.slot = #qd.slot<scalar(0)>}, %n: i8 {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = memref.get_global @g : memref<i32>
// CHECK-NEXT: %{{.*}} = memref.load %{{.*}}[] : memref<i32>
// CHECK-NEXT: %{{.*}} = arith.constant true
// CHECK-NEXT: %{{.*}} = arith.extsi %{{.*}} : i32 to i64
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : i64
// CHECK-NEXT: qd.write_word %k, 8 : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 16 : i1
// CHECK-NEXT: %{{.*}} = arith.extsi %n : i8 to i64
// CHECK-NEXT: qd.write_word %{{.*}}, 24 : i64
// CHECK-NEXT: %{{.*}} = arith.extsi %{{.*}} : i32 to i64
// CHECK-NEXT: qd.write_word %{{.*}}, 32 : i64
// CHECK-NEXT: }

// -----

// Nothing to do.
qd.kernel @empty(%x: memref<?xf32>) {
}

// CHECK-LABEL: qd.kernel @empty(
// CHECK-SAME: workspace_bytes = #qd.size<"0">} {
// CHECK-NEXT: }

// -----

// The user's name for a loop, whatever it is made of; the same name again gets its number. Shapes and scalars reach both without a word.
qd.kernel @names(%x: memref<?xf32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %f = arith.sitofp %k : i32 to f32
  qd.for (%i) in (%n) name("scale") {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  qd.for (%i) in (%n) name("scale") {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  qd.for (%i) in (%n) name("with blanks") {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  qd.for (%i) in (%n) name("step.reverse") {
    memref.store %f, %x[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @names(
// CHECK-SAME: workspace_bytes = #qd.size<"0">} {
// CHECK-NEXT: qd.launch @names.scale
// CHECK-NEXT: qd.launch @names.scale.1
// CHECK-NEXT: qd.launch @"names.with blanks"
// CHECK-NEXT: qd.launch @names.step.reverse
// CHECK-NEXT: }
// CHECK: qd.task @names.scale of @{{.*}} extent(#qd.size<"dim(0, 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %k: i32 {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: %{{.*}} = memref.dim %x, %{{.*}} : memref<?xf32>
// CHECK-NEXT: %{{.*}} = arith.sitofp %k : i32 to f32
// CHECK-NEXT: qd.for (%i) in (%{{.*}}) name("scale") {
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @names.scale.1 of @{{.*}} extent(#qd.size<"dim(0, 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %k: i32 {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: %{{.*}} = memref.dim %x, %{{.*}} : memref<?xf32>
// CHECK-NEXT: %{{.*}} = arith.sitofp %k : i32 to f32
// CHECK-NEXT: qd.for (%i) in (%{{.*}}) name("scale") {
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @"names.with blanks" of @{{.*}} extent(#qd.size<"dim(0, 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %k: i32 {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: %{{.*}} = memref.dim %x, %{{.*}} : memref<?xf32>
// CHECK-NEXT: %{{.*}} = arith.sitofp %k : i32 to f32
// CHECK-NEXT: qd.for (%i) in (%{{.*}}) name("with blanks") {
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// A load stays before the loop that overwrites it; its value passes through a word. A pure statement on it that stands
// in no other task is computed where it is used.
qd.kernel @load_stays(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %old = memref.load %x[%c0] : memref<?xf32>
  qd.for (%i) in (%n) {
    memref.store %old, %x[%i] : memref<?xf32>
  }
  %twice = arith.addf %old, %old : f32
  qd.for (%i) in (%n) {
    memref.store %twice, %x[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @load_stays(
// CHECK-SAME: workspace_bytes = #qd.size<"8">} {
// CHECK-NEXT: qd.launch @load_stays.0
// CHECK-NEXT: qd.launch @load_stays.1
// CHECK-NEXT: qd.launch @load_stays.2
// CHECK-NEXT: }
// CHECK: qd.task @load_stays.0 of @{{.*}} extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: %{{.*}} = memref.load %x[%{{.*}}] : memref<?xf32>
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : f32
// CHECK-NEXT: }
// CHECK: qd.task @load_stays.1 of @{{.*}} extent(#qd.size<"max(scalar(1), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}, %arg2: f32 {qd.slot = #qd.slot<word(0)>})
// CHECK-NEXT: qd.for (%i) in (%n) {
// CHECK-NEXT: memref.store %arg2, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @load_stays.2 of @{{.*}} extent(#qd.size<"max(scalar(1), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}, %arg2: f32 {qd.slot = #qd.slot<word(0)>})
// CHECK-NEXT: %{{.*}} = arith.addf %arg2, %arg2 : f32
// CHECK-NEXT: qd.for (%i) in (%n) {
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// Work on arguments that is too much to repeat is done once, in a serial task.
qd.kernel @expensive(%x: memref<?xf32>, %a: f32, %n: index) {
  %0 = math.exp %a : f32
  %1 = math.exp %0 : f32
  %2 = math.exp %1 : f32
  %3 = math.exp %2 : f32
  %4 = math.exp %3 : f32
  qd.for (%i) in (%n) {
    memref.store %4, %x[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @expensive(
// CHECK-SAME: workspace_bytes = #qd.size<"8">} {
// CHECK-NEXT: qd.launch @expensive.0
// CHECK-NEXT: qd.launch @expensive.1
// CHECK-NEXT: }
// CHECK: qd.task @expensive.0 of @{{.*}} extent(#qd.size<"1">) (%a: f32 {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = math.exp %a : f32
// CHECK-NEXT: %{{.*}} = math.exp %{{.*}} : f32
// CHECK-NEXT: %{{.*}} = math.exp %{{.*}} : f32
// CHECK-NEXT: %{{.*}} = math.exp %{{.*}} : f32
// CHECK-NEXT: %{{.*}} = math.exp %{{.*}} : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : f32
// CHECK-NEXT: }
// CHECK: qd.task @expensive.1 of @{{.*}} extent(#qd.size<"max(scalar(2), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(2)>}, %arg2: f32 {qd.slot = #qd.slot<word(0)>})
// CHECK-NEXT: qd.for (%i) in (%n) {
// CHECK-NEXT: memref.store %arg2, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// Asserts, prints and atomics keep their places among serial statements; the seed is read in the task.
qd.kernel @effects(%x: memref<?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %seed = qd.seed
  %v = memref.load %x[%c0] : memref<?xi64>
  %ok = arith.cmpi sgt, %v, %seed : i64
  qd.assert %ok, "positive"
  %old = memref.atomic_rmw addi %v, %x[%c0] : (i64, memref<?xi64>) -> i64
  qd.print "old {}", %old : i64
  qd.for (%i) in (%n) {
    %sum = arith.addi %old, %seed : i64
    memref.store %sum, %x[%i] : memref<?xi64>
  }
}

// CHECK-LABEL: qd.kernel @effects(
// CHECK-SAME: workspace_bytes = #qd.size<"8">} {
// CHECK-NEXT: qd.launch @effects.0
// CHECK-NEXT: qd.launch @effects.1
// CHECK-NEXT: }
// CHECK: qd.task @effects.0 of @{{.*}} extent(#qd.size<"1">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: %{{.*}} = qd.seed
// CHECK-NEXT: %{{.*}} = memref.load %x[%{{.*}}] : memref<?xi64>
// CHECK-NEXT: %{{.*}} = arith.cmpi sgt, %{{.*}}, %{{.*}} : i64
// CHECK-NEXT: qd.assert %{{.*}}, "positive"
// CHECK-NEXT: %{{.*}} = memref.atomic_rmw addi %{{.*}}, %x[%{{.*}}] : (i64, memref<?xi64>) -> i64
// CHECK-NEXT: qd.print "old {}", %{{.*}} : i64
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : i64
// CHECK-NEXT: }
// CHECK: qd.task @effects.1 of @{{.*}} extent(#qd.size<"max(scalar(1), 0)">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}, %arg2: i64 {qd.slot = #qd.slot<word(0)>})
// CHECK-NEXT: %{{.*}} = qd.seed
// CHECK-NEXT: qd.for (%i) in (%n) {
// CHECK-NEXT: %{{.*}} = arith.addi %arg2, %{{.*}} : i64
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xi64>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// An array that is chosen by a value of the device: the choice passes through a word and is made again.
qd.kernel @choice(%x: memref<4xf32>, %y: memref<4xf32>, %flag: memref<i1>) {
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  %c = memref.load %flag[] : memref<i1>
  %z = arith.select %c, %x, %y : memref<4xf32>
  qd.for (%i) in (%c4) {
    memref.store %f, %z[%i] : memref<4xf32>
  }
}

// CHECK-LABEL: qd.kernel @choice(
// CHECK-SAME: workspace_bytes = #qd.size<"8">} {
// CHECK-NEXT: qd.launch @choice.0
// CHECK-NEXT: qd.launch @choice.1
// CHECK-NEXT: }
// CHECK: qd.task @choice.0 of @{{.*}} extent(#qd.size<"1">) (%flag: memref<i1> {qd.slot = #qd.slot<array(2)>})
// CHECK-NEXT: %{{.*}} = memref.load %flag[] : memref<i1>
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : i1
// CHECK-NEXT: }
// CHECK: qd.task @choice.1 of @{{.*}} extent(#qd.size<"4">) (%x: memref<4xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<4xf32> {qd.slot = #qd.slot<array(1)>}, %arg2: i1 {qd.slot = #qd.slot<word(0)>})
// CHECK-NEXT: %{{.*}} = arith.constant 4 : index
// CHECK-NEXT: %{{.*}} = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %{{.*}} = arith.select %arg2, %x, %y : memref<4xf32>
// CHECK-NEXT: qd.for (%i) in (%{{.*}}) {
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%i] : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// A reduction over nothing whose result nobody uses still has a place for its partials.
qd.kernel @nothing(%x: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %sum = qd.for (%i) in (%c0) reduce(addi) -> i32 {
    %v = memref.load %x[%i] : memref<4xi32>
    qd.yield %v : i32
  }
}

// CHECK-LABEL: qd.kernel @nothing(
// CHECK-SAME: workspace_bytes = #qd.size<"8">} {
// CHECK: qd.task @nothing.0 of @{{.*}} extent(#qd.size<"0">) partials [0]

// -----

// Named extents stay with the kernel, whose arguments the names stand for.
qd.kernel @extents(%x: memref<?xf32> {qd.dims = ["n"], qd.may_alias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%n) {
    memref.store %zero, %x[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @extents(
// CHECK-SAME: {qd.dims = ["n"], qd.may_alias}
// CHECK: qd.task @extents.0
// CHECK-SAME: (%x: memref<?xf32> {qd.may_alias, qd.slot = #qd.slot<array(0)>}
