//===- KeepMathCallsTest.cpp - Math functions that are not inlined --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at the IR. What the code computes, and that loops become vector code,
// is in unit/Driver/SplitRunTest.cpp and test/Target/Math/keep-math-calls.test.
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Math/KeepMathCalls.h"

#include "qdc/Target/Math/MathLibrary.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/VFABIDemangler.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

#include <catch2/catch.hpp>

using namespace qdc;

namespace {

/// @few calls sin once, @many five times, pow once and rsqrt, which is a few instructions, once.
constexpr const char *source = R"(
declare float @qdm_sin_f32(float)
declare float @qdm_pow_f32(float, float)
declare float @qdm_rsqrt_f32(float)
define float @few(float %x) {
  %a = call float @qdm_sin_f32(float %x)
  ret float %a
}
define float @many(float %x) {
  %a = call float @qdm_sin_f32(float %x)
  %b = call float @qdm_sin_f32(float %a)
  %c = call float @qdm_sin_f32(float %b)
  %d = call float @qdm_sin_f32(float %c)
  %e = call float @qdm_sin_f32(float %d)
  %f = call float @qdm_pow_f32(float %e, float %x)
  %g = call float @qdm_rsqrt_f32(float %f)
  ret float %g
}
)";

class KeptCalls {
public:
  KeptCalls(unsigned largest, unsigned vectorBits) {
    llvm::SMDiagnostic diagnostic;
    module = llvm::parseAssemblyString(source, diagnostic, context);
    REQUIRE(module);
    module->setTargetTriple(llvm::Triple("x86_64-unknown-linux-gnu"));
    REQUIRE(linkMath(*module, FusedMultiplyAdd::native).ok());
    keepMathCalls(*module, largest, vectorBits);
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    INFO(problems);
    REQUIRE(!llvm::verifyModule(*module, &stream));
  }

  llvm::CallInst &call(const char *function, size_t index) {
    for (llvm::Instruction &instruction : module->getFunction(function)->front())
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && index-- == 0)
        return *call;
    FAIL("there is no such call");
    abort();
  }
  bool isKept(const char *function, size_t index) {
    return call(function, index).getAttributes().hasFnAttr(llvm::Attribute::NoInline);
  }
  std::string forms(const char *function, size_t index) {
    return call(function, index).getFnAttr("vector-function-abi-variant").getValueAsString().str();
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

} // namespace

TEST_CASE("a function with few math calls inlines them") {
  KeptCalls kept(10000, 256);
  for (size_t index = 0; index < 7; ++index)
    CHECK(!kept.isKept("many", index));
  CHECK(!kept.module->getFunction("qdm_sin_f32.x8"));
}

TEST_CASE("a function with many math calls keeps them, whatever others do") {
  KeptCalls kept(200, 0);
  CHECK(!kept.isKept("few", 0));
  for (size_t index = 0; index < 6; ++index)
    CHECK(kept.isKept("many", index));
  CHECK(!kept.isKept("many", 6)); // rsqrt
  CHECK(!kept.call("many", 0).hasFnAttr("vector-function-abi-variant"));
}

TEST_CASE("functions of a few instructions do not count") {
  KeptCalls all(500, 0);
  size_t math = 0;
  for (size_t index = 0; index < 6; ++index)
    for (const llvm::BasicBlock &block : *all.call("many", index).getCalledFunction())
      math += block.size();
  CHECK(!KeptCalls(math, 0).isKept("many", 0));
  CHECK(KeptCalls(math - 1, 0).isKept("many", 0));
}

TEST_CASE("vectorisers find a form for registers full of 32-bit and of 64-bit elements") {
  KeptCalls kept(200, 256);
  CHECK(kept.forms("many", 0) == "_ZGV_LLVM_N8v_qdm_sin_f32(qdm_sin_f32.x8),"
                                 "_ZGV_LLVM_M8v_qdm_sin_f32(qdm_sin_f32.masked.x8),"
                                 "_ZGV_LLVM_N4v_qdm_sin_f32(qdm_sin_f32.x4),"
                                 "_ZGV_LLVM_M4v_qdm_sin_f32(qdm_sin_f32.masked.x4)");
  llvm::CallInst &power = kept.call("many", 5);
  llvm::SmallVector<std::string, 8> names;
  llvm::VFABI::getVectorVariantNames(power, names);
  REQUIRE(names.size() == 4);
  for (const std::string &name : names) {
    INFO(name);
    std::optional<llvm::VFInfo> info = llvm::VFABI::tryDemangleForVFABI(name, power.getFunctionType());
    REQUIRE(info);
    CHECK(info->ScalarName == "qdm_pow_f32");
    llvm::Function *form = kept.module->getFunction(info->VectorName);
    REQUIRE(form);
    CHECK(form->getFunctionType() == llvm::VFABI::createFunctionType(*info, power.getFunctionType()));
    CHECK(form->doesNotAccessMemory());
    CHECK(form->hasInternalLinkage());
  }
}

TEST_CASE("a function that few calls inline has no form") {
  KeptCalls kept(200, 512);
  CHECK(kept.module->getFunction("qdm_sin_f32.x16"));
  CHECK(!kept.module->getFunction("qdm_rsqrt_f32.x16"));
  CHECK(kept.forms("few", 0).empty());
}

TEST_CASE("forms that nothing calls are erased, and no others") {
  KeptCalls kept(200, 128);
  llvm::Function *used = kept.module->getFunction("qdm_sin_f32.masked.x4");
  REQUIRE(used);
  llvm::Function *caller =
      llvm::Function::Create(used->getFunctionType(), llvm::GlobalValue::ExternalLinkage, "caller", kept.module.get());
  llvm::BasicBlock *block = llvm::BasicBlock::Create(kept.context, "", caller);
  llvm::CallInst *call = llvm::CallInst::Create(used, {caller->getArg(0), caller->getArg(1)}, "", block);
  llvm::ReturnInst::Create(kept.context, call, block);
  eraseUnusedVectorForms(*kept.module);
  CHECK(!llvm::verifyModule(*kept.module));
  std::vector<std::string> left;
  for (const llvm::Function &function : *kept.module)
    if (function.getName().contains(".x"))
      left.push_back(function.getName().str());
  CHECK(left == std::vector<std::string>{"qdm_sin_f32.x4", "qdm_sin_f32.masked.x4"});
  CHECK(!kept.module->getNamedGlobal("llvm.compiler.used"));
}
