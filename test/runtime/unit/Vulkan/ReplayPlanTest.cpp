//===- ReplayPlanTest.cpp - Tests of ReplayPlan.h -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/ReplayPlan.h"

#include <catch2/catch.hpp>

#include <map>
#include <random>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;
using qdc::NodeKind;

namespace {
/// Nodes of a graph, each after all before it in its body.
struct Nodes {
  std::vector<GraphNode> list;

  uint32_t add(decltype(GraphNode::work) work, uint32_t parent, bool isElse) {
    list.push_back({std::move(work), {}, parent, isElse});
    return static_cast<uint32_t>(list.size() - 1);
  }
  uint32_t task(uint32_t parent, bool isElse = false) { return add(TaskLaunch(), parent, isElse); }
  uint32_t decision(NodeKind kind, uint32_t parent = kNoParent, bool isElse = false) {
    GraphDecision decision;
    decision.kind = kind;
    decision.lower.word = decision.upper.word = MemoryReference::ofForeign(&list); // known to nobody
    return add(decision, parent, isElse);
  }
  NodeKind kindOf(uint32_t node) const { return std::get<GraphDecision>(list[node].work).kind; }
};

/// What each decision finds each time that it is asked: loops end soon, and most of what is asked is yes.
class Findings {
public:
  explicit Findings(uint32_t seed) : seed(seed) {}
  bool find(uint32_t decision) {
    std::mt19937 random(seed * 1000003 + decision * 7919 + asked[decision]++);
    return random() % 5 < 3;
  }

private:
  uint32_t seed;
  std::map<uint32_t, uint32_t> asked;
};

/// Runs nodes as the seam says, and lists the tasks.
class Interpreter {
public:
  Interpreter(const Nodes &nodes, uint32_t seed) : nodes(nodes), findings(seed) {}

  void decide(uint32_t node) {
    const NodeKind kind = nodes.kindOf(node);
    if (kind == NodeKind::branch)
      return runBody(node, !findings.find(node));
    if (kind != NodeKind::doWhile && !findings.find(node))
      return;
    do
      runBody(node, false);
    while (findings.find(node));
  }
  std::vector<uint32_t> tasks;

private:
  void runBody(uint32_t decision, bool isElse) {
    for (uint32_t node = decision + 1; node < endOf(nodes.list, decision); ++node) {
      if (nodes.list[node].parent != decision || nodes.list[node].isElse != isElse)
        continue;
      if (std::holds_alternative<GraphDecision>(nodes.list[node].work))
        decide(node);
      else
        tasks.push_back(node);
    }
  }

  const Nodes &nodes;
  Findings findings;
};

/// Adds up to `count` nodes to a body.
void fill(Nodes &nodes, uint32_t parent, bool isElse, std::mt19937 &random, uint32_t depth) {
  const uint32_t count = random() % 4;
  for (uint32_t index = 0; index < count; ++index) {
    if (depth == 0 || random() % 2 == 0) {
      nodes.task(parent, isElse);
      continue;
    }
    static constexpr NodeKind kinds[] = {NodeKind::doWhile, NodeKind::whileDo, NodeKind::repeat, NodeKind::branch};
    const NodeKind kind = kinds[random() % 4];
    const uint32_t held = nodes.decision(kind, parent, isElse);
    fill(nodes, held, false, random, depth - 1);
    if (kind == NodeKind::branch)
      fill(nodes, held, true, random, depth - 1);
  }
}

/// The tasks that batches of a plan run, and the batches that it takes.
std::vector<uint32_t> replay(const Nodes &nodes, const ReplayPlan &plan, uint32_t seed) {
  Findings findings(seed);
  std::vector<uint32_t> tasks;
  const bool isEntered = nodes.kindOf(0) == NodeKind::doWhile || findings.find(0);
  uint32_t proceeds = isEntered ? 0 : kOver;
  for (uint64_t batch = 0; proceeds != kOver; ++batch) {
    REQUIRE(batch < 100000);
    for (uint32_t recorded : plan.iteration) {
      if (recorded != proceeds)
        continue;
      const ReplayBlock &block = plan.blocks[recorded];
      for (uint32_t node = block.begin; node < block.end; ++node)
        tasks.push_back(node);
      const bool isDoWhileBegin =
          block.decision != kJump && !block.isAtEnd && nodes.kindOf(block.decision) == NodeKind::doWhile;
      const bool holds = block.decision == kJump || isDoWhileBegin || findings.find(block.decision);
      proceeds = holds ? block.whenHolds : block.otherwise;
    }
  }
  return tasks;
}
} // namespace

