//===- InputDialects.h - What a .qir file is written in -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_INPUTDIALECTS_H
#define QDC_DIALECT_QD_TRANSFORMS_INPUTDIALECTS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace qdc::qd {

/// Adds the dialects whose operations may stand in a .qir file: qd, arith, func,
/// index, math, memref and scf. Which operations of them is for
/// `qd-verify-kernels` to say. qdc, qdc-opt and qdc-lsp-server all call this.
void registerInputDialects(mlir::DialectRegistry &registry);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_INPUTDIALECTS_H
