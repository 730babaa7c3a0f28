//===- SizedRegionsTest.cpp - Regions whose sizes tasks compute -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "qdc/ABI/KernelABI.h"

#include <utility>

using namespace qdc;
using namespace runtime_test;

namespace {

constexpr int64_t kSteps = 3;

/// Kernel "k" stores `n` and `m` in words. Then it fills n integers of 64 bits of a temporary of n by `rows`, and after
/// that another one of m; `out` gets the sum of the first elements of both, and `slots` where they and the words lie.
/// Launches that come to their tasks add `steps` to `runs`.
struct Sized {
  PackageBuilder package;

  explicit Sized(GraphMode mode = GraphMode::automatic, bool isChecked = true) {
    if (!isChecked)
      package.leaveSizesUnchecked();
    KernelBuilder &k = package.kernel("k");
    uint32_t out = k.array("out", ElementType::i64, {}), slots = k.array("slots", ElementType::i64, {7});
    uint32_t runs = k.array("runs", ElementType::i64, {});
    uint32_t n = k.scalar("n", ElementType::i64), m = k.scalar("m", ElementType::i64);
    uint32_t rows = k.scalar("rows", ElementType::i64), steps = k.scalar("steps", ElementType::i64);
    const SizeExpr first = SizeExpr::word(64), second = SizeExpr::word(72), width = SizeExpr::scalar(rows);
    uint32_t kept = k.temporary(ElementType::i64, {SizeExpr::constant(2)});
    uint32_t a = k.temporary(ElementType::i64, {first, width}, 2), b = k.temporary(ElementType::i64, {second}, 4);
    k.graph({k.task("store", {word(64), scalar(n)}), k.task("store", {word(72), scalar(m)}),
             k.task("add", {array(runs), scalar(steps)}), k.task("generate", {inRegion(a, 0), scalar(steps)}, first),
             k.task("store", {inRegion(kept, 8), scalar(n)}),
             k.task("generate", {inRegion(b, 0), scalar(steps)}, second),
             k.task("copy_word", {array(out), inRegion(a, 0)}), k.task("add_word", {array(out), inRegion(b, 0)}),
             k.task("dump_slots", {array(slots), word(0), inRegion(kept, 0), inRegion(a, 0), inRegion(b, 0), scalar(n),
                                   scalar(n), scalar(n)})},
            mode);
  }
};

struct Launcher {
  const qdrt::Device &device;
  qdrt::Array<int64_t> out{device, {}}, places{device, {7}}, runs{device, {}, std::vector<int64_t>{0}};
  int64_t words = 0, kept = 0, a = 0, b = 0;

  int64_t operator()(const qdrt::Kernel &kernel, int64_t n, int64_t m, int64_t rows = 1, qdrt_stream stream = nullptr) {
    kernel.launch({.stream = stream}, out, places, runs, n, m, rows, kSteps);
    const std::vector<int64_t> slots = places.read(stream);
    words = slots[0], kept = slots[1], a = slots[2], b = slots[3];
    return out.read(stream)[0];
  }
};

// As tasks add, which wraps.
const auto kSum = static_cast<int64_t>(2 * static_cast<uint64_t>(generated(0, kSteps)));

} // namespace

TEST_CASE("a region grows to the size that tasks have computed, and keeps it for smaller ones", "[results]") {
  Sized sized;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, sized.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  Launcher launch{device};
  // Where the device looks whether it fits, what comes after that runs again in larger memory. The first launch asks.
  const uint64_t once = isCPU() ? 0 : 1;
  CHECK(launch(kernel, 3, 5, 2) == kSum);
  CHECK(kernel.counters().reruns == 0);
  CHECK(kernel.counters().workspace_bytes == 256 + 64 + 64 + 64);
  for (int64_t place : {launch.words, launch.kept, launch.a, launch.b})
    CHECK(place % QDC_ALLOCATION_ALIGNMENT == 0);
  const auto [words, kept, a, b] = std::array{launch.words, launch.kept, launch.a, launch.b};
  CHECK(launch(kernel, 1, 1) == kSum);
  CHECK(launch.a == a);
  CHECK(launch.b == b);
  // One grows, and then the other one.
  CHECK(launch(kernel, 1 << 16, 1, 3) == kSum);
  CHECK(kernel.counters().reruns == once);
  CHECK(launch.b == b);
  CHECK(kernel.counters().workspace_bytes == 256 + 64 + (3 * 8 << 16) + 64);
  CHECK(kernel.counters().patched_slots >= 1);
  const int64_t grown = launch.a;
  CHECK(launch(kernel, 9, 1 << 17) == kSum);
  CHECK(kernel.counters().reruns == once);
  CHECK(launch.a == grown);
  CHECK(kernel.counters().workspace_bytes == 256 + 64 + (3 * 8 << 16) + (8 << 17));
  CHECK(launch(kernel, 9, 1 << 17) == kSum);
  CHECK(kernel.counters().patched_slots == 0);
  CHECK(kernel.counters().reruns == 0);
  CHECK(launch.words == words);
  CHECK(launch.kept == kept);
  CHECK(launch.runs.read()[0] == 5 * kSteps);
}

