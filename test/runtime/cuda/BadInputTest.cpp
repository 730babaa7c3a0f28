//===- BadInputTest.cpp - What a program may do wrong with CUDA -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Through qdrt.h: the status of each mistake, and the driver's code and its
// name in the message. The rest of the list: DeviceTest.cpp for devices,
// contexts, kernels that trap and images; CMakeLists.txt for drivers; the
// conformance suite for streams of other devices.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "Runtime/CUDA/Context.h"

using namespace cuda_test;
using namespace qdc;

namespace {
struct FakeImages {
  FakeImages() { useFakeImages(); }
  ~FakeImages() { fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS); }
};

/// A package with the kernel "k": out += value, three times.
struct ThreeTasks : FakeImages {
  PackageBuilder builder;
  KernelBuilder &k = builder.kernel("k");
  uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);

  explicit ThreeTasks(const char *symbol = "add") {
    auto task = [&] { return k.task(symbol, {array(out), scalar(value)}); };
    k.graph({task(), task(), task()});
    k.workspace(SizeExpr::constant(64));
  }
};
} // namespace

// Ahead of the cases that lose the primary context, so that the adopted one is all that was lost.
TEST_CASE(
    "a driver that gives no primary context after an adopted one was lost says that the program must start anew") {
  fake_cuda::CUcontext context = fake_cuda::createContext(0);
  {
    qdrt::Device adopted = qdrt::Device::adopt(nativeDevice(context));
    fake_cuda::failCall("cuCtxSynchronize", 1, fake_cuda::CUDA_ERROR_LAUNCH_FAILED);
    CHECK_THROWS_STATUS(adopted.synchronize(), QDRT_DEVICE_LOST, "the context is lost");
  }
  fake_cuda::failCall("cuDevicePrimaryCtxRetain", 1, fake_cuda::CUDA_ERROR_LAUNCH_FAILED);
  qdrt_device device = nullptr;
  CHECK_FAILS(qdrt_device_open_by_name("cuda:0", nullptr, &device), QDRT_DEVICE_LOST,
              "cannot use the primary context on 'cuda:0': CUDA error 719 (CUDA_ERROR_LAUNCH_FAILED); the driver gives "
              "no other context to a process that lost one: start the program anew");
  (void)cuda::driver()->ctxSetCurrent(nullptr);
  fake_cuda::destroyContext(context);
}

TEST_CASE_METHOD(ThreeTasks,
                 "an address that is nobody's is told by the wait, which names the task, and ends the context") {
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> sum(device, {});
  package.kernel("k")(sum, int64_t{1});
  // The fake driver would not survive such an address itself.
  fake_cuda::failCall("cuStreamSynchronize", 1, fake_cuda::CUDA_ERROR_ILLEGAL_ADDRESS);
  CHECK_THROWS_STATUS(device.synchronize(), QDRT_DEVICE_LOST,
                      "CUDA error 700 (CUDA_ERROR_ILLEGAL_ADDRESS); the context is lost, with all that is in it: open "
                      "the device again, or start the program anew where the driver refuses that; 3 tasks were under "
                      "way, the last of them 'add'");
}

TEST_CASE("a driver that gives no context after one was lost says that the program must start anew") {
  FakeImages images;
  qdrt_device lost = nullptr, device = nullptr;
  REQUIRE(qdrt_device_open_by_name("cuda:0", nullptr, &lost) == QDRT_OK);
  fake_cuda::failCall("cuCtxSynchronize", 1, fake_cuda::CUDA_ERROR_LAUNCH_FAILED);
  CHECK_FAILS(qdrt_device_synchronize(lost), QDRT_DEVICE_LOST, "the context is lost");
  for (int attempt = 0; attempt < 2; ++attempt) {
    fake_cuda::failCall("cuDevicePrimaryCtxRetain", 1, fake_cuda::CUDA_ERROR_LAUNCH_FAILED);
    CHECK_FAILS(qdrt_device_open_by_name("cuda:0", nullptr, &device), QDRT_DEVICE_LOST,
                "cannot use the primary context on 'cuda:0': CUDA error 719 (CUDA_ERROR_LAUNCH_FAILED); the driver "
                "gives no other context to a process that lost one: start the program anew");
  }
  qdrt_device_close(lost);
}

TEST_CASE_METHOD(ThreeTasks,
                 "a launch for whose workspace the device has no memory says how much, and may be made again") {
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> sum(device, {});
  fake_cuda::failCall("cuMemAlloc_v2", 1, fake_cuda::CUDA_ERROR_OUT_OF_MEMORY);
  CHECK_THROWS_STATUS(package.kernel("k")(sum, int64_t{1}), QDRT_OUT_OF_MEMORY,
                      "cannot allocate 64 bytes on 'cuda:0': CUDA error 2 (CUDA_ERROR_OUT_OF_MEMORY)");
  package.kernel("k")(sum, int64_t{1});
  CHECK(sum.read() == std::vector<int64_t>{3});
}

