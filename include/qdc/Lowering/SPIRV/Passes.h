//===- Passes.h - The pass from grids to SPIR-V -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares createConvertGridToSPIRV(), its options struct and
// registerLoweringSPIRVPasses(), generated from Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_SPIRV_PASSES_H
#define QDC_LOWERING_SPIRV_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Lowering/SPIRV/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Lowering/SPIRV/Passes.h.inc"

} // namespace qdc

#endif // QDC_LOWERING_SPIRV_PASSES_H
