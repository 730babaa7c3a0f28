// Serial tasks that each block of a grid runs for itself, and those that one block runs at a barrier.
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=32 loops=grid" --canonicalize --split-input-file | FileCheck %s
// RUN: qdc-opt %s --convert-tasks-to-grid="subgroup-width=32 loops=block" --canonicalize --split-input-file | FileCheck %s --check-prefix=BLOCK

// A block alone has the bodies of barriers, which cost it nothing.
// BLOCK-LABEL: func.func @solve.0$block(
// BLOCK-NOT: gpu.barrier
// BLOCK: return

// What the sum gives stands in a word that the next task reads: each block writes it for itself, in its first subgroup,
// after a barrier without a body, and reads it after one of its own. The next sum has other partials.
// CHECK-LABEL: func.func @solve.0$grid(
// CHECK: %[[ID:.*]] = gpu.thread_id x
// CHECK: %[[THREAD:.*]] = arith.index_cast %[[ID]]
// CHECK: scf.while (%[[BEFORE:.*]] = %{{.*}}, %[[FINE:.*]] = %{{.*}}) : (i64, i1) -> (i64, i1) {
// CHECK: func.call @solve.0$grid.body(
// CHECK: qd.grid_barrier at %{{[a-z0-9]+}}[1] : memref<?xi64> {
// CHECK-NEXT: ^{{.*}}(%{{.*}}: i64):
// CHECK-NEXT: qd.grid_barrier_end{{$}}
// CHECK-NEXT: }
// CHECK-NEXT: %[[IS_FIRST:.*]] = arith.cmpi slt, %[[THREAD]], %
// CHECK-NEXT: %[[RUNS:.*]] = arith.andi %[[IS_FIRST]], %[[FINE]]
// CHECK-NEXT: scf.if %[[RUNS]] {
// CHECK-NEXT: func.call @solve.1$grid.body({{.*}}, %[[THREAD]])
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK: func.call @solve.2$grid.body(
// The flag is decided about in the same way. The stop word is looked at by one block, at the barrier ahead, in the
// first iteration and each 32nd after it: what it finds ends the loop, and the iteration is a whole one.
// CHECK: %[[ITERATIONS:.*]] = arith.addi %[[BEFORE]], %
// CHECK: %[[PLACE:.*]] = arith.andi %[[ITERATIONS]], %c31
// CHECK-NEXT: %[[POLLS:.*]] = arith.cmpi eq, %[[PLACE]], %c1_
// CHECK-NEXT: %[[GOES_ON:.*]] = scf.if %[[POLLS]] -> (i1) {
// CHECK: qd.flat_load volatile
// CHECK: } else {
// CHECK-NEXT: qd.grid_barrier at %{{[a-z0-9]+}}[1] : memref<?xi64> {
// CHECK-NEXT: ^{{.*}}(%{{.*}}: i64):
// CHECK-NEXT: qd.grid_barrier_end{{$}}
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[FINE]]
// CHECK: %[[OWN:.*]]:2 = scf.if %{{.*}} -> (i1, i1) {
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @solve.3$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: qd.flat_load %{{.*}} : memref<?xi32> -> i32
// CHECK-NOT: qd.flat_load
// CHECK: arith.andi %[[GOES_ON]], %
// CHECK: } else {
// CHECK-NEXT: scf.yield %false, %false
// CHECK-NEXT: }
// CHECK-NEXT: %[[AGAIN:.*]] = qd.block_any %[[OWN]]#0
// CHECK-NEXT: %[[STILL_FINE:.*]] = qd.block_any %[[OWN]]#1
// CHECK-NEXT: scf.if %[[FINE]] {
// CHECK-NEXT: func.call @solve.4$grid.body(
// CHECK-NEXT: }
// CHECK-NEXT: qd.grid_barrier at
// CHECK: scf.condition(%[[AGAIN]]) %[[ITERATIONS]], %[[STILL_FINE]]
qd.kernel @solve(%x: memref<?xf64>, %y: memref<?xf64>, %go: memref<i32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"192">} {
  qd.graph_do_while flag <array(2)> on_max(stop) counts at 0 {
    qd.launch @solve.0
    qd.launch @solve.1
    qd.launch @solve.2
    qd.launch @solve.3
    qd.launch @solve.4
  }
}
qd.task @solve.0 of @solve extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %sum = qd.for (%i) in (%n) reduce(addf) -> f64 {
    %v = memref.load %x[%i] : memref<?xf64>
    qd.yield %v : f64
  }
}
qd.task @solve.1 of @solve extent(#qd.size<"1">) (%w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %c3 = arith.constant 3 : index
  %sum = qd.combine_partials addf of %n iterations at 64 : f64
  %bits = arith.bitcast %sum : f64 to i64
  memref.store %bits, %w[%c3] : memref<?xi64>
}
qd.task @solve.2 of @solve extent(#qd.size<"1">) partials [128]
    (%y: memref<?xf64> {qd.slot = #qd.slot<array(1)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %c3 = arith.constant 3 : index
  %bits = memref.load %w[%c3] : memref<?xi64>
  %alpha = arith.bitcast %bits : i64 to f64
  %sum = qd.for (%i) in (%n) reduce(addf) -> f64 {
    %v = memref.load %y[%i] : memref<?xf64>
    %u = arith.mulf %v, %alpha : f64
    memref.store %u, %y[%i] : memref<?xf64>
    qd.yield %u : f64
  }
}
qd.task @solve.3 of @solve extent(#qd.size<"1">)
    (%go: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %sum = qd.combine_partials addf of %n iterations at 128 : f64
  %bits = arith.bitcast %sum : f64 to i64
  memref.store %bits, %w[%c4] : memref<?xi64>
  %flag = arith.fptosi %sum : f64 to i32
  memref.store %flag, %go[%c0] : memref<?xi32>
}
qd.task @solve.4 of @solve extent(#qd.size<"512">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %c4 = arith.constant 4 : index
  %bits = memref.load %w[%c4] : memref<?xi64>
  %beta = arith.bitcast %bits : i64 to f64
  qd.for (%i) in (%n) {
    memref.store %beta, %x[%i] : memref<?xf64>
  }
}

// -----

// Where nothing happened since the last barrier there is none: one at the end of the iteration is all.
// CHECK-LABEL: func.func @ahead.0$grid(
// CHECK: scf.while
// CHECK-NOT: qd.grid_barrier
// CHECK: func.call @ahead.0$grid.body(
// CHECK: gpu.barrier
// CHECK: func.call @ahead.1$grid.body(
// CHECK: qd.grid_barrier
qd.kernel @ahead(%x: memref<?xi64>, %s: memref<?xi64>, %t: memref<?xi64>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @ahead.0
    qd.launch @ahead.1
  }
}
qd.task @ahead.0 of @ahead extent(#qd.size<"1">)
    (%s: memref<?xi64> {qd.slot = #qd.slot<array(1)>}, %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %s[%c0] : memref<?xi64>
  memref.store %v, %t[%c0] : memref<?xi64>
  memref.store %v, %t[%c1] : memref<?xi64>
}
qd.task @ahead.1 of @ahead extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0] : memref<?xi64>
    memref.store %v, %x[%i] : memref<?xi64>
  }
}

// -----

// A second block would count once more.
// CHECK-LABEL: func.func @counted.0$grid(
// CHECK: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier_end
// CHECK: func.call @counted.1$grid.body(
// CHECK-NOT: gpu.barrier
// CHECK: func.call @counted.2$grid.body(
qd.kernel @counted(%x: memref<?xi64>, %s: memref<?xi64>, %t: memref<?xi64>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @counted.0
    qd.launch @counted.1
    qd.launch @counted.2
  }
}
qd.task @counted.0 of @counted extent(#qd.size<"64">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xi64>
  }
}
qd.task @counted.1 of @counted extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>},
     %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %t[%c0] : memref<?xi64>
  %w = arith.addi %v, %v : i64
  memref.store %w, %t[%c0] : memref<?xi64>
}
qd.task @counted.2 of @counted extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0] : memref<?xi64>
    memref.store %v, %x[%i] : memref<?xi64>
  }
}

