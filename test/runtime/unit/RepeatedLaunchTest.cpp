//===- RepeatedLaunchTest.cpp - Tests of Instance.h -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches that are the same as the one before go straight to the graph. What
// they do and count is what any launch does, and what changes is seen.
//
//===----------------------------------------------------------------------===//
#include "DeferredFixture.h"

#include <optional>

using namespace qdc;
using namespace runtime_test;

namespace {
/// A kernel of two tasks: sum += value, sum += value.
struct TwoTasks : KernelFixture {
  uint32_t sum = k.array("sum", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);

  void loadBoth(std::vector<SlotSource> first, std::vector<SlotSource> second) {
    k.graph({k.task("add", std::move(first)), k.task("add", std::move(second))});
    load();
  }
  void loadTwo() { loadBoth({array(sum), scalar(value)}, {array(sum), scalar(value)}); }
};
} // namespace

TEST_CASE_METHOD(TwoTasks, "a repeated launch counts as any other, whatever other streams do") {
  loadTwo();
  qdrt::Array<int64_t> total(device(), {}), other(device(), {});
  std::optional<qdrt::Stream> a(device()), b(device());
  auto launch = [&](qdrt_stream stream, auto &target, int64_t by) {
    kernel("k").launch({.stream = stream}, target, by);
    return kernel("k").counters();
  };
  for (uint64_t count = 1; count <= 5; ++count) {
    qdrt_counters counters = launch(a->get(), total, 1);
    CHECK(counters.launches == count);
    CHECK(counters.replays == count - 1);
    CHECK(counters.tasks == 2);
    CHECK(counters.nodes == 2);
    CHECK(counters.workspace_bytes == 256);
  }
  CHECK(launch(b->get(), other, 10).builds == 2);
  CHECK(launch(b->get(), other, 20).patched_nodes == 2);
  // The counters are those of the last launch, on the first stream again.
  qdrt_counters counters = launch(a->get(), total, 1);
  CHECK(counters.launches == 8);
  CHECK(counters.patched_nodes == 0);
  CHECK(counters.workspace_bytes == 256);
  CHECK(launch(a->get(), total, 1).launches == 9);
  // Launches are counted when their stream is gone.
  CHECK(counters.instances == 2);
  a.reset();
  CHECK(kernel("k").counters().instances == 1);
  CHECK(kernel("k").counters().launches == 9);
  counters = launch(b->get(), other, 20);
  CHECK(counters.launches == 10);
  CHECK(counters.patched_nodes == 0);
  CHECK(state.graphLaunches == 10);
  CHECK(state.updates == std::vector<uint32_t>{0, 1});
  CHECK(*total.address() == 14);
  b->synchronize();
  CHECK(*other.address() == 100);
}

TEST_CASE_METHOD(TwoTasks, "what changes after repeated launches is seen") {
  const uint32_t factor = package.global({.name = "factor", .type = ElementType::i64, .shape = {}, .isExternal = true});
  k.graph({k.task("add", {array(sum), scalar(value)}), k.task("add_word", {array(sum), global(factor)})});
  load();
  qdrt::Array<int64_t> total(device(), {}), first(device(), {}, Values{100}), second(device(), {}, Values{7000});
  auto bind = [&](qdrt::Array<int64_t> &to) {
    REQUIRE(qdrt_package_bind_global(loadedPackage().get(), "factor", to.address(), sizeof(int64_t)) == QDRT_OK);
  };
  auto launchThrice = [&](int64_t by) {
    for (int launch = 0; launch < 3; ++launch)
      kernel("k")(total, by);
  };
  bind(first);
  launchThrice(1);
  launchThrice(2);
  bind(second);
  launchThrice(2);
  CHECK(total.read() == Values{3 + 6 + 600 + 6 + 21000});
}

