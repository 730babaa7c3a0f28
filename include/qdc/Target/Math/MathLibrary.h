//===- MathLibrary.h - Math functions of images -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images need no library: the math functions that kernels call (`math.sin`,
// `arith.remf`) are LLVM bitcode inside the compiler, linked into the kernel's
// module and inlined before it is optimised. Their bodies are free of branches
// wherever that is possible, so that a loop with a call still becomes vector
// code on a CPU.
//   mathFunction  says what to call for an operation
//   linkMath      makes those calls resolvable
//
// docs/math.md has the sources, the errors in ulp and the speed of everything.
// Nothing here keeps state; all functions may be called from any thread.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_MATH_MATHLIBRARY_H
#define QDC_TARGET_MATH_MATHLIBRARY_H

#include "qdc/Support/Result.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace qdc {

/// Which functions operations become.
enum class MathTable {
  cpu,       // qdc's; some of f32 compute in f64, which a CPU does as fast
  gpu,       // qdc's; those of f32 are others where that spares f64, for which many GPUs have few units
  vulkan,    // as for cpu, but that operations stay which the others have an intrinsic of LLVM for, and `fma` is a
             // function
  nvidia,    // as for gpu, with instructions that NVIDIA's GPUs have
  libdevice, // NVIDIA's (`__nv_sinf`, linked by linkLibdevice); what it lacks is as for nvidia
};

/// The name of the module in which qd-structure-math-functions puts functions.
inline constexpr llvm::StringLiteral structuredMathModule = "qdc.math";

/// What an operation of the `math` or `arith` dialect calls.
struct MathFunction {
  enum class Kind {
    intrinsic, // `symbol` is an LLVM intrinsic that every target has code for, such as "llvm.sqrt.f32"
    library,   // `symbol` is a function for linkMath, such as "qdm_sin_f32", or of libdevice
  };
  Kind kind;
  std::string symbol;
};

/// The element types that have math functions. Operations on f16 and bf16 are computed in f32 by the lowering.
enum class MathType { f32, f64, i32, i64 };

/// Finds the callee of the operation `mnemonic`, or nothing if this library has none. `mnemonic` is the name of the op
/// in the `math` dialect without the dialect ("sin", "atan2", "powf", "fpowi", "ipowi", ...), or "remf". The callee
/// takes and returns values of `type`, as many as the operation has, with these exceptions:
/// - "fpowi" (f32, f64) takes its exponent as i64; the lowering sign-extends narrower exponents.
/// - "ipowi" (i32, i64) is exact modulo 2^N; a negative exponent gives 1 / base^|exponent| rounded towards zero, and 0
///   for base 0, as qdc's integer division does. Narrower integers are computed in i32 and truncated.
/// - "sincos" has no callee of its own: call "sin" and "cos".
/// "fma" is the intrinsic on every processor that LLVM makes code for; linkMath replaces it where the hardware has
/// none. `mayApproximate`: the operation allows an approximation (`fastmath<afn>`). For "exp" of f32 the tables of
/// NVIDIA's GPUs then have a faster function.
std::optional<MathFunction> mathFunction(llvm::StringRef mnemonic, MathType type, MathTable table,
                                         bool mayApproximate = false);

/// Whether a function of that name is one of the library's, which linkMath knows.
bool isMathFunction(llvm::StringRef name);

/// Whether `module` declares functions for linkMath.
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
Status linkMath(llvm::Module &module, FusedMultiplyAdd fusedMultiplyAdd);

/// The bitcode that linkMath reads; one definition for each library function. Lives as long as the program.
llvm::StringRef mathBitcode();

/// The name and version of the math library for the manifest, such as "qdc 0.1.0, libclc 22.1.8".
llvm::StringRef mathLibraryName();

} // namespace qdc

#endif // QDC_TARGET_MATH_MATHLIBRARY_H
