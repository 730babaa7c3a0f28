//===- Needs.h - What a module asks of a device -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_SPIRV_NEEDS_H
#define QDC_LIB_LOWERING_SPIRV_NEEDS_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

namespace qdc {

/// Declares the version and the capabilities of `module`, which has its functions.
void declareNeeds(mlir::spirv::ModuleOp module, mlir::spirv::Version version);

} // namespace qdc

#endif // QDC_LIB_LOWERING_SPIRV_NEEDS_H
