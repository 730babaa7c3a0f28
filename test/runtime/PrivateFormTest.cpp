//===- PrivateFormTest.cpp - Tasks that fold into copies ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstdint>
#include <optional>
#include <thread>

using namespace qdc;
using namespace runtime_test;

/// Kernels that count the elements of `values` in `bins`:
///   "count"    may take its private form; "twice" runs it two times
///   "checked"  the same, where a negative value is an error at site 0
///   "survey"   keeps the highest even and odd value, too, whose neutral element is not 0
///   "by_word"  the same as "count", but reads the number of values from memory
static ByteVector makePackage() {
  PackageBuilder package;
  package.code(imageFile("private_forms"));
  package.site(SiteKind::assertion, 7, "value is not negative");
  uint32_t loop = package.site(SiteKind::loop, 8, "");
  for (const char *name : {"count", "twice", "checked", "by_word"}) {
    KernelBuilder &k = package.kernel(name);
    std::string_view is = name;
    uint32_t bins = k.array("bins", ElementType::i64, {kDynamicDimension}),
             values = k.array("values", ElementType::i64, {kDynamicDimension}, Access::read),
             number = is == "by_word" ? k.scalar("number", ElementType::i64) : 0,
             site = is == "checked" ? k.scalar("site", ElementType::i64) : 0;
    std::vector<SlotSource> slots = {array(bins), array(values)};
    if (is == "checked")
      slots.insert(slots.end(), {source(SlotKind::errorRecord), scalar(site)});
    std::vector<Node> nodes;
    if (is == "by_word")
      nodes.push_back(k.task("store", {word(64), scalar(number)}));
    std::string symbol = is == "checked" ? "count_checked" : "count_values";
    nodes.push_back(
        k.task(symbol, slots, is == "by_word" ? SizeExpr::word(64) : SizeExpr::dim(values, 0), /*operations=*/8));
    k.privateForm(symbol + "_private", 1, {{0, "merge_add_i64", 0}});
    if (is == "twice")
      nodes = {repeat(loop, SizeExpr::constant(0), SizeExpr::constant(2), SizeExpr::constant(1), nodes)};
    k.graph(std::move(nodes));
  }
  KernelBuilder &k = package.kernel("survey");
  uint32_t highest = k.array("highest", ElementType::i32, {2}),
           bins = k.array("bins", ElementType::i64, {kDynamicDimension}),
           values = k.array("values", ElementType::i64, {kDynamicDimension}, Access::read);
  Node task = k.task("survey", {array(highest), array(bins), array(values)}, SizeExpr::dim(values, 0), 8);
  k.privateForm("survey_private", 2, {{0, "merge_max_i32", 0x80000000}, {1, "merge_add_i64", 0}});
  k.graph({task});
  return package.bytes();
}

/// `count` values below `bins`, some far more frequent than others.
static std::vector<int64_t> someValues(size_t count, size_t bins, uint64_t seed = 1) {
  std::vector<int64_t> values(count);
  for (int64_t &value : values) {
    seed = seed * 6364136223846793005 + 1442695040888963407;
    uint64_t random = seed >> 33;
    value = static_cast<int64_t>(random % 4 == 0 ? 0 : random % bins);
  }
  return values;
}

static std::vector<int64_t> counted(const std::vector<int64_t> &values, size_t bins, int64_t times = 1) {
  std::vector<int64_t> counts(bins);
  for (int64_t value : values)
    if (value >= 0)
      counts[static_cast<size_t>(value)] += times;
  return counts;
}

TEST_CASE("copies are merged, for every number of threads and size, launch after launch") {
  if (!isCPU())
    return;
  uint32_t threads = GENERATE(1, 2, 3, 8, 61);
  qdrt::Device device = openDevice(threads);
  qdrt::Package package(device, makePackage());
  qdrt::Kernel count = package.kernel("count");
  // Sizes change both ways, and with them the places of the copies; so do the arrays' addresses.
  for (size_t bins : {1, 15, 16, 17, 1000, 3, 80, 999})
    for (size_t n : {100, 40000, 100003}) {
      std::vector<int64_t> values = someValues(n, bins, bins), found(bins);
      count(found, values);
      count(found, values);
      CHECK(found == counted(values, bins, 2));
      CHECK(count.counters().private_tasks == (n >= 40000 || bins < 20 ? 1 : 0));
    }
  CHECK(count.counters().private_bytes >= 1000 * 8 * threads);
}

TEST_CASE("every run of a task in a loop is merged before the next") {
  if (!isCPU())
    return;
  qdrt::Device device = openDevice(3);
  qdrt::Package package(device, makePackage());
  std::vector<int64_t> values = someValues(50000, 100), found(100);
  package.kernel("twice")(found, values);
  CHECK(found == counted(values, 100, 2));
  CHECK(package.kernel("twice").counters().private_tasks == 2);
}

