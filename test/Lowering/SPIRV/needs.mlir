// RUN: qdc-opt %s --convert-grid-to-spirv --split-input-file | FileCheck %s

// What is only moved between memory and other types needs memory of such elements alone, and what asks other threads of
// nothing no scope of them.
// CHECK: requires #spirv.vce<v1.5, [Shader, Int64, StorageBuffer16BitAccess, StorageBuffer8BitAccess, SignedZeroInfNanPreserve, RoundingModeRTE, VulkanMemoryModel, PhysicalStorageBufferAddresses], []>
func.func @moved(%h: memref<?xf16>, %b: memref<?xi8>) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <array(1)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  %half = qd.flat_load %h[%zero] : memref<?xf16> -> f16
  %single = arith.extf %half : f16 to f32
  %double = arith.mulf %single, %single : f32
  %again = arith.truncf %double : f32 to f16
  qd.flat_store %again, %h[%zero] : f16, memref<?xf16>
  %byte = qd.flat_load %b[%zero] : memref<?xi8> -> i8
  %word = arith.extsi %byte : i8 to i32
  %low = arith.trunci %word : i32 to i8
  qd.flat_store %low, %b[%zero] : i8, memref<?xi8>
  return
}

// -----

// A choice of halves is a computation, and a fold that the device sees needs its scope.
// CHECK: requires #spirv.vce<v1.5, [Shader, Float16, Int64, StorageBuffer16BitAccess, SignedZeroInfNanPreserve, RoundingModeRTE, VulkanMemoryModel, VulkanMemoryModelDeviceScope, PhysicalStorageBufferAddresses], []>
func.func @chosen(%h: memref<?xf16>, %w: memref<?xi32>, %c: i1, %v: i32) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <array(1)>, <scalar(2)>, <scalar(3)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %a = qd.flat_load %h[%zero] : memref<?xf16> -> f16
  %b = qd.flat_load %h[%one] : memref<?xf16> -> f16
  %chosen = arith.select %c, %a, %b : f16
  qd.flat_store %chosen, %h[%zero] : f16, memref<?xf16>
  %old = qd.flat_atomic_rmw addi device %v, %w[%zero] : i32, memref<?xi32>
  return
}

// -----

// A type that is moved without memory of such elements needs what a computation does.
// CHECK: requires #spirv.vce<v1.5, [Shader, Int64, Int16, VulkanMemoryModel, PhysicalStorageBufferAddresses], []>
func.func @cut(%x: memref<?xi64>) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  %long = qd.flat_load %x[%zero] : memref<?xi64> -> i64
  %short = arith.trunci %long : i64 to i16
  %back = arith.extui %short : i16 to i64
  qd.flat_store %back, %x[%zero] : i64, memref<?xi64>
  return
}
