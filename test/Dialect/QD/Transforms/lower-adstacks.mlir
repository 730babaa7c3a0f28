// RUN: qdc-opt --pass-pipeline='builtin.module(qd.kernel(qd-lower-adstacks))' --split-input-file --verify-diagnostics %s | FileCheck %s

// A small constant capacity: a local array of the iteration.
// CHECK-LABEL: qd.kernel @local(
// CHECK:      qd.for (%{{.*}}) in (%n) {
// CHECK-NEXT:   %[[COUNT:.*]] = memref.alloca() : memref<i64>
// CHECK-NEXT:   %[[VALUES:.*]] = memref.alloca() : memref<8xf32>
// CHECK-NEXT:   arith.constant 8 : index
// CHECK-NEXT:   %[[CAPACITY:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[NONE:.*]] = arith.constant 0 : i64
// CHECK-NEXT:   memref.store %[[NONE]], %[[COUNT]][]
// A push: there is room, or it is recorded and dropped. It counts in either case.
// CHECK-NEXT:   %[[STORED:.*]] = memref.load %[[COUNT]][]
// CHECK-NEXT:   %[[ENTRY:.*]] = arith.index_cast %[[STORED]] : i64 to index
// CHECK-NEXT:   %[[FITS:.*]] = arith.cmpi ult, %[[ENTRY]], %[[CAPACITY]] : index
// CHECK-NEXT:   scf.if %[[FITS]] {
// CHECK-NEXT:     memref.store %x, %[[VALUES]][%[[ENTRY]]]
// CHECK-NEXT:   } else {
// CHECK-NEXT:     qd.adstack.overflow %[[CAPACITY]]
// CHECK-NEXT:   }
// CHECK:        %[[NEXT:.*]] = arith.addi %[[ENTRY]],
// CHECK:        memref.store %{{.*}}, %[[COUNT]][]
// The top: above every capacity where the stack is empty.
// CHECK:        %[[TOP:.*]] = arith.subi
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[HAS:.*]] = arith.cmpi ult, %[[TOP]], %[[CAPACITY]] : index
// CHECK-NEXT:   scf.if %[[HAS]] -> (f32) {
// CHECK-NEXT:     memref.load %[[VALUES]][%[[TOP]]]
// CHECK:        } else {
// CHECK-NEXT:     scf.yield %[[ZERO]] : f32
// A pop, of an empty stack none.
// CHECK:        %[[EMPTY:.*]] = arith.cmpi eq
// CHECK-NEXT:   arith.select %[[EMPTY]]
// CHECK:        memref.store %{{.*}}, %[[COUNT]][]
// CHECK:        scf.if %{{.*}} -> (f32) {
// CHECK-NOT:    qd.adstack
qd.kernel @local(%n: index, %x: f32, %y: memref<?xf32>) {
  qd.for (%i) in (%n) {
    %c8 = arith.constant 8 : index
    %s = qd.adstack.create %c8 : !qd.adstack<f32>
    qd.adstack.push %x, %s : !qd.adstack<f32>
    %t = qd.adstack.top %s : !qd.adstack<f32>
    %p = qd.adstack.pop %s : !qd.adstack<f32>
    %sum = arith.addf %t, %p : f32
    memref.store %sum, %y[%i] : memref<?xf32>
  }
}

// -----

