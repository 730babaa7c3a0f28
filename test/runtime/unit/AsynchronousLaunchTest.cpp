//===- AsynchronousLaunchTest.cpp - Tests of Instance.h and Stream.h ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches through qdrt.h on a device whose work runs late (DeferredDevice.h).
//
//===----------------------------------------------------------------------===//
#include "DeferredFixture.h"

using namespace qdc;
using namespace runtime_test;

TEST_CASE_METHOD(KernelFixture, "a launch returns before its tasks ran, with the arguments that it was given") {
  uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  k.graph({k.task("add", {array(out), scalar(value)})});
  load();
  qdrt::Array<int64_t> sum(device(), {});
  for (int64_t each : {1, 20, 300})
    kernel("k")(sum, each);
  CHECK(*sum.address() == 0);
  device().synchronize();
  CHECK(*sum.address() == 321);
}

TEST_CASE_METHOD(KernelFixture,
                 "a wait tells the first failure of the launches under way, once, and later launches ran") {
  uint32_t site = package.site(SiteKind::assertion, 17, "small enough");
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64),
           out = k.array("out", ElementType::i64, {}), one = k.scalar("one", ElementType::i64);
  k.graph({k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10)),
           k.task("add", {array(out), scalar(one)})});
  load();
  qdrt::Array<int64_t> count(device(), {});
  auto launch = [&](int64_t below) { kernel("k")(below, int64_t{site}, count, int64_t{1}); };
  for (int64_t below : {10, 11, 6, 10, 3, 12})
    launch(below);
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED,
                      "test.qir:17:5: assertion failed: small enough (iteration 6)");
  CHECK(*count.address() == 6);
  device().synchronize();
  // The last launch did not fail.
  auto info = sized<qdrt_failure_info>();
  REQUIRE(qdrt_kernel_failure(kernel("k").get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_OK);
}

TEST_CASE_METHOD(KernelFixture, "a failure that a call told is not told again by the wait") {
  uint32_t site = package.site(SiteKind::assertion, 17, "no");
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.graph({k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10))});
  load();
  kernel("k")(int64_t{4}, int64_t{site});
  auto info = sized<qdrt_failure_info>();
  REQUIRE(qdrt_kernel_failure(kernel("k").get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_ASSERTION_FAILED);
  CHECK(info.iteration == 4);
  CHECK(info.line == 17);
  device().synchronize();
  // One of an earlier launch is still to be told.
  kernel("k")(int64_t{4}, int64_t{site});
  kernel("k")(int64_t{10}, int64_t{site});
  REQUIRE(qdrt_kernel_failure(kernel("k").get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_OK);
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED, "iteration 4");
}

TEST_CASE_METHOD(KernelFixture, "of many launches under way the first failure is kept") {
  uint32_t site = package.site(SiteKind::assertion, 17, "no");
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64),
           out = k.array("out", ElementType::i64, {}), one = k.scalar("one", ElementType::i64);
  k.graph({k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(4096)),
           k.task("add", {array(out), scalar(one)})});
  load();
  qdrt::Array<int64_t> count(device(), {});
  const int64_t failing = GENERATE(0, 63, 64, 300, 700, 999);
  for (int64_t launch = 0; launch < 10; ++launch)
    kernel("k")(int64_t{4096}, int64_t{site}, count, int64_t{1});
  device().synchronize();
  for (int64_t launch = 0; launch < 1000; ++launch)
    kernel("k")(launch < failing ? 4096 : launch, int64_t{site}, count, int64_t{1});
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED, "(iteration " + std::to_string(failing) + ")");
  CHECK(*count.address() == 1010);
}

TEST_CASE_METHOD(KernelFixture, "the first failure is that of the first launch, whatever its kernel") {
  uint32_t site = package.site(SiteKind::assertion, 17, "no");
  KernelBuilder &other = package.kernel("other");
  for (KernelBuilder *each : {&k, &other}) {
    uint32_t limit = each->scalar("limit", ElementType::i64), s = each->scalar("site", ElementType::i64);
    each->graph({each->task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)},
                            SizeExpr::constant(10))});
  }
  load();
  kernel("k")(int64_t{10}, int64_t{site});
  kernel("other")(int64_t{5}, int64_t{site});
  kernel("k")(int64_t{6}, int64_t{site});
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED, "iteration 5");
}

