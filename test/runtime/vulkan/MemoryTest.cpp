//===- MemoryTest.cpp - Memory of Vulkan, of every kind -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeFixture.h"

using namespace vulkan_test;

static constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                       kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT,
                                       kCoherent = kVisible | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                                       kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

/// Writes an array, launches, reads, with results that the host waits for.
static void useAllMemory() {
  checkThatItWorks();
  for (const DriverSession &session : driverSessions()) {
    Attempt attempt;
    session.run(attempt);
    CHECK(attempt.failures == std::vector<std::string>());
  }
}

TEST_CASE_METHOD(Fake, "memory is of the type that serves best, and never of one that is not coherent") {
  std::vector<VkMemoryPropertyFlags> &types = fake_vulkan::settings().memoryTypes;
  std::string forDevice, forHost;
  SECTION("a GPU of its own") {
    types = {kLocal, kCoherent, kCoherent | kCached};
    forDevice = "4194304 bytes of type 0\n";
    forHost = "4194304 bytes of type 2\n";
  }
  SECTION("a GPU whose memory the host sees") {
    types = {kCoherent, kLocal | kCoherent, kLocal, kCoherent | kCached};
    forDevice = "4194304 bytes of type 2\n";
    forHost = "4194304 bytes of type 3\n";
  }
  SECTION("types that are not coherent come first") {
    types = {kVisible | kCached, kLocal | kVisible | kCached, kLocal, kCoherent};
    forDevice = "4194304 bytes of type 1\n";
    forHost = "4194304 bytes of type 3\n";
  }
  SECTION("one type") {
    types = {kLocal | kCoherent | kCached};
    forDevice = "4194304 bytes of type 0\n";
    forHost = "4194304 bytes of type 0\n";
  }
  SECTION("types that need an extension are left alone") {
    types = {kLocal | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT, kLocal | VK_MEMORY_PROPERTY_PROTECTED_BIT,
             kLocal | VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD, kLocal, kCoherent};
    forDevice = "4194304 bytes of type 3\n";
    forHost = "4194304 bytes of type 4\n";
  }
  useAllMemory();
  const std::string calls = fake_vulkan::takeCalls();
  CHECK_THAT(calls, Contains("vkAllocateMemory " + forDevice) && Contains("vkAllocateMemory " + forHost));
}

TEST_CASE_METHOD(Fake, "many arrays lie in few blocks, and what is larger has its own") {
  const qdrt::Device device = openDevice();
  std::vector<qdrt::Array<float>> arrays;
  for (int index = 0; index < 3000; ++index)
    arrays.emplace_back(qdrt::Array<float>(device, {1000}));
  CHECK(fake_vulkan::live().memories == 2);
  CHECK_THAT(fake_vulkan::takeCalls(),
             Contains("vkAllocateMemory 4194304 bytes") && Contains("vkAllocateMemory 16777216 bytes"));
  const qdrt::Array<float> large(device, {20 << 20});
  CHECK(fake_vulkan::live().memories == 3);
  CHECK(large.read() == std::vector<float>(20 << 20));
}

/// Allocates, which fails for want of memory.
static std::string refusal(const qdrt::Device &device, uint64_t bytes) {
  qdrt_buffer made = nullptr;
  CHECK(qdrt_buffer_allocate(device.get(), bytes, &made) == QDRT_OUT_OF_MEMORY);
  return qdrt_last_error();
}

TEST_CASE_METHOD(Fake, "memory that a device has not is refused, and there is some once other is freed") {
  constexpr uint64_t kMiB = 1 << 20;
  fake_vulkan::settings().heapBytes = 256 * kMiB;
  fake_vulkan::settings().largestAllocation = 200 * kMiB;
  const qdrt::Device device = openDevice();
  auto allocate = [&](uint64_t bytes) { return qdrt::Array<std::byte>(device, {static_cast<int64_t>(bytes)}); };
  SECTION("more than the device gives at once") {
    CHECK(refusal(device, 201 * kMiB) == "cannot allocate 210763776 bytes on 'vulkan:0': it gives 209715200 at most at "
                                         "once");
  }
  SECTION("more than there is") {
    std::optional<qdrt::Array<std::byte>> first(allocate(150 * kMiB));
    CHECK(refusal(device, 150 * kMiB) == "cannot allocate 157286400 bytes on 'vulkan:0': Vulkan error -2 "
                                         "(VK_ERROR_OUT_OF_DEVICE_MEMORY)");
    // Where there is no room for a block, there may be for what is wanted.
    const qdrt::Array<std::byte> second = allocate(80 * kMiB), small = allocate(10 * kMiB);
    first.reset();
    allocate(150 * kMiB);
  }
  SECTION("more than there is beside what is kept for later") {
    {
      const qdrt::Array<std::byte> block = allocate(60 * kMiB);
    }
    const qdrt::Array<std::byte> first = allocate(100 * kMiB), second = allocate(100 * kMiB);
  }
  SECTION("more blocks than the device allows") {
    fake_vulkan::settings().mostAllocations = 3;
    std::optional<qdrt::Array<std::byte>> first(allocate(40 * kMiB)), second(allocate(40 * kMiB)),
        third(allocate(40 * kMiB));
    CHECK(refusal(device, 40 * kMiB) == "cannot allocate 41943040 bytes on 'vulkan:0': Vulkan error -10 "
                                        "(VK_ERROR_TOO_MANY_OBJECTS)");
    second.reset();
    allocate(40 * kMiB);
  }
}

TEST_CASE_METHOD(Fake, "memory that can't be mapped is given back before another type is tried") {
  fake_vulkan::settings().memoryTypes = {kLocal, kCoherent, kCoherent | kCached};
  const qdrt::Device device = openDevice();
  qdrt::Array<float> array(device, {4});
  fake_vulkan::takeCalls();
  fake_vulkan::failCall("vkMapMemory", 1, VK_ERROR_OUT_OF_DEVICE_MEMORY);
  array.write(std::vector<float>{1, 2, 3, 4});
  CHECK(array.read() == std::vector<float>{1, 2, 3, 4});
  CHECK_THAT(fake_vulkan::takeCalls(), Contains("of type 2\nvkMapMemory\nvkFreeMemory\nvkAllocateMemory"));
}

TEST_CASE_METHOD(Fake, "an address that is no buffer's is refused as memory of the device") {
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, saxpyPackage());
  std::vector<float> onHost(4);
  const qdrt::Array<float> x(device, {4});
  qdrt_argument arguments[3] = {};
  const int64_t shape = 4;
  for (qdrt_argument &argument : arguments)
    argument.type = QDRT_F32;
  for (int index : {0, 1}) {
    arguments[index].rank = 1;
    arguments[index].shape = &shape;
  }
  arguments[0].data = qdrt_buffer_address(x.get());
  arguments[1].data = onHost.data();
  CHECK_FAILS(qdrt_kernel_launch(package.kernel("saxpy").get(), arguments, nullptr, nullptr), QDRT_INVALID_ARGUMENT,
              "lies in no memory that the driver of 'vulkan:0' knows; an array in memory of the host is given as "
              "QDRT_MEMORY_HOST");
}
