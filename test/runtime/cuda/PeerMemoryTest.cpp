//===- PeerMemoryTest.cpp - Arrays that lie on another GPU ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "Runtime/CUDA/Backend.h"
#include "Runtime/CUDA/Context.h"

using namespace cuda_test;
using Catch::Matchers::Contains;

namespace {
/// Two GPUs, of which the first is the device, and a kernel that adds to its argument.
struct TwoDevices {
  TwoDevices() {
    useFakeImages();
    KernelBuilder &k = builder.kernel("k");
    uint32_t out = k.array("out", qdc::ElementType::i64, {}), value = k.scalar("value", qdc::ElementType::i64);
    k.graph({k.task("add", {array(out), scalar(value)})});
    fake_cuda::settings().devices = 2;
  }
  ~TwoDevices() { fake_cuda::settings() = {}; }

  /// Eight bytes that `allocate` finds in a context, with a zero in them.
  template <typename Allocate>
  int64_t *wordIn(fake_cuda::CUcontext context, Allocate allocate) {
    REQUIRE(cuda::driver()->ctxSetCurrent(context) == fake_cuda::CUDA_SUCCESS);
    auto *word = reinterpret_cast<int64_t *>(static_cast<uintptr_t>(allocate()));
    REQUIRE(word);
    *word = 0;
    return word;
  }
  int64_t *wordIn(fake_cuda::CUcontext context) {
    return wordIn(context, [] {
      fake_cuda::CUdeviceptr address = 0;
      return cuda::driver()->memAlloc(&address, 8) == fake_cuda::CUDA_SUCCESS ? address : 0;
    });
  }
  void freeIn(fake_cuda::CUcontext context, int64_t *word) {
    REQUIRE(cuda::driver()->ctxSetCurrent(context) == fake_cuda::CUDA_SUCCESS);
    CHECK(cuda::driver()->memFree(reinterpret_cast<uintptr_t>(word)) == fake_cuda::CUDA_SUCCESS);
  }
  static qdrt::View view(int64_t *word) { return {word, {}, QDRT_MEMORY_DEVICE}; }

  PackageBuilder builder;
};
} // namespace

TEST_CASE_METHOD(TwoDevices, "memory of another GPU is refused by name, unless the device has access to it") {
  fake_cuda::Live before = fake_cuda::live();
  fake_cuda::CUcontext context = fake_cuda::createContext(0), same = fake_cuda::createContext(0),
                       other = fake_cuda::createContext(1);
  int64_t *theirs = wordIn(other), *own = wordIn(same),
          *managed = wordIn(other, [] { return fake_cuda::allocateManaged(8); });
  {
    qdrt::Device device = qdrt::Device::adopt(nativeDevice(context));
    qdrt::Package package(device, builder.bytes());
    qdrt::Kernel k = package.kernel("k");
    const char *refusal = "argument 'out' of kernel 'k' lies on 'cuda:1'; device 'cuda:0' takes its own memory, or "
                          "that of a device to which its context has access";
    CHECK_THROWS_STATUS(k(view(theirs), int64_t{1}), QDRT_INVALID_ARGUMENT, refusal);
    // What another context of the GPU has, and what every GPU reaches, is as good as its own.
    k(view(own), int64_t{2});
    k(view(managed), int64_t{3});
    CHECK_THROWS_STATUS(k(view(theirs), int64_t{1}), QDRT_INVALID_ARGUMENT, refusal);
    fake_cuda::enablePeerAccess(context, 1);
    k(view(theirs), int64_t{4});
    device.synchronize();
    CHECK(*theirs == 4);
    CHECK(*own == 2);
    CHECK(*managed == 3);
    // Nobody is asked about what did not change.
    fake_cuda::takeCalls();
    k(view(theirs), int64_t{5});
    CHECK_THAT(fake_cuda::takeCalls(), !Contains("cuPointerGetAttributes"));
    device.synchronize();
    CHECK(*theirs == 9);
  }
  freeIn(other, theirs);
  freeIn(same, own);
  freeIn(other, managed);
  (void)cuda::driver()->ctxSetCurrent(nullptr);
  for (fake_cuda::CUcontext each : {context, same, other})
    fake_cuda::destroyContext(each);
  CHECK(fake_cuda::live() == before);
}

