// MLIR's options for statistics are taken and change nothing in the IR. The report has no numbers where MLIR is built
// without statistics, as Debian's is (docs/hacking.md).
// RUN: qdc-opt %s --qd-kernel-cse -o %t.plain
// RUN: qdc-opt %s --qd-kernel-cse --mlir-pass-statistics -o %t.pipeline 2> %t.pipeline-report
// RUN: cmp %t.plain %t.pipeline
// RUN: FileCheck %s --input-file=%t.pipeline-report
// RUN: qdc-opt %s --qd-kernel-cse --mlir-pass-statistics --mlir-pass-statistics-display=list -o %t.list 2> %t.list-report
// RUN: cmp %t.plain %t.list
// RUN: FileCheck %s --input-file=%t.list-report
// CHECK: Pass statistics report
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.plain
// IR:     arith.mulf
// IR-NOT: arith.mulf
qd.kernel @square(%x: memref<?xf32>, %a: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %b = arith.mulf %a, %a : f32
  %c = arith.mulf %a, %a : f32
  %d = arith.addf %b, %c : f32
  qd.for (%i) in (%n) {
    memref.store %d, %x[%i] : memref<?xf32>
  }
}
