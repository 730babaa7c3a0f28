// RUN: qdc-opt %s | qdc-opt | FileCheck %s
// RUN: qdc-opt --emit-bytecode %s | qdc-opt | FileCheck %s
// RUN: qdc-opt --mlir-print-op-generic %s | qdc-opt | FileCheck %s

memref.global "public" @go : memref<i32> = dense<1>

// CHECK-LABEL: qd.kernel @empty() {
// CHECK-NEXT: }
qd.kernel @empty() {}

// SSA names of arguments survive; an attribute that says the same is left out.
// CHECK-LABEL: qd.kernel @names(
// CHECK-SAME: %u: memref<?x?xf32> {qd.may_alias}, %k: f32, %arg2: i32, %not_an_identifier: i64 {qd.arg_name = "not an identifier"})
// CHECK-SAME: attributes {graph = "always"} {
qd.kernel @names(%u: memref<?x?xf32> {qd.may_alias}, %x: f32 {qd.arg_name = "k"}, %0: i32,
                 %n: i64 {qd.arg_name = "not an identifier"}) attributes {graph = "always"} {}

// CHECK-LABEL: qd.kernel @extents(
// CHECK-SAME: %x: memref<?x?xf32> {qd.dims = ["n", "?"]}, %y: memref<?x4xf32> {qd.dims = ["2 * n - k + 1", "4"]}, %k: i32, %go: memref<i32> {qd.dims = []})
qd.kernel @extents(%x: memref<?x?xf32> {qd.dims = ["n", "?"]}, %y: memref<?x4xf32> {qd.dims = ["2 * n - k + 1", "4"]},
                   %k: i32, %go: memref<i32> {qd.dims = []}) {}

// CHECK-LABEL: qd.kernel @results(%u: memref<?xf32>, %n: i32 {qd.specialize = [8 : i32, 16 : i32]}) -> (f32, i32 {qd.unsigned}) {
qd.kernel @results(%u: memref<?xf32>, %n: i32 {qd.specialize = [8 : i32, 16 : i32]}) -> (f32, i32 {qd.unsigned}) {
  %c0 = arith.constant 0 : index
  %x = memref.load %u[%c0] : memref<?xf32>
  // CHECK: qd.return %{{.*}}, %n : f32, i32
  qd.return %x, %n : f32, i32
}

// CHECK-LABEL: qd.kernel @one_result(%n: i32) -> i32 {
qd.kernel @one_result(%n: i32) -> i32 {
  qd.return %n : i32
}

// CHECK-LABEL: qd.kernel @loops
qd.kernel @loops(%n: index, %m: index, %a: i32, %b: i32) {
  // CHECK: qd.for (%i, %j) in (%n, %m) {
  // CHECK-NEXT: }
  qd.for (%row, %column) in (%n, %m) {}
  // CHECK: qd.for (%i) in (%a) from (%b) step (%a) : i32 block_dim(256) name("copy") attributes {llvm.mine} {
  qd.for (%i) in (%a) from (%b) step (%a) : i32 block_dim(256) name("copy") attributes {llvm.mine} {
    %local = memref.alloca() : memref<f32>
  }
  // CHECK: %{{.*}}:2 = qd.for (%i) in (%n) reduce(addf, maxs) -> f32, index {
  %sum, %last = qd.for (%i) in (%n) reduce(addf, maxs) -> f32, index {
    %one = arith.constant 1.0 : f32
    // CHECK: qd.yield %{{.*}}, %i : f32, index
    qd.yield %one, %i : f32, index
  }
}

// CHECK-LABEL: qd.kernel @device_loops
qd.kernel @device_loops(%go: memref<i32>, %most: i64, %few: index) {
  // CHECK: qd.do_while %go : memref<i32> {
  // CHECK-NEXT: }
  %0 = qd.do_while %go : memref<i32> {}
  // CHECK: qd.do_while %go max(%most) on_max(error) name("solve") : memref<i32> {
  %1 = qd.do_while %go max(%most) on_max(error) name("solve") : memref<i32> {
    // CHECK: qd.do_while %{{.*}} max(%few : index) : memref<i32> attributes {llvm.mine} {
    %flag = memref.get_global @go : memref<i32>
    %2 = qd.do_while %flag max(%few : index) on_max(stop) : memref<i32> attributes {llvm.mine} {}
  }
}

// CHECK-LABEL: qd.kernel @effects
qd.kernel @effects(%lock: memref<?xi32>, %n: index, %x: f32) {
  qd.for (%i) in (%n) {
    %c0 = arith.constant 0 : i32
    %positive = arith.cmpi sgt, %i, %n : index
    // CHECK: qd.assert %{{.*}}, "must be positive"
    qd.assert %positive, "must be positive"
    // CHECK: qd.print "nothing"
    qd.print "nothing"
    // CHECK: qd.print "residual {} after {} steps", %x, %i : f32, index
    qd.print "residual {} after {} steps", %x, %i : f32, index
    // CHECK: %[[SEED:.*]] = qd.seed
    %seed = qd.seed
    // CHECK: %[[ORDINAL:.*]] = qd.launch_ordinal
    %ordinal = qd.launch_ordinal
    // CHECK: qd.random %[[SEED]], %[[ORDINAL]]
    %r:4 = qd.random %seed, %ordinal
    // CHECK: qd.atomic_cas %lock[%i], %{{.*}}, %{{.*}} : memref<?xi32>
    %old = qd.atomic_cas %lock[%i], %c0, %r#0 : memref<?xi32>
    // CHECK: qd.volatile_load %lock[%i] : memref<?xi32>
    %seen = qd.volatile_load %lock[%i] : memref<?xi32>
  }
}

