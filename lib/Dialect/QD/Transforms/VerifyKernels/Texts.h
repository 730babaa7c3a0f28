//===- Texts.h - What a package says to people ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_TEXTS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_TEXTS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// Reports each kernel and global with an empty name, and each operation with a
/// name, message or source file that is not UTF-8 or holds a zero byte: a
/// package is read by people, by JSON and by C.
mlir::LogicalResult verifyTexts(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_TEXTS_H