// -----

// Of two stores to an element the first one of a block may come after the second one of another.
// CHECK-LABEL: func.func @twice.0$grid(
// CHECK: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier_end
// CHECK: func.call @twice.1$grid.body(
// CHECK-NOT: gpu.barrier
// CHECK: func.call @twice.2$grid.body(
qd.kernel @twice(%x: memref<?xi64>, %s: memref<?xi64>, %t: memref<?xi64>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @twice.0
    qd.launch @twice.1
    qd.launch @twice.2
  }
}
qd.task @twice.0 of @twice extent(#qd.size<"64">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xi64>
  }
}
qd.task @twice.1 of @twice extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>},
     %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %s[%c0] : memref<?xi64>
  %zero = arith.constant 0 : i64
  memref.store %zero, %t[%c0] : memref<?xi64>
  %is = arith.cmpi eq, %v, %zero : i64
  scf.if %is {
    memref.store %v, %t[%c0] : memref<?xi64>
  }
}
qd.task @twice.2 of @twice extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0] : memref<?xi64>
    memref.store %v, %x[%i] : memref<?xi64>
  }
}

// -----

// Of two indices that are computed, too: they may be equal.
// CHECK-LABEL: func.func @again.0$grid(
// CHECK: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier_end
// CHECK: func.call @again.1$grid.body(
// CHECK-NOT: gpu.barrier
// CHECK: func.call @again.2$grid.body(
qd.kernel @again(%x: memref<?xi64>, %s: memref<?xi64>, %t: memref<?xi64>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @again.0
    qd.launch @again.1
    qd.launch @again.2
  }
}
qd.task @again.0 of @again extent(#qd.size<"64">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xi64>
  }
}
qd.task @again.1 of @again extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>},
     %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %s[%c0] : memref<?xi64>
  %i = arith.index_cast %v : i64 to index
  memref.store %v, %t[%c0] : memref<?xi64>
  memref.store %v, %t[%i] : memref<?xi64>
}
qd.task @again.2 of @again extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0] : memref<?xi64>
    memref.store %v, %x[%i] : memref<?xi64>
  }
}

