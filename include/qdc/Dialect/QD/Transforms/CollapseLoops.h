//===- CollapseLoops.h - Loops over memory as it lies -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over all elements of an n x 3 array is one loop over 3 n elements if
// nothing in it asks for row or column. Only then does the inner loop, which
// becomes vector code, have more than three iterations.
//
//   qd.for (%i, %k) in (%n, %c3) {             qd.for (%f) in (max(%n, 0) * 3) {
//     %row = arith.muli %i, %c3                  %v = memref.load %x[%f]
//     %at = arith.addi %row, %k
//     %v = memref.load %x[%at]
//
// Where arrays have extents of their own, the launch shows whether they are the
// loop's. If all are, the loop has a single row, over the same code: rows that
// end inside of a vector, or of a reduction's group of lanes, cost a fifth of
// the time of data in the cache.
//
//   %dense = arith.cmpi eq, %d, %m
//   qd.for (%i, %k) in (%n, %m) {              qd.for (%i, %k) in (%dense ? 1 : %n, %dense ? %n * %m : %m) {
//     %row = arith.muli %i, %d                   %row = arith.muli %i, %d
//     %at = arith.addi %row, %k                  %at = arith.addi %row, %k
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_COLLAPSELOOPS_H
#define QDC_DIALECT_QD_TRANSFORMS_COLLAPSELOOPS_H

#include "mlir/Support/LLVM.h"

namespace qdc::qd {

class TaskOp;

/// Makes one variable of two neighbouring ones, i and k, of the task's loop where the body uses them as (x + i) * u + k
/// alone (x may be absent), u being k's upper bound, both lower bounds 0 and both steps 1; repeats while it can. Where
/// they are the last two, and a value from outside of the loop stands in u's place, both stay, and k has all iterations
/// if all such values are u; not where u is a constant. Flat positions in the range, and thus reports and reductions,
/// do not change. Loops of type index only: a narrower variable might not hold the product. Expects accesses as
/// qd-expand-task-parameters leaves them.
void collapseLoops(TaskOp task);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_COLLAPSELOOPS_H
