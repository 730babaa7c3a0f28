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

/// Makes every kernel of `module` begin, in all its threads, by waiting for the grids that it depends on and for their
/// writes (`griddepcontrol.wait`); it accesses no memory before. So a grid that has ended has waited for those before
/// it. Loads are no longer marked invariant, so none uses ld.global.nc. To be run last before code is emitted, for an
/// architecture that hasGridDependencies().
void waitForDependencies(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_CUDA_GRIDDEPENDENCY_H
