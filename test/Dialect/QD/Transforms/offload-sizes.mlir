// Extents, bounds of loops and reductions: what the host knows and what passes through words.
// RUN: qdc-opt %s --split-input-file --qd-offload --qd-verify-offload | FileCheck %s

// Lower bounds, steps, a rank of two; i32 bounds are widened before they are multiplied.
qd.kernel @ranges(%x: memref<?xi32>, %n: i32, %m: i32, %s: i32) {
  %c2 = arith.constant 2 : i32
  %c0 = arith.constant 0 : i32
  %z = arith.constant 0 : index
  qd.for (%i, %j) in (%n, %m) from (%c2, %n) step (%c2, %s) : i32 {
    memref.store %i, %x[%z] : memref<?xi32>
  }
  qd.for (%i) in (%n) step (%c0) : i32 {
    memref.store %i, %x[%z] : memref<?xi32>
  }
}

// CHECK-LABEL: qd.kernel @ranges(
// CHECK-SAME: workspace_bytes = #qd.size<"0">} {
// CHECK-NEXT: qd.launch @ranges.0
// CHECK-NEXT: qd.launch @ranges.1
// CHECK-NEXT: }
// CHECK: qd.task @ranges.0 of @{{.*}} extent(#qd.size<"mul(add(floordiv(add(max(scalar(1), 2), -3), 2), 1), mul(add(floordiv(add(sub(max(scalar(1), scalar(2)), scalar(1)), -1), max(scalar(3), 1)), 1), min(max(scalar(3), 0), 1)))">) (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>}, %m: i32 {qd.slot = #qd.slot<scalar(2)>}, %s: i32 {qd.slot = #qd.slot<scalar(3)>})
// CHECK-NEXT: %{{.*}} = arith.constant 2 : i32
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: qd.for (%i, %j) in (%n, %m) from (%{{.*}}, %n) step (%{{.*}}, %s) : i32 {
// CHECK-NEXT: memref.store %i, %x[%{{.*}}] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @ranges.1 of @{{.*}} extent(#qd.size<"0">) (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : i32
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: qd.for (%i) in (%n) step (%{{.*}}) : i32 {
// CHECK-NEXT: memref.store %i, %x[%{{.*}}] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// i32 arithmetic wraps, so the expression says so; the device does it in i32.
qd.kernel @wraps(%x: memref<?xi32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %z = arith.constant 0 : index
  %n1 = arith.subi %n, %c1 : i32
  qd.for (%i) in (%n1) : i32 {
    memref.store %i, %x[%z] : memref<?xi32>
  }
}

// CHECK-LABEL: qd.kernel @wraps(
// CHECK-SAME: workspace_bytes = #qd.size<"0">} {
// CHECK-NEXT: qd.launch @wraps.0
// CHECK-NEXT: }
// CHECK: qd.task @wraps.0 of @{{.*}} extent(#qd.size<"max(sub(add(scalar(1), -1), mul(floordiv(add(add(scalar(1), -1), 2147483648), 4294967296), 4294967296)), 0)">) (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = arith.constant 1 : i32
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: %{{.*}} = arith.subi %n, %{{.*}} : i32
// CHECK-NEXT: qd.for (%i) in (%{{.*}}) : i32 {
// CHECK-NEXT: memref.store %i, %x[%{{.*}}] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// What follows from arguments but is no SizeExpr is written to a word by the first task, once, also for a loop inside
// another one.
qd.kernel @unsigned(%x: memref<?xi32>, %n: index, %m: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = arith.extui %m : i32 to i64
  scf.for %k = %c0 to %n step %c1 {
    qd.for (%i) in (%w) : i64 {
      memref.store %m, %x[%k] : memref<?xi32>
    }
  }
}

// CHECK-LABEL: qd.kernel @unsigned(
// CHECK-SAME: barrier_offset = 8 : i64, readback_bytes = 8 : i64,
// CHECK-SAME: workspace_bytes = #qd.size<"40">} {
// CHECK-NEXT: qd.launch @unsigned.0
// CHECK-NEXT: qd.graph_repeat from <"0"> to <"scalar(1)"> step <"1"> induction at 32 counts at 0 {
// CHECK-NEXT: qd.launch @unsigned.1
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @unsigned.0 of @{{.*}} extent(#qd.size<"1">) (%m: i32 {qd.slot = #qd.slot<scalar(2)>}) attributes {qd.transfer}
// CHECK-NEXT: %{{.*}} = arith.extui %m : i32 to i64
// CHECK-NEXT: qd.write_word %{{.*}}, 24 : i64
// CHECK-NEXT: }
// CHECK: qd.task @unsigned.1 of @{{.*}} extent(#qd.size<"max(word(24), 0)">) (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %m: i32 {qd.slot = #qd.slot<scalar(2)>}, %arg2: index {qd.slot = #qd.slot<word(32)>})
// CHECK-NEXT: %{{.*}} = arith.extui %m : i32 to i64
// CHECK-NEXT: qd.for (%i) in (%{{.*}}) : i64 {
// CHECK-NEXT: memref.store %m, %x[%arg2] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// Bounds from memory, one of them i32: the load runs in the task before, and widens the value for the loader. The
// maximum of a do_while likewise.
qd.kernel @loaded(%x: memref<?xi32>, %n: memref<2xi32>, %go: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %n[%c0] : memref<2xi32>
  %b = memref.load %n[%c1] : memref<2xi32>
  qd.do_while %go max(%b : i32) on_max(error) : memref<i32> {
    qd.for (%i, %j) in (%a, %b) : i32 {
      memref.store %i, %x[%c0] : memref<?xi32>
    }
  }
}

// CHECK-LABEL: qd.kernel @loaded(
// CHECK-SAME: barrier_offset = 8 : i64, readback_bytes = 8 : i64,
// CHECK-SAME: workspace_bytes = #qd.size<"40">} {
// CHECK-NEXT: qd.launch @loaded.0
// CHECK-NEXT: qd.graph_do_while flag <array(2)> max <"word(24)"> on_max(error) counts at 0 {
// CHECK-NEXT: qd.launch @loaded.1
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @loaded.0 of @{{.*}} extent(#qd.size<"1">) (%n: memref<2xi32> {qd.slot = #qd.slot<array(1)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: %{{.*}} = arith.constant 1 : index
// CHECK-NEXT: %{{.*}} = memref.load %n[%{{.*}}] : memref<2xi32>
// CHECK-NEXT: %{{.*}} = memref.load %n[%{{.*}}] : memref<2xi32>
// CHECK-NEXT: %{{.*}} = arith.extsi %{{.*}} : i32 to i64
// CHECK-NEXT: qd.write_word %{{.*}}, 24 : i64
// CHECK-NEXT: %{{.*}} = arith.extsi %{{.*}} : i32 to i64
// CHECK-NEXT: qd.write_word %{{.*}}, 32 : i64
// CHECK-NEXT: }
// CHECK: qd.task @loaded.1 of @{{.*}} extent(#qd.size<"mul(max(word(24), 0), max(word(32), 0))">) (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %arg1: i32 {qd.slot = #qd.slot<word(24)>}, %arg2: i32 {qd.slot = #qd.slot<word(32)>})
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: qd.for (%i, %j) in (%arg2, %arg1) : i32 {
// CHECK-NEXT: memref.store %i, %x[%{{.*}}] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// Two results of one reduction in two areas; a later reduction uses the first again. The result is used by serial code,
// by a condition and by a loop, and is a result of the kernel.
qd.kernel @reductions(%x: memref<?xf32>, %n: i32) -> f32 {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %limit = arith.constant 4.0 : f32
  %z = arith.constant 0 : index
  %sum, %peak = qd.for (%i) in (%n) from (%c1) step (%c3) : i32 reduce(addf, maximumf) -> f32, f32 {
    %k = arith.index_cast %i : i32 to index
    %v = memref.load %x[%k] : memref<?xf32>
    qd.yield %v, %v : f32, f32
  }
  memref.store %peak, %x[%z] : memref<?xf32>
  %big = arith.cmpf ogt, %sum, %limit : f32
  scf.if %big {
    qd.for (%i) in (%n) : i32 {
      %k = arith.index_cast %i : i32 to index
      memref.store %sum, %x[%k] : memref<?xf32>
    }
  }
  %c4096 = arith.constant 4096 : index
  %again = qd.for (%i) in (%c4096) reduce(addf) -> f32 {
    qd.yield %sum : f32
  }
  qd.return %again : f32
}

// CHECK-LABEL: qd.kernel @reductions(
// CHECK-SAME: workspace_bytes = #qd.size<"65600">} {
// CHECK-NEXT: qd.launch @reductions.0
// CHECK-NEXT: qd.launch @reductions.1
// CHECK-NEXT: qd.graph_repeat from <"0"> to <"1"> step <"1"> counts at 8 {
// CHECK-NEXT: qd.graph_if condition at 32 {
// CHECK-NEXT: qd.launch @reductions.2
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: qd.launch @reductions.3
// CHECK-NEXT: qd.launch @reductions.4
// CHECK-NEXT: }
// CHECK: qd.task @reductions.0 of @{{.*}} extent(#qd.size<"add(floordiv(add(add(floordiv(add(max(scalar(1), 1), -2), 3), 1), -1), mul(max(add(floordiv(add(add(floordiv(add(max(scalar(1), 1), -2), 3), 1), -1), 4194304), 1), 1), 1024)), 1)">) partials [64, 32832] (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = arith.constant 1 : i32
// CHECK-NEXT: %{{.*}} = arith.constant 3 : i32
// CHECK-NEXT: %{{.*}}:2 = qd.for (%i) in (%n) from (%{{.*}}) step (%{{.*}}) : i32 reduce(addf, maximumf) -> f32, f32 {
// CHECK-NEXT: %{{.*}} = arith.index_cast %i : i32 to index
// CHECK-NEXT: %{{.*}} = memref.load %x[%{{.*}}] : memref<?xf32>
// CHECK-NEXT: qd.yield %{{.*}}, %{{.*}} : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @reductions.1 of @{{.*}} extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = arith.constant 1 : i32
// CHECK-NEXT: %{{.*}} = arith.constant 3 : i32
// CHECK-NEXT: %{{.*}} = arith.constant 4.000000e+00 : f32
// CHECK: %[[LOWER:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: %[[STEP:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: %[[UPPER:.*]] = arith.index_cast %n : i32 to index
// CHECK: %[[BEGINS:.*]] = arith.cmpi slt, %[[LOWER]], %[[UPPER]] : index
// CHECK: %[[SPAN:.*]] = arith.subi %[[UPPER]], %[[LOWER]] : index
// CHECK: %[[ADVANCES:.*]] = arith.cmpi sgt, %[[STEP]], %{{.*}} : index
// CHECK: %[[BY:.*]] = arith.select %[[ADVANCES]], %[[STEP]], %{{.*}} : index
// CHECK: %[[RUNS:.*]] = arith.andi %[[BEGINS]], %[[ADVANCES]] : i1
// CHECK: %[[LAST:.*]] = arith.subi %[[SPAN]], %{{.*}} : index
// CHECK: %[[STEPS:.*]] = arith.divui %[[LAST]], %[[BY]] : index
// CHECK: %[[TRIPS:.*]] = arith.addi %[[STEPS]], %{{.*}} : index
// CHECK: %{{.*}} = arith.select %[[RUNS]], %[[TRIPS]], %{{.*}} : index
// CHECK-NEXT: %{{.*}} = qd.combine_partials addf of %{{.*}} iterations at 64 : f32
// CHECK-NEXT: %{{.*}} = qd.combine_partials maximumf of %{{.*}} iterations at 32832 : f32
// CHECK-NEXT: memref.store %{{.*}}, %x[%{{.*}}] : memref<?xf32>
// CHECK-NEXT: %{{.*}} = arith.cmpf ogt, %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 32 : i1
// CHECK-NEXT: qd.write_word %{{.*}}, 40 : f32
// CHECK-NEXT: }
// CHECK: qd.task @reductions.2 of @{{.*}} extent(#qd.size<"max(scalar(1), 0)">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: i32 {qd.slot = #qd.slot<scalar(1)>}, %arg2: f32 {qd.slot = #qd.slot<word(40)>})
// CHECK-NEXT: qd.for (%i) in (%n) : i32 {
// CHECK-NEXT: %{{.*}} = arith.index_cast %i : i32 to index
// CHECK-NEXT: memref.store %arg2, %x[%{{.*}}] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @reductions.3 of @{{.*}} extent(#qd.size<"4">) partials [64] (%arg0: f32 {qd.slot = #qd.slot<word(40)>})
// CHECK-NEXT: %{{.*}} = arith.constant 4096 : index
// CHECK-NEXT: %{{.*}} = qd.for (%i) in (%{{.*}}) reduce(addf) -> f32 {
// CHECK-NEXT: qd.yield %arg0 : f32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.task @reductions.4 of @{{.*}} extent(#qd.size<"1">) () attributes {qd.transfer}
// CHECK-NEXT: %[[COUNT:.*]] = arith.constant 4096 : index
// CHECK: %{{.*}} = qd.combine_partials addf of %[[COUNT]] iterations at 64 : f32
// CHECK-NEXT: qd.write_word %{{.*}}, 0 : f32
// CHECK-NEXT: }

// -----

// A reduction whose result nobody uses still runs.
qd.kernel @unused_reduction(%x: memref<?xi32>, %n: index) {
  %r = qd.for (%i) in (%n) reduce(addi) -> i32 {
    %v = memref.load %x[%i] : memref<?xi32>
    memref.store %v, %x[%i] : memref<?xi32>
    qd.yield %v : i32
  }
}

// CHECK-LABEL: qd.kernel @unused_reduction(
// CHECK-SAME: workspace_bytes = #qd.size<"32768">} {
// CHECK-NEXT: qd.launch @unused_reduction.0
// CHECK-NEXT: }
// CHECK: qd.task @unused_reduction.0 of @{{.*}} extent(#qd.size<"add(floordiv(add(max(scalar(1), 0), -1), mul(max(add(floordiv(add(max(scalar(1), 0), -1), 4194304), 1), 1), 1024)), 1)">) partials [0] (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>})
// CHECK-NEXT: %{{.*}} = qd.for (%i) in (%n) reduce(addi) -> i32 {
// CHECK-NEXT: %{{.*}} = memref.load %x[%i] : memref<?xi32>
// CHECK-NEXT: memref.store %{{.*}}, %x[%i] : memref<?xi32>
// CHECK-NEXT: qd.yield %{{.*}} : i32
// CHECK-NEXT: }
// CHECK-NEXT: }

// -----

// A bound that a condition selects on the device is at most the larger of its two values, if the host knows both.

// CHECK-LABEL: qd.task @selected.1 of @selected extent(#qd.size<"max(min(word(0), max(dim(0, 0), 0)), 0)">)
// CHECK-LABEL: qd.task @selected.2 of @selected extent(#qd.size<"sub(max(scalar(2), min(word(8), max(scalar(2), scalar(3)))), scalar(2))">)
// CHECK-LABEL: qd.task @selected.3 of @selected extent(#qd.size<"max(word(16), 0)">)
qd.kernel @selected(%x: memref<?xf32>, %flag: memref<i32>, %from: index, %to: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %k = arith.constant 1.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %value = memref.load %flag[] : memref<i32>
  %taken = arith.cmpi ne, %value, %zero : i32
  %loaded = arith.index_cast %value : i32 to index
  %first = arith.select %taken, %n, %c0 : index
  %second = arith.select %taken, %to, %from : index
  %third = arith.select %taken, %loaded, %c0 : index
  qd.for (%i) in (%first) {
    memref.store %k, %x[%i] : memref<?xf32>
  }
  qd.for (%i) in (%second) from (%from) {
    memref.store %k, %x[%i] : memref<?xf32>
  }
  qd.for (%i) in (%third) {
    memref.store %k, %x[%i] : memref<?xf32>
  }
  qd.return
}
