//===- ExplainKernel.cpp - What a launch of a kernel will do --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Explain/ExplainKernel.h"

#include "Runtime/Graph/LoopStrategies.h"

#include <algorithm>

using namespace qdrt::loader;
using qdc::LoopStrategy;

namespace {

/// An image of which nobody has the code in a place where it could run.
class CodeOnPaper final : public BackendImage {
public:
  explicit CodeOnPaper(const DeviceTraits &device) : device(device) {}

  qdc::Result<std::unique_ptr<BackendEntry>> prepare(const qdc::EntryPoint &description) override {
    const qdc::Result<const char *> reason = device.noLaunchReason(description);
    if (!reason)
      return reason.error();
    auto entry = std::make_unique<BackendEntry>();
    entry->unusableReason = *reason;
    return entry;
  }

private:
  const DeviceTraits &device;
};

/// Explains a variant. What it asks the loader's functions is what an instance asks that was never launched.
class KernelExplainer {
public:
  KernelExplainer(const ExplainConditions &conditions, const Variant &variant, qdc::ExplainedKernel &explained)
      : module(conditions.module), device(conditions.device), request(conditions.request), variant(variant),
        kernel(*variant.description), mode(conditions.forcedGraphMode.value_or(kernel.graphMode)),
        askedLoops(conditions.loops), before(variant.program.loops.size()), explained(explained) {}

  void run() {
    measureTasks();
    explainProgram();
    explainCapture();
  }

private:
  void measureTasks();
  void explainProgram();
  void explainLoops(const LoopConditions &conditions, const LoopChoice &choice);
  void explainCapture();
  LoopConditions conditionsOf(const LoopRequest &launch) const {
    return {module, variant, device, mode, sizes, before, launch, askedLoops};
  }

  const qdc::Module &module;
  const DeviceTraits &device;
  const qdc::ExplainRequest &request;
  const Variant &variant;
  const qdc::Kernel &kernel;
  const qdc::GraphMode mode;
  const LoopStrategyRequest askedLoops;
  const std::vector<LoopRun> before;
  qdc::ExplainedKernel &explained;
  std::vector<TaskSize> sizes; // of the tasks
  std::string missing;         // why some size of a task is not known that a launch knows
};

} // namespace

/// The bytes of an array, as a product.
static qdc::SizeExpr bytesOf(const qdc::Kernel &kernel, uint32_t array) {
  const qdc::Argument &argument = kernel.arguments[array];
  qdc::SizeExpr bytes = qdc::SizeExpr::constant(static_cast<int64_t>(elementSize(argument.type)));
  for (uint32_t axis = 0; axis < argument.shape.size(); ++axis)
    bytes = qdc::SizeExpr::binary(qdc::SizeExprKind::mul, bytes,
                                  argument.shape[axis] == qdc::kDynamicDimension
                                      ? qdc::SizeExpr::dim(array, axis)
                                      : qdc::SizeExpr::constant(argument.shape[axis]));
  return bytes;
}

void KernelExplainer::measureTasks() {
  for (const qdc::Task &task : kernel.tasks) {
    bool isKnown = true;
    auto evaluate = [&](const qdc::SizeExpr &size) -> int64_t {
      const qdc::Result<int64_t> value = request.sizeOf(kernel, size);
      if (!value && missing.empty())
        missing = value.error().message;
      isKnown &= static_cast<bool>(value);
      return value ? std::max<int64_t>(*value, 0) : 0;
    };
    qdc::ExplainedTask &told = explained.tasks.emplace_back();
    int64_t extent = kUnknownExtent;
    if (!task.extent.readsWord()) {
      extent = evaluate(task.extent);
      if (isKnown)
        told.iterations = extent;
    }
    const TaskSize size =
        sizeOfTask(kernel, task, extent, [&](uint32_t array) { return evaluate(bytesOf(kernel, array)); });
    if (isKnown)
      told.bytes = static_cast<uint64_t>(size.bytes);
    sizes.push_back(isKnown ? size : TaskSize{kUnknownExtent});
  }
}

