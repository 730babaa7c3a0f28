//===- Passes.h - The pass from tasks to grids ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares createConvertTasksToGrid(), its options struct and
// registerTasksToGridPasses(), generated from Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CONVERSION_TASKSTOGRID_PASSES_H
#define QDC_CONVERSION_TASKSTOGRID_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Conversion/TasksToGrid/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Conversion/TasksToGrid/Passes.h.inc"

} // namespace qdc

#endif // QDC_CONVERSION_TASKSTOGRID_PASSES_H
