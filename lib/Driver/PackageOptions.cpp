//===- PackageOptions.cpp - Options that are part of a package ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/PackageOptions.h"

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Sha256.h"

#include <algorithm>
#include <span>

using namespace qdc;

/// Adds a line to the text that is hashed. Each value has its length before it, so no two lists look the same, whatever
/// is in them.
static void addLine(std::string &text, const std::string &name, std::span<const std::string> values) {
  text += name;
  for (const std::string &value : values)
    text += " " + std::to_string(value.size()) + ":" + value;
  text += "\n";
}

static void addNumber(std::string &text, std::string_view name, unsigned number) {
  const std::string value = std::to_string(number);
  addLine(text, std::string(name), {&value, 1});
}

static bool hasTarget(const PackageOptions &options, const TargetFamily &family) {
  return std::ranges::any_of(
      options.targets, [&](const std::string &target) { return findFamily(options.families, target) == &family; });
}

std::string qdc::optionsDigest(const PackageOptions &options) {
  std::string text;
  addLine(text, "source", {&options.sourceName, 1});
  addLine(text, "targets", options.targets);
  for (const CodeOption &option : codeOptions)
    addNumber(text, option.digestName, option.get(options.code));
  for (const DerivativeOption &derivative : options.derivatives) {
    addLine(text, derivative.isForward ? "forward" : "reverse", {&derivative.kernel, 1});
    addLine(text, "with-respect-to", derivative.wrt);
  }
  if (options.adstackCapacity != 0)
    addNumber(text, "adstack-capacity", options.adstackCapacity);
  if (const std::optional<GradientCheck> &check = options.gradientCheck) {
    addLine(text, check->isReference ? "reference" : "gradient", {&check->kernel, 1});
    addLine(text, "with-respect-to", check->wrt);
  }
  addLine(text, "variants", options.variants);
  for (const std::unique_ptr<TargetFamily> &family : options.families)
    if (hasTarget(options, *family))
      for (const OptionValues &option : family->packageOptions())
        addLine(text, option.name, option.values);
  return sha256Hex(asBytes(text));
}
