//===- GraphWalk.cpp - Run a kernel's graph task by task ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/GraphWalk.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Core/Types.h"

#include <algorithm>
#include <cstring>

using namespace qdrt::loader;

GraphWalk::GraphWalk(const Module &module, Scratch &scratch, std::span<const BoundArgument> arguments,
                     BackendStream &stream, uint64_t maximumIterations)
    : module(module), scratch(scratch), kernel(*scratch.variant->description), arguments(arguments), stream(stream),
      workspace(static_cast<std::byte *>(scratch.words().address())),
      bindings(kernel, arguments, stream, {workspace, scratch.words().size()}), maximumIterations(maximumIterations),
      isAsynchronous(stream.isAsynchronous()) {}

bool GraphWalk::stop(LaunchFailure failure) {
  reason = std::move(failure);
  return false;
}

bool GraphWalk::stop(const qdc::Error &error) { return stop(failureOf(error)); }

bool GraphWalk::stopAtSite(qdrt_status status, uint32_t site, const std::string &finding) {
  return stop(failureAtSite(module.description(), status, site, 0, finding));
}

bool GraphWalk::stopAtDecision(const qdc::Error &error) {
  return stop(within(ofKernel("control", kernel.name), error));
}

bool GraphWalk::checkErrorRecord() {
  if (!scratch.errorRecord.address())
    return true;
  uint32_t code = QD_ERROR_NONE;
  qdc::Status status = stream.read(&code, scratch.errorRecord.address(), sizeof(code));
  if (!status)
    return stopAtDecision(status.error());
  if (isAsynchronous)
    copied += sizeof(code);
  if (code == QD_ERROR_NONE)
    return true;
  qd_error_record record;
  status = stream.read(&record, scratch.errorRecord.address(), sizeof(record));
  if (!status)
    return stopAtDecision(status.error());
  return stop(failureOfRecord(module.description(), kernel, record));
}

bool GraphWalk::read(void *to, const void *from, uint64_t bytes) {
  if (isAsynchronous && scratch.errorRecord.address()) {
    // One wait for both.
    HostReport &report = *scratch.hostReport();
    qdc::Status status = stream.readLater(&report.record, scratch.errorRecord.address(), sizeof(report.record));
    if (status)
      status = stream.readLater(&report.word, from, bytes);
    if (status)
      status = stream.synchronize();
    if (!status)
      return stopAtDecision(status.error());
    copied += sizeof(report.record) + bytes;
    if (report.record.code != QD_ERROR_NONE)
      return stop(failureOfRecord(module.description(), kernel, report.record));
    std::memcpy(to, &report.word, bytes);
    return true;
  }
  if (isAsynchronous)
    copied += bytes;
  qdc::Status status = stream.read(to, from, bytes);
  return status ? true : stopAtDecision(status.error());
}

bool GraphWalk::evaluate(const qdc::SizeExpr &expression, const char *what, uint32_t site, int64_t &value) {
  if (expression.isConstant()) {
    value = expression.value();
    return true;
  }
  // A task that failed leaves words that mean nothing.
  if (isAsynchronous && expression.readsWord() && !checkErrorRecord())
    return false;
  qdc::Result<int64_t> result = expression.evaluate(bindings);
  if (!result)
    return stopAtSite(statusOf(result.error().code), site, std::string(what) + ": " + result.error().message);
  value = *result;
  return true;
}

bool GraphWalk::readFlag(const qdc::FlagSource &flag, bool &isSet) {
  const void *address = flag.isGlobal ? module.globals()[flag.index].address.load() : arguments[flag.index].device;
  qdc::ElementType type =
      flag.isGlobal ? module.description().globals[flag.index].type : kernel.arguments[flag.index].type;
  uint64_t value = 0;
  if (!read(&value, address, qdc::elementSize(type)))
    return false;
  isSet = value != 0;
  return true;
}

bool GraphWalk::readCondition(uint64_t offset, bool &isSet) {
  uint8_t value = 0;
  if (!read(&value, workspace + offset, sizeof(value)))
    return false;
  isSet = value != 0;
  return true;
}

bool GraphWalk::writeWord(uint64_t offset, int64_t value) {
  qdc::Status written = stream.write(workspace + offset, &value, sizeof(value));
  if (!written)
    return stopAtDecision(written.error());
  if (isAsynchronous)
    copied += sizeof(value);
  return true;
}

bool GraphWalk::checkMaximumIterations(const PlanNode &node, uint64_t iterations) {
  if (maximumIterations == 0 || iterations < maximumIterations)
    return true;
  uint32_t site = node.node->site;
  return stopAtSite(QDRT_LOOP_MAXIMUM, site,
                    loopName(module.description().sites[site]) + " reached the launch's maximum of " +
                        std::to_string(maximumIterations) + " iterations");
}

