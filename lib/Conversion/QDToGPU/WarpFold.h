//===- WarpFold.h - The values of a warp's threads as one -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOGPU_WARPFOLD_H
#define QDC_LIB_CONVERSION_QDTOGPU_WARPFOLD_H

#include "GPUIntrinsics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace qdc {

/// Folds `value`, of an element's type, of all threads of a warp by `kind`, in the order of a tree. All of them come
/// here; thread 0 has the result, the others values without meaning.
mlir::Value foldWarp(const GPUBuilder &gpu, mlir::arith::AtomicRMWKind kind, mlir::Value value);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOGPU_WARPFOLD_H
