// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// Each type has its alignment, and each width of storage is a need. Threads tell each other something at barriers alone.
// CHECK: [Shader, Int64, Int64Atomics, Int8, StorageBuffer16BitAccess, StorageBuffer8BitAccess,
// CHECK: spirv.GlobalVariable @shared : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>
memref.global "private" @shared : memref<64xf32, #gpu.address_space<workgroup>> = uninitialized

// CHECK-LABEL: spirv.func @apart()
func.func @apart(%x: memref<?xi8>, %h: memref<?xf16>) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <array(1)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  // CHECK: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 1] : i8
  %v = qd.flat_load %x[%one] : memref<?xi8> -> i8
  // A byte is the unit of the index, whatever is read.
  // CHECK-NOT: IMul
  // What others write meanwhile is loaded atomically, as far as each device can.
  // CHECK: spirv.AtomicOr <Device> <Volatile> %{{.*}}, %{{.*}} : !spirv.ptr<i32, PhysicalStorageBuffer>
  %w = qd.flat_load volatile %x[%one] : memref<?xi8> -> i32
  // CHECK: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Volatile|Aligned|NonPrivatePointer", 8] : i64
  %l = qd.flat_load volatile %x[%one] : memref<?xi8> -> i64
  // CHECK: spirv.AtomicOr <Device> <None> %{{.*}}, %{{.*}} : !spirv.ptr<i64, PhysicalStorageBuffer>
  %a = qd.flat_load atomic device %x[%zero] : memref<?xi8> -> i64
  // CHECK: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 2] : f16
  %f = qd.flat_load %h[%one] : memref<?xf16> -> f16
  // A thread's own array, by indices of 32 bits. One bit is a byte.
  // CHECK: spirv.AccessChain %{{.*}}[%{{.*}}] : !spirv.ptr<!spirv.array<2 x i8>, Function>, i32 -> !spirv.ptr<i8, Function>
  // CHECK: spirv.Store "Function" %{{.*}}, %{{.*}} : i8
  %own = memref.alloca() : memref<2xi1>
  qd.flat_store %v, %own[%one] : i8, memref<2xi1>
  %again = qd.flat_load %own[%one] : memref<2xi1> -> i8
  qd.flat_store %again, %x[%one] : i8, memref<?xi8>
  qd.flat_store %w, %x[%one] : i32, memref<?xi8>
  qd.flat_store %a, %x[%one] : i64, memref<?xi8>
  qd.flat_store %l, %x[%one] : i64, memref<?xi8>
  qd.flat_store %f, %h[%zero] : f16, memref<?xf16>
  // CHECK: %[[BASE:.*]] = spirv.IAdd
  // CHECK-NEXT: spirv.ConvertUToPtr %[[BASE]]
  %place = memref.extract_aligned_pointer_as_index %h : memref<?xf16> -> index
  %bits = arith.index_cast %place : index to i64
  qd.flat_store %bits, %x[%one] : i64, memref<?xi8>
  return
}

// An array without elements has one, which nobody accesses.
// CHECK-LABEL: spirv.func @empty
func.func @empty(%x: memref<?xi32>, %n: i64) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.9" of "k">, slots = [<array(0)>, <scalar(1)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: spirv.Variable : !spirv.ptr<!spirv.array<1 x i32>, Function>
  %none = memref.alloca() : memref<0xi32>
  %never = arith.cmpi slt, %n, %zero : i64
  scf.if %never {
    %v = qd.flat_load %none[%n] : memref<0xi32> -> i32
    qd.flat_store %v, %x[%zero] : i32, memref<?xi32>
  }
  return
}

// CHECK-LABEL: spirv.func @together()
func.func @together(%x: memref<?xf32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.1" of "k">, slots = [<array(0)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  %t = gpu.thread_id x
  %i = arith.index_cast %t : index to i64
  // CHECK: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned|NonPrivatePointer", 4] : f32
  %v = qd.flat_load %x[%i] : memref<?xf32> -> f32
  // CHECK: %[[SHARED:.*]] = spirv.mlir.addressof @shared
  // CHECK: %[[PLACE:.*]] = spirv.AccessChain %[[SHARED]]
  // CHECK: spirv.Store "Workgroup" %[[PLACE]], %{{.*}} ["NonPrivatePointer"] : f32
  %s = memref.get_global @shared : memref<64xf32, #gpu.address_space<workgroup>>
  qd.flat_store %v, %s[%i] : f32, memref<64xf32, #gpu.address_space<workgroup>>
  // CHECK: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory|WorkgroupMemory|MakeAvailable|MakeVisible>
  gpu.barrier
  %w = qd.flat_load %s[%zero] : memref<64xf32, #gpu.address_space<workgroup>> -> f32
  // CHECK: spirv.Store "PhysicalStorageBuffer" %{{.*}}, %{{.*}} ["Aligned|NonPrivatePointer", 4] : f32
  qd.flat_store %w, %x[%i] : f32, memref<?xf32>
  return
}
// CHECK: spirv.EntryPoint "GLCompute" @together, @qdc.push, @qdc.thread, @shared
