//===- LoopStrategies.cpp - How the loops of a launch are run -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/LoopStrategies.h"

#include "Runtime/Core/LaunchFailure.h"

#include "qdc/Package/ManifestNames.h"

#include <algorithm>
#include <array>

using namespace qdrt::loader;
using qdc::LoopStrategy;

/// As they are preferred where no estimate tells.
static constexpr LoopStrategy kEstimated[] = {LoopStrategy::grid, LoopStrategy::block, LoopStrategy::graph,
                                              LoopStrategy::replay, LoopStrategy::host};

namespace {
class Chooser {
public:
  Chooser(const LoopConditions &conditions, LoopChoice &choice)
      : conditions(conditions), variant(conditions.variant), loops(conditions.variant.program.loops),
        sizes{variant, conditions.tasks, conditions.device.loopCosts()},
        noGraph(noDecisionsReason(conditions.device, conditions.graphMode, conditions.ofLaunch)),
        noReplay(noReplayReason(conditions.device, conditions.graphMode)),
        decidesHere(!conditions.device.capabilities().isAsynchronous),
        isFree(!conditions.ofLaunch.strategy.isSet() && !conditions.ofEnvironment.isSet()), choice(choice) {}

  qdc::Status run() {
    choice.runs = std::vector<LoopRun>(loops.size());
    choice.own = std::vector<OwnChoice>(loops.size());
    choice.tasks = std::vector<uint32_t>(loops.size(), kNoTask);
    for (uint32_t loop = 0; loop < loops.size(); loop = next)
      if (qdc::Status chosen = choose(loop); !chosen)
        return chosen;
    return {};
  }

  /// Why a loop can't be run so; NULL: it can.
  const char *unusableReason(uint32_t loop, LoopStrategy strategy) const {
    if (strategy == LoopStrategy::host)
      return nullptr;
    if (decidesHere)
      return "the host leads all loops of this device";
    if (const char *reason = noMeansReason(loop, strategy))
      return reason;
    for (uint32_t inside = loop + 1; isFree && inside < loops[loop].end; ++inside)
      if (loops[inside].node->strategy.value_or(strategy) != strategy)
        return "the source asks for another strategy for a loop inside of it";
    return nullptr;
  }

private:
  qdc::Status choose(uint32_t loop) {
    LoopStrategyRequest requested = conditions.ofLaunch.strategy;
    const char *who = "the launch asks for it";
    if (!requested.isSet()) {
      requested = conditions.ofEnvironment;
      who = "QDRT_LOOP asks for it";
    }
    if (isFree && !decidesHere) {
      requested = LoopStrategyRequest::ofSource(loops[loop].node->strategy);
      who = "the source asks for it";
    }
    if (!decidesHere)
      choice.own[loop].openTask = openTaskIn({loops[loop].node, 1});
    if (!requested.isStrategy())
      return set(loop, automatic(loop));
    if (const char *reason = unusableReason(loop, requested.strategy()))
      return refuse(loop, requested.strategy(), who, reason);
    LoopRun asked = {requested.strategy(), who};
    asked.isAsked = true;
    return set(loop, asked);
  }

  /// Whether the host knows all that decides about the nodes.
  bool areKnown(std::span<const qdc::Node> nodes) const {
    return std::ranges::all_of(nodes, [this](const qdc::Node &node) {
      return node.kind == qdc::NodeKind::task ||
             (isKnownToHost(variant.program, node) && areKnown(node.body) && areKnown(node.elseBody));
    });
  }

  /// The first of their tasks whose size estimates ask for and is open.
  uint32_t openTaskIn(std::span<const qdc::Node> nodes) const {
    for (const qdc::Node &node : nodes) {
      if (node.kind == qdc::NodeKind::task) {
        if (conditions.tasks[node.task].isOpen && variant.tasks[node.task].description->kind == qdc::TaskKind::parallel)
          return node.task;
        continue;
      }
      for (const std::vector<qdc::Node> *list : {&node.before, &node.body, &node.elseBody})
        if (const uint32_t found = openTaskIn(*list); found != kNoTask)
          return found;
    }
    return kNoTask;
  }

  /// What the loader knows of a loop when it chooses.
  struct Candidates {
    Estimates times; // where they can be estimated; of no strategy if a size is not known
    bool isSized = true;
    bool isKnown = false; // to the host: its end, and what decides in it
    bool hasGrid = false, hasReplay = false;
  };

