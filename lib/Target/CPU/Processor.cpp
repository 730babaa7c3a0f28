//===- Processor.cpp - A processor as LLVM knows it -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/Processor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace qdc {

bool Processor::has(std::string_view feature) const {
  return std::binary_search(features.begin(), features.end(), feature);
}

/// `feature` and all that it needs, by LLVM's tables.
static llvm::StringMap<bool> withNeeds(llvm::StringRef feature) {
  llvm::StringMap<bool> features;
  features[feature] = true;
  llvm::X86::updateImpliedFeatures(feature, /*Enabled=*/true, features);
  return features;
}

Processor processorOfLevel(std::string_view level) {
  llvm::SmallVector<llvm::StringRef> listed;
  llvm::X86::getFeaturesForCPU(level, listed);
  listed.append({"64bit", "sse2"}); // some of LLVM's lists leave these out: they go without saying
  std::set<std::string> features;
  for (llvm::StringRef feature : listed)
    for (const auto &needed : withNeeds(feature))
      features.insert(needed.first().str());
  return {std::string(level), {features.begin(), features.end()}};
}

Processor processorWith(std::string_view name, std::span<const std::string> shown) {
  std::vector<std::string> baseline = processorOfLevel("x86-64").features;
  std::set<std::string> present(baseline.begin(), baseline.end());
  present.insert(shown.begin(), shown.end());
  Processor processor = {std::string(name), {}};
  for (const std::string &feature : present)
    if (llvm::all_of(withNeeds(feature), [&](const auto &needed) { return present.count(needed.first().str()) != 0; }))
      processor.features.push_back(feature);
  return processor;
}

Processor hostProcessor() {
  std::vector<std::string> shown;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (feature.second)
      shown.push_back(feature.first().str());
  return processorWith(llvm::sys::getHostCPUName(), shown);
}

std::vector<std::string> missingFeatures(const Processor &code, const Processor &machine) {
  std::vector<std::string> missing;
  std::ranges::set_difference(code.features, machine.features, std::back_inserter(missing));
  return missing;
}

} // namespace qdc