TEST_CASE("a region may get no bytes", "[results]") {
  Sized sized;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, sized.package.bytes());
  KernelBuilder &k = sized.package.kernel("empty");
  uint32_t n = k.scalar("n", ElementType::i64), out = k.array("out", ElementType::i64, {});
  uint32_t own = k.temporary(ElementType::i64, {SizeExpr::word(64)}, 0);
  k.graph({k.task("store", {word(64), scalar(n)}),
           k.task("generate", {inRegion(own, 0), scalar(n)}, SizeExpr::word(64)),
           k.task("add", {array(out), scalar(n)})});
  package = qdrt::Package(device, sized.package.bytes());
  qdrt::Array<int64_t> sum(device, {}, std::vector<int64_t>{7});
  package.kernel("empty")(int64_t{0}, sum);
  CHECK(package.kernel("empty").counters().workspace_bytes == 256);
  package.kernel("empty")(int64_t{2}, sum);
  CHECK(sum.read()[0] == 9);
}

TEST_CASE("each stream has regions of its own sizes", "[results]") {
  Sized sized;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, sized.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  qdrt::Stream first(device), second(device);
  Launcher one{device}, two{device};
  device.synchronize(); // the arrays were filled on another stream
  for (int64_t n : {5, 7000, 6}) {
    kernel.launch({.stream = first.get()}, one.out, one.places, one.runs, n, n, int64_t{2}, kSteps);
    kernel.launch({.stream = second.get()}, two.out, two.places, two.runs, 8000 - n, n, int64_t{1}, kSteps);
  }
  device.synchronize();
  CHECK(one.out.read()[0] == kSum);
  CHECK(two.out.read()[0] == kSum);
  CHECK(one.places.read()[2] != two.places.read()[2]);
  CHECK(one.runs.read()[0] == 3 * kSteps);
}

TEST_CASE("a size that can't be had ends the launch with its place, and the next one runs", "[results]") {
  Sized sized;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, sized.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  Launcher launch{device};
  const bool isFirst = GENERATE(true, false);
  if (!isFirst)
    CHECK(launch(kernel, 20, 20) == kSum);
  const auto before = launch.runs.read()[0];
  CHECK_THROWS_STATUS(launch(kernel, -3, 1), QDRT_INVALID_ARGUMENT,
                      "test.qir:201:3: a temporary of kernel 'k' has the extent -3 on axis 0; it takes 0 or more");
  CHECK_THROWS_STATUS(launch(kernel, 1, -1), QDRT_INVALID_ARGUMENT,
                      "test.qir:202:3: a temporary of kernel 'k' has the extent -1 on axis 0; it takes 0 or more");
  CHECK_THROWS_STATUS(launch(kernel, int64_t{1} << 40, 1, int64_t{1} << 40), QDRT_INVALID_ARGUMENT,
                      "region 'temporaries.2' of kernel 'k': ");
  CHECK_THROWS_STATUS(launch(kernel, 4, int64_t{1} << 56), QDRT_OUT_OF_MEMORY,
                      "region 'temporaries.3' of kernel 'k': cannot allocate 576460752303423488 bytes");
  CHECK(launch.runs.read()[0] == before + 4 * kSteps);
  // What arguments tell is refused ahead of all tasks.
  CHECK_THROWS_STATUS(launch(kernel, 1, 1, -1), QDRT_INVALID_ARGUMENT,
                      "test.qir:201:3: a temporary of kernel 'k' has the extent -1 on axis 1; it takes 0 or more");
  CHECK(launch.runs.read()[0] == before + 4 * kSteps);
  CHECK(launch(kernel, 1 << 15, 1 << 15) == kSum);
}

