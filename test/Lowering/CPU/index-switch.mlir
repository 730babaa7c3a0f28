// RUN: qdc-opt %s --convert-tasks-to-cpu | FileCheck %s

// All 64 bits of the operand decide, and cases are distinct that have the low 32 in common.
qd.kernel @choose(%x: memref<?xi64>) {
  qd.return
}
// CHECK-LABEL: llvm.func internal @choose.0.chunk
// CHECK: llvm.switch %{{.*}} : i64, ^[[OTHER:.*]] [
// CHECK-NEXT: 5: ^[[FIRST:[a-z0-9]+]],
// CHECK-NEXT: 4294967301: ^[[SECOND:[a-z0-9]+]],
// CHECK-NEXT: -2147483649: ^[[THIRD:[a-z0-9]+]]
// CHECK-NEXT: ]
// An operand without cases is not asked.
// CHECK: llvm.switch %{{.*}} : i64, ^{{.*}} [
// CHECK-NEXT: ]
qd.task @choose.0 of @choose extent(#qd.size<"1">) (%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}) {
  %at = arith.constant 0 : index
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %v = memref.load %x[%at] : memref<?xi64>
  %i = arith.index_cast %v : i64 to index
  %r = scf.index_switch %i -> i64
  case 5 {
    scf.yield %c1 : i64
  }
  case 4294967301 {
    scf.yield %c2 : i64
  }
  case -2147483649 {
    %sum = arith.addi %v, %c1 : i64
    scf.yield %sum : i64
  }
  default {
    scf.yield %v : i64
  }
  %q = scf.index_switch %i -> i64
  default {
    scf.yield %r : i64
  }
  memref.store %q, %x[%at] : memref<?xi64>
}
