// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// CHECK-LABEL: spirv.func @integers
func.func @integers(%x: memref<?xi32>, %a: i32, %b: i32) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <scalar(1)>, <scalar(2)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: %[[SUM:.*]] = spirv.IAdd %[[A:.*]], %[[B:.*]] : i32
  %sum = arith.addi %a, %b : i32
  // CHECK: %[[LESS:.*]] = spirv.ISub %[[SUM]], %[[B]]
  %less = arith.subi %sum, %b : i32
  // CHECK: %[[PRODUCT:.*]] = spirv.IMul %[[LESS]], %[[B]]
  %product = arith.muli %less, %b : i32
  // CHECK: %[[UNSIGNED:.*]] = spirv.UDiv %[[PRODUCT]], %[[B]]
  %unsigned = arith.divui %product, %b : i32
  // CHECK: %[[SIGNED:.*]] = spirv.SDiv %[[UNSIGNED]], %[[B]]
  %signed = arith.divsi %unsigned, %b : i32
  // CHECK: %[[UREM:.*]] = spirv.UMod %[[SIGNED]], %[[B]]
  %urem = arith.remui %signed, %b : i32
  // Vulkan leaves SRem open where an operand is below 0.
  // CHECK: %[[Q:.*]] = spirv.SDiv %[[UREM]], %[[B]]
  // CHECK: %[[BACK:.*]] = spirv.IMul %[[Q]], %[[B]]
  // CHECK: %[[SREM:.*]] = spirv.ISub %[[UREM]], %[[BACK]]
  %srem = arith.remsi %urem, %b : i32
  // CHECK: spirv.BitwiseAnd
  %and = arith.andi %srem, %a : i32
  // CHECK: spirv.BitwiseOr
  %or = arith.ori %and, %a : i32
  // CHECK: spirv.BitwiseXor
  %xor = arith.xori %or, %a : i32
  // CHECK: spirv.ShiftLeftLogical
  %shl = arith.shli %xor, %a : i32
  // CHECK: spirv.ShiftRightLogical
  %shru = arith.shrui %shl, %a : i32
  // CHECK: %[[SHIFTED:.*]] = spirv.ShiftRightArithmetic
  %shrs = arith.shrsi %shru, %a : i32
  // CHECK: %[[IS:.*]] = spirv.SLessThan %[[SHIFTED]], %[[A]]
  // CHECK: %[[MIN:.*]] = spirv.Select %[[IS]], %[[SHIFTED]], %[[A]]
  %mins = arith.minsi %shrs, %a : i32
  // CHECK: %[[LARGER:.*]] = spirv.ULessThan %[[MIN]], %[[A]]
  // CHECK: %[[MAX:.*]] = spirv.Select %[[LARGER]], %[[A]], %[[MIN]]
  %maxu = arith.maxui %mins, %a : i32
  // CHECK: %[[BOTH:.*]] = spirv.UMulExtended %[[MAX]], %[[A]] : !spirv.struct<(i32, i32)>
  // CHECK: %[[LOW:.*]] = spirv.CompositeExtract %[[BOTH]][0 : i32]
  // CHECK: %[[HIGH:.*]] = spirv.CompositeExtract %[[BOTH]][1 : i32]
  %low, %high = arith.mului_extended %maxu, %a : i32
  // CHECK: %[[TOTAL:.*]] = spirv.IAdd %[[LOW]], %[[HIGH]]
  // CHECK: %[[CARRY:.*]] = spirv.ULessThan %[[TOTAL]], %[[LOW]]
  %total, %carry = arith.addui_extended %low, %high : i32, i1
  // CHECK: spirv.Select %[[CARRY]], %[[TOTAL]], %[[A]]
  %chosen = arith.select %carry, %total, %a : i32
  qd.flat_store %chosen, %x[%zero] : i32, memref<?xi32>
  return
}

// true is 1 without a sign, and -1 with one.
// CHECK-LABEL: spirv.func @truth
func.func @truth(%x: memref<?xi8>, %a: i1, %b: i1) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.1" of "k">, slots = [<array(0)>, <scalar(1)>, <scalar(2)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: %[[SUM:.*]] = spirv.LogicalNotEqual %[[A:.*]], %[[B:.*]] : i1
  %sum = arith.addi %a, %b : i1
  // CHECK: %[[PRODUCT:.*]] = spirv.LogicalAnd %[[SUM]], %[[B]]
  %product = arith.muli %sum, %b : i1
  // CHECK: %[[MAX:.*]] = spirv.LogicalAnd %[[PRODUCT]], %[[B]]
  %maxs = arith.maxsi %product, %b : i1
  // CHECK: %[[LARGEST:.*]] = spirv.LogicalOr %[[MAX]], %[[B]]
  %maxu = arith.maxui %maxs, %b : i1
  // CHECK: %[[NOT:.*]] = spirv.LogicalNot %[[B]]
  // CHECK: spirv.LogicalAnd %[[LARGEST]], %[[NOT]]
  %shifted = arith.shli %maxu, %b : i1
  %byte = arith.extui %shifted : i1 to i8
  qd.flat_store %byte, %x[%zero] : i8, memref<?xi8>
  return
}

