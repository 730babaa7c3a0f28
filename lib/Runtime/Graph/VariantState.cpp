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

qdc::Status VariantState::chooseProgram(const Module &module, const Device &device, const LoopRequest &request,
                                        const std::function<qdc::Status()> &waitForLaunches) {
  LoopChoice choice;
  if (qdc::Status chosen =
          chooseLoops({module.description(), *code, device.backend(), device.graphMode(code->description->graphMode),
                       taskSizes, loops.runs(), request, device.loopStrategies()},
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