TEST_CASE_METHOD(ThreeTasks, "a graph that the driver does not take is refused with its reason, and leaves nothing") {
  struct Refusal {
    const char *function;
    fake_cuda::CUresult code;
    qdrt_status status;
    const char *message;
  };
  // Without graphs there is no more memory.
  auto refusal =
      GENERATE(Refusal{"cuGraphInstantiateWithFlags", fake_cuda::CUDA_ERROR_OUT_OF_MEMORY, QDRT_OUT_OF_MEMORY,
                       "cannot build a graph on 'cuda:0': CUDA error 2 (CUDA_ERROR_OUT_OF_MEMORY)"},
               Refusal{"cuGraphLaunch", fake_cuda::CUDA_ERROR_OUT_OF_MEMORY, QDRT_OUT_OF_MEMORY,
                       "cannot launch a graph on 'cuda:0': CUDA error 2 (CUDA_ERROR_OUT_OF_MEMORY)"},
               Refusal{"cuGraphAddKernelNode_v2", fake_cuda::CUDA_ERROR_INVALID_VALUE, QDRT_IO_ERROR,
                       "cannot build a graph on 'cuda:0': CUDA error 1 (CUDA_ERROR_INVALID_VALUE)"},
               Refusal{"cuGraphInstantiateWithFlags", fake_cuda::CUDA_ERROR_NOT_SUPPORTED, QDRT_UNSUPPORTED,
                       "cannot build a graph on 'cuda:0': CUDA error 801 (CUDA_ERROR_NOT_SUPPORTED)"},
               Refusal{"cuGraphLaunch", fake_cuda::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, QDRT_IO_ERROR,
                       "cannot launch a graph on 'cuda:0': CUDA error 701 (CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES)"});
  const std::string hint = refusal.status == QDRT_OUT_OF_MEMORY
                               ? ""
                               : "; with QDRT_GRAPH=0, or graph = \"never\" in the kernel, its tasks run one by one",
                    wanted = std::string("graph of kernel 'k': ") + refusal.message + hint;
  CAPTURE(refusal.function, refusal.code);
  fake_cuda::Live before = fake_cuda::live();
  {
    qdrt::Device device = qdrt::Device::open("cuda:0");
    qdrt::Package package(device, builder.bytes());
    qdrt::Array<int64_t> sum(device, {});
    fake_cuda::failCall(refusal.function, 1, refusal.code);
    CHECK_THROWS_STATUS(package.kernel("k")(sum, int64_t{1}), refusal.status, wanted);
    CHECK(qdrt_last_error() == wanted);
    package.kernel("k")(sum, int64_t{1});
    CHECK(sum.read() == std::vector<int64_t>{3});
  }
  CHECK(fake_cuda::live() == before);
}

TEST_CASE_METHOD(ThreeTasks, "a node that the driver does not change is refused with its reason, and changed later") {
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> sum(device, {});
  package.kernel("k")(sum, int64_t{1});
  fake_cuda::failCall("cuGraphExecKernelNodeSetParams_v2", 1, fake_cuda::CUDA_ERROR_INVALID_VALUE);
  CHECK_THROWS_STATUS(
      package.kernel("k")(sum, int64_t{20}), QDRT_IO_ERROR,
      "graph of kernel 'k': cannot change a node of a graph on 'cuda:0': CUDA error 1 "
      "(CUDA_ERROR_INVALID_VALUE); with QDRT_GRAPH=0, or graph = \"never\" in the kernel, its tasks run "
      "one by one");
  package.kernel("k")(sum, int64_t{20});
  CHECK(sum.read() == std::vector<int64_t>{63});
}

TEST_CASE_METHOD(ThreeTasks, "a graph that ends with its context is no reason to do without graphs") {
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> sum(device, {});
  fake_cuda::failCall("cuGraphInstantiateWithFlags", 1, fake_cuda::CUDA_ERROR_LAUNCH_FAILED);
  CHECK_THROWS_STATUS(package.kernel("k")(sum, int64_t{1}), QDRT_DEVICE_LOST, "the context is lost");
  CHECK_THAT(qdrt_last_error(), !Catch::Matchers::Contains("QDRT_GRAPH"));
}

TEST_CASE_METHOD(FakeImages, "code for CUDA that is launched as a CPU's is refused by name") {
  PackageBuilder builder;
  KernelBuilder &k = builder.kernel("k");
  const uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  k.graph({k.task("add", {array(out), scalar(value)})});
  EntryPoint forCPU{.symbol = "add", .kernel = 0, .covers = {.tasks = {0}}, .slots = {array(out), scalar(value)}};
  builder.image("cuda:compute_75").entryPoints = {forCPU};
  qdrt::Device device = qdrt::Device::open("cuda:0");
  CHECK_THROWS_STATUS(qdrt::Package(device, builder.bytes()).kernel("k"), QDRT_INVALID_PACKAGE,
                      "entry point 'add' of the CUDA image has a launch of the kind 'cpu'; a GPU takes 'grid'");
}

TEST_CASE("more slots than a launch takes as parameters reach the tasks through memory, in every launch") {
  ThreeTasks setup("add_memory");
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, setup.builder.bytes());
  qdrt::Array<int64_t> sum(device, {}), other(device, {});
  for (int64_t value : {1, 1, 20, 300})
    package.kernel("k")(sum, value);
  package.kernel("k")(other, int64_t{5});
  CHECK(sum.read() == std::vector<int64_t>{3 * 322});
  CHECK(other.read() == std::vector<int64_t>{15});
}
