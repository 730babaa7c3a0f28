//===- ForeignMemoryTest.cpp - Memory that the program has from the driver ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU, and some on the fake driver too. What the loader asks that about such
// memory: cuda/PeerMemoryTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "DriverCalls.h"
#include "Fixture.h"

#include <array>
#include <memory>

using namespace qdc;
using namespace runtime_test;

namespace {
/// A context beside the primary one of a GPU. It is current in this thread but while the loader is called.
class OtherContext {
public:
  explicit OtherContext(int device) { REQUIRE(callDriver("cuCtxCreate_v2", &handle, 0u, device) == 0); }
  /// What was allocated in it goes with it.
  ~OtherContext() { CHECK(callDriver("cuCtxDestroy_v2", handle) == 0); }
  OtherContext(const OtherContext &) = delete;
  OtherContext &operator=(const OtherContext &) = delete;

  uint64_t allocate(size_t bytes) {
    uint64_t address = 0;
    REQUIRE(callDriver("cuMemAlloc_v2", &address, bytes) == 0);
    return address;
  }
  uint64_t allocateManaged(size_t bytes) {
    const unsigned forAllDevices = 1;
    uint64_t address = 0;
    REQUIRE(callDriver("cuMemAllocManaged", &address, bytes, forAllDevices) == 0);
    return address;
  }

private:
  void *handle = nullptr;
};

using Words = std::array<int64_t, 2>;
} // namespace

TEST_CASE("memory of another context of the GPU, and managed memory, are used as they are") {
  if (!isGPU() || isVulkan())
    return;
  PackageBuilder builder;
  uint32_t shared = builder.global({.name = "shared", .type = ElementType::i64, .shape = {}, .isExternal = true});
  KernelBuilder &k = builder.kernel("k");
  uint32_t in = k.array("in", ElementType::i64, {}), out = k.array("out", ElementType::i64, {});
  k.graph({k.task("copy_word", {array(out), global(shared)}), k.task("add_word", {array(out), array(in)})});
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  OtherContext other(static_cast<int>(device.describe().index));
  const bool isManaged = GENERATE(false, true);
  CAPTURE(isManaged);
  const size_t bytes = sizeof(Words);
  const uint64_t read = isManaged ? other.allocateManaged(bytes) : other.allocate(bytes),
                 written = isManaged ? other.allocateManaged(bytes) : other.allocate(bytes);
  const Words values = {37, 5};
  Words found = {0, 11};
  REQUIRE(callDriver("cuMemcpyHtoD_v2", read, values.data(), bytes) == 0);
  REQUIRE(callDriver("cuMemcpyHtoD_v2", written, found.data(), bytes) == 0);
  auto word = [](uint64_t address, size_t index) {
    return reinterpret_cast<int64_t *>(static_cast<uintptr_t>(address + 8 * index));
  };
  REQUIRE(qdrt_package_bind_global(package.get(), "shared", word(read, 0), 8) == QDRT_OK);
  package.kernel("k")(qdrt::View(word(read, 1), {}, QDRT_MEMORY_DEVICE),
                      qdrt::View(word(written, 0), {}, QDRT_MEMORY_DEVICE));
  device.synchronize();
  REQUIRE(callDriver("cuMemcpyDtoH_v2", found.data(), written, bytes) == 0);
  CHECK(found == Words{42, 11});
}

TEST_CASE("memory of the host that is given as the device's is refused by name, and the device goes on") {
  if (isCPU() || isNull())
    return;
  PackageBuilder builder;
  uint32_t shared = builder.global({.name = "shared", .type = ElementType::i64, .shape = {}, .isExternal = true});
  KernelBuilder &k = builder.kernel("k");
  uint32_t in = k.array("in", ElementType::i64, {}, Access::read), out = k.array("out", ElementType::i64, {});
  k.graph({k.task("copy_word", {array(out), global(shared)}), k.task("add_word", {array(out), array(in)})});
  qdrt::Device device = openDevice();
  const int usesPageableMemory = 88;
  int isUsed = 0;
  if (!isVulkan())
    REQUIRE(callDriver("cuDeviceGetAttribute", &isUsed, usesPageableMemory,
                       static_cast<int>(device.describe().index)) == 0);
  if (isUsed) {
    WARN("skipped: this GPU uses all memory of the host");
    return;
  }
  qdrt::Package package(device, builder.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  qdrt::Array<int64_t> value(device, {}, std::vector<int64_t>{30}), more(device, {}, std::vector<int64_t>{5}),
      result(device, {});
  auto onHost = std::make_unique<int64_t>(12);
  const std::string refusal = "lies in no memory that the driver of '" + std::string(device.describe().spelling) +
                              "' knows; an array in memory of the host is given as QDRT_MEMORY_HOST";
  CHECK_FAILS(qdrt_package_bind_global(package.get(), "shared", onHost.get(), 8), QDRT_INVALID_ARGUMENT,
              "the memory to bind global 'shared' to " + refusal);
  REQUIRE(qdrt_package_bind_global(package.get(), "shared", value.address(), 8) == QDRT_OK);
  const qdrt::View wrong(onHost.get(), {}, QDRT_MEMORY_DEVICE), right(onHost.get(), {}, QDRT_MEMORY_HOST);
  CHECK_THROWS_STATUS(kernel(wrong, result), QDRT_INVALID_ARGUMENT, "argument 'in' of kernel 'k' " + refusal);
  CHECK_THROWS_STATUS(kernel(more, wrong), QDRT_INVALID_ARGUMENT, "argument 'out' of kernel 'k' " + refusal);
  // Nothing is lost, and an address that was right is not taken for one that is.
  kernel(right, result);
  CHECK(result.read()[0] == 42);
  CHECK_THROWS_STATUS(kernel(wrong, result), QDRT_INVALID_ARGUMENT, "argument 'in' of kernel 'k' " + refusal);
  kernel(more, result);
  CHECK(result.read()[0] == 35);
  device.synchronize();
}
