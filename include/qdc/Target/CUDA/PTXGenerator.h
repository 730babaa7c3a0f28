//===- PTXGenerator.h - From LLVM IR to PTX ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_PTXGENERATOR_H
#define QDC_TARGET_CUDA_PTXGENERATOR_H

#include "qdc/Support/Result.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace qdc {

/// LLVM's optimiser and PTX back end for one architecture. Not for use by two threads at a time.
///
/// The text asks for the lowest PTX version that has the architecture, so that a driver as old as the chip takes it;
/// what newer versions added is not used. Float arithmetic is IEEE's: subnormals stay, divisions and square roots are
/// rounded, and only operations that are marked `contract` become one fused multiply-add.
class PTXGenerator {
public:
  /// `number` is of cudaArchitectures, `optimizationLevel` 0 to 3. Fails with ErrorCode::internal if LLVM has no such
  /// back end.
  static Result<PTXGenerator> create(std::string_view number, unsigned optimizationLevel);
  PTXGenerator(PTXGenerator &&);
  ~PTXGenerator();

  /// Of the modules that this generates code for, as LLVM spells it.
  std::string dataLayout() const;

  /// Sets the triple and data layout of `module`. To be called first.
  void prepare(llvm::Module &module) const;

  /// Removes what no kernel (a function of the calling convention ptx_kernel) reaches, and runs the pipeline of the
  /// optimisation level without loop and SLP vectorisation.
  void optimize(llvm::Module &module) const;

  /// The PTX text of a prepared module, with line numbers if it has debug information. Changes `module`. Fails with
  /// ErrorCode::internal.
  Result<std::string> emitPTX(llvm::Module &module) const;

private:
  PTXGenerator(unsigned optimizationLevel, std::unique_ptr<llvm::TargetMachine> machine);

  unsigned optimizationLevel;
  std::unique_ptr<llvm::TargetMachine> machine;
};

} // namespace qdc

#endif // QDC_TARGET_CUDA_PTXGENERATOR_H
