//===- CaptureTest.cpp - Launches on streams that are being captured ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeferredFixture.h"

using namespace qdc;
using namespace runtime_test;

namespace {
struct Setup : KernelFixture {
  void replay() {
    for (const std::function<void()> &each : state.captured)
      each();
  }
  /// A kernel whose result is its argument.
  static void storeResult(KernelBuilder &kernel) {
    const uint32_t value = kernel.scalar("value", ElementType::i64);
    kernel.result(ElementType::i64, 0);
    kernel.graph({kernel.task("store", {word(0), scalar(value)})});
  }
};
} // namespace

TEST_CASE_METHOD(Setup,
                 "a captured launch runs when the caller's graph does, with its arguments and words of its own") {
  uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  k.graph({k.task("add", {word(64), scalar(value)}), k.task("add_word", {array(out), word(64)}),
           k.task("add", {array(out), source(SlotKind::launchOrdinal)}),
           k.task("add", {array(out), source(SlotKind::seed)})});
  load();
  qdrt::Array<int64_t> sum(device(), {}), other(device(), {});
  kernel("k")(sum, int64_t{1});
  state.isCapturing = true;
  kernel("k").launch({.seed = 1000}, sum, int64_t{10});
  state.isCapturing = false;
  kernel("k")(other, int64_t{1});
  // The words of the launches before and after it: 1, then 2; its own grows by 10 with each replay.
  CHECK(sum.read() == Values{1});
  CHECK(other.read() == Values{2 + 2});
  replay();
  CHECK(sum.read() == Values{1 + 10 + 1 + 1000});
  replay();
  CHECK(sum.read() == Values{1012 + 20 + 1 + 1000});
  CHECK(state.kept.size() == 1);
  CHECK(kernel("k").counters().launches == 2);
}

TEST_CASE_METHOD(Setup, "a captured launch has its temporaries in the memory that is bound, which the graph shares") {
  uint32_t out = k.array("out", ElementType::i64, {}), slots = k.array("slots", ElementType::i64, {7});
  uint32_t value = k.scalar("value", ElementType::i64);
  uint32_t own = k.temporary(ElementType::i64, {SizeExpr::constant(3)});
  k.graph({k.task("store", {inRegion(own, 0), scalar(value)}), k.task("add_word", {array(out), inRegion(own, 0)}),
           k.task("dump_slots", {array(slots), inRegion(own, 0), scalar(value), scalar(value), scalar(value),
                                 scalar(value), scalar(value), scalar(value)})});
  load();
  qdrt::Array<int64_t> sum(device(), {}), places(device(), {7});
  int64_t start = 0;
  {
    qdrt::Array<unsigned char> memory(device(), {128});
    start = reinterpret_cast<int64_t>(memory.address());
    kernel("k").bindWorkspace(memory.get(), 64, 64);
  }
  state.isCapturing = true;
  kernel("k")(sum, places, int64_t{5});
  state.isCapturing = false;
  CHECK_THROWS_STATUS(kernel("k").bindWorkspace(nullptr, 0, 64), QDRT_INVALID_ARGUMENT, "'buffer' must not be NULL");
  // The graph keeps the memory.
  kernel("k").unbindWorkspace();
  replay();
  replay();
  CHECK(sum.read() == Values{10});
  CHECK(places.read()[0] == start + 64);
  // Too little is refused there too.
  qdrt::Array<unsigned char> small(device(), {32});
  kernel("k").bindWorkspace(small.get(), 0, 32);
  state.isCapturing = true;
  CHECK_THROWS_STATUS(kernel("k")(sum, places, int64_t{5}), QDRT_OUT_OF_MEMORY,
                      "kernel 'k' needs 64 bytes for temporaries, but the workspace that is bound to it has 32");
  state.isCapturing = false;
  state.kept.clear();
  state.captured.clear();
}

TEST_CASE_METHOD(Setup, "launches under way keep what they use where a capture makes more instances than are kept") {
  const uint32_t site = package.site(SiteKind::assertion, 17, "no");
  const uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.graph({k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(1))});
  const int kept = 256;
  for (int number = 0; number < kept; ++number)
    storeResult(package.kernel("other" + std::to_string(number)));
  load();
  for (int number = 0; number < kept; ++number)
    kernel("other" + std::to_string(number))(int64_t{number + 1});
  state.isCapturing = true;
  kernel("k")(int64_t{1}, int64_t{site});
  CHECK(kernel("other0").counters().instances == 1);
  state.isCapturing = false;
  CHECK(kernel("other0").result<int64_t>(0) == 1);
  // After the capture they are freed as ever.
  kernel("other1")(int64_t{5});
  CHECK(kernel("other1").result<int64_t>(0) == 5);
  CHECK(kernel("other0").counters().instances == 0);
}

TEST_CASE_METHOD(Setup, "a kernel is captured before it was ever launched, and then is no launch with results") {
  uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  k.graph({k.task("add", {array(out), scalar(value)})});
  load();
  qdrt::Array<int64_t> sum(device(), {});
  state.isCapturing = true;
  kernel("k")(sum, int64_t{5});
  auto info = sized<qdrt_failure_info>();
  CHECK_FAILS(qdrt_kernel_failure(kernel("k").get(), nullptr, &info), QDRT_INVALID_ARGUMENT, "was not launched");
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_INVALID_ARGUMENT,
                      "the stream is being captured: its work can't be waited for before the capture ends");
  state.isCapturing = false;
  replay();
  CHECK(sum.read() == Values{5});
}

