//===- KeptArrays.h - Arrays that keep values, and why ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A derivative has arrays that keep values for its reverse sweep. Why they cannot
// be computed again is said around the location of the operation that makes the
// array, which stays with it through all phases up to the manifest.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_KEPTARRAYS_H
#define QDC_DIALECT_QD_IR_KEPTARRAYS_H

#include "mlir/IR/Location.h"

#include <optional>

namespace qdc::qd {

/// Why an array keeps values.
struct KeptArray {
  llvm::StringRef reason;   // as the manifest spells them
  mlir::LocationAttr write; // of "overwritten": where; else null
};

/// The location with that around it.
mlir::Location withKeptArray(mlir::Location location, const KeptArray &kept);

/// What is around a location; nothing where the array is another one.
std::optional<KeptArray> readKeptArray(mlir::Location location);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_KEPTARRAYS_H
