//===- LoopEffects.h - What a parallel loop does, for fusion ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_LOOPEFFECTS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_LOOPEFFECTS_H

#include "qdc/Analysis/LinearIndex.h"
#include "qdc/Analysis/MemoryLocations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"

namespace qdc::qd::fusion {

/// The most operations of a loop after fusion, constants not counted: a longer one gains little, and has no code of its
/// own for the interior (docs/tasks.md).
inline constexpr unsigned kMaximumFusedOperations = 256;
/// The same for a reduction and a loop that is none.
inline constexpr unsigned kMaximumOperationsWithReduction = 64;

/// An access of an array that outlives the iteration.
struct ArrayAccess {
  mlir::Operation *op;
  const void *array; // ArrayIdentity::array
  AccessKind kind;
  bool hasOwnRows; // what an iteration touches of the array, no other one does (KeptRows.h)
  /// Of an atomic whose old value is not used and that commutes: its operation.
  std::optional<mlir::arith::AtomicRMWKind> unordered;
  /// Of each dimension; nothing where it is not linear.
  llvm::SmallVector<std::optional<LinearIndex>, 2> indices;
};

/// What the body of a loop holds. Operations are those of the body and stay
/// valid when they move into another one over the same range.
struct LoopEffects {
  /// Reads a loop's body up to its kMaximumFusedOperations-th operation, and
  /// says in `operations` if there are more.
  LoopEffects(ForOp loop, MemoryLocations &locations);

  /// True if an access of the body writes such memory.
  bool writes(MemoryClassId memory) const;

  /// What those operations of the body do for which `isPart` holds, in a loop of their own that reduces nothing.
  LoopEffects part(llvm::function_ref<bool(mlir::Operation *)> isPart) const;

  /// Adds what the body of another loop over the same range holds.
  void append(LoopEffects &&other);

  bool isReduction = false;
  unsigned operations = 0; // without constants and terminators
  llvm::MapVector<MemoryClassId, llvm::SmallVector<ArrayAccess, 4>> accesses;
  // The first of its kind; null if there is none.
  mlir::Operation *assertion = nullptr;
  mlir::Operation *overflow = nullptr;
  mlir::Operation *print = nullptr;
  mlir::Operation *volatileLoad = nullptr;
  mlir::Operation *unknown = nullptr; // may touch any memory

private:
  LoopEffects() = default;
  void add(mlir::Operation *op, ForOp loop, MemoryLocations &locations);
};

} // namespace qdc::qd::fusion

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_LOOPEFFECTS_H
