//===- KnownValues.h - Integers that constants decide -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three things are known at compile time, each by its own means: numbers that
// constants alone make (this file), what memory holds at a point because a store
// or a load before tells (KnownElements.h), and words of the workspace that a
// loader can compute, since arguments and counters of loops make them
// (KnownWords.h).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_KNOWNVALUES_H
#define QDC_ANALYSIS_KNOWNVALUES_H

#include "qdc/Analysis/ConstantTables.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace qdc {

/// The values that a loop's variable takes, in order.
struct KnownRange {
  int64_t lower = 0, step = 1;
  uint64_t trips = 0;

  /// The value in a trip. Its distance from `lower` may exceed INT64_MAX.
  int64_t at(uint64_t trip) const {
    return static_cast<int64_t>(static_cast<uint64_t>(lower) + trip * static_cast<uint64_t>(step));
  }
};

/// Evaluates integers that are functions of constants, of elements of constant tables and of the values that set()
/// gives, by folding operations. An operation that folds in place, such as a cast of a cast, is changed. During its
/// lifetime no operation may be created or erased by others.
class KnownValues {
public:
  explicit KnownValues(ConstantTables &tables) : tables(tables) {}

  /// `variable`, of a type of integers, is `number` from now on.
  void set(mlir::Value variable, int64_t number);
  void forget(mlir::Value variable);

  /// The value as a number with a sign; nullopt if it is not known.
  std::optional<int64_t> numberOf(mlir::Value value);

  /// The element that `load` reads; null if it is not known, or `load` reads no constant table.
  mlir::TypedAttr elementOf(mlir::memref::LoadOp load);

  /// Nullopt if a bound or the step is not known, if the step is below 1, or if the loop compares without a sign
  /// numbers that have one.
  std::optional<KnownRange> rangeOf(mlir::scf::ForOp loop);

private:
  mlir::Attribute valueOf(mlir::Value value, unsigned depth);
  mlir::Attribute compute(mlir::Operation *op, unsigned result, unsigned depth);
  mlir::TypedAttr elementOf(mlir::memref::LoadOp load, unsigned depth);

  ConstantTables &tables;
  llvm::DenseMap<mlir::Value, mlir::Attribute> given;
  llvm::DenseMap<mlir::Value, mlir::Attribute> found; // null: not known
};

} // namespace qdc

#endif // QDC_ANALYSIS_KNOWNVALUES_H
