//===- PackageOptions.h - Options that are part of a package ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_PACKAGEOPTIONS_H
#define QDC_DRIVER_PACKAGEOPTIONS_H

#include "qdc/Target/CodeOptions.h"
#include "qdc/Target/Families/TargetFamilies.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace qdc {

/// A kernel of which derivatives are made.
struct DerivativeOption {
  std::string kernel;
  bool isForward = false; // in forward mode; else in reverse mode
  std::vector<std::string> wrt; // names of arguments; empty: all
};

/// A package of one kernel for `qdc check-grad`: what the source asks for is left out, other kernels are removed, and
/// globals that can change are public. Errors alone are shown.
struct GradientCheck {
  std::string kernel;
  std::vector<std::string> wrt; // names of arguments; empty: those that the source asks for, else all
  bool isReference = false;     // in forward mode, with f64 for each float (WidenFloats.h); else in reverse mode
};

/// Beside the source, qdc itself, tools of others and, for cpu:native, the processor, these alone decide the bytes of a
/// package. No other option of a compilation changes them.
struct PackageOptions {
  std::string sourceName; // in locations and debug information (recordedName)
  std::vector<std::string> targets = {"cpu:native"}; // in the order of the images
  CodeOptions code;
  std::vector<DerivativeOption> derivatives; // beside those that the source asks for
  std::optional<GradientCheck> gradientCheck; // then there are no `derivatives` and no `variants`
  uint32_t adstackCapacity = 0; // not 0: reverse mode keeps what loops carry on adstacks with room for so many
  std::vector<std::string> variants; // checked ones (Variants.h), in the order of their images; none twice
  /// The targets are made by these. They also know where their tools are; part of the package is only what their
  /// packageOptions() says.
  TargetFamilies families;
};

class OptionText;

/// Adds all that PackageOptions has to a text, for a package of `targets` instead of the targets of the options. Of
/// families only those count that have a target there.
void addPackageOptions(OptionText &text, const PackageOptions &options, std::span<const std::string> targets);

/// The SHA-256 of the options, 64 lower-case hexadecimal digits: the same for equal ones, however they were given. Of
/// families only those count that have a target here, so that another family changes no digest of those without it.
std::string optionsDigest(const PackageOptions &options);

} // namespace qdc

#endif // QDC_DRIVER_PACKAGEOPTIONS_H
