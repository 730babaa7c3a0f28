// RUN: qdc-opt %s --convert-tasks-to-cpu --canonicalize | FileCheck %s

// A bf16 is its bits everywhere: in arrays, scalars, constants, selections, values that branches carry and reductions.
// LLVM's own bf16 does not occur, because back ends convert to it even for moves, which makes subnormals 0.

qd.kernel @k(%x: memref<?xbf16>, %y: memref<?xbf16>, %a: bf16) {
  qd.return
}

// CHECK-NOT: bf16
// CHECK-LABEL: llvm.func hidden @qdc.fold.maximumf.bf16
// CHECK-SAME: -> i16
// CHECK-NOT: bf16
// CHECK-LABEL: llvm.func internal @k.0.chunk
// CHECK-SAME: %{{.*}}: i16
// CHECK: llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, i16
// CHECK: llvm.store %{{.*}} : i16, !llvm.ptr
// CHECK-NOT: bf16
// CHECK: llvm.call @qdc.fold.maximumf.bf16(%{{.*}}) : (!llvm.ptr) -> i16
// CHECK-NOT: bf16
qd.task @k.0 of @k extent(#qd.size<"64">) partials[0]
    (%x: memref<?xbf16> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xbf16> {qd.slot = #qd.slot<array(1)>},
     %a: bf16 {qd.slot = #qd.slot<scalar(2)>}, %w: memref<?xi8> {qd.slot = #qd.slot<workspace(0)>}) {
  %n = arith.constant 64 : index
  %one = arith.constant 1.0 : bf16
  %most = qd.for (%i) in (%n) reduce(maximumf) -> bf16 {
    %v = memref.load %x[%i] : memref<?xbf16>
    %small = arith.cmpf olt, %v, %a : bf16
    %r = arith.select %small, %v, %one : bf16
    %s = scf.if %small -> bf16 {
      memref.store %r, %y[%i] : memref<?xbf16>
      scf.yield %r : bf16
    } else {
      scf.yield %a : bf16
    }
    qd.yield %s : bf16
  }
}
