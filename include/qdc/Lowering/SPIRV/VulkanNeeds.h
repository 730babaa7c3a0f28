//===- VulkanNeeds.h - What a module asks of a device -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_SPIRV_VULKANNEEDS_H
#define QDC_LOWERING_SPIRV_VULKANNEEDS_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

#include <string>
#include <vector>

namespace qdc {

/// The names of VulkanNeeds.def that a device must have for `module`, one that lowerGridToSPIRV made: sorted.
std::vector<std::string> featuresOf(mlir::spirv::ModuleOp module);

} // namespace qdc

#endif // QDC_LOWERING_SPIRV_VULKANNEEDS_H
