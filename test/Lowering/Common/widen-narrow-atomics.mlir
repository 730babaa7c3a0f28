// RUN: qdc-opt %s --pass-pipeline='builtin.module(func.func(qd-widen-narrow-atomics))' | FileCheck %s
// RUN: qdc-opt %s --pass-pipeline='builtin.module(func.func(qd-widen-narrow-atomics{narrowest=16}))' | FileCheck %s --check-prefix=HALF
// RUN: qdc-opt %s --pass-pipeline='builtin.module(func.func(qd-widen-narrow-atomics{narrowest=8}))' | FileCheck %s --check-prefix=BYTE
// RUN: not qdc-opt %s --pass-pipeline='builtin.module(func.func(qd-widen-narrow-atomics{narrowest=64}))' 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: the narrowest atomic cannot have 64 bits; accepted: 8, 16, 32

// An element of one byte, in the 4 bytes around it. Others of them stay as they are.
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xi8>, %[[I:[a-z0-9]+]]: i64, %[[V:[a-z0-9]+]]: i8)
// CHECK: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[START:.*]] = arith.index_cast %[[POINTER]] : index to i64
// CHECK: %[[DISTANCE:.*]] = arith.muli %[[I]], %{{.*}} : i64
// CHECK: %[[ADDRESS:.*]] = arith.addi %[[START]], %[[DISTANCE]] : i64
// CHECK: %[[OFFSET:.*]] = arith.andi %[[ADDRESS]], %c3_i64 : i64
// CHECK: %[[FIRST:.*]] = arith.subi %[[I]], %{{.*}} overflow<nsw> : i64
// CHECK: %[[BYTES:.*]] = arith.trunci %[[OFFSET]] : i64 to i32
// CHECK: %[[SHIFT:.*]] = arith.shli %[[BYTES]], %c3_i32
// CHECK: %[[MASK:.*]] = arith.shli %c255_i32{{.*}}, %[[SHIFT]]
// CHECK: %[[OTHERS:.*]] = arith.xori %[[MASK]], %c-1_i32
// CHECK: %[[START:.*]] = qd.flat_load atomic device %[[X]][%[[FIRST]]] : memref<?xi8> -> i32
// CHECK: %[[END:.*]] = scf.while (%[[SEEN:.*]] = %[[START]]) : (i32) -> i32 {
// CHECK-NEXT: %[[LOW:.*]] = arith.shrui %[[SEEN]], %[[SHIFT]] : i32
// CHECK-NEXT: %[[OLD:.*]] = arith.trunci %[[LOW]] : i32 to i8
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[OLD]], %[[V]] : i8
// CHECK-NEXT: %[[WIDE:.*]] = arith.extui %[[SUM]] : i8 to i32
// CHECK-NEXT: %[[PLACED:.*]] = arith.shli %[[WIDE]], %[[SHIFT]] : i32
// CHECK-NEXT: %[[REST:.*]] = arith.andi %[[SEEN]], %[[OTHERS]] : i32
// CHECK-NEXT: %[[WORD:.*]] = arith.ori %[[REST]], %[[PLACED]] : i32
// CHECK-NEXT: %[[NOW:.*]], %[[SWAPPED:.*]] = qd.flat_atomic_cas device %[[X]][%[[FIRST]]], %[[SEEN]], %[[WORD]] : i32, memref<?xi8>
// CHECK: %[[RETRY:.*]] = arith.xori %[[SWAPPED]], %true
// CHECK-NEXT: scf.condition(%[[RETRY]]) %[[NOW]] : i32
// CHECK: %[[LOW:.*]] = arith.shrui %[[END]], %[[SHIFT]] : i32
// CHECK-NEXT: %[[RESULT:.*]] = arith.trunci %[[LOW]] : i32 to i8
// CHECK-NEXT: return %[[RESULT]] : i8
// HALF-LABEL: func.func @add(
// HALF: qd.flat_atomic_cas device %{{.*}} : i32, memref<?xi8>
// BYTE-LABEL: func.func @add(
// BYTE-NEXT: qd.flat_atomic_rmw addi
func.func @add(%x: memref<?xi8>, %i: i64, %v: i8) -> i8 {
  %old = qd.flat_atomic_rmw addi device %v, %x[%i] : i8, memref<?xi8>
  return %old : i8
}

