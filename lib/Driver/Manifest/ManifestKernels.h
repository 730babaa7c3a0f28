//===- ManifestKernels.h - Kernels, tasks and graphs ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_MANIFEST_MANIFESTKERNELS_H
#define QDC_LIB_DRIVER_MANIFEST_MANIFESTKERNELS_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Driver/Manifest/ManifestBuilder.h"

namespace qdc {

/// The task's name as the manifest has it, without its kernel's.
std::string taskName(qd::TaskOp task);

/// Adds the module's kernels, in its order, and the symbols of their tasks.
mlir::LogicalResult describeKernels(mlir::ModuleOp module, ManifestDraft &draft);

} // namespace qdc

#endif // QDC_LIB_DRIVER_MANIFEST_MANIFESTKERNELS_H