  /// Whether the loader takes a strategy by itself where nothing refuses it. No loop was faster with a host that waits
  /// than with a grid, and none waits in each iteration that can be run in batches.
  bool mayTake(LoopStrategy strategy, const Candidates &loop) const {
    switch (strategy) {
    case LoopStrategy::grid:
      return true;
    case LoopStrategy::block:
      return loop.isSized;
    case LoopStrategy::graph:
      return !loop.isKnown || !conditions.ofLaunch.hostMayLead;
    case LoopStrategy::replay:
      return loop.hasReplay && !loop.isKnown && conditions.ofLaunch.hostMayLead;
    default:
      return ((!loop.hasGrid && !loop.hasReplay) || loop.isKnown) && conditions.ofLaunch.hostMayLead;
    }
  }

  LoopRun automatic(uint32_t loop) {
    const qdc::Node &node = *loops[loop].node;
    Candidates candidates;
    candidates.isKnown = areKnown({&node, 1});
    candidates.hasGrid = !unusableReason(loop, LoopStrategy::grid);
    candidates.hasReplay = !unusableReason(loop, LoopStrategy::replay);
    for (LoopStrategy each : kEstimated) {
      const std::optional<float> time = estimateIteration(sizes, node, each);
      candidates.times[each] = time.value_or(0);
      candidates.isSized &= time.has_value();
    }
    // What it would be with a grid that nothing refuses tells why it is another. Where sizes are not known the first
    // one is taken.
    Candidates withGrid = candidates;
    withGrid.hasGrid = true;
    std::optional<LoopStrategy> wanted, taken;
    auto isBetter = [&](LoopStrategy each, const std::optional<LoopStrategy> &other) {
      return !other || candidates.times[each] < candidates.times[*other];
    };
    for (LoopStrategy each : kEstimated) {
      if (mayTake(each, withGrid) && isBetter(each, wanted))
        wanted = each;
      if (!mayTake(each, candidates) || unusableReason(loop, each))
        continue;
      choice.own[loop].strategies |= OwnChoice::bitOf(each);
      if (isBetter(each, taken))
        taken = each;
    }
    // No launch knows them.
    if (!candidates.isSized)
      choice.own[loop].openTask = kNoTask;
    const char *against = unusableReason(loop, *wanted);
    if (!against && !candidates.isSized)
      return {*taken, "the sizes of its tasks are not known ahead"};
    LoopRun run = {taken.value_or(LoopStrategy::host), against ? against : "it is estimated to be the fastest"};
    run.isAutomatic = candidates.isSized;
    const LoopRun &before = conditions.before[loop];
    if (before.isAutomatic && before.strategy != run.strategy && mayTake(before.strategy, candidates) &&
        !unusableReason(loop, before.strategy) &&
        candidates.times[before.strategy] <= kHysteresis * candidates.times[run.strategy]) {
      run.strategy = before.strategy;
      run.reason = "it ran so before, and no other is estimated to be a tenth faster";
    }
    return run;
  }

  /// Of the strategies by which the loop can be run.
  void estimate(uint32_t loop, LoopRun &run) const {
    if (decidesHere || choice.own[loop].openTask != kNoTask)
      return;
    for (LoopStrategy each : kEstimated)
      if (!unusableReason(loop, each))
        run.estimates[each] = estimateIteration(sizes, *loops[loop].node, each).value_or(0);
  }

  /// Makes that the way in which the loop is run, and those inside of it where the host does not lead it.
  qdc::Status set(uint32_t loop, LoopRun run) {
    estimate(loop, run);
    choice.runs[loop] = run;
    next = loop + 1;
    if (run.strategy == LoopStrategy::host)
      return {};
    choice.tasks[loop] = taskBy(variant, loop, run.strategy);
    for (; next < loops[loop].end; ++next) {
      choice.runs[next] = {run.strategy, "the loop around it is run so"};
      choice.tasks[next] = choice.tasks[loop];
    }
    return {};
  }

  /// The bounds and the maximum of a loop.
  static std::array<const std::optional<qdc::SizeExpr> *, 4> numbersOf(const qdc::Node &node) {
    return {&node.maximum, &node.lower, &node.upper, &node.step};
  }

