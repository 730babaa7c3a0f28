// RUN: qdc-opt %s --convert-grid-to-spirv | FileCheck %s

// CHECK-LABEL: spirv.func @branches
func.func @branches(%x: memref<?xi64>, %c: i1, %n: index) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <scalar(1)>, <scalar(2)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  // CHECK: %[[C:.*]] = spirv.INotEqual
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  // CHECK: %[[CHOSEN:.*]] = spirv.mlir.selection -> i64 {
  // CHECK-NEXT: spirv.BranchConditional %[[C]], ^[[YES:.*]], ^[[NO:.*]]
  // CHECK: ^[[YES]]:
  // CHECK: %[[SUM:.*]] = spirv.IAdd
  // CHECK: spirv.Branch ^[[MERGE:.*]](%[[SUM]] : i64)
  // CHECK: ^[[NO]]:
  // CHECK: spirv.Branch ^[[MERGE]](%{{.*}} : i64)
  // CHECK: ^[[MERGE]](%[[GIVEN:.*]]: i64):
  // CHECK-NEXT: spirv.mlir.merge %[[GIVEN]] : i64
  %chosen = scf.if %c -> i64 {
    %sum = arith.addi %one, %one : i64
    scf.yield %sum : i64
  } else {
    scf.yield %zero : i64
  }
  // CHECK: spirv.mlir.selection {
  // CHECK-NEXT: spirv.BranchConditional %[[C]], ^[[THEN:.*]], ^[[END:.*]]
  // CHECK: ^[[THEN]]:
  // CHECK: spirv.Store
  // CHECK: ^[[END]]:
  // CHECK-NEXT: spirv.mlir.merge
  scf.if %c {
    qd.flat_store %chosen, %x[%zero] : i64, memref<?xi64>
  }
  // The serialiser writes cases of 32 bits; 2 is none of these.
  // CHECK: %[[SMALL:.*]] = spirv.SConvert %[[N:.*]] : i64 to i32
  // CHECK: %[[AGAIN:.*]] = spirv.SConvert %[[SMALL]] : i32 to i64
  // CHECK: %[[FITS:.*]] = spirv.IEqual %[[AGAIN]], %[[N]]
  // CHECK: %[[OTHER:.*]] = spirv.Constant 2 : i32
  // CHECK: %[[NUMBER:.*]] = spirv.Select %[[FITS]], %[[SMALL]], %[[OTHER]]
  // CHECK: %[[CASE:.*]] = spirv.mlir.selection -> i64 {
  // CHECK-NEXT: spirv.Switch %[[NUMBER]] : i32, [
  // CHECK-NEXT: default: ^[[DEFAULT:.*]],
  // CHECK-NEXT: 0: ^{{.*}},
  // CHECK-NEXT: 4294967289: ^{{.*}},
  // CHECK-NEXT: 1: ^
  %case = scf.index_switch %n -> i64
  case 0 {
    scf.yield %zero : i64
  }
  case -7 {
    scf.yield %one : i64
  }
  case 1 {
    scf.yield %chosen : i64
  }
  default {
    scf.yield %one : i64
  }
  qd.flat_store %case, %x[%one] : i64, memref<?xi64>
  // Where a case needs more, cases are counted.
  // CHECK: %[[FIRST:.*]] = spirv.IEqual %[[N]]
  // CHECK: %[[C0:.*]] = spirv.Select %[[FIRST]]
  // CHECK: %[[SECOND:.*]] = spirv.IEqual %[[N]]
  // CHECK: %[[C1:.*]] = spirv.Select %[[SECOND]], %{{.*}}, %[[C0]]
  // CHECK: spirv.Switch %[[C1]] : i32, [
  // CHECK: 0: ^{{.*}},
  // CHECK-NEXT: 1: ^
  scf.index_switch %n
  case 4294967296 {
    qd.flat_store %zero, %x[%one] : i64, memref<?xi64>
    scf.yield
  }
  case 0 {
    scf.yield
  }
  default {
  }
  return
}

