//===- SourcePlaces.h - Where in files a location is ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends write locations of every kind, nested as they like: names, call
// sites of names, fused ones with a part that is unknown. Messages, manifests
// and debug info all need places in files, and read them here.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_SOURCEPLACES_H
#define QDC_DIALECT_QD_IR_SOURCEPLACES_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/SmallVector.h"

namespace qdc::qd {

/// More callers than these of one place are left out: a few locations that refer to each other can mean billions.
inline constexpr unsigned kMaximumPlaces = 64;

/// The places in files that `location` names: where the code stands, then where it was called from, and so on
/// outwards. Of a range its start; of a name what it is given to; of a fused location the first part that names a
/// place; of a call site those of the callee, then those of the caller. Empty if it names none. Does not recurse.
llvm::SmallVector<mlir::FileLineColLoc> sourcePlaces(mlir::Location location);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_SOURCEPLACES_H
