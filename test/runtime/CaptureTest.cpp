//===- CaptureTest.cpp - Loops in graphs that the program captures --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU: whether its driver takes what the loader adds to a graph that is not
// the loader's own. What is added: cuda/GraphTest.cpp and cuda/LoopTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "DriverCalls.h"
#include "Fixture.h"

#include <cstdint>

using namespace qdc;
using namespace runtime_test;

namespace {
/// A stream of the program, with the graph that it captures. The driver is asked in the primary context of a GPU.
class CapturedStream {
public:
  explicit CapturedStream(int device) : device(device) {
    REQUIRE(callDriver("cuDevicePrimaryCtxRetain", &context, device) == 0);
    inContext([&] {
      const unsigned waitsForNoOther = 1;
      REQUIRE(callDriver("cuStreamCreate", &stream, waitsForNoOther) == 0);
    });
  }
  ~CapturedStream() {
    inContext([&] {
      if (executable)
        CHECK(callDriver("cuGraphExecDestroy", executable) == 0);
      if (graph)
        CHECK(callDriver("cuGraphDestroy", graph) == 0);
      CHECK(callDriver("cuStreamDestroy_v2", stream) == 0);
    });
    CHECK(callDriver("cuDevicePrimaryCtxRelease_v2", device) == 0);
  }
  CapturedStream(const CapturedStream &) = delete;
  CapturedStream &operator=(const CapturedStream &) = delete;

  void *native() const { return stream; }
  void begin() {
    const int relaxed = 2;
    inContext([&] { REQUIRE(callDriver("cuStreamBeginCapture_v2", stream, relaxed) == 0); });
  }
  void end() {
    inContext([&] {
      REQUIRE(callDriver("cuStreamEndCapture", stream, &graph) == 0);
      const unsigned long long none = 0;
      REQUIRE(callDriver("cuGraphInstantiateWithFlags", &executable, graph, none) == 0);
    });
  }
  /// Waits for it.
  void replay() {
    inContext([&] {
      REQUIRE(callDriver("cuGraphLaunch", executable, stream) == 0);
      REQUIRE(callDriver("cuStreamSynchronize", stream) == 0);
    });
  }

private:
  template <typename Calls>
  void inContext(Calls calls) {
    void *former = nullptr;
    REQUIRE(callDriver("cuCtxPushCurrent_v2", context) == 0);
    calls();
    CHECK(callDriver("cuCtxPopCurrent_v2", &former) == 0);
  }

  const int device;
  void *context = nullptr, *stream = nullptr, *graph = nullptr, *executable = nullptr;
};

/// A loop that takes 1 from `flag` until that is 0, and adds to `out` 1, 10 where `flag` is odd then, and `flag`, one
/// by one in a loop inside.
ByteVector nestPackage() {
  PackageBuilder package;
  const uint32_t site = package.site(SiteKind::loop, 10, "solve"), inner = package.site(SiteKind::loop, 20, "");
  KernelBuilder &k = package.kernel("k");
  const uint32_t out = k.array("out", ElementType::i64, {}), flag = k.array("flag", ElementType::i64, {}),
                 one = k.scalar("one", ElementType::i64), ten = k.scalar("ten", ElementType::i64);
  auto add = [&](uint32_t value) { return k.task("add", {array(out), scalar(value)}); };
  k.graph({doWhile(site, {FlagKind::argument, flag},
                   {add(one), k.task("down_i64", {array(flag)}), k.task("copy_word", {word(64), array(flag)}),
                    k.task("is_odd", {word(72), word(64)}), branch(72, {add(ten)}),
                    repeat(inner, SizeExpr(), SizeExpr::word(64), SizeExpr::constant(1), {add(one)})})});
  k.countLoops(8);
  return package.bytes();
}

int64_t addedByNest(int64_t times) {
  int64_t sum = 0;
  for (int64_t flag = times - 1; flag >= 0; --flag)
    sum += 1 + (flag % 2 == 1 ? 10 : 0) + flag;
  return sum;
}
} // namespace

