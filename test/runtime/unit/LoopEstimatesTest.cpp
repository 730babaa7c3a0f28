//===- LoopEstimatesTest.cpp - Tests of LoopEstimates.h and what follows --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime/Graph/LoopEstimates.h"

#include "Runtime/CUDA/LoopCosts.h"
#include "Runtime/Vulkan/LoopCosts.h"

#include "DeferredFixture.h"

#include "qdc/Package/ManifestNames.h"

using namespace qdc;
using namespace qdrt::loader;
using namespace runtime_test;

namespace {
/// The loop that `./dev bench loops` measures, as far as estimates see it.
struct Measured : KernelFixture {
  uint32_t a = k.array("a", ElementType::i64, {kDynamicDimension}, Access::write),
           flag = k.array("flag", ElementType::i64, {}), n = k.scalar("n", ElementType::i64),
           site = package.site(SiteKind::loop, 1, "");

  Node relax(const SizeExpr &extent) { return k.task("add_index", {array(a)}, extent, 3); }
  Node loop(const SizeExpr &extent) {
    Node node =
        doWhile(site, {FlagKind::argument, flag}, {relax(extent), relax(extent), k.task("down_i64", {array(flag)})});
    node.countWord = 0;
    return node;
  }
  /// Microseconds of an iteration of the first loop.
  float estimate(LoopStrategy strategy, int64_t extent, uint32_t multiprocessors = 132) {
    const Variant &variant = kernel("k").get()->kernel->general();
    const std::vector<TaskSize> tasks(variant.description->tasks.size(), {extent, 8 * static_cast<double>(extent)});
    return estimateIteration({variant, tasks, cuda::loopCostsOf(multiprocessors)}, variant.description->graph[0],
                             strategy)
               .value() /
           1e3f;
  }
};

struct Row {
  LoopStrategy strategy;
  int64_t extent;
  float microseconds;
};
} // namespace

TEST_CASE_METHOD(Measured, "estimates are near what an H200 took, and the fastest is the one that was") {
  k.graph({loop(SizeExpr::scalar(n))});
  load();
  const Row rows[] = {
      {LoopStrategy::block, 1 << 8, 0.46f}, {LoopStrategy::block, 1 << 14, 2.35f}, {LoopStrategy::block, 1 << 18, 49},
      {LoopStrategy::grid, 1 << 8, 2.25f},  {LoopStrategy::grid, 1 << 14, 3.12f},  {LoopStrategy::grid, 1 << 18, 3.7f},
      {LoopStrategy::grid, 1 << 20, 5.8f},  {LoopStrategy::grid, 1 << 22, 12.5f},  {LoopStrategy::grid, 1 << 24, 79},
      {LoopStrategy::graph, 1 << 8, 6.8f},  {LoopStrategy::graph, 1 << 14, 7.1f},  {LoopStrategy::graph, 1 << 18, 8.1f},
      {LoopStrategy::graph, 1 << 20, 9.3f}, {LoopStrategy::graph, 1 << 22, 18.6f}, {LoopStrategy::graph, 1 << 24, 72},
      {LoopStrategy::host, 1 << 8, 17.7f},  {LoopStrategy::host, 1 << 14, 18.6f},  {LoopStrategy::host, 1 << 18, 18.7f},
      {LoopStrategy::host, 1 << 20, 19.1f}, {LoopStrategy::host, 1 << 22, 30},     {LoopStrategy::host, 1 << 24, 78}};
  for (const Row &row : rows) {
    CAPTURE(enumName(row.strategy), row.extent);
    CHECK(estimate(row.strategy, row.extent) == Approx(row.microseconds).epsilon(0.42));
  }
  for (int64_t extent : {1 << 8, 1 << 14, 1 << 18, 1 << 20, 1 << 22, 1 << 24}) {
    const bool isSmall = extent <= 1 << 14, isLarge = extent >= 1 << 24;
    CAPTURE(extent);
    CHECK((estimate(LoopStrategy::block, extent) < estimate(LoopStrategy::grid, extent)) == isSmall);
    CHECK((estimate(LoopStrategy::grid, extent) < estimate(LoopStrategy::graph, extent)) == !isLarge);
    CHECK(estimate(LoopStrategy::graph, extent) < estimate(LoopStrategy::host, extent));
  }
}

