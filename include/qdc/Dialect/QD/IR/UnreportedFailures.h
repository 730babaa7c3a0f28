//===- UnreportedFailures.h - Failures that others tell --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task that counts trips before a loop (lib/AutoDiff/Kept/MeasuredTrips.h) comes
// to the asserts and checks of that loop. What fails there ends the iteration,
// which then gives 0 to each reduction, and nothing is told: the loop itself
// fails in the same iteration, and tells it.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_UNREPORTEDFAILURES_H
#define QDC_DIALECT_QD_IR_UNREPORTEDFAILURES_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

/// On a qd.assert or qd.check: such a one. On a qd.for: checks that are put into it are.
inline constexpr llvm::StringLiteral isUnreportedAttr = "qd.is_unreported";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_UNREPORTEDFAILURES_H