// Of two bytes; a float is folded as one. An exchange folds nothing.
// CHECK-LABEL: func.func @halves(
// CHECK: %[[ELEMENTS:.*]] = arith.divui %{{.*}}, %c2_i64 : i64
// CHECK: arith.subi %{{.*}}, %[[ELEMENTS]]
// CHECK: arith.shli %c65535_i32
// CHECK: scf.while
// CHECK: %[[BITS:.*]] = arith.trunci %{{.*}} : i32 to i16
// CHECK: %[[OLD:.*]] = arith.bitcast %[[BITS]] : i16 to f16
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %{{.*}} : f16
// CHECK: arith.bitcast %[[SUM]] : f16 to i16
// CHECK: qd.flat_atomic_cas device %{{.*}} : i32, memref<?xf16>
// CHECK: scf.while
// CHECK: arith.extui %arg3 : i16 to i32
// CHECK: qd.flat_atomic_cas device %{{.*}} : i32, memref<?xi16>
// HALF-LABEL: func.func @halves(
// HALF-NEXT: qd.flat_atomic_rmw addf
// HALF-NEXT: qd.flat_atomic_rmw assign
func.func @halves(%x: memref<?xf16>, %y: memref<?xi16>, %v: f16, %w: i16, %i: i64) {
  %0 = qd.flat_atomic_rmw addf device %v, %x[%i] : f16, memref<?xf16>
  %1 = qd.flat_atomic_rmw assign device %w, %y[%i] : i16, memref<?xi16>
  return
}

// A comparison fails where the element is another one, and is made again where only its neighbours are.
// CHECK-LABEL: func.func @swap(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xi16>, %[[I:[a-z0-9]+]]: i64, %[[EXPECTED:[a-z0-9]+]]: i16, %[[DESIRED:[a-z0-9]+]]: i16)
// CHECK: %[[START:.*]] = qd.flat_load atomic device %[[X]][%[[FIRST:.*]]] : memref<?xi16> -> i32
// CHECK: %[[END:.*]]:2 = scf.while (%[[SEEN:.*]] = %[[START]]) : (i32) -> (i32, i1) {
// CHECK: %[[BITS:.*]] = arith.trunci %{{.*}} : i32 to i16
// CHECK-NEXT: %[[IS_EXPECTED:.*]] = arith.cmpi eq, %[[BITS]], %[[EXPECTED]] : i16
// CHECK-NEXT: %[[ATTEMPT:.*]]:3 = scf.if %[[IS_EXPECTED]] -> (i32, i1, i1) {
// CHECK-NEXT: arith.extui %[[DESIRED]] : i16 to i32
// CHECK: %[[NOW:.*]], %[[SWAPPED:.*]] = qd.flat_atomic_cas device %[[X]][%[[FIRST]]], %[[SEEN]], %{{.*}} : i32, memref<?xi16>
// CHECK: %[[RETRY:.*]] = arith.xori %[[SWAPPED]], %true
// CHECK-NEXT: scf.yield %[[NOW]], %[[SWAPPED]], %[[RETRY]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[NO:.*]] = arith.constant false
// CHECK-NEXT: scf.yield %[[SEEN]], %[[NO]], %[[NO]]
// CHECK: scf.condition(%[[ATTEMPT]]#2) %[[ATTEMPT]]#0, %[[ATTEMPT]]#1 : i32, i1
// CHECK: %[[BITS:.*]] = arith.trunci %{{.*}} : i32 to i16
// CHECK-NEXT: return %[[BITS]], %[[END]]#1 : i16, i1
func.func @swap(%x: memref<?xi16>, %i: i64, %expected: i16, %desired: i16) -> (i16, i1) {
  %old, %swapped = qd.flat_atomic_cas device %x[%i], %expected, %desired : i16, memref<?xi16>
  return %old, %swapped : i16, i1
}

// Words stay, also of an array of bytes.
// CHECK-LABEL: func.func @words(
// CHECK-NEXT: qd.flat_atomic_rmw addi device %{{.*}} : i32, memref<?xi8>
// CHECK-NEXT: qd.flat_atomic_rmw addf device %{{.*}} : f64, memref<?xf64>
// CHECK-NEXT: return
func.func @words(%x: memref<?xi8>, %y: memref<?xf64>, %v: i32, %w: f64, %i: i64) {
  %0 = qd.flat_atomic_rmw addi device %v, %x[%i] : i32, memref<?xi8>
  %1 = qd.flat_atomic_rmw addf device %w, %y[%i] : f64, memref<?xf64>
  return
}
