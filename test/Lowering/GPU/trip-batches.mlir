// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --canonicalize --cse | FileCheck %s

// Four trips at once, of which the counter is asked for once, and then one decision.
qd.kernel @k(%x: memref<?xf32>, %n: memref<?xi32>, %count: index, %limit: i32) {
  qd.return
}
// CHECK-LABEL: func.func private @k$0.body(
// CHECK-SAME: %[[LIMIT:arg3]]: i32
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK: %[[BOUND:.*]] = arith.subi %{{.*}}, %[[THREE]] : i32
// CHECK: scf.if
// CHECK: scf.while (%[[N:.*]] = %{{.*}}, %[[V:.*]] = %{{.*}})
// CHECK: arith.cmpf olt
// CHECK-NOT: arith.cmpi
// CHECK-COUNT-3: arith.cmpf olt
// CHECK: arith.cmpi slt, %{{.*}}, %[[BOUND]] : i32
// CHECK-NOT: arith.cmp
// CHECK: scf.condition
// The trips that are left run one by one.
// CHECK: scf.while
// CHECK: arith.cmpf olt
// CHECK: arith.cmpi slt, %{{.*}}, %[[LIMIT]] : i32
// CHECK: scf.condition
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %count: index {qd.slot = #qd.slot<scalar(2)>}, %limit: i32 {qd.slot = #qd.slot<scalar(3)>}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4.0 : f32
  qd.for (%i) in (%count) {
    %v = memref.load %x[%i] : memref<?xf32>
    %trips, %last = scf.while (%t = %zero, %u = %v) : (i32, f32) -> (i32, f32) {
      %square = arith.mulf %u, %u : f32
      %inside = arith.cmpf olt, %square, %four : f32
      %more = arith.cmpi slt, %t, %limit : i32
      %go = arith.andi %inside, %more : i1
      scf.condition(%go) %t, %u : i32, f32
    } do {
    ^bb0(%t: i32, %u: f32):
      %t1 = arith.addi %t, %one : i32
      %square = arith.mulf %u, %u : f32
      %u1 = arith.addf %square, %v : f32
      scf.yield %t1, %u1 : i32, f32
    }
    memref.store %trips, %n[%i] : memref<?xi32>
  }
}

// Not of loops that load, which might be from outside of an array; that divide; that have no counter, or one without a
// sign; and that a counter alone ends.
qd.kernel @others(%x: memref<?xf32>, %y: memref<?xf32>, %count: index, %limit: i32) {
  qd.return
}
// CHECK-LABEL: func.func private @others$0.body(
// CHECK-NOT: arith.maxsi
// CHECK: return
qd.task @others.0 of @others extent(#qd.size<"1">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %count: index {qd.slot = #qd.slot<scalar(2)>}, %limit: i32 {qd.slot = #qd.slot<scalar(3)>}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4.0 : f32
  qd.for (%i) in (%count) {
    %v = memref.load %x[%i] : memref<?xf32>
    %t0, %u0 = scf.while (%t = %zero, %u = %v) : (i32, f32) -> (i32, f32) {
      %inside = arith.cmpf olt, %u, %four : f32
      %more = arith.cmpi slt, %t, %limit : i32
      %go = arith.andi %inside, %more : i1
      scf.condition(%go) %t, %u : i32, f32
    } do {
    ^bb0(%t: i32, %u: f32):
      %t1 = arith.addi %t, %one : i32
      %at = arith.index_cast %t : i32 to index
      %u1 = memref.load %x[%at] : memref<?xf32>
      scf.yield %t1, %u1 : i32, f32
    }
    %t2, %u2 = scf.while (%t = %zero, %u = %u0) : (i32, f32) -> (i32, f32) {
      %inside = arith.cmpf olt, %u, %four : f32
      %more = arith.cmpi slt, %t, %limit : i32
      %go = arith.andi %inside, %more : i1
      scf.condition(%go) %t, %u : i32, f32
    } do {
    ^bb0(%t: i32, %u: f32):
      %t1 = arith.addi %t, %one : i32
      %u1 = arith.divf %v, %u : f32
      scf.yield %t1, %u1 : i32, f32
    }
    %u3 = scf.while (%u = %u2) : (f32) -> f32 {
      %inside = arith.cmpf olt, %u, %four : f32
      scf.condition(%inside) %u : f32
    } do {
    ^bb0(%u: f32):
      %u1 = arith.mulf %v, %u : f32
      scf.yield %u1 : f32
    }
    %t4, %u4 = scf.while (%t = %zero, %u = %u3) : (i32, f32) -> (i32, f32) {
      %inside = arith.cmpf olt, %u, %four : f32
      %more = arith.cmpi ult, %t, %limit : i32
      %go = arith.andi %inside, %more : i1
      scf.condition(%go) %t, %u : i32, f32
    } do {
    ^bb0(%t: i32, %u: f32):
      %t1 = arith.addi %t, %one : i32
      %u1 = arith.mulf %v, %u : f32
      scf.yield %t1, %u1 : i32, f32
    }
    %t5, %u5 = scf.while (%t = %zero, %u = %u4) : (i32, f32) -> (i32, f32) {
      %more = arith.cmpi slt, %t, %limit : i32
      scf.condition(%more) %t, %u : i32, f32
    } do {
    ^bb0(%t: i32, %u: f32):
      %t1 = arith.addi %t, %one : i32
      %u1 = arith.mulf %v, %u : f32
      scf.yield %t1, %u1 : i32, f32
    }
    memref.store %u5, %y[%i] : memref<?xf32>
  }
}
