//===- WindowTiles.h - Windows that a block runs together -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_WINDOWS_WINDOWTILES_H
#define QDC_LIB_LOWERING_GPU_WINDOWS_WINDOWTILES_H

#include "qdc/Lowering/Common/FlatRange.h"

namespace qdc {

/// How points of a range of at least two dimensions are cut into tiles, one point for each thread of a block: 2^s along
/// the last dimension, s being 5 or 3, and the others along the one before it, or, of three dimensions and with at
/// least 64 threads, two along the third from the end too. All is computed in 32 bits, for which a GPU takes a third of
/// the instructions, and is right if there are fewer than 2^31 points.
class WindowTiles {
public:
  /// Whether blocks of so many threads can be tiles.
  static bool canBe(unsigned blockThreads);

  /// Creates what is the same for all tiles at the builder's insertion point. `counts`, i64, are the points along each
  /// dimension. `fitRows`: where s is 5 and the dimension before the last one is shorter than a tile, s is larger, so
  /// that no half of a tile is outside. That takes a dozen instructions, which a short body would notice.
  WindowTiles(mlir::OpBuilder &builder, mlir::Location location, mlir::ArrayRef<mlir::Value> counts,
              unsigned blockThreads, bool fitRows);

  /// Whether two thirds of the tiles or more are points (i1).
  mlir::Value isDense(mlir::OpBuilder &builder) const;
  /// How many tiles there are, i32.
  mlir::Value count(mlir::OpBuilder &builder) const;
  /// The coordinates of `tile` among tiles, i32 all of them.
  llvm::SmallVector<mlir::Value> coordinates(mlir::OpBuilder &builder, mlir::Value tile) const;
  /// The point of `thread` in the tile with these coordinates, i32 all of them; it may be beyond the counts.
  llvm::SmallVector<mlir::Value> point(mlir::OpBuilder &builder, mlir::ValueRange tile, mlir::Value thread) const;
  /// Whether the coordinates of a point, or of its first ones, are below the counts (i1).
  mlir::Value isInside(mlir::OpBuilder &builder, mlir::ValueRange point) const;

  /// Whether a tile is the first, or the last one, along the last dimension (i1).
  mlir::Value isFirst(mlir::OpBuilder &builder, mlir::ValueRange tile) const;
  mlir::Value isLast(mlir::OpBuilder &builder, mlir::ValueRange tile) const;
  /// A tile has 2^shift points along the last dimension, i32.
  mlir::Value lastShift() const { return shifts.back(); }

private:
  mlir::Location location;
  llvm::SmallVector<mlir::Value> counts; // i32
  llvm::SmallVector<mlir::Value> shifts; // of each dimension: a tile has 2^shift points along it, i32
  FlatRange tiles; // i32
  unsigned blockThreads;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_WINDOWS_WINDOWTILES_H