TEST_CASE_METHOD(TwoDevices, "a driver that does not answer about an address lets the launch find out") {
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> word(device, {});
  fake_cuda::failCall("cuPointerGetAttributes", 1, fake_cuda::CUDA_ERROR_INVALID_VALUE);
  package.kernel("k")(word, int64_t{1});
  CHECK(fake_cuda::hasFailed());
  fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
  CHECK(word.read() == std::vector<int64_t>{1});
}

TEST_CASE_METHOD(TwoDevices, "also where there is one GPU the driver is asked about each new address, once") {
  fake_cuda::settings().devices = 1;
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, builder.bytes());
  qdrt::Kernel k = package.kernel("k");
  qdrt::Array<int64_t> first(device, {}), second(device, {});
  auto asked = [&](const auto &array, int64_t value) {
    fake_cuda::takeCalls();
    k(array, value);
    const std::string calls = fake_cuda::takeCalls();
    CHECK_THAT(calls, Contains("Launch"));
    return calls.find("cuPointerGetAttributes") != std::string::npos;
  };
  const qdrt::View one = qdrt::View(first), other = qdrt::View(second);
  CHECK(asked(one, 1));
  CHECK_FALSE(asked(one, 1));
  CHECK_FALSE(asked(one, 2));
  CHECK(asked(other, 2));
  CHECK_FALSE(asked(other, 2));
}

TEST_CASE_METHOD(TwoDevices, "memory that the driver does not know is refused, unless the GPU uses all of the host's") {
  fake_cuda::settings().devices = 1;
  int64_t word = 5;
  {
    qdrt::Device device = qdrt::Device::open("cuda:0");
    qdrt::Package package(device, builder.bytes());
    CHECK_THROWS_STATUS(package.kernel("k")(view(&word), int64_t{1}), QDRT_INVALID_ARGUMENT,
                        "argument 'out' of kernel 'k' lies in no memory that the driver of 'cuda:0' knows; an array in "
                        "memory of the host is given as QDRT_MEMORY_HOST");
    // Page-locked memory of the program is known.
    void *locked = nullptr;
    REQUIRE(cuda::driver()->memHostAlloc(&locked, 8, 0) == fake_cuda::CUDA_SUCCESS);
    auto *known = new (locked) int64_t(7);
    package.kernel("k")(view(known), int64_t{1});
    device.synchronize();
    CHECK(*known == 8);
    CHECK(cuda::driver()->memFreeHost(locked) == fake_cuda::CUDA_SUCCESS);
  }
  fake_cuda::settings().usesPageableMemory = true;
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, builder.bytes());
  package.kernel("k")(view(&word), int64_t{1});
  device.synchronize();
  CHECK(word == 6);
}

TEST_CASE_METHOD(TwoDevices, "the driver knows memory that it gave, as long as nobody frees it") {
  fake_cuda::settings().usesPageableMemory = true;
  fake_cuda::CUcontext own = fake_cuda::createContext(0), other = fake_cuda::createContext(1);
  int64_t *here = wordIn(own), *theirs = wordIn(other), onHost = 0;
  {
    const auto device = std::move(*cuda::Backend().open(0, {}));
    CHECK(device->hasMemoryAt(here));
    CHECK_FALSE(device->hasMemoryAt(theirs));
    CHECK_FALSE(device->hasMemoryAt(&onHost));
    freeIn(own, here);
    CHECK_FALSE(device->hasMemoryAt(here));
    fake_cuda::failCall("cuPointerGetAttributes", 1, fake_cuda::CUDA_ERROR_INVALID_VALUE);
    CHECK_FALSE(device->hasMemoryAt(theirs));
    fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
  }
  freeIn(other, theirs);
  (void)cuda::driver()->ctxSetCurrent(nullptr);
  for (fake_cuda::CUcontext each : {own, other})
    fake_cuda::destroyContext(each);
}
