//===- FeaturesTest.cpp - What a CUDA device can run ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Features.h"

#include "qdc/Support/Bytes.h"

#include <catch2/catch.hpp>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

/// A device like an H200, under a driver for CUDA 12.4.
static DeviceFeatures hopper() {
  DeviceFeatures features;
  features.major = 9;
  features.driverVersion = 12040;
  features.grid.multiprocessors = 132;
  features.grid.maximumGrid = 2147483647;
  features.grid.maximumBlock = 1024;
  features.grid.subgroupWidth = 32;
  return features;
}

static ImageFit fit(const char *target, const DeviceFeatures &features, const char *text = ".version 8.0\n") {
  qdc::Image image;
  image.target = target;
  return imageFit(image, qdc::asBytes(text), features);
}

static std::string reason(const char *target, const DeviceFeatures &features) { return fit(target, features).reason; }

TEST_CASE("machine code runs on its own major capability, from its minor on") {
  DeviceFeatures ada = hopper();
  ada.major = 8;
  ada.minor = 9;
  CHECK(reason("cuda:sm_89", ada) == "");
  CHECK(reason("cuda:sm_80", ada) == "");
  CHECK(reason("cuda:sm_90", ada) == "it runs on compute capability 9.0 to 9.9; this device has 8.9");
  CHECK(reason("cuda:sm_75", ada) == "it runs on compute capability 7.5 to 7.9; this device has 8.9");
  ada.minor = 6;
  CHECK(reason("cuda:sm_89", ada) == "it runs on compute capability 8.9 to 8.9; this device has 8.6");
}

TEST_CASE("PTX runs on every capability from its own on") {
  CHECK(reason("cuda:compute_75", hopper()) == "");
  CHECK(reason("cuda:compute_90", hopper()) == "");
  CHECK(reason("cuda:compute_100", hopper()) == "it runs on compute capability 10.0 on; this device has 9.0");
}

TEST_CASE("code for one architecture or family runs there alone") {
  DeviceFeatures blackwell = hopper();
  blackwell.major = 10;
  blackwell.minor = 3;
  CHECK(reason("cuda:sm_90a", hopper()) == "");
  CHECK(reason("cuda:compute_90a", hopper()) == "");
  CHECK(reason("cuda:compute_90a", blackwell) == "it runs on compute capability 9.0 alone; this device has 10.3");
  CHECK(reason("cuda:sm_100a", blackwell) == "it runs on compute capability 10.0 alone; this device has 10.3");
  CHECK(reason("cuda:compute_100f", blackwell) == "");
  CHECK(reason("cuda:compute_90f", blackwell) == "it runs on compute capability 9.0 to 9.9; this device has 10.3");
}

TEST_CASE("machine code is preferred to PTX, and the highest of each to the others") {
  const char *ascending[] = {"cuda:compute_75",  "cuda:compute_80", "cuda:compute_90",
                             "cuda:compute_90a", "cuda:sm_90",      "cuda:sm_90a"};
  uint32_t last = 0;
  for (const char *target : ascending) {
    CHECK(fit(target, hopper()).preference > last);
    last = fit(target, hopper()).preference;
  }
}

TEST_CASE("a target of another form is refused") {
  for (const char *target : {"cuda:native", "cuda:sm_", "cuda:sm_9", "cuda:sm_90b", "cuda:compute_90aa", "cuda:sm_-90"})
    CHECK(reason(target, hopper()) == "this loader knows the targets 'cuda:sm_XX' and 'cuda:compute_XX'");
}

TEST_CASE("PTX newer than the driver is refused with both versions") {
  auto refusal = [](const char *text, int driver) {
    DeviceFeatures features = hopper();
    features.driverVersion = driver;
    return fit("cuda:compute_75", features, text).reason;
  };
  CHECK(refusal("//\n.version 8.4\n.target sm_75", 12040) == "");
  CHECK(refusal("//\n.version 8.5\n", 12040) == "it is PTX 8.5; the driver for CUDA 12.4 takes PTX up to 8.4");
  CHECK(refusal(".version\t8.5", 12060) == "");
  CHECK(refusal(".version 9.0", 12090) == "it is PTX 9.0; the driver for CUDA 12.9 takes PTX up to 8.8");
  CHECK(refusal(".version 9.0", 13000) == "");
  // What the table does not know, the driver decides.
  CHECK(refusal(".version 9.7", 13070) == "");
  // So with text that states no version.
  for (const char *text : {"", ".version", ".version 8", ".version x.y", "nothing"})
    CHECK(refusal(text, 12030) == "");
}
