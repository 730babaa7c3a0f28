//===- RegionsTest.cpp - The regions of a workspace -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "qdc/ABI/KernelABI.h"

using namespace qdc;
using namespace runtime_test;

namespace {

WorkspaceRegion hostRegion(std::string name, SizeExpr bytes, uint64_t alignment = 64) {
  WorkspaceRegion region{std::move(name), alignment, RegionLifetime::instance, {}};
  region.size.bytes = std::move(bytes);
  return region;
}

/// Kernel "k" writes 8 bytes into each of two regions, one of `n` times 8 bytes, and adds them up for the caller: `a`,
/// which only the first launch sets, and `b` times two.
struct Regions {
  PackageBuilder package;

  Regions() {
    KernelBuilder &k = package.kernel("k");
    uint32_t out = k.array("out", ElementType::i64, {}), slots = k.array("slots", ElementType::i64, {7});
    uint32_t a = k.scalar("a", ElementType::i64), b = k.scalar("b", ElementType::i64);
    uint32_t n = k.scalar("n", ElementType::i64);
    uint32_t kept = k.region(hostRegion("kept", SizeExpr::constant(24), 16));
    uint32_t grown = k.region(
        hostRegion("grown", SizeExpr::binary(SizeExprKind::mul, SizeExpr::scalar(n), SizeExpr::constant(8)), 8));
    k.graph({k.task("add", {inRegion(kept, 16), scalar(a)}), k.task("store", {inRegion(grown, 8), scalar(b)}),
             k.task("store", {array(out), scalar(b)}), k.task("add_word", {array(out), inRegion(kept, 16)}),
             k.task("add_word", {array(out), inRegion(grown, 8)}),
             k.task("dump_slots", {array(slots), word(0), inRegion(kept, 0), inRegion(grown, 0), inRegion(grown, 8),
                                   scalar(n), scalar(n), scalar(n)})});
  }
};

} // namespace

TEST_CASE("regions have memory of their own, which lives as long as the instance", "[results]") {
  Regions regions;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, regions.package.bytes());
  qdrt::Kernel kernel = package.kernel("k");
  int64_t slots[7] = {}, out = 0;
  auto run = [&](int64_t a, int64_t b, int64_t n) {
    kernel(qdrt::View(&out, {}, QDRT_MEMORY_HOST), qdrt::View(slots, {7}, QDRT_MEMORY_HOST), a, b, n);
    return out;
  };
  // Zeroed when made.
  CHECK(run(3, 10, 2) == 3 + 20);
  const int64_t words = slots[0], kept = slots[1], grown = slots[2];
  CHECK(slots[3] == grown + 8);
  for (int64_t start : {words, kept, grown})
    CHECK(start % QDC_ALLOCATION_ALIGNMENT == 0);
  auto areApart = [](int64_t a, int64_t aBytes, int64_t b, int64_t bBytes) {
    return a + aBytes <= b || b + bBytes <= a;
  };
  CHECK(areApart(words, 256, kept, 24));
  CHECK(areApart(words, 256, grown, 16));
  CHECK(areApart(kept, 24, grown, 16));
  CHECK(kernel.counters().workspace_bytes == 256 + 64 + 64);
  // What a launch left is there for the next one, also when another region grows and moves.
  CHECK(run(4, 100, 2) == 7 + 200);
  CHECK(slots[2] == grown);
  CHECK(run(5, 1, 1 << 16) == 12 + 2);
  CHECK(slots[1] == kept);
  CHECK(slots[3] == slots[2] + 8);
  CHECK(kernel.counters().workspace_bytes == 256 + 64 + (8 << 16));
  CHECK(run(0, 1, 2) == 12 + 2);
}

TEST_CASE("a region that is too small or too large is an error of the launch that names it", "[results]") {
  Regions regions;
  qdrt::Device device = openDevice();
  qdrt::Package package(device, regions.package.bytes());
  int64_t slots[7] = {}, out = 0;
  auto run = [&](int64_t n) {
    package.kernel("k")(qdrt::View(&out, {}, QDRT_MEMORY_HOST), qdrt::View(slots, {7}, QDRT_MEMORY_HOST), int64_t{1},
                        int64_t{1}, n);
  };
  CHECK_THROWS_STATUS(run(-1), QDRT_INVALID_PACKAGE, "region 'grown' of kernel 'k' has -8 bytes; its tasks use 8");
  CHECK_THROWS_STATUS(run(0), QDRT_INVALID_PACKAGE, "region 'grown' of kernel 'k' has 0 bytes; its tasks use 8");
  CHECK_THROWS_STATUS(run(int64_t{1} << 61), QDRT_INVALID_ARGUMENT, "region 'grown' of kernel 'k'");
  CHECK_THROWS_STATUS(run(int64_t{1} << 56), QDRT_OUT_OF_MEMORY, "region 'grown' of kernel 'k'");
  run(2);
  CHECK(out == 3);
}

TEST_CASE("an image adds regions to those of its kernels", "[results]") {
  PackageBuilder builder;
  KernelBuilder &first = builder.kernel("first");
  uint32_t out = first.array("out", ElementType::i64, {}), value = first.scalar("value", ElementType::i64);
  first.graph(
      {first.task("store", {inRegion(1, 8), scalar(value)}), first.task("copy_word", {array(out), inRegion(1, 8)})});
  KernelBuilder &second = builder.kernel("second");
  second.array("out", ElementType::i64, {});
  second.scalar("value", ElementType::i64);
  uint32_t own = second.region(hostRegion("own", SizeExpr::constant(8)));
  second.graph({second.task("store", {inRegion(own, 0), scalar(value)}),
                second.task("store", {inRegion(2, 0), scalar(value)}),
                second.task("copy_word", {array(out), inRegion(own, 0)}),
                second.task("add_word", {array(out), inRegion(2, 0)})});
  builder.image(anyTarget()).regions = {{1, hostRegion("of second", SizeExpr::constant(8))},
                                        {0, hostRegion("of first", SizeExpr::constant(16))}};
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  int64_t result = 0;
  package.kernel("first")(qdrt::View(&result, {}, QDRT_MEMORY_HOST), int64_t{5});
  CHECK(result == 5);
  package.kernel("second")(qdrt::View(&result, {}, QDRT_MEMORY_HOST), int64_t{6});
  CHECK(result == 12);
}

TEST_CASE("regions that this loader does not take are refused by name") {
  qdrt::Device device = openDevice();
  auto load = [&](const WorkspaceRegion &region, bool isOfImage) {
    PackageBuilder builder;
    KernelBuilder &k = builder.kernel("k");
    uint32_t p = k.array("p", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
    k.graph({k.task("store", {array(p), scalar(value)})});
    if (isOfImage)
      builder.image(anyTarget()).regions = {{0, region}};
    else
      k.region(region);
    qdrt::Package(device, builder.bytes()).kernel("k");
  };
  const std::string taken = "; this loader takes 'instance'";
  for (bool isOfImage : {false, true}) {
    for (auto [lifetime, name] : {std::pair(RegionLifetime::stream, "stream"),
                                  {RegionLifetime::launch, "launch"},
                                  {RegionLifetime::caller, "caller"}}) {
      WorkspaceRegion region = hostRegion("heap", SizeExpr::constant(64));
      region.lifetime = lifetime;
      CHECK_THROWS_STATUS(load(region, isOfImage), QDRT_UNSUPPORTED,
                          "region 'heap' of kernel 'k' has the lifetime '" + std::string(name) + "'" + taken);
    }
  }
}
