// RUN: qdc-opt %s --qd-privatize-atomics | FileCheck %s

qd.kernel @k(%h: memref<?xf32>, %n: memref<?xi32>, %v: memref<?xf32>, %may: memref<?xf32> {qd.may_alias},
             %may_too: memref<?xf32> {qd.may_alias}, %b: memref<?xi1>) {
  qd.return
}

// The task stays; its form names it, counts the atomics of one iteration (1 + 3 * 2), and marks each copy with its kind.
// CHECK-LABEL: qd.task @k.two
// CHECK-SAME: (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
// CHECK: memref.atomic_rmw addf
// CHECK-LABEL: qd.task @k.two.private
// CHECK-SAME: (%h: memref<?xf32> {qd.private_kind = 0 : i64, qd.slot = #qd.slot<array(0)>},
// CHECK-SAME: %n: memref<?xi32> {qd.private_kind = [[MAXS:[0-9]+]] : i64, qd.slot = #qd.slot<array(1)>},
// CHECK-SAME: %v: memref<?xf32> {qd.slot = #qd.slot<array(2)>}
// CHECK-SAME: attributes {qd.private_form = #qd.private_form<of = @k.two, atomics = 7>}
// CHECK: memref.atomic_rmw maxs {{.*}} {qd.private_fold}
// CHECK: memref.atomic_rmw addf {{.*}} {qd.private_fold}
qd.task @k.two of @k extent(#qd.size<"dim(2, 0)">)
    (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %v: memref<?xf32> {qd.slot = #qd.slot<array(2)>}, %count: index {qd.slot = #qd.slot<dim(2, 0)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  qd.for (%i) in (%count) {
    %x = memref.load %v[%i] : memref<?xf32>
    %0 = memref.atomic_rmw maxs %one, %n[%c0] : (i32, memref<?xi32>) -> i32
    scf.for %a = %c0 to %c3 step %c1 {
      scf.for %b = %c0 to %c2 step %c1 {
        %1 = memref.atomic_rmw addf %x, %h[%b] : (f32, memref<?xf32>) -> f32
      }
    }
  }
}

// One iteration of a task that reduces is a block of 1024.
// CHECK-LABEL: qd.task @k.reduce.private
// CHECK-SAME: atomics = 1024>
qd.task @k.reduce of @k extent(#qd.size<"1">) partials [64]
    (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %count: index {qd.slot = #qd.slot<dim(2, 0)>}) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %s = qd.for (%i) in (%count) reduce(addf) -> f32 {
    %0 = memref.atomic_rmw addf %x, %h[%c0] : (f32, memref<?xf32>) -> f32
    qd.yield %x : f32
  }
}

// What has the array's parameter changed by another kind, loaded, stored, read as it was, or no parallel loop around,
// keeps its atomics.
// CHECK-NOT: .private of
// CHECK: qd.task @k.kinds
qd.task @k.kinds of @k extent(#qd.size<"9">) (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c9 = arith.constant 9 : index
  %x = arith.constant 1.0 : f32
  qd.for (%i) in (%c9) {
    %0 = memref.atomic_rmw addf %x, %h[%i] : (f32, memref<?xf32>) -> f32
    %1 = memref.atomic_rmw maximumf %x, %h[%i] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-NOT: .private of
// CHECK: qd.task @k.loaded
qd.task @k.loaded of @k extent(#qd.size<"9">) (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %x = memref.load %h[%c0] : memref<?xf32>
  qd.for (%i) in (%c9) {
    %0 = memref.atomic_rmw addf %x, %h[%i] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-NOT: .private of
// CHECK: qd.task @k.volatile
qd.task @k.volatile of @k extent(#qd.size<"9">) (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c9 = arith.constant 9 : index
  qd.for (%i) in (%c9) {
    %x = qd.volatile_load %h[%i] : memref<?xf32>
    %0 = memref.atomic_rmw addf %x, %h[%i] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-NOT: .private of
// CHECK: qd.task @k.stored
qd.task @k.stored of @k extent(#qd.size<"9">) (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c9 = arith.constant 9 : index
  %x = arith.constant 1.0 : f32
  qd.for (%i) in (%c9) {
    memref.store %x, %h[%i] : memref<?xf32>
    %0 = memref.atomic_rmw addf %x, %h[%i] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-NOT: .private of
// CHECK: qd.task @k.old
qd.task @k.old of @k extent(#qd.size<"9">)
    (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %v: memref<?xf32> {qd.slot = #qd.slot<array(2)>}) {
  %c9 = arith.constant 9 : index
  %x = arith.constant 1.0 : f32
  qd.for (%i) in (%c9) {
    %0 = memref.atomic_rmw addf %x, %h[%i] : (f32, memref<?xf32>) -> f32
    memref.store %0, %v[%i] : memref<?xf32>
  }
}
// CHECK-NOT: .private of
// CHECK: qd.task @k.serial
qd.task @k.serial of @k extent(#qd.size<"1">) (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %0 = memref.atomic_rmw addf %x, %h[%c0] : (f32, memref<?xf32>) -> f32
}

// So does an array that may overlap another, one that is no argument, one of i1, and kinds that cannot be regrouped.
// CHECK-NOT: .private of
// CHECK: qd.task @k.aliased
qd.task @k.aliased of @k extent(#qd.size<"9">)
    (%may: memref<?xf32> {qd.slot = #qd.slot<array(3)>}, %g: memref<?xf32> {qd.slot = #qd.slot<global(0)>},
     %w: memref<?xf32> {qd.slot = #qd.slot<workspace(0)>}) {
  %c9 = arith.constant 9 : index
  %x = arith.constant 1.0 : f32
  qd.for (%i) in (%c9) {
    %0 = memref.atomic_rmw addf %x, %may[%i] : (f32, memref<?xf32>) -> f32
    %1 = memref.atomic_rmw addf %x, %g[%i] : (f32, memref<?xf32>) -> f32
    %2 = memref.atomic_rmw addf %x, %w[%i] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-NOT: .private of
// CHECK: qd.task @k.regrouped
qd.task @k.regrouped of @k extent(#qd.size<"9">)
    (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi1> {qd.slot = #qd.slot<array(5)>}) {
  %c9 = arith.constant 9 : index
  %x = arith.constant 1.0 : f32
  %one = arith.constant 1 : i32
  %true = arith.constant true
  qd.for (%i) in (%c9) {
    %0 = memref.atomic_rmw mulf %x, %h[%i] : (f32, memref<?xf32>) -> f32
    %1 = memref.atomic_rmw assign %one, %n[%i] : (i32, memref<?xi32>) -> i32
    %2 = memref.atomic_rmw ori %true, %b[%i] : (i1, memref<?xi1>) -> i1
  }
}
// Nor an array that the task has under two names.
// CHECK-NOT: .private of
// CHECK: qd.task @k.names
qd.task @k.names of @k extent(#qd.size<"9">)
    (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %again: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c9 = arith.constant 9 : index
  %x = arith.constant 1.0 : f32
  qd.for (%i) in (%c9) {
    %0 = memref.atomic_rmw addf %x, %h[%i] : (f32, memref<?xf32>) -> f32
    %1 = memref.atomic_rmw addf %x, %again[%i] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-NOT: .private of
