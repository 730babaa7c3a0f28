//===- Passes.td - Passes on the qd dialect ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_PASSES_TD
#define QDC_DIALECT_QD_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // QDC_DIALECT_QD_TRANSFORMS_PASSES_TD
