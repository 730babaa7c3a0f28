//===- StopTest.cpp - The end of what is under way on a stream ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose flag would be 0 after centuries: where a stop does nothing, a case
// hangs. What an array starts with is written on the default stream, and so waited
// for; zeros are there at once.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "qdc/ABI/KernelABI.h"

#include <atomic>
#include <functional>
#include <optional>
#include <thread>

using namespace qdc;
using namespace runtime_test;

namespace {
constexpr int64_t endless = INT64_MAX;

/// Kernels "a", "b" and "c", each a loop "solve" that adds 1 to `out` and takes 1 from `flag` until that is 0. Their
/// code for a GPU runs by a block and by a grid too.
struct Setup {
  Setup() {
    const uint32_t site = package.site(SiteKind::loop, 10, "solve");
    for (const char *name : {"a", "b", "c"}) {
      KernelBuilder &k = package.kernel(name);
      uint32_t out = k.array("out", ElementType::i64, {}), flag = k.array("flag", ElementType::i64, {}),
               one = k.scalar("one", ElementType::i64), where = k.scalar("site", ElementType::i64);
      Node loop = doWhile(site, {FlagKind::argument, flag},
                          {k.task("add", {array(out), scalar(one)}), k.task("down_i64", {array(flag)})});
      loop.countWord = 8;
      k.graph({loop});
      for (LoopStrategy strategy : {LoopStrategy::block, LoopStrategy::grid})
        k.loopCode(0, strategy, "loop_down_stoppable",
                   {source(SlotKind::errorRecord), source(SlotKind::stopWord), array(out), array(flag), word(8),
                    scalar(where)});
    }
  }

  /// Loads the package, and launches each kernel often enough that what a driver makes for it is there: some of that
  /// waits for what the device runs.
  void load() {
    loaded.emplace(device, package.bytes());
    if (isCPU())
      return;
    qdrt::Array<int64_t> out(device, {}), flag(device, {});
    for (const qdrt::Stream *each : {&stream, &other}) {
      for (const char *strategy : {"block", "grid", "block", "grid"}) {
        if (!(strategy == std::string("grid") ? hasGrids() : hasBlocks()))
          continue;
        for (const char *name : {"a", "b", "c"})
          launch(name, out, flag, 1, strategy, each->get());
      }
      each->synchronize();
    }
  }
  qdrt::Kernel kernel(const char *name) const { return loaded->kernel(name); }
  void launch(const char *name, qdrt::Array<int64_t> &out, qdrt::Array<int64_t> &flag, int64_t times,
              const char *strategy, qdrt_stream on = nullptr) {
    flag.write(std::vector<int64_t>{times}, on);
    kernel(name).launch({.stream = on, .loops = strategy}, out, flag, int64_t{1}, int64_t{0});
  }
  /// How the last launch of the kernel ended.
  qdrt_failure_info failure(const char *name, qdrt_stream on = nullptr) {
    auto info = sized<qdrt_failure_info>();
    REQUIRE(qdrt_kernel_failure(kernel(name).get(), on, &info) == QDRT_OK);
    return info;
  }

  PackageBuilder package;
  qdrt::Device device = openDevice();
  std::optional<qdrt::Package> loaded;
  qdrt::Stream stream{device}, other{device};
};

/// The status that a call throws.
template <typename Call>
qdrt_status statusOf(Call &&call) {
  try {
    call();
  } catch (const qdrt::Error &error) {
    return error.status();
  }
  return QDRT_OK;
}

/// Kernel "k" with one endless loop, of any kind, that the host leads, in batches or not; it counts its iterations in
/// `out`.
ByteVector endlessPackage(NodeKind kind) {
  PackageBuilder package;
  uint32_t site = package.site(SiteKind::loop, 10, "solve");
  KernelBuilder &k = package.kernel("k");
  uint32_t out = k.array("out", ElementType::i64, {}), flag = k.array("flag", ElementType::i64, {}),
           one = k.scalar("one", ElementType::i64);
  Node body = k.task("add", {array(out), scalar(one)});
  // The task that makes every entry point look at the record.
  const Node never = k.task("assert_below", {source(SlotKind::errorRecord), scalar(one), scalar(one)}, SizeExpr());
  if (kind == NodeKind::doWhile)
    k.graph({never, doWhile(site, {FlagKind::argument, flag}, {body})});
  else if (kind == NodeKind::whileDo)
    k.graph({never, whileDo(site, {k.task("store", {word(64), scalar(one)})}, 64, {body})});
  else
    k.graph({never, repeat(site, SizeExpr::constant(0), SizeExpr::constant(INT64_MAX), SizeExpr::constant(1), {body})});
  k.countLoops(8);
  return package.bytes();
}
} // namespace

