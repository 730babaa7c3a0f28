//===- Rounding.h - Operations that give the same bits ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With --fp-contract=fast a product and a sum may round once, in one place of the
// code and not in another. A derivative repeats what decides how often a loop
// runs, and must decide in the same way each time. So it marks these operations:
// they round by themselves.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_ROUNDING_H
#define QDC_DIALECT_QD_IR_ROUNDING_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

/// On an operation of arith on floats, which has no flags then: it is not contracted.
inline constexpr llvm::StringLiteral roundsAloneAttr = "qd.rounds_alone";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_ROUNDING_H