// -----

// In a loop there may be many stores.
// CHECK-LABEL: func.func @inner.0$grid(
// CHECK: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier_end
// CHECK: func.call @inner.1$grid.body(
// CHECK-NOT: gpu.barrier
// CHECK: func.call @inner.2$grid.body(
qd.kernel @inner(%x: memref<?xi64>, %s: memref<?xi64>, %t: memref<?xi64>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @inner.0
    qd.launch @inner.1
    qd.launch @inner.2
  }
}
qd.task @inner.0 of @inner extent(#qd.size<"64">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xi64>
  }
}
qd.task @inner.1 of @inner extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>},
     %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %s[%c0] : memref<?xi64>
  %n = arith.index_cast %v : i64 to index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %t[%i] : memref<?xi64>
  }
}
qd.task @inner.2 of @inner extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0] : memref<?xi64>
    memref.store %v, %x[%i] : memref<?xi64>
  }
}

// -----

// An atomic operation reads and writes.
// CHECK-LABEL: func.func @atomic.0$grid(
// CHECK: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier_end
// CHECK: func.call @atomic.1$grid.body(
// CHECK-NOT: gpu.barrier
// CHECK: func.call @atomic.2$grid.body(
qd.kernel @atomic(%x: memref<?xi64>, %s: memref<?xi64>, %t: memref<?xi64>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @atomic.0
    qd.launch @atomic.1
    qd.launch @atomic.2
  }
}
qd.task @atomic.0 of @atomic extent(#qd.size<"64">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xi64>
  }
}
qd.task @atomic.1 of @atomic extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>},
     %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %s[%c0] : memref<?xi64>
  %old = memref.atomic_rmw addi %v, %t[%c0] : (i64, memref<?xi64>) -> i64
}
qd.task @atomic.2 of @atomic extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0] : memref<?xi64>
    memref.store %v, %x[%i] : memref<?xi64>
  }
}

// -----

// What a volatile load reads may change at any time.
// CHECK-LABEL: func.func @volatile.0$grid(
// CHECK: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier_end
// CHECK: func.call @volatile.1$grid.body(
// CHECK-NOT: gpu.barrier
// CHECK: func.call @volatile.2$grid.body(
qd.kernel @volatile(%x: memref<?xi64>, %s: memref<?xi64>, %t: memref<?xi64>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @volatile.0
    qd.launch @volatile.1
    qd.launch @volatile.2
  }
}
qd.task @volatile.0 of @volatile extent(#qd.size<"64">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xi64>
  }
}
qd.task @volatile.1 of @volatile extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>},
     %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = qd.volatile_load %s[%c0] : memref<?xi64>
  memref.store %v, %t[%c0] : memref<?xi64>
}
qd.task @volatile.2 of @volatile extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0] : memref<?xi64>
    memref.store %v, %x[%i] : memref<?xi64>
  }
}

// -----

// The next task writes what a late block still reads.
// CHECK-LABEL: func.func @overwritten.0$grid(
// CHECK: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier_end
// CHECK: func.call @overwritten.1$grid.body(
// CHECK-NOT: gpu.barrier
// CHECK: func.call @overwritten.2$grid.body(
qd.kernel @overwritten(%x: memref<?xi64>, %s: memref<?xi64>, %t: memref<?xi64>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @overwritten.0
    qd.launch @overwritten.1
    qd.launch @overwritten.2
  }
}
qd.task @overwritten.0 of @overwritten extent(#qd.size<"64">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xi64>
  }
}
qd.task @overwritten.1 of @overwritten extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>},
     %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %s[%c0] : memref<?xi64>
  memref.store %v, %t[%c0] : memref<?xi64>
}
qd.task @overwritten.2 of @overwritten extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0] : memref<?xi64>
    memref.store %v, %s[%i] : memref<?xi64>
  }
}

// -----

