// RUN: qdc-opt %s --qd-unroll-local-loops --canonicalize | FileCheck %s

qd.kernel @k(%x: memref<?xf32>) {
  qd.return
}

// The bounds of the inner loop follow from the outer variable; values go from iteration to iteration.
// CHECK-LABEL: qd.task @k.0
// CHECK: %[[A:.*]] = memref.alloca() : memref<3xf32>
// CHECK-NOT: scf.for
// CHECK-DAG: memref.store %{{.*}}, %[[A]][%c0]
// CHECK-DAG: memref.store %{{.*}}, %[[A]][%c1]
// CHECK-DAG: memref.store %{{.*}}, %[[A]][%c2]
// CHECK: %[[A0:.*]] = memref.load %[[A]][%c0]
// CHECK: %[[S0:.*]] = arith.addf %[[A0]], %
// CHECK: %[[A1:.*]] = memref.load %[[A]][%c1]
// CHECK: %[[S1:.*]] = arith.addf %[[S0]], %[[A1]]
// CHECK: %[[A2:.*]] = memref.load %[[A]][%c2]
// CHECK: %[[S2:.*]] = arith.addf %[[S1]], %[[A2]]
// CHECK: %[[A1:.*]] = memref.load %[[A]][%c1]
// CHECK: %[[S3:.*]] = arith.addf %[[S2]], %[[A1]]
// CHECK: %[[A2:.*]] = memref.load %[[A]][%c2]
// CHECK: %[[S4:.*]] = arith.addf %[[S3]], %[[A2]]
// CHECK: %[[A2:.*]] = memref.load %[[A]][%c2]
// CHECK: %[[S5:.*]] = arith.addf %[[S4]], %[[A2]]
// CHECK-NOT: memref.load
// CHECK: memref.store %[[S5]], %{{.*}}[%{{.*}}] : memref<?xf32>
qd.task @k.0 of @k extent(#qd.size<"8">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%c8) {
    %a = memref.alloca() : memref<3xf32>
    scf.for %k = %c0 to %c3 step %c1 {
      %at = arith.addi %i, %k : index
      %v = memref.load %x[%at] : memref<?xf32>
      memref.store %v, %a[%k] : memref<3xf32>
    }
    %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %zero) -> f32 {
      %inner = scf.for %j = %k to %c3 step %c1 iter_args(%t = %s) -> f32 {
        %v = memref.load %a[%j] : memref<3xf32>
        %next = arith.addf %t, %v : f32
        scf.yield %next : f32
      }
      scf.yield %inner : f32
    }
    memref.store %sum, %x[%i] : memref<?xf32>
  }
}

// What stays: a loop that indexes no local array, one whose bound is not known, and one that would be too much.
// CHECK-LABEL: qd.task @k.1
// CHECK: qd.for
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c1
// CHECK: scf.for %{{.*}} = %c0 to %c4096 step %c1
// CHECK-NOT: scf.for
qd.task @k.1 of @k extent(#qd.size<"8">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c4096 = arith.constant 4096 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%c8) {
    %a = memref.alloca() : memref<4096xf32>
    scf.for %k = %c0 to %c3 step %c1 {
      %v = memref.load %x[%k] : memref<?xf32>
      memref.store %v, %a[%i] : memref<4096xf32>
    }
    scf.for %k = %c0 to %i step %c1 {
      memref.store %zero, %a[%k] : memref<4096xf32>
    }
    scf.for %k = %c0 to %c4096 step %c1 {
      memref.store %zero, %a[%k] : memref<4096xf32>
    }
    %v = memref.load %a[%i] : memref<4096xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}

// Iterations of none, and steps.
// CHECK-LABEL: qd.task @k.2
// CHECK: memref.store %{{.*}}, %{{.*}}[%c1] : memref<8xf32>
// CHECK: memref.store %{{.*}}, %{{.*}}[%c4] : memref<8xf32>
// CHECK: memref.store %{{.*}}, %{{.*}}[%c7] : memref<8xf32>
// CHECK-NEXT: memref.load %{{.*}}[%{{.*}}] : memref<8xf32>
qd.task @k.2 of @k extent(#qd.size<"8">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%c8) {
    %a = memref.alloca() : memref<8xf32>
    scf.for %k = %c1 to %c8 step %c3 {
      memref.store %zero, %a[%k] : memref<8xf32>
    }
    scf.for %k = %c8 to %c3 step %c1 {
      memref.store %zero, %a[%k] : memref<8xf32>
    }
    %v = memref.load %a[%i] : memref<8xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}