TEST_CASE_METHOD(Setup, "an assertion that fails in a replay is told by a wait, once for each") {
  uint32_t site = package.site(SiteKind::assertion, 17, "no");
  uint32_t p = k.array("p", ElementType::i64, {}), limit = k.scalar("limit", ElementType::i64),
           s = k.scalar("site", ElementType::i64);
  k.graph({k.task("assert_word_below", {source(SlotKind::errorRecord), array(p), scalar(limit), scalar(s)})});
  load();
  int64_t start = 9;
  qdrt::Array<int64_t> word(device(), {}, std::span(&start, 1));
  device().synchronize();
  state.isCapturing = true;
  kernel("k")(word, int64_t{5}, int64_t{site});
  state.isCapturing = false;
  device().synchronize();
  for (int round = 0; round < 2; ++round) {
    replay();
    CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED, "test.qir:17:5: assertion failed: no");
    device().synchronize();
  }
  *word.address() = 1;
  replay();
  device().synchronize();
  // A launch of its own does not tell what a replay found.
  *word.address() = 9;
  replay();
  *word.address() = 1;
  kernel("k")(word, int64_t{5}, int64_t{site});
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED, "no");
  // The graph is gone, and its memory with it.
  state.kept.clear();
  state.captured.clear();
  device().synchronize();
}

TEST_CASE_METHOD(Setup, "a failure of a replay comes between those of the launches before and after its capture") {
  const uint32_t site = package.site(SiteKind::assertion, 17, "no");
  const uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.graph({k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10))});
  load();
  auto launch = [&](int64_t below) { kernel("k")(below, int64_t{site}); };
  const int64_t before = GENERATE(5, 10);
  launch(before);
  state.isCapturing = true;
  launch(6);
  state.isCapturing = false;
  launch(7);
  replay();
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED, before == 5 ? "(iteration 5)" : "(iteration 6)");
  device().synchronize();
}

TEST_CASE_METHOD(Setup, "what needs the host is refused by name") {
  uint32_t loop = package.site(SiteKind::loop, 5, ""), line = package.site(SiteKind::print, 8, "", {});
  uint32_t out = k.array("out", ElementType::i64, {}), s = k.scalar("s", ElementType::i64);
  k.graph({k.task("add", {array(out), scalar(s)})});
  KernelBuilder &loops = package.kernel("loops"), &prints = package.kernel("prints"),
                &returns = package.kernel("returns"), &sizes = package.kernel("sizes");
  uint32_t flag = loops.array("flag", ElementType::i64, {});
  loops.graph({doWhile(loop, {FlagKind::argument, flag}, {loops.task("down_i64", {array(flag)})})});
  uint32_t n = prints.scalar("n", ElementType::i64);
  prints.graph({prints.task("print_pair", {source(SlotKind::printBuffer), scalar(n)})});
  returns.result(ElementType::i64, 0);
  returns.graph({});
  uint32_t size = sizes.scalar("size", ElementType::i64);
  uint32_t own = sizes.temporary(ElementType::i64, {SizeExpr::word(64)}, 0);
  sizes.graph({sizes.task("store", {word(64), scalar(size)}), sizes.task("store", {inRegion(own, 0), scalar(size)})});
  load();
  qdrt::Array<int64_t> data(device(), {});
  int64_t host = 0;
  state.isCapturing = true;
  CHECK_THROWS_STATUS(
      kernel("k")(qdrt::View(&host, {}, QDRT_MEMORY_HOST), int64_t{1}), QDRT_UNSUPPORTED,
      "kernel 'k' can't be captured: argument 'out' is in host memory; a captured launch takes arrays in "
      "device memory");
  CHECK_THROWS_STATUS(kernel("loops")(data), QDRT_UNSUPPORTED,
                      "kernel 'loops' can't be captured: the host decides about its loops and branches");
  CHECK_THROWS_STATUS(kernel("prints")(int64_t{line}), QDRT_UNSUPPORTED,
                      "kernel 'prints' can't be captured: it prints, and nothing reads the lines of a replay");
  CHECK_THROWS_STATUS(kernel("returns")(), QDRT_UNSUPPORTED,
                      "kernel 'returns' can't be captured: it returns values, and nothing reads those of a replay; an "
                      "array takes them");
  CHECK_THROWS_STATUS(kernel("sizes")(int64_t{4}), QDRT_UNSUPPORTED,
                      "kernel 'sizes' can't be captured: its tasks compute the size of a temporary, which its code "
                      "does not check on the device; extents that follow from arguments are taken");
  state.failing = "capture";
  CHECK_THROWS_STATUS(kernel("k")(data, int64_t{1}), QDRT_UNSUPPORTED,
                      "kernel 'k' can't be captured: the test makes 'capture' fail");
  state.failing = "";
  CHECK(state.captured.empty());
  state.isCapturing = false;
  kernel("k")(data, int64_t{1});
  CHECK(data.read() == Values{1});
}

TEST_CASE_METHOD(Setup, "extents that arguments agree on are checked of a captured launch too") {
  uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension}), n = k.scalar("n", ElementType::i64);
  k.dims(out, {{"n", SizeExpr::scalar(n)}});
  k.graph({k.task("add", {array(out), scalar(n)})});
  load();
  qdrt::Array<int64_t> data(device(), {3});
  kernel("k")(data, int64_t{3});
  device().synchronize();
  state.isCapturing = true;
  CHECK_THROWS_STATUS(kernel("k")(data, int64_t{4}), QDRT_INVALID_ARGUMENT,
                      "argument 'out' of kernel 'k' has extent 3 on axis 0, but 'n' makes it 4 (n)");
  CHECK(state.captured.empty());
  kernel("k")(data, int64_t{3});
  state.isCapturing = false;
  CHECK(!state.captured.empty());
}
