//===- MathLoop.h - Loops that call one math function -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles `for (i = 0; i < n; ++i) out[i] = f(a[i], b[i])` the way a CPU image
// is compiled: link the math library, optimise at O3 for a processor, generate
// code, resolve builtins from the embedded object. The result runs in this
// process and can be looked at as assembly.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_MATH_MATHLOOP_H
#define QDC_UNIT_MATH_MATHLOOP_H

#include "qdc/Support/Result.h"
#include "qdc/Target/Math/MathLibrary.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace llvm::orc {
class LLJIT;
}

namespace qdc::test {

/// One loop: its name, and the LLVM IR of `@<name>_element`, the function of one element, with its parameter types.
struct MathLoopSource {
  std::string name;
  std::string elementFunction;
  std::string resultType;
  std::vector<std::string> parameterTypes; // one or two
};

/// The loop whose element function calls the library or the intrinsic for an operation on a processor of that kind.
MathLoopSource callOf(const std::string &mnemonic, const std::string &type, MathTable processor = MathTable::cpu);

using LoopFunction = void (*)(void *out, const void *a, const void *b, size_t n);

/// Compiled loops for one processor. Owns the machine code.
class MathLoops {
public:
  /// `processor` is "x86-64-v2", "x86-64-v3" or "x86-64-v4".
  static Result<MathLoops> compile(const std::string &processor, const std::vector<MathLoopSource> &sources);

  /// Whether this machine can run code for `processor`.
  static bool canRun(const std::string &processor);

  /// The code of loop `name`.
  LoopFunction find(const std::string &name) const;

  /// The assembly of loop `name`, from its label to the end of the function.
  std::string assemblyOf(const std::string &name) const;

  MathLoops(MathLoops &&) noexcept;
  ~MathLoops();

private:
  MathLoops();
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::string assembly;
};

} // namespace qdc::test

#endif // QDC_UNIT_MATH_MATHLOOP_H
