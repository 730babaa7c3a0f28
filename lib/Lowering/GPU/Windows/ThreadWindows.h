//===- ThreadWindows.h - Neighbouring iterations of a thread ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that accesses an element of one or two bytes moves no more by that
// access, and each iteration of a loop of several dimensions divides to find its
// coordinates. So
// where there are more iterations than threads and all accesses go along a loop's
// last dimension, a thread runs windows of W neighbouring iterations, as one
// block (StraightBody.h). Each array is then accessed in one piece of up to 16
// bytes, values that neighbours share are loaded once, and coordinates are divided
// out once for W iterations:
//
//     row:   | h h | 0 0 0 0 | 1 1 1 1 | 2 2 2 2 | t t t |       W = 4; h and t: ends of the row, run one by one
//
// Windows begin where the accesses are aligned: at multiples of W in the last
// variable, or, if all of them are as far off, so much later. That needs arrays at
// multiples of W elements, and whatever rows are multiplied by, and is added, to
// be a multiple of W: it is checked once, before the loop, alike for all threads.
// Where it is not so, rows are shorter than a window or so, or, of several
// dimensions, there are 2^32 iterations or more, all runs as without windows.
//
// Of several dimensions a block takes a tile: windows that follow each other, of
// several rows and, of three dimensions, of two planes, so that what neighbouring
// rows share is in the cache that a block's threads have. A tile of 256 threads
// has 32 windows of 8 rows, or of 4 rows of 2 planes, or 8 windows of four times
// as many rows, where less of it lies outside. Where much does, there are no windows.
// The ends of its rows, too, are a tile's: what they load is in the cache then.
//
// Where neighbouring rows, or planes, share loads (SharedLoads.h), a thread's windows
// are pairs, one block of two; a last row without a partner is a block by itself.
//
// Where iterations hold inner loops, as a matrix product's do, several rows are one block
// too, so that all of these share what the loops load. Rows of columns, windows of one
// iteration, need no alignment: they are for the launches that do not have it.
//
// Where a stencil asks whether its neighbours exist, windows are those of the loop's
// interior (Interior.h), if that is all but a border: a range like any other, in which
// nothing is asked. The border's columns are ends of rows, and its rows are run one by
// one after all windows.
//
// What is said here is the alignment of accesses (alignmentAttr); that neighbouring
// ones become one is left to the back end.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_WINDOWS_THREADWINDOWS_H
#define QDC_LIB_LOWERING_GPU_WINDOWS_THREADWINDOWS_H

#include "BlockChunks.h"
#include "WindowAccesses.h"
#include "WindowTiles.h"
#include "qdc/Lowering/Common/Interior.h"

#include <optional>

namespace qdc {

class ThreadWindows {
public:
  /// Those of a body's plain loop; nothing unless its statements, or those in its interior, are straight, maybe but for
  /// loops, its last step is 1, and each access there to memory that others see goes along the last dimension, element
  /// by element, or does not depend on it. Nor where the entry point of a whole loop of the graph runs the task: it has
  /// few threads, and the barrier at the end of each iteration waits for the slowest. The body may hold another loop
  /// from then on, until `create` is called.
  static std::optional<ThreadWindows> of(const GridBody &body);

  /// Those of one iteration, of which several rows are one block; nothing unless the plain loop of `body` has inner
  /// loops, which load the same for these rows, and is straight but for them. Indices may be any.
  static std::optional<ThreadWindows> ofColumns(const GridBody &body);

  /// W: as many as the widest element takes of 16 bytes, or fewer, if the body is long; a power of two. 1: columns.
  unsigned width() const { return static_cast<unsigned>(iterations); }
  /// Of several dimensions two windows, which share what is computed once; of bytes, whose windows are computed
  /// fastest, four. With inner loops a thread for each iteration, of which few have a window: without windows each
  /// iteration takes long.
  unsigned iterationsPerThread() {
    if (hasLoops)
      return 1;
    const unsigned windows = loop.getRank() == 1 ? 1 : width() > 8 ? 4 : 2;
    return windows * width();
  }

  /// The iterations that are to be run one by one, of one dimension the ends of the range, of several the rows in the
  /// border, and which of them a thread runs.
  using Left = std::pair<FlatRange, ThreadIterations>;

  /// Creates the loop over the windows of `range` at the builder's insertion point, and leaves the builder after it.
  /// `all` are the iterations of a thread that are a grid apart; `runElse` creates what runs where there are no
  /// windows, and gives what it leaves. The body keeps its statements.
  Left create(mlir::OpBuilder &builder, const FlatRange &range, mlir::Value total, ThreadIterations all,
              llvm::function_ref<ThreadIterations()> runElse);

private:
  ThreadWindows(const GridBody &body, qd::ForOp loop, int64_t iterations, WindowAccesses accesses)
      : body(body), loop(loop), borders(loop.getRank()), iterations(iterations), accesses(std::move(accesses)) {}
  static std::optional<ThreadWindows> ofLoop(const GridBody &body, qd::ForOp loop);
  void takeTogether();
  /// The iterations before a row's first window, and the windows of a row, i64.
  struct Row {
    mlir::Value head, windows;
  };
  /// Of a window's iterations among statements. Optimisers make the ends of two branches one where they store in the
  /// same order, and have an address for each element then: stores of neighbours would not be one.
  enum class Order { forwards, backwards };
  FlatRange withIterations(mlir::OpBuilder &builder, FlatRange range);
  mlir::Value countInside(mlir::OpBuilder &builder, const FlatRange &range, unsigned axis);
  /// The dimensions along which iterations are left to those that run one by one.
  llvm::SmallVector<unsigned> cutDimensions() const;
  Row rowOf(mlir::OpBuilder &builder, const FlatRange &range, bool isShort);
  WindowTiles tilesOf(mlir::OpBuilder &builder, const FlatRange &range, const Row &row);
  void createLine(mlir::OpBuilder &builder, const FlatRange &range, const Row &row, ThreadIterations all);
  void createTiles(mlir::OpBuilder &builder, const FlatRange &range, const Row &row, const WindowTiles &tiles);
  void createEnds(mlir::OpBuilder &builder, const FlatRange &range, const Row &row, const WindowTiles &tiles,
                  mlir::ValueRange tile);
  void createGroup(mlir::OpBuilder &builder, const FlatRange &range, const Row &row, llvm::ArrayRef<mlir::Value> place);
  mlir::Value inGroup(mlir::OpBuilder &builder, llvm::ArrayRef<mlir::Value> place, mlir::Value number);
  void createWindows(mlir::OpBuilder &builder, const FlatRange &range, const Row &row,
                     llvm::ArrayRef<llvm::SmallVector<mlir::Value>> places, Order order = Order::forwards);

  const GridBody &body;
  /// What windows are made of: the body's loop, or its clone for the interior.
  qd::ForOp loop;
  /// Of each dimension; windows' places are counted from there on.
  llvm::SmallVector<Interior::Border> borders;
  int64_t iterations;
  WindowAccesses accesses;
  /// So many windows that follow each other along this dimension are one block; 1 where they share no loads.
  unsigned sharedDimension = 0;
  int64_t together = 1;
  bool hasLoops = false;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_WINDOWS_THREADWINDOWS_H
