//===- LoopParameters.h - What an entry point of a loop takes ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPS_LOOPPARAMETERS_H
#define QDC_LIB_LOWERING_GPU_LOOPS_LOOPPARAMETERS_H

#include "LoopEntry.h"

namespace qdc {

/// The parameters of the entry point of a loop: each slot of its tasks once, and what control reads.
struct LoopParameters {
  llvm::SmallVector<qd::SlotAttr> slots;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<bool> mayAlias;
  llvm::DenseMap<mlir::Attribute, unsigned> numbers; // of slots

  /// The number of the parameter of `slot`; none where there is none.
  std::optional<unsigned> find(qd::SlotAttr slot) const;
  /// The same for kinds that have one place in a launch.
  std::optional<unsigned> find(mlir::MLIRContext *context, qd::SlotKind kind) const {
    return find(qd::SlotAttr::get(context, kind));
  }
};

/// The words, the error record and the stop word are among them.
LoopParameters collectLoopParameters(const LoopSource &source);

/// The slot of a leaf of a size that is no word.
qd::SlotAttr slotOfLeaf(mlir::MLIRContext *context, const SizeExpr &leaf);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPS_LOOPPARAMETERS_H
