//===- IndexGrowth.h - Indices of one row and the next ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a variable of a loop is larger by one, an index is larger by the length of
// a row, say:
//
//     index = i * columns + j         the next row's: index + columns
//     north = index - columns         the next row's: north + columns, which is index
//
// Said so, a back end sees what neighbouring rows share. It does not see it in a
// product of i + 1, and computes addresses from several bases, in more registers.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_INDEXGROWTH_H
#define QDC_LIB_LOWERING_GPU_INDEXGROWTH_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/DenseMap.h"

namespace qdc {

/// How values of a loop's body change with one of its variables.
class IndexGrowth {
public:
  /// With the variable of dimension `axis`.
  IndexGrowth(qd::ForOp loop, unsigned axis);

  /// By how much the result of `statement` is larger where the variable is larger by one: a value from outside of the
  /// loop that it was multiplied by, of the result's type; null where it is something else, or not known.
  mlir::Value of(mlir::Operation &statement);

private:
  enum class Kind { unknown, fixed, one, value };
  struct Growth {
    Kind kind = Kind::unknown;
    mlir::Value value; // where it is one
  };
  Growth find(mlir::Value value);
  Growth make(mlir::Operation *op);
  bool isFromOutside(mlir::Value value) const { return !body.isAncestor(value.getParentRegion()); }

  mlir::Region &body;
  mlir::Value variable;
  llvm::DenseMap<mlir::Value, Growth> found;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_INDEXGROWTH_H
