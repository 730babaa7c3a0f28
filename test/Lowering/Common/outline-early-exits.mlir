// RUN: qdc-opt %s --qd-outline-early-exits --split-input-file | FileCheck %s
// RUN: qdc-opt %s --qd-outline-early-exits --split-input-file | FileCheck %s --check-prefix=NONE

// No iteration holds a qd.leave_unless afterwards.
// NONE-NOT: qd.leave

// The function takes what comes from outside, but for constants; what may overlap still may. It returns from within a loop
// and a branch.
// CHECK-LABEL: func.func private @step.iteration0(
// CHECK-SAME: %[[RECORD:[a-z0-9]+]]: memref<?xi8> {qd.may_alias}, %[[POSITIVE:[a-z0-9]+]]: i1, %[[C:[a-z0-9]+]]: i1,
// CHECK-SAME: %[[N:[a-z0-9]+]]: i64, %[[X:[a-z0-9]+]]: memref<?xf32>) {
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[CODE:.*]] = arith.constant 7 : i32
// CHECK: scf.for %{{.*}} = %[[C0]] to %[[N]] step %[[C1]] : i64 {
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT: qd.return_unless %[[POSITIVE]] {
// CHECK-NEXT: qd.flat_store %[[CODE]], %[[RECORD]][%[[C0]]] : i32, memref<?xi8>
// CHECK-NEXT: qd.return_early
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: qd.flat_store %{{.*}}, %[[X]]
// CHECK: return
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[RECORD:[a-z0-9]+]]: memref<?xi8> {qd.may_alias}, %[[X:[a-z0-9]+]]: memref<?xf32>,
// CHECK-SAME: %[[C:[a-z0-9]+]]: i1, %[[POSITIVE:[a-z0-9]+]]: i1, %[[N:[a-z0-9]+]]: i64)
// CHECK: call @step.iteration0(%[[RECORD]], %[[POSITIVE]], %[[C]], %[[N]], %[[X]]) :
// CHECK-NOT: qd.iteration
// CHECK: return
func.func @step(%record: memref<?xi8> {qd.may_alias}, %x: memref<?xf32>, %c: i1, %positive: i1, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %code = arith.constant 7 : i32
  %mass = arith.constant 2.0 : f32
  qd.iteration %n {
    scf.for %i = %c0 to %n step %c1 : i64 {
      scf.if %c {
        qd.leave_unless %positive {
          qd.flat_store %code, %record[%c0] : i32, memref<?xi8>
          qd.leave
        }
      }
    }
    qd.flat_store %mass, %x[%c0] : f32, memref<?xf32>
    qd.iteration_end
  }
  return
}

// -----

// Values are the function's results, and 0 where it ends early. An iteration that does not end early stays.
// CHECK-LABEL: func.func private @values.iteration0(
// CHECK-SAME: %[[POSITIVE:[a-z0-9]+]]: i1, %[[MASS:[a-z0-9]+]]: f32, %[[I:[a-z0-9]+]]: index) -> (f32, index) {
// CHECK-NEXT: qd.return_unless %[[POSITIVE]] {
// CHECK-NEXT: %[[NO_MASS:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[NO_INDEX:.*]] = arith.constant 0 : index
// CHECK-NEXT: qd.return_early %[[NO_MASS]], %[[NO_INDEX]] : f32, index
// CHECK-NEXT: }
// CHECK-NEXT: return %[[MASS]], %[[I]] : f32, index
// CHECK-LABEL: func.func @values(
// CHECK: %[[VALUES:.*]]:2 = call @values.iteration0(
// CHECK: %[[OTHER:.*]] = qd.iteration %{{.*}} -> f32 {
// CHECK-NEXT: qd.iteration_end %[[VALUES]]#0 : f32
// CHECK: return %[[OTHER]], %[[VALUES]]#1 : f32, index
func.func @values(%flat: i64, %positive: i1, %mass: f32, %i: index) -> (f32, index) {
  %values:2 = qd.iteration %flat -> f32, index {
    qd.leave_unless %positive {
      qd.leave
    }
    qd.iteration_end %mass, %i : f32, index
  }
  %other = qd.iteration %flat -> f32 {
    qd.iteration_end %values#0 : f32
  }
  return %other, %values#1 : f32, index
}

// -----

// A qd.leave_unless ends the innermost iteration, so of two the inner one becomes a function, and the outer one does where
// it ends early itself. Names that are taken are left out.
func.func private @nested.iteration0()
// CHECK-LABEL: func.func private @nested.iteration1(
// CHECK-SAME: %[[B:[a-z0-9]+]]: i1)
// CHECK-NEXT: qd.return_unless %[[B]]
// CHECK-LABEL: func.func private @nested.iteration2(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i1, %[[B:[a-z0-9]+]]: i1)
// CHECK-NEXT: qd.return_unless %[[A]]
// CHECK: call @nested.iteration1(%[[B]])
// CHECK: return
// CHECK-LABEL: func.func @nested(
// CHECK: call @nested.iteration2(
// CHECK: qd.iteration %{{.*}} {
// CHECK-NEXT: func.call @nested.iteration3(
// CHECK-NEXT: qd.iteration_end
func.func @nested(%flat: i64, %a: i1, %b: i1) {
  qd.iteration %flat {
    qd.leave_unless %a {
      qd.leave
    }
    qd.iteration %flat {
      qd.leave_unless %b {
        qd.leave
      }
      qd.iteration_end
    }
    qd.iteration_end
  }
  qd.iteration %flat {
    qd.iteration %flat {
      qd.leave_unless %b {
        qd.leave
      }
      qd.iteration_end
    }
    qd.iteration_end
  }
  return
}
