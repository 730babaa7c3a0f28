//===- DeviceTest.cpp - Devices of Vulkan, of every kind ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of devices is made once for a process, so what makes a device one that
// can't be opened is asked of the backend.
//
//===----------------------------------------------------------------------===//

#include "FakeFixture.h"

#include <cstring>

using namespace vulkan_test;

/// Why the first device can't be opened; "": it can.
static std::string unavailable() { return vulkan::Backend().devices().at(0).unavailable; }

TEST_CASE_METHOD(Fake, "a device that lacks what libqdrt needs is listed with the name of that") {
  CHECK(unavailable() == "");
  for (const char *name : {"bufferDeviceAddress", "shaderInt64", "vulkanMemoryModel", "vulkanMemoryModelDeviceScope",
                           "timelineSemaphore"}) {
    fake_vulkan::settings() = {};
    fake_vulkan::settings().lacks = {name};
    CHECK(unavailable() == "it lacks the feature '" + std::string(name) + "', which libqdrt needs");
  }
  fake_vulkan::settings() = {};
  fake_vulkan::settings().version = VK_API_VERSION_1_1;
  CHECK(unavailable() == "it has Vulkan 1.1; libqdrt needs 1.2 or newer");
  fake_vulkan::settings() = {};
  fake_vulkan::settings().drawingQueues = fake_vulkan::settings().computingQueues = 0;
  CHECK(unavailable() == "it has no queue for computing");
  fake_vulkan::settings() = {};
  fake_vulkan::settings().devices = 0;
  CHECK(unavailable() == "Vulkan shows no device to this process");
  const qdc::Result<std::unique_ptr<BackendDevice>> gone = vulkan::Backend().open(3, {});
  REQUIRE_FALSE(gone.ok());
  CHECK(gone.error().message == "device 'vulkan:3' is gone: Vulkan shows 0 to this process");
}

TEST_CASE_METHOD(Fake, "a device works with the least that it may have") {
  fake_vulkan::Settings &settings = fake_vulkan::settings();
  SECTION("all that there is") {}
  SECTION("queues that also draw, alone") { settings.computingQueues = 0; }
  SECTION("one queue") {
    settings.drawingQueues = 0;
    settings.computingQueues = 1;
  }
  SECTION("Vulkan 1.2") { settings.version = VK_API_VERSION_1_2; }
  SECTION("no feature but those that libqdrt needs, and no extension") {
#define QDC_VULKAN_FEATURE(NAME, STRUCT) settings.lacks.insert(#NAME);
#define QDC_VULKAN_EXTENSION_FEATURE(NAME, STRUCT, EXTENSION) settings.lacks.insert({#NAME, #EXTENSION});
#include "qdc/ABI/VulkanNeeds.def"
    for (const char *name : {"bufferDeviceAddress", "shaderInt64", "vulkanMemoryModel", "vulkanMemoryModelDeviceScope"})
      settings.lacks.erase(name);
  }
  SECTION("small blocks of memory, few of them") {
    settings.largestAllocation = 16 << 20;
    settings.mostAllocations = 8;
  }
  checkThatItWorks();
}

TEST_CASE_METHOD(Fake, "a device without a clock records events and takes no time") {
  fake_vulkan::settings().timestampBits = 0;
  const qdrt::Device device = openDevice();
  const qdrt::Event first(device), second(device);
  first.record();
  second.record();
  second.synchronize();
  double seconds = 0;
  CHECK_FAILS(qdrt_event_elapsed(first.get(), second.get(), &seconds), QDRT_UNSUPPORTED,
              "the queues of device 'vulkan:0' take no time");
}

TEST_CASE_METHOD(Fake, "what a device has of what images need is switched on, and nothing else") {
  {
    const qdrt::Device device = openDevice();
  }
  const std::string all = fake_vulkan::takeCalls();
#define QDC_VULKAN_FEATURE(NAME, STRUCT) CHECK_THAT(all, Contains(" " #NAME));
#include "qdc/ABI/VulkanNeeds.def"
  CHECK_THAT(all, Contains(" timelineSemaphore"));
  fake_vulkan::settings().lacks = {"shaderFloat64", "VK_EXT_shader_atomic_float"};
  {
    const qdrt::Device device = openDevice();
  }
  const std::string fewer = fake_vulkan::takeCalls();
  CHECK_THAT(fewer, !Contains("shaderFloat64") && !Contains("Float32AtomicAdd") && Contains("shaderFloat16"));
}

