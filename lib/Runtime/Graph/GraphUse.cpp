//===- GraphUse.cpp - Whether a launch is one graph -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/GraphUse.h"

#include <algorithm>

using namespace qdrt::loader;

SegmentUse qdrt::loader::useOf(const Segment &segment, qdc::GraphMode mode) {
  if (mode == qdc::GraphMode::never || segment.tasks == 0)
    return SegmentUse::tasks;
  const bool isGraph = mode == qdc::GraphMode::always || segment.decides || segment.end - segment.begin > 1;
  return isGraph ? SegmentUse::graph : SegmentUse::later;
}

static NoWholeGraph reasonOfControl(const Program &program, const Variant &variant, const DeviceTraits &device) {
  if (!program.sizesRegions)
    return NoWholeGraph::loops;
  return deviceChecksSizes(device, variant) ? NoWholeGraph::unboundSizes : NoWholeGraph::sizes;
}

std::optional<NoWholeGraph> qdrt::loader::noWholeGraph(const Program &program, const Variant &variant,
                                                       const DeviceTraits &device, qdc::GraphMode mode) {
  if (!device.capabilities().hasGraphs)
    return NoWholeGraph::device;
  if (mode == qdc::GraphMode::never)
    return NoWholeGraph::never;
  if (program.hasControl)
    return reasonOfControl(program, variant, device);
  if (program.replays)
    return NoWholeGraph::batches;
  if (program.segments.empty())
    return NoWholeGraph::nothing;
  switch (useOf(program.segments[0], mode)) {
  case SegmentUse::tasks:
    return NoWholeGraph::nothing;
  case SegmentUse::later:
    return NoWholeGraph::once;
  case SegmentUse::graph:
    break;
  }
  return std::nullopt;
}

const char *qdrt::loader::textOf(NoWholeGraph reason) {
  switch (reason) {
  case NoWholeGraph::device:
    return "the device has no graphs";
  case NoWholeGraph::never:
    return "its tasks run one by one, as QDRT_GRAPH=0 or graph = \"never\" of the kernel asks for";
  case NoWholeGraph::loops:
    return "the host decides about loops and branches";
  case NoWholeGraph::batches:
    return "the host submits the iterations of a loop, batch by batch";
  case NoWholeGraph::sizes:
    return "tasks compute the size of a temporary";
  case NoWholeGraph::unboundSizes:
    return "tasks compute the size of a temporary, unless a workspace is bound (qdrt_workspace_bind)";
  case NoWholeGraph::nothing:
    return "it has no task";
  case NoWholeGraph::once:
    return "it is a single step, which is a graph from the second launch on";
  }
  return "";
}

const char *qdrt::loader::noDecisionsReason(const DeviceTraits &device, qdc::GraphMode mode,
                                            const LoopRequest &request) {
  if (request.isCaptured && request.strategy != LoopStrategyRequest(qdc::LoopStrategy::graph))
    return "a captured launch has conditional nodes only where its option 'loops' asks for 'graph', since they take "
           "rights from the caller's graph";
  if (modeOn(device, mode) == qdc::GraphMode::never)
    return textOf(NoWholeGraph::never);
  return device.noDecisionsReason();
}

const char *qdrt::loader::noReplayReason(const DeviceTraits &device, qdc::GraphMode mode) {
  if (!device.capabilities().replaysLoops)
    return "this device does not run loops in batches";
  return modeOn(device, mode) == qdc::GraphMode::never ? textOf(NoWholeGraph::never) : nullptr;
}

const char *qdrt::loader::noCaptureReason(const qdc::Kernel &kernel, std::span<const Variant> variants) {
  if (std::ranges::any_of(variants,
                          [](const Variant &variant) { return !variant.slotsOf(qdc::SlotKind::printBuffer).empty(); }))
    return "it prints, and nothing reads the lines of a replay";
  if (!kernel.results.empty())
    return "it returns values, and nothing reads those of a replay; an array takes them";
  return nullptr;
}

const char *qdrt::loader::noCaptureReason(const Program &program) {
  if (program.sizesRegions)
    return "its tasks compute the size of a temporary, which its code does not check on the device; extents that "
           "follow from arguments are taken";
  return program.hasControl ? "the host decides about its loops and branches" : nullptr;
}

qdc::Status qdrt::loader::refuseAlways(const Program &program, const Variant &variant, const DeviceTraits &device,
                                       qdc::GraphMode mode) {
  return qdc::makeError(qdc::ErrorCode::unsupported,
                        "attribute 'graph' of kernel '{}': \"always\" is not possible where {}; the kernel takes "
                        "\"auto\" or \"never\"",
                        variant.description->name, textOf(*noWholeGraph(program, variant, device, mode)));
}
