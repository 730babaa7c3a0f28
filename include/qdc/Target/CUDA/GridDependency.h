//===- GridDependency.h - Kernels that start before others end --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_GRIDDEPENDENCY_H
#define QDC_TARGET_CUDA_GRIDDEPENDENCY_H

#include <string_view>

namespace llvm {
class Module;
} // namespace llvm

namespace qdc {

/// Whether chips of this architecture (`number` of cudaArchitectures) can launch a grid before those that it depends on
/// have ended: from compute capability 9.0 on ("Programmatic Dependent Launch" in the CUDA C++ programming guide).
bool hasGridDependencies(std::string_view number);

/// Lets every kernel of `module`, in all its threads, first wait for the grids that it depends on and for what they
/// wrote (`griddepcontrol.wait`); it touches no memory before. A grid that ends has therefore waited for those before
/// it. No load is invariant any more, so none uses ld.global.nc. For code that no pass changes any more before it is
/// emitted, and an architecture that hasGridDependencies().
void waitForDependencies(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_CUDA_GRIDDEPENDENCY_H
