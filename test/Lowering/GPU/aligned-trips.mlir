// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid="subgroup-width=32 reduces-subgroups" --canonicalize --cse | FileCheck %s
// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: gpu.subgroup_reduce

// Threads begin together at the last slot that one of them has. What a trip computes of its slot alone stands ahead of
// the rest for four trips.
qd.kernel @k(%n: memref<?xi32>, %x: memref<?xf32>, %count: index) {
  qd.return
}
// CHECK-LABEL: func.func private @k$0.body(
// CHECK-DAG: %[[NO:.*]] = arith.constant false
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
// CHECK-DAG: %[[WHOLE:.*]] = arith.constant -4 : i32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[SIZE:.*]] = arith.constant 64 : i64
// CHECK-DAG: %[[KEPT:.*]] = memref.alloca() : memref<64xf32>
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK: qd.flat_store %{{.*}}, %[[KEPT]]
// CHECK: %[[POSITIVE:.*]] = arith.maxsi %{{.*}}, %[[ZERO]] : i64
// CHECK: %[[INSIDE:.*]] = arith.minsi %[[POSITIVE]], %[[SIZE]] : i64
// CHECK: %[[OWN:.*]] = arith.trunci %[[INSIDE]] : i64 to i32
// CHECK: %[[MOST:.*]] = gpu.subgroup_reduce maxui %[[OWN]] : (i32) -> i32
// CHECK: %[[MORE:.*]] = arith.addi %[[MOST]], %[[C3]] : i32
// CHECK: %[[END:.*]] = arith.andi %[[MORE]], %[[WHOLE]] : i32
// CHECK: scf.for %[[COUNTER:.*]] = %[[C0]] to %[[END]] step %[[C4]] iter_args(%[[A:.*]] = %{{.*}}) -> (f32)
// CHECK: %[[ABOVE:.*]] = arith.subi %[[END]], %[[COUNTER]] : i32
// CHECK: %[[SLOT:.*]] = arith.subi %[[ABOVE]], %[[C1]] : i32
// CHECK: %[[HAS:.*]] = arith.cmpi slt, %[[SLOT]], %[[OWN]] : i32
// CHECK: %[[U:.*]] = qd.flat_load %[[KEPT]]
// CHECK: %[[REST:.*]] = arith.subf
// CHECK: %[[CLOSE:.*]] = arith.cmpf olt, %[[U]]
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[U]], %[[U]]
// CHECK-COUNT-3: qd.flat_load %[[KEPT]]
// CHECK: %[[ASKS:.*]] = arith.select %[[HAS]], %[[CLOSE]], %[[NO]] : i1
// CHECK: %[[PRODUCT:.*]] = scf.if %[[ASKS]]
// CHECK: arith.mulf %[[A]], %[[REST]]
// CHECK: else
// CHECK: arith.mulf %[[A]], %[[U]]
// CHECK: %[[SUM:.*]] = arith.addf %[[PRODUCT]], %[[SQUARE]]
// CHECK: arith.select %[[HAS]], %[[SUM]], %[[A]] : f32
// CHECK-COUNT-3: scf.if
// CHECK-NOT: {{scf.if|flat_load}}
// CHECK: return
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%n: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %x: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %count: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%count) {
    %kept = memref.alloca() : memref<64xf32>
    %start = memref.load %x[%i] : memref<?xf32>
    %trips = memref.load %n[%i] : memref<?xi32>
    %length = arith.index_cast %trips : i32 to index
    %end = scf.for %k = %c0 to %length step %c1 iter_args(%u = %start) -> (f32) {
      memref.store %u, %kept[%k] : memref<64xf32>
      %next = arith.mulf %u, %start : f32
      scf.yield %next : f32
    }
    %last = arith.subi %length, %c1 : index
    %adjoint = scf.for %k = %c0 to %length step %c1 iter_args(%a = %end) -> (f32) {
      %slot = arith.subi %last, %k : index
      %u = memref.load %kept[%slot] : memref<64xf32>
      %rest = arith.subf %one, %u : f32
      %close = arith.cmpf olt, %u, %start : f32
      %square = arith.mulf %u, %u : f32
      %product = scf.if %close -> (f32) {
        %first = arith.mulf %a, %rest : f32
        %second = arith.mulf %first, %u : f32
        %third = arith.addf %second, %a : f32
        scf.yield %third : f32
      } else {
        %only = arith.mulf %a, %u : f32
        scf.yield %only : f32
      }
      %sum = arith.addf %product, %square : f32
      scf.yield %sum : f32
    }
    memref.store %adjoint, %x[%i] : memref<?xf32>
  }
}