TEST_CASE("copies hold the neutral element of their kind, also where one task has several kinds") {
  if (!isCPU())
    return;
  uint32_t threads = GENERATE(1, 2, 8);
  qdrt::Device device = openDevice(threads);
  qdrt::Package package(device, makePackage());
  qdrt::Kernel survey = package.kernel("survey");
  for (size_t bins : {30, 100, 60}) {
    std::vector<int64_t> values = someValues(60000, bins), found(bins);
    std::vector<int32_t> highest = {-5, 1000};
    survey(highest, found, values);
    CHECK(highest == std::vector<int32_t>{static_cast<int32_t>(bins - 2), 1000});
    CHECK(found == counted(values, bins));
    CHECK(survey.counters().private_tasks == 1);
  }
  // Nothing is folded into an element: it stays what it was, were it the least.
  std::vector<int64_t> even(60000, 4), found(30);
  std::vector<int32_t> highest = {INT32_MIN, INT32_MIN};
  survey(highest, found, even);
  CHECK(highest == std::vector<int32_t>{4, INT32_MIN});
}

TEST_CASE("atomics are kept where arrays are large for the work, too large for copies, or the extent is a word") {
  if (!isCPU())
    return;
  qdrt::Device device = openDevice(2);
  qdrt::Package package(device, makePackage());
  std::vector<int64_t> values = someValues(1000, 1000), found(1000), large((64u << 20) / 8 / 2 + 1);
  qdrt::Kernel count = package.kernel("count");
  count(found, values);
  CHECK(found == counted(values, 1000));
  CHECK(count.counters().private_tasks == 0);
  CHECK(count.counters().private_bytes == 0);
  std::vector<int64_t> many(12'000'000);
  count(large, many);
  CHECK(large[0] == 12'000'000);
  CHECK(count.counters().private_tasks == 0);
  qdrt::Kernel byWord = package.kernel("by_word");
  std::vector<int64_t> more = someValues(50000, 10), few(10);
  byWord(few, more, int64_t{50000});
  CHECK(few == counted(more, 10));
  CHECK(byWord.counters().private_tasks == 0);
}

TEST_CASE("what was folded before an assertion failed is merged, and the next launch starts with clean copies") {
  if (!isCPU())
    return;
  qdrt::Device device = openDevice(2);
  qdrt::Package package(device, makePackage());
  qdrt::Kernel checked = package.kernel("checked");
  std::vector<int64_t> values = someValues(50000, 20), found(20);
  values[30000] = -1;
  CHECK_THROWS_STATUS(checked(found, values, int64_t{0}), QDRT_ASSERTION_FAILED, "value is not negative");
  CHECK(found == counted(values, 20));
  CHECK(checked.counters().private_tasks == 1);
  values[30000] = 0;
  std::vector<int64_t> again(20);
  checked(again, values, int64_t{0});
  CHECK(again == counted(values, 20));
}

TEST_CASE("launches on several streams fold into one array at the same time") {
  if (!isCPU())
    return;
  qdrt::Device device = openDevice(2);
  qdrt::Package package(device, makePackage());
  constexpr int kThreads = 4, kLaunches = 50;
  std::vector<int64_t> values = someValues(20000, 50), found(50);
  std::vector<std::thread> callers;
  for (int caller = 0; caller < kThreads; ++caller)
    callers.emplace_back([&] {
      qdrt::Stream stream(device);
      qdrt::Kernel count = package.kernel("count");
      for (int launch = 0; launch < kLaunches; ++launch)
        count.launch({.stream = stream.get()}, found, values);
    });
  for (std::thread &caller : callers)
    caller.join();
  CHECK(found == counted(values, 50, kThreads * kLaunches));
}

TEST_CASE("symbols of a private form that the image lacks are named") {
  if (!isCPU())
    return;
  auto load = [](std::string form, std::string merge) {
    PackageBuilder package;
    package.code(imageFile("private_forms"));
    KernelBuilder &k = package.kernel("k");
    uint32_t bins = k.array("bins", ElementType::i64, {4}),
             values = k.array("values", ElementType::i64, {4}, Access::read);
    Node task = k.task("count_values", {array(bins), array(values)}, SizeExpr::constant(4));
    k.privateForm(std::move(form), 1, {{0, std::move(merge), 0}});
    k.graph({task});
    qdrt::Device device = openDevice();
    qdrt::Package(device, package.bytes()).kernel("k");
  };
  CHECK_THROWS_STATUS(load("nowhere", "merge_add_i64"), QDRT_INVALID_PACKAGE, "has no symbol 'nowhere'");
  CHECK_THROWS_STATUS(load("count_values_private", "merge_nothing"), QDRT_INVALID_PACKAGE,
                      "has no symbol 'merge_nothing'");
}
