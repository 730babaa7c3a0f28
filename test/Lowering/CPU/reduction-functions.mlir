// RUN: qdc-opt %s --convert-tasks-to-cpu | FileCheck %s

// What a block ends with, and what combines the partials, depends on the kind and the type alone: tasks call it. They
// differ in offsets then, and have no tree of folds of their own.

qd.kernel @k(%x: memref<?xf32>, %y: memref<?xi8>) {
  qd.return
}

// CHECK-COUNT-1: llvm.func hidden @qdc.combine.addf.f32(%{{.*}}: !llvm.ptr {llvm.nocapture}, %{{.*}}: i64) -> f32
// CHECK-SAME: memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none
// CHECK-SAME: no_inline
// CHECK: llvm.shufflevector
// CHECK-COUNT-1: llvm.func hidden @qdc.fold.addi.i8(%{{.*}}: !llvm.ptr {llvm.nocapture}) -> i8
// CHECK-COUNT-1: llvm.func hidden @qdc.fold.addf.f32(%{{.*}}: !llvm.ptr {llvm.nocapture}) -> f32
// CHECK-SAME: no_inline
// CHECK: llvm.shufflevector
// CHECK-NOT: llvm.func hidden

// CHECK-LABEL: llvm.func internal @k.0.chunk
// CHECK-NOT: llvm.shufflevector
// CHECK: llvm.store %{{.*}} : vector<64xf32>, !llvm.ptr
// CHECK: llvm.store %{{.*}} : vector<64xi8>, !llvm.ptr
// CHECK: %[[LANES:.*]] = llvm.call @qdc.fold.addf.f32(%[[ARRAY:.*]]) : (!llvm.ptr) -> f32
// CHECK: llvm.store %[[LANES]]
// CHECK: llvm.call @qdc.fold.addi.i8
// CHECK: llvm.call @qdc.fold.addf.f32
qd.task @k.0 of @k extent(#qd.size<"1">) partials [64, 128, 192]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %y: memref<?xi8> {qd.slot = #qd.slot<array(1)>}, %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %s:3 = qd.for (%i) in (%n) reduce(addf, addi, addf) -> f32, i8, f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %b = memref.load %y[%i] : memref<?xi8>
    qd.yield %v, %b, %v : f32, i8, f32
  }
}

// CHECK-LABEL: llvm.func internal @k.1.chunk
// CHECK-NOT: llvm.shufflevector
// CHECK: %[[WORD:.*]] = llvm.mlir.constant(8 : i64)
// CHECK: %[[FIRST:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[WORD]]]
// CHECK: llvm.call @qdc.combine.addf.f32(%[[FIRST]], %{{.*}})
// CHECK: llvm.call @qdc.combine.addf.f32
// CHECK-NOT: llvm.shufflevector
qd.task @k.1 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  %r = qd.combine_partials addf of %n iterations at 64 : f32
  %s = qd.combine_partials addf of %n iterations at 192 : f32
  %sum = arith.addf %r, %s : f32
  memref.store %sum, %x[%c0] : memref<?xf32>
}