void KernelExplainer::explainLoops(const LoopConditions &conditions, const LoopChoice &choice) {
  const std::vector<ProgramLoop> &loops = variant.program.loops;
  uint32_t end = 0; // of the loop around that runs those inside
  for (uint32_t index = 0; index < loops.size(); ++index) {
    const LoopRun &run = choice.runs[index];
    qdc::ExplainedLoop &loop = explained.loops.emplace_back();
    loop.node = loops[index].node;
    loop.strategy = run.strategy;
    loop.reason = run.reason;
    if (index < end)
      continue;
    for (LoopStrategy each : {LoopStrategy::block, LoopStrategy::grid, LoopStrategy::graph, LoopStrategy::host}) {
      const char *against = unusableReason(conditions, index, each);
      loop.ways.push_back({each, against ? against : "", run.estimates[each]});
    }
    const bool isOpen = std::ranges::count(loop.ways, std::string(), &qdc::ExplainedWay::against) > 1;
    if (!run.isAsked && isOpen && !missing.empty()) {
      loop.strategy.reset();
      loop.reason = "sizes decide, and " + missing;
    }
    if (run.strategy != LoopStrategy::host)
      end = loops[index].end;
  }
}

static std::string_view nameOf(NoWholeGraph reason) {
  switch (reason) {
  case NoWholeGraph::device:
    return "device";
  case NoWholeGraph::never:
    return "never";
  case NoWholeGraph::loops:
    return "loops";
  case NoWholeGraph::sizes:
    return "sizes";
  case NoWholeGraph::unboundSizes:
    return "unbound_sizes";
  case NoWholeGraph::nothing:
    return "nothing";
  case NoWholeGraph::once:
    return "once";
  }
  return "";
}

static std::string_view nameOf(SegmentUse use) {
  return use == SegmentUse::graph ? "graph" : use == SegmentUse::later ? "graph_later" : "tasks";
}

void KernelExplainer::explainProgram() {
  const LoopRequest launch = requestOf(device, variant, mode, /*hasWorkspace=*/false);
  const LoopConditions conditions = conditionsOf(launch);
  LoopChoice choice;
  if (qdc::Status chosen = chooseLoops(conditions, choice); !chosen) {
    explained.refusal = chosen.error().message;
    return;
  }
  explainLoops(conditions, choice);
  const Program program = variant.planWith(choice.tasks, sizeStepsOf(launch));
  if (std::optional<NoWholeGraph> reason = noWholeGraph(program, variant, device, mode)) {
    explained.noGraph = {nameOf(*reason), textOf(*reason), *reason == NoWholeGraph::once};
    if (program.hasControl && isAlwaysGraph(device, kernel, mode))
      explained.refusal = qdc::formatText("graph = \"always\" is not possible where {}", textOf(*reason));
  }
  for (const Segment &segment : program.segments)
    explained.segments.push_back(
        {nameOf(useOf(segment, modeOn(device, mode))), segment.tasks, segment.end - segment.begin});
  for (qdc::SlotKind kind : {qdc::SlotKind::seed, qdc::SlotKind::launchOrdinal})
    if (!variant.slotsOf(kind).empty())
      explained.changing.push_back(kind);
}

void KernelExplainer::explainCapture() {
  if (!device.capabilities().capturesStreams) {
    explained.noCapture = "the device captures no streams";
    return;
  }
  if (const char *reason = noCaptureReason(kernel, {&variant, 1})) {
    explained.noCapture = reason;
    return;
  }
  LoopRequest launch;
  launch.isCaptured = true;
  launch.hostMayLead = false;
  launch.checksSizes = deviceChecksSizes(device, variant);
  LoopChoice choice;
  if (qdc::Status chosen = chooseLoops(conditionsOf(launch), choice); !chosen)
    explained.noCapture = chosen.error().message;
  else if (const char *reason = noCaptureReason(variant.planWith(choice.tasks, sizeStepsOf(launch))))
    explained.noCapture = reason;
}

qdc::ExplainedKernel qdrt::loader::explainKernel(const ExplainConditions &conditions, qdc::KernelWithCode kernel) {
  qdc::ExplainedKernel explained;
  CodeOnPaper code(conditions.device);
  auto copy = std::make_unique<const qdc::KernelWithCode>(kernel);
  qdc::Result<Variant> variant = planVariant(conditions.module, std::move(kernel), code);
  if (!variant) {
    explained.refusal = variant.error().message;
    explained.code = std::move(copy);
    return explained;
  }
  KernelExplainer(conditions, *variant, explained).run();
  explained.code = std::move(variant->manifest);
  return explained;
}
