//===- MathLibraryTest.cpp - Linking of the CPU math library --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Math/MathLibrary.h"

#include "qdc/Target/CPU/Builtins.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/SourceMgr.h"

#include <catch2/catch.hpp>

#include <set>

using namespace qdc;

static const char *const mnemonics[] = {
    "absf", "acos", "acosh", "asin",  "asinh",     "atan",  "atan2", "atanh", "cbrt",  "ceil", "copysign", "cos",
    "cosh", "erf",  "erfc",  "exp",   "exp2",      "expm1", "floor", "fma",   "fpowi", "log",  "log10",    "log1p",
    "log2", "powf", "remf",  "round", "roundeven", "rsqrt", "sin",   "sinh",  "sqrt",  "tan",  "tanh",     "trunc"};

static std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &context, const std::string &text) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, diagnostic, context);
  INFO(diagnostic.getMessage().str());
  REQUIRE(module);
  module->setTargetTriple(llvm::Triple("x86_64-unknown-linux-gnu"));
  return module;
}

static const char *const callsSin = "declare float @qdm_sin_f32(float)\n"
                                    "define float @kernel(float %x) {\n"
                                    "  %r = call float @qdm_sin_f32(float %x)\n  ret float %r\n}\n";

TEST_CASE("every operation of the math dialect has a callee, and every library callee a body") {
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> library =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(mathBitcode(), "library"), context);
  REQUIRE(bool(library));
  // Functions that others call have no operation of their own.
  std::set<std::string> named = {"qdm_fma_f32",       "qdm_fma_f64",       "qdm_exact_fma_f64", "qdm_large_sin_f32",
                                 "qdm_large_cos_f32", "qdm_large_tan_f32", "qdm_large_sin_f64", "qdm_large_cos_f64",
                                 "qdm_large_tan_f64", "qdm_rare_pow_f32",  "qdm_rare_pow_f64",  "qdm_rare_fmod_f32"};
  auto checkIn = [&](const char *mnemonic, MathType type, MathTable table, bool mayApproximate = false) {
    INFO(mnemonic);
    std::optional<MathFunction> function = mathFunction(mnemonic, type, table, mayApproximate);
    REQUIRE(function);
    if (function->kind == MathFunction::Kind::intrinsic) {
      CHECK(function->symbol.rfind("llvm.", 0) == 0);
      return;
    }
    llvm::Function *body = (*library)->getFunction(function->symbol);
    REQUIRE(body);
    CHECK(!body->isDeclaration());
    named.insert(function->symbol);
  };
  auto check = [&](const char *mnemonic, MathType type) {
    checkIn(mnemonic, type, MathTable::cpu);
    checkIn(mnemonic, type, MathTable::gpu);
    if (mathFunction(mnemonic, type, MathTable::vulkan))
      checkIn(mnemonic, type, MathTable::vulkan);
    checkIn(mnemonic, type, MathTable::nvidia);
    checkIn(mnemonic, type, MathTable::nvidia, /*mayApproximate=*/true);
  };
  for (const char *mnemonic : mnemonics) {
    check(mnemonic, MathType::f32);
    check(mnemonic, MathType::f64);
  }
  check("ipowi", MathType::i32);
  check("ipowi", MathType::i64);
  for (const llvm::Function &function : **library)
    if (!function.isIntrinsic()) {
      INFO(function.getName().str());
      CHECK(named.count(function.getName().str()) == 1);
    }
}

TEST_CASE("operations are called by their table; those without a callee are told apart") {
  CHECK(mathFunction("sin", MathType::f32, MathTable::gpu)->symbol == "qdm_single_sin_f32");
  CHECK(mathFunction("sin", MathType::f32, MathTable::vulkan)->symbol == "qdm_sin_f32");
  CHECK(mathFunction("fma", MathType::f32, MathTable::vulkan)->symbol == "qdm_fma_f32");
  CHECK(mathFunction("fma", MathType::f64, MathTable::vulkan)->symbol == "qdm_fma_f64");
  CHECK_FALSE(mathFunction("sqrt", MathType::f32, MathTable::vulkan));
  CHECK(mathFunction("sin", MathType::f64, MathTable::gpu)->symbol == "qdm_sin_f64");
  CHECK(mathFunction("sin", MathType::f64, MathTable::nvidia)->symbol == "qdm_nvidia_sin_f64");
  CHECK(mathFunction("exp", MathType::f32, MathTable::gpu)->symbol == "qdm_exp_f32");
  CHECK(mathFunction("exp", MathType::f64, MathTable::gpu)->symbol == "qdm_exp_f64");
  for (std::string name : {"acosh", "asinh", "atanh", "cosh", "erf", "exp", "exp2", "expm1", "log", "log10", "log1p",
                           "log2", "sinh", "tanh"})
    CHECK(mathFunction(name, MathType::f64, MathTable::nvidia)->symbol == "qdm_nvidia_" + name + "_f64");
  CHECK(mathFunction("powf", MathType::f64, MathTable::nvidia)->symbol == "qdm_nvidia_pow_f64");
  CHECK(mathFunction("powf", MathType::f64, MathTable::gpu)->symbol == "qdm_pow_f64");
  CHECK(mathFunction("sin", MathType::f32, MathTable::libdevice)->symbol == "__nv_sinf");
  CHECK(mathFunction("powf", MathType::f64, MathTable::libdevice)->symbol == "__nv_pow");
  CHECK(mathFunction("fpowi", MathType::f32, MathTable::libdevice)->symbol == "qdm_fpowi_f32");
  CHECK(mathFunction("ipowi", MathType::i64, MathTable::libdevice)->symbol == "qdm_ipowi_i64");
  CHECK(!mathFunction("sincos", MathType::f32, MathTable::cpu));
  CHECK(!mathFunction("sin", MathType::i32, MathTable::cpu));
  CHECK(!mathFunction("ipowi", MathType::f32, MathTable::cpu));
}

