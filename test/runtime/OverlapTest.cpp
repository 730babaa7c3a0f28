//===- OverlapTest.cpp - Work on several streams --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <algorithm>

using namespace qdc;
using namespace runtime_test;

namespace {
/// Kernels that are graphs of two tasks, where the device has graphs:
///   "long": out[i] = what so many steps make of i, twice
///   "make": *p = what so many steps make of 0, after a 0
///   "take": *to = *from + 1
struct Setup {
  qdrt::Device device = openDevice();
  qdrt::Package package{device, makePackage()};
  qdrt::Stream first{device}, second{device};

  static ByteVector makePackage() {
    PackageBuilder package;
    {
      KernelBuilder &k = package.kernel("long");
      uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension}), steps = k.scalar("steps", ElementType::i64);
      Node generate = k.task("generate", {array(out), scalar(steps)}, SizeExpr::dim(out, 0));
      k.graph({generate, generate}, GraphMode::always);
    }
    {
      KernelBuilder &k = package.kernel("make");
      uint32_t p = k.array("p", ElementType::i64, {}), steps = k.scalar("steps", ElementType::i64),
               zero = k.scalar("zero", ElementType::i64);
      k.graph({k.task("store", {array(p), scalar(zero)}),
               k.task("generate", {array(p), scalar(steps)}, SizeExpr::constant(1))},
              GraphMode::always);
    }
    {
      KernelBuilder &k = package.kernel("take");
      uint32_t to = k.array("to", ElementType::i64, {}), from = k.array("from", ElementType::i64, {}),
               one = k.scalar("one", ElementType::i64);
      k.graph({k.task("copy_word", {array(to), array(from)}), k.task("add", {array(to), scalar(one)})},
              GraphMode::always);
    }
    return package.bytes();
  }
};
} // namespace

// A tool that runs one kernel at a time makes this one fail.
TEST_CASE_METHOD(Setup, "graphs on two streams run side by side", "[timing]") {
  if (!isGPU()) {
    WARN("skipped: '" << deviceUnderTest() << "' is not a GPU, and does the work of two streams one after the other");
    return;
  }
  if (std::string(device.describe().name).rfind("llvmpipe", 0) == 0) {
    WARN("skipped: lavapipe has one queue");
    return;
  }
  // A few threads, on a device that has room for many thousands.
  constexpr int64_t threads = 8, steps = 300000;
  qdrt::Array<int64_t> x(device, {threads}), y(device, {threads});
  qdrt::Event start(device), mine(device), end(device);
  auto launch = [&](const qdrt::Stream &stream, qdrt::Array<int64_t> &out) {
    package.kernel("long").launch({.stream = stream.get()}, out, steps);
  };
  auto alone = [&](const qdrt::Stream &stream, qdrt::Array<int64_t> &out) {
    start.record(stream.get());
    launch(stream, out);
    end.record(stream.get());
    return end.since(start);
  };
  auto together = [&] {
    start.record(first.get());
    start.makeWait(second.get());
    launch(first, x);
    launch(second, y);
    mine.record(second.get());
    mine.makeWait(first.get());
    end.record(first.get());
    return end.since(start);
  };
  // The first launches build the graphs, and the device reaches its clock.
  together();
  double one = 1e9, other = 1e9, both = 1e9;
  for (int round = 0; round < 5; ++round) {
    one = std::min(one, alone(first, x));
    other = std::min(other, alone(second, y));
    both = std::min(both, together());
  }
  INFO("alone " << one << " and " << other << " s, together " << both << " s");
  CHECK(both < 0.7 * (one + other));
  for (int64_t thread : {int64_t{0}, threads - 1}) {
    CHECK(x.read()[static_cast<size_t>(thread)] == generated(static_cast<uint64_t>(thread), steps));
    CHECK(y.read()[static_cast<size_t>(thread)] == generated(static_cast<uint64_t>(thread), steps));
  }
}

TEST_CASE_METHOD(Setup, "events order graphs across streams", "[results]") {
  // One stream makes a value that the other takes, again and again: without either of the events, values are lost.
  constexpr int64_t rounds = 30, steps = 20000;
  qdrt::Array<int64_t> value(device, {}), taken(device, {rounds});
  qdrt::Event isMade(device), isTaken(device);
  device.synchronize();
  for (int64_t round = 0; round < rounds; ++round) {
    isTaken.makeWait(first.get());
    package.kernel("make").launch({.stream = first.get()}, value, steps + round, int64_t{0});
    isMade.record(first.get());
    isMade.makeWait(second.get());
    qdrt::View to(taken.address() + round, {}, QDRT_MEMORY_DEVICE);
    package.kernel("take").launch({.stream = second.get()}, to, value, int64_t{1});
    isTaken.record(second.get());
  }
  second.synchronize();
  std::vector<int64_t> wanted;
  for (int64_t round = 0; round < rounds; ++round)
    wanted.push_back(generated(0, steps + round) + 1);
  CHECK(taken.read() == wanted);
}
