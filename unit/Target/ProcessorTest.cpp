//===- ProcessorTest.cpp - A processor as LLVM knows it -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/Processor.h"

#include "qdc/Target/CPU/CPUTarget.h"
#include "qdc/Target/CPU/CodeGenerator.h"

#include "catch2/catch.hpp"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <algorithm>
#include <set>

using namespace qdc;

using Names = std::set<std::string>;

/// All that LLVM reports of a processor, if only as missing, and what it has at least.
static Names knownFeatures() {
  std::vector<std::string> least = processorOfLevel("x86-64").features;
  Names names(least.begin(), least.end());
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    names.insert(feature.first().str());
  return names;
}

/// What LLVM's code generator takes to be there in the functions of a module that is prepared for `processor`; of what
/// it calls features, many are none that a processor shows, but advice.
static Names featuresInUse(const Processor &processor) {
  Result<CodeGenerator> generator = CodeGenerator::create(processor, 3);
  REQUIRE(generator.ok());
  llvm::LLVMContext context;
  llvm::Module module("test", context);
  llvm::Function *function = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                                                    llvm::Function::ExternalLinkage, "f", module);
  generator->prepare(module);
  auto attribute = [&](const char *name) { return function->getFnAttribute(name).getValueAsString(); };
  CHECK(attribute("tune-cpu") == processor.name);
  std::string reason;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), reason);
  REQUIRE(target);
  // As a function's subtarget is made: the features are applied to the first name, and the second one adds advice.
  std::unique_ptr<llvm::MCSubtargetInfo> named(
      target->createMCSubtargetInfo(module.getTargetTriple(), attribute("target-cpu"), attribute("target-features")));
  Names known = knownFeatures(), used;
  for (const llvm::SubtargetFeatureKV &feature : named->getAllProcessorFeatures())
    if (named->getFeatureBits().test(feature.Value) && known.count(feature.Key))
      used.insert(feature.Key);
  return used;
}

static Processor without(const std::string &name, const Names &hidden) {
  std::vector<std::string> shown;
  for (const std::string &feature : processorOfLevel(name).features)
    if (!hidden.count(feature))
      shown.push_back(feature);
  return processorWith(name, shown);
}

TEST_CASE("a processor's features are all that code may use, whatever its name implies") {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::X86::fillValidCPUArchList(names, /*Only64Bit=*/true);
  CHECK(names.size() > 50);
  for (llvm::StringRef name : names)
    for (const Names &hidden : {Names{}, Names{"avx512f"}, Names{"avx"}, Names{"avx512vl", "bmi", "popcnt"},
                                Names{"sse4.1", "cx16"}, Names{"sse3"}}) {
      Processor processor = without(name.str(), hidden);
      CAPTURE(processor.name, hidden);
      CHECK(featuresInUse(processor) == Names(processor.features.begin(), processor.features.end()));
      for (const std::string &feature : hidden)
        CHECK(!processor.has(feature));
    }
}

TEST_CASE("what needs a hidden feature is not there") {
  Processor processor = without("znver4", {"avx"});
  for (const char *feature : {"avx2", "fma", "f16c", "vaes", "vpclmulqdq", "avx512f", "avx512vl", "avx512bf16"})
    CHECK(!processor.has(feature));
  for (const char *feature : {"sse4.2", "popcnt", "bmi2", "aes", "gfni", "sha", "sse4a"})
    CHECK(processor.has(feature));
  CHECK(without("znver4", {"avx512f"}).has("avx2"));
  CHECK(!without("znver4", {"avx512f"}).has("avx512dq"));
  CHECK(!without("sapphirerapids", {"avx512bw"}).has("avx512fp16"));
}

TEST_CASE("every x86-64 processor has what the architecture begins with") {
  Processor processor = processorWith("znver4", {});
  CHECK(processor.features == processorOfLevel("x86-64").features);
  for (const char *feature : {"64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87"})
    CHECK(processor.has(feature));
  CHECK(processor.features.size() == 8);
}

TEST_CASE("the host shows each feature with all that it needs, sorted") {
  Processor host = hostProcessor();
  CHECK(std::is_sorted(host.features.begin(), host.features.end()));
  CHECK(processorWith(host.name, host.features).features == host.features);
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (host.has(feature.first().str()))
      CHECK(feature.second);
}

TEST_CASE("a family on another machine makes code for that one, and says what it lacks") {
  std::unique_ptr<TargetFamily> family = makeCPUFamily(without("haswell", {"fma", "movbe"}));
  std::vector<TargetDescription> targets = family->describe();
  REQUIRE(targets.size() == 4);
  CHECK(targets[0].cannotRunReason.empty());
  CHECK(targets[1].cannotRunReason.empty());
  CHECK(targets[2].cannotRunReason == "this processor lacks fma, movbe");
  CHECK(targets[3].cannotRunReason ==
        "this processor lacks avx512bw, avx512cd, avx512dq, avx512f, avx512vl, fma, movbe");
}
