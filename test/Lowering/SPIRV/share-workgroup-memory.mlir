// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// Entry points share the arrays of their blocks, but those that one of them uses together stay apart, and so do those of
// another type.
// CHECK:     spirv.GlobalVariable @one : !spirv.ptr<!spirv.array<4 x i32>, Workgroup>
// CHECK:     spirv.GlobalVariable @two : !spirv.ptr<!spirv.array<4 x i32>, Workgroup>
// CHECK:     spirv.GlobalVariable @long : !spirv.ptr<!spirv.array<4 x i64>, Workgroup>
// CHECK-NOT: spirv.GlobalVariable {{.*}} Workgroup>
memref.global "private" @one : memref<4xi32, #gpu.address_space<workgroup>> = uninitialized
memref.global "private" @two : memref<4xi32, #gpu.address_space<workgroup>> = uninitialized
memref.global "private" @three : memref<4xi32, #gpu.address_space<workgroup>> = uninitialized
memref.global "private" @four : memref<4xi32, #gpu.address_space<workgroup>> = uninitialized
memref.global "private" @long : memref<4xi64, #gpu.address_space<workgroup>> = uninitialized

// CHECK-LABEL: spirv.func @both
// CHECK: spirv.mlir.addressof @one
// CHECK: spirv.mlir.addressof @two
func.func @both(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  %one = memref.get_global @one : memref<4xi32, #gpu.address_space<workgroup>>
  %two = memref.get_global @two : memref<4xi32, #gpu.address_space<workgroup>>
  %v = qd.flat_load %x[%zero] : memref<?xi32> -> i32
  qd.flat_store %v, %one[%zero] : i32, memref<4xi32, #gpu.address_space<workgroup>>
  qd.flat_store %v, %two[%zero] : i32, memref<4xi32, #gpu.address_space<workgroup>>
  return
}

// The body of an entry point counts with it.
// CHECK-LABEL: spirv.func @body
// CHECK: spirv.mlir.addressof @one
func.func private @body(%v: i32) {
  %zero = arith.constant 0 : i64
  %three = memref.get_global @three : memref<4xi32, #gpu.address_space<workgroup>>
  qd.flat_store %v, %three[%zero] : i32, memref<4xi32, #gpu.address_space<workgroup>>
  return
}
// CHECK-LABEL: spirv.func @calls
// CHECK: spirv.mlir.addressof @two
// CHECK: spirv.mlir.addressof @long
func.func @calls(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.1" of "k">, slots = [<array(0)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  %v = qd.flat_load %x[%zero] : memref<?xi32> -> i32
  %four = memref.get_global @four : memref<4xi32, #gpu.address_space<workgroup>>
  qd.flat_store %v, %four[%zero] : i32, memref<4xi32, #gpu.address_space<workgroup>>
  func.call @body(%v) : (i32) -> ()
  %wide = arith.extui %v : i32 to i64
  %long = memref.get_global @long : memref<4xi64, #gpu.address_space<workgroup>>
  qd.flat_store %wide, %long[%zero] : i64, memref<4xi64, #gpu.address_space<workgroup>>
  return
}