// A body with effects is run by threads that have the slot. The length beyond the array is the thread's own affair. The
// counter is that of the thread.
qd.kernel @effects(%n: memref<?xi32>, %x: memref<?xf32>, %count: index) {
  qd.return
}
// CHECK-LABEL: func.func private @effects$0.body(
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[LENGTH:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: %[[LAST:.*]] = arith.subi %[[LENGTH]], %[[C1]] : index
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[LENGTH]] : index to i64
// CHECK: %[[OTHERS:.*]] = gpu.subgroup_reduce maxui
// CHECK: %[[WIDEST:.*]] = arith.extui %[[OTHERS]] : i32 to i64
// CHECK: %[[MOST64:.*]] = arith.maxsi %[[WIDE]], %[[WIDEST]] : i64
// CHECK: %[[MOST:.*]] = arith.index_cast %[[MOST64]] : i64 to index
// CHECK: %[[FIRST:.*]] = arith.subi %[[MOST]], %[[C1]] : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[MOST]] step %[[C1]] {
// CHECK: %[[SLOT:.*]] = arith.subi %[[FIRST]], %{{.*}} : index
// CHECK: %[[HAS:.*]] = arith.cmpi slt, %[[SLOT]], %[[LENGTH]] : index
// CHECK: scf.if %[[HAS]] {
// CHECK: %[[COUNTER:.*]] = arith.subi %[[LAST]], %[[SLOT]] : index
// CHECK: qd.flat_load
// CHECK: %[[AT:.*]] = arith.index_cast %[[COUNTER]] : index to i64
// CHECK: qd.flat_store %{{.*}}, %{{.*}}[%[[AT]]]
qd.task @effects.0 of @effects extent(#qd.size<"1">)
    (%n: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %x: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %count: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%count) {
    %kept = memref.alloca() : memref<64xf32>
    %trips = memref.load %n[%i] : memref<?xi32>
    %length = arith.index_cast %trips : i32 to index
    %last = arith.subi %length, %c1 : index
    scf.for %k = %c0 to %length step %c1 {
      %slot = arith.subi %last, %k : index
      %u = memref.load %kept[%slot] : memref<64xf32>
      memref.store %u, %x[%k] : memref<?xf32>
    }
  }
}

// An array whose size is no multiple of a batch has no slots for one that begins at its end.
qd.kernel @odd(%n: memref<?xi32>, %x: memref<?xf32>, %count: index) {
  qd.return
}
// CHECK-LABEL: func.func private @odd$0.body(
// CHECK: gpu.subgroup_reduce
// CHECK-COUNT-1: qd.flat_load %{{.*}} : memref<63xf32>
// CHECK-NOT: memref<63xf32>
// CHECK: return
qd.task @odd.0 of @odd extent(#qd.size<"1">)
    (%n: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %x: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %count: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%count) {
    %kept = memref.alloca() : memref<63xf32>
    %trips = memref.load %n[%i] : memref<?xi32>
    %length = arith.index_cast %trips : i32 to index
    %last = arith.subi %length, %c1 : index
    %sum = scf.for %k = %c0 to %length step %c1 iter_args(%s = %zero) -> (f32) {
      %slot = arith.subi %last, %k : index
      %u = memref.load %kept[%slot] : memref<63xf32>
      %t = arith.addf %s, %u : f32
      scf.yield %t : f32
    }
    memref.store %sum, %x[%i] : memref<?xf32>
  }
}

