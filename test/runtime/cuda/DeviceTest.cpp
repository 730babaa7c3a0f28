//===- DeviceTest.cpp - Devices, contexts and memory of CUDA --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "Runtime/CUDA/Driver.h"

#include <optional>
#include <thread>

using namespace cuda_test;
using Catch::Matchers::Contains;

/// Nothing programmed, whatever the test did.
struct Programmed {
  ~Programmed() {
    fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
    fake_cuda::settings() = {};
  }
};

static qdrt::Package saxpy(const qdrt::Device &device) {
  useFakeImages();
  return qdrt::Package(device, saxpyPackage());
}

/// Runs saxpy on memory of the device and checks the numbers.
static void checkSaxpy(const qdrt::Device &device, const qdrt::Package &package, qdrt_stream stream = nullptr) {
  qdrt::Array<float> x(device, {4}, std::vector<float>{1, 2, 3, 4}), y(device, {4});
  device.synchronize();
  package.kernel("saxpy").launch({.stream = stream}, x, y, 2.0f);
  REQUIRE(qdrt_stream_synchronize(device.get(), stream) == QDRT_OK);
  CHECK(y.read() == std::vector<float>{2, 4, 6, 8});
}

TEST_CASE("every device of the driver is a row of the list") {
  auto info = sized<qdrt_device_info>();
  REQUIRE(qdrt_device_query(1, &info) == QDRT_OK);
  CHECK(info.backend == QDRT_CUDA);
  CHECK(info.name == std::string("Fake GPU 0"));
  CHECK(info.spelling == std::string("cuda:0"));
  CHECK(info.unavailable == nullptr);
  CHECK(info.thread_count == 0);
}

TEST_CASE("a thousand devices, packages and launches leave nothing") {
  fake_cuda::Live before = fake_cuda::live();
  for (int round = 0; round < 1000; ++round) {
    qdrt::Device device = qdrt::Device::open("cuda:0");
    qdrt::Package package = saxpy(device);
    checkSaxpy(device, package);
  }
  CHECK(fake_cuda::live() == before);
  fake_cuda::takeCalls();
}

TEST_CASE("memory comes straight from the driver until some is freed, then from a pool, where the device has one") {
  Programmed programmed;
  const bool pools = fake_cuda::settings().hasMemoryPools = GENERATE(true, false);
  {
    qdrt::Device device = qdrt::Device::open("cuda:0");
    auto callsOf = [](auto &&work) {
      fake_cuda::takeCalls();
      work();
      return fake_cuda::takeCalls();
    };
    std::optional<qdrt::Array<float>> first, second;
    CHECK_THAT(callsOf([&] { first.emplace(qdrt::Array<float>(device, {100})); }),
               Contains("cuMemAlloc_v2 400 bytes") && !Contains("Pool"));
    second.emplace(qdrt::Array<float>(device, {100}));
    CHECK_THAT(callsOf([&] { first.reset(); }), Contains("cuMemFree_v2"));
    CHECK(fake_cuda::live().pools == 0);
    std::string calls = callsOf([&] { first.emplace(qdrt::Array<float>(device, {100})); });
    CHECK_THAT(calls, Contains(pools ? "cuMemAllocFromPoolAsync 400 bytes" : "cuMemAlloc_v2 400 bytes"));
    CHECK(fake_cuda::live().pools == pools);
    CHECK(first->read() == std::vector<float>(100));
    CHECK_THAT(callsOf([&] { first.reset(); }), Contains(pools ? "cuMemFreeAsync" : "cuMemFree_v2"));
    // What came from the driver goes back to it.
    CHECK_THAT(callsOf([&] { second.reset(); }), Contains("cuMemFree_v2"));
    calls = callsOf([&] { device.reset(); });
    CHECK((calls.find("cuMemPoolTrimTo 0 bytes") != std::string::npos) == pools);
  }
  CHECK(fake_cuda::live().pools == 0);
  CHECK(fake_cuda::live().wrong == 0);
}

TEST_CASE("a first result takes no pool, no page-locked memory and two streams") {
  qdrt::Device device = qdrt::Device::open("cuda:0");
  fake_cuda::takeCalls();
  qdrt::Package package = saxpy(device);
  std::vector<float> x = {1, 2, 3, 4}, y = {0, 0, 0, 1};
  package.kernel("saxpy")(x, y, 2.0f);
  device.synchronize();
  CHECK(y == std::vector<float>{2, 4, 6, 9});
  std::string calls = fake_cuda::takeCalls();
  CHECK_THAT(calls, Contains("cuMemAlloc_v2 16 bytes") && Contains("cuLaunchKernelEx"));
  CHECK_THAT(calls, !Contains("Pool") && !Contains("cuMemHostAlloc") && !Contains("Create"));
  CHECK(fake_cuda::live().streams == 2);
}

