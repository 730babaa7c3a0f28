//===- VariantStatePrograms.cpp - Which program a launch runs -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/LoopStrategies.h"
#include "Runtime/Graph/VariantState.h"
#include "Runtime/Package/Module.h"

using namespace qdrt::loader;

/// Whether loops run as these tasks, and sizes are checked where the request asks for that.
static bool runsAs(const Program &program, const std::vector<uint32_t> &tasks, const LoopRequest &request) {
  if ((program.sizeChecks != 0) != request.checksSizes ||
      (request.checksSizes && program.sizesRegions != request.waitsForSizes))
    return false;
  for (size_t loop = 0; loop < tasks.size(); ++loop)
    if (program.loops[loop].task != tasks[loop])
      return false;
  return true;
}

/// Why the graphs of a launch can't decide about loops; NULL: they can.
static const char *noDecisionsReason(const Variant &variant, const Device &device, const LoopRequest &request) {
  if (request.isCaptured && request.strategy != LoopStrategyRequest(qdc::LoopStrategy::graph))
    return "a captured launch has conditional nodes only where its option 'loops' asks for 'graph', since they take "
           "rights from the caller's graph";
  if (!device.backend().capabilities().hasGraphs ||
      device.graphMode(variant.description->graphMode) == qdc::GraphMode::never)
    return "its tasks run one by one, as QDRT_GRAPH=0 or graph = \"never\" of the kernel asks for";
  return device.backend().noDecisionsReason();
}

qdc::Status VariantState::chooseProgram(const Module &module, const Device &device, const LoopRequest &request,
                                        const std::function<qdc::Status()> &waitForLaunches) {
  LoopChoice choice;
  if (qdc::Status chosen = chooseLoops({module.description(),
                                        *variant,
                                        {*variant, taskSizes, device.backend().loopCosts()},
                                        loopRuns,
                                        request.strategy,
                                        device.loopStrategies(),
                                        !device.backend().capabilities().isAsynchronous,
                                        noDecisionsReason(*variant, device, request),
                                        request.isLimited,
                                        request.hostMayLead},
                                       choice);
      !chosen)
    return chosen;
  std::unique_ptr<PreparedProgram> *place = nullptr; // of the program, or else the one that it takes
  for (std::unique_ptr<PreparedProgram> &each : programs) {
    if (!each || runsAs(each->program, choice.tasks, request)) {
      place = &each;
      break;
    }
    if (each.get() != launched && (!place || each->lastChosen < (*place)->lastChosen))
      place = &each;
  }
  if (!*place || !runsAs((*place)->program, choice.tasks, request)) {
    const SizeSteps sizes = !request.checksSizes    ? SizeSteps::host
                            : request.waitsForSizes ? SizeSteps::checked
                                                    : SizeSteps::device;
    auto made =
        std::make_unique<PreparedProgram>(std::make_unique<const Program>(variant->planWith(choice.tasks, sizes)));
    // Launches under way may use the graphs of one that goes.
    if (*place)
      if (qdc::Status waited = waitForLaunches(); !waited)
        return waited;
    *place = std::move(made);
  }
  prepared = place->get();
  prepared->lastChosen = ++choices;
  loopRuns = std::move(choice.runs);
  checksAreStale = true;
  reached = Stage::programmed;
  chosenFor = request;
  return {};
}
