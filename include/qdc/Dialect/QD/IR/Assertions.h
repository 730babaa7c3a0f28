//===- Assertions.h - Asserts with values -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_ASSERTIONS_H
#define QDC_DIALECT_QD_IR_ASSERTIONS_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

/// On a qd.check: it is a qd.assert of the source, which got values to report, and fails as one.
inline constexpr llvm::StringLiteral isAssertionAttr = "qd.is_assertion";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_ASSERTIONS_H