// A capacity of an argument: a temporary, whose last axes are the variables of the loop. The adjoints have one too, and
// begin as 0.
// CHECK-LABEL: qd.kernel @shared(
// CHECK:      %[[CAPACITY:.*]] = arith.maxsi %{{.*}} : index
// CHECK:      %[[VALUES:.*]] = memref.alloc(%[[CAPACITY]], %{{.*}}, %{{.*}}) : memref<?x?x?xf64>
// CHECK-NEXT: %[[ADJOINTS:.*]] = memref.alloc(%[[CAPACITY]], %{{.*}}, %{{.*}}) : memref<?x?x?xf64>
// CHECK-NEXT: qd.for (%[[I:.*]], %[[J:.*]]) in
// CHECK:        %[[ROW:.*]] = arith.subi %{{.*}}, %low
// CHECK:        memref.store %{{.*}}, %[[VALUES]][%{{.*}}, %{{.*}}, %[[ROW]]]
// CHECK:        arith.constant 0.000000e+00 : f64
// CHECK-NEXT:   memref.store %{{.*}}, %[[ADJOINTS]]
// CHECK:        memref.load %[[ADJOINTS]]
// CHECK-NEXT:   arith.addf
// CHECK-NEXT:   memref.store %{{.*}}, %[[ADJOINTS]]
// CHECK:        memref.load %[[ADJOINTS]]
// CHECK-NOT:    qd.adstack.{{[a-np-z]}}
qd.kernel @shared(%n: i32, %depth: i32, %low: index, %x: f64, %y: memref<?xf64>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %count = arith.index_cast %n : i32 to index
  qd.for (%i, %j) in (%count, %count) from (%zero, %low) step (%two, %one) {
    %deep = arith.index_cast %depth : i32 to index
    %s = qd.adstack.create %deep : !qd.adstack<f64>
    qd.adstack.push %x, %s : !qd.adstack<f64>
    qd.adstack.add_adjoint %x, %s : !qd.adstack<f64>
    %a = qd.adstack.adjoint %s : !qd.adstack<f64>
    memref.store %a, %y[%i] : memref<?xf64>
  }
}

// -----

// The extent of a loop within another one: the largest that there is, and 0 where there is none.
// CHECK-LABEL: qd.kernel @within(
// CHECK:      scf.for
// CHECK:        %[[LAST:.*]] = arith.subi %n, %{{.*}} : index
// CHECK-NEXT:   %[[ROWS:.*]] = arith.maxsi %[[LAST]], %{{.*}} : index
// CHECK-NEXT:   memref.alloc(%{{.*}}, %[[ROWS]]) : memref<?x?xf32>
// CHECK-NEXT:   qd.for
qd.kernel @within(%n: index, %depth: index, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %k = %zero to %n step %one {
    qd.for (%i) in (%k) {
      %s = qd.adstack.create %depth : !qd.adstack<f32>
      qd.adstack.push %x, %s : !qd.adstack<f32>
    }
  }
}

// -----

// Too large for a local array: 257 floats, and 129 with adjoints.
// CHECK-LABEL: qd.kernel @large(
// CHECK: memref.alloc(%{{.*}}) : memref<257x?xf32>
// CHECK: memref.alloc(%{{.*}}) : memref<129x?xf32>
// CHECK: memref.alloc(%{{.*}}) : memref<129x?xf32>
// CHECK: qd.for
// CHECK: memref.alloca() : memref<256xf32>
qd.kernel @large(%n: index, %x: f32) {
  %c256 = arith.constant 256 : index
  %c257 = arith.constant 257 : index
  %c129 = arith.constant 129 : index
  qd.for (%i) in (%n) {
    %a = qd.adstack.create %c256 : !qd.adstack<f32>
    qd.adstack.push %x, %a : !qd.adstack<f32>
    %b = qd.adstack.create %c257 : !qd.adstack<f32>
    qd.adstack.push %x, %b : !qd.adstack<f32>
    %c = qd.adstack.create %c129 : !qd.adstack<f32>
    qd.adstack.add_adjoint %x, %c : !qd.adstack<f32>
  }
}

// -----

// With its adjoints it has 2^63 bytes.
// CHECK-LABEL: qd.kernel @larger_than_memory(
// CHECK: memref.alloc(%{{.*}}) : memref<1152921504606846976x?xf32>
// CHECK: memref.alloc(%{{.*}}) : memref<1152921504606846976x?xf32>
// CHECK: qd.for
qd.kernel @larger_than_memory(%n: index, %x: f32) {
  %c = arith.constant 1152921504606846976 : index
  qd.for (%i) in (%n) {
    %s = qd.adstack.create %c : !qd.adstack<f32>
    qd.adstack.add_adjoint %x, %s : !qd.adstack<f32>
  }
}

// -----

// All local arrays of a kernel have 256 KiB together.
// CHECK-LABEL: qd.kernel @full(
// CHECK: memref.alloc(%{{.*}}) : memref<8x?xf32>
qd.kernel @full(%n: index, %x: f32) {
  %c8 = arith.constant 8 : index
  qd.for (%i) in (%n) {
    %a = memref.alloca() : memref<262128xi8>
    %s = qd.adstack.create %c8 : !qd.adstack<f32>
    qd.adstack.push %x, %s : !qd.adstack<f32>
  }
}

