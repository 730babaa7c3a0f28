// Control that holds parallel loops, the values it carries, and what must stay in place.
// RUN: qdc-opt %s --split-input-file --qd-offload --qd-verify-offload | FileCheck %s

// A swap in a counted loop: both words are read before either is written. The result is used after the loop, and the
// induction variable and a carried value in the loop.
qd.kernel @swap(%x: memref<?xf32>, %a: f32, %b: f32, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %size = arith.constant 64 : index
  %p, %q = scf.for %step = %c0 to %n step %c1 iter_args(%l = %a, %r = %b) -> (f32, f32) : i32 {
    qd.for (%i) in (%size) {
      %s = arith.sitofp %step : i32 to f32
      %v = arith.addf %l, %s : f32
      memref.store %v, %x[%i] : memref<?xf32>
    }
    scf.yield %r, %l : f32, f32
  }
  %sum = arith.addf %p, %q : f32
  qd.return %sum : f32
}

// CHECK-LABEL: qd.kernel @swap(
// CHECK-SAME: barrier_offset = 16 : i64, readback_bytes = 16 : i64,
// CHECK-SAME: workspace_bytes = #qd.size<"56">} {
// CHECK-NEXT: qd.launch @swap.0
// CHECK-NEXT: qd.graph_repeat from <"0"> to <"scalar(3)"> step <"1"> induction at 48 counts at 8 {
// CHECK-NEXT: qd.launch @swap.1
// CHECK-NEXT: qd.launch @swap.2
// CHECK-NEXT: }
// CHECK-NEXT: qd.launch @swap.3
// CHECK-NEXT: }
// CHECK: qd.task @swap.0 of @{{.*}} extent(#qd.size<"1">) (%a: f32 {qd.slot = #qd.slot<scalar(1)>}, %b: f32 {qd.slot = #qd.slot<scalar(2)>}) attributes {qd.transfer}
// CHECK-NEXT: qd.write_word %a, 32 : f32
// CHECK-NEXT: qd.write_word %b, 40 : f32
// CHECK-NEXT: }
// CHECK: qd.task @swap.1 of @{{.*}} extent(#qd.size<"64">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %arg1: f32 {qd.slot = #qd.slot<word(32)>}, %arg2: i32 {qd.slot = #qd.slot<word(48)>})
// CHECK-NEXT: %{{.*}} = arith.constant 64 : index
// CHECK-NEXT: qd.for (%i) in (%{{.*}}) {
// CHECK-NEXT: %{{.*}} = arith.sitofp %arg2 : i32 to f32
// CHECK-NEXT: %{{.*}} = arith.addf %arg1, %{{.*}} : f32
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @swap.2 of @{{.*}} extent(#qd.size<"1">) (%arg0: f32 {qd.slot = #qd.slot<word(32)>}, %arg1: f32 {qd.slot = #qd.slot<word(40)>}) attributes {qd.transfer}
// CHECK-NEXT: qd.write_word %arg1, 32 : f32
// CHECK-NEXT: qd.write_word %arg0, 40 : f32
// CHECK-NEXT: }
// CHECK: qd.task @swap.3 of @{{.*}} extent(#qd.size<"1">) (%arg0: f32 {qd.slot = #qd.slot<word(32)>}, %arg1: f32 {qd.slot = #qd.slot<word(40)>})
// CHECK-NEXT: %{{.*}} = arith.addf %arg0, %arg1 : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : f32
// CHECK-NEXT: }

// -----

// A while loop: the condition sees what the body wrote, by a load in its own task; carried values of both regions.
qd.kernel @while(%x: memref<?xf32>, %flag: memref<i32>, %n: index) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %count = scf.while (%k = %zero) : (i32) -> i32 {
    %f = memref.load %flag[] : memref<i32>
    %go = arith.cmpi ne, %f, %zero : i32
    %next = arith.addi %k, %one : i32
    scf.condition(%go) %next : i32
  } do {
  ^bb0(%m: i32):
    qd.for (%i) in (%n) {
      %v = arith.sitofp %m : i32 to f32
      memref.store %v, %x[%i] : memref<?xf32>
    }
    scf.yield %m : i32
  }
  qd.return %count : i32
}