// A function may take a long way for what lies in another thread's slot.
qd.kernel @function(%n: memref<?xi32>, %x: memref<?xf32>, %count: index) {
  qd.return
}
// CHECK-LABEL: func.func private @function$0.body(
// CHECK: gpu.subgroup_reduce
// CHECK: %[[SUM:.*]] = scf.if
// CHECK: math.sin
// CHECK-NOT: math.sin
// CHECK: return
qd.task @function.0 of @function extent(#qd.size<"1">)
    (%n: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %x: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %count: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%count) {
    %kept = memref.alloca() : memref<64xf32>
    %trips = memref.load %n[%i] : memref<?xi32>
    %length = arith.index_cast %trips : i32 to index
    %last = arith.subi %length, %c1 : index
    %sum = scf.for %k = %c0 to %length step %c1 iter_args(%s = %zero) -> (f32) {
      %slot = arith.subi %last, %k : index
      %u = memref.load %kept[%slot] : memref<64xf32>
      %v = math.sin %u : f32
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %sum, %x[%i] : memref<?xf32>
  }
}

// Not where all threads make the same trips: a constant number, one from outside, or one that such a loop counts. Nor
// where slots are the same anyway, or another thread has the array.
qd.kernel @others(%n: memref<?xi32>, %x: memref<?xf32>, %count: index) {
  qd.return
}
// CHECK-LABEL: func.func private @others$0.body(
// CHECK-NOT: gpu.subgroup_reduce
// CHECK: return
qd.task @others.0 of @others extent(#qd.size<"1">)
    (%n: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %x: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %count: index {qd.slot = #qd.slot<scalar(2)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%count) {
    %kept = memref.alloca() : memref<64xf32>
    %trips = memref.load %n[%i] : memref<?xi32>
    %length = arith.index_cast %trips : i32 to index
    %last = arith.subi %length, %c1 : index
    %first = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (f32) {
      %slot = arith.subi %c63, %k : index
      %u = memref.load %kept[%slot] : memref<64xf32>
      %t = arith.addf %s, %u : f32
      scf.yield %t : f32
    }
    %lastOfCount = arith.subi %count, %c1 : index
    %second = scf.for %k = %c0 to %count step %c1 iter_args(%s = %first) -> (f32) {
      %slot = arith.subi %lastOfCount, %k : index
      %u = memref.load %kept[%slot] : memref<64xf32>
      %t = arith.addf %s, %u : f32
      scf.yield %t : f32
    }
    %third = scf.for %segment = %c0 to %count step %c1 iter_args(%outer = %second) -> (f32) {
      %of = arith.addi %segment, %count : index
      %lastOf = arith.subi %of, %c1 : index
      %inner = scf.for %k = %c0 to %of step %c1 iter_args(%s = %outer) -> (f32) {
        %slot = arith.subi %lastOf, %k : index
        %u = memref.load %kept[%slot] : memref<64xf32>
        %t = arith.addf %s, %u : f32
        scf.yield %t : f32
      }
      scf.yield %inner : f32
    }
    %fourth = scf.for %k = %c0 to %length step %c1 iter_args(%s = %third) -> (f32) {
      %u = memref.load %kept[%k] : memref<64xf32>
      %t = arith.addf %s, %u : f32
      scf.yield %t : f32
    }
    %fifth = scf.for %k = %c0 to %length step %c1 iter_args(%s = %fourth) -> (f32) {
      %slot = arith.subi %last, %k : index
      %u = memref.load %x[%slot] : memref<?xf32>
      %t = arith.addf %s, %u : f32
      scf.yield %t : f32
    }
    memref.store %fifth, %x[%i] : memref<?xf32>
  }
}
