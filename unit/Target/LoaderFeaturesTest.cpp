//===- LoaderFeaturesTest.cpp - Features as compiler and loader see them --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime/CPU/Features.h"

#include "qdc/Target/CPU/Processor.h"

#include "catch2/catch.hpp"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

using namespace qdc;
using namespace qdrt::loader::cpu;

static ProcessorFeatures shows(const std::vector<std::string> &features) {
  return ProcessorFeatures({features.begin(), features.end()});
}

static std::string refusal(const std::string &target, const Processor &code, const ProcessorFeatures &machine) {
  Image image;
  image.target = target;
  image.features = code.features;
  return imageFit(image, machine).reason;
}

TEST_CASE("the loader can tell of every feature that code may need") {
  for (const auto &feature : llvm::sys::getHostCPUFeatures()) {
    CAPTURE(feature.first().str());
    CHECK(ProcessorFeatures::knows(feature.first().str()));
  }
  for (const std::string &feature : processorOfLevel("x86-64").features)
    CHECK(ProcessorFeatures::knows(feature));
}

TEST_CASE("compiler and loader find the same features on this machine") {
  ProcessorFeatures found = ProcessorFeatures::detect();
  Processor host = hostProcessor();
  CHECK(refusal("cpu:native", host, found) == "");
  for (const auto &feature : llvm::sys::getHostCPUFeatures()) {
    std::string name = feature.first().str();
    CAPTURE(name);
    if (!name.starts_with("xsave")) // which LLVM takes for absent where AVX is
      CHECK(found.has(name) == feature.second);
  }
}

TEST_CASE("code for a level runs on a machine of that level, and each feature that is missing is named") {
  for (const std::string level : {"x86-64-v2", "x86-64-v3", "x86-64-v4"}) {
    Processor code = processorOfLevel(level);
    CHECK(refusal("cpu:" + level, code, shows(code.features)) == "");
    for (size_t hidden = 0; hidden < code.features.size(); ++hidden) {
      std::vector<std::string> others = code.features;
      others.erase(others.begin() + hidden);
      CHECK(refusal("cpu:" + level, code, shows(others)) == "this processor lacks '" + code.features[hidden] + "'");
    }
  }
}