// -----

// In serial code a stack is a temporary, and so is its count: ahead of the loop that is in the task, as is what the
// capacity is made of.
// CHECK-LABEL: qd.kernel @serial(
// CHECK: %[[COUNT:.*]] = memref.alloc() : memref<i64>
// CHECK: %[[VALUES:.*]] = memref.alloc(%{{.*}}) : memref<?xi16>
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK: memref.store %{{.*}}, %[[VALUES]][%{{.*}}]
qd.kernel @serial(%n: index, %x: i16) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %k = %zero to %n step %one {
    %c4 = arith.constant 4 : index
    %more = arith.addi %n, %c4 : index
    %s = qd.adstack.create %more : !qd.adstack<i16>
    qd.adstack.push %x, %s : !qd.adstack<i16>
  }
}

// -----

// No room at all.
// CHECK-LABEL: qd.kernel @none(
// CHECK: memref.alloca() : memref<1xf32>
// CHECK: %[[CAPACITY:.*]] = arith.constant 0 : index
// CHECK: arith.cmpi ult, %{{.*}}, %[[CAPACITY]]
qd.kernel @none(%n: index, %x: f32) {
  %less = arith.constant -3 : index
  qd.for (%i) in (%n) {
    %s = qd.adstack.create %less : !qd.adstack<f32>
    qd.adstack.push %x, %s : !qd.adstack<f32>
  }
}

// -----

qd.kernel @loaded(%n: index, %trips: memref<?xi64>, %x: f32) {
  qd.for (%i) in (%n) {
    // expected-note @+1 {{'memref.load' gives this on the device, from memory that may change until then}}
    %t = memref.load %trips[%i] : memref<?xi64>
    %depth = arith.index_cast %t : i64 to index
    // expected-error @+1 {{has a capacity that is not made of arguments and shapes, but the loader makes its memory before the launch; take one that is large enough from an argument}}
    %s = qd.adstack.create %depth : !qd.adstack<f32>
    qd.adstack.push %x, %s : !qd.adstack<f32>
  }
}

// -----

qd.kernel @rows(%counts: memref<?xi64>, %depth: index, %x: f32) {
  %zero = arith.constant 0 : index
  // expected-note @+1 {{'memref.load' gives this on the device, from memory that may change until then}}
  %count = memref.load %counts[%zero] : memref<?xi64>
  qd.for (%i) in (%count) : i64 {
    // expected-error @+1 {{has memory for each iteration of a parallel loop with an extent that is not made of arguments and shapes, but the loader makes its memory before the launch; take one that is large enough from an argument}}
    %s = qd.adstack.create %depth : !qd.adstack<f32>
    qd.adstack.push %x, %s : !qd.adstack<f32>
  }
}

// -----

qd.kernel @from(%begins: memref<?xi64>, %n: i64, %depth: index, %x: f32) {
  %zero = arith.constant 0 : index
  // expected-note @+1 {{'memref.load' gives this on the device, from memory that may change until then}}
  %begin = memref.load %begins[%zero] : memref<?xi64>
  qd.for (%i) in (%n) from (%begin) : i64 {
    // expected-error @+1 {{has memory for each iteration of a parallel loop with an extent that is not made of arguments and shapes, but the loader makes its memory before the launch; take one that is large enough from an argument}}
    %s = qd.adstack.create %depth : !qd.adstack<f32>
    qd.adstack.push %x, %s : !qd.adstack<f32>
  }
}

// -----

qd.kernel @rank(%n: index, %x: f32) {
  qd.for (%a, %b, %c, %d, %e, %f, %g, %h) in (%n, %n, %n, %n, %n, %n, %n, %n) {
    // expected-error @+1 {{is in a parallel loop of rank 8, but its memory has an axis more than the loop, and arrays have at most 8; write a loop with fewer variables, or a constant capacity of up to 1024 bytes}}
    %s = qd.adstack.create %n : !qd.adstack<f32>
    qd.adstack.push %x, %s : !qd.adstack<f32>
  }
}