TEST_CASE("a query tells the bytes that are known ahead of a launch, and that there are more") {
  Sized sized;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, sized.package.bytes());
  const int64_t seven = 7;
  qdrt_argument arguments[7] = {};
  for (qdrt_argument &argument : arguments)
    argument.type = QDRT_I64;
  arguments[1].rank = 1;
  arguments[1].shape = &seven;
  uint64_t bytes = 0;
  CHECK_FAILS(qdrt_workspace_query(package.kernel("k").get(), arguments, &bytes), QDRT_UNSUPPORTED,
              "region 'temporaries.2' of kernel 'k' has a size that tasks of a launch compute; what is known before "
              "takes 320 bytes");
  CHECK(bytes == 256 + 64);
  arguments[5].value.i64 = -2;
  CHECK_FAILS(qdrt_workspace_query(package.kernel("k").get(), arguments, &bytes), QDRT_INVALID_ARGUMENT,
              "has the extent -2 on axis 1");
}

TEST_CASE("regions with computed sizes come last in memory that a caller brings", "[results]") {
  Sized sized;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, sized.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  Launcher launch{device};
  qdrt::Array<unsigned char> memory(device, {1024});
  const auto start = reinterpret_cast<int64_t>(qdrt_buffer_address(memory.get()));
  kernel.bindWorkspace(memory.get(), 0, 1024);
  CHECK(launch(kernel, 9, 5) == kSum);
  CHECK(launch.kept == start);
  CHECK(launch.a == start + 64);
  CHECK(launch.b == start + 64 + 128);
  // One that grows takes from the one after it, which gets another place in the same launch.
  CHECK(launch(kernel, 40, 5) == kSum);
  CHECK(launch.a == start + 64);
  CHECK(launch.b == start + 64 + 320);
  CHECK(launch(kernel, 2, 100, 4) == kSum);
  CHECK(launch.a == start + 64);
  CHECK(launch.b == start + 64 + 64);
  memory.fill(0xff);
  CHECK_THROWS_STATUS(launch(kernel, 121, 1), QDRT_OUT_OF_MEMORY,
                      "kernel 'k' needs 1088 bytes for temporaries, but the workspace that is bound to it has 1024");
  CHECK_THROWS_STATUS(launch(kernel, 100, 100), QDRT_OUT_OF_MEMORY,
                      "kernel 'k' needs 1728 bytes for temporaries, but the workspace that is bound to it has 1024");
  CHECK(launch(kernel, 104, 16) == kSum);
  CHECK(launch.b == start + 1024 - 128);
  kernel.unbindWorkspace();
  CHECK(launch(kernel, 1000, 1000) == kSum);
  for (int64_t place : {launch.kept, launch.a, launch.b})
    CHECK((place < start || place >= start + 1024));
}

TEST_CASE("a task that fails ahead of a size ends the launch with its failure", "[results]") {
  PackageBuilder builder;
  const uint32_t site = builder.site(SiteKind::assertion, 17, "all is well");
  KernelBuilder &k = builder.kernel("k");
  uint32_t out = k.array("out", ElementType::i64, {}), n = k.scalar("n", ElementType::i64);
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  const bool readsTwo = GENERATE(false, true);
  uint32_t own =
      k.temporary(ElementType::i64, {SizeExpr::word(64), readsTwo ? SizeExpr::word(88) : SizeExpr::constant(2)}, 2);
  k.graph({k.task("store", {word(64), scalar(n)}), k.task("store", {word(88), scalar(n)}),
           k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10)),
           k.task("store", {inRegion(own, 0), scalar(n)}), k.task("copy_word", {array(out), inRegion(own, 0)})});
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> sum(device, {}, std::vector<int64_t>{7});
  auto run = [&](int64_t size, int64_t below) {
    package.kernel("k")(sum, size, below, int64_t{site});
    return sum.read()[0];
  };
  // The size means nothing then.
  CHECK_THROWS_STATUS(run(-5, 6), QDRT_ASSERTION_FAILED, "all is well");
  CHECK(sum.read()[0] == 7);
  CHECK(run(4, 10) == 4);
  // Where the memory is known by now, an asynchronous launch tells it when it is waited for.
  auto fail = [&](int64_t size) {
    package.kernel("k")(sum, size, int64_t{6}, int64_t{site});
    device.synchronize();
  };
  for (int64_t size : {3, -5, 1000})
    CHECK_THROWS_STATUS(fail(size), QDRT_ASSERTION_FAILED, "all is well");
  CHECK(sum.read()[0] == 4);
  CHECK(run(1000, 10) == 1000);
}

