// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --convert-grid-to-nvvm --canonicalize | FileCheck %s

// CHECK-DAG: #[[COUNT:.*]] = #llvm.loop_unroll<count = 16 : i32>
// CHECK-DAG: #[[UNROLL:.*]] = #llvm.loop_annotation<unroll = #[[COUNT]]>
// CHECK-DAG: #[[ONE:.*]] = #llvm.loop_unroll<runtimeDisable = true>
// CHECK-DAG: #[[LEFT:.*]] = #llvm.loop_annotation<unroll = #[[ONE]]>

// The branch that closes a loop says how many copies the back end shall make of it; the loop over blocks has no wish.
qd.kernel @sum(%x: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @sum$0(
// CHECK-NOT: qd.unroll
// CHECK-SAME: block_threads = 128, subgroup_width = 32, threads_per_iteration = 32>
qd.task @sum.0 of @sum extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  // CHECK-DAG: %[[ZERO:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
  // CHECK-DAG: %[[WIDTH:.*]] = llvm.mlir.constant(32 : i64) : i64
  // CHECK-NOT: loop_annotation
  // CHECK: llvm.br ^[[BODY:[a-z0-9]+]](%{{.*}}, %[[ZERO]], %[[ZERO]] : i64, f32, f32)
  // CHECK: ^[[BODY]](%[[E:.*]]: i64, %[[CURRENT:.*]]: f32, %[[OTHER:.*]]: f32):
  // CHECK: %[[LOADED:.*]] = llvm.load volatile
  // CHECK: llvm.br ^[[END:[a-z0-9]+]](%[[LOADED]] : f32)
  // CHECK: ^[[END]](%[[V:.*]]: f32):
  // CHECK: %[[FOLD:.*]] = llvm.fadd %[[CURRENT]], %[[V]] : f32
  // CHECK: %[[NEXT:.*]] = llvm.add %[[E]], %[[WIDTH]]
  // CHECK-NOT: loop_annotation
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY]](%[[NEXT]], %[[OTHER]], %[[FOLD]] : i64, f32, f32), ^{{.*}} {loop_annotation = #[[UNROLL]]}
  // CHECK-COUNT-5: llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32"
  // CHECK-NOT: llvm.nvvm.shfl
  // CHECK: llvm.store
  // CHECK-NOT: {{qd.unroll|loop_annotation}}
  // CHECK: llvm.return
  %sum = qd.for (%i) in (%n) block_dim(100) reduce(addf) -> f32 {
    %v = qd.volatile_load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
}

// One copy is none of LLVM's, also where the trips are known at run time alone: the assembler may make more.
qd.kernel @row(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @row$0(
// CHECK: llvm.fadd
// CHECK: {loop_annotation = #[[LEFT]]}
// CHECK: llvm.return
qd.task @row.0 of @row extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%n) {
    %a = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) {
      %v = memref.load %x[%k] : memref<?xf32>
      %more = arith.addf %sum, %v : f32
      scf.yield %more : f32
    }
    memref.store %a, %y[%i] : memref<?xf32>
  }
}
