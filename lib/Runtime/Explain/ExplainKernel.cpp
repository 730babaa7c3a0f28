//===- ExplainKernel.cpp - What a launch of a kernel will do --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Explain/ExplainKernel.h"

#include "Runtime/Graph/LoopStrategies.h"

#include "qdc/Support/CheckedArithmetic.h"

#include <algorithm>

using namespace qdrt::loader;
using qdc::LoopStrategy;

/// By which a loop can be run, as they are told.
static constexpr LoopStrategy kWays[] = {LoopStrategy::block, LoopStrategy::grid, LoopStrategy::graph,
                                         LoopStrategy::replay, LoopStrategy::host};

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
  KernelExplainer(const ExplainConditions &conditions, std::span<const Variant> variants, const Variant &variant,
                  qdc::ExplainedKernel &explained)
      : module(conditions.module), device(conditions.device), request(conditions.request), variants(variants),
        variant(variant), kernel(*variant.description), mode(conditions.forcedGraphMode.value_or(kernel.graphMode)),
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
  void explainLoop(const LoopConditions &conditions, const LoopChoice &choice, uint32_t index);
  void explainGraph(std::span<const Program> programs, const LoopChoice &choice);
  void explainCapture();
  std::vector<qdc::ExplainedSegment> segmentsOf(const Program &program) const;
  std::string sizesDecide(const OwnChoice &own) const { return "sizes decide, and " + missing[own.openTask]; }
  LoopConditions conditionsOf(const LoopRequest &launch) const {
    return {module, variant, device, mode, sizes, before, launch, askedLoops};
  }

  const qdc::Module &module;
  const DeviceTraits &device;
  const qdc::ExplainRequest &request;
  const std::span<const Variant> variants; // of the kernel
  const Variant &variant;                  // the one that is explained
  const qdc::Kernel &kernel;
  const qdc::GraphMode mode;
  const LoopStrategyRequest askedLoops;
  const std::vector<LoopRun> before;
  qdc::ExplainedKernel &explained;
  std::vector<TaskSize> sizes;      // of the tasks
  std::vector<std::string> missing; // of each task, why a size is not known that a launch knows; empty: all are
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

/// Nothing where they do not fit in 64 bits.
static std::optional<uint64_t> sumOf(std::span<const int64_t> numbers) {
  std::optional<uint64_t> sum = 0;
  for (int64_t number : numbers)
    sum = sum ? qdc::checkedAdd(*sum, static_cast<uint64_t>(number)) : std::nullopt;
  return sum;
}

void KernelExplainer::measureTasks() {
  for (const qdc::Task &task : kernel.tasks) {
    std::string &reason = missing.emplace_back();
    auto evaluate = [&](const qdc::SizeExpr &size) -> int64_t {
      const qdc::Result<int64_t> value = request.sizeOf(kernel, size);
      if (!value && reason.empty())
        reason = value.error().message;
      return value ? std::max<int64_t>(*value, 0) : 0;
    };
    qdc::ExplainedTask &told = explained.tasks.emplace_back();
    int64_t extent = kUnknownExtent;
    if (!task.extent.readsWord()) {
      extent = evaluate(task.extent);
      if (reason.empty())
        told.iterations = extent;
    }
    std::vector<int64_t> bytes;
    TaskSize size = sizeOfTask(kernel, task, extent,
                               [&](uint32_t array) { return bytes.emplace_back(evaluate(bytesOf(kernel, array))); });
    size.isOpen = !reason.empty();
    if (!size.isOpen)
      told.bytes = sumOf(bytes);
    sizes.push_back(size);
  }
}

void KernelExplainer::explainLoop(const LoopConditions &conditions, const LoopChoice &choice, uint32_t index) {
  const LoopRun &run = choice.runs[index];
  const OwnChoice &own = choice.own[index];
  qdc::ExplainedLoop &loop = explained.loops.back();
  for (LoopStrategy each : kWays) {
    const char *against = unusableReason(conditions, index, each);
    loop.ways.push_back({each, against ? against : "", own.isOpen() && own.has(each), run.estimates[each]});
  }
  if (own.isOpen()) {
    loop.strategy.reset();
    loop.reason = sizesDecide(own);
  }
}

