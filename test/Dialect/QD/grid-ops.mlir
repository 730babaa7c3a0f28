// RUN: qdc-opt %s | qdc-opt | FileCheck %s
// RUN: qdc-opt --emit-bytecode %s | qdc-opt | FileCheck %s
// RUN: qdc-opt --mlir-print-op-generic %s | qdc-opt | FileCheck %s

// CHECK-LABEL: func.func @iterations(
// CHECK-SAME: %[[FLAT:[a-z0-9]+]]: i64, %[[POSITIVE:[a-z0-9]+]]: i1, %[[MASS:[a-z0-9]+]]: f32, %[[N:[a-z0-9]+]]: index)
func.func @iterations(%flat: i64, %positive: i1, %mass: f32, %n: index) {
  // CHECK: qd.iteration %[[FLAT]] {
  // CHECK-NEXT: qd.iteration_end
  // CHECK-NEXT: }
  qd.iteration %flat {
    qd.iteration_end
  }
  // CHECK: %{{.*}} = qd.iteration %[[FLAT]] -> f32 {
  // CHECK-NEXT: qd.leave_unless %[[POSITIVE]] {
  // CHECK-NEXT: qd.leave
  // CHECK-NEXT: }
  // CHECK-NEXT: qd.iteration_end %[[MASS]] : f32
  // CHECK-NEXT: }
  %value = qd.iteration %flat -> f32 {
    qd.leave_unless %positive {
      qd.leave
    }
    qd.iteration_end %mass : f32
  }
  // One of several blocks, with an attribute of another dialect.
  // CHECK: %{{.*}}:2 = qd.iteration %[[FLAT]] -> f32, index attributes {llvm.mine} {
  // CHECK-NEXT: cf.cond_br %[[POSITIVE]], ^[[YES:.*]], ^[[NO:.*]]
  // CHECK-NEXT: ^[[YES]]:
  // CHECK-NEXT: qd.iteration_end %[[MASS]], %[[N]] : f32, index
  // CHECK-NEXT: ^[[NO]]:
  // CHECK-NEXT: qd.iteration_end {llvm.mine} %{{.*}}, %[[N]] : f32, index
  %two:2 = qd.iteration %flat -> f32, index attributes {llvm.mine} {
    cf.cond_br %positive, ^yes, ^no
  ^yes:
    qd.iteration_end %mass, %n : f32, index
  ^no:
    qd.iteration_end {llvm.mine} %value, %n : f32, index
  }
  // They nest, as a function within one does.
  // CHECK: qd.iteration %[[FLAT]] {
  // CHECK-NEXT: qd.iteration %[[FLAT]] {
  qd.iteration %flat {
    qd.iteration %flat {
      qd.iteration_end
    }
    qd.iteration_end
  }
  return
}

// CHECK-LABEL: func.func @threads(
// CHECK-SAME: %[[FAILED:[a-z0-9]+]]: i1, %[[ROW:[a-z0-9]+]]: i64)
func.func @threads(%failed: i1, %row: i64) -> (i1, i1) {
  // CHECK: %[[ANY:.*]] = qd.block_any %[[FAILED]]
  %any = qd.block_any %failed
  // CHECK: %[[UNIFORM:.*]] = qd.uniform_in_subgroup %[[ROW]]
  %uniform = qd.uniform_in_subgroup %row
  // CHECK: return %[[ANY]], %[[UNIFORM]] : i1, i1
  return %any, %uniform : i1, i1
}

// CHECK-LABEL: func.func @barriers(
// CHECK-SAME: %[[MORE:[a-z0-9]+]]: i1, %[[FINE:[a-z0-9]+]]: i1, %[[WORDS:[a-z0-9]+]]: memref<?xi64>)
func.func @barriers(%more: i1, %fine: i1, %words: memref<?xi64>) -> (i1, i1, i1) {
  // Of one block, with nothing to do.
  // CHECK: qd.grid_barrier {
  // CHECK-NEXT: ^[[NONE:.*]](%{{.*}}: i64):
  // CHECK-NEXT: qd.grid_barrier_end{{$}}
  // CHECK-NEXT: }
  qd.grid_barrier {
  ^bb0(%thread: i64):
    qd.grid_barrier_end
  }
  // Of a grid; the first words where none are named.
  // CHECK: %[[ONE:.*]] = qd.grid_barrier at %[[WORDS]][0] : memref<?xi64> -> i1 {
  // CHECK-NEXT: ^[[BODY:.*]](%[[THREAD:.*]]: i64):
  // CHECK-NEXT: qd.flat_store %[[THREAD]], %[[WORDS]][%[[THREAD]]] : i64, memref<?xi64>
  // CHECK-NEXT: qd.grid_barrier_end %[[MORE]] : i1
  // CHECK-NEXT: }
  %one = "qd.grid_barrier"(%words) ({
  ^bb0(%thread: i64):
    qd.flat_store %thread, %words[%thread] : i64, memref<?xi64>
    qd.grid_barrier_end %more : i1
  }) : (memref<?xi64>) -> i1
  // CHECK: %[[TWO:.*]]:2 = qd.grid_barrier at %[[WORDS]][16] : memref<?xi64> -> i1, i1 attributes {llvm.mine} {
  // CHECK-NEXT: ^[[LAST:.*]](%{{.*}}: i64):
  // CHECK-NEXT: qd.grid_barrier_end {llvm.mine} %[[MORE]], %[[FINE]] : i1, i1
  // CHECK-NEXT: }
  %two:2 = qd.grid_barrier at %words[16] : memref<?xi64> -> i1, i1 attributes {llvm.mine} {
  ^bb0(%thread: i64):
    qd.grid_barrier_end {llvm.mine} %more, %fine : i1, i1
  }
  // CHECK: return %[[ONE]], %[[TWO]]#0, %[[TWO]]#1 : i1, i1, i1
  return %one, %two#0, %two#1 : i1, i1, i1
}

// CHECK-LABEL: func.func @early(
// CHECK-SAME: %[[A:.*]]: i1, %[[B:.*]]: i1, %[[MASS:.*]]: f32)
func.func @early(%a: i1, %b: i1, %mass: f32) -> f32 {
  // CHECK: scf.if %[[A]] {
  // CHECK-NEXT: qd.return_unless %[[B]] {
  // CHECK-NEXT: qd.return_early %[[MASS]] : f32
  // CHECK-NEXT: }
  scf.if %a {
    qd.return_unless %b {
      qd.return_early %mass : f32
    }
  }
  // CHECK: qd.return_unless %[[B]] attributes {llvm.mine} {
  // CHECK-NEXT: qd.return_early {llvm.mine} %[[MASS]] : f32
  qd.return_unless %b attributes {llvm.mine} {
    qd.return_early {llvm.mine} %mass : f32
  }
  return %mass : f32
}
