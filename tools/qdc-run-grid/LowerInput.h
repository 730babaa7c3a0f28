//===- LowerInput.h - From kernels to the grid that is run ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_LOWERINPUT_H
#define QDC_TOOLS_RUNGRID_LOWERINPUT_H

#include "qdc/Lowering/GPU/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qdc {

/// A file, and what runs of it.
struct LoweredInput {
  /// Offloaded, with kernels whose launches name entry points of the grid; null if the file held a grid.
  mlir::OwningOpRef<mlir::ModuleOp> kernels;
  mlir::OwningOpRef<mlir::ModuleOp> grid;
};

/// Lowers the kernels of `module` as for a GPU, by `options`, with the passes that compiling has, or takes it for a
/// grid, if it holds neither kernels nor tasks. Fails, with an error, where a pass does, or if no grid is left.
mlir::FailureOr<LoweredInput> lowerInput(mlir::OwningOpRef<mlir::ModuleOp> module,
                                         const ConvertTasksToGridOptions &options);

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_LOWERINPUT_H
