// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// CHECK-LABEL: spirv.func @casts
func.func @casts(%x: memref<?xi64>, %a: i32, %f: f32, %t: i1, %h: f16, %b: bf16, %n: index) attributes {
    qd.entry_point = #qd.entry_point<task = <"k.0" of "k">,
    slots = [<array(0)>, <scalar(1)>, <scalar(2)>, <scalar(3)>, <scalar(4)>, <scalar(5)>, <scalar(6)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // Drivers do not see that it is one (Casts.cpp).
  // CHECK: %[[SIGNS:.*]] = spirv.ShiftRightArithmetic %[[A:.*]], %{{.*}} : i32, i32
  // CHECK: %[[WORDS:.*]] = spirv.CompositeConstruct %[[A]], %[[SIGNS]] : (i32, i32) -> vector<2xi32>
  // CHECK: %[[WIDE:.*]] = spirv.Bitcast %[[WORDS]] : vector<2xi32> to i64
  %wide = arith.extsi %a : i32 to i64
  qd.flat_store %wide, %x[%zero] : i64, memref<?xi64>
  // CHECK: %[[NARROW:.*]] = spirv.UConvert %[[A]] : i32 to i8
  // CHECK: spirv.UConvert %[[NARROW]] : i8 to i64
  %narrow = arith.trunci %a : i32 to i8
  %back = arith.extui %narrow : i8 to i64
  qd.flat_store %back, %x[%zero] : i64, memref<?xi64>
  // One bit.
  // CHECK: %[[BIT:.*]] = spirv.BitwiseAnd %[[A]]
  // CHECK: %[[SET:.*]] = spirv.INotEqual %[[BIT]]
  // CHECK: %[[MINUS:.*]] = spirv.Constant -1 : i64
  // CHECK: spirv.Select %[[SET]], %[[MINUS]]
  %bit = arith.trunci %a : i32 to i1
  %signed = arith.extsi %bit : i1 to i64
  qd.flat_store %signed, %x[%zero] : i64, memref<?xi64>
  // An index has 64 bits, so that nothing happens.
  // CHECK: spirv.Store
  // CHECK-NEXT: spirv.ConvertUToPtr
  // CHECK-NEXT: spirv.Store
  %index = arith.index_cast %n : index to i64
  qd.flat_store %index, %x[%zero] : i64, memref<?xi64>
  // Conversions of floats to integers end at the limits, and NaN is 0. No other number is converted.
  // CHECK: %[[LARGE:.*]] = spirv.FOrdGreaterThanEqual %[[F:.*]], %{{.*}} : f32
  // CHECK: %[[SMALL:.*]] = spirv.FOrdLessThanEqual %[[F]]
  // CHECK: %[[NONE:.*]] = spirv.IsNan %[[F]]
  // CHECK: %[[BEYOND:.*]] = spirv.LogicalOr %[[LARGE]], %[[SMALL]]
  // CHECK: %[[OUTSIDE:.*]] = spirv.LogicalOr %[[BEYOND]], %[[NONE]]
  // CHECK: %[[INSIDE:.*]] = spirv.Select %[[OUTSIDE]], %{{.*}}, %[[F]]
  // CHECK: %[[WHOLE:.*]] = spirv.ConvertFToS %[[INSIDE]] : f32 to i64
  // CHECK: %[[UPPER:.*]] = spirv.Select %[[LARGE]], %{{.*}}, %[[WHOLE]]
  // CHECK: %[[LOWER:.*]] = spirv.Select %[[SMALL]], %{{.*}}, %[[UPPER]]
  // CHECK: spirv.Select %[[NONE]], %{{.*}}, %[[LOWER]]
  %whole = arith.fptosi %f : f32 to i64
  qd.flat_store %whole, %x[%zero] : i64, memref<?xi64>
  // CHECK: spirv.ConvertSToF %{{.*}} : i32 to f64
  // CHECK: spirv.FConvert %[[F]] : f32 to f64
  %real = arith.sitofp %a : i32 to f64
  %double = arith.extf %f : f32 to f64
  %sum = arith.addf %real, %double : f64
  // CHECK: spirv.Bitcast %{{.*}} : f64 to i64
  %bits = arith.bitcast %sum : f64 to i64
  qd.flat_store %bits, %x[%zero] : i64, memref<?xi64>
  // CHECK: spirv.Select %{{.*}} : i1, f32
  %truth = arith.uitofp %t : i1 to f32
  // CHECK: spirv.FConvert %{{.*}} : f16 to f32
  %half = arith.extf %h : f16 to f32
  // A bf16 is its bits, an i16.
  // CHECK: spirv.UConvert %{{.*}} : i16 to i32
  // CHECK: spirv.ShiftLeftLogical
  // CHECK: spirv.Bitcast %{{.*}} : i32 to f32
  %brain = arith.extf %b : bf16 to f32
  %s1 = arith.addf %truth, %half : f32
  %s2 = arith.addf %s1, %brain : f32
  qd.flat_store %s2, %x[%zero] : f32, memref<?xi64>
  return
}

// Rounded once: to odd first, which keeps whether anything was lost.
// CHECK-LABEL: spirv.func @halves
func.func @halves(%x: memref<?xf16>, %d: f64) attributes {
    qd.entry_point = #qd.entry_point<task = <"k.1" of "k">,
    slots = [<array(0)>, <scalar(1)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: %[[NEAREST:.*]] = spirv.FConvert %{{.*}} : f64 to f32
  // CHECK: spirv.FConvert %[[NEAREST]] : f32 to f64
  // CHECK: spirv.FOrdNotEqual
  // CHECK: %[[ODD:.*]] = spirv.Bitcast %{{.*}} : i32 to f32
  // CHECK: spirv.Bitcast %[[ODD]] : f32 to i32
  // CHECK: spirv.FConvert %{{.*}} : f32 to f16
  %half = arith.truncf %d : f64 to f16
  qd.flat_store %half, %x[%zero] : f16, memref<?xf16>
  return
}
