//===- Adstacks.h - Whose an adstack is -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_ADSTACKS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_ADSTACKS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Refuses an adstack of serial code that iterations of a parallel loop use.
mlir::LogicalResult verifyAdstack(AdstackCreateOp create);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_ADSTACKS_H
