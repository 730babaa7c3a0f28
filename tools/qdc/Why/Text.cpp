//===- Text.cpp - qdc why for a person ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Labels.h"
#include "Why/Why.h"
#include "qdc/Package/FusionObstacle.h"
#include "qdc/Package/ManifestNames.h"

#include <charconv>
#include <cmath>

using namespace qdc;

std::string qdc::notFusedText(const Kernel &kernel, const NotFused &neighbour) {
  std::vector<std::string> arrays;
  for (uint32_t array : neighbour.arrays)
    arrays.push_back("'" + kernel.arguments[array].name + "'");
  return obstacleText(neighbour.reason, arrays);
}

static std::string counted(uint64_t count, const std::string &noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// "  heat.qir:3"; empty for no place.
static std::string placeOf(const std::string &location) { return location.empty() ? "" : "  " + location; }

static std::string imagesText(const Module &module, const ExplainedModule &explained) {
  std::string text;
  for (size_t index = 0; index < explained.images.size(); ++index) {
    const ExplainedImage &image = explained.images[index];
    text += "  image " + imageLabel(module.images[index]) +
            (explained.taken == index ? ": taken, " + counted(image.bytes, "byte") : ": not taken: " + image.against) +
            "\n";
  }
  return text + (explained.refusal.empty() ? "" : "  " + explained.refusal + "\n");
}

static std::string segmentText(const ExplainedSegment &segment) {
  const std::string tasks = counted(segment.tasks, "task");
  if (segment.use == "graph")
    return tasks + " as a graph of " + counted(segment.nodes, "node");
  return tasks + (segment.use == "tasks" ? ", one by one" : ", as a graph from the second time on");
}

static std::string graphText(const ExplainedKernel &explained) {
  const std::optional<NoWholeGraphReason> &against = explained.noGraph;
  if (!explained.openGraph.empty())
    return "    whether a launch is one graph: " + explained.openGraph + "\n";
  if (!against && !explained.segments)
    return "    a launch is one graph, which is replayed; sizes decide which one\n";
  if (!against)
    return "    a launch is one graph, which is replayed: " + counted(explained.segments->front().tasks, "task") +
           ", " + counted(explained.segments->front().nodes, "node") + "\n";
  std::string text = "    a launch does not replay as a graph: " + std::string(against->text) + "\n";
  if (!explained.segments)
    return text + "      sizes decide what the device gets\n";
  if (!against->isForFirstLaunch)
    for (const ExplainedSegment &segment : *explained.segments)
      // Without a task the device only hands over what was found.
      text += segment.tasks == 0 ? "" : "      the device gets " + segmentText(segment) + "\n";
  return text;
}

static std::string captureText(const ExplainedKernel &explained) {
  std::string text;
  for (SlotKind kind : explained.changing)
    text += "      each launch changes nodes: tasks read its '" + std::string(enumName(kind)) + "'\n";
  // A device without graphs captures none.
  if (explained.noGraph && explained.noGraph->name == "device")
    return text;
  return text + (explained.noCapture.empty()
                     ? "    a graph of the caller can capture it\n"
                     : "    no graph of the caller can capture it: " + explained.noCapture + "\n");
}

static std::string nanosecondsText(float nanoseconds) {
  char digits[64];
  const std::string text(
      digits, std::to_chars(digits, std::end(digits), std::floor(nanoseconds), std::chars_format::fixed).ptr);
  return text + (text == "1" ? " nanosecond" : " nanoseconds");
}

static std::string wayText(const ExplainedWay &way, bool isOpen) {
  std::string text = "      '" + std::string(enumName(way.strategy)) + "' ";
  if (!way.against.empty())
    return text + "is not possible: " + way.against + "\n";
  if (way.nanoseconds > 0)
    return text + "would take about " + nanosecondsText(way.nanoseconds) + " for an iteration\n";
  return text + (isOpen && !way.isTakenUnasked ? "is taken where it is asked for alone\n" : "is possible\n");
}

static std::string loopText(const Module &module, const Kernel &kernel, const ExplainedLoop &loop) {
  std::string text =
      "    loop: " + controlLabel(module, kernel, *loop.node) + placeOf(controlLocation(module, *loop.node)) + "\n";
  text += loop.strategy ? "      run by '" + std::string(enumName(*loop.strategy)) + "': " + loop.reason + "\n"
                        : "      run in one of these ways: " + loop.reason + "\n";
  for (const ExplainedWay &way : loop.ways)
    if (loop.strategy != way.strategy || way.nanoseconds > 0)
      text += wayText(way, !loop.strategy);
  return text;
}

static std::string taskText(const Kernel &kernel, const Task &task, const ExplainedTask &size) {
  std::string text = "    task " + task.name + ": " + taskLabel(kernel, task);
  if (task.kind == TaskKind::parallel && size.iterations && !task.extent.isConstant())
    text += " = " + std::to_string(*size.iterations);
  if (size.bytes && *size.bytes > 0)
    text += ", " + counted(*size.bytes, "byte") + " of arrays";
  text += placeOf(locationLabel(task.location)) + "\n";
  if (task.reductions > 0)
    text += "      reduces " + counted(task.reductions, "value") + ", in an order that its iterations alone decide\n";
  if (std::string fuses = fusedLoopsLabel(kernel, task); !fuses.empty())
    text += "      " + fuses + "\n";
  if (const std::optional<NotFused> &neighbour = task.notFused) {
    const std::string with = locationLabel(neighbour->with);
    text += "      not one with the loop before it" + (with.empty() ? "" : ", " + with) + ": " +
            notFusedText(kernel, *neighbour) + "\n";
  }
  return text;
}

static std::string regionText(const Kernel &kernel, const WorkspaceRegion &region, bool isOfImage,
                              const GivenSizes &sizes) {
  return "      region " + region.name + (isOfImage ? ", of the image" : "") + ": " + regionLabel(kernel, region) +
         sizes.bytesLabel(kernel, region.size) + "\n";
}

static std::string workspaceText(const KernelWithCode &code, const GivenSizes &sizes) {
  const Kernel &kernel = code.kernel;
  const Result<uint64_t> total = sizes.total(kernel, code.regions);
  std::string text = "    workspace: " + (total ? counted(*total, "byte") : "?, since " + total.error().message);
  if (kernel.workspace.readbackBytes != 0)
    text += ", of which " + std::to_string(kernel.workspace.readbackBytes) + " are read back";
  text += "\n";
  for (const WorkspaceRegion &region : kernel.workspace.regions)
    text += regionText(kernel, region, /*isOfImage=*/false, sizes);
  for (const ImageRegion &added : code.regions)
    text += regionText(kernel, added.region, /*isOfImage=*/true, sizes);
  return text;
}

static std::string kernelText(const Module &module, const ExplainedKernel &explained, const GivenSizes &sizes) {
  const Kernel &kernel = explained.code->kernel;
  std::string text = "  kernel " + kernelLabel(kernel) + placeOf(locationLabel(kernel.location)) + "\n";
  text += explained.refusal.empty() ? graphText(explained) + captureText(explained)
                                    : "    a launch is refused: " + explained.refusal + "\n";
  for (const ExplainedLoop &loop : explained.loops)
    text += loopText(module, kernel, loop);
  for (size_t index = 0; index < kernel.tasks.size(); ++index)
    text += taskText(kernel, kernel.tasks[index],
                     index < explained.tasks.size() ? explained.tasks[index] : ExplainedTask());
  return text + workspaceText(*explained.code, sizes);
}

std::string qdc::whyText(const WhyReport &report) {
  std::string text;
  const std::vector<Module> &modules = report.package.manifest.head.modules;
  for (const ExplainedDevice &device : report.devices) {
    text += (text.empty() ? "" : "\n") + report.path + " on " + device.spelling +
            (device.name.empty() ? "" : " (" + device.name + ")") + "\n";
    if (!device.unavailable.empty())
      text += "  it can't be opened: " + device.unavailable + "\n";
    for (size_t index = 0; index < device.modules.size(); ++index) {
      text += modules.size() > 1 ? "  module " + std::to_string(index) + "\n" : "";
      text += imagesText(modules[index], device.modules[index]);
      for (const ExplainedKernel &kernel : device.modules[index].kernels)
        text += kernelText(modules[index], kernel, report.sizes);
    }
  }
  return text;
}
