//===- PackageOptions.cpp - Options that are part of a package ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/PackageOptions.h"

#include "qdc/Driver/OptionText.h"

#include <algorithm>

using namespace qdc;

// Each function takes its struct apart, so that a member that is added to one ends the compiler with an error here
// until it counts too.

static void addDerivative(OptionText &text, const DerivativeOption &derivative) {
  const auto &[kernel, isForward, wrt] = derivative;
  text.add(isForward ? "forward" : "reverse", kernel);
  text.add("with-respect-to", wrt);
}

static void addGradientCheck(OptionText &text, const GradientCheck &check) {
  const auto &[kernel, wrt, isReference] = check;
  text.add(isReference ? "reference" : "gradient", kernel);
  text.add("with-respect-to", wrt);
}

void qdc::addPackageOptions(OptionText &text, const PackageOptions &options,
                            std::span<const std::string> targetsInPackage) {
  const auto &[sourceName, targets, code, derivatives, gradientCheck, adstackCapacity, variants, families] = options;
  text.add("source", sourceName);
  text.add("targets", targetsInPackage);
  for (const CodeOption &option : codeOptions)
    text.add(option.digestName, option.get(code));
  for (const DerivativeOption &derivative : derivatives)
    addDerivative(text, derivative);
  if (adstackCapacity != 0)
    text.add("adstack-capacity", adstackCapacity);
  if (gradientCheck)
    addGradientCheck(text, *gradientCheck);
  text.add("variants", variants);
  for (const std::unique_ptr<TargetFamily> &family : families) {
    const bool hasTarget = std::ranges::any_of(targetsInPackage, [&](const std::string &target) {
      return findFamily(options.families, target) == family.get();
    });
    if (hasTarget)
      for (const OptionValues &option : family->packageOptions())
        text.add(option.name, option.values);
  }
}

std::string qdc::optionsDigest(const PackageOptions &options) {
  OptionText text;
  addPackageOptions(text, options, options.targets);
  return text.digest();
}
