//===- ReportText.h - Text of the compiler's in reports ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_REPORTTEXT_H
#define QDC_DIALECT_QD_IR_REPORTTEXT_H

#include "mlir/IR/Location.h"

#include <string>

namespace qdc::qd {

/// Where a helper was called from that holds what is at `location`, for the end of a message: "; called at
/// gather.qir:12:10, at gather.qir:30:8", from the inside out, or "" for what stands in the kernel itself.
std::string describeCalls(mlir::Location location);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_REPORTTEXT_H
