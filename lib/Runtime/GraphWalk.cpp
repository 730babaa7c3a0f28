//===- GraphWalk.cpp - Run a kernel's graph task by task ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/GraphWalk.h"

#include "Runtime/Error.h"
#include "Runtime/Types.h"

#include <algorithm>

using namespace qdrt::loader;

GraphWalk::GraphWalk(const Package &package, Scratch &scratch, std::span<const BoundArgument> arguments,
                     BackendStream &stream, uint64_t maximumIterations)
    : package(package), scratch(scratch), kernel(*scratch.variant->description), arguments(arguments), stream(stream),
      workspace(static_cast<std::byte *>(scratch.workspace.address())),
      bindings(kernel, arguments, stream, {workspace, scratch.workspace.size()}), maximumIterations(maximumIterations) {
}

bool GraphWalk::stop(const qdc::Error &error) {
  reason.status = statusOf(error.code);
  reason.message = error.message;
  return false;
}

bool GraphWalk::stopAtSite(qdrt_status status, uint32_t site, int64_t iteration, std::string message) {
  const qdc::SourceLocation &location = package.manifest().sites[site].location;
  reason.status = status;
  reason.location = location;
  reason.iteration = iteration;
  reason.message = location.file + ":" + std::to_string(location.line) + ":" + std::to_string(location.column) + ": " +
                   std::move(message);
  return false;
}

static std::string loopName(const qdc::Site &site) {
  return site.message.empty() ? "the loop" : "loop '" + site.message + "'";
}

bool GraphWalk::checkErrorRecord() {
  if (!scratch.errorRecord.address())
    return true;
  uint32_t code = QD_ERROR_NONE;
  qdc::Status read = stream.read(&code, scratch.errorRecord.address(), sizeof(code));
  if (!read)
    return stop(read.error());
  if (code == QD_ERROR_NONE)
    return true;
  qd_error_record record;
  read = stream.read(&record, scratch.errorRecord.address(), sizeof(record));
  if (!read)
    return stop(read.error());
  if (record.site >= package.manifest().sites.size())
    return stop({qdc::ErrorCode::invalidPackage, "kernel '" + kernel.name + "' reported an error at site " +
                                                     std::to_string(record.site) +
                                                     ", which the package does not have"});
  const qdc::Site &site = package.manifest().sites[record.site];
  if (record.code == QD_ERROR_LOOP_MAXIMUM)
    return stopAtSite(QDRT_LOOP_MAXIMUM, record.site, record.iteration, loopName(site) + " reached its maximum");
  return stopAtSite(QDRT_ASSERTION_FAILED, record.site, record.iteration,
                    "assertion failed: " + site.message + " (iteration " + std::to_string(record.iteration) + ")");
}

bool GraphWalk::evaluate(const qdc::SizeExpr &expression, const char *what, uint32_t site, int64_t &value) {
  if (expression.isConstant()) {
    value = expression.value();
    return true;
  }
  qdc::Result<int64_t> result = expression.evaluate(bindings);
  if (!result)
    return stopAtSite(statusOf(result.error().code), site, 0, std::string(what) + ": " + result.error().message);
  value = *result;
  return true;
}

bool GraphWalk::readFlag(const qdc::FlagSource &flag, bool &isSet) {
  const void *address = flag.isGlobal ? package.globals()[flag.index].address.load() : arguments[flag.index].data;
  qdc::ElementType type =
      flag.isGlobal ? package.manifest().globals[flag.index].type : kernel.arguments[flag.index].type;
  uint64_t value = 0;
  qdc::Status read = stream.read(&value, address, qdc::elementSize(type));
  isSet = value != 0;
  return read ? true : stop(read.error());
}

bool GraphWalk::readCondition(uint64_t offset, bool &isSet) {
  uint8_t value = 0;
  qdc::Status read = stream.read(&value, workspace + offset, sizeof(value));
  isSet = value != 0;
  return read ? true : stop(read.error());
}

bool GraphWalk::writeWord(uint64_t offset, int64_t value) {
  qdc::Status written = stream.write(workspace + offset, &value, sizeof(value));
  return written ? true : stop(written.error());
}

bool GraphWalk::checkMaximumIterations(const PlanNode &node, uint64_t iterations) {
  if (maximumIterations == 0 || iterations < maximumIterations)
    return true;
  uint32_t site = node.node->site;
  return stopAtSite(QDRT_LOOP_MAXIMUM, site, 0,
                    loopName(package.manifest().sites[site]) + " reached the launch's maximum of " +
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
  if (task.extent.readsWord()) {
    qdc::Result<int64_t> result = task.extent.evaluate(bindings);
    if (!result)
      return stop({result.error().code,
                   "extent of task '" + task.name + "' of kernel '" + kernel.name + "': " + result.error().message});
    extent = *result;
  }
  ++tasksRun;
  sourceLoopsRun += task.sourceLoops.size();
  if (extent <= 0)
    return true;
  qdc::Status ran = stream.runTask(
      {code.entry, scratch.slots.data() + code.firstSlot, code.slotCount, extent, task.operations, code.shape});
  if (!ran)
    return stop(ran.error());
  return checkErrorRecord();
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
        return stopAtSite(QDRT_LOOP_MAXIMUM, loop.site, 0,
                          loopName(package.manifest().sites[loop.site]) + " reached its maximum of " +
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
    return stopAtSite(QDRT_INVALID_ARGUMENT, loop.site, 0,
                      loopName(package.manifest().sites[loop.site]) + " has the step " + std::to_string(step) +
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