TEST_CASE("NVIDIA's GPUs approximate f32 functions where an instruction is as good, or where the operation allows it") {
  constexpr bool allowed = true;
  CHECK(mathFunction("rsqrt", MathType::f32, MathTable::nvidia)->symbol == "qdm_nvidia_rsqrt_f32");
  CHECK(mathFunction("rsqrt", MathType::f32, MathTable::gpu, allowed)->symbol == "qdm_rsqrt_f32");
  CHECK(mathFunction("rsqrt", MathType::f64, MathTable::nvidia, allowed)->symbol == "qdm_nvidia_rsqrt_f64");
  CHECK(mathFunction("rsqrt", MathType::f32, MathTable::libdevice, allowed)->symbol == "__nv_rsqrtf");
  CHECK(mathFunction("erf", MathType::f32, MathTable::nvidia)->symbol == "qdm_nvidia_erf_f32");
  CHECK(mathFunction("erf", MathType::f32, MathTable::gpu, allowed)->symbol == "qdm_erf_f32");
  CHECK(mathFunction("erf", MathType::f64, MathTable::nvidia, allowed)->symbol == "qdm_nvidia_erf_f64");
  CHECK(mathFunction("erf", MathType::f32, MathTable::libdevice, allowed)->symbol == "__nv_erff");
  CHECK(mathFunction("sin", MathType::f32, MathTable::nvidia, allowed)->symbol == "qdm_single_sin_f32");
  for (std::string name : {"acosh", "asinh", "atanh", "cosh", "erfc", "exp2", "tanh"}) {
    INFO(name);
    CHECK(mathFunction(name, MathType::f32, MathTable::gpu, allowed)->symbol == "qdm_" + name + "_f32");
    CHECK(mathFunction(name, MathType::f32, MathTable::nvidia, allowed)->symbol == "qdm_nvidia_" + name + "_f32");
    CHECK(mathFunction(name, MathType::f32, MathTable::libdevice, allowed)->symbol == "__nv_" + name + "f");
  }
  CHECK(mathFunction("powf", MathType::f32, MathTable::nvidia)->symbol == "qdm_nvidia_pow_f32");
  for (std::string name : {"log", "log10", "log1p", "log2"}) {
    INFO(name);
    for (MathTable table : {MathTable::gpu, MathTable::nvidia})
      CHECK(mathFunction(name, MathType::f32, table, allowed)->symbol == "qdm_single_" + name + "_f32");
  }
  for (MathTable table : {MathTable::cpu, MathTable::gpu})
    CHECK(mathFunction("exp", MathType::f32, table, allowed)->symbol == "qdm_exp_f32");
  CHECK(mathFunction("exp", MathType::f32, MathTable::nvidia)->symbol == "qdm_nvidia_exp_f32");
  for (MathTable table : {MathTable::nvidia, MathTable::libdevice})
    CHECK(mathFunction("exp", MathType::f32, table, allowed)->symbol == "qdm_approximate_exp_f32");
  CHECK(mathFunction("exp", MathType::f64, MathTable::nvidia, allowed)->symbol == "qdm_nvidia_exp_f64");
}

TEST_CASE("linking adds what is called, internal, inlined and free of attributes that name a processor") {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = parse(context, callsSin);
  REQUIRE(linkMath(*module, FusedMultiplyAdd::native).ok());
  CHECK(!llvm::verifyModule(*module));
  unsigned definitions = 0;
  for (const llvm::Function &function : *module) {
    if (function.isDeclaration()) {
      CHECK(function.isIntrinsic());
      continue;
    }
    ++definitions;
    if (function.getName() == "kernel")
      continue;
    CHECK(function.getName() == "qdm_sin_f32");
    CHECK(function.hasInternalLinkage());
    CHECK(function.hasFnAttribute(llvm::Attribute::AlwaysInline));
    CHECK(function.doesNotAccessMemory());
    CHECK(!function.hasFnAttribute("target-cpu"));
    CHECK(!function.hasFnAttribute("target-features"));
  }
  CHECK(definitions == 2);
  CHECK(!module->getModuleFlagsMetadata());
}

