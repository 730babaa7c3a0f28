//===- EntryPoints.h - Entry points of a lowered module ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_ENTRYPOINTS_H
#define QDC_TARGET_ENTRYPOINTS_H

#include "qdc/Target/Target.h"

namespace qdc {

/// The entry points of a module, in order: the functions with a `qd.entry_point`, of the dialect that a target's
/// lowering ends with, each with its private form, the function that says so by `qd.private_form`. The dialect's
/// verifiers have passed.
std::vector<CompiledEntryPoint> collectEntryPoints(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_TARGET_ENTRYPOINTS_H
