//===- MakeTemporary.h - An array of the kernel's own -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_MAKETEMPORARY_H
#define QDC_DIALECT_QD_IR_MAKETEMPORARY_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc::qd {

/// Makes a temporary with these extents (of type index), a memref.alloc, at the builder's place. Those that are
/// constants are part of its type.
mlir::Value makeTemporary(mlir::OpBuilder &builder, mlir::Location location, mlir::ValueRange extents,
                          mlir::Type element);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_MAKETEMPORARY_H
