//===- Alignment.h - Accesses of more alignment than elements ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_ALIGNMENT_H
#define QDC_DIALECT_QD_IR_ALIGNMENT_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

/// What the address of a load or a store, of `memref` or flat, is a multiple of, in bytes, where that is more than the
/// size of the value: a power of two, i64. Passes of the lowering set it.
inline constexpr llvm::StringLiteral alignmentAttr = "qd.alignment";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_ALIGNMENT_H