TEST_CASE_METHOD(TwoTasks, "a launch that is refused after repeated ones leaves them as they were") {
  loadTwo();
  qdrt::Array<int64_t> total(device(), {});
  for (int launch = 0; launch < 3; ++launch)
    kernel("k")(total, int64_t{1});
  SECTION("for its arguments") {
    CHECK_THROWS_STATUS(kernel("k")(total, 1.0), QDRT_INVALID_ARGUMENT, "argument 'value' of kernel 'k'");
  }
  SECTION("by the device") {
    state.failing = "launchGraph";
    CHECK_THROWS_STATUS(kernel("k")(total, int64_t{1}), QDRT_UNSUPPORTED,
                        "graph of kernel 'k': the test makes 'launchGraph' fail; with QDRT_GRAPH=0");
    state.failing = "";
  }
  CHECK(kernel("k").counters().launches == 3);
  for (int launch = 0; launch < 3; ++launch)
    kernel("k")(total, int64_t{1});
  CHECK(kernel("k").counters().launches == 6);
  CHECK(total.read() == Values{12});
}

TEST_CASE_METHOD(TwoTasks, "an array in memory of the host is copied for each launch") {
  const uint32_t more = k.array("more", ElementType::i64, {kDynamicDimension}, Access::read);
  k.graph({k.task("add", {array(sum), scalar(value)}), k.task("add_word", {array(sum), array(more)})});
  load();
  qdrt::Array<int64_t> total(device(), {});
  Values host = {100};
  for (int launch = 0; launch < 5; ++launch, host[0] *= 10) {
    kernel("k")(total, int64_t{1}, host);
    CHECK(kernel("k").counters().bytes_copied == 8);
  }
  CHECK(total.read() == Values{5 + 1111100});
}

TEST_CASE_METHOD(TwoTasks, "a seed is each launch's own, also where nothing else changes") {
  loadBoth({array(sum), scalar(value)}, {array(sum), source(SlotKind::seed)});
  qdrt::Array<int64_t> total(device(), {});
  for (uint64_t seed : {100, 100, 100, 2000, 2000})
    kernel("k").launch({.seed = seed}, total, int64_t{1});
  CHECK(total.read() == Values{5 + 300 + 4000});
}

TEST_CASE_METHOD(TwoTasks, "an ordinal is each launch's own, also after launches that were given the same one") {
  loadBoth({array(sum), scalar(value)}, {array(sum), source(SlotKind::launchOrdinal)});
  qdrt::Array<int64_t> total(device(), {});
  auto launch = [&](int isGiven) {
    auto options = sized<qdrt_launch_options>();
    options.ordinal = 100;
    options.set_ordinal = isGiven;
    const qdrt::View array = total, one = int64_t{1};
    const qdrt_argument arguments[] = {array.get(), one.get()};
    REQUIRE(qdrt_kernel_launch(kernel("k").get(), arguments, nullptr, &options) == QDRT_OK);
  };
  for (int isGiven : {1, 1, 1, 1, 0, 0, 1})
    launch(isGiven);
  CHECK(total.read() == Values{7 + 500 + 4 + 5});
}

