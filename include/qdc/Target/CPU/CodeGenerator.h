//===- CodeGenerator.h - From LLVM IR to an object --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_CODEGENERATOR_H
#define QDC_TARGET_CPU_CODEGENERATOR_H

#include "qdc/Support/Result.h"
#include "qdc/Target/CPU/Processor.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace qdc {

/// LLVM's optimiser and code generator for one processor. Not for use by two threads at a time.
class CodeGenerator {
public:
  /// `optimizationLevel` is 0..3. Fails with ErrorCode::internal if LLVM has no x86-64 back end.
  static Result<CodeGenerator> create(const Processor &processor, unsigned optimizationLevel);
  CodeGenerator(CodeGenerator &&) noexcept;
  ~CodeGenerator();

  /// Of the modules that this generates code for, as LLVM spells them.
  static std::string tripleName();
  std::string dataLayout() const;

  /// Sets the triple and data layout of `module`, and the processor and features of its functions. To be repeated after
  /// functions were added.
  void prepare(llvm::Module &module) const;

  /// The size of the vector registers that loops of `module`, which is prepared, are vectorised for: 128, 256 or 512.
  /// 0 where it has no function with a body.
  unsigned vectorBits(llvm::Module &module) const;

  /// Runs the pipeline of the optimisation level, with loop and SLP vectorisation from level 2 on. It makes no
  /// call that cpuBuiltinsObject cannot resolve.
  void optimize(llvm::Module &module) const;

  /// A relocatable ELF object of a prepared module, position independent. Changes `module`. Fails with
  /// ErrorCode::internal.
  Result<std::string> emitObject(llvm::Module &module) const;

private:
  CodeGenerator(Processor processor, unsigned optimizationLevel, std::unique_ptr<llvm::TargetMachine> machine);

  Processor processor;
  unsigned optimizationLevel;
  std::unique_ptr<llvm::TargetMachine> machine;
};

} // namespace qdc

#endif // QDC_TARGET_CPU_CODEGENERATOR_H