TEST_CASE("a loop of any kind that the host leads is stopped while it runs, and the data lives on", "[results]") {
  const NodeKind kind = GENERATE(NodeKind::doWhile, NodeKind::whileDo, NodeKind::repeat);
  const std::string strategy = GENERATE("host", "replay");
  if (!runsLoopsBy(strategy))
    return;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, endlessPackage(kind));
  qdrt::Stream stream(device);
  qdrt::Array<int64_t> flag(device, {}, std::vector<int64_t>{1}), out(device, {});
  device.synchronize();
  qdrt_status status = QDRT_OK;
  std::string message;
  std::atomic<bool> ended = false;
  std::thread runner([&] {
    try {
      package.kernel("k").launch({.stream = stream.get(), .loops = strategy.c_str()}, out, flag, int64_t{1});
      // Of batches the device finds the stop, which a wait tells.
      stream.synchronize();
    } catch (const qdrt::Error &error) {
      status = error.status();
      message = error.what();
    }
    ended = true;
  });
  // Whether the thread was there already nobody knows; that it ends shows that it was in the loop.
  while (!ended)
    stream.stop();
  runner.join();
  CHECK(status == QDRT_STOPPED);
  // It was told; what the loop began ends.
  stream.synchronize();
  if (message.find("before its launch began") == std::string::npos) {
    CHECK_THAT(message, Catch::Matchers::Contains("test.qir:10:5: loop 'solve' was stopped by qdrt_stream_stop "));
    CHECK_THAT(message, Catch::Matchers::Contains("(iterations: " + std::to_string(out.read()[0]) + ")"));
  }
  device.synchronize();
}

TEST_CASE("a stop ends a launch that is seen to run, once", "[results]") {
  // The launch is seen in memory in place.
  if (!isCPU())
    return;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, endlessPackage(NodeKind::doWhile));
  qdrt::Stream stream(device);
  int64_t flag = 1, out = 0;
  auto launch = [&] {
    package.kernel("k").launch({.stream = stream.get()}, qdrt::View(&out, {}, QDRT_MEMORY_HOST),
                               qdrt::View(&flag, {}, QDRT_MEMORY_HOST), int64_t{1});
  };
  qdrt_status status = QDRT_OK;
  std::thread runner([&] { status = statusOf(launch); });
  while (std::atomic_ref(out).load() == 0)
    std::this_thread::yield();
  stream.stop();
  runner.join();
  CHECK(status == QDRT_STOPPED);
  const int64_t iterations = out;
  CHECK(iterations > 0);
  auto info = sized<qdrt_failure_info>();
  REQUIRE(qdrt_kernel_failure(package.kernel("k").get(), stream.get(), &info) == QDRT_OK);
  CHECK(info.status == QDRT_STOPPED);
  CHECK(info.line == 10);
  CHECK(info.message ==
        "test.qir:10:5: loop 'solve' was stopped by qdrt_stream_stop (iterations: " + std::to_string(iterations) + ")");
  // The next one begins anew.
  flag = 0;
  launch();
  CHECK(out == iterations + 1);
}

TEST_CASE_METHOD(Setup, "launches that the device leads are stopped, queued ones included, and later ones run",
                 "[results]") {
  if (isCPU())
    return;
  const char *strategy = GENERATE("block", "grid");
  if (!(strategy == std::string("grid") ? hasGrids() : hasBlocks()))
    return;
  load();
  qdrt::Array<int64_t> out(device, {}), flag(device, {}), otherOut(device, {}), otherFlag(device, {});
  int64_t before = 0;
  // The second and third round launch graphs that are there.
  for (int round = 0; round < 3; ++round) {
    CAPTURE(strategy, round);
    launch("a", out, flag, endless, strategy, stream.get());
    for (const char *name : {"b", "c"})
      kernel(name).launch({.stream = stream.get(), .loops = strategy}, out, flag, int64_t{1}, int64_t{0});
    launch("a", otherOut, otherFlag, 5, strategy, other.get());
    stream.stop();
    CHECK_FAILS(qdrt_stream_synchronize(device.get(), stream.get()), QDRT_STOPPED,
                "test.qir:10:5: loop 'solve' was stopped by qdrt_stream_stop (iterations: ");
    for (const char *name : {"a", "b", "c"})
      CHECK(failure(name, stream.get()).status == QDRT_STOPPED);
    other.synchronize();
    CHECK(otherOut.read()[0] == 5 * (round + 1));
    // What was written stays, and what comes later runs.
    const int64_t reached = out.read()[0];
    CHECK(reached >= before + 3);
    launch("b", out, flag, 4, strategy, stream.get());
    launch("a", out, flag, 2, strategy, stream.get());
    stream.synchronize();
    CHECK(failure("b", stream.get()).status == QDRT_OK);
    before = out.read()[0];
    CHECK(before == reached + 6);
  }
}

