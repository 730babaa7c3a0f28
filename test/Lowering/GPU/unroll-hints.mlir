// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --canonicalize | FileCheck %s

// The back end is asked for copies of short inner loops: four, two where a function is long, none where it is a loop.
qd.kernel @k(%x: memref<?xf32>, %n: index, %trips: index) {
  qd.return
}
// CHECK-LABEL: func.func private @k$0.body(
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %trips: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    // CHECK: math.exp
    // CHECK: } {qd.unroll = 4 : i32}
    %w = scf.for %t = %c0 to %trips step %c1 iter_args(%u = %v) -> (f32) {
      %s = math.exp %u : f32
      scf.yield %s : f32
    }
    // CHECK: math.sin
    // CHECK: } {qd.unroll = 2 : i32}
    // CHECK: math.cos
    // CHECK: } {qd.unroll = 2 : i32}
    // CHECK: math.tan
    // CHECK: } {qd.unroll = 2 : i32}
    // CHECK: math.powf
    // CHECK: } {qd.unroll = 2 : i32}
    // CHECK: arith.remf
    // CHECK-NOT: qd.unroll
    // CHECK: return
    %a = scf.for %t = %c0 to %trips step %c1 iter_args(%u = %w) -> (f32) {
      %s = math.sin %u : f32
      scf.yield %s : f32
    }
    %b = scf.for %t = %c0 to %trips step %c1 iter_args(%u = %a) -> (f32) {
      %s = math.cos %u : f32
      scf.yield %s : f32
    }
    %c = scf.for %t = %c0 to %trips step %c1 iter_args(%u = %b) -> (f32) {
      %s = math.tan %u : f32
      scf.yield %s : f32
    }
    %d = scf.for %t = %c0 to %trips step %c1 iter_args(%u = %c) -> (f32) {
      %s = math.powf %u, %v : f32
      scf.yield %s : f32
    }
    %e = scf.for %t = %c0 to %trips step %c1 iter_args(%u = %d) -> (f32) {
      %s = arith.remf %u, %v : f32
      scf.yield %s : f32
    }
    memref.store %e, %x[%i] : memref<?xf32>
  }
}

// A short loop that loads is left to the assembler, unless it loads from a column, whose stride is known at run time.
qd.kernel @loads(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: func.func private @loads$0.body(
qd.task @loads.0 of @loads extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%n) {
    %row = arith.muli %i, %n : index
    // CHECK: arith.addf
    // CHECK: } {qd.unroll = 1 : i32}
    %a = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) {
      %twice = arith.muli %k, %c2 : index
      %at = arith.addi %row, %twice : index
      %v = memref.load %x[%at] : memref<?xf32>
      %more = arith.addf %sum, %v : f32
      scf.yield %more : f32
    }
    // CHECK: arith.addf
    // CHECK: } {qd.unroll = 4 : i32}
    %b = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %a) -> (f32) {
      %line = arith.muli %k, %n : index
      %at = arith.addi %line, %i : index
      %v = memref.load %x[%at] : memref<?xf32>
      %more = arith.addf %sum, %v : f32
      scf.yield %more : f32
    }
    memref.store %b, %y[%i] : memref<?xf32>
  }
}
