//===- AcceptedOperations.h - Operations that kernels hold -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_ACCEPTEDOPERATIONS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_ACCEPTEDOPERATIONS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace qdc::qd {

/// Reports each operation in a kernel or helper that no target knows, and each
/// value that is neither a scalar nor an array, or an array that is none of
/// argument, global and local array.
mlir::LogicalResult verifyOperations(mlir::FunctionOpInterface function);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_ACCEPTEDOPERATIONS_H