TEST_CASE_METHOD(Setup, "a launch between two stops is ended by the second, one after them runs", "[results]") {
  if (isCPU())
    return;
  const char *strategy = GENERATE("block", "grid");
  if (!(strategy == std::string("grid") ? hasGrids() : hasBlocks()))
    return;
  load();
  qdrt::Array<int64_t> out(device, {}), flag(device, {}), fresh(device, {}), three(device, {}, std::vector<int64_t>{3});
  device.synchronize();
  launch("a", out, flag, endless, strategy, stream.get());
  stream.stop();
  stream.stop();
  kernel("b").launch({.stream = stream.get(), .loops = strategy}, out, flag, int64_t{1}, int64_t{0});
  stream.stop();
  kernel("c").launch({.stream = stream.get(), .loops = strategy}, fresh, three, int64_t{1}, int64_t{0});
  CHECK_FAILS(qdrt_stream_synchronize(device.get(), stream.get()), QDRT_STOPPED, "was stopped by qdrt_stream_stop");
  CHECK(failure("a", stream.get()).status == QDRT_STOPPED);
  CHECK(failure("b", stream.get()).status == QDRT_STOPPED);
  CHECK(failure("c", stream.get()).status == QDRT_OK);
  CHECK(fresh.read()[0] == 3);
}

TEST_CASE_METHOD(Setup, "a stream on which nothing is under way is left alone", "[results]") {
  load();
  const char *strategy = isCPU() ? "host" : GENERATE("host", "block", "grid");
  if (!(strategy == std::string("grid") ? hasGrids() : strategy == std::string("host") || hasBlocks()))
    return;
  qdrt::Array<int64_t> out(device, {}), flag(device, {});
  auto run = [&](int64_t times) {
    launch("a", out, flag, times, strategy, stream.get());
    stream.synchronize();
  };
  stream.stop(); // before its first launch
  run(3);
  stream.stop();
  stream.stop();
  stream.synchronize();
  run(4);
  CHECK(out.read()[0] == 7);
  // The default stream.
  CHECK(qdrt_stream_stop(device.get(), nullptr) == QDRT_OK);
  launch("a", out, flag, 2, strategy);
  device.synchronize();
  CHECK(out.read()[0] == 9);
}

TEST_CASE_METHOD(Setup, "what a GPU runs is stopped while another thread waits for it", "[results]") {
  if (!isGPU())
    return;
  const char *strategy = GENERATE("block", "grid");
  if (!(strategy == std::string("grid") ? hasGrids() : hasBlocks()))
    return;
  load();
  const bool waitsForDevice = GENERATE(true, false);
  qdrt::Array<int64_t> out(device, {}), flag(device, {});
  launch("a", out, flag, endless, strategy, stream.get());
  std::thread waiter([&] {
    const qdrt_status status =
        waitsForDevice ? qdrt_device_synchronize(device.get()) : qdrt_stream_synchronize(device.get(), stream.get());
    if (status != QDRT_STOPPED)
      std::abort();
  });
  stream.stop();
  waiter.join();
  launch("a", out, flag, 1, strategy, stream.get());
  stream.synchronize();
}

TEST_CASE("a stop refuses what is no stream of the device") {
  qdrt::Device device = openDevice(), other = openDevice();
  qdrt::Stream stream(other);
  CHECK_FAILS(qdrt_stream_stop(nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_stream_stop(device.get(), stream.get()), QDRT_INVALID_ARGUMENT,
              "the stream was created on another device");
  CHECK(qdrt_status_name(QDRT_STOPPED) == std::string("QDRT_STOPPED"));
}
