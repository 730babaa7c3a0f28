// RUN: qdc-opt %s --convert-tasks-to-cpu=share-from=3 | FileCheck %s
// RUN: qdc-opt %s --convert-tasks-to-cpu=share-from=4 | FileCheck %s --check-prefix=FEW
// RUN: qdc-opt %s --convert-tasks-to-cpu=share-from=0 | FileCheck %s --check-prefix=FEW

// Tasks that differ in f32 and f64 constants alone share the chunk of the first. A constant that all have is one in it.

qd.kernel @k(%x: memref<?xf32>, %y: memref<?xf32>) {
  qd.return
}

// FEW: llvm.func internal @k.1.chunk
// FEW: llvm.func internal @k.2.chunk

// CHECK-LABEL: llvm.func internal @k.0.chunk
// CHECK-SAME: (%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %[[SCALE:.*]]: f32, %{{.*}}: i64, %{{.*}}: i64)
// CHECK-NOT: 5.000000e-01
// CHECK: llvm.mlir.constant(2.500000e-01 : f32)
// CHECK: llvm.fmul %{{.*}}, %[[SCALE]]
// CHECK-NOT: llvm.func internal
// CHECK-LABEL: llvm.func @k.0(
// CHECK: %[[HALF:.*]] = llvm.mlir.constant(5.000000e-01 : f32)
// CHECK: llvm.call @k.0.chunk(%{{.*}}, %{{.*}}, %[[HALF]], %{{.*}}, %{{.*}})
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %k = arith.constant 0.5 : f32
  %m = arith.constant 0.25 : f32
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %v, %k : f32
    %q = arith.addf %p, %m : f32
    memref.store %q, %x[%i] : memref<?xf32>
  }
}

// CHECK-NOT: llvm.func internal
// CHECK-LABEL: llvm.func @k.1(
// CHECK-SAME: qd.entry_point = #qd.entry_point<task = <"k.1" of "k">, slots = [<array(0)>, <dim(0, 0)>]>
// CHECK: %[[SEVEN:.*]] = llvm.mlir.constant(7.000000e+00 : f32)
// CHECK: llvm.call @k.0.chunk(%{{.*}}, %{{.*}}, %[[SEVEN]], %{{.*}}, %{{.*}})
qd.task @k.1 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %k = arith.constant 7.0 : f32
  %m = arith.constant 0.25 : f32
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %v, %k : f32
    %q = arith.addf %p, %m : f32
    memref.store %q, %x[%i] : memref<?xf32>
  }
}

// CHECK-NOT: llvm.func internal
// CHECK-LABEL: llvm.func @k.2(
// CHECK-SAME: slots = [<array(1)>, <dim(1, 0)>]>
// CHECK: %[[NINE:.*]] = llvm.mlir.constant(9.000000e+00 : f32)
// CHECK: llvm.call @k.0.chunk(%{{.*}}, %{{.*}}, %[[NINE]], %{{.*}}, %{{.*}})
qd.task @k.2 of @k extent(#qd.size<"1">)
    (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %n: index {qd.slot = #qd.slot<dim(1, 0)>}) {
  %k = arith.constant 9.0 : f32
  %m = arith.constant 0.25 : f32
  qd.for (%i) in (%n) {
    %v = memref.load %y[%i] : memref<?xf32>
    %p = arith.mulf %v, %k : f32
    %q = arith.addf %p, %m : f32
    memref.store %q, %y[%i] : memref<?xf32>
  }
}

// Another operation, order of operands or index is other code; and so is another divisor, which may be a power of two,
// or what is no operand of arith.

// CHECK: llvm.func internal @k.other.chunk
qd.task @k.other of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %k = arith.constant 0.5 : f32
  %m = arith.constant 0.25 : f32
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %v, %k : f32
    %q = arith.addf %m, %p : f32
    memref.store %q, %x[%i] : memref<?xf32>
  }
}

// CHECK: llvm.func internal @k.divisor0.chunk
// CHECK: llvm.func internal @k.divisor1.chunk
// CHECK: llvm.func internal @k.divisor2.chunk
qd.task @k.divisor0 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %k = arith.constant 3.0 : f32
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.divf %v, %k : f32
    memref.store %p, %x[%i] : memref<?xf32>
  }
}
qd.task @k.divisor1 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %k = arith.constant 4.0 : f32
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.divf %v, %k : f32
    memref.store %p, %x[%i] : memref<?xf32>
  }
}
qd.task @k.divisor2 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %k = arith.constant 5.0 : f32
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.divf %v, %k : f32
    memref.store %p, %x[%i] : memref<?xf32>
  }
}

// CHECK: llvm.func internal @k.stored0.chunk
// CHECK: llvm.func internal @k.stored1.chunk
// CHECK: llvm.func internal @k.stored2.chunk
qd.task @k.stored0 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %k = arith.constant 3.0 : f32
  qd.for (%i) in (%n) {
    memref.store %k, %x[%i] : memref<?xf32>
  }
}
qd.task @k.stored1 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %k = arith.constant 4.0 : f32
  qd.for (%i) in (%n) {
    memref.store %k, %x[%i] : memref<?xf32>
  }
}
qd.task @k.stored2 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %k = arith.constant 5.0 : f32
  qd.for (%i) in (%n) {
    memref.store %k, %x[%i] : memref<?xf32>
  }
}
