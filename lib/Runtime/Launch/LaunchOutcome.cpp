//===- LaunchOutcome.cpp - What an instance's last launch left ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/LaunchOutcome.h"

#include "Runtime/Launch/Stream.h"
#include "Runtime/Package/Package.h"

#include <cstring>

using namespace qdrt::loader;

LaunchOutcome::LaunchOutcome(Kernel &kernel, Stream &stream, LaunchingThreads &threads)
    : kernel(kernel), stream(stream), threads(threads) {
  kernel.attach(repeats);
}

LaunchOutcome::~LaunchOutcome() { kernel.detach(repeats); }

void LaunchOutcome::startUnderWay() {
  start();
  lastNumber = 0;
  underWay = true;
}

void LaunchOutcome::start() {
  threads.noteLaunch();
  if (lastFailure.status != QDRT_OK)
    lastFailure = {};
  state = nullptr;
}

void LaunchOutcome::noteRecord(const VariantState &of, uint64_t number, const qd_error_record &record) {
  if (record.code == QD_ERROR_NONE)
    return;
  LaunchFailure failure = failureOfRecord(kernel.module().description(), *of.variant().description, record);
  stream.noteFailure(number, failure);
  if (number == lastNumber)
    lastFailure = std::move(failure);
}

void LaunchOutcome::takeFailures(const VariantState &of) {
  if (!of.reports.hasHostReport())
    return;
  qdrt_launch_report &report = of.reports.hostReport()->published;
  noteRecord(of, report.first_number, report.first);
  report.first.code = QD_ERROR_NONE;
  if (report.number == lastNumber && report.number != report.first_number)
    noteRecord(of, report.number, report.last);
}

void LaunchOutcome::noteResults() {
  const Program &program = state->programs.launched()->program;
  // With control, the host read on its way what loops counted.
  if (program.hasControl)
    return;
  const uint64_t begin = state->variant().description->workspace.readbackOffset;
  for (uint32_t loop = 0; loop < program.loops.size(); ++loop)
    if (program.loops[loop].isCounted()) {
      uint64_t counted = 0;
      std::memcpy(&counted, readback.data() + (*program.loops[loop].node->countWord - begin), sizeof(counted));
      state->loops.setIterations(loop, counted);
    }
  kernel.noteIterations(repeats, state->variant(), state->loops.iterations());
}

qdrt_scalar LaunchOutcome::result(uint32_t index) const {
  const qdc::Kernel &description = *state->variant().description;
  const qdc::KernelResult &result = description.results[index];
  qdrt_scalar value = {};
  std::memcpy(&value.bits, readback.data() + (result.workspaceOffset - description.workspace.readbackOffset),
              qdc::elementSize(result.type));
  return value;
}

void LaunchOutcome::publish(VariantState &with) {
  const TaskGraph *graph = with.programs.wholeGraph();
  counters.nodes = graph ? graph->nodes().size() : with.variant().program.nodes;
  counters.workspaceBytes = with.workspace().bytes();
  counters.specialized = !with.variant().description->specializedValues.empty();
  if (with.inputs().instance()) {
    const InstanceUse use = with.inputs().instance()->takeUse();
    counters.privateTasks = use.privateTasks;
    counters.privateBytes = use.privateBytes;
  }
  if (!counters.built && counters == published && kernel.isLast(repeats) && kernel.general().program.loops.empty())
    return repeats.add();
  published = counters;
  kernel.publish(repeats, with.variant(), counters, with.loops.iterations(), with.loops.runs());
}

void LaunchOutcome::publishAgain(VariantState &with) {
  if (kernel.isLast(repeats))
    repeats.add();
  else
    publish(with);
}