TEST_CASE("a launch that makes room and runs on leaves the failure of one before it", "[results]") {
  PackageBuilder builder;
  const uint32_t site = builder.site(SiteKind::assertion, 17, "all is well");
  KernelBuilder &k = builder.kernel("k");
  uint32_t out = k.array("out", ElementType::i64, {}), n = k.scalar("n", ElementType::i64);
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  uint32_t own = k.temporary(ElementType::i64, {SizeExpr::word(64)}, 0);
  k.graph({k.task("store", {word(64), scalar(n)}), k.task("store", {inRegion(own, 0), scalar(n)}),
           k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10)),
           k.task("copy_word", {array(out), inRegion(own, 0)})});
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> sum(device, {}, std::vector<int64_t>{7});
  auto run = [&](int64_t size, int64_t below) { package.kernel("k")(sum, size, below, int64_t{site}); };
  run(4, 10);
  device.synchronize();
  CHECK(sum.read()[0] == 4);
  auto failThenGrow = [&] {
    run(3, 6);
    run(100, 10);
    device.synchronize();
  };
  CHECK_THROWS_STATUS(failThenGrow(), QDRT_ASSERTION_FAILED, "all is well");
  if (!isCPU())
    CHECK(sum.read()[0] == 100);
  device.synchronize();
  // A failure after the check is told once, of a launch that ran twice too.
  auto growThenFail = [&] {
    run(1000, 6);
    device.synchronize();
  };
  CHECK_THROWS_STATUS(growThenFail(), QDRT_ASSERTION_FAILED, "all is well");
  device.synchronize();
  auto info = sized<qdrt_failure_info>();
  REQUIRE(qdrt_kernel_failure(package.kernel("k").get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_ASSERTION_FAILED);
}

TEST_CASE("loops run with regions whose sizes tasks computed ahead of them", "[results]") {
  PackageBuilder builder;
  const uint32_t site = builder.site(SiteKind::loop, 10, "solve");
  KernelBuilder &k = builder.kernel("k");
  uint32_t out = k.array("out", ElementType::i64, {}), n = k.scalar("n", ElementType::i64);
  uint32_t one = k.scalar("one", ElementType::i64);
  uint32_t own = k.temporary(ElementType::i64, {SizeExpr::word(64), SizeExpr::word(80)}, 1);
  uint32_t flag = k.temporary(ElementType::i64, {});
  k.graph({k.task("store", {word(64), scalar(n)}), k.task("store", {word(80), scalar(one)}),
           k.task("store", {inRegion(own, 0), scalar(one)}), k.task("store", {inRegion(flag, 0), scalar(n)}),
           doWhile(site, {FlagKind::temporary, 1},
                   {k.task("add", {inRegion(own, 0), scalar(one)}), k.task("down_i64", {inRegion(flag, 0)})}),
           k.task("copy_word", {array(out), inRegion(own, 0)})});
  k.countLoops(0);
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  qdrt::Array<int64_t> sum(device, {});
  for (int64_t size : {3, 3000, 5, 5}) {
    kernel(sum, size, int64_t{1});
    CHECK(sum.read()[0] == size + 1);
    CHECK(kernel.counters().workspace_bytes >= 256 + 64 + static_cast<uint64_t>(8 * size));
  }
}

TEST_CASE("a kernel whose tasks compute a size can't be one graph if its code does not look whether that fits") {
  Sized sized(GraphMode::always, /*isChecked=*/false);
  qdrt::Device device = openDevice();
  qdrt::Package package(device, sized.package.bytes());
  Launcher launch{device};
  if (hasGraphs())
    CHECK_THROWS_STATUS(launch(package.kernel("k"), 4, 4), QDRT_UNSUPPORTED,
                        "attribute 'graph' of kernel 'k': \"always\" is not possible where tasks compute the size of a "
                        "temporary; the kernel takes \"auto\" or \"never\"");
  else if (!isNull())
    CHECK(launch(package.kernel("k"), 4, 4) == kSum);
}

