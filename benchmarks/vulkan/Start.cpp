// What the bench times from the start of the process: saxpy once, on the first device of Vulkan, by qdc or by hand,
// with what PIPELINES keeps of an earlier run. Writes CLOCK_MONOTONIC in nanoseconds, less the time that making the
// instance and the device took, which every program pays, and the first and last element. libqdrt adopts the device.
// usage: bench-vulkan-start qdc saxpy.fatbin, or bench-vulkan-start raw PIPELINES
// Exit code 77: there is no such device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawDevice.h"

#include "Shaders/saxpy.h"

#include <qdrt/qdrt.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string_view>
#include <time.h>

namespace {

constexpr int n = 1000;

long long now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<long long>(time.tv_sec) * 1000000000 + time.tv_nsec;
}

std::vector<float> numbers() {
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i)
    x[i] = float(i);
  return x;
}

/// Is told the result as soon as it is there.
using Report = std::function<void(const std::vector<float> &)>;

void byQdc(const raw::Device &device, const char *file, const Report &report) {
  qdrt_native_device native = {};
  native.size = sizeof(native);
  native.kind = QDRT_VULKAN;
  auto &vulkan = native.of.vulkan;
  vulkan.instance = device.instance;
  vulkan.physical_device = device.physical;
  vulkan.device = device.handle;
  vulkan.queue = device.queue;
  vulkan.queue_family = device.family;
  vulkan.extension_count = uint32_t(device.extensions.size());
  vulkan.extensions = device.extensions.data();
  vulkan.features = &device.features;
  const qdrt::Device adopted = qdrt::Device::adopt(native);
  const qdrt::Package package(adopted, file);
  const qdrt::Array<float> x(adopted, {n}, numbers());
  qdrt::Array<float> y(adopted, {n}, std::vector<float>(n, 0.5f));
  package.kernel("saxpy")(x, y, 2.0f);
  report(y.read());
}

std::string contents(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void byHand(const raw::Device &device, const char *path, const Report &report) {
  const std::string kept = contents(path);
  VkPipelineCacheCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = kept.size();
  info.pInitialData = kept.data();
  VkPipelineCache cache = VK_NULL_HANDLE;
  raw::check(device.call.CreatePipelineCache(device.handle, &info, nullptr, &cache), "vkCreatePipelineCache");
  struct Push {
    VkDeviceAddress x, y;
    float a;
    uint32_t count;
  };
  const raw::Pipeline saxpy(device, saxpyShader, sizeof(Push), cache);
  const raw::Array x(device, numbers()), y(device, std::vector<float>(n, 0.5f));
  const raw::Commands commands(device,
                               [&](raw::Commands &to) { to.dispatch(saxpy, Push{x.address, y.address, 2, n / 4}, 1); });
  raw::Submitter(device, raw::Submitter::By::fence).submitAndWait(commands);
  report(y.read());
  if (kept.empty()) {
    size_t size = 0;
    raw::check(device.call.GetPipelineCacheData(device.handle, cache, &size, nullptr), "vkGetPipelineCacheData");
    std::string data(size, '\0');
    raw::check(device.call.GetPipelineCacheData(device.handle, cache, &size, data.data()), "vkGetPipelineCacheData");
    std::ofstream(path, std::ios::binary) << data;
  }
  device.call.DestroyPipelineCache(device.handle, cache, nullptr);
}

} // namespace

int main(int argc, char **argv) {
  const std::string_view by = argc == 3 ? argv[1] : "";
  if (by != "qdc" && by != "raw")
    return std::fprintf(stderr, "usage: %s qdc saxpy.fatbin, or %s raw PIPELINES\n", argv[0], argv[0]), 2;
  try {
    const long long begin = now();
    const raw::Device device;
    const long long driver = now() - begin;
    const Report report = [&](const std::vector<float> &y) {
      std::printf("%lld %g %g\n", now() - driver, double(y.front()), double(y.back()));
    };
    by == "qdc" ? byQdc(device, argv[2], report) : byHand(device, argv[2], report);
    return 0;
  } catch (const raw::NoDevice &reason) {
    constexpr int noDevice = 77; // the bench then skips the case
    return std::fprintf(stderr, "bench-vulkan-start: %s\n", reason.what()), noDevice;
  } catch (const std::exception &failure) {
    return std::fprintf(stderr, "bench-vulkan-start: %s\n", failure.what()), 1;
  }
}
