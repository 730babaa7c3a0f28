// RUN: qdc-opt %s --convert-grid-to-nvvm | FileCheck %s

// A multiprocessor has room for two blocks of a loop: 64 registers for a thread. One that reduces has as many as there
// are, and so has one block alone, and blocks that would leave fewer.

memref.global "private" @values : memref<512xf32, #gpu.address_space<workgroup>> = uninitialized {alignment = 4 : i64}

func.func private @folds.body(%x: memref<?xf32>, %thread: i64) {
  %values = memref.get_global @values : memref<512xf32, #gpu.address_space<workgroup>>
  %v = qd.flat_load %x[%thread] : memref<?xf32> -> f32
  qd.flat_store %v, %values[%thread] : f32, memref<512xf32, #gpu.address_space<workgroup>>
  return
}

func.func private @plain.body(%x: memref<?xf32>, %thread: i64) {
  %v = qd.flat_load %x[%thread] : memref<?xf32> -> f32
  qd.flat_store %v, %x[%thread] : f32, memref<?xf32>
  return
}

// CHECK-LABEL: llvm.func ptx_kernelcc @folds(
// CHECK-SAME: passthrough = {{\[\[}}"nvvm.maxntid", "512"]]
func.func @folds(%x: memref<?xf32>) attributes {qd.entry_point = #qd.entry_point<
    loop = <0 of "k" as grid>, slots = [<array(0)>],
    launch = <block_threads = 512, subgroup_width = 32, grid = cooperative>>} {
  %zero = arith.constant 0 : i64
  func.call @folds.body(%x, %zero) : (memref<?xf32>, i64) -> ()
  return
}

// CHECK-LABEL: llvm.func ptx_kernelcc @block(
// CHECK-SAME: passthrough = {{\[\[}}"nvvm.maxntid", "512"]]
func.func @block(%x: memref<?xf32>) attributes {qd.entry_point = #qd.entry_point<
    loop = <0 of "k" as block>, slots = [<array(0)>],
    launch = <block_threads = 512, subgroup_width = 32, grid = single>>} {
  %zero = arith.constant 0 : i64
  func.call @plain.body(%x, %zero) : (memref<?xf32>, i64) -> ()
  return
}

// CHECK-LABEL: llvm.func ptx_kernelcc @large(
// CHECK-SAME: passthrough = {{\[\[}}"nvvm.maxntid", "1024"]]
func.func @large(%x: memref<?xf32>) attributes {qd.entry_point = #qd.entry_point<
    loop = <0 of "k" as grid>, slots = [<array(0)>],
    launch = <block_threads = 1024, subgroup_width = 32, grid = cooperative>>} {
  %zero = arith.constant 0 : i64
  func.call @plain.body(%x, %zero) : (memref<?xf32>, i64) -> ()
  return
}

// CHECK-LABEL: llvm.func ptx_kernelcc @plain(
// CHECK-SAME: passthrough = {{\[\[}}"nvvm.maxntid", "512"], ["nvvm.minctasm", "2"]]
func.func @plain(%x: memref<?xf32>) attributes {qd.entry_point = #qd.entry_point<
    loop = <0 of "k" as grid>, slots = [<array(0)>],
    launch = <block_threads = 512, subgroup_width = 32, grid = cooperative>>} {
  %zero = arith.constant 0 : i64
  func.call @plain.body(%x, %zero) : (memref<?xf32>, i64) -> ()
  return
}
