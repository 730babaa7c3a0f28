//===- StopTest.cpp - Stops on the CUDA backend ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstdlib>

using namespace cuda_test;
using Catch::Matchers::Contains;

namespace {
struct Setup {
  Setup() {
    setenv("QDRT_GRAPH", "1", 1);
    useFakeImages();
    device.emplace(qdrt::Device::open("cuda:0"));
    package.emplace(*device, stoppablePackage());
    out.emplace(*device, qdrt::Shape{}, std::vector<int64_t>{0});
    flag.emplace(*device, qdrt::Shape{});
  }
  ~Setup() { unsetenv("QDRT_GRAPH"); }

  /// The calls of a launch.
  std::string launch(int64_t times, qdrt_stream stream = nullptr) {
    flag->write(std::vector<int64_t>{times}, stream);
    fake_cuda::takeCalls();
    package->kernel("k").launch({.stream = stream, .loops = "grid"}, *out, *flag, int64_t{1}, int64_t{0});
    return fake_cuda::takeCalls();
  }
  std::string stop(qdrt_stream stream = nullptr) {
    fake_cuda::takeCalls();
    REQUIRE(qdrt_stream_stop(device->get(), stream) == QDRT_OK);
    return fake_cuda::takeCalls();
  }

  std::optional<qdrt::Device> device;
  std::optional<qdrt::Package> package;
  std::optional<qdrt::Array<int64_t>> out, flag;
};
} // namespace

TEST_CASE_METHOD(Setup, "a stop is one copy beside the stream, and a fill ahead of the next launch") {
  // Nobody listens yet.
  CHECK(stop() == "");
  (void)launch(1);
  device->synchronize();
  CHECK_THAT(launch(INT64_MAX), Contains("cuGraphLaunch\n") && !Contains("cuMemset"));
  const std::string calls = stop();
  CHECK_THAT(calls, Contains("cuMemcpyHtoDAsync_v2") && Contains("cuStreamSynchronize\n"));
  CHECK(calls.find("cuStreamSynchronize") == calls.rfind("cuStreamSynchronize"));
  CHECK_FAILS(qdrt_stream_synchronize(device->get(), nullptr), QDRT_STOPPED, "loop 'solve' was stopped");
  const int64_t reached = out->read()[0];
  CHECK(reached == 2);
  const std::string next = launch(3);
  CHECK(next.find("cuMemset") < next.find("cuGraphLaunch"));
  CHECK_THAT(launch(4), Contains("cuGraphLaunch\n") && !Contains("cuMemset"));
  device->synchronize();
  CHECK(out->read()[0] > reached);
}

TEST_CASE_METHOD(Setup, "a stop is told while the caller captures, which does not stop what was captured") {
  fake_cuda::CUstream native = fake_cuda::createStream();
  {
    qdrt::Stream stream = qdrt::Stream::adopt(*device, native);
    (void)launch(1, stream.get());
    stream.synchronize();
    (void)launch(INT64_MAX, stream.get());
    fake_cuda::beginCapture(native);
    package->kernel("k").launch({.stream = stream.get(), .loops = "grid"}, *out, *flag, int64_t{1}, int64_t{0});
    CHECK_THAT(stop(stream.get()), Contains("cuMemcpyHtoDAsync_v2"));
    fake_cuda::CUgraph captured = fake_cuda::endCapture(native);
    CHECK_FAILS(qdrt_stream_synchronize(device->get(), stream.get()), QDRT_STOPPED, "loop 'solve' was stopped");
    flag->write(std::vector<int64_t>{5}, stream.get());
    const int64_t before = out->read(stream.get())[0];
    CHECK(fake_cuda::runGraph(captured, native) == fake_cuda::CUDA_SUCCESS);
    CHECK(out->read(stream.get())[0] == before + 5);
    stream.synchronize();
    fake_cuda::destroyGraph(captured);
  }
  fake_cuda::destroyStream(native);
}

TEST_CASE_METHOD(Setup, "what the driver refuses to tell the device is told, and later launches run") {
  (void)launch(1);
  device->synchronize();
  fake_cuda::failCall("cuMemcpyHtoDAsync_v2", 1, fake_cuda::CUDA_ERROR_UNKNOWN);
  CHECK_FAILS(qdrt_stream_stop(device->get(), nullptr), QDRT_IO_ERROR,
              "cannot tell the device to stop on 'cuda:0': CUDA error 999 (CUDA_ERROR_UNKNOWN)");
  fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
  (void)launch(3);
  device->synchronize();
  CHECK(out->read()[0] == 4);
}
