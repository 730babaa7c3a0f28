//===- LLVMPipelinesTest.cpp - Tests of Target/LLVMPipelines.h ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Target/LLVMPipelines.h"
#include "qdc/Target/LLVMBackEnds.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

namespace {

using Names = std::vector<std::string>;

constexpr const char *twoFunctions = R"(
define void @first(ptr %x) {
  %v = load float, ptr %x
  %w = fmul float %v, 2.0
  store float %w, ptr %x
  ret void
}
define void @second(ptr %x) {
  store float 1.0, ptr %x
  ret void
}
)";

/// The passes that combine instructions, and those that tell where in the pipeline they do, as they ran on each
/// function.
std::map<std::string, Names> passesOf(unsigned level) {
  qdc::initializeBackEnds();
  const llvm::Triple triple("x86_64-unknown-linux-gnu");
  std::string reason;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, reason);
  REQUIRE(target);
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, "x86-64-v3", "", llvm::TargetOptions(), llvm::Reloc::PIC_));
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(twoFunctions, problem, context);
  REQUIRE(module);
  module->setTargetTriple(triple);
  module->setDataLayout(machine->createDataLayout());

  std::map<std::string, Names> passes;
  llvm::PipelineTuningOptions tuning;
  tuning.SLPVectorization = true;
  qdc::optimizeModule(*module, *machine, level, tuning, llvm::TargetLibraryInfoImpl(triple),
                      [&](llvm::PassBuilder &builder) {
                        builder.getPassInstrumentationCallbacks()->registerBeforeNonSkippedPassCallback(
                            [&](llvm::StringRef pass, llvm::Any unit) {
                              auto *function = llvm::any_cast<const llvm::Function *>(&unit);
                              for (llvm::StringRef known : {"InstCombinePass", "GVNPass", "DSEPass",
                                                            "LoopVectorizePass", "SLPVectorizerPass", "LoopUnrollPass"})
                                if (function && pass == known)
                                  passes[(*function)->getName().str()].push_back(pass.str());
                            });
                      });
  return passes;
}

} // namespace

TEST_CASE("instructions are combined where other passes leave something to do") {
  const unsigned level = GENERATE(2U, 3U);
  INFO("level " << level);
  const Names expected = {"InstCombinePass",   "InstCombinePass", "InstCombinePass",   "GVNPass",
                          "DSEPass",           "InstCombinePass", "LoopVectorizePass", "InstCombinePass",
                          "SLPVectorizerPass", "LoopUnrollPass",  "InstCombinePass"};
  std::map<std::string, Names> passes = passesOf(level);
  CHECK(passes["first"] == expected);
  CHECK(passes["second"] == expected);
}

TEST_CASE("level 1 combines instructions as often as LLVM's pipeline says") {
  std::map<std::string, Names> passes = passesOf(1);
  CHECK(std::ranges::count(passes["first"], "InstCombinePass") == 8);
}
