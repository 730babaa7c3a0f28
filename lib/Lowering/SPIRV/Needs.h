//===- Needs.h - What a module asks of a device -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_SPIRV_NEEDS_H
#define QDC_LIB_LOWERING_SPIRV_NEEDS_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

namespace qdc {

/// The widths of the floats in the functions of `module`, in their order.
llvm::SmallVector<unsigned> floatWidthsOf(mlir::spirv::ModuleOp module);

/// Declares the version and the capabilities of `module`, which has its functions and
/// entry points.
void declareNeeds(mlir::spirv::ModuleOp module, mlir::spirv::Version version);

} // namespace qdc

#endif // QDC_LIB_LOWERING_SPIRV_NEEDS_H
