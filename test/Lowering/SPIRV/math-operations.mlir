// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// Bits are counted in words of 32.
// CHECK-LABEL: spirv.func @bits
func.func @bits(%x: memref<?xi64>, %y: memref<?xi8>, %a: i64, %b: i8) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <array(1)>, <scalar(2)>, <scalar(3)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: %[[LOW:.*]] = spirv.BitCount %{{.*}} : i32
  // CHECK: %[[HIGH:.*]] = spirv.BitCount %{{.*}} : i32
  // CHECK: %[[ALL:.*]] = spirv.IAdd %[[LOW]], %[[HIGH]]
  // CHECK: spirv.UConvert %[[ALL]] : i32 to i64
  %ones = math.ctpop %a : i64
  // CHECK: %[[UPPER:.*]] = spirv.IEqual
  // CHECK-COUNT-2: spirv.GL.FindUMsb
  // CHECK: spirv.Select %[[UPPER]]
  %leading = math.ctlz %a : i64
  // CHECK-COUNT-2: spirv.GL.FindILsb
  %trailing = math.cttz %a : i64
  // CHECK: spirv.GL.FindUMsb
  // CHECK: %[[MORE:.*]] = spirv.Constant 24 : i32
  // CHECK: spirv.ISub %{{.*}}, %[[MORE]]
  %narrow = math.ctlz %b : i8
  // CHECK: spirv.SNegate
  %magnitude = math.absi %a : i64
  %s1 = arith.addi %ones, %leading : i64
  %s2 = arith.addi %s1, %trailing : i64
  %s3 = arith.addi %s2, %magnitude : i64
  qd.flat_store %s3, %x[%zero] : i64, memref<?xi64>
  qd.flat_store %narrow, %y[%zero] : i8, memref<?xi8>
  return
}

// CHECK-LABEL: spirv.func @floats
func.func @floats(%x: memref<?xf32>, %a: f32, %b: f32) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.1" of "k">, slots = [<array(0)>, <scalar(1)>, <scalar(2)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: %[[ABS:.*]] = spirv.GL.FAbs
  %abs = math.absf %a : f32
  // CHECK: spirv.GL.Ceil
  %ceil = math.ceil %abs : f32
  // CHECK: spirv.GL.Floor
  %floor = math.floor %ceil : f32
  // CHECK: spirv.GL.RoundEven
  %even = math.roundeven %floor : f32
  // CHECK: %[[ROOT:.*]] = spirv.GL.Sqrt
  %root = math.sqrt %even : f32
  // The dialect has no Trunc, and Round may go either way from the middle.
  // CHECK: %[[M:.*]] = spirv.GL.FAbs %[[ROOT]]
  // CHECK: %[[DOWN:.*]] = spirv.GL.Floor %[[M]]
  // CHECK: spirv.Bitcast %[[DOWN]]
  // CHECK: spirv.BitwiseOr
  %trunc = math.trunc %root : f32
  // CHECK: spirv.GL.Floor
  // CHECK: spirv.FOrdLessThan
  %round = math.round %trunc : f32
  // CHECK: spirv.BitwiseAnd
  // CHECK: spirv.BitwiseAnd
  // CHECK: spirv.BitwiseOr
  %sign = math.copysign %round, %b : f32
  // CHECK: spirv.IsNan
  %isnan = math.isnan %sign : f32
  // CHECK: spirv.IsInf
  %finite = math.isfinite %sign : f32
  %any = arith.ori %isnan, %finite : i1
  %real = arith.uitofp %any : i1 to f32
  %all = arith.addf %real, %sign : f32
  qd.flat_store %all, %x[%zero] : f32, memref<?xf32>
  return
}

// A truth value is 0 or -1, its only bit.
// CHECK-LABEL: spirv.func @truth
func.func @truth(%x: memref<?xi8>, %a: i1) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.9" of "k">, slots = [<array(0)>, <scalar(1)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: %[[A:.*]] = spirv.INotEqual
  %magnitude = math.absi %a : i1
  %ones = math.ctpop %magnitude : i1
  // CHECK: %[[LEADING:.*]] = spirv.LogicalNot %[[A]]
  %leading = math.ctlz %ones : i1
  // CHECK-NEXT: %[[TRAILING:.*]] = spirv.LogicalNot %[[LEADING]]
  %trailing = math.cttz %leading : i1
  // CHECK: spirv.Select %[[TRAILING]]
  %byte = arith.extui %trailing : i1 to i8
  qd.flat_store %byte, %x[%zero] : i8, memref<?xi8>
  return
}
