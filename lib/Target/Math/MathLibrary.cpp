//===- MathLibrary.cpp - Math functions of images -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Math/MathLibrary.h"

#include "qdc/Target/EmbedFile.h"
#include "qdc/Target/Math/LinkFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

QDC_EMBED_FILE(qdcMathBitcode, QDC_MATH_BITCODE)

using namespace llvm;

namespace qdc {

static constexpr StringLiteral libraryPrefix = "qdm_";

namespace {
/// Which f32 function a GPU takes.
enum class FormOnGPU : uint8_t {
  same,         // that of a CPU
  single,       // one that computes in f32 alone (SingleAngles.c, SingleLogarithms.c)
  fast,         // of NVIDIA's, one that takes approximate instructions, with an error that needs no flag
  fastOrFaster, // of NVIDIA's, as `fast`, or with a larger error where the operation allows an approximation
};

/// How the operations of one mnemonic are called, for all types that it has.
struct Operation {
  StringLiteral mnemonic;
  MathFunction::Kind kind;
  StringLiteral stem; // of the symbol, between its prefix and its type
  FormOnGPU onGPU = FormOnGPU::same;
  bool isOwnOfF64 = false; // NVIDIA's GPUs have one of f64 (NVIDIA/Double.h)
  bool isInteger = false;
};
} // namespace

static constexpr auto intrinsic = MathFunction::Kind::intrinsic;
static constexpr auto library = MathFunction::Kind::library;

// SSE4.1 rounds in every direction but half away from zero, for which LLVM has an inline expansion.
static constexpr Operation operations[] = {
    {"absf", intrinsic, "fabs"},
    {"acos", library, "acos", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"acosh", library, "acosh", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"asin", library, "asin", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"asinh", library, "asinh", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"atan", library, "atan", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"atan2", library, "atan2", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"atanh", library, "atanh", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"cbrt", library, "cbrt", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"ceil", intrinsic, "ceil"},
    {"copysign", intrinsic, "copysign"},
    {"cos", library, "cos", FormOnGPU::single, /*isOwnOfF64=*/true},
    {"cosh", library, "cosh", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"erf", library, "erf", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"erfc", library, "erfc", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"exp", library, "exp", FormOnGPU::fastOrFaster, /*isOwnOfF64=*/true},
    {"exp2", library, "exp2", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"expm1", library, "expm1", FormOnGPU::same, /*isOwnOfF64=*/true},
    {"floor", intrinsic, "floor"},
    {"fma", intrinsic, "fma"},
    {"fpowi", library, "fpowi"},
    {"ipowi", library, "ipowi", FormOnGPU::same, /*isOwnOfF64=*/false, /*isInteger=*/true},
    {"log", library, "log", FormOnGPU::single, /*isOwnOfF64=*/true},
    {"log10", library, "log10", FormOnGPU::single, /*isOwnOfF64=*/true},
    {"log1p", library, "log1p", FormOnGPU::single, /*isOwnOfF64=*/true},
    {"log2", library, "log2", FormOnGPU::single, /*isOwnOfF64=*/true},
    {"powf", library, "pow", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"remf", library, "fmod", FormOnGPU::fast},
    {"round", intrinsic, "round"},
    {"roundeven", intrinsic, "roundeven"},
    {"rsqrt", library, "rsqrt", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"sin", library, "sin", FormOnGPU::single, /*isOwnOfF64=*/true},
    {"sinh", library, "sinh", FormOnGPU::same, /*isOwnOfF64=*/true},
    {"sqrt", intrinsic, "sqrt"},
    {"tan", library, "tan", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"tanh", library, "tanh", FormOnGPU::fast, /*isOwnOfF64=*/true},
    {"trunc", intrinsic, "trunc"},
};

static StringRef nameOf(MathType type) {
  switch (type) {
  case MathType::f32:
    return "f32";
  case MathType::f64:
    return "f64";
  case MathType::i32:
    return "i32";
  case MathType::i64:
    return "i64";
  }
  return "";
}

static constexpr StringLiteral ofNVIDIA = "nvidia_";
static constexpr StringLiteral ofApproximation = "approximate_";

/// What stands between the library's prefix and the stem of the function that a table has for an operation on f32.
static StringRef formOfF32(FormOnGPU form, MathTable table, bool mayApproximate) {
  if (table == MathTable::cpu || table == MathTable::vulkan || form == FormOnGPU::same)
    return "";
  if (form == FormOnGPU::single)
    return "single_";
  if (table == MathTable::gpu)
    return "";
  return form == FormOnGPU::fastOrFaster && mayApproximate ? ofApproximation : ofNVIDIA;
}

static StringRef formOf(const Operation &operation, MathType type, MathTable table, bool mayApproximate) {
  if (type == MathType::f32)
    return formOfF32(operation.onGPU, table, mayApproximate);
  return type == MathType::f64 && table == MathTable::nvidia && operation.isOwnOfF64 ? StringRef(ofNVIDIA) : "";
}

std::optional<MathFunction> mathFunction(StringRef mnemonic, MathType type, MathTable table, bool mayApproximate) {
  bool isInteger = type == MathType::i32 || type == MathType::i64;
  for (const Operation &operation : operations) {
    if (operation.mnemonic != mnemonic || operation.isInteger != isInteger)
      continue;
    if (table == MathTable::vulkan && operation.kind == intrinsic)
      return mnemonic == "fma" ? std::optional(MathFunction{library, (libraryPrefix + "fma_" + nameOf(type)).str()})
                               : std::nullopt;
    if (operation.kind == intrinsic)
      return MathFunction{intrinsic, ("llvm." + operation.stem + "." + nameOf(type)).str()};
    bool isFaster = mayApproximate && type == MathType::f32 && operation.onGPU == FormOnGPU::fastOrFaster;
    if (table == MathTable::libdevice && !isInteger && mnemonic != "fpowi" && !isFaster)
      return MathFunction{library, ("__nv_" + operation.stem + (type == MathType::f32 ? "f" : "")).str()};
    StringRef form = formOf(operation, type, table, mayApproximate);
    return MathFunction{library, (libraryPrefix + form + operation.stem + "_" + nameOf(type)).str()};
  }
  return std::nullopt;
}

StringRef mathBitcode() { return StringRef(qdcMathBitcodeBegin, qdcMathBitcodeEnd - qdcMathBitcodeBegin); }

StringRef mathLibraryName() { return QDC_MATH_LIBRARY_NAME; }

bool isMathFunction(StringRef name) { return name.starts_with(libraryPrefix); }

bool callsMath(const Module &module) { return declaresFunctions(module, libraryPrefix); }

/// Makes `function`, fresh from the library, a part of the kernel's module. It is inlined unless it is cold.
static void adopt(Function &function) {
  AttrBuilder attributes(function.getContext());
  if (function.hasFnAttribute(Attribute::Cold))
    attributes.addAttribute(Attribute::Cold).addAttribute(Attribute::NoInline);
  else
    attributes.addAttribute(Attribute::AlwaysInline);
  attributes.addAttribute(Attribute::MustProgress)
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
  // libclc allows some divisions to be estimated, which a GPU would do and a CPU not: what is measured is what runs.
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (isa<FPMathOperator>(instruction)) {
        instruction.setHasApproxFunc(false);
        instruction.setHasAllowReciprocal(false);
        instruction.setHasAllowReassoc(false);
      }
  // Out-of-range conversions, whose results the library selects away, may index its tables before that: the index has
  // to be some number, on which the library's masks work, instead of poison.
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block))
      if (isa<FPToSIInst, FPToUIInst>(instruction)) {
        auto *frozen = new FreezeInst(&instruction, "", std::next(instruction.getIterator()));
        instruction.replaceUsesWithIf(frozen, [&](Use &use) { return use.getUser() != frozen; });
      }
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

Status linkMath(Module &module, FusedMultiplyAdd fusedMultiplyAdd) {
  bool emulated = fusedMultiplyAdd == FusedMultiplyAdd::emulated;
  if (emulated)
    for (Function &function : make_early_inc_range(module))
      if (Status status = emulateInKernel(module, function); !status)
        return status;
  if (!callsMath(module))
    return {};
  Result<SmallVector<Function *>> added =
      linkFunctions(module, {"the embedded math library", libraryPrefix, mathBitcode()});
  if (!added)
    return added.error();
  for (Function *function : *added)
    adopt(*function);
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
