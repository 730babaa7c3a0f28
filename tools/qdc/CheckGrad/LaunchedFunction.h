//===- LaunchedFunction.h - A kernel and its derivatives --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_CHECKGRAD_LAUNCHEDFUNCTION_H
#define QDC_TOOLS_CHECKGRAD_LAUNCHEDFUNCTION_H

#include "CheckGrad/RepeatedLaunch.h"

namespace qdc {

/// What a check of a gradient launches.
struct GradientPackages {
  LaunchRequest gradient; // of a package with KERNEL and KERNEL.grad; `kernel` is KERNEL, with its arguments
  std::string reference;  // a package for the processor with KERNEL and KERNEL.jvp, both in f64
  std::vector<std::string> wrt; // inputs; empty: all that have a shadow
};

/// A kernel seen as a function. Inputs are its arguments and globals with shadows, outputs those of them that it
/// writes, and its float results. The gradient is launched as the request says, all else on the processor in f64.
class LaunchedFunction {
public:
  /// Opens packages, binds arguments, and launches the kernel once. Errors are those of `qdc run`.
  Failure open(const GradientPackages &packages);

  /// Uses this object.
  const DifferentiatedFunction &getFunction() const { return function; }
  /// The extents of an input or an output; none for a single number.
  std::vector<int64_t> shapeOf(const std::string &name) const {
    return primal.has(name) ? primal.get(name).shape : std::vector<int64_t>();
  }
  /// What the gradient is launched as.
  const LaunchSubject &getSubject() const { return gradient.getSession().subject; }
  /// The float with the fewest digits among the inputs and outputs.
  qdrt_type getCoarsestType() const { return coarsest; }

private:
  /// An output: an argument or global, or a float result.
  struct Output {
    std::string shadow; // its shadow or seed, in KERNEL.grad
    std::string array;  // empty: a result
    size_t result = 0;  // its number among all results
    size_t tangent = 0; // that of its tangent, among all results of KERNEL.jvp
  };

  Failure openReference(const GradientPackages &packages, const RepeatedLaunch &given);
  void findInputs(const GradientPackages &packages, const RepeatedLaunch &given);
  Failure findOutputs(const RepeatedLaunch &given);
  Failure readOutputs(const RepeatedLaunch &launch, bool areTangents, std::vector<Numbers> &numbers) const;
  Failure move(size_t input, const Numbers &direction, double step, std::vector<Numbers> &values);
  Failure forward(size_t input, const Numbers &direction, std::vector<Numbers> &tangents);
  Failure reverse(size_t output, const Numbers &weights, std::vector<Numbers> &gradients);
  void noteType(qdrt_type type);

  RepeatedLaunch gradient; // KERNEL.grad
  RepeatedLaunch primal;   // KERNEL in f64
  RepeatedLaunch tangent;  // KERNEL.jvp
  DifferentiatedFunction function;
  std::vector<Output> outputs; // as those of the function
  qdrt_type coarsest = QDRT_F64;
};

} // namespace qdc

#endif // QDC_TOOLS_CHECKGRAD_LAUNCHEDFUNCTION_H