TEST_CASE_METHOD(KernelFixture,
                 "lines that were lost are those of the last launch or wait, also of a repeated launch") {
  uint32_t line = package.site(SiteKind::print, 8, "{} {}", {ElementType::i64, ElementType::f64});
  uint32_t n = k.scalar("n", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.graph({k.task("print_pair", {source(SlotKind::printBuffer), scalar(s)}, SizeExpr::scalar(n)),
           k.task("print_pair", {source(SlotKind::printBuffer), scalar(s)}, SizeExpr::scalar(n))});
  load();
  keepLines();
  auto lost = [&](bool waits) {
    kernel("k")(int64_t{3000}, int64_t{line});
    if (waits)
      device().synchronize();
    return kernel("k").counters().dropped_prints;
  };
  for (bool waits : {false, false, true})
    (void)lost(waits);
  CHECK(kernel("k").counters().dropped_prints == 18000 - 16384);
  CHECK(lost(false) == 0);
  CHECK(lost(true) == 0);
}

TEST_CASE_METHOD(TwoTasks, "a capture between repeated launches has arguments of its own") {
  loadTwo();
  qdrt::Array<int64_t> total(device(), {});
  auto launch = [&](int64_t by) { kernel("k")(total, by); };
  for (int count = 0; count < 3; ++count)
    launch(1);
  const int64_t captured = GENERATE(1, 50);
  state.isCapturing = true;
  launch(captured);
  state.isCapturing = false;
  launch(captured);
  launch(1);
  device().synchronize();
  CHECK(*total.address() == 8 + 2 * captured);
  for (auto &work : state.captured)
    work();
  CHECK(*total.address() == 8 + 4 * captured);
  CHECK(kernel("k").counters().launches == 5);
}

TEST_CASE_METHOD(KernelFixture,
                 "a kernel that reports is launched again as it is, and each launch tells how it ended") {
  const uint32_t site = package.site(SiteKind::assertion, 17, "no");
  const uint32_t p = k.array("p", ElementType::i64, {}), limit = k.scalar("limit", ElementType::i64),
                 s = k.scalar("site", ElementType::i64), one = k.scalar("one", ElementType::i64);
  k.result(ElementType::i64, 0);
  k.graph({k.task("add", {array(p), scalar(one)}), k.task("copy_word", {word(0), array(p)}),
           k.task("assert_word_below", {source(SlotKind::errorRecord), array(p), scalar(limit), scalar(s)})});
  load();
  qdrt::Array<int64_t> count(device(), {});
  auto launch = [&] { kernel("k")(count, int64_t{4}, int64_t{site}, int64_t{1}); };
  for (int64_t wanted : {1, 2, 3}) {
    launch();
    CHECK(kernel("k").result<int64_t>() == wanted);
  }
  const uint64_t fills = state.fills;
  launch();
  CHECK_THROWS_STATUS(kernel("k").result<int64_t>(), QDRT_ASSERTION_FAILED, "assertion failed: no");
  device().synchronize();
  // The first of two that fail is told by a wait, the last one by its kernel.
  launch();
  launch();
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED, "assertion failed: no");
  auto info = sized<qdrt_failure_info>();
  REQUIRE(qdrt_kernel_failure(kernel("k").get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_ASSERTION_FAILED);
  device().synchronize();
  *count.address() = 0;
  launch();
  CHECK(kernel("k").result<int64_t>() == 1);
  CHECK(state.updates.empty());
  CHECK(state.fills == fills);
  CHECK(state.graphLaunches == 7);
  CHECK(kernel("k").counters().launches == 7);
}

TEST_CASE_METHOD(KernelFixture, "an array in a buffer that is gone is used again where the driver knows memory there") {
  (void)k.array("unused", ElementType::i64, {});
  uint32_t sum = k.array("sum", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  k.graph({k.task("add", {array(sum), scalar(value)})});
  load();
  qdrt::Array<int64_t> total(device(), {});
  std::optional<qdrt::Array<int64_t>> left(std::in_place, device(), qdrt::Shape{});
  const qdrt::View gone(*left);
  auto launch = [&] { kernel("k")(gone, total, int64_t{1}); };
  const char *refusal = "argument 'unused' of kernel 'k' lies in a buffer that was destroyed since the last launch";
  launch();
  left.reset();
  CHECK_THROWS_STATUS(launch(), QDRT_INVALID_ARGUMENT, refusal);
  state.hasMemory = true;
  launch();
  launch();
  // From now on it is memory of the caller, as if it had been at the first launch.
  state.hasMemory = false;
  std::optional<qdrt::Array<int64_t>> another(std::in_place, device(), qdrt::Shape{});
  another.reset();
  launch();
  CHECK(total.read() == Values{4});
}
