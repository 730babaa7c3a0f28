//===- VariantState.cpp - What launches of a variant work with -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/VariantState.h"

#include "Runtime/Graph/LoopStrategies.h"
#include "Runtime/Package/Module.h"

using namespace qdrt::loader;

VariantState::VariantState(const Variant &variant, ReportMemory reports)
    : programs(variant), loops(variant.program.loops.size()), reports(std::move(reports)), code(&variant),
      given(variant), memory(variant) {}

VariantState::VariantState(VariantState &&) noexcept = default;
VariantState &VariantState::operator=(VariantState &&) noexcept = default;
VariantState::~VariantState() = default;

qdc::Result<VariantState> VariantState::make(const Variant &variant, BackendDevice &device, BackendStream &stream) {
  qdc::Result<ReportMemory> reports = ReportMemory::make(variant, device, stream);
  if (!reports)
    return reports.error();
  std::vector<BackendEntry *> entries;
  for (size_t task = 0; task < variant.description->tasks.size(); ++task)
    entries.push_back(variant.tasks[task].entry.get());
  qdc::Result<std::unique_ptr<BackendInstance>> instance = device.createInstance(*variant.description, entries, stream);
  if (!instance)
    return instance.error();
  VariantState made(variant, std::move(*reports));
  made.given.setInstance(std::move(*instance));
  return made;
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
                                        *code,
                                        {*code, taskSizes, device.backend().loopCosts()},
                                        loops.runs(),
                                        request.strategy,
                                        device.loopStrategies(),
                                        !device.backend().capabilities().isAsynchronous,
                                        noDecisionsReason(*code, device, request),
                                        request.isLimited,
                                        request.hostMayLead},
                                       choice);
      !chosen)
    return chosen;
  if (qdc::Status prepared = programs.prepare(*code, choice.tasks, request, waitForLaunches); !prepared)
    return prepared;
  loops.setRuns(std::move(choice.runs));
  checks.noteStale();
  reached = Stage::programmed;
  chosenFor = request;
  return {};
}

qdc::Status VariantState::makeRoomForSizes(const VariantState *like, BackendDevice &device,
                                           const std::function<qdc::Status()> &waitForLaunches) {
  reached = Stage::sized; // until all is there
  if (qdc::Status made = memory.makeRoom(like ? &like->memory : nullptr, device, waitForLaunches); !made)
    return made;
  reached = Stage::programmed;
  return {};
}
