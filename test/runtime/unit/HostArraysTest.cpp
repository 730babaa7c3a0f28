//===- HostArraysTest.cpp - Tests of HostArrays.h -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeferredFixture.h"

using namespace qdc;
using namespace runtime_test;

TEST_CASE_METHOD(KernelFixture,
                 "arrays of the host are copied, those that are written back too, and the launch is then complete") {
  uint32_t in = k.array("in", ElementType::i64, {}, Access::read),
           out = k.array("out", ElementType::i64, {kDynamicDimension}, Access::write),
           unused = k.array("unused", ElementType::i64, {1000}, Access::none);
  k.graph({k.task("add_word", {array(out), array(in)}), k.task("add_index", {array(out)}, SizeExpr::constant(2)),
           k.task("add_word", {array(out), array(in)})});
  load();
  int64_t value = 10;
  Values sums = {1, 2, 3}, rest(1000);
  auto launch = [&] { kernel("k")(qdrt::View(&value, {}, QDRT_MEMORY_HOST), sums, rest); };
  launch();
  // An element that the kernel leaves alone keeps its value.
  CHECK(sums == Values{22, 4, 3});
  CHECK(kernel("k").counters().bytes_copied == 8 + 24 + 24);
  value = 100;
  sums[2] = 5;
  launch();
  CHECK(sums == Values{223, 6, 5});
  CHECK(kernel("k").counters().patched_slots == 0);
  CHECK(unused == 2);
  // Other arrays of the same sizes need neither memory nor patches.
  Values others = {0, 0, 0};
  const size_t blocks = state.blocks.size();
  kernel("k")(qdrt::View(&value, {}, QDRT_MEMORY_HOST), others, rest);
  CHECK(others == Values{201, 2, 0});
  CHECK(kernel("k").counters().patched_nodes == 0);
  CHECK(state.blocks.size() == blocks);
}

TEST_CASE_METHOD(KernelFixture, "a launch that only reads arrays of the host returns at once, and they may change") {
  uint32_t in = k.array("in", ElementType::i64, {}, Access::read), out = k.array("out", ElementType::i64, {});
  k.graph({k.task("add_word", {array(out), array(in)})});
  load();
  qdrt::Array<int64_t> sum(device(), {});
  int64_t value = 0;
  for (value = 1; value < 100; value *= 10)
    kernel("k")(qdrt::View(&value, {}, QDRT_MEMORY_HOST), sum);
  CHECK(state.waits == 0);
  CHECK(sum.read() == Values{11});
}

TEST_CASE_METHOD(KernelFixture, "memory for copies grows, and waits for the launches that use the smaller") {
  uint32_t in = k.array("in", ElementType::i64, {kDynamicDimension}, Access::read),
           out = k.array("out", ElementType::i64, {});
  k.graph({k.task("add_word", {array(out), array(in)})});
  load();
  qdrt::Array<int64_t> sum(device(), {});
  for (size_t n : {1, 100, 0, 10000, 5}) {
    Values values(n, static_cast<int64_t>(n));
    if (n != 0)
      kernel("k")(values, sum);
  }
  CHECK(sum.read() == Values{10106});
}

TEST_CASE_METHOD(KernelFixture, "a failing assertion is told by the launch that copies an array back") {
  uint32_t site = package.site(SiteKind::assertion, 17, "no");
  uint32_t out = k.array("out", ElementType::i64, {}), limit = k.scalar("limit", ElementType::i64),
           s = k.scalar("site", ElementType::i64);
  k.graph({k.task("add", {array(out), scalar(limit)}),
           k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10))});
  load();
  int64_t sum = 1;
  CHECK_THROWS_STATUS(kernel("k")(qdrt::View(&sum, {}, QDRT_MEMORY_HOST), int64_t{5}, int64_t{site}),
                      QDRT_ASSERTION_FAILED, "test.qir:17:5: assertion failed: no (iteration 5)");
  CHECK(sum == 6);
  device().synchronize();
}

TEST_CASE_METHOD(KernelFixture, "flags of loops may lie in the host") {
  uint32_t loop = package.site(SiteKind::loop, 5, "loop");
  uint32_t flag = k.array("flag", ElementType::i32, {});
  k.graph({doWhile(loop, {FlagKind::argument, flag}, {k.task("down_i32", {array(flag)})})});
  load();
  int32_t count = 4;
  kernel("k")(qdrt::View(&count, {}, QDRT_MEMORY_HOST));
  CHECK(count == 0);
  CHECK(kernel("k").counters().tasks == 4);
}

TEST_CASE_METHOD(KernelFixture, "arrays of the host that overlap are refused where one is written") {
  uint32_t x = k.array("x", ElementType::i64, {2}, Access::read, true),
           y = k.array("y", ElementType::i64, {2}, Access::readWrite, true),
           z = k.array("z", ElementType::i64, {2}, Access::read, true);
  k.graph({k.task("add_word", {array(y), array(x)}), k.task("add_word", {array(y), array(z)})});
  load();
  Values values = {1, 2, 3}, other = {10, 20};
  auto view = [](int64_t *data) { return qdrt::View(data, {2}, QDRT_MEMORY_HOST); };
  CHECK_THROWS_STATUS(kernel("k")(view(values.data()), view(values.data() + 1), view(other.data())), QDRT_UNSUPPORTED,
                      "argument 'x' of kernel 'k' overlaps argument 'y' in host memory, and one of the two is written; "
                      "this device works on a copy of each, so it takes such arrays in device memory only");
  kernel("k")(view(values.data()), view(other.data()), view(values.data() + 1));
  CHECK(other == Values{13, 20});
  // Nothing is left of the launch that was refused.
  kernel("k")(view(values.data()), view(other.data()), view(values.data()));
  CHECK(other == Values{15, 20});
}

TEST_CASE_METHOD(KernelFixture, "an array for which there is no memory is named, and the launches before it go on") {
  uint32_t x = k.array("x", ElementType::i64, {kDynamicDimension}, Access::read),
           y = k.array("y", ElementType::i64, {});
  k.graph({k.task("add_word", {array(y), array(x)})});
  load();
  Values small = {3}, large(100, 7);
  qdrt::Array<int64_t> sum(device(), {});
  kernel("k")(small, sum);
  state.failing = "allocate";
  CHECK_THROWS_STATUS(kernel("k")(large, sum), QDRT_UNSUPPORTED,
                      "argument 'x' of kernel 'k' in host memory: the test makes 'allocate' fail");
  kernel("k")(small, sum);
  state.failing = "";
  kernel("k")(large, sum);
  CHECK(sum.read() == Values{13});
}