TEST_CASE("a kernel that asks for a graph has room for computed sizes in memory that a caller brings", "[results]") {
  if (!decidesInGraphs())
    return;
  Sized sized(GraphMode::always);
  qdrt::Device device = openDevice();
  qdrt::Package package(device, sized.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  Launcher launch{device};
  CHECK_THROWS_STATUS(launch(kernel, 4, 4), QDRT_UNSUPPORTED,
                      "attribute 'graph' of kernel 'k': \"always\" is not possible where tasks compute the size of a "
                      "temporary, unless a workspace is bound (qdrt_workspace_bind); the kernel takes \"auto\" or "
                      "\"never\"");
  qdrt::Array<unsigned char> memory(device, {64 + 2 * 512 + 32});
  const auto start = reinterpret_cast<int64_t>(qdrt_buffer_address(memory.get()));
  kernel.bindWorkspace(memory.get(), 0, 64 + 2 * 512 + 32);
  // Each of the two gets half of what is left.
  CHECK(launch(kernel, 4, 4) == kSum);
  CHECK(launch.kept == start);
  CHECK(launch.a == start + 64);
  CHECK(launch.b == start + 64 + 512);
  CHECK(kernel.counters().nodes == 12);
  // Any extents that fit are right, also where nothing else changes.
  for (int64_t n : {64, 1, 7, 32}) {
    CHECK(launch(kernel, n, 64, n == 64 ? 1 : 2) == kSum);
    CHECK(launch.a == start + 64);
  }
  CHECK(launch.runs.read()[0] == 5 * kSteps);
  // What does not fit fails that launch alone, ahead of all tasks after the check.
  auto fail = [&](int64_t n, int64_t m, int64_t rows = 1) {
    launch(kernel, n, m, rows);
    device.synchronize();
  };
  CHECK_THROWS_STATUS(
      fail(65, 4), QDRT_OUT_OF_MEMORY,
      "test.qir:201:3: a temporary of kernel 'k' takes 520 bytes, but its part of the workspace has 512, "
      "which a launch by a graph can't change");
  CHECK_THROWS_STATUS(fail(33, 4, 2), QDRT_OUT_OF_MEMORY, "takes 528 bytes");
  CHECK_THROWS_STATUS(fail(4, 65), QDRT_OUT_OF_MEMORY, "test.qir:202:3: a temporary of kernel 'k' takes 520 bytes");
  CHECK_THROWS_STATUS(fail(int64_t{1} << 62, 4, 8), QDRT_OUT_OF_MEMORY, "takes 9223372036854775807 bytes");
  CHECK_THROWS_STATUS(fail(-3, 4), QDRT_INVALID_ARGUMENT,
                      "test.qir:201:3: a temporary of kernel 'k' has the extent -3 on axis 0; it takes 0 or more");
  CHECK(launch(kernel, 64, 64) == kSum);
  // More memory, then too little for what arguments tell.
  qdrt::Array<unsigned char> more(device, {1 << 16});
  kernel.bindWorkspace(more.get(), 0, 1 << 16);
  CHECK(launch(kernel, 2000, 3000) == kSum);
  kernel.bindWorkspace(more.get(), 0, 32);
  for (int time = 0; time < 2; ++time)
    CHECK_THROWS_STATUS(launch(kernel, 1, 1), QDRT_OUT_OF_MEMORY,
                        "kernel 'k' needs 64 bytes for temporaries, but the workspace that is bound to it has 32");
  kernel.unbindWorkspace();
  CHECK_THROWS_STATUS(launch(kernel, 1, 1), QDRT_UNSUPPORTED, "unless a workspace is bound");
}

TEST_CASE("what does not fit leaves all that later tasks write as it was", "[results]") {
  if (!decidesInGraphs())
    return;
  PackageBuilder builder;
  KernelBuilder &k = builder.kernel("k");
  uint32_t before = k.array("before", ElementType::i64, {}), after = k.array("after", ElementType::i64, {});
  uint32_t n = k.scalar("n", ElementType::i64);
  uint32_t own = k.temporary(ElementType::i64, {SizeExpr::word(64)}, 1);
  // The last task uses nothing that the others do.
  k.graph({k.task("store", {word(64), scalar(n)}), k.task("add", {array(before), scalar(n)}),
           k.task("generate", {inRegion(own, 0), scalar(n)}, SizeExpr::word(64)),
           k.task("add", {array(after), scalar(n)})},
          GraphMode::always);
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> first(device, {}, std::vector<int64_t>{0}), last(device, {}, std::vector<int64_t>{0});
  qdrt::Array<unsigned char> memory(device, {128});
  package.kernel("k").bindWorkspace(memory.get(), 0, 128);
  package.kernel("k")(first, last, int64_t{17});
  CHECK_THROWS_STATUS(device.synchronize(), QDRT_OUT_OF_MEMORY,
                      "takes 136 bytes, but its part of the workspace has 128");
  CHECK(first.read()[0] == 17);
  CHECK(last.read()[0] == 0);
  package.kernel("k")(first, last, int64_t{16});
  device.synchronize();
  CHECK(first.read()[0] == 33);
  CHECK(last.read()[0] == 16);
}
