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
  qd::KernelOp kernel; // the one to run, in `kernels`; null if the file held a grid
  std::string kernelName; // its name in the file, which symbols of the grid need not have
  /// What verifyGrid accepts, with counted loops as scf.while (boundLoops), widened atomics and outlined iterations.
  mlir::OwningOpRef<mlir::ModuleOp> grid;
};

/// How a file is lowered.
struct LoweringOptions {
  ConvertTasksToGridOptions grid;
  unsigned narrowestAtomic = 8;   // bits; narrower atomics become atomics on words (WidenNarrowAtomics.h)
  bool outlinesEarlyExits = false; // iterations that end early become functions (OutlineEarlyExits.h)
};

/// Lowers the kernels of `module` as a GPU's target does, with the passes of a compile, or takes the module as a grid
/// if it holds no kernels. `kernel` is the name of one of them, or empty if there is only one. Fails, with an error,
/// where a pass fails, if there is no such kernel, if what is left is no grid, or for a number of bits that no
/// narrowest atomic has.
mlir::FailureOr<LoweredInput> lowerInput(mlir::OwningOpRef<mlir::ModuleOp> module, llvm::StringRef kernel,
                                         const LoweringOptions &options);

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_LOWERINPUT_H