TEST_CASE("a graph of the program decides about loops and branches of a kernel that it captured") {
  if (!isGPU() || !decidesInGraphs())
    return;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, nestPackage());
  qdrt::Array<int64_t> out(device, {}, std::vector<int64_t>{0}), flag(device, {});
  CapturedStream captured(static_cast<int>(device.describe().index));
  qdrt::Stream stream = qdrt::Stream::adopt(device, captured.native());
  const qdrt::LaunchOptions options = {.stream = stream.get(), .loops = "graph"};
  captured.begin();
  package.kernel("k").launch(options, out, flag, int64_t{1}, int64_t{10});
  captured.end();
  int64_t expected = 0;
  for (int64_t times : {5, 1, 8}) {
    flag.write(std::vector<int64_t>{times});
    device.synchronize();
    captured.replay();
    expected += addedByNest(times);
    CHECK(out.read()[0] == expected);
    CHECK(flag.read()[0] == 0);
  }
}

TEST_CASE("a branch in a loop of one iteration is captured") {
  if (!isGPU() || !decidesInGraphs())
    return;
  PackageBuilder builder;
  const uint32_t site = builder.site(SiteKind::loop, 10, "");
  KernelBuilder &k = builder.kernel("k");
  const uint32_t out = k.array("out", ElementType::i64, {}), flag = k.array("flag", ElementType::i64, {}),
                 one = k.scalar("one", ElementType::i64), ten = k.scalar("ten", ElementType::i64);
  auto add = [&](uint32_t value) { return k.task("add", {array(out), scalar(value)}); };
  const SizeExpr once = SizeExpr::constant(1);
  k.graph({k.task("copy_word", {word(64), array(flag)}),
           repeat(site, SizeExpr(), once, once, {branch(64, {add(one)}, {add(ten)})})});
  k.countLoops(8);
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> sum(device, {}, std::vector<int64_t>{0}), choice(device, {});
  CapturedStream captured(static_cast<int>(device.describe().index));
  qdrt::Stream stream = qdrt::Stream::adopt(device, captured.native());
  captured.begin();
  package.kernel("k").launch({.stream = stream.get(), .loops = "graph"}, sum, choice, int64_t{1}, int64_t{10});
  captured.end();
  int64_t expected = 0;
  for (int64_t taken : {1, 0, 1}) {
    choice.write(std::vector<int64_t>{taken});
    device.synchronize();
    captured.replay();
    expected += taken ? 1 : 10;
    CHECK(sum.read()[0] == expected);
  }
}

TEST_CASE("a captured kernel has the room for what its tasks compute that the launch before needed") {
  if (!isGPU() || !decidesInGraphs())
    return;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, computedPackage());
  qdrt::Kernel kernel = package.kernel("k");
  qdrt::Array<int64_t> out(device, {}), size(device, {}, std::vector<int64_t>{10});
  device.synchronize();
  CapturedStream captured(static_cast<int>(device.describe().index));
  qdrt::Stream stream = qdrt::Stream::adopt(device, captured.native());
  const qdrt::LaunchOptions options = {.stream = stream.get()};
  kernel.launch(options, out, size, int64_t{3}, int64_t{1});
  stream.synchronize();
  captured.begin();
  kernel.launch(options, out, size, int64_t{2}, int64_t{1});
  captured.end();
  auto replay = [&](int64_t value) {
    size.write(std::vector<int64_t>{value});
    out.write(std::vector<int64_t>{7});
    device.synchronize();
    captured.replay();
    return out.read()[0];
  };
  for (int64_t value : {1, 15, 3}) {
    CHECK(replay(value) == generated(0, 1) + 2);
    stream.synchronize();
  }
  CHECK(replay(16) == 7);
  CHECK_THROWS_STATUS(stream.synchronize(), QDRT_OUT_OF_MEMORY,
                      "takes 256 bytes, but its part of the workspace has 240");
  CHECK(replay(15) == generated(0, 1) + 2);
  stream.synchronize();
}