TEST_CASE("linking leaves a module without math alone") {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = parse(context, "define void @kernel() {\n  ret void\n}\n");
  REQUIRE(linkMath(*module, FusedMultiplyAdd::emulated).ok());
  CHECK(module->size() == 1);
}

TEST_CASE("without hardware no fused multiply-add intrinsic is left") {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module =
      parse(context, "declare double @llvm.fma.f64(double, double, double)\n"
                     "declare double @qdm_pow_f64(double, double)\n"
                     "define double @kernel(double %x) {\n"
                     "  %p = call double @qdm_pow_f64(double %x, double %x)\n"
                     "  %r = call double @llvm.fma.f64(double %x, double %x, double %p)\n  ret double %r\n}\n");
  REQUIRE(linkMath(*module, FusedMultiplyAdd::emulated).ok());
  CHECK(!llvm::verifyModule(*module));
  for (const llvm::Function &function : *module)
    if (function.getIntrinsicID() == llvm::Intrinsic::fma)
      CHECK(function.use_empty());
  CHECK(module->getFunction("qdm_fma_f64"));
}

TEST_CASE("an unknown math function is an error that names it") {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = parse(context, "declare float @qdm_gamma_f32(float)\n");
  Status status = linkMath(*module, FusedMultiplyAdd::native);
  REQUIRE(!status.ok());
  CHECK(status.error().code == ErrorCode::internal);
  CHECK(status.error().message == "no function 'qdm_gamma_f32' in the embedded math library");
}

TEST_CASE("a fused multiply-add of a type without emulation is refused") {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module =
      parse(context, "declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)\n"
                     "define <2 x float> @kernel(<2 x float> %x) {\n"
                     "  %r = call <2 x float> @llvm.fma.v2f32(<2 x float> %x, <2 x float> %x, <2 x float> %x)\n"
                     "  ret <2 x float> %r\n}\n");
  Status status = linkMath(*module, FusedMultiplyAdd::emulated);
  REQUIRE(!status.ok());
  CHECK(status.error().code == ErrorCode::unsupported);
  CHECK(status.error().message == "fused multiply-add without hardware for it is for f32 and f64, but function "
                                  "'kernel' has another type; choose a target with FMA");
}

TEST_CASE("builtins are hidden, complete, and each in a section of its own") {
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> object =
      llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(cpuBuiltinsObject(), "builtins"));
  REQUIRE(bool(object));
  std::set<std::string> names;
  std::set<uint64_t> sections;
  for (const llvm::object::ELFSymbolRef symbol : llvm::cast<llvm::object::ELFObjectFileBase>(**object).symbols()) {
    if (symbol.getBinding() != llvm::ELF::STB_GLOBAL)
      continue;
    std::string name = llvm::cantFail(symbol.getName()).str();
    INFO(name);
    CHECK((llvm::cantFail(symbol.getFlags()) & llvm::object::SymbolRef::SF_Undefined) == 0);
    CHECK(symbol.getOther() == llvm::ELF::STV_HIDDEN);
    CHECK(sections.insert(llvm::cantFail(symbol.getSection())->getIndex()).second);
    names.insert(name);
  }
  CHECK(names == std::set<std::string>{"__divti3",     "__extendbfsf2", "__extendhfsf2", "__modti3",  "__truncdfbf2",
                                       "__truncdfhf2", "__truncsfbf2",  "__truncsfhf2",  "__udivti3", "__umodti3",
                                       "bcmp",         "ceil",          "ceilf",         "floor",     "floorf",
                                       "memcmp",       "memcpy",        "memmove",       "memset",    "round",
                                       "roundeven",    "roundevenf",    "roundf",        "trunc",     "truncf"});
}

TEST_CASE("LLVM may call the memory builtins and no other library function") {
  llvm::TargetLibraryInfoImpl available = cpuTargetLibraryInfo(llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::TargetLibraryInfo info(available);
  for (llvm::LibFunc function :
       {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset, llvm::LibFunc_memcmp, llvm::LibFunc_bcmp})
    CHECK(info.has(function));
  for (llvm::LibFunc function : {llvm::LibFunc_strlen, llvm::LibFunc_sin, llvm::LibFunc_expf, llvm::LibFunc_fmod})
    CHECK(!info.has(function));
}

TEST_CASE("the library says its name and version") {
  CHECK(mathLibraryName().starts_with("qdc "));
  CHECK(mathLibraryName().contains("libclc 22."));
}
