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

Processor processorOfLevel(std::string_view level) {
  llvm::SmallVector<llvm::StringRef> features;
  llvm::X86::getFeaturesForCPU(level, features);
  Processor processor{std::string(level), {}};
  for (llvm::StringRef feature : features)
    processor.features.push_back(feature.str());
  std::sort(processor.features.begin(), processor.features.end());
  return processor;
}

Processor hostProcessor() {
  Processor processor{llvm::sys::getHostCPUName().str(), {}};
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (feature.second)
      processor.features.push_back(feature.first().str());
  std::sort(processor.features.begin(), processor.features.end());
  return processor;
}

} // namespace qdc
