//===- TemporaryExtents.h - How many bytes a temporary takes ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_TEMPORARYEXTENTS_H
#define QDC_DIALECT_QD_IR_TEMPORARYEXTENTS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc::qd {

/// `qd.extents` of a memref.alloc whose sizes follow from arguments and shapes (SizeTemporaries.h).
llvm::SmallVector<SizeAttr> sizesOf(mlir::memref::AllocOp alloc);

/// The bytes of an array with these extents, none of which is below 0.
SizeExpr temporaryBytes(mlir::MemRefType type, llvm::ArrayRef<SizeAttr> extents);

/// Fails, with an error at the operation, if the extent is below 0 whatever a launch's arguments are.
mlir::LogicalResult checkExtent(mlir::memref::AllocOp alloc, unsigned axis, const SizeExpr &extent);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_TEMPORARYEXTENTS_H