void KernelExplainer::explainLoops(const LoopConditions &conditions, const LoopChoice &choice) {
  const std::vector<ProgramLoop> &loops = variant.program.loops;
  uint32_t end = 0;                  // of the loop around that decides about those inside
  const OwnChoice *around = nullptr; // of that
  for (uint32_t index = 0; index < loops.size(); ++index) {
    const LoopRun &run = choice.runs[index];
    explained.loops.push_back({loops[index].node, run.strategy, run.reason, {}});
    if (index < end) {
      if (around->isOpen()) {
        explained.loops.back().strategy.reset();
        explained.loops.back().reason = "the loop around it may run it, of which " + sizesDecide(*around);
      }
      continue;
    }
    explainLoop(conditions, choice, index);
    around = &choice.own[index];
    if (run.strategy != LoopStrategy::host || around->isOpen())
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
  case NoWholeGraph::batches:
    return "batches";
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

std::vector<qdc::ExplainedSegment> KernelExplainer::segmentsOf(const Program &program) const {
  std::vector<qdc::ExplainedSegment> list;
  for (const Segment &segment : program.segments)
    list.push_back({nameOf(useOf(segment, modeOn(device, mode))), segment.tasks, segment.end - segment.begin});
  return list;
}

/// The program that was chosen, then for each loop that is open those in which that one alone runs otherwise: what all
/// of them agree in does not depend on the sizes.
static std::vector<Program> programsOf(const Variant &variant, const LoopChoice &choice, SizeSteps sizes) {
  std::vector<Program> programs;
  programs.push_back(variant.planWith(choice.tasks, sizes));
  for (uint32_t index = 0; index < choice.own.size(); ++index)
    for (LoopStrategy each : kWays) {
      if (!choice.own[index].isOpen() || !choice.own[index].has(each) || choice.runs[index].strategy == each)
        continue;
      std::vector<uint32_t> tasks = choice.tasks;
      std::fill(tasks.begin() + index, tasks.begin() + variant.program.loops[index].end, taskBy(variant, index, each));
      programs.push_back(variant.planWith(tasks, sizes));
    }
  return programs;
}

void KernelExplainer::explainGraph(std::span<const Program> programs, const LoopChoice &choice) {
  const std::optional<NoWholeGraph> reason = noWholeGraph(programs[0], variant, device, mode);
  explained.segments = segmentsOf(programs[0]);
  for (const Program &other : programs.subspan(1)) {
    if (noWholeGraph(other, variant, device, mode) != reason) {
      explained.openGraph = sizesDecide(*std::ranges::find_if(choice.own, &OwnChoice::isOpen));
      explained.segments.reset();
      return;
    }
    if (explained.segments && segmentsOf(other) != *explained.segments)
      explained.segments.reset();
  }
  if (reason)
    explained.noGraph = {nameOf(*reason), textOf(*reason), *reason == NoWholeGraph::once};
  if (qdc::Status checked = checkAlways(programs[0], variant, device, mode); !checked)
    explained.refusal = checked.error().message;
}

void KernelExplainer::explainProgram() {
  LoopRequest launch;
  addRequestOf(device, variant, mode, /*hasWorkspace=*/false, launch);
  const LoopConditions conditions = conditionsOf(launch);
  LoopChoice choice;
  if (qdc::Status chosen = chooseLoops(conditions, choice); !chosen) {
    explained.refusal = chosen.error().message;
    return;
  }
  explainLoops(conditions, choice);
  explainGraph(programsOf(variant, choice, sizeStepsOf(launch)), choice);
  for (qdc::SlotKind kind : {qdc::SlotKind::seed, qdc::SlotKind::launchOrdinal})
    if (!variant.slotsOf(kind).empty())
      explained.changing.push_back(kind);
}

void KernelExplainer::explainCapture() {
  if (!device.capabilities().capturesStreams) {
    explained.noCapture = "the device captures no streams";
    return;
  }
  if (const char *reason = noCaptureReason(kernel, variants)) {
    explained.noCapture = reason;
    return;
  }
  LoopRequest launch;
  launch.isCaptured = true;
  launch.hostMayLead = false;
  launch.checksSizes = deviceChecksSizes(device, variant);
  LoopChoice choice;
  // Where sizes are open, the host leads in none of the ways.
  if (qdc::Status chosen = chooseLoops(conditionsOf(launch), choice); !chosen)
    explained.noCapture = chosen.error().message;
  else if (const char *reason = noCaptureReason(variant.planWith(choice.tasks, sizeStepsOf(launch))))
    explained.noCapture = reason;
}

qdc::Result<std::vector<qdc::ExplainedKernel>> qdrt::loader::explainKernel(const ExplainConditions &conditions,
                                                                           std::vector<qdc::KernelWithCode> parts) {
  CodeOnPaper code(conditions.device);
  qdc::Result<std::vector<Variant>> planned = planVariants(conditions.module, std::move(parts), code);
  if (!planned)
    return planned.error();
  std::vector<Variant> &variants = *planned;
  std::vector<qdc::ExplainedKernel> explained(variants.size());
  for (size_t index = 0; index < variants.size(); ++index)
    KernelExplainer(conditions, variants, variants[index], explained[index]).run();
  for (size_t index = 0; index < variants.size(); ++index)
    explained[index].code = std::move(variants[index].manifest);
  return explained;
}
