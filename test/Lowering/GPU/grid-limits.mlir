// The lowering stays within what a device has, or says that it cannot.
// RUN: split-file %s %t
// RUN: qdc-opt %t/slots.mlir --convert-tasks-to-grid="subgroup-width=32 parameters=3" | FileCheck %t/slots.mlir
// RUN: qdc-opt %t/slots.mlir --convert-tasks-to-grid="subgroup-width=32 parameters=0" | FileCheck %t/slots.mlir --check-prefix=NONE
// RUN: qdc-opt %t/blocks.mlir --convert-tasks-to-grid="subgroup-width=32 block-threads=128 loops=block" | FileCheck %t/blocks.mlir
// RUN: qdc-opt %t/atomics.mlir --convert-tasks-to-grid="subgroup-width=0 workgroup-bytes=1024" | FileCheck %t/atomics.mlir
// RUN: qdc-opt %t/atomics.mlir --convert-tasks-to-grid="subgroup-width=32 workgroup-bytes=40" | FileCheck %t/atomics.mlir --check-prefix=SUBGROUPS
// RUN: qdc-opt %t/atomics.mlir --convert-tasks-to-grid="subgroup-width=32 workgroup-bytes=24" | FileCheck %t/atomics.mlir --check-prefix=NONE
// RUN: qdc-opt %t/reduction.mlir --convert-tasks-to-grid="subgroup-width=32 workgroup-bytes=6144" | FileCheck %t/reduction.mlir
// RUN: qdc-opt %t/reduction.mlir --convert-tasks-to-grid="subgroup-width=32 workgroup-bytes=6138" | FileCheck %t/reduction.mlir --check-prefix=SUBGROUPS
// RUN: qdc-opt %t/reduction.mlir --convert-tasks-to-grid="subgroup-width=0 workgroup-bytes=256" | FileCheck %t/reduction.mlir --check-prefix=BLOCK
// RUN: qdc-opt %t/branches.mlir --convert-tasks-to-grid="subgroup-width=32 workgroup-bytes=256" | FileCheck %t/branches.mlir
// RUN: qdc-opt %t/branches.mlir --convert-tasks-to-grid="subgroup-width=32 workgroup-bytes=255" | FileCheck %t/branches.mlir --check-prefix=SUBGROUPS
// RUN: qdc-opt %t/no-room.mlir --convert-tasks-to-grid="subgroup-width=0 workgroup-bytes=255" --split-input-file --verify-diagnostics
// RUN: qdc-opt %t/loop.mlir --convert-tasks-to-grid="subgroup-width=0 workgroup-bytes=6143 loops=block" | FileCheck %t/loop.mlir
// RUN: qdc-opt %t/loop.mlir --convert-tasks-to-grid="subgroup-width=0 workgroup-bytes=6144 loops=block" | FileCheck %t/loop.mlir --check-prefix=WHOLE
// RUN: qdc-opt %t/reduction-first.mlir --convert-tasks-to-grid="subgroup-width=0 workgroup-bytes=2048 loops=block" | FileCheck %t/reduction-first.mlir
// RUN: qdc-opt %t/atomics-in-reduction.mlir --convert-tasks-to-grid="subgroup-width=0 workgroup-bytes=256" | FileCheck %t/atomics-in-reduction.mlir
// RUN: qdc-opt %t/atomics-in-reduction.mlir --convert-tasks-to-grid="subgroup-width=32 workgroup-bytes=24" | FileCheck %t/atomics-in-reduction.mlir --check-prefix=SUBGROUPS
// RUN: qdc-opt %t/windows.mlir --convert-tasks-to-grid="subgroup-width=32" | FileCheck %t/windows.mlir
// RUN: qdc-opt %t/windows.mlir --convert-tasks-to-grid="subgroup-width=32 windows=false" | FileCheck %t/windows.mlir --check-prefix=WITHOUT

// RUN: not qdc-opt %t/slots.mlir --convert-tasks-to-grid="block-threads=1088" 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not qdc-opt %t/slots.mlir --convert-tasks-to-grid="block-threads=96" 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not qdc-opt %t/slots.mlir --convert-tasks-to-grid="block-threads=0" 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not qdc-opt %t/slots.mlir --convert-tasks-to-grid="parameters=501" 2>&1 | FileCheck %s --check-prefix=PARAMETERS
// LARGE: error: blocks of up to 1088 threads are not supported; accepted: multiples of 64 up to 1024
// PART: error: blocks of up to 96 threads are not supported; accepted: multiples of 64 up to 1024
// EMPTY: error: blocks of up to 0 threads are not supported; accepted: multiples of 64 up to 1024
// PARAMETERS: error: entry points with 501 parameters are not supported; accepted: up to 500

