//===- Unrolling.h - How often loops are to be unrolled ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_UNROLLING_H
#define QDC_DIALECT_QD_IR_UNROLLING_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

/// How many copies of its body the back end is to make of an scf.while or scf.for when it unrolls it (i32); 1: it is
/// not to unroll it. Passes of the lowering set it.
inline constexpr llvm::StringLiteral unrollAttr = "qd.unroll";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_UNROLLING_H
