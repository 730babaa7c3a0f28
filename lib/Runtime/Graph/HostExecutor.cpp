//===- HostExecutor.cpp - Run a program step by step ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/HostExecutor.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Core/Types.h"
#include "Runtime/Graph/StepNodes.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace qdrt::loader;

HostExecutor::HostExecutor(const LaunchContext &context, LaunchCounters &counters)
    : context(context), counters(counters), state(context.state), program(state.programs.prepared().program),
      kernel(*state.variant().description), stream(context.stream),
      bindings(program, ArgumentBindings(kernel, context.arguments, stream, &state.words())),
      isAsynchronous(stream.capabilities().isAsynchronous), copiesToHost(!stream.capabilities().usesHostMemory),
      trustsChecks(state.workspace().knowsSizes() && program.sizeChecks != 0) {}

bool HostExecutor::stop(LaunchFailure failure) {
  reason = std::move(failure);
  return false;
}

bool HostExecutor::stop(const qdc::Error &error) { return stop(failureOf(error)); }

bool HostExecutor::stopAtSite(qdrt_status status, uint32_t site, const std::string &finding) {
  return stop(failureAtSite(context.module.description(), status, site, 0, finding));
}

bool HostExecutor::stopAtLoop(uint32_t code, uint32_t site, int64_t value) {
  return stop(failureOfRecord(context.module.description(), kernel, {code, site, value, {}}));
}

bool HostExecutor::stopAtDecision(const qdc::Error &error) {
  return stop(within(error, "control of kernel '{}'", kernel.name).error());
}

bool HostExecutor::checkErrorRecord() {
  if (!state.reports.hasErrorRecord())
    return true;
  uint32_t code = QD_ERROR_NONE;
  qdc::Status status = stream.read(&code, state.reports.errorRecord(), sizeof(code));
  if (!status)
    return stopAtDecision(status.error());
  if (copiesToHost)
    counters.bytesCopied += sizeof(code);
  if (code == QD_ERROR_NONE)
    return true;
  qd_error_record record;
  status = stream.read(&record, state.reports.errorRecord(), sizeof(record));
  if (!status)
    return stopAtDecision(status.error());
  return stop(failureOfRecord(context.module.description(), kernel, record));
}

bool HostExecutor::read(void *to, const MemoryReference &from, uint64_t bytes) {
  if (isAsynchronous && state.reports.hasErrorRecord()) {
    // One wait for both.
    HostReport &report = *state.reports.hostReport();
    qdc::Status status =
        stream.readLater(state.reports.recordPlace(), state.reports.errorRecord(), sizeof(report.record));
    if (status)
      status = stream.readLater(state.reports.wordPlace(), from, bytes);
    if (status)
      status = stream.synchronize();
    if (!status)
      return stopAtDecision(status.error());
    if (copiesToHost)
      counters.bytesCopied += sizeof(report.record) + bytes;
    if (report.record.code != QD_ERROR_NONE)
      return stop(failureOfRecord(context.module.description(), kernel, report.record));
    std::memcpy(to, &report.word, bytes);
    return true;
  }
  if (copiesToHost)
    counters.bytesCopied += bytes;
  qdc::Status status = stream.read(to, from, bytes);
  return status ? true : stopAtDecision(status.error());
}

bool HostExecutor::evaluate(const qdc::SizeExpr &expression, const char *what, uint32_t site, int64_t &value) {
  if (expression.isConstant()) {
    value = expression.value();
    return true;
  }
  bool isAsked = false;
  if (!prepareWords(expression, isAsked))
    return false;
  // A task that failed leaves words that mean nothing.
  if (isAsynchronous && isAsked && !checkErrorRecord())
    return false;
  qdc::Result<int64_t> result = expression.evaluate(bindings);
  if (!result)
    return stopAtSite(statusOf(result.error().code), site, qdc::formatText("{}: {}", what, result.error().message));
  value = *result;
  return true;
}

bool HostExecutor::prepareWord(uint64_t offset, bool &isAsked) {
  const HostWord *known = program.findHostWord(offset);
  if (known && bindings.valueOf(*known))
    return true;
  isAsked = true;
  return !known || known->task == kNoTask || runTask(known->task);
}

bool HostExecutor::prepareWords(const qdc::SizeExpr &expression, bool &isAsked) {
  if (!expression.readsWord())
    return true;
  if (expression.kind() == qdc::SizeExprKind::word)
    return prepareWord(expression.offset(), isAsked);
  return prepareWords(expression.lhs(), isAsked) && prepareWords(expression.rhs(), isAsked);
}

bool HostExecutor::readFlag(const qdc::FlagSource &source, bool &isSet) {
  const LoopFlag flag = flagOf(context.module, kernel, context.arguments, state.workspace().regions(), source);
  uint64_t value = 0;
  if (!read(&value, flag.place, flag.bytes))
    return false;
  isSet = value != 0;
  return true;
}

