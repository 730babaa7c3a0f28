//===- EntryPoints.h - Entry points of a lowered module ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_ENTRYPOINTS_H
#define QDC_TARGET_ENTRYPOINTS_H

#include "qdc/Target/Target.h"

namespace qdc {

/// Reads back what the lowering wrote at the entry points of a module (TaskParameters.h, TasksToCPU.h, TasksToGrid.h):
/// those of its llvm.funcs that name a task, in order. Fails with ErrorCode::internal, naming the symbol or the slot,
/// where an attribute is missing.
Result<std::vector<CompiledEntryPoint>> collectEntryPoints(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_TARGET_ENTRYPOINTS_H