// CHECK-LABEL: qd.kernel @while(
// CHECK-SAME: barrier_offset = 16 : i64, readback_bytes = 16 : i64,
// CHECK-SAME: workspace_bytes = #qd.size<"48">} {
// CHECK-NEXT: qd.launch @while.0
// CHECK-NEXT: qd.graph_while condition at 40 counts at 8 {
// CHECK-NEXT: qd.launch @while.1
// CHECK-NEXT: } do {
// CHECK-NEXT: qd.launch @while.2
// CHECK-NEXT: qd.launch @while.3
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @while.0 of @{{.*}} extent(#qd.size<"1">) () attributes {qd.transfer}
// CHECK-NEXT: %{{.*}} = arith.constant 0 : i32
// CHECK-NEXT: %{{.*}} = arith.extsi %{{.*}} : i32 to i64
// CHECK-NEXT: qd.write_word %{{.*}}, 32 : i64
// CHECK-NEXT: }
// CHECK: qd.task @while.1 of @{{.*}} extent(#qd.size<"1">) (%flag: memref<i32> {qd.slot = #qd.slot<array(1)>}, %arg1: i32 {qd.slot = #qd.slot<word(32)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : i32
// CHECK-NEXT: %{{.*}} = arith.constant 1 : i32
// CHECK-NEXT: %{{.*}} = memref.load %flag[] : memref<i32>
// CHECK-NEXT: %{{.*}} = arith.cmpi ne, %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: %{{.*}} = arith.addi %arg1, %{{.*}} : i32
// CHECK-NEXT: qd.write_word %{{.*}}, 40 : i1
// CHECK-NEXT: %{{.*}} = arith.extsi %{{.*}} : i32 to i64
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : i64
// CHECK-NEXT: }
// CHECK: qd.task @while.2 of @{{.*}} extent(#qd.size<"max(scalar(2), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(2)>}, %arg2: i32 {qd.slot = #qd.slot<word(0)>})
// CHECK-NEXT: qd.for (%i) in (%n) {
// CHECK-NEXT: %{{.*}} = arith.sitofp %arg2 : i32 to f32
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @while.3 of @{{.*}} extent(#qd.size<"1">) (%arg0: i32 {qd.slot = #qd.slot<word(0)>}) attributes {qd.transfer}
// CHECK-NEXT: %{{.*}} = arith.extsi %arg0 : i32 to i64
// CHECK-NEXT: qd.write_word %{{.*}}, 32 : i64
// CHECK-NEXT: }

// -----

// An if whose result comes from either side; the condition follows from an argument, so the first task writes it. It
// stands in no loop, so the graph has one of one iteration around it, which devices can run by themselves.
qd.kernel @branch(%x: memref<?xf32>, %c: i1, %n: index) -> f32 {
  %one = arith.constant 1.0 : f32
  %r = scf.if %c -> f32 {
    %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
      %v = memref.load %x[%i] : memref<?xf32>
      qd.yield %v : f32
    }
    scf.yield %s : f32
  } else {
    scf.yield %one : f32
  }
  qd.return %r : f32
}

// CHECK-LABEL: qd.kernel @branch(
// CHECK-SAME: workspace_bytes = #qd.size<"32832">} {
// CHECK-NEXT: qd.launch @branch.0
// CHECK-NEXT: qd.graph_repeat from <"0"> to <"1"> step <"1"> counts at 8 {
// CHECK-NEXT: qd.graph_if condition at 32 {
// CHECK-NEXT: qd.launch @branch.1
// CHECK-NEXT: qd.launch @branch.2
// CHECK-NEXT: } else {
// CHECK-NEXT: qd.launch @branch.3
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @branch.0 of @{{.*}} extent(#qd.size<"1">) (%c: i1 {qd.slot = #qd.slot<scalar(1)>}) attributes {qd.transfer}
// CHECK-NEXT: qd.write_word %c, 32 : i1
// CHECK-NEXT: }
// CHECK: qd.task @branch.1 of @{{.*}} extent(#qd.size<"add(floordiv(add(max(scalar(2), 0), -1), mul(max(add(floordiv(add(max(scalar(2), 0), -1), 4194304), 1), 1), 1024)), 1)">) partials [64] (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(2)>})
// CHECK-NEXT: %{{.*}} = qd.for (%i) in (%n) reduce(addf) -> f32 {
// CHECK-NEXT: %{{.*}} = memref.load %x[%i] : memref<?xf32>
// CHECK-NEXT: qd.yield %{{.*}} : f32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @branch.2 of @{{.*}} extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(2)>}) attributes {qd.transfer}
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[RUNS:.*]] = arith.cmpi sgt, %n, %[[ZERO]] : index
// CHECK-NEXT: %{{.*}} = arith.select %[[RUNS]], %n, %{{.*}} : index
// CHECK-NEXT: %{{.*}} = qd.combine_partials addf of %{{.*}} iterations at 64 : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : f32
// CHECK-NEXT: }
// CHECK: qd.task @branch.3 of @{{.*}} extent(#qd.size<"1">) () attributes {qd.transfer}
// CHECK-NEXT: %{{.*}} = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : f32
// CHECK-NEXT: }

// -----

// Three levels deep with siblings; a bound that the body of a do-while writes is loaded in each iteration, where it
// stands, and an scf.for without parallel loop stays in its serial task.
qd.kernel @nest(%x: memref<?xf32>, %go: memref<i32>, %bound: memref<i32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  scf.for %a = %c0 to %n step %c1 {
    qd.do_while %go : memref<i32> {
      %b = memref.load %bound[] : memref<i32>
      %b1 = arith.index_cast %b : i32 to index
      qd.for (%i) in (%b1) {
        %v = memref.load %x[%i] : memref<?xf32>
        memref.store %v, %x[%a] : memref<?xf32>
      }
      memref.store %zero, %bound[] : memref<i32>
      scf.if %c {
        qd.for (%i) in (%n) {
          %f = arith.constant 1.0 : f32
          memref.store %f, %x[%i] : memref<?xf32>
        }
      }
      scf.for %k = %c0 to %n step %c1 {
        memref.store %zero, %go[] : memref<i32>
      }
    }
    qd.for (%i) in (%n) {
      %f = arith.constant 2.0 : f32
      memref.store %f, %x[%i] : memref<?xf32>
    }
  }
}

// CHECK-LABEL: qd.kernel @nest(
// CHECK-SAME: barrier_offset = 16 : i64, readback_bytes = 16 : i64,
// CHECK-SAME: workspace_bytes = #qd.size<"56">} {
// CHECK-NEXT: qd.launch @nest.0
// CHECK-NEXT: qd.graph_repeat from <"0"> to <"scalar(3)"> step <"1"> induction at 48 counts at 0 {
// CHECK-NEXT: qd.graph_do_while flag <array(1)> on_max(stop) counts at 8 {
// CHECK-NEXT: qd.launch @nest.1
// CHECK-NEXT: qd.launch @nest.2
// CHECK-NEXT: qd.launch @nest.3
// CHECK-NEXT: qd.graph_if condition at 40 {
// CHECK-NEXT: qd.launch @nest.4
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: qd.launch @nest.5
// CHECK-NEXT: }
// CHECK-NEXT: qd.launch @nest.6
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @nest.0 of @{{.*}} extent(#qd.size<"1">) (%c: i1 {qd.slot = #qd.slot<scalar(4)>}) attributes {qd.transfer}
// CHECK-NEXT: qd.write_word %c, 40 : i1
// CHECK-NEXT: }
// CHECK: qd.task @nest.1 of @{{.*}} extent(#qd.size<"1">) (%bound: memref<i32> {qd.slot = #qd.slot<array(2)>})
// CHECK-NEXT: %{{.*}} = memref.load %bound[] : memref<i32>
// CHECK-NEXT: %{{.*}} = arith.index_cast %{{.*}} : i32 to index
// CHECK-NEXT: qd.write_word %{{.*}}, 32 : index
// CHECK-NEXT: }
// CHECK: qd.task @nest.2 of @{{.*}} extent(#qd.size<"max(word(32), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %arg1: index {qd.slot = #qd.slot<word(32)>}, %arg2: index {qd.slot = #qd.slot<word(48)>})
// CHECK-NEXT: qd.for (%i) in (%arg1) {
// CHECK-NEXT: %{{.*}} = memref.load %x[%i] : memref<?xf32>
// CHECK-NEXT: memref.store %{{.*}}, %x[%arg2] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @nest.3 of @{{.*}} extent(#qd.size<"1">) (%bound: memref<i32> {qd.slot = #qd.slot<array(2)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : i32
// CHECK-NEXT: memref.store %{{.*}}, %bound[] : memref<i32>
// CHECK-NEXT: }
// CHECK: qd.task @nest.4 of @{{.*}} extent(#qd.size<"max(scalar(3), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(3)>})
// CHECK-NEXT: qd.for (%i) in (%n) {
// CHECK-NEXT: %{{.*}} = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @nest.5 of @{{.*}} extent(#qd.size<"1">) (%go: memref<i32> {qd.slot = #qd.slot<array(1)>}, %n: index {qd.slot = #qd.slot<scalar(3)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: %{{.*}} = arith.constant 1 : index
// CHECK-NEXT: %{{.*}} = arith.constant 0 : i32
// CHECK-NEXT: scf.for %arg0 = %{{.*}} to %n step %{{.*}} {
// CHECK-NEXT: memref.store %{{.*}}, %go[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @nest.6 of @{{.*}} extent(#qd.size<"max(scalar(3), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(3)>})
// CHECK-NEXT: qd.for (%i) in (%n) {
// CHECK-NEXT: %{{.*}} = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// The number of iterations is a result, a size and an operand.
qd.kernel @iterations(%x: memref<?xf32>, %go: memref<i8>, %n: index) -> i64 {
  %k = qd.do_while %go name("solve") : memref<i8> {
    qd.for (%i) in (%n) {
      %f = arith.constant 2.0 : f32
      memref.store %f, %x[%i] : memref<?xf32>
    }
  }
  qd.for (%i) in (%k) : i64 {
    %j = arith.index_cast %i : i64 to index
    %f = arith.sitofp %k : i64 to f32
    memref.store %f, %x[%j] : memref<?xf32>
  }
  qd.return %k : i64
}

// CHECK-LABEL: qd.kernel @iterations(
// CHECK-SAME: barrier_offset = 16 : i64, readback_bytes = 16 : i64,
// CHECK-SAME: workspace_bytes = #qd.size<"32">} {
// CHECK-NEXT: qd.graph_do_while flag <array(1)> on_max(stop) iterations at 0 counts at 8 name("solve") {
// CHECK-NEXT: qd.launch @iterations.0
// CHECK-NEXT: }
// CHECK-NEXT: qd.launch @iterations.1
// CHECK-NEXT: }
// CHECK: qd.task @iterations.0 of @{{.*}} extent(#qd.size<"max(scalar(2), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(2)>})
// CHECK-NEXT: qd.for (%i) in (%n) {
// CHECK-NEXT: %{{.*}} = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @iterations.1 of @{{.*}} extent(#qd.size<"max(word(0), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %arg1: i64 {qd.slot = #qd.slot<word(0)>})
// CHECK-NEXT: qd.for (%i) in (%arg1) : i64 {
// CHECK-NEXT: %{{.*}} = arith.index_cast %i : i64 to index
// CHECK-NEXT: %{{.*}} = arith.sitofp %arg1 : i64 to f32
// CHECK-NEXT: memref.store %{{.*}}, %x[%{{.*}}] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// The outer loop carries what the inner one gives; the inner one starts from the outer value.
qd.kernel @carried_twice(%x: memref<?xf32>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %r = scf.for %a = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %t = scf.for %b = %c0 to %a step %c1 iter_args(%u = %s) -> (i64) {
      qd.for (%i) in (%u) : i64 {
        %j = arith.index_cast %i : i64 to index
        %f = arith.constant 2.0 : f32
        memref.store %f, %x[%j] : memref<?xf32>
      }
      %v = memref.dim %x, %c0 : memref<?xf32>
      %w = arith.index_cast %v : index to i64
      scf.yield %w : i64
    }
    scf.yield %t : i64
  }
  qd.return %r : i64
}

// CHECK-LABEL: qd.kernel @carried_twice(
// CHECK-SAME: barrier_offset = 24 : i64, readback_bytes = 24 : i64,
// CHECK-SAME: workspace_bytes = #qd.size<"56">} {
// CHECK-NEXT: qd.launch @carried_twice.0
// CHECK-NEXT: qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> induction at 40 counts at 8 {
// CHECK-NEXT: qd.launch @carried_twice.1
// CHECK-NEXT: qd.graph_repeat from <"0"> to <"word(40)"> step <"1"> counts at 16 {
// CHECK-NEXT: qd.launch @carried_twice.2
// CHECK-NEXT: qd.launch @carried_twice.3
// CHECK-NEXT: }
// CHECK-NEXT: qd.launch @carried_twice.4
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @carried_twice.0 of @{{.*}} extent(#qd.size<"1">) () attributes {qd.transfer}
// CHECK-NEXT: %{{.*}} = arith.constant 0 : i64
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : i64
// CHECK-NEXT: }
// CHECK: qd.task @carried_twice.1 of @{{.*}} extent(#qd.size<"1">) (%arg0: i64 {qd.slot = #qd.slot<word(0)>}) attributes {qd.transfer}
// CHECK-NEXT: qd.write_word %arg0, 48 : i64
// CHECK-NEXT: }
// CHECK: qd.task @carried_twice.2 of @{{.*}} extent(#qd.size<"max(word(48), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %arg1: i64 {qd.slot = #qd.slot<word(48)>})
// CHECK-NEXT: qd.for (%i) in (%arg1) : i64 {
// CHECK-NEXT: %{{.*}} = arith.index_cast %i : i64 to index
// CHECK-NEXT: %{{.*}} = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: memref.store %{{.*}}, %x[%{{.*}}] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @carried_twice.3 of @{{.*}} extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) attributes {qd.transfer}
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: %{{.*}} = memref.dim %x, %{{.*}} : memref<?xf32>
// CHECK-NEXT: %{{.*}} = arith.index_cast %{{.*}} : index to i64
// CHECK-NEXT: qd.write_word %{{.*}}, 48 : i64
// CHECK-NEXT: }
// CHECK: qd.task @carried_twice.4 of @{{.*}} extent(#qd.size<"1">) (%arg0: i64 {qd.slot = #qd.slot<word(48)>}) attributes {qd.transfer}
// CHECK-NEXT: qd.write_word %arg0, 0 : i64
// CHECK-NEXT: }

// -----

// A size that is computed from a word, by statements that have no effect: they become a task, since the loader needs the
// number.
qd.kernel @size_from_word(%x: memref<?xf32>, %go: memref<i32>) {
  %k = qd.do_while %go : memref<i32> {
  }
  %twice = arith.addi %k, %k : i64
  qd.for (%i) in (%twice) : i64 {
    %j = arith.index_cast %i : i64 to index
    %f = arith.sitofp %k : i64 to f32
    memref.store %f, %x[%j] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.kernel @size_from_word(
// CHECK-SAME: barrier_offset = 8 : i64, readback_bytes = 8 : i64,
// CHECK-SAME: workspace_bytes = #qd.size<"40">} {
// CHECK-NEXT: qd.graph_do_while flag <array(1)> on_max(stop) iterations at 32 counts at 0 {
// CHECK-NEXT: }
// CHECK-NEXT: qd.launch @size_from_word.0
// CHECK-NEXT: qd.launch @size_from_word.1
// CHECK-NEXT: }
// CHECK: qd.task @size_from_word.0 of @{{.*}} extent(#qd.size<"1">) (%arg0: i64 {qd.slot = #qd.slot<word(32)>})
// CHECK-NEXT: %{{.*}} = arith.addi %arg0, %arg0 : i64
// CHECK-NEXT: qd.write_word %{{.*}}, 24 : i64
// CHECK-NEXT: }
// CHECK: qd.task @size_from_word.1 of @{{.*}} extent(#qd.size<"max(word(24), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %arg1: i64 {qd.slot = #qd.slot<word(24)>}, %arg2: i64 {qd.slot = #qd.slot<word(32)>})
// CHECK-NEXT: qd.for (%i) in (%arg1) : i64 {
// CHECK-NEXT: %{{.*}} = arith.index_cast %i : i64 to index
// CHECK-NEXT: %{{.*}} = arith.sitofp %arg2 : i64 to f32
// CHECK-NEXT: memref.store %{{.*}}, %x[%{{.*}}] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// Loops in the condition of a while, and a value that one iteration hands to the next in both regions.
qd.kernel @loop_in_condition(%x: memref<?xf32>, %n: index, %limit: f32) -> (f32, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %start = arith.constant 0.0 : f32
  %r:2 = scf.while (%best = %start, %k = %zero) : (f32, i64) -> (f32, i64) {
    %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
      %v = memref.load %x[%i] : memref<?xf32>
      qd.yield %v : f32
    }
    %go = arith.cmpf ogt, %s, %limit : f32
    scf.condition(%go) %best, %k : f32, i64
  } do {
  ^bb0(%b: f32, %m: i64):
    qd.for (%i) in (%n) {
      memref.store %b, %x[%i] : memref<?xf32>
    }
    %m1 = arith.addi %m, %one : i64
    %mf = arith.sitofp %m1 : i64 to f32
    scf.yield %mf, %m1 : f32, i64
  }
  qd.return %r#0, %r#1 : f32, i64
}

// CHECK-LABEL: qd.kernel @loop_in_condition(
// CHECK-SAME: barrier_offset = 24 : i64, readback_bytes = 24 : i64,
// CHECK-SAME: workspace_bytes = #qd.size<"32832">} {
// CHECK-NEXT: qd.launch @loop_in_condition.0
// CHECK-NEXT: qd.graph_while condition at 56 counts at 16 {
// CHECK-NEXT: qd.launch @loop_in_condition.1
// CHECK-NEXT: qd.launch @loop_in_condition.2
// CHECK-NEXT: } do {
// CHECK-NEXT: qd.launch @loop_in_condition.3
// CHECK-NEXT: qd.launch @loop_in_condition.4
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @loop_in_condition.0 of @{{.*}} extent(#qd.size<"1">) () attributes {qd.transfer}
// CHECK-NEXT: %{{.*}} = arith.constant 0 : i64
// CHECK-NEXT: %{{.*}} = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 40 : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 48 : i64
// CHECK-NEXT: }
// CHECK: qd.task @loop_in_condition.1 of @{{.*}} extent(#qd.size<"add(floordiv(add(max(scalar(1), 0), -1), mul(max(add(floordiv(add(max(scalar(1), 0), -1), 4194304), 1), 1), 1024)), 1)">) partials [64] (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = qd.for (%i) in (%n) reduce(addf) -> f32 {
// CHECK-NEXT: %{{.*}} = memref.load %x[%i] : memref<?xf32>
// CHECK-NEXT: qd.yield %{{.*}} : f32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @loop_in_condition.2 of @{{.*}} extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(1)>}, %limit: f32 {qd.slot = #qd.slot<scalar(2)>}, %arg2: f32 {qd.slot = #qd.slot<word(40)>}, %arg3: i64 {qd.slot = #qd.slot<word(48)>})
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[RUNS:.*]] = arith.cmpi sgt, %n, %[[ZERO]] : index
// CHECK-NEXT: %{{.*}} = arith.select %[[RUNS]], %n, %{{.*}} : index
// CHECK-NEXT: %{{.*}} = qd.combine_partials addf of %{{.*}} iterations at 64 : f32
// CHECK-NEXT: %{{.*}} = arith.cmpf ogt, %{{.*}}, %limit : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 56 : i1
// CHECK-NEXT: qd.write_word %arg2, 0 : f32
// CHECK-NEXT: qd.write_word %arg3, 8 : i64
// CHECK-NEXT: }
// CHECK: qd.task @loop_in_condition.3 of @{{.*}} extent(#qd.size<"max(scalar(1), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}, %arg2: f32 {qd.slot = #qd.slot<word(0)>})
// CHECK-NEXT: qd.for (%i) in (%n) {
// CHECK-NEXT: memref.store %arg2, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @loop_in_condition.4 of @{{.*}} extent(#qd.size<"1">) (%arg0: i64 {qd.slot = #qd.slot<word(8)>})
// CHECK-NEXT: %{{.*}} = arith.constant 1 : i64
// CHECK-NEXT: %{{.*}} = arith.addi %arg0, %{{.*}} : i64
// CHECK-NEXT: %{{.*}} = arith.sitofp %{{.*}} : i64 to f32
// CHECK-NEXT: qd.write_word %{{.*}}, 40 : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 48 : i64
// CHECK-NEXT: }

// -----

// The reductions of a loop take turns with two areas of partials, here of 8 bytes for each result: one is combined
// while the next one writes its own. Those of different loops, and those outside of loops, share them.
qd.kernel @turns(%x: memref<64xf32>, %y: memref<f32>, %go: memref<i32>) {
  %c64 = arith.constant 64 : index
  %first = qd.for (%i) in (%c64) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<64xf32>
    qd.yield %v : f32
  }
  memref.store %first, %y[] : memref<f32>
  %n = qd.do_while %go : memref<i32> {
    %a = qd.for (%i) in (%c64) reduce(addf) -> f32 {
      %v = memref.load %x[%i] : memref<64xf32>
      qd.yield %v : f32
    }
    memref.store %a, %y[] : memref<f32>
    %b, %c = qd.for (%i) in (%c64) reduce(addf, mulf) -> f32, f32 {
      %v = memref.load %x[%i] : memref<64xf32>
      qd.yield %v, %v : f32, f32
    }
    %bc = arith.addf %b, %c : f32
    memref.store %bc, %y[] : memref<f32>
    %d = qd.for (%i) in (%c64) reduce(addf) -> f32 {
      %v = memref.load %x[%i] : memref<64xf32>
      qd.yield %v : f32
    }
    memref.store %d, %y[] : memref<f32>
  }
  qd.return
}

// CHECK-LABEL: qd.kernel @turns(
// CHECK-SAME: workspace_bytes = #qd.size<"200">
// CHECK: qd.task @turns.0 {{.*}} partials [64]
// CHECK: qd.combine_partials addf of %{{.*}} at 64
// CHECK: qd.task @turns.2 {{.*}} partials [64]
// CHECK: qd.combine_partials addf of %{{.*}} at 64
// CHECK: qd.task @turns.4 {{.*}} partials [128, 192]
// CHECK: qd.combine_partials addf of %{{.*}} at 128
// CHECK: qd.combine_partials mulf of %{{.*}} at 192
// CHECK: qd.task @turns.6 {{.*}} partials [64]
// CHECK: qd.combine_partials addf of %{{.*}} at 64