TEST_CASE("a loop of tasks is one block, which goes back to itself") {
  Nodes nodes;
  const uint32_t loop = nodes.decision(NodeKind::doWhile);
  nodes.task(loop);
  nodes.task(loop);
  const ReplayPlan plan = planReplay(nodes.list, loop);
  CHECK(plan.blocks == std::vector<ReplayBlock>{{1, 3, loop, true, 0, kOver}});
  CHECK(plan.iteration == std::vector<uint32_t>{0});
  CHECK(!plan.hasLoops);
}

TEST_CASE("around a branch stand blocks ahead of it, in it, and after it") {
  Nodes nodes;
  const uint32_t loop = nodes.decision(NodeKind::whileDo);
  nodes.task(loop);
  const uint32_t choice = nodes.decision(NodeKind::branch, loop);
  nodes.task(choice);
  nodes.task(choice, true);
  nodes.task(loop);
  CHECK(planReplay(nodes.list, loop).blocks == std::vector<ReplayBlock>{{1, 2, choice, false, 1, 2},
                                                                        {3, 4, kJump, false, 3, kOver},
                                                                        {4, 5, kJump, false, 3, kOver},
                                                                        {5, 6, loop, true, 0, kOver}});
}

TEST_CASE("a loop inside is recorded several times, and no more often than it runs") {
  Nodes nodes;
  const uint32_t loop = nodes.decision(NodeKind::doWhile);
  const uint32_t inside = nodes.decision(NodeKind::repeat, loop);
  nodes.task(inside);
  std::vector<uint32_t> order = {0};
  SECTION("a number that nobody knows") { order.insert(order.end(), kRecordedInside, 1); }
  SECTION("three times") {
    auto &decision = std::get<GraphDecision>(nodes.list[inside].work);
    decision.lower.word = decision.upper.word = {};
    decision.lower.value = 4;
    decision.upper.value = 9;
    decision.step.value = 2;
    order.insert(order.end(), 3, 1);
  }
  order.push_back(2);
  const ReplayPlan plan = planReplay(nodes.list, loop);
  CHECK(plan.iteration == order);
  CHECK(plan.hasLoops);
}

TEST_CASE("what is recorded has a limit, however deep loops stand in each other") {
  Nodes nodes;
  uint32_t around = nodes.decision(NodeKind::doWhile);
  for (int depth = 0; depth < 12; ++depth)
    around = nodes.decision(NodeKind::doWhile, around);
  nodes.task(around);
  const ReplayPlan plan = planReplay(nodes.list, 0);
  CHECK(plan.iteration.size() <= kMostRepeatedBlocks);
  CHECK(plan.blocks.size() == 25);
}

TEST_CASE("batches run the tasks that the decisions ask for, in their order, whatever holds what") {
  std::mt19937 random(7);
  size_t most = 0;
  for (uint32_t trial = 0; trial < 3000; ++trial) {
    CAPTURE(trial);
    Nodes nodes;
    static constexpr NodeKind loops[] = {NodeKind::doWhile, NodeKind::whileDo, NodeKind::repeat};
    nodes.decision(loops[random() % 3]);
    fill(nodes, 0, false, random, 3);
    Interpreter expected(nodes, trial);
    expected.decide(0);
    REQUIRE(replay(nodes, planReplay(nodes.list, 0), trial) == expected.tasks);
    most = std::max(most, expected.tasks.size());
  }
  CHECK(most > 50);
}

TEST_CASE("iterations are known where no word tells the bounds") {
  GraphDecision loop;
  loop.kind = NodeKind::repeat;
  auto count = [&](int64_t lower, int64_t upper, int64_t step) {
    loop.lower.value = lower;
    loop.upper.value = upper;
    loop.step.value = step;
    return iterationsOf(loop).value();
  };
  CHECK(count(0, 5, 1) == 5);
  CHECK(count(4, 9, 2) == 3);
  CHECK(count(4, 8, 2) == 2);
  CHECK(count(5, 5, 1) == 0);
  CHECK(count(6, 5, 1) == 0);
  CHECK(count(0, 5, 0) == 0);
  CHECK(count(INT64_MIN, INT64_MAX, 1) == UINT64_MAX);
  CHECK(count(INT64_MIN, INT64_MAX, INT64_MAX) == 3);
  loop.upper.word = MemoryReference::ofForeign(&loop);
  CHECK(!iterationsOf(loop));
  loop.kind = NodeKind::doWhile;
  CHECK(!iterationsOf(loop));
}
