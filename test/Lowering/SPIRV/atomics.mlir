// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s
// RUN: qdc-opt %s --convert-grid-to-spirv=float-atomics=true | FileCheck %s --check-prefix=FLOAT

// What adds floats in one step is a capability, with an extension.
// FLOAT: requires #spirv.vce<v1.5, [{{.*}}AtomicFloat32AddEXT{{.*}}], [SPV_EXT_shader_atomic_float_add]>
// FLOAT: spirv.EXT.AtomicFAdd <Device> <None> %{{.*}}, %{{.*}} : !spirv.ptr<f32, PhysicalStorageBuffer>

memref.global "private" @shared : memref<4xi32, #gpu.address_space<workgroup>> = uninitialized

// CHECK-LABEL: spirv.func @atomics
func.func @atomics(%x: memref<?xi32>, %f: memref<?xf32>, %b: memref<?xi8>, %v: i32, %w: i64, %r: f32, %n: i8)
    attributes {qd.entry_point = #qd.entry_point<task = <"k.0" of "k">, slots = [<array(0)>, <array(1)>, <array(2)>,
    <scalar(3)>, <scalar(4)>, <scalar(5)>, <scalar(6)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: spirv.AtomicIAdd <Device> <None> %{{.*}}, %[[V:.*]] : !spirv.ptr<i32, PhysicalStorageBuffer>
  %0 = qd.flat_atomic_rmw addi device %v, %x[%zero] : i32, memref<?xi32>
  // CHECK: spirv.AtomicSMin <Device>
  %1 = qd.flat_atomic_rmw mins device %v, %x[%zero] : i32, memref<?xi32>
  // Vulkan has no scope beyond the device.
  // CHECK: spirv.AtomicExchange <Device>
  %2 = qd.flat_atomic_rmw assign system %v, %x[%zero] : i32, memref<?xi32>
  // CHECK: spirv.AtomicUMax <Device> <None> %{{.*}}, %{{.*}} : !spirv.ptr<i64, PhysicalStorageBuffer>
  %3 = qd.flat_atomic_rmw maxu device %w, %x[%zero] : i64, memref<?xi32>
  // CHECK: %[[OLD:.*]] = spirv.AtomicCompareExchange <Device> <None> <None> %{{.*}}, %[[V]], %{{.*}} : !spirv.ptr<i32, PhysicalStorageBuffer>
  // CHECK: spirv.IEqual %[[OLD]]
  %none = arith.constant 0 : i32
  %old, %swapped = qd.flat_atomic_cas device %x[%zero], %none, %v : i32, memref<?xi32>
  scf.if %swapped {
    qd.flat_store %old, %x[%zero] : i32, memref<?xi32>
  }
  // Sums of floats are swapped in, products of integers too.
  // CHECK: spirv.mlir.loop
  // CHECK: %[[SUM:.*]] = spirv.FAdd %{{.*}} : f32
  // CHECK: %[[BITS:.*]] = spirv.Bitcast %[[SUM]] : f32 to i32
  // CHECK: spirv.AtomicCompareExchange <Device> <None> <None> %{{.*}}, %[[BITS]],
  %4 = qd.flat_atomic_rmw addf device %r, %f[%zero] : f32, memref<?xf32>
  // A byte is swapped with the word around it.
  // CHECK: spirv.mlir.loop
  // CHECK: spirv.AtomicCompareExchange <Device> <None> <None> %{{.*}} : !spirv.ptr<i32, PhysicalStorageBuffer>
  %5 = qd.flat_atomic_rmw addi device %n, %b[%zero] : i8, memref<?xi8>
  // CHECK: spirv.AtomicIAdd <Workgroup> <None> %{{.*}}, %{{.*}} : !spirv.ptr<i32, Workgroup>
  %s = memref.get_global @shared : memref<4xi32, #gpu.address_space<workgroup>>
  %6 = qd.flat_atomic_rmw addi device %v, %s[%zero] : i32, memref<4xi32, #gpu.address_space<workgroup>>
  return
}