//--- slots.mlir
// Of more slots than a device takes as parameters all lie in memory.
qd.kernel @k(%x: memref<?xf32>, %y: memref<?xf32>) {
  qd.return
}
// CHECK-LABEL: func.func @k.0(
// CHECK-SAME: launch = <block_threads = 256, subgroup_width = 32, iterations_per_thread = 4>>
// CHECK-LABEL: func.func @k.1(
// CHECK-SAME: slot_passing = memory
// NONE-LABEL: func.func @k.0(
// NONE-SAME: slot_passing = memory
qd.task @k.0 of @k extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
}
qd.task @k.1 of @k extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
}

//--- blocks.mlir
// As many threads as a block has, for tasks that ask for more, for those that ask for none, for narrow atomics, which take
// the largest blocks, for a task that combines partials, and for loops.
qd.kernel @k(%x: memref<?xi8>, %s: memref<?xi8>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"24">} {
  qd.graph_repeat from <"0"> to <"8"> step <"1"> {
    qd.launch @k.0
    qd.launch @k.1
  }
}
// CHECK-LABEL: func.func @k.0$block(
// CHECK-SAME: block_threads = 128,
// CHECK-LABEL: func.func @k.0(
// CHECK-SAME: block_threads = 128,
qd.task @k.0 of @k extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  qd.for (%i) in (%n) block_dim(512) {
    %v = memref.load %x[%i] : memref<?xi8>
    memref.store %v, %x[%i] : memref<?xi8>
  }
}
// CHECK-LABEL: func.func @k.1(
// CHECK-SAME: block_threads = 128,
qd.task @k.1 of @k extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xi8>
    memref.store %v, %x[%i] : memref<?xi8>
  }
}
// CHECK-LABEL: func.func @k.2(
// CHECK-SAME: block_threads = 128, {{.*}}grid = resident
qd.task @k.2 of @k extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi8> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xi8>
    memref.atomic_rmw addi %v, %s[%c0] : (i8, memref<?xi8>) -> i8
  }
}
// CHECK-LABEL: func.func @k.3(
// CHECK-SAME: block_threads = 128, subgroup_width = 32, threads_per_iteration = 128
qd.task @k.3 of @k extent(#qd.size<"1">)
    (%n: index {qd.slot = #qd.slot<dim(0, 0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  %most = qd.combine_partials maxs of %n iterations at 64 : i64
  memref.store %most, %w[%c0] : memref<?xi64>
}

//--- atomics.mlir
// Two sums in 32 and one in 64 bits. Of 256 threads each takes 1 KB, or 2. The second one of 32 bits has the first one's
// place; the one of 64 finds none, and adds one by one. By subgroups each has a place of its own, of 32 or 64 bytes.
qd.kernel @k(%s: memref<?xi32>, %t: memref<?xi64>) {
  qd.return
}
// CHECK-COUNT-1: memref.global {{.*}}memref<256xi32, #gpu.address_space<workgroup>>
// CHECK-NOT: memref.global
// CHECK-LABEL: func.func private @k.0.body(
// CHECK: qd.iteration
// CHECK: qd.flat_atomic_rmw addi device %{{.*}} : i64
// CHECK-COUNT-2: qd.block_any
// CHECK-NOT: qd.block_any
// CHECK: return
// CHECK-LABEL: func.func @k.0(
// CHECK-SAME: grid = resident
// SUBGROUPS-COUNT-1: memref.global {{.*}}memref<8xi32, #gpu.address_space<workgroup>>
// SUBGROUPS-NOT: memref.global
// SUBGROUPS-LABEL: func.func private @k.0.body(
// SUBGROUPS: qd.iteration
// SUBGROUPS-DAG: qd.flat_atomic_rmw addi device %{{.*}} : i64
// SUBGROUPS-DAG: qd.flat_atomic_rmw addi device %{{.*}} : i32
// SUBGROUPS-COUNT-1: qd.block_any
// SUBGROUPS-NOT: qd.block_any
// SUBGROUPS: return
// NONE-NOT: memref.global
// NONE-LABEL: func.func private @k.0.body(
// NONE-NOT: qd.block_any
// NONE-LABEL: func.func @k.0(
// NONE-SAME: launch = <block_threads = 256, subgroup_width = 32>>
qd.task @k.0 of @k extent(#qd.size<"scalar(2)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %t: memref<?xi64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i64
    memref.atomic_rmw addi %one, %s[%c0] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw addi %one, %s[%c1] : (i32, memref<?xi32>) -> i32
    memref.atomic_rmw addi %two, %t[%c0] : (i64, memref<?xi64>) -> i64
  }
}

//--- reduction.mlir
// Two thirds of workgroup memory may hold the 1,024 values of a block of the rule. Else subgroups alone reduce; without
// them a block of 64 threads takes 256 bytes.
qd.kernel @k(%x: memref<?xf32>) {
  qd.return
}
// CHECK: memref.global {{.*}}memref<1024xf32, #gpu.address_space<workgroup>>
// SUBGROUPS-NOT: memref.global
// SUBGROUPS: gpu.shuffle
// BLOCK: memref.global {{.*}}memref<64xf32, #gpu.address_space<workgroup>>
// BLOCK-NOT: memref.global
qd.task @k.0 of @k extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = qd.volatile_load %x[%i] : memref<?xf32>
    %c1 = arith.constant 1 : index
    %next = arith.addi %i, %c1 : index
    %j = arith.remui %next, %n : index
    %u = qd.volatile_load %x[%j] : memref<?xf32>
    %k = arith.fptosi %u : f32 to i32
    %l = arith.index_cast %k : i32 to index
    %z = qd.volatile_load %x[%l] : memref<?xf32>
    %a = arith.addf %v, %z : f32
    qd.yield %a : f32
  }
}

