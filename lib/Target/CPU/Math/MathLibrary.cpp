//===- MathLibrary.cpp - Math functions and builtins of CPU images --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/MathLibrary.h"

#include "EmbeddedFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace llvm;

namespace qdc {

static constexpr StringLiteral libraryPrefix = "qdm_";

namespace {
/// How the operations of one mnemonic are called, for all types that it has.
struct Operation {
  StringLiteral mnemonic;
  CPUMathFunction::Kind kind;
  StringLiteral stem; // of the symbol, between its prefix and its type
  bool isInteger = false;
};
} // namespace

static constexpr auto intrinsic = CPUMathFunction::Kind::intrinsic;
static constexpr auto library = CPUMathFunction::Kind::library;

// SSE4.1 rounds in every direction but half away from zero, for which LLVM has an inline expansion.
static constexpr Operation operations[] = {
    {"absf", intrinsic, "fabs"},
    {"acos", library, "acos"},
    {"acosh", library, "acosh"},
    {"asin", library, "asin"},
    {"asinh", library, "asinh"},
    {"atan", library, "atan"},
    {"atan2", library, "atan2"},
    {"atanh", library, "atanh"},
    {"cbrt", library, "cbrt"},
    {"ceil", intrinsic, "ceil"},
    {"copysign", intrinsic, "copysign"},
    {"cos", library, "cos"},
    {"cosh", library, "cosh"},
    {"erf", library, "erf"},
    {"erfc", library, "erfc"},
    {"exp", library, "exp"},
    {"exp2", library, "exp2"},
    {"expm1", library, "expm1"},
    {"floor", intrinsic, "floor"},
    {"fma", intrinsic, "fma"},
    {"fpowi", library, "fpowi"},
    {"ipowi", library, "ipowi", /*isInteger=*/true},
    {"log", library, "log"},
    {"log10", library, "log10"},
    {"log1p", library, "log1p"},
    {"log2", library, "log2"},
    {"powf", library, "pow"},
    {"remf", library, "fmod"},
    {"round", intrinsic, "round"},
    {"roundeven", intrinsic, "roundeven"},
    {"rsqrt", library, "rsqrt"},
    {"sin", library, "sin"},
    {"sinh", library, "sinh"},
    {"sqrt", intrinsic, "sqrt"},
    {"tan", library, "tan"},
    {"tanh", library, "tanh"},
    {"trunc", intrinsic, "trunc"},
};

static StringRef nameOf(CPUMathType type) {
  switch (type) {
  case CPUMathType::f32:
    return "f32";
  case CPUMathType::f64:
    return "f64";
  case CPUMathType::i32:
    return "i32";
  case CPUMathType::i64:
    return "i64";
  }
  return "";
}

std::optional<CPUMathFunction> cpuMathFunction(StringRef mnemonic, CPUMathType type) {
  bool isInteger = type == CPUMathType::i32 || type == CPUMathType::i64;
  for (const Operation &operation : operations) {
    if (operation.mnemonic != mnemonic || operation.isInteger != isInteger)
      continue;
    if (operation.kind == intrinsic)
      return CPUMathFunction{intrinsic, ("llvm." + operation.stem + "." + nameOf(type)).str()};
    return CPUMathFunction{library, (libraryPrefix + operation.stem + "_" + nameOf(type)).str()};
  }
  return std::nullopt;
}

StringRef cpuMathBitcode() { return StringRef(qdcCPUMathBitcodeBegin, qdcCPUMathBitcodeEnd - qdcCPUMathBitcodeBegin); }

StringRef cpuBuiltinsObject() { return StringRef(qdcCPUBuiltinsBegin, qdcCPUBuiltinsEnd - qdcCPUBuiltinsBegin); }

TargetLibraryInfoImpl cpuTargetLibraryInfo(const Triple &triple) {
  TargetLibraryInfoImpl info(triple);
  info.disableAllFunctions();
  for (LibFunc function : {LibFunc_memcpy, LibFunc_memmove, LibFunc_memset, LibFunc_memcmp, LibFunc_bcmp})
    info.setAvailable(function);
  return info;
}

StringRef cpuMathLibraryName() { return QDC_MATH_LIBRARY_NAME; }

static bool isUnresolved(const Function &function) {
  return function.isDeclaration() && function.getName().starts_with(libraryPrefix);
}

bool callsMath(const Module &module) { return any_of(module, isUnresolved); }

/// Makes `function`, fresh from the library, a part of the kernel's module.
static void adopt(Function &function) {
  AttrBuilder attributes(function.getContext());
  attributes.addAttribute(Attribute::AlwaysInline)
      .addAttribute(Attribute::MustProgress)
      .addAttribute(Attribute::NoFree)
      .addAttribute(Attribute::NoRecurse)
      .addAttribute(Attribute::NoSync)
      .addAttribute(Attribute::NoUnwind)
      .addAttribute(Attribute::WillReturn)
      .addMemoryAttr(MemoryEffects::none());
  function.setAttributes(AttributeList::get(function.getContext(), AttributeList::FunctionIndex, attributes));
  function.setLinkage(GlobalValue::InternalLinkage);
  function.setVisibility(GlobalValue::DefaultVisibility);
  function.setDSOLocal(true);
  // Out-of-range conversions, whose results the library selects away, may index its tables before that: the index has
  // to be some number, on which the library's masks work, instead of poison.
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block))
      if (isa<FPToSIInst, FPToUIInst>(instruction)) {
        auto *frozen = new FreezeInst(&instruction, "", std::next(instruction.getIterator()));
        instruction.replaceUsesWithIf(frozen, [&](Use &use) { return use.getUser() != frozen; });
      }
}

