// RUN: qdc-opt %s | qdc-opt | FileCheck %s
// RUN: qdc-opt --emit-bytecode %s | qdc-opt | FileCheck %s
// RUN: qdc-opt --mlir-print-op-generic %s | qdc-opt | FileCheck %s

// CHECK-LABEL: func.func @flat(
// CHECK-SAME: %[[RECORD:[a-z0-9]+]]: memref<?xi8>, %[[WORKSPACE:[a-z0-9]+]]: memref<?xi64>, %[[WORD:[a-z0-9]+]]: i64)
func.func @flat(%record: memref<?xi8>, %workspace: memref<?xi64>, %word: i64) {
  // CHECK: %[[CODE:.*]] = qd.flat_load volatile %[[RECORD]][%[[WORD]]] : memref<?xi8> -> i32
  %code = qd.flat_load volatile %record[%word] : memref<?xi8> -> i32
  // CHECK: %[[SUM:.*]] = qd.flat_load %[[WORKSPACE]][%[[WORD]]] {llvm.mine} : memref<?xi64> -> f32
  %sum = qd.flat_load %workspace[%word] {llvm.mine} : memref<?xi64> -> f32
  // CHECK: qd.flat_store %[[SUM]], %[[WORKSPACE]][%[[WORD]]] : f32, memref<?xi64>
  qd.flat_store %sum, %workspace[%word] : f32, memref<?xi64>
  // CHECK: qd.flat_store %[[CODE]], %[[RECORD]][%[[WORD]]] {llvm.mine} : i32, memref<?xi8>
  qd.flat_store %code, %record[%word] {llvm.mine} : i32, memref<?xi8>
  // CHECK: qd.flat_load invariant %[[WORKSPACE]][%[[WORD]]] : memref<?xi64> -> i64
  %fixed = qd.flat_load invariant %workspace[%word] : memref<?xi64> -> i64
  // CHECK: qd.flat_load atomic device %[[RECORD]][%[[WORD]]] : memref<?xi8> -> i32
  %seen = qd.flat_load atomic device %record[%word] : memref<?xi8> -> i32
  // CHECK: qd.flat_load volatile atomic system %[[RECORD]][%[[WORD]]] : memref<?xi8> -> i32
  %both = qd.flat_load volatile atomic system %record[%word] : memref<?xi8> -> i32
  // CHECK: %{{.*}} = qd.flat_atomic_rmw addf device %[[SUM]], %[[WORKSPACE]][%[[WORD]]] : f32, memref<?xi64>
  %before = qd.flat_atomic_rmw addf device %sum, %workspace[%word] : f32, memref<?xi64>
  // CHECK: %{{.*}} = qd.flat_atomic_rmw assign system %[[CODE]], %[[RECORD]][%[[WORD]]] {llvm.mine} : i32, memref<?xi8>
  %other = qd.flat_atomic_rmw assign system %code, %record[%word] {llvm.mine} : i32, memref<?xi8>
  // CHECK: %{{.*}}, %{{.*}} = qd.flat_atomic_cas device %[[RECORD]][%[[WORD]]], %[[CODE]], %[[CODE]] : i32, memref<?xi8>
  %old, %swapped = qd.flat_atomic_cas device %record[%word], %code, %code : i32, memref<?xi8>
  return
}
