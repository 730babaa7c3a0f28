//===- WindowTiles.h - Windows that a block runs together -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_WINDOWTILES_H
#define QDC_LIB_LOWERING_GPU_WINDOWTILES_H

#include "qdc/Lowering/Common/FlatRange.h"

namespace qdc {

/// How points of a range of at least two dimensions are cut into tiles, one point for each thread of a block: 2^s along
/// the last dimension, s being 5 or 3, and the others along the one before it, or, of three dimensions and with at
/// least 64 threads, two along the third from the end too. Points are counted by `counts`, i64, of fewer than 2^32.
class WindowTiles {
public:
  /// Whether blocks of so many threads can be tiles.
  static bool canBe(unsigned blockThreads);

  /// Creates what is the same for all tiles at the builder's insertion point.
  WindowTiles(mlir::OpBuilder &builder, mlir::Location location, mlir::ArrayRef<mlir::Value> counts,
              unsigned blockThreads);

  /// Whether two thirds of the tiles or more are points (i1).
  mlir::Value isDense(mlir::OpBuilder &builder) const;
  /// How many tiles there are, i64.
  mlir::Value count(mlir::OpBuilder &builder) const;
  /// The point of `thread` in `tile`, both i64; coordinates may be beyond the counts.
  llvm::SmallVector<mlir::Value> point(mlir::OpBuilder &builder, mlir::Value tile, mlir::Value thread) const;

private:
  mlir::Location location;
  llvm::SmallVector<mlir::Value> counts;
  llvm::SmallVector<mlir::Value> shifts; // of each dimension: a tile has 2^shift points along it, i64
  FlatRange tiles;
  unsigned blockThreads;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_WINDOWTILES_H
