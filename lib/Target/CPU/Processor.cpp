//===- Processor.cpp - A processor as LLVM knows it -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/Processor.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <algorithm>

namespace qdc {

bool Processor::has(std::string_view feature) const {
  return std::binary_search(features.begin(), features.end(), feature);
}

/// The names that are true, sorted.
static std::vector<std::string> enabledFeatures(const llvm::StringMap<bool> &features) {
  std::vector<std::string> names;
  for (const auto &feature : features)
    if (feature.second)
      names.push_back(feature.first().str());
  std::sort(names.begin(), names.end());
  return names;
}

Processor processorOfLevel(std::string_view level) {
  llvm::SmallVector<llvm::StringRef> listed;
  llvm::X86::getFeaturesForCPU(level, listed);
  llvm::StringMap<bool> features;
  for (llvm::StringRef feature : listed) {
    features[feature] = true;
    llvm::X86::updateImpliedFeatures(feature, /*Enabled=*/true, features);
  }
  return {std::string(level), enabledFeatures(features)};
}

Processor hostProcessor() {
  return {llvm::sys::getHostCPUName().str(), enabledFeatures(llvm::sys::getHostCPUFeatures())};
}

std::vector<std::string> missingFeatures(const Processor &code, const Processor &machine) {
  Processor baseline = processorOfLevel("x86-64"); // the host's list leaves out what goes without saying
  std::vector<std::string> missing;
  for (const std::string &feature : code.features)
    if (!machine.has(feature) && !baseline.has(feature))
      missing.push_back(feature);
  return missing;
}

} // namespace qdc
