//===- Accuracy.cpp - Errors of math functions in ulp ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Accuracy.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace qdc::test {

#define UNARY(mnemonic, function, ...)                                                                                 \
  AccuracyCase {                                                                                                       \
    mnemonic, [](double a, double) { return double(function(a)); },                                                    \
        [](long double a, long double) { return (long double)(function##l(a)); }, false, __VA_ARGS__                   \
  }
#define BINARY(mnemonic, function, ...)                                                                                \
  AccuracyCase {                                                                                                       \
    mnemonic, [](double a, double b) { return double(function(a, b)); },                                               \
        [](long double a, long double b) { return (long double)(function##l(a, b)); }, true, __VA_ARGS__               \
  }

static double rsqrt(double x) { return 1 / std::sqrt(x); }
static long double rsqrtl(long double x) { return 1 / sqrtl(x); }

/// On a GPU the function of f32 is that of a CPU.
static constexpr std::nullopt_t same = std::nullopt;

const std::vector<AccuracyCase> &accuracyCases() {
  // Each bound is the largest error of all sweeps so far, rounded up.
  static const std::vector<AccuracyCase> cases = {
      // qdc's: f32, f64, f32 on a GPU; libdevice's: f32, f64; qdc's of f64 on a GPU, where it differs
      UNARY("absf", fabs, 0, 0, same, 0, 0),
      UNARY("acos", acos, 1.3, 1, 1.3, 1.3, 1.5, /*isInstructionOnGPU=*/true),
      UNARY("acosh", acosh, 0.501, 2.7, 2, 2, 2.1, /*isInstructionOnGPU=*/true),
      UNARY("asin", asin, 0.9, 1, 1.1, 1.4, 2, /*isInstructionOnGPU=*/true),
      UNARY("asinh", asinh, 0.501, 2, 1.9, 1.8, 2.2, /*isInstructionOnGPU=*/true),
      UNARY("atan", atan, 1.3, 0.9, 1.5, 1.3, 1.7, /*isInstructionOnGPU=*/true, 1.7),
      BINARY("atan2", atan2, 2.8, 1.8, 1.6, 1.9, 1.7, /*isInstructionOnGPU=*/true),
      UNARY("atanh", atanh, 0.501, 1.9, 1.8, 3.2, 2.2, /*isInstructionOnGPU=*/true),
      UNARY("cbrt", cbrt, 0.51, 0.51, 0.8, 1.1, 0.501, /*isInstructionOnGPU=*/true),
      UNARY("ceil", ceil, 0, 0, same, 0, 0),
      UNARY("cos", cos, 0.54, 0.9, 1.6, 1.6, 1.5, /*isInstructionOnGPU=*/false, 1.5),
      UNARY("cosh", cosh, 1.6, 1.6, 2.3, 2.3, 1.4, /*isInstructionOnGPU=*/true),
      BINARY("copysign", copysign, 0, 0, same, 0, 0),
      UNARY("erf", erf, 0.9, 1, 0.9, 1.1, 1.5, /*isInstructionOnGPU=*/true),
      UNARY("erfc", erfc, 0.501, 3, 4.3, 4.3, 3.7, /*isInstructionOnGPU=*/true, 3.5),
      UNARY("exp", exp, 1.1, 1.1, 2, 2, 0.9, /*isInstructionOnGPU=*/true),
      UNARY("exp2", exp2, 1.1, 1.1, 2.1, 2.1, 0.9, /*isInstructionOnGPU=*/true),
      UNARY("expm1", expm1, 1.8, 2, same, 1.4, 1.2),
      UNARY("floor", floor, 0, 0, same, 0, 0),
      UNARY("log", log, 0.9, 0.9, 0.9, 0.9, 0.6),
      UNARY("log10", log10, 0.501, 0.8, 2.1, 2.1, 1.5),
      UNARY("log1p", log1p, 0.501, 0.9, 1, 1, 1.6),
      UNARY("log2", log2, 0.501, 0.9, 1, 1, 1.3),
      BINARY("powf", pow, 0.501, 1.1, 1.3, 1.7, 1.4, /*isInstructionOnGPU=*/true),
      BINARY("remf", fmod, 0, 0, 0, 0, 0, /*isInstructionOnGPU=*/true),
      UNARY("round", round, 0, 0, same, 0, 0),
      UNARY("roundeven", roundeven, 0, 0, same, 0, 0),
      UNARY("rsqrt", rsqrt, 1.5, 1.5, 1.6, 1.6, 0.51, /*isInstructionOnGPU=*/true),
      UNARY("sin", sin, 0.54, 2, 1.6, 1.6, 1.6),
      UNARY("sinh", sinh, 1.8, 1.8, same, 2.9, 1.5),
      UNARY("sqrt", sqrt, 0.501, 0.501, same, 0.501, 0.501),
      UNARY("tan", tan, 0.55, 2, 2.7, 3.1, 2.5, /*isInstructionOnGPU=*/true, 2.5),
      UNARY("tanh", tanh, 2.1, 2.7, 2.1, 1.9, 1.5, /*isInstructionOnGPU=*/true),
      UNARY("trunc", trunc, 0, 0, same, 0, 0),
  };
  return cases;
}

std::vector<AccuracyCase> accuracyCasesOnGPU() {
  std::vector<AccuracyCase> cases;
  for (const AccuracyCase &function : accuracyCases())
    if (function.boundF32OnGPU && !function.isInstructionOnGPU)
      cases.push_back(function);
  return cases;
}

double boundOf(const AccuracyCase &function, MathImplementation implementation, const std::string &type) {
  bool isF32 = type == "f32";
  if (implementation == MathImplementation::libdevice)
    return isF32 ? function.boundF32OfLibdevice : function.boundF64OfLibdevice;
  double bound = isF32 ? function.boundF32 : function.boundF64;
  if (implementation == MathImplementation::qdcOnCPU)
    return bound;
  return (isF32 ? function.boundF32OnGPU : function.boundF64OnGPU).value_or(bound);
}

/// The distance between `result` and `exact` in units of the last place that T has at `exact`.
template <typename T, typename Wide>
static double errorInUlp(T result, Wide exact) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (std::isnan(result) || std::isnan(exact))
    return std::isnan(result) && std::isnan(exact) ? 0 : infinite;
  if (result == 0 && exact == 0)
    return std::signbit(result) == std::signbit(exact) ? 0 : infinite;
  if (std::isinf(exact))
    return std::isinf(result) && (result > 0) == (exact > 0) ? 0 : infinite;
  int exponent;
  std::frexp(exact, &exponent);
  constexpr int digits = std::numeric_limits<T>::digits;
  exponent = std::clamp(exponent, std::numeric_limits<T>::min_exponent, std::numeric_limits<T>::max_exponent);
  Wide ulp = std::ldexp(Wide(1), exponent - digits);
  // Infinity stands for the first number that does not fit.
  Wide limit = std::ldexp(Wide(1), std::numeric_limits<T>::max_exponent);
  Wide value = std::isinf(result) ? (result > 0 ? limit : -limit) : Wide(result);
  Wide clamped = std::clamp(exact, -limit, limit);
  return double(std::fabs(value - clamped) / ulp);
}

template <typename T, typename Wide>
static void check(const LoopUnderTest &loop, Wide (*reference)(Wide, Wide), const std::vector<T> &as,
                  const std::vector<T> &bs, WorstError &worst) {
  std::vector<T> results(as.size());
  loop(results.data(), as.data(), bs.data(), as.size());
  for (size_t i = 0; i < as.size(); ++i) {
    Wide exact = reference(Wide(as[i]), Wide(bs[i]));
    double error = errorInUlp(results[i], exact);
    if (!(error <= worst.error))
      worst = {error, double(as[i]), double(bs[i]), double(results[i]), double(exact), worst.samples};
  }
  worst.samples += as.size();
}

/// Where functions are special, or their implementations change methods.
template <typename T>
static std::vector<T> specialValues() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           Limits::denorm_min(),
                           Limits::denorm_min() * 3,
                           Limits::min() / 2,
                           Limits::min(),
                           Limits::epsilon() / 4,
                           Limits::epsilon(),
                           T(0.1),
                           T(0.25),
                           T(1) / 3,
                           T(0.5),
                           T(0.70710678),
                           T(0.75),
                           T(1),
                           T(1.5),
                           T(2),
                           T(2.5),
                           T(3),
                           T(4),
                           T(7),
                           T(10),
                           T(22),
                           T(64),
                           T(88.5),
                           T(100),
                           T(103.5),
                           T(127),
                           T(128),
                           T(149),
                           T(150),
                           T(709.5),
                           T(745),
                           T(1023),
                           T(1024),
                           T(1075),
                           T(1e6),
                           T(8388609),
                           T(16777217),
                           T(1 / Limits::epsilon()),
                           T(2 / Limits::epsilon()),
                           T(M_PI),
                           T(M_PI / 2),
                           T(M_PI / 4),
                           T(M_E),
                           Limits::max() / 2,
                           Limits::max(),
                           Limits::infinity(),
                           Limits::quiet_NaN()};
  size_t count = values.size();
  for (size_t i = 0; i < count; ++i) {
    if (!(values[i] > 0 && values[i] < Limits::max()))
      continue;
    values.push_back(std::nextafter(values[i], T(0)));
    values.push_back(std::nextafter(values[i], Limits::max()));
  }
  count = values.size();
  for (size_t i = 0; i < count; ++i)
    values.push_back(-values[i]);
  return values;
}

template <typename T>
static T randomBits(std::mt19937_64 &generator) {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<float>(uint32_t(generator()));
  else
    return std::bit_cast<double>(uint64_t(generator()));
}

/// Values spread over all magnitudes, and densely over the ranges where functions do their work.
template <typename T>
static T randomValue(std::mt19937_64 &generator) {
  static constexpr double ranges[] = {0, 1, 2, 6.5, 20, 100, 800, 1e5};
  size_t range = generator() % 10;
  T unit = T(double(generator() >> 11) * 0x1p-52 - 1);
  if (range == 0)
    return randomBits<T>(generator);
  if (range == 8) // close to 1
    return 1 + unit * std::ldexp(T(1), -int(generator() % std::numeric_limits<T>::digits));
  if (range == 9) // close to multiples of pi / 2
    return T(double(int64_t(generator() % 2000000) - 1000000) * M_PI_2) *
           (1 + unit * std::numeric_limits<T>::epsilon());
  return unit * T(ranges[range]);
}

template <typename T, typename Wide>
static WorstError sweep(const LoopUnderTest &loop, Wide (*reference)(Wide, Wide), bool isBinary, uint64_t samples) {
  constexpr size_t block = 4096;
  WorstError worst;
  std::vector<T> as, bs;
  auto flush = [&] {
    check<T, Wide>(loop, reference, as, bs, worst);
    as.clear();
    bs.clear();
  };
  std::vector<T> special = specialValues<T>();
  for (T a : special) {
    if (isBinary) {
      as.insert(as.end(), special.size(), a);
      bs.insert(bs.end(), special.begin(), special.end());
      flush();
    } else {
      as.push_back(a);
      bs.push_back(a);
    }
  }
  flush();
  std::mt19937_64 generator(1);
  while (worst.samples < samples) {
    for (size_t i = 0; i < block; ++i) {
      as.push_back(randomValue<T>(generator));
      bs.push_back(isBinary ? randomValue<T>(generator) : as.back());
    }
    flush();
  }
  return worst;
}

WorstError sweepF32(const LoopUnderTest &loop, const AccuracyCase &function, uint64_t step) {
  uint64_t samples = (uint64_t(1) << 32) / step;
  if (function.isBinary)
    return sweep<float, double>(loop, function.referenceF32, true, samples);
  WorstError worst = sweep<float, double>(loop, function.referenceF32, false, 1);
  std::vector<float> values;
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += step) {
    values.push_back(std::bit_cast<float>(uint32_t(bits)));
    if (values.size() == 4096 || bits + step >= uint64_t(1) << 32) {
      check<float, double>(loop, function.referenceF32, values, values, worst);
      values.clear();
    }
  }
  return worst;
}

WorstError sweepF64(const LoopUnderTest &loop, const AccuracyCase &function, uint64_t step) {
  return sweep<double, long double>(loop, function.referenceF64, function.isBinary, (uint64_t(1) << 32) / step);
}

} // namespace qdc::test
