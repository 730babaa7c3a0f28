//===- LLVMPipelines.h - LLVM's optimiser and code generators ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipelines of LLVM, which are the same for every back end but for its
// TargetMachine and its tuning. Nothing here keeps state; different modules
// may be worked on at the same time.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_LLVMPIPELINES_H
#define QDC_TARGET_LLVMPIPELINES_H

#include "qdc/Support/Result.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CodeGen.h"

#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace qdc {

/// What CodeOptions::optimizationLevel, 0 to 3, means for a code generator.
llvm::CodeGenOptLevel codeGenLevel(unsigned optimizationLevel);

/// Runs LLVM's default pipeline of the optimisation level on `module`, which has the machine's triple and data layout,
/// at levels 2 and 3 without the runs of InstCombine that leave nothing to later passes. It makes no
/// library call that `libraryInfo` does not list. `extend` may put passes at the builder's extension points.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, unsigned optimizationLevel,
                    const llvm::PipelineTuningOptions &tuning, const llvm::TargetLibraryInfoImpl &libraryInfo,
                    llvm::function_ref<void(llvm::PassBuilder &)> extend = {});

/// The assembly text or object of `module`, which is changed. Fails with ErrorCode::internal if the back end has no
/// such output. What else it refuses, it reports to the context's diagnostic handler (LLVMTranslation.h).
Result<std::string> generateFile(llvm::Module &module, llvm::TargetMachine &machine, llvm::CodeGenFileType type,
                                 const llvm::TargetLibraryInfoImpl &libraryInfo);

} // namespace qdc

#endif // QDC_TARGET_LLVMPIPELINES_H
