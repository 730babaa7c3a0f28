//===- GraphPlanTest.cpp - Tests of GraphPlan.h --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime/Graph/GraphPlan.h"

#include "DeferredFixture.h"

using namespace qdc;
using namespace runtime_test;

using Dependencies = std::vector<std::vector<uint32_t>>;

namespace {
struct Setup : KernelFixture {
  const qdrt::loader::Variant &variant() {
    load();
    return kernel("k").get()->kernel.general();
  }
  Dependencies plan() { return qdrt::loader::planDependencies(variant()); }
};
} // namespace

TEST_CASE_METHOD(Setup, "readers of an array wait for its writer, and the next writer for them") {
  uint32_t a = k.array("a", ElementType::i64, {}, Access::readWrite),
           b = k.array("b", ElementType::i64, {}, Access::read), c = k.array("c", ElementType::i64, {}, Access::write),
           one = k.scalar("one", ElementType::i64);
  k.graph({
      k.task("store", {array(a), scalar(one)}),
      k.task("store", {array(c), array(b)}),
      k.task("add", {array(c), array(a)}),
      k.task("add", {array(b), array(b)}),
      k.task("store", {array(a), scalar(one)}),
  });
  CHECK(plan() == Dependencies{{}, {}, {0, 1}, {}, {2}});
}

TEST_CASE_METHOD(Setup, "two that only read have no order, and arrays that may alias count as one") {
  uint32_t in = k.array("in", ElementType::i64, {}, Access::read),
           x = k.array("x", ElementType::i64, {}, Access::write, true),
           y = k.array("y", ElementType::i64, {}, Access::read, true),
           z = k.array("z", ElementType::i64, {}, Access::write);
  k.graph({k.task("add", {array(x), array(in)}), k.task("add", {array(z), array(in)}),
           k.task("add", {array(z), array(y)}), k.task("add", {array(in), array(in)})});
  CHECK(plan() == Dependencies{{}, {}, {0, 1}, {}});
}

TEST_CASE_METHOD(Setup, "tasks that use different regions of the workspace have no order") {
  uint32_t s = k.scalar("s", ElementType::i64);
  WorkspaceRegion region{"first", 8, RegionLifetime::instance, {.bytes = SizeExpr::constant(64)}};
  uint32_t first = k.region(region);
  region.name = "second";
  uint32_t second = k.region(region);
  k.graph({k.task("store", {inRegion(first, 0), scalar(s)}), k.task("store", {inRegion(second, 0), scalar(s)}),
           k.task("store", {word(0), scalar(s)}), k.task("add_word", {inRegion(first, 8), inRegion(second, 8)})});
  CHECK(plan() == Dependencies{{}, {}, {}, {0, 1}});
}

TEST_CASE_METHOD(Setup, "globals, words, assertions and lines order tasks") {
  uint32_t g = package.global(zeroGlobal("g", ElementType::i64, {})),
           h = package.global(zeroGlobal("h", ElementType::i64, {}));
  uint32_t a = k.array("a", ElementType::i64, {}, Access::read), s = k.scalar("s", ElementType::i64);
  k.graph({k.task("add", {global(g), array(a)}), k.task("add", {global(h), array(a)}),
           k.task("add", {global(g), array(a)}), k.task("store", {word(0), scalar(s)}),
           k.task("store", {word(8), scalar(s)}), k.task("report_maximum", {source(SlotKind::errorRecord), scalar(s)}),
           k.task("report_maximum", {source(SlotKind::errorRecord), scalar(s)}),
           k.task("print_pair", {source(SlotKind::printBuffer), scalar(s)}),
           k.task("print_pair", {source(SlotKind::printBuffer), word(8)})});
  CHECK(plan() == Dependencies{{}, {}, {0}, {}, {3}, {}, {5}, {}, {4, 7}});
}

TEST_CASE_METHOD(Setup, "a task that comes twice waits for itself") {
  uint32_t a = k.array("a", ElementType::i64, {});
  Node twice = k.task("down_i64", {array(a)});
  k.graph({twice, twice});
  CHECK(plan() == Dependencies{{}, {0}});
}

static Dependencies builtDependencies(bool asserts) {
  KernelFixture fixture;
  uint32_t site = fixture.package.site(SiteKind::assertion, 1, "");
  KernelBuilder &k = fixture.k;
  uint32_t a = k.array("a", ElementType::i64, {kDynamicDimension}),
           b = k.array("b", ElementType::i64, {kDynamicDimension}), n = k.scalar("n", ElementType::i64),
           s = k.scalar("site", ElementType::i64);
  k.result(ElementType::i64, 0);
  std::vector<Node> tasks = {k.task("add_index", {array(a)}, SizeExpr::dim(a, 0)),
                             k.task("add_index", {array(b)}, SizeExpr::dim(b, 0))};
  if (asserts)
    tasks.push_back(k.task("assert_below", {source(SlotKind::errorRecord), scalar(n), scalar(s)}, SizeExpr::scalar(n)));
  tasks.push_back(k.task("add_index", {array(a)}, SizeExpr::dim(a, 0)));
  k.graph(tasks);
  fixture.load();
  qdrt::Array<int64_t> x(fixture.device(), {10}), y(fixture.device(), {10});
  fixture.kernel("k")(x, y, int64_t{10}, int64_t{site});
  fixture.device().synchronize();
  Dependencies dependencies;
  for (const qdrt::loader::GraphNode &node : fixture.state.nodes)
    dependencies.push_back(node.dependencies);
  return dependencies;
}

TEST_CASE("tasks that depend on nothing come after what clears the record, and what copies it after all") {
  CHECK(builtDependencies(true) == Dependencies{{}, {0}, {0}, {0}, {1}, {2, 3, 4}, {5}});
}

TEST_CASE("where nothing is cleared, they come after the first task") {
  CHECK(builtDependencies(false) == Dependencies{{}, {0}, {0}, {1, 2}});
}
