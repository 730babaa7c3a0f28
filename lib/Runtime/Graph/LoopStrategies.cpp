//===- LoopStrategies.cpp - How the loops of a launch are run -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/LoopStrategies.h"

#include "Runtime/Core/LaunchFailure.h"

#include "qdc/Package/ManifestNames.h"

using namespace qdrt::loader;
using qdc::LoopStrategy;

namespace {
class Chooser {
public:
  Chooser(const qdc::Module &module, const Variant &variant, std::span<const int64_t> extents, const LoopWishes &wishes,
          bool decidesHere)
      : module(module), variant(variant), loops(variant.program.loops), extents(extents), wishes(wishes),
        decidesHere(decidesHere) {}

  qdc::Result<LoopChoice> run() {
    choice.runs.resize(loops.size());
    choice.tasks.assign(loops.size(), kNoTask);
    for (uint32_t loop = 0; loop < loops.size(); loop = next)
      if (qdc::Status chosen = choose(loop); !chosen)
        return chosen.error();
    return std::move(choice);
  }

private:
  qdc::Status choose(uint32_t loop) {
    const bool isSaid = wishes.launch || wishes.environment;
    LoopWish wish = wishes.launch ? *wishes.launch : wishes.environment ? *wishes.environment : sourceOf(loop);
    const char *who = wishes.launch ? "the launch asks for it"
                      : isSaid      ? "QDRT_LOOP asks for it"
                                    : "the source asks for it";
    isFree = !isSaid;
    if (!wish || (decidesHere && !isSaid))
      return set(loop, automatic(loop));
    if (const char *reason = refusal(loop, *wish))
      return refuse(loop, *wish, who, reason);
    return set(loop, {*wish, who});
  }

  LoopWish sourceOf(uint32_t loop) const { return loops[loop].node->strategy; }

  LoopRun automatic(uint32_t loop) const {
    const char *noBlock = refusal(loop, LoopStrategy::block), *noGrid = refusal(loop, LoopStrategy::grid);
    const uint32_t task = noGrid ? codeOf(loop, LoopStrategy::block) : codeOf(loop, LoopStrategy::grid);
    const bool isSmall = task != kNoTask && extents[task] != kUnknownExtent && extents[task] <= kMaximumBlockExtent;
    if (!noBlock && isSmall)
      return {LoopStrategy::block, "its tasks are small"};
    if (!noGrid)
      return {LoopStrategy::grid, isSmall ? noBlock : "its tasks are large, or their sizes are not known ahead"};
    return {LoopStrategy::host, noBlock ? noGrid : "its tasks are too large for one block, and there is no grid"};
  }

  /// Makes that the way in which the loop is run, and those inside of it where the host does not lead it.
  qdc::Status set(uint32_t loop, LoopRun run) {
    choice.runs[loop] = run;
    next = loop + 1;
    if (run.strategy == LoopStrategy::host)
      return {};
    choice.tasks[loop] = codeOf(loop, run.strategy);
    for (; next < loops[loop].end; ++next) {
      choice.runs[next] = {run.strategy, "the loop around it is run so"};
      choice.tasks[next] = choice.tasks[loop];
    }
    return {};
  }

  /// The task as which a strategy runs a loop; kNoTask: the image has none.
  uint32_t codeOf(uint32_t loop, LoopStrategy strategy) const {
    for (const LoopCode &code : variant.loopCodes)
      if (code.node == loops[loop].number && code.strategy == strategy)
        return code.task;
    return kNoTask;
  }

  /// Why a loop can't be run so; NULL: it can.
  const char *refusal(uint32_t loop, LoopStrategy strategy) const {
    if (strategy == LoopStrategy::host)
      return nullptr;
    if (decidesHere)
      return "the host leads all loops of this device";
    if (!isTaken(strategy))
      return "this version of libqdrt does not have it";
    const uint32_t task = codeOf(loop, strategy);
    if (task == kNoTask)
      return "the image has no code for it";
    if (const char *reason = variant.tasks[task].entry->refusal)
      return reason;
    for (uint32_t inside = loop + 1; isFree && inside < loops[loop].end; ++inside)
      if (sourceOf(inside) && *sourceOf(inside) != strategy)
        return "the source asks for another strategy for a loop inside of it";
    return nullptr;
  }

  qdc::Error refuse(uint32_t loop, LoopStrategy wanted, const char *who, const char *reason) const {
    std::string taken = "'auto', 'host'";
    for (LoopStrategy strategy : {LoopStrategy::block, LoopStrategy::grid})
      if (!refusal(loop, strategy))
        taken.append(", '").append(enumName(strategy)) += "'";
    const LaunchFailure failure =
        failureAtSite(module, QDRT_UNSUPPORTED, loops[loop].node->site, 0,
                      qdc::formatText("{} of kernel '{}' can't be run by '{}' ({}): {}; it takes {}",
                                      loopName(module.sites[loops[loop].node->site]), variant.description->name,
                                      enumName(wanted), who, reason, taken));
    return {qdc::ErrorCode::unsupported, failure.message};
  }

  const qdc::Module &module;
  const Variant &variant;
  const std::vector<ProgramLoop> &loops;
  std::span<const int64_t> extents;
  const LoopWishes &wishes;
  const bool decidesHere;
  bool isFree = false; // what the source asks for counts
  uint32_t next = 0;   // the loop after what was chosen
  LoopChoice choice;
};
} // namespace

qdc::Result<LoopChoice> qdrt::loader::chooseLoops(const qdc::Module &module, const Variant &variant,
                                                  std::span<const int64_t> extents, const LoopWishes &wishes,
                                                  bool decidesHere) {
  return Chooser(module, variant, extents, wishes, decidesHere).run();
}
