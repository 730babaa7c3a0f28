// RUN: qdc-opt %s --convert-grid-to-nvvm | FileCheck %s

// A body is a function of its own where it serves its entry point and one that runs several bodies. Of the arrays, which
// one body writes and another one reads, that entry point promises nothing, and no load of the bodies is invariant;
// within a body nothing overlaps.
#shape = #qd.launch<block_threads = 64, subgroup_width = 32>
memref.global "private" @shared : memref<2xi32, #gpu.address_space<workgroup>> = uninitialized

// CHECK: llvm.mlir.global internal @shared() {addr_space = 3 : i32
// CHECK-NOT: llvm.mlir.global

// CHECK: llvm.func internal @read.body(%[[X:.*]]: !llvm.ptr<1> {llvm.noalias}, %[[Y:.*]]: !llvm.ptr<1> {llvm.noalias})
// CHECK-SAME: always_inline
// CHECK: llvm.load %{{[a-z0-9]*}} : !llvm.ptr<1> -> i32
func.func private @read.body(%x: memref<?xi32>, %y: memref<?xi32>) {
  %c0 = arith.constant 0 : i64
  %v = qd.flat_load %x[%c0] : memref<?xi32> -> i32
  qd.flat_store %v, %y[%c0] : i32, memref<?xi32>
  return
}

// CHECK: llvm.func internal @write.body(%{{.*}}: !llvm.ptr<1> {llvm.noalias})
// CHECK-COUNT-2: llvm.mlir.addressof @shared
func.func private @write.body(%x: memref<?xi32>) {
  %c0 = arith.constant 0 : i64
  %a = memref.get_global @shared : memref<2xi32, #gpu.address_space<workgroup>>
  %b = memref.get_global @shared : memref<2xi32, #gpu.address_space<workgroup>>
  %v = qd.flat_load %a[%c0] : memref<2xi32, #gpu.address_space<workgroup>> -> i32
  qd.flat_store %v, %b[%c0] : i32, memref<2xi32, #gpu.address_space<workgroup>>
  qd.flat_store %v, %x[%c0] : i32, memref<?xi32>
  return
}

// CHECK: llvm.func ptx_kernelcc @read(%[[RX:.*]]: !llvm.ptr<1> {llvm.noalias}, %[[RY:.*]]: !llvm.ptr<1> {llvm.noalias})
// CHECK: llvm.call @read.body(%[[RX]], %[[RY]])
func.func @read(%x: memref<?xi32>, %y: memref<?xi32>)
    attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>, <array(1)>], launch = #shape>} {
  call @read.body(%x, %y) : (memref<?xi32>, memref<?xi32>) -> ()
  return
}

// CHECK: llvm.func ptx_kernelcc @both(%[[BY:.*]]: !llvm.ptr<1>, %[[BX:.*]]: !llvm.ptr<1>)
// CHECK: llvm.call @write.body(%[[BX]])
// CHECK: llvm.call @read.body(%[[BX]], %[[BY]])
func.func @both(%y: memref<?xi32>, %x: memref<?xi32>)
    attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(1)>, <array(0)>], launch = #shape>} {
  call @write.body(%x) : (memref<?xi32>) -> ()
  call @read.body(%x, %y) : (memref<?xi32>, memref<?xi32>) -> ()
  return
}