TEST_CASE_METHOD(KernelFixture, "streams fail, print and give results on their own") {
  uint32_t site = package.site(SiteKind::assertion, 17, "no");
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.result(ElementType::i64, 0);
  k.graph({k.task("store", {word(0), scalar(limit)}),
           k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10))});
  load();
  qdrt::Stream a(device()), b(device());
  kernel("k").launch({.stream = a.get()}, int64_t{12}, int64_t{site});
  kernel("k").launch({.stream = b.get()}, int64_t{5}, int64_t{site});
  CHECK(kernel("k").result<int64_t>(0, a.get()) == 12);
  a.synchronize();
  CHECK_THROWS_STATUS(kernel("k").result<int64_t>(0, b.get()), QDRT_ASSERTION_FAILED, "iteration 5");
  b.synchronize();
}

TEST_CASE_METHOD(KernelFixture, "a device tells one failure at a time") {
  uint32_t site = package.site(SiteKind::assertion, 17, "no");
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.graph({k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10))});
  load();
  qdrt::Stream a(device()), b(device());
  kernel("k").launch({.stream = b.get()}, int64_t{5}, int64_t{site});
  kernel("k").launch({.stream = a.get()}, int64_t{6}, int64_t{site});
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED, "iteration 6");
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED, "iteration 5");
  device().synchronize();
}

TEST_CASE_METHOD(KernelFixture, "results are waited for when they are read, also those of other code than the last") {
  for (int64_t special : {8, 0}) {
    KernelBuilder &each = package.kernel("s");
    uint32_t n = each.scalar("n", ElementType::i64);
    if (special != 0)
      each.specialize(n, static_cast<uint64_t>(special));
    each.workspace(special != 0 ? SizeExpr::constant(256) : SizeExpr::scalar(n));
    each.result(ElementType::i64, 0);
    each.graph({each.task("store", {word(0), scalar(n)})});
  }
  k.graph({});
  load();
  kernel("s")(int64_t{8});
  CHECK(state.waits == 0);
  CHECK(kernel("s").result<int64_t>() == 8);
  CHECK(state.waits == 1);
  kernel("s")(int64_t{9000});
  kernel("s")(int64_t{8});
  // A launch that is refused takes nothing from the one before it.
  CHECK_THROWS_STATUS(kernel("s")(int64_t{1}), QDRT_INVALID_PACKAGE, "has 1 bytes");
  CHECK(kernel("s").result<int64_t>() == 8);
  kernel("s")(int64_t{9000});
  CHECK(kernel("s").result<int64_t>() == 9000);
}

TEST_CASE_METHOD(KernelFixture, "a larger workspace waits for the launches that use the smaller one") {
  uint32_t n = k.scalar("n", ElementType::i64), out = k.array("out", ElementType::i64, {});
  k.workspace(SizeExpr::scalar(n));
  k.graph({k.task("store", {word(64), scalar(n)}), k.task("add_word", {array(out), word(64)})});
  load();
  qdrt::Array<int64_t> sum(device(), {});
  for (int64_t bytes : {128, 128, 1024, 256, 4096})
    kernel("k")(bytes, sum);
  device().synchronize();
  CHECK(*sum.address() == 128 + 128 + 1024 + 256 + 4096);
}

