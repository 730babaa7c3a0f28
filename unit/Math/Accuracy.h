//===- Accuracy.h - Errors of math functions in ulp -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a compiled loop over many arguments, on this processor or on a device,
// and compares with the C library in a wider type: double for f32, 80-bit long
// double for f64 (whose own error is about 1/2048 ulp of f64). Without LLVM.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_MATH_ACCURACY_H
#define QDC_UNIT_MATH_ACCURACY_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace qdc::test {

/// A function under test, and the stated bounds of its error in ulp.
struct AccuracyCase {
  const char *mnemonic;
  double (*referenceF32)(double, double);
  long double (*referenceF64)(long double, long double);
  bool isBinary;
  double boundF32; // qdc's, on every processor
  double boundF64;
  std::optional<double> boundF32OnGPU; // qdc's on a GPU, where that is another function
  double boundF32OfLibdevice;          // NVIDIA's, on a GPU
  double boundF64OfLibdevice;
  bool isInstructionOnGPU = false; // boundF32OnGPU is of an approximation that a CPU does not have
  std::optional<double> boundF64OnGPU = {}; // qdc's on NVIDIA's, where that is another one
};

const std::vector<AccuracyCase> &accuracyCases();

/// Those whose f32 function is another one on a GPU, and uses only operations that a GPU and a CPU with fused
/// multiply-add round alike, so that it can be measured here.
std::vector<AccuracyCase> accuracyCasesOnGPU();

/// Who computes a function, and where.
enum class MathImplementation { qdcOnCPU, qdcOnGPU, libdevice };

/// The bound of that function. `type` is "f32" or "f64".
double boundOf(const AccuracyCase &function, MathImplementation implementation, const std::string &type);

/// `out[i] = f(a[i], b[i])` for i below n; the arrays are in host memory, of f32 or f64.
using LoopUnderTest = std::function<void(void *out, const void *a, const void *b, size_t n)>;

/// What a sweep found. `error` is the distance between the result and the exact value, in units of the last place of
/// the exact value (0.5 is the best possible); infinite where one is a NaN or an infinity and the other is not.
struct WorstError {
  double error = 0;
  double a = 0, b = 0;
  double result = 0, expected = 0;
  uint64_t samples = 0;
};

/// Every `step`-th f32 bit pattern (pairs of special and random values for binary functions), or as many f64 values as
/// that takes, special values and pairs of them included. Repeatable.
WorstError sweepF32(const LoopUnderTest &loop, const AccuracyCase &function, uint64_t step);
WorstError sweepF64(const LoopUnderTest &loop, const AccuracyCase &function, uint64_t step);

} // namespace qdc::test

#endif // QDC_UNIT_MATH_ACCURACY_H
