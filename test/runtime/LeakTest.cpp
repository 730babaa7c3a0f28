//===- LeakTest.cpp - Opened and closed again and again -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace qdc;
using namespace runtime_test;

namespace {
/// What the process holds.
struct Held {
  int64_t residentBytes = 0, descriptors = 0;
  int64_t deviceBytes = 0; // 0 where nobody says
};

/// Whether memory of the process tells of leaks: sanitizers keep what is freed (and look for leaks on their own), and
/// the fake driver a list of all calls.
bool isResidentMemoryTelling() {
#if defined(__has_feature)
  if (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
    return false;
#endif
  return isCPU() || isGPU();
}

/// Bytes of the device that are in use, by whomever: asked of the driver itself, in the current context.
int64_t usedDeviceBytes() {
  using GetInfo = int (*)(size_t *, size_t *);
  void *driver = isCPU() ? nullptr : dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  auto getInfo = driver ? reinterpret_cast<GetInfo>(dlsym(driver, "cuMemGetInfo_v2")) : nullptr;
  size_t free = 0, total = 0;
  return getInfo && getInfo(&free, &total) == 0 ? static_cast<int64_t>(total - free) : 0;
}

Held held() {
  Held now;
  int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  now.residentBytes = pages * sysconf(_SC_PAGESIZE);
  for ([[maybe_unused]] const auto &entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++now.descriptors;
  now.deviceBytes = usedDeviceBytes();
  return now;
}

/// Uses of the device all that takes memory.
void runSession(const qdrt::Device &device, const ByteVector &saxpy, const ByteVector &graph) {
  qdrt::Package package(device, saxpy), other(device, graph);
  qdrt::Stream stream(device);
  qdrt::Event event(device);
  qdrt::Array<float> x(device, {1 << 16}), y(device, {1 << 16});
  std::vector<float> a(1000, 1), b(1000, 2);
  package.kernel("saxpy").launch({.stream = stream.get()}, x, y, 2.0f);
  package.kernel("saxpy")(a, b, 2.0f);
  event.record(stream.get());
  other.kernel("two").launch({.stream = stream.get()}, int64_t{7});
  if (other.kernel("two").result<int64_t>(0, stream.get()) != 14 || b[999] != 4)
    throw std::runtime_error("a session computes something else");
}

/// Whether opening the device takes some tenths of a second, as Vulkan's drivers of GPUs do, but for lavapipe.
bool opensSlowly(const qdrt::Device &device) {
  return isVulkan() && isGPU() && std::string(device.describe().name).rfind("llvmpipe", 0) != 0;
}

/// Opens the device for each so many sessions.
void runSessions(int count, int onEachDevice, const ByteVector &saxpy, const ByteVector &graph) {
  for (int begun = 0; begun < count; begun += onEachDevice) {
    const qdrt::Device device = openDevice();
    for (int session = 0; session < onEachDevice; ++session)
      runSession(device, saxpy, graph);
  }
}

/// A kernel of three tasks with a result and an error record: "two" gives twice its argument.
ByteVector graphPackage() {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("two");
  uint32_t value = k.scalar("value", ElementType::i64);
  k.result(ElementType::i64, 0);
  k.graph(
      {k.task("store", {word(0), scalar(value)}), k.task("add", {word(0), scalar(value)}),
       k.task("assert_below", {source(SlotKind::errorRecord), scalar(value), scalar(value)}, SizeExpr::constant(1))},
      GraphMode::always);
  return package.bytes();
}
} // namespace

TEST_CASE("a thousand packages and launches, on a device each or on a hundred, leave nothing", "[cycles][results]") {
  const ByteVector saxpy = saxpyPackage(), graph = graphPackage();
  // The device's context stays: making one takes the driver of a GPU a tenth of a second and more. This handle's is the
  // one that is current in this thread, and so asked about its memory.
  qdrt::Device keeper = openDevice();
  const int onEachDevice = opensSlowly(keeper) ? 10 : 1;
  // Caches of the allocator and of the driver are filled.
  runSessions(onEachDevice == 1 ? 100 : 300, onEachDevice, saxpy, graph);
  Held before = held();
  if (isGPU() && !isVulkan())
    REQUIRE(before.deviceBytes > 0);
  runSessions(1000, onEachDevice, saxpy, graph);
  Held after = held();
  INFO("resident " << before.residentBytes << " to " << after.residentBytes << " bytes; in use on the device "
                   << before.deviceBytes << " to " << after.deviceBytes << " bytes");
  CHECK(after.descriptors == before.descriptors);
  CHECK(after.deviceBytes <= before.deviceBytes);
  // A page for each session would be 4 MiB.
  if (isResidentMemoryTelling())
    CHECK(after.residentBytes <= before.residentBytes + (1 << 20));
}

TEST_CASE("contexts that come and go leave nothing", "[cycles][results]") {
  const ByteVector saxpy = saxpyPackage(), graph = graphPackage();
  runSessions(5, 1, saxpy, graph);
  Held before = held();
  runSessions(20, 1, saxpy, graph);
  Held after = held();
  INFO("resident " << before.residentBytes << " to " << after.residentBytes << " bytes");
  CHECK(after.descriptors == before.descriptors);
  if (isResidentMemoryTelling())
    CHECK(after.residentBytes <= before.residentBytes + (4 << 20));
}