TEST_CASE_METHOD(KernelFixture, "lines of all launches are printed by the wait, in order") {
  uint32_t line = package.site(SiteKind::print, 8, "{} {}", {ElementType::i64, ElementType::f64});
  uint32_t n = k.scalar("n", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.graph({k.task("print_pair", {source(SlotKind::printBuffer), scalar(s)}, SizeExpr::scalar(n))});
  load();
  keepLines();
  kernel("k")(int64_t{2}, int64_t{line});
  kernel("k")(int64_t{1}, int64_t{line});
  CHECK(lines.empty());
  device().synchronize();
  CHECK(lines == std::vector<std::string>{"0 0", "1 0.5", "0 0"});
  lines.clear();
  device().synchronize();
  CHECK(lines.empty());
  // Together they do not fit.
  kernel("k")(int64_t{16000}, int64_t{line});
  kernel("k")(int64_t{1000}, int64_t{line});
  device().synchronize();
  CHECK(lines.size() == 16384);
  CHECK(kernel("k").counters().dropped_prints == 17000 - 16384);
  lines.clear();
  kernel("k")(int64_t{1}, int64_t{line});
  unload();
  CHECK(lines.size() == 1);
}

TEST_CASE_METHOD(KernelFixture, "control waits for what decides, and not for extents that only the device needs") {
  uint32_t loop = package.site(SiteKind::loop, 5, "loop");
  uint32_t flag = k.array("flag", ElementType::i64, {}), out = k.array("out", ElementType::i64, {kDynamicDimension}),
           n = k.scalar("n", ElementType::i64);
  k.result(ElementType::i64, 0);
  Node inner =
      doWhile(loop, {FlagKind::argument, flag},
              {k.task("down_i64", {array(flag)}), k.task("add_index", {array(out), word(64)}, SizeExpr::word(64))});
  inner.iterationWord = 0;
  k.graph({k.task("store", {word(64), scalar(n)}), inner, k.task("add_index", {array(out)}, SizeExpr::dim(out, 0))});
  load();
  int64_t count = 3;
  qdrt::Array<int64_t> counter(device(), {}, std::span(&count, 1)), sums(device(), {4});
  state.reads = 0;
  kernel("k")(counter, sums, int64_t{2});
  CHECK(state.reads == 3);
  CHECK(sums.address()[3] == 0);
  CHECK(kernel("k").result<int64_t>() == 3);
  CHECK(sums.read() == std::vector<int64_t>{4, 8, 3, 4});
  // Three flags and the word with the iterations, besides the report with the result's 64 bytes.
  CHECK(kernel("k").counters().bytes_copied == 3 * 8 + 8 + sizeof(qdrt_launch_report) + 64);
}

TEST_CASE_METHOD(KernelFixture, "a failing assertion ends a loop at the next decision, and is told by the launch") {
  uint32_t loop = package.site(SiteKind::loop, 5, "loop"), site = package.site(SiteKind::assertion, 18, "small enough");
  uint32_t flag = k.array("flag", ElementType::i64, {}), one = k.scalar("one", ElementType::i64),
           limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.graph({doWhile(loop, {FlagKind::argument, flag},
                   {k.task("add", {word(64), scalar(one)}),
                    k.task("assert_word_below", {source(SlotKind::errorRecord), word(64), scalar(limit), scalar(s)})}),
           k.task("store", {word(64), scalar(one)})});
  load();
  int64_t always = 1;
  qdrt::Array<int64_t> forever(device(), {}, std::span(&always, 1));
  // What of the launch's end can't be done is left to the next one, which fails in the same way.
  state.failing = GENERATE("", "fill", "publish");
  CAPTURE(state.failing);
  CHECK_THROWS_STATUS(kernel("k")(forever, int64_t{1}, int64_t{5}, int64_t{site}), QDRT_ASSERTION_FAILED,
                      "test.qir:18:5: assertion failed: small enough");
  CHECK(kernel("k").counters().tasks == 10);
  device().synchronize();
  if (state.failing == "fill")
    CHECK_THROWS_STATUS(kernel("k")(forever, int64_t{1}, int64_t{8}, int64_t{site}), QDRT_UNSUPPORTED,
                        "the test makes 'fill' fail");
  state.failing = "";
  CHECK_THROWS_STATUS(kernel("k")(forever, int64_t{1}, int64_t{8}, int64_t{site}), QDRT_ASSERTION_FAILED,
                      "test.qir:18:5: assertion failed: small enough");
  // The word went on from 5, the value that failed.
  CHECK(kernel("k").counters().tasks == 6);
  device().synchronize();
}

TEST_CASE_METHOD(KernelFixture, "what a launch printed before it ended early is printed, and its own failure is told") {
  auto failing = GENERATE("", "publish");
  CAPTURE(failing);
  uint32_t printing = package.site(SiteKind::print, 7, "i = {}, half = {}", {ElementType::i64, ElementType::f64}),
           loop = package.site(SiteKind::loop, 5, "loop");
  uint32_t site = k.scalar("site", ElementType::i64), step = k.scalar("step", ElementType::i64);
  k.graph({k.task("print_pair", {source(SlotKind::printBuffer), scalar(site)}, SizeExpr::constant(2)),
           repeat(loop, SizeExpr::constant(0), SizeExpr::constant(3), SizeExpr::scalar(step), {})});
  load();
  keepLines();
  state.failing = failing;
  CHECK_THROWS_STATUS(kernel("k")(int64_t{printing}, int64_t{0}), QDRT_INVALID_ARGUMENT,
                      "test.qir:5:5: loop 'loop' has the step 0; it takes 1 or more");
  state.failing = "";
  device().synchronize();
  CHECK(lines.size() == (failing[0] ? 0 : 2));
  kernel("k")(int64_t{printing}, int64_t{1});
  device().synchronize();
  CHECK(lines.size() == 4);
}

TEST_CASE_METHOD(KernelFixture, "a report that the device refuses ends the launch, and names the kernel") {
  k.result(ElementType::i64, 0);
  uint32_t value = k.scalar("value", ElementType::i64);
  k.graph({k.task("store", {word(0), scalar(value)})}, GraphMode::never);
  load();
  state.failing = "publish";
  CHECK_THROWS_STATUS(kernel("k")(int64_t{1}), QDRT_UNSUPPORTED,
                      "reports of kernel 'k': the test makes 'publish' fail");
  state.failing = "";
  kernel("k")(int64_t{5});
  CHECK(kernel("k").result<int64_t>() == 5);
}

TEST_CASE_METHOD(KernelFixture, "a workspace that grows is that of every segment, also of one that runs later") {
  k.result(ElementType::i64, 0);
  uint32_t bytes = k.scalar("bytes", ElementType::i64), value = k.scalar("value", ElementType::i64),
           taken = k.scalar("taken", ElementType::i64), loop = package.site(SiteKind::loop, 5, "loop");
  k.workspace(SizeExpr::scalar(bytes));
  auto twice = [&] {
    return std::vector<Node>{k.task("add", {word(0), scalar(value)}), k.task("add", {word(0), scalar(value)})};
  };
  std::vector<Node> last = twice();
  k.graph({k.task("store", {word(0), scalar(value)}), k.task("store", {word(64), scalar(value)}),
           repeat(loop, SizeExpr::constant(0), SizeExpr::scalar(taken), SizeExpr::constant(1), twice()), last[0],
           last[1]});
  load();
  auto launch = [&](int64_t size, int64_t with, int64_t trips) {
    kernel("k")(size, with, trips);
    return kernel("k").result<int64_t>();
  };
  CHECK(launch(256, 1, 1) == 5);
  CHECK(launch(1024, 1, 0) == 3);
  CHECK(launch(1024, 2, 3) == 18);
  CHECK(launch(4096, 2, 3) == 18);
}

TEST_CASE_METHOD(KernelFixture, "a function for lines that throws while a package goes does not keep its instances") {
  uint32_t printing = package.site(SiteKind::print, 7, "i = {}, half = {}", {ElementType::i64, ElementType::f64});
  uint32_t site = k.scalar("site", ElementType::i64);
  k.graph({k.task("print_pair", {source(SlotKind::printBuffer), scalar(site)}, SizeExpr::constant(2))});
  load();
  auto thrower = [](void *, const char *, const char *, uint32_t) { throw std::runtime_error("no lines"); };
  REQUIRE(qdrt_device_set_print(device().get(), thrower, nullptr) == QDRT_OK);
  kernel("k")(int64_t{printing});
  const size_t blocks = state.blocks.size();
  unload();
  CHECK(state.blocks.size() < blocks);
}

TEST_CASE_METHOD(KernelFixture, "a device that fails names the kernels under way") {
  uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  k.graph({k.task("add", {array(out), scalar(value)})}, GraphMode::never);
  KernelBuilder &other = package.kernel("other");
  other.graph({});
  load();
  qdrt::Array<int64_t> sum(device(), {});
  kernel("k")(sum, int64_t{1});
  state.failing = "synchronize";
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_UNSUPPORTED,
                      "kernel 'k' failed on the device: the test makes 'synchronize' fail");
  kernel("other")();
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_UNSUPPORTED, "one of the kernels 'k', 'other' failed on the device");
  state.failing = "";
  kernel("k")(sum, int64_t{1});
  device().synchronize();
  state.failing = "runTask";
  CHECK_THROWS_STATUS(kernel("k")(sum, int64_t{1}), QDRT_UNSUPPORTED, "task 'k_0' of kernel 'k': the test makes");
  state.failing = "";
}

TEST_CASE_METHOD(KernelFixture, "instances that are freed finish their launches") {
  uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  k.workspace(SizeExpr::constant(128));
  k.graph({k.task("store", {word(64), scalar(value)}), k.task("add_word", {array(out), word(64)})});
  load();
  qdrt::Array<int64_t> sum(device(), {});
  kernel("k")(sum, int64_t{1});
  device().reset();
  CHECK(*sum.address() == 1);
  CHECK(kernel("k").counters().instances == 0);
  {
    qdrt::Stream stream(device());
    kernel("k").launch({.stream = stream.get()}, sum, int64_t{1});
  }
  CHECK(*sum.address() == 2);
  kernel("k")(sum, int64_t{1});
  unload();
  CHECK(*sum.address() == 3);
}
