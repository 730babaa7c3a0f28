//===- FailureTest.cpp - What the device finds wrong ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

using namespace qdc;
using namespace runtime_test;

TEST_CASE("a failed check names values, place and iteration", "[results]") {
  PackageBuilder package;
  uint32_t site =
      package.site(SiteKind::check, 17, "index {} is outside of {}", {ElementType::index, ElementType::i64});
  KernelBuilder &k = package.kernel("k");
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.graph({k.task("check_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10))});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  qdrt::Kernel kernel = loaded.kernel("k");
  auto run = [&](int64_t from) {
    kernel(from, int64_t{site});
    device.synchronize();
  };
  run(10);
  // The last one, so that no other may be the first to fail.
  CHECK_THROWS_STATUS(run(9), QDRT_ASSERTION_FAILED,
                      "test.qir:17:5: check failed: index 9 is outside of 18 (iteration 9)");
  run(10);
}

TEST_CASE("an adstack that overflows names capacity, task, kernel, place and iteration", "[results]") {
  PackageBuilder package;
  uint32_t site = package.site(SiteKind::adstack, 17, "push_all");
  KernelBuilder &k = package.kernel("k");
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.result(ElementType::i64, 0);
  k.graph({k.task("push_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10)),
           k.task("store", {word(0), scalar(limit)})});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  qdrt::Kernel kernel = loaded.kernel("k");
  auto info = sized<qdrt_failure_info>();
  auto run = [&](int64_t capacity) {
    kernel(capacity, int64_t{site});
    device.synchronize();
  };
  run(10);
  CHECK(kernel.result<int64_t>() == 10);
  // The last one, so that no other may be the first to fail.
  CHECK_THROWS_STATUS(run(9), QDRT_ADSTACK_OVERFLOW,
                      "test.qir:17:5: a push onto an adstack with room for 9 was dropped in task 'push_all' of kernel "
                      "'k' (iteration 9)");
  REQUIRE(qdrt_kernel_failure(kernel.get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_ADSTACK_OVERFLOW);
  CHECK(info.line == 17);
  CHECK(info.iteration == 9);
  // What depends on it did not run, or did nothing.
  CHECK_THROWS_STATUS(kernel.result<int64_t>(), QDRT_ADSTACK_OVERFLOW, "room for 9");
  // That launch alone has failed.
  run(10);
  CHECK(kernel.result<int64_t>() == 10);
  REQUIRE(qdrt_kernel_failure(kernel.get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_OK);
}

TEST_CASE("a failed assertion names message, place and iteration", "[results]") {
  PackageBuilder package;
  uint32_t site = package.site(SiteKind::assertion, 17, "index is in range");
  KernelBuilder &k = package.kernel("k");
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.result(ElementType::i64, 0);
  k.graph({k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(10)),
           k.task("store", {word(0), scalar(limit)})});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  qdrt::Kernel kernel = loaded.kernel("k");
  auto info = sized<qdrt_failure_info>();
  // A launch that is not complete when the call returns tells what the device found when it is waited for.
  auto run = [&](int64_t from, int64_t at) {
    kernel(from, at);
    device.synchronize();
  };

  run(10, site);
  REQUIRE(qdrt_kernel_failure(kernel.get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_OK);
  CHECK(kernel.result<int64_t>() == 10);

  // The last one, so that no other may be the first to fail.
  CHECK_THROWS_STATUS(run(9, site), QDRT_ASSERTION_FAILED,
                      "test.qir:17:5: assertion failed: index is in range (iteration 9)");
  REQUIRE(qdrt_kernel_failure(kernel.get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_ASSERTION_FAILED);
  CHECK(info.file == std::string("test.qir"));
  CHECK(info.line == 17);
  CHECK(info.column == 5);
  CHECK(info.iteration == 9);
  CHECK_THAT(info.message, Catch::Matchers::Contains("index is in range"));
  // The later task did not run, or did nothing, and a failed launch has no results.
  CHECK(kernel.counters().tasks == (isCPU() ? 1 : 2));
  CHECK_THROWS_STATUS(kernel.result<int64_t>(), QDRT_ASSERTION_FAILED, "index is in range");

  // The device stays usable.
  run(11, site);
  CHECK(kernel.result<int64_t>() == 11);
  REQUIRE(qdrt_kernel_failure(kernel.get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_OK);

  CHECK_THROWS_STATUS(run(0, 1234), QDRT_INVALID_PACKAGE, "kernel 'k' reported an error at site 1234");
  run(12, site);
}

TEST_CASE("code that reports a maximum ends the launch like an assertion", "[results]") {
  PackageBuilder package;
  uint32_t site = package.site(SiteKind::loop, 21, "solve");
  KernelBuilder &k = package.kernel("k");
  uint32_t s = k.scalar("site", ElementType::i64);
  k.graph(
      {k.task("report_maximum", {source(SlotKind::errorRecord), scalar(s)}), k.task("store", {word(0), scalar(s)})});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  auto run = [&] {
    loaded.kernel("k")(int64_t{site});
    device.synchronize();
  };
  CHECK_THROWS_STATUS(run(), QDRT_LOOP_MAXIMUM, "test.qir:21:5: loop 'solve' reached its maximum");
  CHECK(loaded.kernel("k").counters().tasks == (isCPU() ? 1 : 2));
}

TEST_CASE("an assertion ends loops, three deep", "[results]") {
  PackageBuilder package;
  uint32_t loopSite = package.site(SiteKind::loop, 5, ""), site = package.site(SiteKind::assertion, 18, "small enough");
  KernelBuilder &k = package.kernel("k");
  uint32_t flag = k.array("flag", ElementType::i64, {}), one = k.scalar("one", ElementType::i64),
           limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64),
           log = k.array("log", ElementType::i64, {4096}), zero = k.scalar("zero", ElementType::i64);
  auto constant = [](int64_t value) { return SizeExpr::constant(value); };
  Node check = k.task("assert_word_below", {source(SlotKind::errorRecord), word(64), scalar(limit), scalar(s)});
  Node loop = repeat(
      loopSite, constant(0), constant(5), constant(1),
      {doWhile(loopSite, {FlagKind::argument, flag},
               {repeat(loopSite, constant(0), constant(7), constant(1),
                       {k.task("add", {word(64), scalar(one)}), check, k.task("note_word", {array(log), word(64)})}),
                k.task("down_i64", {array(flag)})}),
       k.task("store", {array(flag), scalar(one)})});
  k.graph({k.task("store", {word(64), scalar(zero)}), loop});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  std::vector<int64_t> entries(4096);
  int64_t value = 1;
  auto launch = [&](int64_t last) {
    entries.assign(entries.size(), 0);
    value = 1;
    loaded.kernel("k")(qdrt::View(&value, {}, QDRT_MEMORY_HOST), int64_t{1}, last, int64_t{site}, entries, int64_t{0});
  };
  launch(100);
  CHECK(entries[0] == 35);
  CHECK_THROWS_STATUS(launch(17), QDRT_ASSERTION_FAILED, "test.qir:18:5: assertion failed: small enough (iteration 0)");
  CHECK(entries[0] == 16);
  launch(36);
  CHECK(entries[0] == 35);
}

TEST_CASE("streams fail on their own", "[results]") {
  PackageBuilder package;
  uint32_t site = package.site(SiteKind::assertion, 3, "no");
  KernelBuilder &k = package.kernel("k");
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.graph({k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(3))});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  qdrt::Stream a(device), b(device);
  qdrt::Kernel kernel = loaded.kernel("k");
  auto run = [&](const qdrt::Stream &stream, int64_t from) {
    kernel.launch({.stream = stream.get()}, from, int64_t{site});
    stream.synchronize();
  };
  CHECK_THROWS_STATUS(run(a, 0), QDRT_ASSERTION_FAILED, "no");
  run(b, 3);
  auto info = sized<qdrt_failure_info>();
  REQUIRE(qdrt_kernel_failure(kernel.get(), a.get(), &info) == QDRT_OK);
  CHECK(info.status == QDRT_ASSERTION_FAILED);
  REQUIRE(qdrt_kernel_failure(kernel.get(), b.get(), &info) == QDRT_OK);
  CHECK(info.status == QDRT_OK);
}