bool HostExecutor::readCondition(uint64_t offset, bool &isSet) {
  bool isAsked = false;
  if (!prepareWord(offset, isAsked))
    return false;
  uint8_t value = 0;
  if (!isAsked)
    value = static_cast<uint8_t>(*bindings.word(offset));
  else if (!read(&value, state.words().at(offset), sizeof(value)))
    return false;
  isSet = value != 0;
  return true;
}

bool HostExecutor::writeWord(uint64_t offset, int64_t value) {
  qdc::Status written = stream.write(state.words().at(offset), &value, sizeof(value));
  if (!written)
    return stopAtDecision(written.error());
  if (copiesToHost)
    counters.bytesCopied += sizeof(value);
  return true;
}

bool HostExecutor::checkMaximumIterations(const qdc::Node &node, uint64_t iterations) {
  if (context.maximumIterations == 0 || iterations < context.maximumIterations)
    return true;
  return stopAtLoop(QD_ERROR_LAUNCH_MAXIMUM, node.site, static_cast<int64_t>(context.maximumIterations));
}

bool HostExecutor::checkStop(const qdc::Node &node, uint64_t iterations) {
  return !context.stop.isStopped() || stopAtLoop(QD_ERROR_STOPPED, node.site, static_cast<int64_t>(iterations));
}

bool HostExecutor::run(ProgramState &progress, uint64_t steps) {
  if (progress.program != program.digest || progress.step > program.steps.size())
    return stop(invalidArgument("the launch can't go on: its state is that of another program than kernel '{}' has",
                                kernel.name)
                    .error());
  bindings.setLoops(progress.loops.data());
  if (runSteps(progress, steps))
    return true;
  LaunchFailure first = std::move(reason);
  endEarly();
  return stop(std::move(first));
}

void HostExecutor::endEarly() {
  if (!isAsynchronous || !program.publishes || published)
    return;
  // Of a launch one failure is told, and the host knows it.
  if (!state.reports.hasErrorRecord() || stream.clear(state.reports.errorRecord(), sizeof(qd_error_record)))
    (void)runReport(program.steps.back());
}

bool HostExecutor::runSteps(ProgramState &progress, uint64_t steps) {
  const auto end = static_cast<uint32_t>(program.steps.size());
  while (true) {
    const bool isAtEnd = progress.step == end || steps == 0;
    if (afterCheck && (isAtEnd || isControl(program.steps[progress.step].kind))) {
      if (!takeAnswer(progress))
        return false;
      continue;
    }
    if (isAtEnd)
      return true;
    --steps;
    const Step &step = program.steps[progress.step];
    uint32_t next = progress.step + 1;
    bool goesOn = false;
    if (isControl(step.kind)) {
      goesOn = runControl(step, progress.loops.data() + step.depth, next);
    } else if (wantsGraph(step, progress.step)) {
      goesOn = runGraph(step.segment);
      next = program.segments[step.segment].end;
    } else {
      goesOn = step.kind == StepKind::runTask ? runTask(step.task) : runReport(step);
    }
    if (!goesOn)
      return false;
    progress.step = next;
  }
}

bool HostExecutor::wantsGraph(const Step &step, uint32_t at) {
  if (context.graphMode == qdc::GraphMode::never || at != program.segments[step.segment].begin)
    return false;
  if (state.programs.prepared().graphs.wants(step.segment, context.graphMode))
    return true;
  state.programs.prepared().graphs.noteDirectRun(step.segment);
  return false;
}

bool HostExecutor::runGraph(uint32_t segment) {
  qdc::Status ran = state.programs.prepared().graphs.run(segment, state, stream, counters);
  published += ran && program.publishes && program.segments[segment].end == program.steps.size();
  return ran ? true : stop(ran.error());
}

bool HostExecutor::runReport(const Step &step) {
  if (!isAsynchronous)
    return true;
  const StepWork work = workOf(step, state);
  qdc::Status status;
  if (const auto *fill = std::get_if<GraphFill>(&work)) {
    status = stream.clear(fill->to, fill->bytes);
  } else if (const auto *check = std::get_if<GraphSizeCheck>(&work)) {
    status = stream.checkSizes(*check);
  } else {
    const auto &outcome = std::get<GraphPublish>(work);
    status = stream.publish(outcome);
    published += status.ok();
    if (copiesToHost)
      counters.bytesCopied += bytesOf(outcome);
  }
  return status ? true : stop(within(status.error(), "reports of kernel '{}'", kernel.name).error());
}

bool HostExecutor::runTask(uint32_t index) {
  const qdc::Task &task = *state.variant().tasks[index].description;
  TaskLaunch launch = launchOf(state, index);
  if (launch.extent == kUnknownExtent && !isAsynchronous) {
    qdc::Result<int64_t> result = task.extent.evaluate(bindings);
    if (!result)
      return stop(within(result.error(), "extent of task '{}' of kernel '{}'", task.name, kernel.name).error());
    launch.extent = std::max<int64_t>(*result, 0);
  }
  ++counters.tasks;
  counters.sourceLoops += task.sourceLoops.size();
  if (launch.extent == 0)
    return true;
  qdc::Status ran = stream.runTask(launch);
  if (!ran)
    return stop(within(ran.error(), "task '{}' of kernel '{}'", task.name, kernel.name).error());
  return isAsynchronous || checkErrorRecord();
}

