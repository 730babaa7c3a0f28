//===- Invariance.h - Loads of what never changes ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_INVARIANCE_H
#define QDC_DIALECT_QD_IR_INVARIANCE_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

/// Marks a memref.load of an element that has one value as long as the package is loaded: that of a constant table
/// (isConstantTable). `qd-expand-task-parameters` sets it, after which a global is a parameter like others.
inline constexpr llvm::StringLiteral invariantAttr = "qd.invariant";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_INVARIANCE_H
