// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// An f32 is rounded as an f16 before it becomes one, so that a driver may leave the conversions out.

// CHECK-LABEL: spirv.func @rounded
func.func @rounded(%x: memref<?xf32>, %f: f32) attributes {
    qd.entry_point = #qd.entry_point<task = <"k.0" of "k">,
    slots = [<array(0)>, <scalar(1)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: spirv.FAdd
  // CHECK: spirv.ConvertUToF
  // CHECK: spirv.FMul
  // CHECK: %[[SIGNED:.*]] = spirv.BitwiseOr
  // CHECK-NEXT: %[[ROUNDED:.*]] = spirv.Bitcast %[[SIGNED]] : i32 to f32
  // CHECK-NEXT: %[[HALF:.*]] = spirv.FConvert %[[ROUNDED]] : f32 to f16
  %half = arith.truncf %f : f32 to f16
  // CHECK-NEXT: %[[WIDE:.*]] = spirv.FConvert %[[HALF]] : f16 to f32
  %wide = arith.extf %half : f16 to f32
  qd.flat_store %wide, %x[%zero] : f32, memref<?xf32>
  return
}
