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
  const MemoryReference from = scratch.words().at(offset);
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
  if (!scratch.sizesChecked) {
    qdc::Result<std::unique_ptr<BackendEvent>> made = context.device.createEvent();
    if (!made)
      return stopAtDecision(made.error());
    scratch.sizesChecked = std::move(*made);
  }
  if (qdc::Status recorded = scratch.sizesChecked->record(stream); !recorded)
    return stopAtDecision(recorded.error());
  afterCheck = next;
  tasksBefore = counters.tasks;
  sourceLoopsBefore = counters.sourceLoops;
  return true;
}

bool HostExecutor::takeAnswer(ProgramState &state) {
  const uint32_t next = *std::exchange(afterCheck, std::nullopt);
  if (qdc::Status waited = scratch.sizesChecked->synchronize(); !waited)
    return stopAtDecision(waited.error());
  const uint64_t code = scratch.hostReport()->sizesAnswer;
  if (copiesToHost)
    counters.bytesCopied += sizeof(code);
  if (code == QD_ERROR_NONE)
    return true;
  // A failure ahead of the check is told by who publishes it.
  if (code != QDRT_ERROR_WORKSPACE && code != QDRT_ERROR_EXTENT)
    return published != 0 || checkErrorRecord();
  qdc::Status status = stream.synchronize();
  if (status)
    status = stream.clear(scratch.errorRecord, sizeof(qd_error_record));
  if (!status)
    return stopAtDecision(status.error());
  qdrt_launch_report &report = scratch.hostReport()->published;
  if (published != 0) {
    report.last.code = QD_ERROR_NONE;
    if (report.first_number == report.number)
      report.first.code = QD_ERROR_NONE;
  }
  counters.tasks = tasksBefore;
  counters.sourceLoops = sourceLoopsBefore;
  ++counters.reruns;
  trustsChecks = false;
  state.step = next;
  return findSizes(program.steps[next - 1]);
}

bool HostExecutor::findSizes(const Step &step) {
  std::vector<int64_t> &values = scratch.sizeWords;
  values.resize(step.bytes / QDC_WORD_BYTES);
  // What fails on the way may leave parts of bound memory to two regions.
  scratch.knowsSizes = false;
  scratch.checksAreStale = true;
  if (!readWords(values, step.offset))
    return false;
  const qdc::Status sized = scratch.sizeRegions(step.sizedAfter, WordBindings(bindings, step.offset, values),
                                                context.device, [this] { return stream.synchronize(); });
  if (std::exchange(scratch.hasMoved, false)) {
    counters.patchedSlots +=
        scratch.fillSlots(scratch.variant->slotsOf(qdc::SlotKind::workspace), context.module, context.arguments);
    scratch.noteChangedSlots();
  }
  if (!sized)
    return stop(sized.error());
  scratch.knowsSizes = &step == &program.steps[program.lastSizes];
  // Later checks of this launch have other sizes in mind.
  if (!scratch.knowsSizes && program.sizeChecks != 0)
    scratch.fillSizeChecks(context.arguments, stream);
  return true;
}