TEST_CASE_METHOD(Measured, "on another device a block takes as long, and the rest goes by its multiprocessors") {
  k.graph({loop(SizeExpr::scalar(n))});
  load();
  const int64_t large = 1 << 22, small = 1 << 8;
  CHECK(estimate(LoopStrategy::block, large, 16) == estimate(LoopStrategy::block, large));
  for (LoopStrategy each : {LoopStrategy::grid, LoopStrategy::graph, LoopStrategy::host}) {
    CHECK(estimate(each, large, 16) > 3 * estimate(each, large));
    CHECK(estimate(each, small, 16) == Approx(estimate(each, small)).epsilon(0.02));
  }
  CHECK(estimate(LoopStrategy::grid, large, 1) < estimate(LoopStrategy::block, large, 1) + 5);
}

TEST_CASE_METHOD(Measured,
                 "on a device of Vulkan batches are faster than a host that waits, and a block for what is small") {
  k.graph({loop(SizeExpr::scalar(n))});
  load();
  const Variant &variant = kernel("k").get()->kernel->general();
  auto take = [&](LoopStrategy strategy, int64_t extent) {
    const std::vector<TaskSize> tasks(variant.description->tasks.size(), {extent, 8 * static_cast<double>(extent)});
    return *estimateIteration({variant, tasks, vulkan::loopCostsOf(132)}, variant.description->graph[0], strategy);
  };
  for (int64_t extent : {1, 1 << 14, 1 << 24})
    CHECK(take(LoopStrategy::replay, extent) < take(LoopStrategy::host, extent));
  CHECK(take(LoopStrategy::block, 1 << 8) < take(LoopStrategy::replay, 1 << 8));
  CHECK(take(LoopStrategy::replay, 1 << 20) < take(LoopStrategy::block, 1 << 20));
}

TEST_CASE_METHOD(Measured, "what the host knows costs it no wait, and loops and branches inside count") {
  const Node less = k.task("less", {word(72), word(64), scalar(n)});
  k.knownWord(72, SizeExpr::scalar(n), less);
  Node inner = loop(SizeExpr::scalar(n));
  const SizeExpr one = SizeExpr::constant(1);
  k.graph({repeat(site, SizeExpr(), SizeExpr::scalar(n), one,
                  {less, branch(72, {relax(one)}, {relax(one)}), relax(one)}, 64),
           repeat(site, SizeExpr(), SizeExpr::scalar(n), one, {inner})});
  load();
  const Variant &variant = kernel("k").get()->kernel->general();
  CHECK(isKnownToHost(variant.program, variant.description->graph[0]));
  CHECK(isKnownToHost(variant.program, variant.description->graph[0].body[1]));
  CHECK(!isKnownToHost(variant.program, variant.description->graph[1].body[0]));
  CHECK(estimate(LoopStrategy::host, 1) == Approx(0.3 + 0.3 + 2.2 + 2.2).epsilon(0.01));
  CHECK(estimate(LoopStrategy::block, 1) == Approx(0.06 + 0.06 + 0.06 + 2 * 0.2).epsilon(0.01));
  const std::vector<TaskSize> tasks(variant.description->tasks.size(), {1, 8});
  auto ofGraph = [&](uint32_t node) {
    return *estimateIteration({variant, tasks, cuda::loopCostsOf(132)}, variant.description->graph[node],
                              LoopStrategy::graph) /
           1e3f;
  };
  CHECK(ofGraph(1) == Approx(2.9 + kInnerIterations * (2.9 + 3 * 1.3)).epsilon(0.01));
}