TEST_CASE("memory that the driver does not have is out of memory") {
  Programmed programmed;
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt_buffer buffer = nullptr;
  for (const char *function : {"cuMemAlloc_v2", "cuMemAllocFromPoolAsync"}) {
    fake_cuda::failCall(function, 1, fake_cuda::CUDA_ERROR_OUT_OF_MEMORY);
    CHECK_FAILS(qdrt_buffer_allocate(device.get(), 64, &buffer), QDRT_OUT_OF_MEMORY,
                "cannot allocate 64 bytes on 'cuda:0': CUDA error 2 (CUDA_ERROR_OUT_OF_MEMORY)");
    // Freed memory is the sign to use a pool.
    qdrt::Array<float>(device, {16});
  }
  CHECK_FAILS(qdrt_buffer_allocate(device.get(), uint64_t{1} << 41, &buffer), QDRT_OUT_OF_MEMORY,
              "cannot allocate 2199023255552 bytes on 'cuda:0': it has 1099511627776");
}

TEST_CASE("threads that allocate and free make one pool, and leave nothing") {
  fake_cuda::Live before = fake_cuda::live();
  {
    qdrt::Device device = qdrt::Device::open("cuda:0");
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&] {
        for (int round = 0; round < 50; ++round)
          qdrt::Array<float>(device, {round + 1});
      });
    for (std::thread &thread : threads)
      thread.join();
    CHECK(fake_cuda::live().pools == before.pools + 1);
  }
  CHECK(fake_cuda::live() == before);
  fake_cuda::takeCalls();
}

TEST_CASE("a kernel that traps is told by the wait, and the device opens again") {
  useFakeImages();
  PackageBuilder builder;
  KernelBuilder &kernel = builder.kernel("k");
  uint32_t p = kernel.array("p", qdc::ElementType::i64, {});
  kernel.graph({kernel.task("trap", {array(p)})});
  kernel.workspace(qdc::SizeExpr::constant(64));
  fake_cuda::Live before = fake_cuda::live();
  {
    qdrt::Device device = qdrt::Device::open("cuda:0"), second = qdrt::Device::open("cuda:0");
    qdrt::Package package(device, builder.bytes());
    qdrt::Array<int64_t> word(device, {});
    // Either call may be the one that finds it.
    std::string message;
    try {
      package.kernel("k")(word);
      device.synchronize();
    } catch (const qdrt::Error &error) {
      message = error.what();
      CHECK(error.status() == QDRT_DEVICE_LOST);
    }
    CHECK_THAT(message,
               Contains("CUDA error 719 (CUDA_ERROR_LAUNCH_FAILED)") && Contains("'trap'") &&
                   Contains("the context is lost, with all that is in it: open the device again, or start the program "
                            "anew where the driver refuses that"));
    // Nothing reaches the driver any more, through either handle.
    fake_cuda::takeCalls();
    CHECK_THROWS_STATUS(device.synchronize(), QDRT_DEVICE_LOST, "CUDA error 719");
    CHECK_THROWS_STATUS(second.synchronize(), QDRT_DEVICE_LOST, "CUDA error 719");
    CHECK_THROWS_STATUS(qdrt::Array<int64_t>(second, {}), QDRT_DEVICE_LOST, "CUDA error 719");
    CHECK(fake_cuda::takeCalls() == "");
    // Opened again, it works beside what is left of the lost one.
    qdrt::Device fresh = qdrt::Device::open("cuda:0");
    qdrt::Package again = saxpy(fresh);
    checkSaxpy(fresh, again);
  }
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package = saxpy(device);
  checkSaxpy(device, package);
  CHECK(fake_cuda::live().wrong == before.wrong);
}

TEST_CASE("an error that ends the context is a lost device in every call that follows, until it is opened again") {
  Programmed programmed;
  const int ending[] = {214, 220, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719};
  for (int code : ending) {
    CAPTURE(code);
    qdrt::Device device = qdrt::Device::open("cuda:0");
    qdrt::Package package = saxpy(device);
    qdrt::Array<float> x(device, {4}), y(device, {4});
    device.synchronize();
    fake_cuda::failCall("cuStreamSynchronize", 1, static_cast<fake_cuda::CUresult>(code));
    const std::string message = "CUDA error " + std::to_string(code);
    CHECK_THROWS_STATUS(device.synchronize(), QDRT_DEVICE_LOST, message);
    CHECK_THROWS_STATUS(package.kernel("saxpy")(x, y, 1.0f), QDRT_DEVICE_LOST, message);
    CHECK_THROWS_STATUS(x.read(), QDRT_DEVICE_LOST, message);
    CHECK_THROWS_STATUS(saxpy(device), QDRT_DEVICE_LOST, message);
    CHECK_THROWS_STATUS(qdrt::Stream{device}, QDRT_DEVICE_LOST, message);
    qdrt_stream none = nullptr;
    CHECK_FAILS(qdrt_stream_adopt(device.get(), nullptr, &none), QDRT_DEVICE_LOST, message);
  }
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package = saxpy(device);
  checkSaxpy(device, package);
  // Others leave it as it is.
  fake_cuda::failCall("cuStreamSynchronize", 1, fake_cuda::CUDA_ERROR_UNKNOWN);
  CHECK_THROWS_STATUS(device.synchronize(), QDRT_IO_ERROR, "CUDA error 999");
  checkSaxpy(device, package);
}