/// Links what `module` declares and the library defines, and returns the new functions.
static Result<SmallVector<Function *>> linkReferenced(Module &module) {
  StringSet<> known;
  for (const Function &function : module)
    if (!function.isDeclaration())
      known.insert(function.getName());

  Expected<std::unique_ptr<Module>> library =
      getLazyBitcodeModule(MemoryBufferRef(cpuMathBitcode(), "cpu-math.bc"), module.getContext());
  if (!library)
    return Error{ErrorCode::internal, "cannot read the embedded math library: " + toString(library.takeError())};
  for (const Function &function : module)
    if (isUnresolved(function) && !(*library)->getFunction(function.getName()))
      return Error{ErrorCode::internal, "no math function '" + function.getName().str() + "' in the embedded library"};
  (*library)->setDataLayout(module.getDataLayout());
  (*library)->setTargetTriple(module.getTargetTriple());
  if (NamedMDNode *flags = (*library)->getModuleFlagsMetadata())
    flags->eraseFromParent();
  for (NamedMDNode &metadata : make_early_inc_range((*library)->named_metadata()))
    metadata.eraseFromParent();
  if (Linker::linkModules(module, std::move(*library), Linker::LinkOnlyNeeded))
    return Error{ErrorCode::internal, "cannot link the embedded math library"};

  SmallVector<Function *> added;
  for (Function &function : module)
    if (!function.isDeclaration() && !known.contains(function.getName())) {
      adopt(function);
      added.push_back(&function);
    }
  return added;
}

/// Calls `visit` for each call of llvm.fma in `function`; the call may be replaced. Stops at the first failure.
static Status forEachFusedMultiplyAdd(Function &function, function_ref<Status(IntrinsicInst &)> visit) {
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block))
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction); call && call->getIntrinsicID() == Intrinsic::fma)
        if (Status status = visit(*call); !status)
          return status;
  return {};
}

/// Makes the calls of llvm.fma in a kernel's function calls of the exact emulation.
static Status emulateInKernel(Module &module, Function &function) {
  return forEachFusedMultiplyAdd(function, [&](IntrinsicInst &call) -> Status {
    Type *type = call.getType();
    if (!type->isFloatTy() && !type->isDoubleTy())
      return Error{ErrorCode::unsupported,
                   "fused multiply-add without hardware for it is for f32 and f64, but function '" +
                       function.getName().str() + "' has another type; choose a target with FMA"};
    StringRef symbol = type->isFloatTy() ? "qdm_fma_f32" : "qdm_fma_f64";
    call.setCalledFunction(module.getOrInsertFunction(symbol, call.getFunctionType()));
    return {};
  });
}

/// Where a library function uses llvm.fma for speed, a product and a sum are as good.
static void relaxInLibrary(Module &module, Function &function) {
  Status status = forEachFusedMultiplyAdd(function, [&](IntrinsicInst &call) -> Status {
    call.setCalledFunction(Intrinsic::getOrInsertDeclaration(&module, Intrinsic::fmuladd, {call.getType()}));
    return {};
  });
  assert(status.ok());
}

Status linkCPUMath(Module &module, FusedMultiplyAdd fusedMultiplyAdd) {
  bool emulated = fusedMultiplyAdd == FusedMultiplyAdd::emulated;
  if (emulated)
    for (Function &function : make_early_inc_range(module))
      if (Status status = emulateInKernel(module, function); !status)
        return status;
  if (!callsMath(module))
    return {};
  Result<SmallVector<Function *>> added = linkReferenced(module);
  if (!added)
    return added.error();
  if (emulated) {
    for (Function *function : *added)
      relaxInLibrary(module, *function);
  } else if (Function *emulation = module.getFunction("qdm_exact_fma_f64")) {
    emulation->replaceAllUsesWith(
        Intrinsic::getOrInsertDeclaration(&module, Intrinsic::fma, {emulation->getReturnType()}));
    emulation->eraseFromParent();
  }
  return {};
}

} // namespace qdc
