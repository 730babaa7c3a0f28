//===- FeaturesTest.cpp - Tests of Runtime/CPU/Features.h -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Features.h"

#include <catch2/catch.hpp>

using namespace qdrt::loader;
using namespace qdrt::loader::cpu;

static qdc::Image image(std::string target, std::vector<std::string> features = {}) {
  qdc::Image image;
  image.target = std::move(target);
  image.features = std::move(features);
  return image;
}

static const std::set<std::string, std::less<>> kV2 = {"cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"};

TEST_CASE("detected features agree with the compiler's own check") {
  ProcessorFeatures features = ProcessorFeatures::detect();
  CHECK(features.has("sse2"));
  CHECK(features.has("64bit"));
  CHECK(features.has("popcnt") == bool(__builtin_cpu_supports("popcnt")));
  CHECK(features.has("sse4.2") == bool(__builtin_cpu_supports("sse4.2")));
  CHECK(features.has("avx") == bool(__builtin_cpu_supports("avx")));
  CHECK(features.has("avx2") == bool(__builtin_cpu_supports("avx2")));
  CHECK(features.has("fma") == bool(__builtin_cpu_supports("fma")));
  CHECK(features.has("bmi2") == bool(__builtin_cpu_supports("bmi2")));
  CHECK(features.has("avx512f") == bool(__builtin_cpu_supports("avx512f")));
  CHECK(features.has("avx512vbmi2") == bool(__builtin_cpu_supports("avx512vbmi2")));
  CHECK(features.has("avx512bf16") == bool(__builtin_cpu_supports("avx512bf16")));
  CHECK(features.has("avx512fp16") == bool(__builtin_cpu_supports("avx512fp16")));
  CHECK(features.has("vaes") == bool(__builtin_cpu_supports("vaes")));
  CHECK(features.has("gfni") == bool(__builtin_cpu_supports("gfni")));
  CHECK(features.has("sse4a") == bool(__builtin_cpu_supports("sse4a")));
}

TEST_CASE("levels agree with the compiler's own check") {
  ProcessorFeatures features = ProcessorFeatures::detect();
  CHECK(imageFit(image("cpu:x86-64-v2"), features).reason.empty() == bool(__builtin_cpu_supports("x86-64-v2")));
  CHECK(imageFit(image("cpu:x86-64-v3"), features).reason.empty() == bool(__builtin_cpu_supports("x86-64-v3")));
  CHECK(imageFit(image("cpu:x86-64-v4"), features).reason.empty() == bool(__builtin_cpu_supports("x86-64-v4")));
}

TEST_CASE("higher levels are preferred, and native most") {
  ProcessorFeatures none({});
  uint32_t before = 0;
  for (const char *target : {"cpu:x86-64-v2", "cpu:x86-64-v3", "cpu:x86-64-v4", "cpu:native"}) {
    uint32_t preference = imageFit(image(target), none).preference;
    CHECK(preference > before);
    before = preference;
  }
}

TEST_CASE("an image needs the features of its level and its own") {
  ProcessorFeatures features(kV2);
  CHECK(imageFit(image("cpu:x86-64-v2"), features).reason.empty());
  CHECK(imageFit(image("cpu:x86-64-v2", {"popcnt"}), features).reason.empty());
  CHECK(imageFit(image("cpu:x86-64-v2", {"avx", "popcnt"}), features).reason == "this processor lacks 'avx'");
  CHECK(imageFit(image("cpu:native", {"avx", "popcnt"}), features).reason == "this processor lacks 'avx'");
  CHECK(imageFit(image("cpu:native"), ProcessorFeatures({})).reason.empty());
  CHECK(imageFit(image("cpu:x86-64-v3", {"avx"}), features).reason ==
        "this processor lacks 'avx', 'avx2', 'bmi', 'bmi2', 'f16c', 'fma', 'lzcnt', 'movbe', 'xsave'");
}

TEST_CASE("a feature or target without a meaning here is refused") {
  CHECK_FALSE(ProcessorFeatures::knows("quantum"));
  CHECK(ProcessorFeatures::knows("avx10.2"));
  CHECK(imageFit(image("cpu:native", {"quantum"}), ProcessorFeatures({})).reason ==
        "this processor lacks 'quantum' (unknown to this loader)");
  CHECK(imageFit(image("cpu:armv9"), ProcessorFeatures({})).reason ==
        "this loader knows the targets 'cpu:native', 'cpu:x86-64-v2', 'cpu:x86-64-v3' and 'cpu:x86-64-v4'");
}

TEST_CASE("a processor has a name") {
  CHECK(processorName() != "");
  CHECK(processorName().front() != ' ');
  CHECK(processorName().back() != ' ');
}