TEST_CASE_METHOD(Fake, "an image that needs what a device lacks is refused by name") {
  auto refusal = [](const char *target, std::vector<std::string> needs) {
    const qdrt::Device device = openDevice();
    PackageBuilder builder;
    builder.image(target).features = std::move(needs);
    KernelBuilder &k = builder.kernel("k");
    k.graph({k.task("store",
                    {array(k.array("p", qdc::ElementType::i64, {})), scalar(k.scalar("v", qdc::ElementType::i64))})});
    try {
      qdrt::Package loaded(device, builder.bytes());
    } catch (const qdrt::Error &error) {
      CHECK(error.status() == QDRT_INCOMPATIBLE);
      return std::string(error.what());
    }
    return std::string();
  };
#define QDC_VULKAN_FEATURE(NAME, STRUCT)                                                                               \
  fake_vulkan::settings().lacks.clear();                                                                               \
  CHECK(refusal("vulkan:1.2", {#NAME}) == "");                                                                         \
  if (std::strcmp(#NAME, "shaderInt64") != 0 && std::strcmp(#NAME, "bufferDeviceAddress") != 0 &&                      \
      std::strncmp(#NAME, "vulkanMemoryModel", 17) != 0) {                                                             \
    fake_vulkan::settings().lacks.insert(#NAME);                                                                       \
    CHECK_THAT(refusal("vulkan:1.2", {#NAME}),                                                                         \
               Contains("'vulkan:1.2': it needs '" #NAME "', which this device lacks; compile it for 'vulkan:1.2'"));  \
  }
#define QDC_VULKAN_EXTENSION_FEATURE(NAME, STRUCT, EXTENSION) QDC_VULKAN_FEATURE(NAME, STRUCT)
#include "qdc/ABI/VulkanNeeds.def"
  fake_vulkan::settings().lacks.clear();
  CHECK_THAT(refusal("vulkan:1.2", {"shaderQuantum"}),
             Contains("'vulkan:1.2': it needs 'shaderQuantum', which this loader does not know"));
  CHECK_THAT(refusal("vulkan:1.9", {}),
             Contains("'vulkan:1.9': this loader knows the targets 'vulkan:1.2' and 'vulkan:1.3'"));
  fake_vulkan::settings().version = VK_API_VERSION_1_2;
  CHECK_THAT(refusal("vulkan:1.3", {}), Contains("'vulkan:1.3': it runs on Vulkan 1.3 on; this device has 1.2"));
}

/// Why an entry point of images/entries.c can't be prepared; "": it can.
static std::string prepare(const qdc::Launch &launch, const char *symbol = "add_index",
                           qdc::CoverageKind covers = qdc::CoverageKind::tasks) {
  const std::unique_ptr<BackendDevice> device = openBackend();
  const auto image = std::move(*device->load(imageFile("entries")));
  qdc::EntryPoint entry;
  entry.symbol = symbol;
  entry.covers.kind = covers;
  entry.launch = launch;
  const qdc::Result<std::unique_ptr<BackendEntry>> prepared = image->prepare(entry);
  if (!prepared)
    return prepared.error().message;
  return (*prepared)->unusableReason ? (*prepared)->unusableReason : "";
}

TEST_CASE_METHOD(Fake, "an entry point that the device can't launch is refused, or left out") {
  qdc::LaunchShape shape;
  shape.blockThreads = 128;
  shape.subgroupWidth = 0;
  shape.slotPassing = qdc::SlotPassing::memory;
  CHECK(prepare(shape) == "");
  fake_vulkan::settings().maximumBlock = 64;
  CHECK(prepare(shape) == "entry point 'add_index' of the Vulkan image is for blocks of 128 threads; those of this "
                          "device have 64 at most");
  fake_vulkan::settings() = {};
  CHECK(prepare(shape, "no_such") == "the Vulkan image has no symbol 'no_such'");
  CHECK(prepare(qdc::CPULaunch{}) ==
        "entry point 'add_index' of the Vulkan image has a launch of the kind 'cpu'; a GPU "
        "takes 'grid'");
  qdc::LaunchShape wide = shape, byValue = shape, cooperative = shape;
  wide.subgroupWidth = 32;
  CHECK(prepare(wide) == "entry point 'add_index' of the Vulkan image is for subgroups of 32 threads; Vulkan has them "
                         "of any width");
  byValue.slotPassing = qdc::SlotPassing::values;
  CHECK(prepare(byValue) == "entry point 'add_index' of the Vulkan image takes its slots by value; Vulkan has them in "
                            "memory");
  cooperative.grid = qdc::GridSize::cooperative;
  CHECK(prepare(cooperative) == "Vulkan promises nothing of blocks that wait for each other");
}

TEST_CASE_METHOD(Fake, "what is no SPIR-V never reaches the driver") {
  const std::unique_ptr<BackendDevice> device = openBackend();
  auto load = [&](std::vector<std::byte> bytes) { return device->load(bytes).error().message; };
  std::vector<std::byte> whole = imageFile("entries");
  fake_vulkan::takeCalls();
  CHECK(load({}) == "the Vulkan image is no SPIR-V");
  CHECK(load(std::vector<std::byte>(40)) == "the Vulkan image is no SPIR-V");
  CHECK(load(std::vector<std::byte>(41)) == "the Vulkan image is no SPIR-V: its size is no multiple of 4 bytes");
  whole.resize(whole.size() - 4);
  CHECK(load(whole) == "the Vulkan image ends inside an instruction of its SPIR-V");
  whole.resize(24);
  std::fill(whole.begin() + 20, whole.end(), std::byte{0});
  CHECK(load(whole) == "the Vulkan image ends inside an instruction of its SPIR-V");
  CHECK_THAT(fake_vulkan::takeCalls(), !Contains("vkCreateShaderModule"));
}

TEST_CASE_METHOD(Fake, "a driver that lacks a function is refused by its name, and the device is given back") {
  for (const char *name : {"vkCmdDispatch", "vkDestroyPipelineLayout", "vkWaitSemaphores"}) {
    fake_vulkan::settings().lacks = {name};
    qdrt_device device = nullptr;
    CHECK_FAILS(qdrt_device_open_by_name("vulkan:0", nullptr, &device), QDRT_NO_DEVICE,
                "the Vulkan driver lacks '" + std::string(name) + "'");
    CHECK(fake_vulkan::live() == before);
  }
  fake_vulkan::settings() = {};
  checkThatItWorks();
}

TEST_CASE_METHOD(Fake, "a grid is no larger than the device takes, and all iterations run") {
  fake_vulkan::settings().maximumGrid = GENERATE(1u, 7u, 65535u);
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, saxpyPackage());
  std::vector<float> x(1000, 1), y(1000, 3), wanted(1000, 5);
  package.kernel("saxpy")(x, y, 2.0f);
  device.synchronize();
  CHECK(y == wanted);
}

namespace {
/// Kernel "k": adds 1, or ends in a wrong instruction.
qdc::ByteVector trapPackage() {
  PackageBuilder builder;
  KernelBuilder &k = builder.kernel("k");
  k.graph({k.task("trap", {array(k.array("p", qdc::ElementType::i64, {}))})});
  return builder.bytes();
}

std::string lostMessage(const std::function<void()> &call) {
  try {
    call();
  } catch (const qdrt::Error &error) {
    CHECK(error.status() == QDRT_DEVICE_LOST);
    return error.what();
  }
  return "";
}
} // namespace

TEST_CASE_METHOD(Fake, "a lost device says so in every call that needs it, and opens again beside what is left of it") {
  const qdrt::Device device = openDevice(), other = openDevice();
  const qdrt::Package package(device, trapPackage());
  qdrt::Array<int64_t> word(device, {});
  const qdrt::Stream stream(device);
  const qdrt::Event event(device);
  const std::string first = lostMessage([&] {
    package.kernel("k")(word);
    device.synchronize();
  });
  CHECK_THAT(first, Contains("on 'vulkan:0': Vulkan error -4 (VK_ERROR_DEVICE_LOST); the device is lost, with all that "
                             "is in it: open it again") &&
                        Contains("kernel 'k' failed on the device"));
  for (const std::string &later :
       {lostMessage([&] { device.synchronize(); }), lostMessage([&] { event.record(stream.get()); }),
        lostMessage([&] { qdrt::Array<int64_t>(device, {}); }), lostMessage([&] { word.read(); }),
        lostMessage([&] { qdrt::Package(device, saxpyPackage()).kernel("saxpy"); }),
        lostMessage([&] { qdrt::Stream(device).synchronize(); }), lostMessage([&] { package.kernel("k")(word); })})
    CHECK_THAT(later, Contains("'vulkan:0'") && Contains("the device is lost"));
  // Each opening is a device of its own.
  checkSaxpy(other, qdrt::Package(other, saxpyPackage()));
  checkThatItWorks();
}