bool GraphWalk::runAll(const std::vector<PlanNode> &nodes) {
  for (const PlanNode &node : nodes)
    if (!runNode(node))
      return false;
  return true;
}

bool GraphWalk::runNode(const PlanNode &node) {
  switch (node.node->kind) {
  case qdc::NodeKind::task:
    return runTask(node.node->task);
  case qdc::NodeKind::doWhile:
    return runDoWhile(node);
  case qdc::NodeKind::whileDo:
    return runWhileDo(node);
  case qdc::NodeKind::repeat:
    return runRepeat(node);
  case qdc::NodeKind::branch:
    return runBranch(node);
  }
  return true;
}

bool GraphWalk::runTask(uint32_t index) {
  const qdc::Task &task = kernel.tasks[index];
  const TaskCode &code = scratch.variant->tasks[index];
  int64_t extent = scratch.extents[index];
  if (extent == kUnknownExtent && !isAsynchronous) {
    qdc::Result<int64_t> result = task.extent.evaluate(bindings);
    if (!result)
      return stop(within(partOfKernel("extent of task", task.name, kernel.name), result.error()));
    extent = std::max<int64_t>(*result, 0);
  }
  ++tasksRun;
  sourceLoopsRun += task.sourceLoops.size();
  if (extent == 0)
    return true;
  const PrivateLaunch *privateForm = scratch.copies.find(index);
  privateTasksRun += privateForm != nullptr;
  qdc::Status ran = stream.runTask({code.entry, scratch.slots.data() + code.firstSlot, code.slotCount, extent,
                                    task.operations, code.shape, privateForm});
  if (!ran)
    return stop(within(partOfKernel("task", task.name, kernel.name), ran.error()));
  return isAsynchronous || checkErrorRecord();
}

bool GraphWalk::runDoWhile(const PlanNode &node) {
  const qdc::Node &loop = *node.node;
  int64_t maximum = INT64_MAX;
  if (loop.maximum && !evaluate(*loop.maximum, "maximum of iterations", loop.site, maximum))
    return false;
  maximum = std::max<int64_t>(maximum, 1);
  int64_t iterations = 0;
  for (bool again = true; again;) {
    if (!checkMaximumIterations(node, static_cast<uint64_t>(iterations)) || !runAll(node.body))
      return false;
    ++iterations;
    ++scratch.loopIterations[node.loop];
    if (!readFlag(loop.flag, again))
      return false;
    if (again && iterations == maximum) {
      if (loop.maximumIsError)
        return stopAtSite(QDRT_LOOP_MAXIMUM, loop.site,
                          loopName(module.description().sites[loop.site]) + " reached its maximum of " +
                              std::to_string(maximum) + " iterations");
      break;
    }
  }
  return !loop.iterationWord || writeWord(*loop.iterationWord, iterations);
}

bool GraphWalk::runWhileDo(const PlanNode &node) {
  for (uint64_t iterations = 0;; ++iterations) {
    bool again = false;
    if (!runAll(node.before) || !readCondition(node.node->conditionWord, again))
      return false;
    if (!again)
      return true;
    if (!checkMaximumIterations(node, iterations) || !runAll(node.body))
      return false;
    ++scratch.loopIterations[node.loop];
  }
}

bool GraphWalk::runRepeat(const PlanNode &node) {
  const qdc::Node &loop = *node.node;
  int64_t lower = 0, upper = 0, step = 1;
  if (!evaluate(*loop.lower, "lower bound", loop.site, lower) ||
      !evaluate(*loop.upper, "upper bound", loop.site, upper) || !evaluate(*loop.step, "step", loop.site, step))
    return false;
  if (step < 1)
    return stopAtSite(QDRT_INVALID_ARGUMENT, loop.site,
                      loopName(module.description().sites[loop.site]) + " has the step " + std::to_string(step) +
                          "; it takes 1 or more");
  for (int64_t i = lower; i < upper;) {
    if (loop.inductionWord && !writeWord(*loop.inductionWord, i))
      return false;
    if (!runAll(node.body))
      return false;
    ++scratch.loopIterations[node.loop];
    if (__builtin_add_overflow(i, step, &i))
      break;
  }
  return true;
}

bool GraphWalk::runBranch(const PlanNode &node) {
  bool taken = false;
  if (!readCondition(node.node->conditionWord, taken))
    return false;
  return runAll(taken ? node.body : node.elseBody);
}
