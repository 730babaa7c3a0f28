//===- LinearIndex.h - Indices as sums of induction variables ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index of an access in a parallel loop, written as
//
//   constant + sum of coefficient * induction variable
//            + sum of factor * value from outside the loop
//
// so that indices of two loops over one range can be compared: their induction
// variables correspond by position, and values from outside are the same SSA
// values. From that follows whether two iterations may meet in an element,
// which is the question of a dependence test (Allen and Kennedy, Optimizing
// Compilers for Modern Architectures, chapter 3; the tests here are the exact
// one of a single variable and that of the greatest common divisor).
//
// Integers wrap, and so do these sums: a form is exact modulo 2^width. Tests that
// depend on it accept only strides of at most kMaximumStride, with which wrapped
// indices could meet only in iterations that are 2^52 apart: no range has so many.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_LINEARINDEX_H
#define QDC_ANALYSIS_LINEARINDEX_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace qdc {

inline constexpr int64_t kMaximumStride = 256;

/// One dimension of a range.
struct IterationDimension {
  unsigned width = 64;                        // bits of its induction variable; 64 for index
  std::optional<int64_t> step = std::nullopt; // if it is a constant
  bool isSingle = false;                      // has at most one point
  std::optional<uint64_t> points = std::nullopt; // how many it has, if constants say that
};

/// The dimensions of a loop's range.
llvm::SmallVector<IterationDimension> describeRange(qd::ForOp loop);

struct LinearIndex {
  unsigned width = 64;
  uint64_t constant = 0;
  /// One for each induction variable, modulo 2^64.
  llvm::SmallVector<uint64_t, 4> coefficients;
  /// Values from outside the loop and their factors, none 0, in an order that
  /// equal sets share.
  llvm::SmallVector<std::pair<mlir::Value, uint64_t>, 2> outside;

  bool operator==(const LinearIndex &other) const = default;
};

/// The linear form of an index inside the loop; nothing where it has none, or is too
/// large an expression.
std::optional<LinearIndex> linearizeIndex(mlir::Value index, qd::ForOp loop);

/// True if the two differ for each pair of points of the range, equal ones included.
bool differEverywhere(const LinearIndex &first, const LinearIndex &second, llvm::ArrayRef<IterationDimension> range);

/// True if they are equal only for points that agree in the given dimension.
bool tellApart(const LinearIndex &first, const LinearIndex &second, llvm::ArrayRef<IterationDimension> range,
               unsigned dimension);

/// True if accesses by the first indices and by the second are of one element only for points of the range that are
/// equal, or never. Indices have one form for each dimension of one array; nothing for one that has none.
bool meetInOneIteration(llvm::ArrayRef<std::optional<LinearIndex>> first,
                        llvm::ArrayRef<std::optional<LinearIndex>> second, llvm::ArrayRef<IterationDimension> range);

/// True if two different iterations surely meet in an element: one by the first indices, the other one by the second,
/// if every dimension of the range has two points, of which `points` tells no other number. Indices have one form for
/// each dimension of one array and are in bounds; false where that is not known of forms.
bool surelyMeet(llvm::ArrayRef<LinearIndex> first, llvm::ArrayRef<LinearIndex> second,
                llvm::ArrayRef<IterationDimension> range);

} // namespace qdc

#endif // QDC_ANALYSIS_LINEARINDEX_H