// CHECK-LABEL: qd.kernel @temporaries(%n: index)
// CHECK-SAME: temporaries = [#qd.temporary<memref<?x4xf32> extents [<"scalar(0)">, <"4">] in 1 at {{#.*}}>, #qd.temporary<memref<i32> extents [] in 2 at {{#.*}}>]
qd.kernel @temporaries(%n: index) attributes {workspace_bytes = #qd.size<"64">,
    temporaries = [#qd.temporary<memref<?x4xf32> extents [<"scalar(0)">, <"4">] in 1 at loc("a.qir":2:8)>,
                   #qd.temporary<memref<i32> extents [] in 2 at loc(unknown)>]} {
  // CHECK: qd.graph_do_while flag <region(2)> on_max(stop) {
  qd.graph_do_while flag <region(2)> on_max(stop) {
    qd.launch @temporaries.0
  }
}
// CHECK: %go: memref<?xi32> {qd.slot = #qd.slot<region(2)>}
qd.task @temporaries.0 of @temporaries extent(#qd.size<"1">)
    (%n: index {qd.slot = #qd.slot<scalar(0)>}, %go: memref<?xi32> {qd.slot = #qd.slot<region(2)>}) {
  // CHECK: qd.temporary 1(%n) : memref<?x4xf32>
  %t = qd.temporary 1(%n) : memref<?x4xf32>
}

// CHECK-LABEL: qd.kernel @graph(%u: memref<?xf32>, %go: memref<i32>, %n: i64)
// CHECK-SAME: attributes {barrier_offset = 48 : i64, readback_bytes = 8 : i64, readback_offset = 0 : i64, result_offsets = array<i64: 0>, workspace_bytes = #qd.size<"128">} {
qd.kernel @graph(%u: memref<?xf32>, %go: memref<i32>, %n: i64) -> i64 attributes {
    barrier_offset = 48, workspace_bytes = #qd.size<"128">, readback_offset = 0, readback_bytes = 8, result_offsets = array<i64: 0>} {
  // CHECK: qd.launch @graph.0
  qd.launch @graph.0
  // CHECK: qd.graph_do_while flag <array(1)> max <"scalar(2)"> on_max(error) iterations at 0 counts at 24 name("solve") {
  qd.graph_do_while flag <array(1)> max <"scalar(2)"> on_max(error) iterations at 0 counts at 24 name("solve") {
    // CHECK: qd.graph_while condition at 8 counts at 32 {
    qd.graph_while condition at 8 counts at 32 {
      qd.launch @graph.1
    // CHECK: } do {
    } do {
      qd.launch @graph.0
    }
    // CHECK: qd.graph_if condition at 8 {
    qd.graph_if condition at 8 {
      qd.launch @graph.1
    // CHECK: } else {
    } else {
    }
    // CHECK: qd.graph_repeat from <"0"> to <"dim(0, 0)"> step <"1"> induction at 16 counts at 40 {
    qd.graph_repeat from <"0"> to <"dim(0, 0)"> step <"1"> induction at 16 counts at 40 {
      qd.launch @graph.1
    }
    // CHECK: qd.graph_do_while flag <global(0)> on_max(stop) attributes {site = 3 : i32, strategy = "grid"} {
    qd.graph_do_while flag <global(0)> on_max(stop) attributes {site = 3 : i32, strategy = "grid"} {
    }
  }
}

// CHECK-LABEL: qd.task @graph.0 of @graph extent(#qd.size<"dim(0, 0)">) partials [64]
// CHECK-SAME: (%u: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %arg1: index {qd.slot = #qd.slot<dim(0, 1)>}, %n: i64 {qd.slot = #qd.slot<word(16)>}) {
qd.task @graph.0 of @graph extent(#qd.size<"dim(0, 0)">) partials [64]
    (%u: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %arg1: index {qd.slot = #qd.slot<dim(0, 1)>},
     %n: i64 {qd.slot = #qd.slot<word(16)>}) {
  %0 = qd.for (%i) in (%arg1) reduce(addf) -> f32 {
    %x = memref.load %u[%i] : memref<?xf32>
    qd.yield %x : f32
  }
}

// CHECK-LABEL: qd.task @graph.1 of @graph extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
qd.task @graph.1 of @graph extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  // CHECK: %[[SUM:.*]] = qd.combine_partials addf of %n iterations at 64 : f32
  %sum = qd.combine_partials addf of %n iterations at 64 : f32
  // CHECK: qd.write_word %[[SUM]], 8 : f32
  qd.write_word %sum, 8 : f32
}
