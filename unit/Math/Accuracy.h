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
#include <vector>

namespace qdc::test {

/// A function under test.
struct AccuracyCase {
  const char *mnemonic;
  double (*referenceF32)(double, double);
  long double (*referenceF64)(long double, long double);
  bool isBinary;
  double boundF32; // the stated bound in ulp, on every processor
  double boundF64;
};

const std::vector<AccuracyCase> &accuracyCases();

/// The f32 functions that are other ones on a GPU, with their bounds there (boundF64 means nothing). They use only
/// operations that a GPU and a CPU with fused multiply-add round alike, so that they can be measured here.
const std::vector<AccuracyCase> &accuracyCasesOnGPU();

/// Every function as NVIDIA's libdevice has it, with its bounds on a GPU; in the order of accuracyCases().
const std::vector<AccuracyCase> &accuracyCasesOfLibdevice();

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
