// RUN: qdc-opt %s --convert-tasks-to-cpu=fp-contract=true | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: qdc-opt %s --convert-tasks-to-cpu | FileCheck %s --check-prefixes=CHECK,OFF

// The fold of a reduction never contracts.
qd.kernel @k(%x: memref<?xf32>) {
  qd.return
}
// CHECK-LABEL: llvm.func internal @k.0.chunk
// FAST: llvm.fmul %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : f32
// OFF: llvm.fmul %{{[^ ]*}}, %{{[^ ]*}} : f32
// Nor does what a derivative repeats to decide in the same way.
// CHECK: llvm.fmul %{{[^ ]*}}, %{{[^ ]*}} {qd.rounds_alone} : f32
// CHECK: llvm.fadd %{{[^ ]*}}, %{{[^ ]*}} : f32
qd.task @k.0 of @k extent(#qd.size<"1">) partials [0]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %q = arith.mulf %v, %v : f32
    %r = arith.mulf %q, %v {qd.rounds_alone} : f32
    qd.yield %r : f32
  }
}
