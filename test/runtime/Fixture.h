//===- Fixture.h - What the loader's tests share ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_FIXTURE_H
#define QDC_TEST_RUNTIME_FIXTURE_H

#include "PackageBuilder.h"

#include "qdrt/qdrt.hpp"

#include <catch2/catch.hpp>

namespace runtime_test {

/// The spelling of the device under test: the program's --device.
const std::string &deviceUnderTest();

/// Whether tests that need host memory in place, threads of the host or its images have a meaning.
inline bool isCPU() { return deviceUnderTest() == "cpu"; }
inline bool isVulkan() { return deviceUnderTest().rfind("vulkan:", 0) == 0; }
/// Whether the device under test is that of the null backend. A case that needs what tasks write has the tag [results],
/// and is left out there.
inline bool isNull() { return deviceUnderTest() == "null"; }
/// A target of which every device of the kind under test runs an image.
inline std::string anyTarget() {
  return isCPU() ? "cpu:native" : isNull() ? "null:any" : isVulkan() ? "vulkan:1.2" : "cuda:compute_75";
}

/// The state that `steps` steps of the entry point "generate" make of `state`.
inline int64_t generated(uint64_t state, int64_t steps) {
  for (int64_t step = 0; step < steps; ++step)
    state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<int64_t>(state);
}

inline qdrt::Device openDevice(uint32_t threads = 2) { return qdrt::Device::open(deviceUnderTest(), threads); }

/// Whether the device under test computes beside the host: neither the CPU nor the fake driver, which does when waited
/// for, nor the null backend.
inline bool isGPU() { return !isCPU() && !isNull() && std::string(openDevice().describe().name).rfind("Fake", 0) != 0; }

/// Whether launches on the device under test may be graphs.
inline bool hasGraphs() {
  const char *graphs = std::getenv("QDRT_GRAPH");
  return !isCPU() && !isNull() && !(graphs && std::string(graphs) == "0");
}
/// Whether these decide about loops.
inline bool decidesInGraphs() { return hasGraphs() && !isVulkan(); }
/// Whether they do while the host submits iterations in batches.
inline bool replaysLoops() { return hasGraphs() && isVulkan(); }
/// By what strategy graphs decide; "": by none.
inline std::string graphStrategy() { return decidesInGraphs() ? "graph" : replaysLoops() ? "replay" : ""; }
/// Whether a block of the device under test can run a loop: lavapipe ends long ones.
inline bool hasBlocks() { return !isCPU() && std::string(openDevice().describe().name).rfind("llvmpipe", 0) != 0; }
/// Whether images for the device under test have code by which a grid runs a loop.
inline bool hasGrids() { return !isCPU() && !isVulkan(); }

/// Whether the device under test can run loops by a strategy, for which images have code where it needs some.
inline bool runsLoopsBy(const std::string &strategy) {
  if (strategy == "block" || strategy == "grid")
    return strategy == "grid" ? hasGrids() : hasBlocks();
  return strategy == "host" || strategy == "auto" || (!strategy.empty() && strategy == graphStrategy());
}

/// A struct of qdrt.h with its size set.
template <typename T>
T sized() {
  T value = {};
  value.size = sizeof(T);
  return value;
}

} // namespace runtime_test

/// Checks the status of a call and that its message contains the text.
#define CHECK_FAILS(call, wanted, text)                                                                                \
  do {                                                                                                                 \
    CHECK(qdrt_status_name(call) == std::string(qdrt_status_name(wanted)));                                            \
    CHECK_THAT(std::string(qdrt_last_error()), Catch::Matchers::Contains(text));                                       \
  } while (false)

/// The same for a call of the C++ wrapper.
#define CHECK_THROWS_STATUS(call, wanted, text)                                                                        \
  do {                                                                                                                 \
    qdrt_status status = QDRT_OK;                                                                                      \
    std::string message;                                                                                               \
    try {                                                                                                              \
      call;                                                                                                            \
    } catch (const qdrt::Error &error) {                                                                               \
      status = error.status();                                                                                         \
      message = error.what();                                                                                          \
    }                                                                                                                  \
    CHECK(qdrt_status_name(status) == std::string(qdrt_status_name(wanted)));                                          \
    CHECK_THAT(message, Catch::Matchers::Contains(text));                                                              \
  } while (false)

#endif // QDC_TEST_RUNTIME_FIXTURE_H
