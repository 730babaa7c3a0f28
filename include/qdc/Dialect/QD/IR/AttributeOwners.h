//===- AttributeOwners.h - Whose an attribute is ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_ATTRIBUTEOWNERS_H
#define QDC_DIALECT_QD_IR_ATTRIBUTEOWNERS_H

#include "mlir/IR/Operation.h"

namespace qdc::qd {

/// Whether an attribute of this name has the prefix of another dialect: it means nothing here.
bool isForeignAttribute(llvm::StringRef name);

/// Whether a pass of ours puts the attribute `name`, which is not one that the operation declares, on operations like
/// `op`; what each means is said where it is named.
bool isSetByPasses(mlir::Operation *op, llvm::StringRef name);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_ATTRIBUTEOWNERS_H