  /// Whether a loop may end a launch with a failure.
  bool mayFail(const qdc::Node &node) const {
    if (node.kind == qdc::NodeKind::repeat)
      return !node.step->isConstant() || node.step->value() < 1;
    return conditions.ofLaunch.isLimited || node.maximumIsError;
  }

  /// Why there is nothing that runs a loop so; NULL: there is. Not for `host`.
  const char *noMeansReason(uint32_t loop, LoopStrategy strategy) const {
    switch (strategy) {
    case LoopStrategy::graph:
      return noGraph ? noGraph : noGraphReason(loop);
    case LoopStrategy::replay:
      return noReplay ? noReplay : noGraphReason(loop);
    default:
      return noCodeReason(loop, strategy);
    }
  }

  /// Why a graph can't decide about a loop with all that it holds, where the device's decide at all; NULL: it can.
  const char *noGraphReason(uint32_t loop) const {
    for (uint32_t held = loop; held < loops[loop].end; ++held) {
      const qdc::Node &node = *loops[held].node;
      if (!node.countWord)
        return "the package has no words in which its iterations are counted";
      for (const std::optional<qdc::SizeExpr> *number : numbersOf(node))
        if (*number && (*number)->readsWord() && (*number)->kind() != qdc::SizeExprKind::word)
          return "a bound or maximum in it is computed from words, and a graph only reads one";
      if (mayFail(node) && variant.slotsOf(qdc::SlotKind::errorRecord).empty())
        return "it may fail, and the tasks of the kernel do not look at an error record";
    }
    if (countGraphSteps(*loops[loop].node, kMaximumGraphSteps + 1) > kMaximumGraphSteps)
      return "its graph would have more than 65536 nodes";
    return nullptr;
  }

  /// Why an entry point can't run a loop so; NULL: it can.
  const char *noCodeReason(uint32_t loop, LoopStrategy strategy) const {
    const uint32_t task = taskBy(variant, loop, strategy);
    return task == kNoTask ? "the image has no code for it" : variant.tasks[task].entry->unusableReason;
  }

  qdc::Error refuse(uint32_t loop, LoopStrategy wanted, const char *who, const char *reason) const {
    const uint32_t site = loops[loop].node->site;
    std::string taken = "'auto', 'host'";
    for (LoopStrategy strategy : {LoopStrategy::graph, LoopStrategy::replay, LoopStrategy::block, LoopStrategy::grid})
      if (!unusableReason(loop, strategy))
        taken.append(", '").append(enumName(strategy)) += "'";
    std::string text = qdc::formatText("{} of kernel '{}' can't be run by '{}' ({}): {}; it takes {}",
                                       loopName(conditions.module.sites[site]), variant.description->name,
                                       enumName(wanted), who, reason, taken);
    return {qdc::ErrorCode::unsupported,
            failureAtSite(conditions.module, QDRT_UNSUPPORTED, site, 0, std::move(text)).message};
  }

  const LoopConditions &conditions;
  const Variant &variant;
  const std::vector<ProgramLoop> &loops;
  const LoopSizes sizes;
  const char *const noGraph; // why graphs decide about no loop, whichever; NULL: they do
  const char *const noReplay; // likewise why they replay none
  const bool decidesHere; // tasks run on the host: it leads all loops, whatever the source asks for
  const bool isFree; // what the source asks for counts
  uint32_t next = 0; // the loop after what was chosen
  LoopChoice &choice;
};
} // namespace

qdc::Status qdrt::loader::chooseLoops(const LoopConditions &conditions, LoopChoice &choice) {
  return Chooser(conditions, choice).run();
}

uint32_t qdrt::loader::taskBy(const Variant &variant, uint32_t loop, LoopStrategy strategy) {
  if (strategy == LoopStrategy::graph)
    return kInGraph;
  if (strategy == LoopStrategy::replay)
    return kReplayed;
  for (const LoopCode &code : variant.loopCodes)
    if (code.node == variant.program.loops[loop].number && code.strategy == strategy)
      return code.task;
  return kNoTask;
}

const char *qdrt::loader::unusableReason(const LoopConditions &conditions, uint32_t loop, LoopStrategy strategy) {
  LoopChoice nothing;
  return Chooser(conditions, nothing).unusableReason(loop, strategy);
}
