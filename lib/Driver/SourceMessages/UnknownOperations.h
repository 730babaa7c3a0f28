//===- UnknownOperations.h - Operations that there are not ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_UNKNOWNOPERATIONS_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_UNKNOWNOPERATIONS_H

#include "mlir/IR/MLIRContext.h"

#include <string>

namespace qdc {

/// An error about the operation `name`, which a source has and no dialect of kernels: what was probably meant, or what
/// kernels hold. Loads the dialects that `context` has on offer.
std::string explainUnknownOperation(llvm::StringRef name, mlir::MLIRContext &context);

} // namespace qdc

#endif // QDC_LIB_DRIVER_SOURCEMESSAGES_UNKNOWNOPERATIONS_H
