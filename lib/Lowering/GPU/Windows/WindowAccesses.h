//===- WindowAccesses.h - Accesses of neighbouring iterations ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_WINDOWS_WINDOWACCESSES_H
#define QDC_LIB_LOWERING_GPU_WINDOWS_WINDOWACCESSES_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace qdc {

/// What W neighbouring iterations of a loop, a window, access. W is a power of two up to 256. Windows begin where the
/// last variable is `phase`, up to multiples of W.
class WindowAccesses {
public:
  /// Bytes that one access moves at most.
  static constexpr unsigned widestPiece = 16;

  /// Those of `loop`, whose body is straight, maybe but for loops, and whose last step is 1, if there are any and each
  /// access to memory that others see goes along the last dimension, element by element, or does not depend on it. The
  /// phase is that of the stores, or else of the first load: they are accessed in whole pieces.
  static std::optional<WindowAccesses> of(qd::ForOp loop, int64_t width);

  /// Those of a window of one iteration, which are as they are.
  static WindowAccesses ofOne() { return WindowAccesses(1); }

  int64_t phase() const { return start; }
  /// Windows begin at `first` (i64) instead, up to multiples of W: at its value if that is known, else at 0, and it is
  /// among what areAligned asks.
  void beginAt(mlir::Value first);

  /// Whether some access of a window is one piece, if areAligned.
  bool haveWholePieces() const;

  /// Whether arrays, and what is added to indices, are multiples of W (i1): then accesses are as `align` says.
  mlir::Value areAligned(mlir::OpBuilder &builder, mlir::Location location) const;
  /// Says at `copy`, what became of the body's `source` in iteration `number` of a window, how the access is aligned.
  void align(mlir::Operation *source, mlir::Operation *copy, int64_t number) const;

private:
  explicit WindowAccesses(int64_t width) : width(width) {}
  bool add(qd::ForOp loop, mlir::Operation &op);

  /// Where an access stands at j, the last variable: at coefficient * j + residue, up to multiples of W.
  struct Place {
    int64_t coefficient, residue;
  };

  int64_t width, start = 0;
  bool hasStore = false;
  llvm::DenseMap<mlir::Operation *, Place> places;
  llvm::SetVector<mlir::Value> arrays, multiples; // what must be aligned
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_WINDOWS_WINDOWACCESSES_H
