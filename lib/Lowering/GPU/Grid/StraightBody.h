//===- StraightBody.h - Iterations whose statements become one block *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a qd.for have no order among each other. Where a body is straight-
// line code, several of a thread become one block, statement by statement, so that
// the loads of all stand before the first store:
//
//     a0 = load x[i]        a1 = load x[i + 256]        ...
//     b0 = a0 * k           b1 = a1 * k                 ...
//     store b0, x[i]        store b1, x[i + 256]        ...
//
// Statements between the first and the last access to the thread's own memory
// (accumulators of AggregateAtomics.h, local arrays) are not interleaved.
//
// Inner loops that all make the same trips are one, trip by trip:
//
//     for k: s0 += load a[i, k] * load b[k, j], s1 += load a[i, k] * load b[k, j + 1], ...
//
// Asserts and checks that come before the first store test the conditions of all
// these iterations at once. Where one fails, nothing has been stored yet, and the
// iterations run again, one after the other.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_GRID_STRAIGHTBODY_H
#define QDC_LIB_LOWERING_GPU_GRID_STRAIGHTBODY_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/FlatRange.h"

#include "mlir/IR/IRMapping.h"

namespace qdc {

/// A load or a store of an element that is neither atomic nor volatile; null array for other operations.
struct PlainAccess {
  mlir::Value array;

  static PlainAccess of(mlir::Operation &op);
  explicit operator bool() const { return array != nullptr; }
  /// To the thread's own memory.
  bool isLocal() const;
  /// Of an element.
  unsigned bytes() const;
};

/// The body is straight-line code of arithmetic, plain accesses and reports, and an iteration may stop at a report and
/// start again: nothing before the report changes memory. No mathematical functions: most of them are calls, or long.
bool isStraight(qd::ForOp loop);

/// The same, but that branches which only load and compute may stand in it: assemblers predicate short ones, so that
/// the branches of several copies do not keep the copies' loads apart.
bool isStraightButForBranches(qd::ForOp loop);

/// The same as isStraight, but that inner loops (scf.for) may stand in it: they carry values, only load and
/// compute, and their bounds come from outside of `loop`, so that all copies make the same trips.
bool isStraightButForLoops(qd::ForOp loop);

/// The bytes of the widest element among the plain accesses to memory that is not the thread's own, those in branches
/// included; 0: there are none.
unsigned widestElement(qd::ForOp loop);

/// An iteration's values of the loop's variables; what becomes of an access in it.
struct BodyCopies {
  llvm::MutableArrayRef<mlir::IRMapping> mappings;
  llvm::function_ref<void(mlir::Operation *source, mlir::Operation *copy, unsigned number)> note; // may be null
};

/// Clones the statements of `loop`, which is straight, maybe but for branches or loops, once for each of the copies, as
/// one block, at the builder's insertion point; an inner loop becomes one, which carries the values of all copies.
/// `runSingly` creates what runs the same iterations one by one.
void cloneTogether(mlir::OpBuilder &builder, qd::ForOp loop, const BodyCopies &copies,
                   llvm::function_ref<void()> runSingly);

/// Creates the iteration at these coordinates (i64) of a range, with a clone of the body.
void cloneAt(mlir::OpBuilder &builder, qd::ForOp loop, const FlatRange &range, mlir::ValueRange coordinates);

/// Creates a loop over the iterations `first`, `first + step` and so on below `end` (i64) with a clone of the body.
void cloneSingly(mlir::OpBuilder &builder, qd::ForOp loop, const FlatRange &range, mlir::Value first, mlir::Value step,
                 mlir::Value end);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_GRID_STRAIGHTBODY_H
