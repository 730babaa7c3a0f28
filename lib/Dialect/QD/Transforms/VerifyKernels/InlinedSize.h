//===- InlinedSize.h - How large a kernel is with its helpers ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_INLINEDSIZE_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_INLINEDSIZE_H

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"

#include <cstdint>

namespace qdc::qd {

/// What a function is once all that it calls is inlined. No number goes far above its limit in Limits.h: 2^n calls cost
/// no more than n.
struct InlinedSize {
  uint64_t operations = 0;
  unsigned depth = 0; // of the innermost operation; 1 for one directly in the function
  unsigned loops = 0; // within each other
  int64_t localBytes = 0; // of local arrays
};

using InlinedSizeMap = llvm::DenseMap<mlir::Operation *, InlinedSize>;

/// Reports, at the call that is one too many, a function that inlining would
/// make larger than Limits.h allows, in one of these ways. `sizes` knows the helpers that
/// `function` calls, and knows `function` afterwards.
mlir::LogicalResult verifyInlinedSize(mlir::FunctionOpInterface function, const mlir::SymbolTable &symbols,
                                      InlinedSizeMap &sizes);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_INLINEDSIZE_H
