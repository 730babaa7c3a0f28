// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// CHECK-LABEL: spirv.func @compare
func.func @compare(%x: memref<?xi8>, %a: i16, %b: i16, %f: f32, %g: f32, %t: i1, %u: i1) attributes {
    qd.entry_point = #qd.entry_point<task = <"k.0" of "k">,
    slots = [<array(0)>, <scalar(1)>, <scalar(2)>, <scalar(3)>, <scalar(4)>, <scalar(5)>, <scalar(6)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // CHECK: spirv.IEqual %{{.*}} : i16
  %0 = arith.cmpi eq, %a, %b : i16
  // CHECK: spirv.UGreaterThanEqual
  %1 = arith.cmpi uge, %a, %b : i16
  // CHECK: spirv.SLessThanEqual
  %2 = arith.cmpi sle, %a, %b : i16
  // CHECK: spirv.FOrdLessThan %[[F:.*]], %[[G:.*]] : f32
  %3 = arith.cmpf olt, %f, %g : f32
  // CHECK: spirv.FUnordNotEqual
  %4 = arith.cmpf une, %f, %g : f32
  // Vulkan has no comparisons that ask for NaN alone.
  // CHECK: %[[LEFT:.*]] = spirv.IsNan %[[F]]
  // CHECK: %[[RIGHT:.*]] = spirv.IsNan %[[G]]
  // CHECK: %[[ANY:.*]] = spirv.LogicalOr %[[LEFT]], %[[RIGHT]]
  // CHECK: spirv.LogicalNot %[[ANY]]
  %5 = arith.cmpf ord, %f, %g : f32
  // CHECK: %[[SAME:.*]] = spirv.IsNan %[[F]]
  // CHECK-NOT: LogicalOr
  %6 = arith.cmpf uno, %f, %f : f32
  // CHECK: spirv.LogicalEqual %[[T:.*]], %[[U:.*]] : i1
  %7 = arith.cmpi eq, %t, %u : i1
  // true is -1 and so less than false.
  // CHECK: %[[NOT:.*]] = spirv.LogicalNot %[[U]]
  // CHECK: spirv.LogicalAnd %[[T]], %[[NOT]]
  %8 = arith.cmpi slt, %t, %u : i1
  // CHECK: %[[NOTT:.*]] = spirv.LogicalNot %[[T]]
  // CHECK: spirv.LogicalAnd %[[U]], %[[NOTT]]
  %9 = arith.cmpi ult, %t, %u : i1
  %s1 = arith.andi %0, %1 : i1
  %s2 = arith.andi %s1, %2 : i1
  %s3 = arith.andi %s2, %3 : i1
  %s4 = arith.andi %s3, %4 : i1
  %s5 = arith.andi %s4, %5 : i1
  %s6 = arith.andi %s5, %6 : i1
  %s7 = arith.andi %s6, %7 : i1
  %s8 = arith.andi %s7, %8 : i1
  %s9 = arith.andi %s8, %9 : i1
  %byte = arith.extui %s9 : i1 to i8
  qd.flat_store %byte, %x[%zero] : i8, memref<?xi8>
  return
}