// The header is empty, since what decides may hold branches; variables take the results out.
// CHECK-LABEL: spirv.func @loops
func.func @loops(%x: memref<?xi64>, %n: index) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.1" of "k">, slots = [<array(0)>, <scalar(1)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  // CHECK: %[[RESULT:.*]] = spirv.Variable : !spirv.ptr<i64, Function>
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.index_cast %n : index to i64
  // CHECK: spirv.mlir.loop {
  // CHECK-NEXT: spirv.Branch ^[[HEADER:.*]](%{{.*}}, %{{.*}} : i64, i64)
  // CHECK: ^[[HEADER]](%[[I:.*]]: i64, %[[S:.*]]: i64):
  // CHECK-NEXT: spirv.Branch ^[[DECISION:.*]]
  // CHECK: ^[[DECISION]]:
  // CHECK: %[[MORE:.*]] = spirv.SLessThan %[[I]]
  // CHECK: spirv.Store "Function" %[[RESULT]], %[[S]]
  // CHECK: spirv.BranchConditional %[[MORE]], ^[[BODY:.*]], ^[[END:.*]]
  // CHECK: ^[[BODY]]:
  // CHECK: %[[NEXT:.*]] = spirv.IAdd %[[I]]
  // CHECK: %[[SUM:.*]] = spirv.IAdd %[[S]], %[[I]]
  // CHECK: spirv.Branch ^[[CONTINUE:.*]](%[[NEXT]], %[[SUM]] : i64, i64)
  // CHECK: ^[[CONTINUE]](%[[A:.*]]: i64, %[[B:.*]]: i64):
  // CHECK-NEXT: spirv.Branch ^[[HEADER]](%[[A]], %[[B]] : i64, i64)
  // CHECK: ^[[END]]:
  // CHECK-NEXT: spirv.mlir.merge
  // CHECK: spirv.Load "Function" %[[RESULT]]
  %loop:2 = scf.while (%i = %zero, %s = %zero) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi slt, %i, %end : i64
    scf.condition(%more) %i, %s : i64, i64
  } do {
  ^bb0(%i: i64, %s: i64):
    %next = arith.addi %i, %one : i64
    %sum = arith.addi %s, %i : i64
    scf.yield %next, %sum : i64, i64
  }
  qd.flat_store %loop#1, %x[%zero] : i64, memref<?xi64>
  return
}

// An iteration that ends early is a function, which returns; several values are one composite.
// CHECK-LABEL: spirv.func @early.iteration0(%{{.*}}: i64, %{{.*}}: i64) -> !spirv.struct<(i64, f32)> "None" {
// CHECK: spirv.mlir.selection {
// CHECK-NEXT: spirv.BranchConditional %{{.*}}, ^[[GOES:.*]], ^[[LEAVES:.*]]
// CHECK: ^[[LEAVES]]:
// CHECK: %[[NONE:.*]] = spirv.CompositeConstruct
// CHECK: spirv.ReturnValue %[[NONE]] : !spirv.struct<(i64, f32)>
// CHECK: ^[[GOES]]:
// CHECK-NEXT: spirv.mlir.merge
// CHECK: %[[BOTH:.*]] = spirv.CompositeConstruct
// CHECK: spirv.ReturnValue %[[BOTH]]
// CHECK: spirv.func @early()
func.func @early(%x: memref<?xi64>) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.2" of "k">, slots = [<array(0)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  %t = gpu.thread_id x
  %flat = arith.index_cast %t : index to i64
  // CHECK: %[[CALL:.*]] = spirv.FunctionCall @early.iteration0
  // CHECK: spirv.CompositeExtract %[[CALL]][0 : i32]
  // CHECK: spirv.CompositeExtract %[[CALL]][1 : i32]
  %values:2 = qd.iteration %flat -> i64, f32 {
    %v = qd.flat_load %x[%flat] : memref<?xi64> -> i64
    %fine = arith.cmpi sgt, %v, %zero : i64
    qd.leave_unless %fine {
      qd.leave
    }
    %real = arith.sitofp %v : i64 to f32
    qd.iteration_end %v, %real : i64, f32
  }
  qd.flat_store %values#0, %x[%flat] : i64, memref<?xi64>
  qd.flat_store %values#1, %x[%zero] : f32, memref<?xi64>
  return
}

// One that does not is a run of statements.
// CHECK-LABEL: spirv.func @late()
// CHECK-NOT: FunctionCall
// CHECK: spirv.Store "PhysicalStorageBuffer"
func.func @late(%x: memref<?xi64>) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.3" of "k">, slots = [<array(0)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  %value = qd.iteration %zero -> i64 {
    %v = qd.flat_load %x[%zero] : memref<?xi64> -> i64
    qd.iteration_end %v : i64
  }
  qd.flat_store %value, %x[%zero] : i64, memref<?xi64>
  return
}
