//===- Json.cpp - qdc why for a program -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Labels.h"
#include "Why/Why.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Support/JsonValue.h"

using namespace qdc;

/// null for nothing.
static Json textOrNull(const std::string &text) { return text.empty() ? Json() : Json(text); }

template <typename T>
static Json valueOrNull(const std::optional<T> &value) {
  return value ? Json(*value) : Json();
}

static Json loopJson(const Module &module, const Kernel &kernel, const ExplainedLoop &loop) {
  Json ways = Json::array();
  for (const ExplainedWay &way : loop.ways)
    ways.push_back({{"strategy", enumName(way.strategy)},
                    {"against", textOrNull(way.against)},
                    {"taken_unasked", loop.strategy ? Json() : Json(way.isTakenUnasked)},
                    {"estimated_ns", way.nanoseconds > 0 ? Json(way.nanoseconds) : Json()}});
  return {{"loop", controlLabel(module, kernel, *loop.node)},
          {"location", textOrNull(controlLocation(module, *loop.node))},
          {"strategy", loop.strategy ? Json(enumName(*loop.strategy)) : Json()},
          {"because", loop.reason},
          {"ways", ways}};
}

static Json notFusedJson(const Kernel &kernel, const NotFused &neighbour) {
  Json arrays = Json::array();
  for (uint32_t array : neighbour.arrays)
    arrays.push_back(kernel.arguments[array].name);
  return {{"reason", enumName(neighbour.reason)},
          {"text", notFusedText(kernel, neighbour)},
          {"with", textOrNull(locationLabel(neighbour.with))},
          {"arrays", arrays}};
}

static Json taskJson(const Kernel &kernel, size_t index, const ExplainedKernel &explained) {
  const Task &task = kernel.tasks[index];
  // The tasks of a kernel that is refused have no sizes.
  const ExplainedTask size = index < explained.tasks.size() ? explained.tasks[index] : ExplainedTask();
  return {{"task", task.name},
          {"kind", enumName(task.kind)},
          {"location", textOrNull(locationLabel(task.location))},
          {"iterations", valueOrNull(size.iterations)},
          {"array_bytes", valueOrNull(size.bytes)},
          {"reductions", task.reductions},
          {"source_loops", task.sourceLoops.size()},
          {"not_fused", task.notFused ? notFusedJson(kernel, *task.notFused) : Json()}};
}

static Json graphJson(const Kernel &kernel, const ExplainedKernel &explained) {
  // Of a kernel that is refused the device gets nothing.
  Json segments = explained.segments || !explained.refusal.empty() ? Json::array() : Json(), changing = Json::array();
  if (explained.segments)
    for (const ExplainedSegment &segment : *explained.segments)
      segments.push_back({{"use", segment.use}, {"tasks", segment.tasks}, {"nodes", segment.nodes}});
  for (SlotKind kind : explained.changing)
    changing.push_back(enumName(kind));
  const std::optional<NoWholeGraphReason> &against = explained.noGraph;
  return {{"asked", enumName(kernel.graphMode)},
          {"is_whole", explained.openGraph.empty() ? Json(explained.refusal.empty() && !against) : Json()},
          {"reason", against ? Json(against->name) : Json()},
          {"text", against ? Json(against->text) : textOrNull(explained.openGraph)},
          {"segments", segments},
          {"changing", changing},
          {"no_capture", textOrNull(explained.noCapture)}};
}

static Json workspaceJson(const KernelWithCode &code, const GivenSizes &sizes) {
  Json regions = Json::array();
  auto add = [&](const WorkspaceRegion &region, const char *owner) {
    const Result<int64_t> bytes = sizes.evaluate(code.kernel, region.size.bytes);
    regions.push_back({{"region", region.name},
                       {"of", owner},
                       {"size", sizeLabel(code.kernel, region.size.bytes)},
                       {"bytes", bytes && *bytes >= 0 ? Json(*bytes) : Json()}});
  };
  for (const WorkspaceRegion &region : code.kernel.workspace.regions)
    add(region, "kernel");
  for (const ImageRegion &added : code.regions)
    add(added.region, "image");
  const Result<uint64_t> total = sizes.total(code.kernel, code.regions);
  return {{"bytes", total ? Json(*total) : Json()},
          {"unknown", total ? Json() : Json(total.error().message)},
          {"readback_bytes", code.kernel.workspace.readbackBytes},
          {"regions", regions}};
}

static Json kernelJson(const Module &module, const ExplainedKernel &explained, const GivenSizes &sizes) {
  const Kernel &kernel = explained.code->kernel;
  Json loops = Json::array(), tasks = Json::array();
  for (const ExplainedLoop &loop : explained.loops)
    loops.push_back(loopJson(module, kernel, loop));
  for (size_t index = 0; index < kernel.tasks.size(); ++index)
    tasks.push_back(taskJson(kernel, index, explained));
  return {{"kernel", kernel.name},
          {"label", kernelLabel(kernel)},
          {"location", textOrNull(locationLabel(kernel.location))},
          {"refused", textOrNull(explained.refusal)},
          {"graph", graphJson(kernel, explained)},
          {"loops", loops},
          {"tasks", tasks},
          {"workspace", workspaceJson(*explained.code, sizes)}};
}

static Json moduleJson(const Module &module, const ExplainedModule &explained, const GivenSizes &sizes) {
  Json images = Json::array(), kernels = Json::array();
  for (size_t index = 0; index < explained.images.size(); ++index)
    images.push_back({{"image", imageLabel(module.images[index])},
                      {"bytes", explained.images[index].bytes},
                      {"against", textOrNull(explained.images[index].against)}});
  for (const ExplainedKernel &kernel : explained.kernels)
    kernels.push_back(kernelJson(module, kernel, sizes));
  return {{"image", explained.taken ? Json(imageLabel(module.images[*explained.taken])) : Json()},
          {"images", images},
          {"refused", textOrNull(explained.refusal)},
          {"kernels", kernels}};
}

std::string qdc::whyJson(const WhyReport &report) {
  Json devices = Json::array();
  for (const ExplainedDevice &device : report.devices) {
    Json modules = Json::array();
    for (size_t index = 0; index < device.modules.size(); ++index)
      modules.push_back(moduleJson(report.package.manifest.head.modules[index], device.modules[index], report.sizes));
    devices.push_back({{"device", device.spelling},
                       {"name", textOrNull(device.name)},
                       {"unavailable", textOrNull(device.unavailable)},
                       {"modules", modules}});
  }
  return writeJson({{"package", report.path}, {"devices", devices}}) + "\n";
}
