// RUN: qdc-opt %s --qd-structure-math-functions --split-input-file --verify-diagnostics | FileCheck %s

// What is called stands in a module of its own, with what it calls in turn.
// CHECK: func.func private @qdm_single_sin_f32(f32) -> f32
// CHECK: module @qdc.math {
// CHECK: memref.global "private" constant @two_over_pi_f32 : memref<210xf64> = dense<"
// CHECK: func.func private @qdm_single_sin_f32(%[[X:.*]]: f32) -> f32 {
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK: func.call @qdm_large_sin_f32(%[[X]]) : (f32) -> f32
// CHECK: return %[[R]] : f32
// CHECK: func.func private @qdm_large_sin_f32(
// CHECK: func.func private @qdm_sin_f32(
// CHECK: %[[TABLE:.*]] = memref.get_global @two_over_pi_f32 : memref<210xf64>
// CHECK: qd.flat_load %[[TABLE]][%{{.*}}] : memref<210xf64> -> f64
// No fused multiply-add is trusted.
// CHECK-NOT: math.fma
func.func private @qdm_single_sin_f32(f32) -> f32

// -----

// Other declarations, and modules without any, stay as they are.
// CHECK: module {
// CHECK-NEXT: func.func private @other(f32) -> f32
// CHECK-NEXT: }
func.func private @other(f32) -> f32

// -----

// A loop keeps its structure.
// CHECK: func.func private @qdm_ipowi_i32(
// CHECK: scf.while
// CHECK: arith.muli
func.func private @qdm_ipowi_i32(i32, i32) -> i32

// -----

// expected-error @+1 {{no function 'qdm_nothing_f32' in the embedded math library}}
module {
  func.func private @qdm_nothing_f32(f32) -> f32
}
