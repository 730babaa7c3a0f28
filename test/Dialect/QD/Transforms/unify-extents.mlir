// RUN: qdc-opt --qd-unify-extents %s | FileCheck %s
// RUN: qdc-opt --qd-simplify %s | FileCheck %s --check-prefix=SIMPLIFIED

// Loops over dims of two arrays become one, over the dim that defines the name.
// CHECK-LABEL: qd.kernel @two_arrays(
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[N:.*]] = memref.dim %x, %{{.*}} : memref<?xf32>
// CHECK-NOT: memref.dim
// CHECK: qd.for (%{{.*}}) in (%[[N]])
// CHECK: qd.for (%{{.*}}) in (%[[N]])
// SIMPLIFIED-LABEL: qd.kernel @two_arrays(
// SIMPLIFIED: %[[N:.*]] = memref.dim %x,
// SIMPLIFIED: qd.for (%{{.*}}) in (%[[N]])
// SIMPLIFIED: memref.store %{{.*}}, %x
// SIMPLIFIED: memref.store %{{.*}}, %y
// SIMPLIFIED-NOT: qd.for
qd.kernel @two_arrays(%x: memref<?xf32> {qd.dims = ["n"]}, %y: memref<?xf32> {qd.dims = ["n"]}, %k: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    memref.store %k, %x[%i] : memref<?xf32>
  }
  %m = memref.dim %y, %c0 : memref<?xf32>
  qd.for (%i) in (%m) {
    memref.store %k, %y[%i] : memref<?xf32>
  }
}

// Without the attribute they stay two.
// SIMPLIFIED-LABEL: qd.kernel @no_names(
// SIMPLIFIED: qd.for
// SIMPLIFIED: qd.for
qd.kernel @no_names(%x: memref<?xf32>, %y: memref<?xf32> {qd.dims = ["n"]}, %z: memref<?xf32> {qd.dims = ["?"]}, %k: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    memref.store %k, %x[%i] : memref<?xf32>
  }
  %m = memref.dim %y, %c0 : memref<?xf32>
  qd.for (%i) in (%m) {
    memref.store %k, %y[%i] : memref<?xf32>
  }
}

// A scalar is the value; sums are made of it. Each extent is made once, ahead of the first use.
// CHECK-LABEL: qd.kernel @sums(
// CHECK-DAG: %[[N:.*]] = arith.index_cast %n : i32 to index
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: %[[TWICE:.*]] = arith.muli %[[N]], %[[TWO]] : index
// CHECK: %[[LESS:.*]] = arith.subi %[[TWICE]], %m : index
// CHECK-NOT: arith.muli
// CHECK: qd.print "{} {} {}", %[[N]], %[[LESS]], %[[LESS]]
qd.kernel @sums(%x: memref<?xf32> {qd.dims = ["n"]}, %y: memref<?x?xf32> {qd.dims = ["2 * n - m", "2 * n - m"]}, %n: i32,
                %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.dim %x, %c0 : memref<?xf32>
  %b = memref.dim %y, %c0 : memref<?x?xf32>
  %c = memref.dim %y, %c1 : memref<?x?xf32>
  qd.print "{} {} {}", %a, %b, %c : index, index, index
}

// A type that knows the extent makes it a constant; a difference is folded as far as the launch fails in the same cases.
// CHECK-LABEL: qd.kernel @constants(
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[NINE:.*]] = arith.constant 9 : index
// CHECK: qd.print "{} {}", %[[FOUR]], %[[NINE]]
qd.kernel @constants(%x: memref<?xf32> {qd.dims = ["n"]}, %y: memref<4xf32> {qd.dims = ["n"]},
                     %z: memref<?xf32> {qd.dims = ["9"]}) {
  %c0 = arith.constant 0 : index
  %a = memref.dim %x, %c0 : memref<?xf32>
  %b = memref.dim %z, %c0 : memref<?xf32>
  qd.print "{} {}", %a, %b : index, index
}

// What is not known to be a named axis stays: a free one, one that a value chooses, one beyond the rank, a local's.
// CHECK-LABEL: qd.kernel @others(
// CHECK-COUNT-3: memref.dim
qd.kernel @others(%x: memref<?x?xf32> {qd.dims = ["n", "?"]}, %axis: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.dim %x, %c1 : memref<?x?xf32>
  %b = memref.dim %x, %axis : memref<?x?xf32>
  %c = memref.dim %x, %c2 : memref<?x?xf32>
  qd.print "{} {} {}", %a, %b, %c : index, index, index
}

// After helpers are inlined, ahead of code for given scalars.
// SIMPLIFIED-LABEL: qd.kernel @specialized$n$8(
// SIMPLIFIED: qd.print "{}", %c8
// SIMPLIFIED-LABEL: qd.kernel @specialized(
// SIMPLIFIED: qd.print "{}", %n
func.func private @show(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.print "{}", %n : index
  return
}
qd.kernel @specialized(%x: memref<?xf32> {qd.dims = ["n"]}, %n: index {qd.specialize = [8]}) {
  func.call @show(%x) : (memref<?xf32>) -> ()
}
