// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// CHECK-LABEL: spirv.func @k
func.func @k(%x: memref<?xi64>, %a: index, %b: index, %c: i32) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <scalar(1)>, <scalar(2)>, <scalar(3)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: spirv.UConvert %{{.*}} : i64 to i32
  // CHECK: %[[SUM:.*]] = spirv.IAdd %[[A:.*]], %[[B:.*]] : i64
  %sum = index.add %a, %b
  // CHECK: spirv.UDiv %[[SUM]], %[[B]]
  %quotient = index.divu %sum, %b
  // CHECK: spirv.SDiv
  %ceiling = index.ceildivs %quotient, %b
  // CHECK: spirv.ULessThan
  // CHECK: spirv.Select
  %largest = index.maxu %ceiling, %b
  // CHECK: spirv.SLessThanEqual
  %less = index.cmp sle(%largest, %a)
  %yes = index.bool.constant true
  // CHECK: spirv.LogicalAnd
  %both = arith.andi %less, %yes : i1
  // CHECK: spirv.UConvert %{{.*}} : i32 to i64
  %wide = index.castu %c : i32 to index
  // CHECK: spirv.Constant 7 : i64
  %seven = index.constant 7
  // CHECK: spirv.Constant 64 : i64
  %bits = index.sizeof
  %chosen = arith.select %both, %wide, %seven : index
  %all = index.xor %chosen, %bits
  // CHECK: spirv.BitwiseXor
  %number = index.casts %all : index to i64
  qd.flat_store %number, %x[%zero] : i64, memref<?xi64>
  return
}
