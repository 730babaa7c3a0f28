// RUN: qdc-opt %s --convert-grid-to-spirv --split-input-file | FileCheck %s
// RUN: qdc-opt %s --convert-grid-to-spirv=minor=3 --split-input-file | FileCheck %s --check-prefix=THREE

// A slot is 8 bytes from the address in the push constant on. A body is a function, an array an address in it.
// CHECK: spirv.module PhysicalStorageBuffer64 Vulkan
// CHECK-SAME: requires #spirv.vce<v1.5, [Shader, Int64, SignedZeroInfNanPreserve, RoundingModeRTE, VulkanMemoryModel, PhysicalStorageBufferAddresses], []>
// THREE: requires #spirv.vce<v1.6,
// CHECK: spirv.GlobalVariable @qdc.push : !spirv.ptr<!spirv.struct<(i64 [0])>, PushConstant>
// CHECK: spirv.GlobalVariable @qdc.block built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
// CHECK: spirv.GlobalVariable @qdc.blocks built_in("NumWorkgroups")
// CHECK: spirv.GlobalVariable @qdc.thread built_in("LocalInvocationId")
// CHECK: spirv.func @scale.body(%[[X:.*]]: i64, %[[S:.*]]: f32, %[[I:.*]]: i64) "None" {
func.func private @scale.body(%x: memref<?xf32>, %s: f32, %i: i64) {
  // CHECK: %[[FOUR:.*]] = spirv.Constant 4 : i64
  // CHECK: %[[OFFSET:.*]] = spirv.IMul %[[I]], %[[FOUR]] : i64
  // CHECK: %[[ADDRESS:.*]] = spirv.IAdd %[[X]], %[[OFFSET]] : i64
  // CHECK: %[[POINTER:.*]] = spirv.ConvertUToPtr %[[ADDRESS]] : i64 to !spirv.ptr<f32, PhysicalStorageBuffer>
  // CHECK: %[[OLD:.*]] = spirv.Load "PhysicalStorageBuffer" %[[POINTER]] ["Aligned", 4] : f32
  %old = qd.flat_load %x[%i] : memref<?xf32> -> f32
  // CHECK: %[[NEW:.*]] = spirv.FMul %[[OLD]], %[[S]] {no_contraction} : f32
  %new = arith.mulf %old, %s : f32
  // CHECK: spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[NEW]] ["Aligned", 4] : f32
  qd.flat_store %new, %x[%i] : f32, memref<?xf32>
  // CHECK: spirv.Return
  return
}
// CHECK: spirv.func @scale() "None" attributes {qd.entry_point = #qd.entry_point<task = <"scale.0" of "scale">,
func.func @scale(%x: memref<?xf32>, %s: f32, %c: i1, %n: index) attributes {qd.entry_point = #qd.entry_point<
    task = <"scale.0" of "scale">, slots = [<array(0)>, <scalar(1)>, <scalar(2)>, <dim(0, 0)>],
    launch = <block_threads = 96, subgroup_width = 0, slot_passing = memory>>} {
  // CHECK: %[[PUSH:.*]] = spirv.mlir.addressof @qdc.push
  // CHECK: %[[PLACE:.*]] = spirv.AccessChain %[[PUSH]][%{{.*}}]
  // CHECK: %[[SLOTS:.*]] = spirv.Load "PushConstant" %[[PLACE]] : i64
  // CHECK: %[[FIRST:.*]] = spirv.ConvertUToPtr %[[SLOTS]] : i64 to !spirv.ptr<i64, PhysicalStorageBuffer>
  // CHECK: %[[X:.*]] = spirv.Load "PhysicalStorageBuffer" %[[FIRST]] ["Aligned", 8] : i64
  // CHECK: %[[EIGHT:.*]] = spirv.Constant 8 : i64
  // CHECK: spirv.IAdd %[[SLOTS]], %[[EIGHT]]
  // CHECK: %[[SCALAR:.*]] = spirv.Load
  // CHECK: %[[WORD:.*]] = spirv.UConvert %[[SCALAR]] : i64 to i32
  // CHECK: %[[S:.*]] = spirv.Bitcast %[[WORD]] : i32 to f32
  // CHECK: %[[TRUTH:.*]] = spirv.Load
  // CHECK: spirv.INotEqual %[[TRUTH]], %{{.*}} : i64
  // CHECK: %[[PLACES:.*]] = spirv.Load "Input" %{{.*}} : vector<3xi32>
  // CHECK: %[[T:.*]] = spirv.CompositeExtract %[[PLACES]][0 : i32]
  // CHECK: %[[I:.*]] = spirv.UConvert %[[T]] : i32 to i64
  // CHECK: spirv.FunctionCall @scale.body(%[[X]], %[[S]], %[[I]]) : (i64, f32, i64) -> ()
  %t = gpu.thread_id x
  %i = arith.index_cast %t : index to i64
  func.call @scale.body(%x, %s, %i) : (memref<?xf32>, f32, i64) -> ()
  return
}
// Variables of the module that an entry point uses are its interface.
// CHECK: spirv.EntryPoint "GLCompute" @scale, @qdc.push, @qdc.thread
// CHECK: spirv.ExecutionMode @scale "LocalSize", 96, 1, 1
// Floats are rounded to the nearest, and keep what is odd about them.
// CHECK-NEXT: spirv.ExecutionMode @scale "SignedZeroInfNanPreserve", 32
// CHECK-NEXT: spirv.ExecutionMode @scale "RoundingModeRTE", 32

// -----

// What stands for further tasks says so, and without slots nothing is read.
// CHECK: spirv.func @empty() "None" attributes {qd.entry_point = {{.*}}, qd.equal_tasks = [#qd.entry_point<task = <"b.0" of "b">
// CHECK-NEXT: spirv.Return
func.func @empty() attributes {qd.entry_point = #qd.entry_point<task = <"a.0" of "a">, slots = [],
                                   launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>,
                               qd.equal_tasks = [#qd.entry_point<task = <"b.0" of "b">, slots = []>]} {
  return
}
// CHECK: spirv.EntryPoint "GLCompute" @empty
// CHECK-NEXT: spirv.ExecutionMode