//--- branches.mlir
// Where branches stand around loads a block of 64 threads folds, one for each lane, if they have room.
qd.kernel @k(%x: memref<?xf32>) {
  qd.return
}
// CHECK: memref.global {{.*}}memref<64xf32, #gpu.address_space<workgroup>>
// CHECK-LABEL: func.func @k.0(
// CHECK-SAME: block_threads = 64,
// SUBGROUPS-NOT: memref.global
// SUBGROUPS: gpu.shuffle
// SUBGROUPS-LABEL: func.func @k.0(
// SUBGROUPS-SAME: block_threads = 256, subgroup_width = 32, threads_per_iteration = 32>
qd.task @k.0 of @k extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %zero = arith.constant 0.0 : f32
  %c9 = arith.constant 9 : index
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %c = arith.cmpi ult, %i, %c9 : index
    %v = scf.if %c -> (f32) {
      %a = memref.load %x[%i] : memref<?xf32>
      scf.yield %a : f32
    } else {
      scf.yield %zero : f32
    }
    qd.yield %v : f32
  }
}

//--- no-room.mlir
qd.kernel @k(%x: memref<?xf32>) {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // expected-error @+1 {{'qd.for' op folds values of 64 threads through workgroup memory, which takes 256 bytes; accepted: up to 255, which an entry point may have}}
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}

// -----

