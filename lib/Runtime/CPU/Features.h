//===- Features.h - What this processor can run -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps the processor features that an image needs, as LLVM spells them, to
// what CPUID says and to the register state that the operating system saves.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CPU_FEATURES_H
#define QDRT_CPU_FEATURES_H

#include "Runtime/Core/Backend.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace qdrt::loader::cpu {

/// A set of processor features. Immutable.
class ProcessorFeatures {
public:
  /// Those that the running processor and operating system have.
  static ProcessorFeatures detect();
  /// Exactly the named ones.
  explicit ProcessorFeatures(std::set<std::string, std::less<>> names) : names(std::move(names)) {}

  bool has(std::string_view name) const { return names.contains(name); }
  /// Those that every processor of a level has, by its name: "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"; nothing
  /// for another name.
  static std::optional<ProcessorFeatures> ofLevel(std::string_view level);

  /// Whether it has all of them.
  bool hasAll(const ProcessorFeatures &others) const { return std::ranges::includes(names, others.names); }

  void add(std::string_view name) { names.emplace(name); }
  /// True if this loader can tell whether a processor has the feature.
  static bool knows(std::string_view name);

private:
  std::set<std::string, std::less<>> names;
};

/// Whether a processor with these features runs the image. Its target is `cpu:native` (needs Image::features) or
/// `cpu:x86-64-v2|v3|v4` (needs those of the level and Image::features). A higher level is preferred to a lower one,
/// and native to every level.
ImageFit imageFit(const qdc::Image &image, const ProcessorFeatures &features);

/// DeviceTraits::noLaunchReason of every CPU.
qdc::Result<const char *> noLaunchReason(const qdc::EntryPoint &entry);

/// The processor's own name for itself.
std::string processorName();

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_FEATURES_H
