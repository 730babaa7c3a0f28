//===- DeviceFunctions.h - Math functions on a device -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that call one math function each, and what runs them through libqdrt:
// once for each element of given arrays, for the errors, and many times in
// registers, for the speed. Without LLVM, so that a program of this runs where
// there is no compiler. Failures of libqdrt are thrown as qdrt::Error.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_MATH_DEVICEFUNCTIONS_H
#define QDC_UNIT_MATH_DEVICEFUNCTIONS_H

#include "Accuracy.h"

#include "qdrt/qdrt.hpp"

#include <string>

namespace qdc::test {

/// A .qir text: for each function of accuracyCases() and each of f32 and f64 the kernels `<mnemonic>_<type>`, which
/// stores f(x[i], y[i]), and `<mnemonic>_<type>_calls`, whose iterations each call f many times.
std::string deviceKernels();

/// The kernels of deviceKernels(), compiled, on one device. Several threads may use it.
class DeviceFunctions {
public:
  DeviceFunctions(const qdrt::Device &device, const std::string &packagePath);

  /// The loop of one function. Each has a stream of its own; it refers to this object. `type` is "f32" or "f64".
  LoopUnderTest loop(const AccuracyCase &function, const std::string &type) const;

  /// Billions of calls a second of the whole device, the best of several launches of 2^18 threads, each with so many
  /// calls that a launch takes about a millisecond, but at most 4,096. Arguments and results stay in registers: each
  /// call is followed by an addition that makes the next argument and one that uses the result. Arguments are those of
  /// the table for CPUs: from 0.05 to 0.95, one more for `acosh`; second ones from 0.5 to 1.5.
  double callRate(const AccuracyCase &function, const std::string &type) const;

private:
  template <typename T>
  double callRateOf(const std::string &kernel, double offset) const;

  const qdrt::Device &device;
  qdrt::Package package;
};

} // namespace qdc::test

#endif // QDC_UNIT_MATH_DEVICEFUNCTIONS_H