// What may contract is left to the device, all else rounds by itself.
// CHECK-LABEL: spirv.func @floats
func.func @floats(%x: memref<?xf64>, %a: f64, %b: f64) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.2" of "k">, slots = [<array(0)>, <scalar(1)>, <scalar(2)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: %[[SUM:.*]] = spirv.FAdd %[[A:.*]], %[[B:.*]] {no_contraction} : f64
  %sum = arith.addf %a, %b : f64
  // CHECK: %[[PRODUCT:.*]] = spirv.FMul %[[SUM]], %[[B]] : f64
  %product = arith.mulf %sum, %b fastmath<contract> : f64
  // CHECK: %[[LESS:.*]] = spirv.FSub %[[PRODUCT]], %[[B]] : f64
  %less = arith.subf %product, %b fastmath<contract> : f64
  // CHECK: %[[QUOTIENT:.*]] = spirv.FDiv %[[LESS]], %[[B]] {no_contraction}
  %quotient = arith.divf %less, %b : f64
  // CHECK: %[[NEGATIVE:.*]] = spirv.FNegate %[[QUOTIENT]]
  %negative = arith.negf %quotient : f64
  // Of zeros, by their bits, the negative one is smaller, and NaN stays NaN.
  // CHECK: %[[SHIFTED:.*]] = spirv.ShiftLeftLogical %{{.*}}, %{{.*}} : i64, i64
  // CHECK: %[[ZEROS:.*]] = spirv.IEqual %[[SHIFTED]], %{{.*}} : i64
  // CHECK: %[[BITS:.*]] = spirv.BitwiseOr %{{.*}}, %{{.*}} : i64
  // CHECK: %[[ZERO:.*]] = spirv.Bitcast %[[BITS]] : i64 to f64
  // CHECK: %[[EQUAL:.*]] = spirv.FOrdEqual %[[NEGATIVE]], %[[B]]
  // CHECK: %[[BEFORE:.*]] = spirv.FOrdLessThan %[[NEGATIVE]], %[[B]]
  // CHECK: %[[FIRST:.*]] = spirv.LogicalOr %[[EQUAL]], %[[BEFORE]]
  // CHECK: %[[AFTER:.*]] = spirv.FOrdLessThan %[[B]], %[[NEGATIVE]]
  // CHECK: %[[BOTH:.*]] = spirv.FAdd %[[NEGATIVE]], %[[B]] {no_contraction}
  // CHECK: %[[OTHER:.*]] = spirv.Select %[[AFTER]], %[[B]], %[[BOTH]]
  // CHECK: %[[LEAST:.*]] = spirv.Select %[[FIRST]], %[[NEGATIVE]], %[[OTHER]]
  // CHECK: %[[MINIMUM:.*]] = spirv.Select %[[ZEROS]], %[[ZERO]], %[[LEAST]]
  %minimum = arith.minimumf %negative, %b : f64
  // CHECK: spirv.BitwiseAnd
  // CHECK: spirv.FOrdGreaterThan %[[MINIMUM]], %[[A]]
  %maximum = arith.maximumf %minimum, %a : f64
  qd.flat_store %maximum, %x[%zero] : f64, memref<?xf64>
  return
}

// Products of integers of less than 32 bits fit into a word.
// CHECK-LABEL: spirv.func @narrow
func.func @narrow(%x: memref<?xi16>, %a: i16, %b: i16) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.3" of "k">, slots = [<array(0)>, <scalar(1)>, <scalar(2)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  // CHECK: %[[A:.*]] = spirv.SConvert %{{.*}} : i16 to i32
  // CHECK: %[[B:.*]] = spirv.SConvert %{{.*}} : i16 to i32
  // CHECK: %[[PRODUCT:.*]] = spirv.IMul %[[A]], %[[B]] : i32
  // CHECK: %[[UPPER:.*]] = spirv.ShiftRightLogical %[[PRODUCT]]
  // CHECK: %[[LOW:.*]] = spirv.UConvert %[[PRODUCT]] : i32 to i16
  // CHECK: %[[HIGH:.*]] = spirv.UConvert %[[UPPER]] : i32 to i16
  %low, %high = arith.mulsi_extended %a, %b : i16
  qd.flat_store %low, %x[%zero] : i16, memref<?xi16>
  qd.flat_store %high, %x[%one] : i16, memref<?xi16>
  return
}

// A truth value times itself is 1, with a sign too, so that the upper half is 0.
// CHECK-LABEL: spirv.func @extended_truth
func.func @extended_truth(%x: memref<?xi8>, %a: i1, %b: i1) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.4" of "k">, slots = [<array(0)>, <scalar(1)>, <scalar(2)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: %[[A:.*]] = spirv.INotEqual
  // CHECK: %[[B:.*]] = spirv.INotEqual
  // CHECK: %[[SUM:.*]] = spirv.LogicalNotEqual %[[A]], %[[B]]
  // CHECK: %[[CARRY:.*]] = spirv.LogicalAnd %[[A]], %[[B]]
  %sum, %carry = arith.addui_extended %a, %b : i1, i1
  // CHECK: %[[LOW:.*]] = spirv.LogicalAnd %[[SUM]], %[[CARRY]]
  // CHECK: %[[HIGH:.*]] = spirv.Constant false
  %low, %high = arith.mulsi_extended %sum, %carry : i1
  // CHECK: spirv.LogicalOr %[[LOW]], %[[HIGH]]
  %either = arith.ori %low, %high : i1
  %byte = arith.extui %either : i1 to i8
  qd.flat_store %byte, %x[%zero] : i8, memref<?xi8>
  return
}
