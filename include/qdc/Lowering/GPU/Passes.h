//===- Passes.h - The pass from tasks to grids ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares createConvertTasksToGrid(), its options struct and
// registerLoweringGPUPasses(), generated from Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_GPU_PASSES_H
#define QDC_LOWERING_GPU_PASSES_H

#include "qdc/Lowering/Common/GridLimits.h"

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Lowering/GPU/Passes.h.inc"

/// The options of `convert-tasks-to-grid` for a device with these limits; the others have their defaults.
ConvertTasksToGridOptions optionsFor(const GridLimits &limits);

#define GEN_PASS_REGISTRATION
#include "qdc/Lowering/GPU/Passes.h.inc"

} // namespace qdc

#endif // QDC_LOWERING_GPU_PASSES_H
