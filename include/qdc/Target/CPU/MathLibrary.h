//===- MathLibrary.h - Math functions and builtins of CPU images -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CPU image needs no library: what it calls is embedded in the compiler.
// That comes in two kinds, because two kinds of code ask for it:
//
// - Math functions are called by kernels (`math.sin`, `arith.remf`). They are
//   LLVM bitcode, linked into the kernel's module and inlined before the loop
//   vectoriser runs; their bodies are free of branches wherever that is
//   possible, so that a loop with a call still becomes vector code.
//     cpuMathFunction  says what to call for an operation
//     linkCPUMath      makes those calls resolvable
// - Builtins are called by machine code that LLVM's code generator made
//   (`memcpy`, conversions from and to half precision). Nobody knows which
//   before code generation, so they are an ELF object, to be handed to lld
//   beside the kernel's object with --gc-sections: every builtin is a section
//   of its own with hidden visibility, and what is not referenced costs
//   nothing.
//     cpuBuiltinsObject
//     cpuTargetLibraryInfo  tells LLVM's passes which of them it may call
//
// docs/math.md has the sources, the errors in ulp and the speed of everything.
// Nothing here keeps state; all functions may be called from any thread.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_MATHLIBRARY_H
#define QDC_TARGET_CPU_MATHLIBRARY_H

#include "qdc/Support/Result.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

#include <optional>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace qdc {

/// What an operation of the `math` or `arith` dialect calls on the CPU.
struct CPUMathFunction {
  enum class Kind {
    intrinsic, // `symbol` is an LLVM intrinsic that x86-64-v2 has instructions for, such as "llvm.sqrt.f32"
    library,   // `symbol` is a function for linkCPUMath, such as "qdm_sin_f32"
  };
  Kind kind;
  std::string symbol;
};

/// The element types that have math functions. Operations on f16 and bf16 are computed in f32 by the lowering.
enum class CPUMathType { f32, f64, i32, i64 };

/// Finds the callee of the operation `mnemonic`, or nothing if this library has none. `mnemonic` is the name of the op
/// in the `math` dialect without the dialect ("sin", "atan2", "powf", "fpowi", "ipowi", ...), or "remf". The callee
/// takes and returns values of `type`, as many as the operation has, with these exceptions:
/// - "fpowi" (f32, f64) takes its exponent as i64; the lowering sign-extends narrower exponents.
/// - "ipowi" (i32, i64) is exact modulo 2^N; a negative exponent gives 1 / base^|exponent| rounded towards zero, and 0
///   for base 0, as qdc's integer division does. Narrower integers are computed in i32 and truncated.
/// - "sincos" has no callee of its own: call "sin" and "cos".
/// "fma" is the intrinsic on every processor; linkCPUMath replaces it where the hardware has none.
std::optional<CPUMathFunction> cpuMathFunction(llvm::StringRef mnemonic, CPUMathType type);

/// Whether `module` declares functions for linkCPUMath.
bool callsMath(const llvm::Module &module);

/// Whether the processor that code is made for has fused multiply-add instructions (feature `fma`: x86-64-v3 and up).
enum class FusedMultiplyAdd { native, emulated };

/// Links the bodies of all `qdm_*` functions that `module` declares into it. `module` must have its data layout and
/// triple. Afterwards no `qdm_*` declaration is left; the new functions are internal, always inlined, free of
/// attributes that name a processor, and pure (they neither read nor write memory, trap, set errno or unwind).
/// With FusedMultiplyAdd::emulated no call of llvm.fma is left either: those of the kernel become calls of an exact
/// emulation; the math functions have errors within the same bounds, but not the same bits.
/// Run this before the optimisation pipeline. Fails with ErrorCode::internal when a `qdm_*` name is unknown, and with
/// ErrorCode::unsupported for llvm.fma on a type that has no emulation; `module` is then unusable.
Status linkCPUMath(llvm::Module &module, FusedMultiplyAdd fusedMultiplyAdd);

/// The bitcode that linkCPUMath reads; one definition for each library function. Lives as long as the program.
llvm::StringRef cpuMathBitcode();

/// A relocatable x86-64-v2 ELF object for lld with the functions that LLVM's x86 code generator calls: memcpy, memmove,
/// memset, memcmp, bcmp, conversions between half or bfloat and wider types, and 128-bit integer division. Position
/// independent, one section for each function, hidden symbols, no undefined ones. Lives as long as the program.
llvm::StringRef cpuBuiltinsObject();

/// What the optimisation and code generation pipelines have to be given, so that no pass makes a call that an image
/// cannot resolve (LLVM knows how to turn loops into calls of strlen, and conversions into calls of the C library):
/// only memcpy, memmove, memset, memcmp and bcmp exist.
llvm::TargetLibraryInfoImpl cpuTargetLibraryInfo(const llvm::Triple &triple);

/// The name and version of the math library for the manifest, such as "qdc 0.1.0, libclc 22.1.8".
llvm::StringRef cpuMathLibraryName();

} // namespace qdc

#endif // QDC_TARGET_CPU_MATHLIBRARY_H