// The next reduction writes the partials that a late block still combines.
// CHECK-LABEL: func.func @shared.0$grid(
// CHECK: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier_end
// CHECK: func.call @shared.1$grid.body(
// CHECK-NOT: gpu.barrier
// CHECK: func.call @shared.2$grid.body(
qd.kernel @shared(%x: memref<?xf64>, %y: memref<?xf64>, %go: memref<i32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"192">} {
  qd.graph_do_while flag <array(2)> on_max(stop) counts at 0 {
    qd.launch @shared.0
    qd.launch @shared.1
    qd.launch @shared.2
    qd.launch @shared.3
    qd.launch @shared.4
  }
}
qd.task @shared.0 of @shared extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %sum = qd.for (%i) in (%n) reduce(addf) -> f64 {
    %v = memref.load %x[%i] : memref<?xf64>
    qd.yield %v : f64
  }
}
qd.task @shared.1 of @shared extent(#qd.size<"1">) (%w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %c3 = arith.constant 3 : index
  %sum = qd.combine_partials addf of %n iterations at 64 : f64
  %bits = arith.bitcast %sum : f64 to i64
  memref.store %bits, %w[%c3] : memref<?xi64>
}
qd.task @shared.2 of @shared extent(#qd.size<"1">) partials [64]
    (%y: memref<?xf64> {qd.slot = #qd.slot<array(1)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %c3 = arith.constant 3 : index
  %bits = memref.load %w[%c3] : memref<?xi64>
  %alpha = arith.bitcast %bits : i64 to f64
  %sum = qd.for (%i) in (%n) reduce(addf) -> f64 {
    %v = memref.load %y[%i] : memref<?xf64>
    %u = arith.mulf %v, %alpha : f64
    memref.store %u, %y[%i] : memref<?xf64>
    qd.yield %u : f64
  }
}
qd.task @shared.3 of @shared extent(#qd.size<"1">)
    (%go: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %sum = qd.combine_partials addf of %n iterations at 64 : f64
  %bits = arith.bitcast %sum : f64 to i64
  memref.store %bits, %w[%c4] : memref<?xi64>
  %flag = arith.fptosi %sum : f64 to i32
  memref.store %flag, %go[%c0] : memref<?xi32>
}
qd.task @shared.4 of @shared extent(#qd.size<"512">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 512 : index
  %c4 = arith.constant 4 : index
  %bits = memref.load %w[%c4] : memref<?xi64>
  %beta = arith.bitcast %bits : i64 to f64
  qd.for (%i) in (%n) {
    memref.store %beta, %x[%i] : memref<?xf64>
  }
}

// -----

// Arrays that may overlap are one.
// CHECK-LABEL: func.func @overlapping.0$grid(
// CHECK: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier_end
// CHECK: func.call @overlapping.1$grid.body(
// CHECK-NOT: gpu.barrier
// CHECK: func.call @overlapping.2$grid.body(
qd.kernel @overlapping(%x: memref<?xi64>, %s: memref<?xi64> {qd.may_alias}, %t: memref<?xi64> {qd.may_alias}) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @overlapping.0
    qd.launch @overlapping.1
    qd.launch @overlapping.2
  }
}
qd.task @overlapping.0 of @overlapping extent(#qd.size<"64">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    memref.store %one, %x[%i] : memref<?xi64>
  }
}
qd.task @overlapping.1 of @overlapping extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>},
     %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %s[%c0] : memref<?xi64>
  memref.store %v, %t[%c0] : memref<?xi64>
}
qd.task @overlapping.2 of @overlapping extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0] : memref<?xi64>
    memref.store %v, %x[%i] : memref<?xi64>
  }
}

// -----

// A task that may fail ends all of them alike.
// CHECK-LABEL: func.func @failing.0$grid(
// CHECK: qd.grid_barrier at
// CHECK-NOT: qd.grid_barrier_end
// CHECK: func.call @failing.1$grid.body(
// CHECK-NOT: gpu.barrier
// CHECK: func.call @failing.2$grid.body(
qd.kernel @failing(%x: memref<?xi64>, %s: memref<?xi64>, %t: memref<?xi64>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @failing.0
    qd.launch @failing.1
    qd.launch @failing.2
  }
}
qd.task @failing.0 of @failing extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1 : i64
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xi64>
    %ok = arith.cmpi ne, %v, %one : i64
    qd.assert %ok, "one" {site = 0 : i32}
    memref.store %one, %x[%i] : memref<?xi64>
  }
}
qd.task @failing.1 of @failing extent(#qd.size<"1">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>},
     %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %s[%c0] : memref<?xi64>
  memref.store %v, %t[%c0] : memref<?xi64>
}
qd.task @failing.2 of @failing extent(#qd.size<"64">)
    (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %t: memref<?xi64> {qd.slot = #qd.slot<array(2)>}) {
  %n = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %t[%c0] : memref<?xi64>
    memref.store %v, %x[%i] : memref<?xi64>
  }
}
