// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// Drivers take a selection of the bits of 1 and 0 for a truth value as a number, whatever the signs of the zeros are
// (Selection.cpp).

// CHECK-LABEL: spirv.func @selections
func.func @selections(%x: memref<?xf32>, %y: memref<?xi32>, %t: i1, %f: f32) attributes {
    qd.entry_point = #qd.entry_point<task = <"k.0" of "k">,
    slots = [<array(0)>, <array(1)>, <scalar(2)>, <scalar(3)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %at = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus_one = arith.constant -1.0 : f32
  // CHECK: %[[TRUTH:.*]] = spirv.INotEqual
  // -1 or 0.
  // CHECK: %[[MASK:.*]] = spirv.Select %[[TRUTH]], %{{.*}}, %{{.*}} : i1, i32
  // CHECK: %[[DIFFERENCE:.*]] = spirv.Constant -1082130432 : i32
  // CHECK: %[[CHANGED:.*]] = spirv.BitwiseAnd %[[MASK]], %[[DIFFERENCE]] : i32
  // CHECK: %[[NO:.*]] = spirv.Constant 0 : i32
  // CHECK: %[[BITS:.*]] = spirv.BitwiseXor %[[CHANGED]], %[[NO]] : i32
  // CHECK: spirv.Bitcast %[[BITS]] : i32 to f32
  %a = arith.select %t, %minus_one, %zero : f32
  qd.flat_store %a, %x[%at] : f32, memref<?xf32>
  // -0 or 1.
  // CHECK: %[[DIFFERENCE:.*]] = spirv.Constant -1082130432 : i32
  // CHECK: %[[CHANGED:.*]] = spirv.BitwiseAnd %{{.*}}, %[[DIFFERENCE]] : i32
  // CHECK: %[[NO:.*]] = spirv.Constant 1065353216 : i32
  // CHECK: spirv.BitwiseXor %[[CHANGED]], %[[NO]] : i32
  %b = arith.select %t, %minus_zero, %one : f32
  qd.flat_store %b, %x[%at] : f32, memref<?xf32>
  // These have the signs that drivers give them.
  // CHECK-NOT: spirv.BitwiseXor
  // CHECK: spirv.Select %[[TRUTH]], %{{.*}}, %{{.*}} : i1, f32
  // CHECK: spirv.Select %[[TRUTH]], %{{.*}}, %{{.*}} : i1, f32
  // CHECK: spirv.Select %[[TRUTH]], %{{.*}}, %{{.*}} : i1, f32
  %c = arith.select %t, %one, %zero : f32
  qd.flat_store %c, %x[%at] : f32, memref<?xf32>
  %d = arith.select %t, %minus_one, %minus_zero : f32
  qd.flat_store %d, %x[%at] : f32, memref<?xf32>
  %e = arith.select %t, %f, %zero : f32
  qd.flat_store %e, %x[%at] : f32, memref<?xf32>
  // The bits of -1.0 in an integer.
  // CHECK: spirv.BitwiseXor
  // CHECK-NOT: spirv.Bitcast
  // CHECK: spirv.Store
  %bits = arith.constant 0xBF800000 : i32
  %none = arith.constant 0 : i32
  %g = arith.select %t, %bits, %none : i32
  qd.flat_store %g, %y[%at] : i32, memref<?xi32>
  // An f16 is made of an f32; a device need not have integers of 16 bits.
  // CHECK-NOT: i16
  // CHECK: %[[WIDE:.*]] = spirv.Bitcast %{{.*}} : i32 to f32
  // CHECK-NEXT: spirv.Bitcast %[[WIDE]] : f32 to i32
  // CHECK: spirv.FConvert %{{.*}} : f32 to f16
  %h = arith.sitofp %t : i1 to f16
  %wide = arith.extf %h : f16 to f32
  qd.flat_store %wide, %x[%at] : f32, memref<?xf32>
  // CHECK: spirv.BitwiseXor %{{.*}} : i64
  // CHECK-NEXT: spirv.Bitcast %{{.*}} : i64 to f64
  %r = arith.sitofp %t : i1 to f64
  %short = arith.truncf %r : f64 to f32
  qd.flat_store %short, %x[%at] : f32, memref<?xf32>
  // Drivers make a selection of an if with constants.
  // CHECK: %[[XOR:.*]] = spirv.BitwiseXor
  // CHECK: %[[CHOSEN:.*]] = spirv.Bitcast %[[XOR]] : i32 to f32
  // CHECK: spirv.mlir.selection
  // CHECK: spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[CHOSEN]]
  %chosen = scf.if %t -> f32 {
    qd.flat_store %f, %x[%at] : f32, memref<?xf32>
    scf.yield %minus_one : f32
  } else {
    scf.yield %zero : f32
  }
  qd.flat_store %chosen, %x[%at] : f32, memref<?xf32>
  return
}