TEST_CASE("a context and a stream of the caller are used and left alone") {
  fake_cuda::Live before = fake_cuda::live();
  fake_cuda::CUcontext context = fake_cuda::createContext(0), other = fake_cuda::createContext(0), current = nullptr;
  REQUIRE(cuda::driver()->ctxSetCurrent(other) == fake_cuda::CUDA_SUCCESS);
  fake_cuda::CUstream foreign = fake_cuda::createStream();
  REQUIRE(cuda::driver()->ctxSetCurrent(context) == fake_cuda::CUDA_SUCCESS);
  fake_cuda::CUstream native = fake_cuda::createStream();
  {
    qdrt::Device device = qdrt::Device::adopt(nativeDevice(context));
    CHECK(device.describe().spelling == std::string("cuda:0"));
    // A thread that works in another context gets it back.
    REQUIRE(cuda::driver()->ctxSetCurrent(other) == fake_cuda::CUDA_SUCCESS);
    qdrt::Stream stream = qdrt::Stream::adopt(device, native);
    qdrt::Package package = saxpy(device);
    checkSaxpy(device, package, stream.get());
    REQUIRE(cuda::driver()->ctxGetCurrent(&current) == fake_cuda::CUDA_SUCCESS);
    CHECK(current == other);
    qdrt_stream none = nullptr;
    CHECK_FAILS(qdrt_stream_adopt(device.get(), foreign, &none), QDRT_INVALID_ARGUMENT,
                "the given stream is of another context than device 'cuda:0'");
    CHECK_FAILS(qdrt_stream_adopt(device.get(), &none, &none), QDRT_INVALID_ARGUMENT,
                "cannot use the given stream on 'cuda:0': CUDA error 400 (CUDA_ERROR_INVALID_HANDLE)");
    // And one that has none works too.
    std::thread([&] { checkSaxpy(device, package, stream.get()); }).join();
  }
  qdrt_device none = nullptr;
  qdrt_native_device ofDriver = nativeDevice(&before);
  CHECK_FAILS(qdrt_device_adopt(&ofDriver, nullptr, &none), QDRT_INVALID_ARGUMENT,
              "cannot use the given context on 'cuda': CUDA error 201 (CUDA_ERROR_INVALID_CONTEXT)");
  ofDriver.of.cuda.context = nullptr;
  CHECK_FAILS(qdrt_device_adopt(&ofDriver, nullptr, &none), QDRT_INVALID_ARGUMENT,
              "qdrt_native_device.of.cuda.context is NULL; it takes a CUcontext");
  // What this version does not read may be something that the caller counts on.
  for (size_t word = 1; word < std::size(ofDriver.of.reserved); ++word) {
    ofDriver = nativeDevice(context);
    ofDriver.of.reserved[word] = 1;
    CHECK_FAILS(qdrt_device_adopt(&ofDriver, nullptr, &none), QDRT_UNSUPPORTED,
                "qdrt_native_device.of.reserved[" + std::to_string(word) +
                    "] is not 0; a device of kind 1 ('cuda') is named by the first 8 bytes of 'of', and this version "
                    "of libqdrt takes zeros after them");
  }
  fake_cuda::destroyStream(native);
  fake_cuda::destroyStream(foreign);
  (void)cuda::driver()->ctxSetCurrent(nullptr);
  fake_cuda::destroyContext(context);
  fake_cuda::destroyContext(other);
  CHECK(fake_cuda::live() == before);
}

TEST_CASE("whoever made a context that is lost is to make another one") {
  fake_cuda::CUcontext context = fake_cuda::createContext(0);
  {
    qdrt::Device device = qdrt::Device::adopt(nativeDevice(context));
    fake_cuda::failCall("cuCtxSynchronize", 1, fake_cuda::CUDA_ERROR_LAUNCH_FAILED);
    CHECK_THROWS_STATUS(device.synchronize(), QDRT_DEVICE_LOST,
                        "CUDA error 719 (CUDA_ERROR_LAUNCH_FAILED); the context is lost, with all that is in it: "
                        "whoever made it must make another one, or start the program anew where the driver refuses "
                        "that");
  }
  (void)cuda::driver()->ctxSetCurrent(nullptr);
  fake_cuda::destroyContext(context);
}

