//===- LowerInput.h - From kernels to the grid that is run ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_LOWERINPUT_H
#define QDC_TOOLS_RUNGRID_LOWERINPUT_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/GPU/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qdc {

/// A file, and what runs of it.
struct LoweredInput {
  /// Offloaded, with kernels whose launches name entry points of the grid; null if the file held a grid.
  mlir::OwningOpRef<mlir::ModuleOp> kernels;
  qd::KernelOp kernel; // the one that was asked for; null if the file held a grid
  /// Its counted loops are scf.while (boundLoops).
  mlir::OwningOpRef<mlir::ModuleOp> grid;
};

/// Lowers the kernels of `module` as for a GPU, by `options`, with the passes that compiling has, or takes it for a
/// grid, if it holds no kernels. `kernel` is the name of one of them, or empty, if there is only one. Fails, with an
/// error, where a pass does, if there is no such kernel, or if no grid is left. Atomics on fewer bits than
/// `narrowestAtomic` become some on words.
mlir::FailureOr<LoweredInput> lowerInput(mlir::OwningOpRef<mlir::ModuleOp> module, llvm::StringRef kernel,
                                         const ConvertTasksToGridOptions &options, unsigned narrowestAtomic);

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_LOWERINPUT_H