bool HostExecutor::runControl(const Step &step, LoopState *loop, uint32_t &next) {
  switch (step.kind) {
  case StepKind::beginDoWhile:
    return beginDoWhile(*step.node, *loop);
  case StepKind::endDoWhile:
    return endDoWhile(step, *loop, next);
  case StepKind::beginWhileDo:
    *loop = {};
    return true;
  case StepKind::testWhileDo:
    return testWhileDo(step, *loop, next);
  case StepKind::endWhileDo:
    countIteration(step, *loop);
    next = step.target;
    return true;
  case StepKind::beginRepeat:
    return beginRepeat(step, *loop, next);
  case StepKind::endRepeat:
    return endRepeat(step, *loop, next);
  case StepKind::readCounts:
    return readCounts(step);
  case StepKind::beginBranch:
    return beginBranch(step, next);
  case StepKind::beginElse:
    next = step.target;
    return true;
  case StepKind::sizeRegions:
    return sizeRegions(step, next);
  case StepKind::endBranch:
  case StepKind::runTask:
  case StepKind::clearCounts:
  case StepKind::decide:
  case StepKind::checkSizes:
  case StepKind::publish:
    break;
  }
  return true;
}

void HostExecutor::countIteration(const Step &step, LoopState &loop) {
  ++loop.iterations;
  state.loops.addIterations(step.loop, 1);
}

bool HostExecutor::beginDoWhile(const qdc::Node &node, LoopState &loop) {
  loop = {};
  loop.end = INT64_MAX;
  if (node.maximum && !evaluate(*node.maximum, "maximum of iterations", node.site, loop.end))
    return false;
  loop.end = std::max<int64_t>(loop.end, 1);
  return true;
}

bool HostExecutor::endDoWhile(const Step &step, LoopState &loop, uint32_t &next) {
  const qdc::Node &node = *step.node;
  countIteration(step, loop);
  bool again = false;
  if (!readFlag(node.flag, again))
    return false;
  const bool isLast = loop.iterations == static_cast<uint64_t>(loop.end);
  if (again && isLast && node.maximumIsError)
    return stopAtLoop(QD_ERROR_LOOP_MAXIMUM, node.site, loop.end);
  if (again && !isLast) {
    next = step.target;
    return checkMaximumIterations(node, loop.iterations) && checkStop(node, loop.iterations);
  }
  return !node.iterationWord || writeWord(*node.iterationWord, static_cast<int64_t>(loop.iterations));
}

bool HostExecutor::testWhileDo(const Step &step, const LoopState &loop, uint32_t &next) {
  bool again = false;
  if (!readCondition(step.node->conditionWord, again))
    return false;
  if (again)
    return checkMaximumIterations(*step.node, loop.iterations) && checkStop(*step.node, loop.iterations);
  next = step.target;
  return true;
}

bool HostExecutor::beginRepeat(const Step &step, LoopState &loop, uint32_t &next) {
  const qdc::Node &node = *step.node;
  loop = {};
  if (!evaluate(*node.lower, "lower bound", node.site, loop.value) ||
      !evaluate(*node.upper, "upper bound", node.site, loop.end) || !evaluate(*node.step, "step", node.site, loop.step))
    return false;
  if (loop.step < 1)
    return stopAtLoop(QD_ERROR_LOOP_STEP, node.site, loop.step);
  if (loop.value < loop.end)
    return !node.inductionWord || writeWord(*node.inductionWord, loop.value);
  next = step.target;
  return true;
}

bool HostExecutor::endRepeat(const Step &step, LoopState &loop, uint32_t &next) {
  countIteration(step, loop);
  if (__builtin_add_overflow(loop.value, loop.step, &loop.value) || loop.value >= loop.end)
    return true;
  next = step.target;
  return checkStop(*step.node, loop.iterations) &&
         (!step.node->inductionWord || writeWord(*step.node->inductionWord, loop.value));
}

bool HostExecutor::beginBranch(const Step &step, uint32_t &next) {
  bool taken = false;
  if (!readCondition(step.node->conditionWord, taken))
    return false;
  if (!taken)
    next = step.target;
  return true;
}

bool HostExecutor::readCounts(const Step &step) {
  for (uint32_t loop = step.loop; loop < program.loops[step.loop].end; ++loop) {
    uint64_t counted = 0;
    if (!program.loops[loop].isCounted())
      continue;
    if (!read(&counted, state.words().at(*program.loops[loop].node->countWord), sizeof(counted)))
      return false;
    state.loops.addIterations(loop, counted);
  }
  return true;
}
