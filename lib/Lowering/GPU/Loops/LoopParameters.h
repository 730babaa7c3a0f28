//===- LoopParameters.h - What an entry point of a loop takes ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPS_LOOPPARAMETERS_H
#define QDC_LIB_LOWERING_GPU_LOOPS_LOOPPARAMETERS_H

#include "LoopEntry.h"

namespace qdc {

/// The parameters of the entry point of a loop: each slot of its tasks once, and what control reads. A slot is there
/// once for each type that it has: temporaries that are not needed at the same time share a region of the workspace.
struct LoopParameters {
  llvm::SmallVector<qd::SlotAttr> slots;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<bool> mayAlias;
  llvm::DenseMap<std::pair<mlir::Attribute, mlir::Type>, unsigned> numbers; // of slots, and of those of any type

  /// The number of the parameter of `slot` with that type, or the first one with any; none where there is none.
  std::optional<unsigned> find(qd::SlotAttr slot, mlir::Type type = {}) const;
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