TEST_CASE_METHOD(Measured, "of a loop that runs once, entering it counts") {
  const SizeExpr one = SizeExpr::constant(1);
  k.graph({repeat(site, SizeExpr(), one, one, {branch(72, {relax(one)}, {})})});
  load();
  CHECK(estimate(LoopStrategy::host, 1) == Approx(0.3 + 10 + 2.2 / 2).epsilon(0.01));
  CHECK(estimate(LoopStrategy::graph, 1) == Approx(14 + 2 * 2.9 + 1.3 / 2).epsilon(0.01));
  CHECK(estimate(LoopStrategy::block, 1) == Approx(2.4 + 2 * 0.06 + 0.2 / 2).epsilon(0.01));
  CHECK(estimate(LoopStrategy::grid, 1) == Approx(2 * 0.1 + 1.45 / 2).epsilon(0.01));
}

TEST_CASE_METHOD(Measured, "memory takes its time, but no more of it than operations ask for") {
  k.graph({loop(SizeExpr::scalar(n))});
  load();
  const Variant &variant = kernel("k").get()->kernel->general();
  auto take = [&](LoopStrategy strategy, double bytesOfTask) {
    const std::vector<TaskSize> tasks(variant.description->tasks.size(), {1 << 24, bytesOfTask});
    return *estimateIteration({variant, tasks, cuda::loopCostsOf(132)}, variant.description->graph[0], strategy) / 1e3f;
  };
  const double most = 3 * 8 * 0x1p24; // of three operations an iteration
  for (LoopStrategy each : {LoopStrategy::grid, LoopStrategy::graph}) {
    CHECK(take(each, most) > 3 * take(each, 0));
    CHECK(take(each, 100 * most) == take(each, most));
    CHECK(take(each, 0x1p25) == take(each, 0));
  }
  CHECK(take(LoopStrategy::graph, most) < take(LoopStrategy::grid, most));
}

TEST_CASE_METHOD(Measured, "without a size there is no estimate") {
  k.graph({k.task("store", {word(72), scalar(n)}), loop(SizeExpr::word(72))});
  load();
  const Variant &variant = kernel("k").get()->kernel->general();
  const std::vector<TaskSize> tasks(variant.description->tasks.size(), {kUnknownExtent, 0});
  CHECK(
      !estimateIteration({variant, tasks, cuda::loopCostsOf(132)}, variant.description->graph[1], LoopStrategy::grid));
}

TEST_CASE_METHOD(Measured, "a strategy stays until another is faster by a tenth, and shapes bound what a word tells") {
  package.addLoopCode();
  const bool isByWord = GENERATE(false, true);
  std::vector<Node> nodes;
  if (isByWord)
    nodes.push_back(k.task("store", {word(72), scalar(n)}));
  nodes.push_back(loop(isByWord ? SizeExpr::word(72) : SizeExpr::dim(a, 0)));
  k.graph(nodes);
  for (LoopStrategy strategy : {LoopStrategy::block, LoopStrategy::grid})
    k.loopCode(isByWord, strategy, "loop_down", {array(a), array(flag), word(0)});
  load();
  auto run = [&](int64_t extent) {
    qdrt::Array<int64_t> values(device(), {extent}), left(device(), {}, Values{1});
    kernel("k")(values, left, extent);
    device().synchronize();
    auto info = sized<qdrt_loop_info>();
    REQUIRE(qdrt_kernel_loop(kernel("k").get(), 0, &info) == QDRT_OK);
    CHECK(info.estimates[static_cast<size_t>(LoopStrategy::block)] > 0);
    return std::string(info.strategy) + ": " + info.reason;
  };
  const std::string fastest = ": it is estimated to be the fastest",
                    stays = ": it ran so before, and no other is estimated to be a tenth faster";
  // The border is at about 22,900 iterations.
  CHECK(run(21000) == "block" + fastest);
  CHECK(run(23000) == "block" + stays);
  CHECK(run(40000) == "grid" + fastest);
  CHECK(run(21500) == "grid" + stays);
  CHECK(run(1000) == "block" + fastest);
}