qd.kernel @k(%n: index) {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%n: index {qd.slot = #qd.slot<scalar(0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'qd.combine_partials' op folds values of 64 threads through workgroup memory, which takes 512 bytes; accepted: up to 255, which an entry point may have}}
  %sum = qd.combine_partials addi of %n iterations at 128 : i64
  memref.store %sum, %w[%c0] : memref<?xi64>
}

//--- loop.mlir
// The sum of f32 takes 2 KB of a block of 512 threads, that of f64 4 KB. A loop whose tasks find no room for both has no
// entry point; its tasks have theirs.
// CHECK-NOT: $block
// CHECK: func.func @k.0(
// CHECK-NOT: $block
// CHECK: func.func @k.1(
// CHECK-NOT: $block
// WHOLE: func.func @k.0$block(
// WHOLE-SAME: block_threads = 512
// WHOLE: memref.global {{.*}}memref<512xf32, #gpu.address_space<workgroup>>
// WHOLE: memref.global {{.*}}memref<512xf64, #gpu.address_space<workgroup>>
qd.kernel @k(%x: memref<?xf32>, %y: memref<?xf64>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"131072">} {
  qd.graph_repeat from <"0"> to <"8"> step <"1"> {
    qd.launch @k.0
    qd.launch @k.1
  }
}
qd.task @k.0 of @k extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}
qd.task @k.1 of @k extent(#qd.size<"1">) partials [65536]
    (%y: memref<?xf64> {qd.slot = #qd.slot<array(1)>}, %n: index {qd.slot = #qd.slot<dim(1, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %sum = qd.for (%i) in (%n) reduce(addf) -> f64 {
    %v = memref.load %y[%i] : memref<?xf64>
    qd.yield %v : f64
  }
}

//--- reduction-first.mlir
// In a loop a sum by atomics stands before a reduction, which can't do without the 2 KB that there are: the atomics stay.
qd.kernel @k(%x: memref<?xf32>, %s: memref<?xi32>) attributes {
    barrier_offset = 8, readback_bytes = 8, readback_offset = 0, result_offsets = array<i64>, workspace_bytes = #qd.size<"131072">} {
  qd.graph_repeat from <"0"> to <"8"> step <"1"> {
    qd.launch @k.0
    qd.launch @k.1
  }
}
// CHECK: func.func @k.0$block(
// CHECK: func.func private @k.0$block.body(
// CHECK-NOT: qd.block_any
// CHECK: qd.flat_atomic_rmw addi device %{{.*}} : i32
// CHECK-NOT: qd.block_any
// CHECK: return
// CHECK: memref.global {{.*}}memref<512xf32, #gpu.address_space<workgroup>>
// CHECK: func.func private @k.1$block.body(
qd.task @k.0 of @k extent(#qd.size<"dim(0, 0)">)
    (%s: memref<?xi32> {qd.slot = #qd.slot<array(1)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  qd.for (%i) in (%n) {
    memref.atomic_rmw addi %one, %s[%c0] : (i32, memref<?xi32>) -> i32
  }
}
qd.task @k.1 of @k extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}

//--- atomics-in-reduction.mlir
// A reduction that folds as a block of 64 takes the 256 bytes that there are, and atomics in its loop have none. By
// subgroups it needs none.
// SUBGROUPS-NOT: memref.global
// SUBGROUPS: qd.flat_atomic_rmw addi device %{{.*}} : i32
// SUBGROUPS: gpu.shuffle
// SUBGROUPS-NOT: memref.global
qd.kernel @k(%x: memref<?xf32>, %s: memref<?xi32>) {
  qd.return
}
// CHECK: memref.global {{.*}}memref<64xf32, #gpu.address_space<workgroup>>
// CHECK-NOT: memref.global
// CHECK: qd.flat_atomic_rmw addi device %{{.*}} : i32
// CHECK-LABEL: func.func @k.0(
// CHECK-SAME: block_threads = 64,
qd.task @k.0 of @k extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1 : i32
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    memref.atomic_rmw addi %one, %s[%c0] : (i32, memref<?xi32>) -> i32
    %c = arith.cmpi ult, %i, %c9 : index
    %v = scf.if %c -> (f32) {
      %a = memref.load %x[%i] : memref<?xf32>
      scf.yield %a : f32
    } else {
      scf.yield %zero : f32
    }
    qd.yield %v : f32
  }
}

//--- windows.mlir
// Where windows are not wanted, no code asks where arrays lie, nor relies on it. Other ways to have several iterations of
// a thread under way stay.
qd.kernel @k(%x: memref<?xi8>) {
  qd.return
}
// CHECK-LABEL: func.func private @k.0.body(
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: qd.alignment
// CHECK-LABEL: func.func private @k.1.body(
// CHECK: memref.extract_aligned_pointer_as_index
// WITHOUT-NOT: {{memref.extract_aligned_pointer_as_index|qd.alignment}}
// WITHOUT-LABEL: func.func @k.0(
// WITHOUT-SAME: iterations_per_thread = 16
qd.task @k.0 of @k extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xi8>
    memref.store %v, %x[%i] : memref<?xi8>
  }
}
qd.task @k.1 of @k extent(#qd.size<"1">) partials [64]
    (%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %sum = qd.for (%i) in (%n) reduce(addi) -> i8 {
    %v = memref.load %x[%i] : memref<?xi8>
    qd.yield %v : i8
  }
}