TEST_CASE("how many threads a block may have, the device says") {
  useFakeImages();
  Programmed programmed;
  auto prepare = [](int ofDevice, uint32_t threads) {
    fake_cuda::settings().maximumBlock = ofDevice;
    const auto device = std::move(*cuda::Backend().open(0, {}));
    const auto image = std::move(*device->load(imageFile("entries")));
    qdc::EntryPoint entry;
    entry.symbol = "add_index";
    entry.launch = qdc::LaunchShape{.blockThreads = threads};
    const qdc::Result<std::unique_ptr<BackendEntry>> prepared = image->prepare(entry);
    return prepared ? "" : prepared.error().message;
  };
  CHECK(prepare(1024, 1024) == "");
  CHECK(prepare(512, 512) == "");
  CHECK(prepare(512, 1024) ==
        "entry point 'add_index' of the CUDA image is for blocks of 1024 threads; those of this device have 512 at "
        "most");
}

TEST_CASE("an image of the package is chosen by capability, and the driver's log is in the error") {
  useFakeImages();
  qdrt::Device device = qdrt::Device::open("cuda:0");
  auto load = [&](PackageBuilder &builder) {
    KernelBuilder &kernel = builder.kernel("store");
    uint32_t p = kernel.array("p", qdc::ElementType::i64, {}), value = kernel.scalar("value", qdc::ElementType::i64);
    kernel.graph({kernel.task("store", {array(p), scalar(value)})});
    return builder.bytes();
  };
  SECTION("the best that it runs") {
    PackageBuilder builder;
    for (const char *target : {"cuda:compute_75", "cuda:compute_80", "cuda:compute_100", "cuda:sm_80"})
      builder.image(target);
    qdrt::Package package(device, load(builder));
    std::vector<std::string> reasons;
    for (uint32_t index = 0; index < 4; ++index) {
      auto info = sized<qdrt_image_info>();
      REQUIRE(qdrt_package_image(package.get(), index, &info) == QDRT_OK);
      reasons.push_back(info.reason);
    }
    CHECK(reasons == std::vector<std::string>{"image 'cuda:compute_80' is preferred", "",
                                              "it runs on compute capability 10.0 on; this device has 9.0",
                                              "it runs on compute capability 8.0 to 8.9; this device has 9.0"});
  }
  SECTION("none") {
    PackageBuilder builder;
    builder.image("cuda:sm_80");
    CHECK_THROWS_STATUS(qdrt::Package(device, load(builder)), QDRT_INCOMPATIBLE,
                        "no image of the package can be used on device 'cuda:0'; 'cuda:sm_80': it runs on compute "
                        "capability 8.0 to 8.9; this device has 9.0; compile it for 'cuda:sm_90'");
  }
  SECTION("one for subgroups of another width") {
    Programmed programmed;
    fake_cuda::settings().warpSize = 64;
    PackageBuilder builder;
    qdrt::Device wide = qdrt::Device::open("cuda:0");
    CHECK_THROWS_STATUS(qdrt::Package(wide, load(builder)).kernel("store"), QDRT_INCOMPATIBLE,
                        "entry point 'store' of the CUDA image is for subgroups of 32 threads; those of this device "
                        "have 64");
  }
  SECTION("text that the driver refuses, or that has no end") {
    PackageBuilder refused, endless, machine;
    refused.code({std::byte{'x'}, std::byte{0}});
    CHECK_THROWS_STATUS(qdrt::Package(device, load(refused)), QDRT_INVALID_PACKAGE,
                        "image 'cuda:compute_75': cannot load the code on 'cuda:0': CUDA error 218 "
                        "(CUDA_ERROR_INVALID_PTX): line 1; fatal: the fake driver does not know this text");
    endless.code({std::byte{'x'}});
    CHECK_THROWS_STATUS(qdrt::Package(device, load(endless)), QDRT_INVALID_PACKAGE,
                        "the CUDA image is neither an ELF file nor text that ends in a zero");
    std::vector<std::byte> elf(64);
    std::copy_n(reinterpret_cast<const std::byte *>("\177ELF\2\1"), 6, elf.begin());
    machine.code(elf);
    CHECK_THROWS_STATUS(qdrt::Package(device, load(machine)), QDRT_INVALID_PACKAGE,
                        "the CUDA image is an ELF file, but not one for CUDA");
  }
}
