//===- SourceKernel.h - What a kernel is called in the source ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_SOURCEKERNEL_H
#define QDC_DIALECT_QD_IR_SOURCEKERNEL_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Of a kernel that `qd-name-symbols` renamed: its symbol before, a StringAttr.
inline constexpr llvm::StringLiteral sourceKernelAttr = "qd.source_kernel";

/// The symbol that the manifest knows the kernel by: its own, unless `qd-name-symbols` gave it another one.
inline mlir::StringAttr sourceSymbolOf(KernelOp kernel) {
  auto source = kernel->getAttrOfType<mlir::StringAttr>(sourceKernelAttr);
  return source ? source : kernel.getSymNameAttr();
}

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_SOURCEKERNEL_H
