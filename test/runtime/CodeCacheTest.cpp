//===- CodeCacheTest.cpp - Code that a device's driver compiled -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <filesystem>
#include <unistd.h>

using namespace runtime_test;
namespace fs = std::filesystem;

namespace {
/// An empty folder, which goes with all that it holds.
struct Scratch {
  Scratch() {
    std::string made = fs::temp_directory_path() / "qdrt-test-XXXXXX";
    REQUIRE(mkdtemp(made.data()));
    path = made;
  }
  ~Scratch() { fs::remove_all(path); }

  std::string path;
};
} // namespace

/// Runs saxpy on a device with this cache, in a context that is new.
static qdrt_code_counters runWith(const std::string &cache) {
  const qdrt::Device device = qdrt::Device::open(deviceUnderTest(), 2, cache.c_str());
  const qdrt::Package package(device, saxpyPackage());
  std::vector<float> x = {1, 2, 3, 4}, y = {1, 1, 1, 1};
  package.kernel("saxpy")(x, y, 2.0f);
  device.synchronize();
  if (!isNull())
    CHECK(y == std::vector<float>{3, 5, 7, 9});
  qdrt_code_counters counters = device.codeCounters();
  CHECK(counters.failures == 0);
  CHECK(counters.failure == std::string());
  return counters;
}

TEST_CASE("what a device's driver compiles is kept where the caller says, and compiled once") {
  const Scratch scratch;
  const std::string cache = scratch.path + "/cache";
  const qdrt_code_counters without = runWith(""), first = runWith(cache), second = runWith(cache);
  CHECK((without.compiled != 0) == (!isCPU() && !isNull()));
  CHECK(without.cached + without.kept == 0);
  CHECK(first.compiled == without.compiled);
  CHECK(first.kept == without.compiled);
  CHECK(first.cached == 0);
  CHECK(second.compiled + second.kept == 0);
  CHECK(second.cached == without.compiled);
  CHECK(fs::exists(cache) == (without.compiled != 0));
}

TEST_CASE("counters of code are asked for by their size") {
  const qdrt::Device device = openDevice();
  qdrt_code_counters counters = {};
  CHECK_FAILS(qdrt_device_code_counters(device.get(), &counters), QDRT_INVALID_ARGUMENT,
              "qdrt_code_counters.size is 0");
  CHECK_FAILS(qdrt_device_code_counters(device.get(), nullptr), QDRT_INVALID_ARGUMENT,
              "qdrt_device_code_counters: parameter 'counters' must not be NULL");
  CHECK_FAILS(qdrt_device_code_counters(nullptr, &counters), QDRT_INVALID_ARGUMENT,
              "qdrt_device_code_counters: parameter 'device' must not be NULL");
}
