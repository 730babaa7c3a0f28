//===- HostExecutorSizes.cpp - Sizes that tasks compute -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/HostExecutor.h"

#include "Runtime/Core/SizeCheck.h"

#include <utility>

using namespace qdrt::loader;

bool HostExecutor::readWords(std::span<int64_t> values, uint64_t offset) {
  const MemoryReference from = state.words().at(offset);
  if (values.size() <= 1)
    return values.empty() || read(values.data(), from, values.size_bytes());
  if (isAsynchronous && !checkErrorRecord())
    return false;
  if (copiesToHost)
    counters.bytesCopied += values.size_bytes();
  qdc::Status status = stream.read(values.data(), from, values.size_bytes());
  return status ? true : stopAtDecision(status.error());
}

bool HostExecutor::sizeRegions(const Step &step, uint32_t next) {
  if (!trustsChecks)
    return findSizes(step);
  if (qdc::Status noted = state.checks.noteAdded(context.device, stream); !noted)
    return stopAtDecision(noted.error());
  afterCheck = next;
  tasksBefore = counters.tasks;
  sourceLoopsBefore = counters.sourceLoops;
  return true;
}

bool HostExecutor::takeAnswer(ProgramState &progress) {
  const uint32_t next = *std::exchange(afterCheck, std::nullopt);
  if (qdc::Status waited = state.checks.waitForAnswer(); !waited)
    return stopAtDecision(waited.error());
  const uint64_t code = state.reports.hostReport()->sizesAnswer;
  if (copiesToHost)
    counters.bytesCopied += sizeof(code);
  if (code == QD_ERROR_NONE)
    return true;
  // A failure ahead of the check is told by who publishes it.
  if (code != QDRT_ERROR_WORKSPACE && code != QDRT_ERROR_EXTENT)
    return published != 0 || checkErrorRecord();
  qdc::Status status = stream.synchronize();
  if (status)
    status = stream.clear(state.reports.errorRecord(), sizeof(qd_error_record));
  if (!status)
    return stopAtDecision(status.error());
  qdrt_launch_report &report = state.reports.hostReport()->published;
  if (published != 0) {
    report.last.code = QD_ERROR_NONE;
    if (report.first_number == report.number)
      report.first.code = QD_ERROR_NONE;
  }
  counters.tasks = tasksBefore;
  counters.sourceLoops = sourceLoopsBefore;
  ++counters.reruns;
  trustsChecks = false;
  progress.step = next;
  return findSizes(program.steps[next - 1]);
}

bool HostExecutor::findSizes(const Step &step) {
  const std::span<int64_t> values = state.checks.room(step.bytes / QDC_WORD_BYTES);
  // What fails on the way may leave parts of bound memory to two regions.
  state.forgetSizes();
  if (!readWords(values, step.offset))
    return false;
  const qdc::Status sized = state.sizeRegions(step.sizedAfter, WordBindings(bindings, step.offset, values),
                                              context.device, [this] { return stream.synchronize(); });
  if (state.takeMoved()) {
    counters.patchedSlots +=
        state.fillSlots(state.variant().slotsOf(qdc::SlotKind::workspace), context.module, context.arguments);
    state.noteChangedSlots();
  }
  if (!sized)
    return stop(sized.error());
  if (&step == &program.steps[program.lastSizes])
    state.noteSizesFound();
  else if (program.sizeChecks != 0) // later checks of this launch have other sizes in mind
    state.fillSizeChecks(context.arguments, stream);
  return true;
}
