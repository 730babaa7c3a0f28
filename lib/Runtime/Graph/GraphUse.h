//===- GraphUse.h - Whether a launch is one graph ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that is one graph of the device is handed over by one call, again and
// again. Here is what keeps it from that. The launch decides by it, errors take
// their words from it, and so does `qdc why`.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_GRAPHUSE_H
#define QDRT_GRAPH_GRAPHUSE_H

#include "Runtime/Core/DeviceTraits.h"
#include "Runtime/Core/LoopStrategyRequest.h"
#include "Runtime/Package/Kernel.h"

namespace qdrt::loader {

/// How a segment of a program is handed to a device that has graphs.
enum class SegmentUse : uint8_t {
  tasks, // task by task
  later, // as a graph from the second time on: what runs once never pays for its graph, which takes longer to build
         // than to do without
  graph, // as a graph
};
SegmentUse useOf(const Segment &segment, qdc::GraphMode mode);

/// Why a launch is not one graph. `once` is gone with the second launch; others change with what the launch asks for,
/// as with a workspace of the caller, and with sizes that change how loops are run.
enum class NoWholeGraph : uint8_t {
  device, // it has no graphs
  never,  // nobody wants one
  loops,  // the host decides about control
  batches, // it submits the iterations of a loop until that is over
  sizes,  // it gives temporaries the size that tasks compute
  unboundSizes, // likewise, unless a workspace is bound
  nothing, // there is no task
  once, // it is one from the second launch on
};
/// Nothing: it is one from the first launch on. `mode` is what is asked for, by the kernel or by QDRT_GRAPH; `program`
/// is of `variant`.
std::optional<NoWholeGraph> noWholeGraph(const Program &program, const Variant &variant, const DeviceTraits &device,
                                         qdc::GraphMode mode);
/// In words, to follow "because". Lives as long as the process.
const char *textOf(NoWholeGraph reason);

/// Whether the device finds out if temporaries are too small whose size tasks compute.
inline bool deviceChecksSizes(const DeviceTraits &device, const Variant &variant) {
  return variant.checksSizes && device.capabilities().checksSizes;
}

/// Why graphs of a launch can't decide about loops; NULL: they can.
const char *noDecisionsReason(const DeviceTraits &device, qdc::GraphMode mode, const LoopRequest &request);
/// Why graphs of a launch can't be such that replay loops; NULL: they can.
const char *noReplayReason(const DeviceTraits &device, qdc::GraphMode mode);

/// Why launches of a kernel can't be part of a graph of the caller, whatever the arguments; NULL: nothing of the kernel
/// is against it. Of a program that a captured launch would run, likewise.
const char *noCaptureReason(const qdc::Kernel &kernel, std::span<const Variant> variants);
const char *noCaptureReason(const Program &program);

/// The mode in which the kernel's graph is used: the device may have none.
inline qdc::GraphMode modeOn(const DeviceTraits &device, qdc::GraphMode wanted) {
  return device.capabilities().hasGraphs ? wanted : qdc::GraphMode::never;
}

/// Whether a launch has to be one graph: the kernel asks for that, the device has graphs, and `mode`, what is asked for
/// in all, is the kernel's.
inline bool isAlwaysGraph(const DeviceTraits &device, const qdc::Kernel &kernel, qdc::GraphMode mode) {
  return kernel.graphMode == qdc::GraphMode::always && modeOn(device, mode) == qdc::GraphMode::always;
}

/// unsupported: the host leads the program, or has a part in it.
qdc::Status refuseAlways(const Program &program, const Variant &variant, const DeviceTraits &device,
                         qdc::GraphMode mode);
/// unsupported where a launch of the program isAlwaysGraph() and it is none that goes without the host.
inline qdc::Status checkAlways(const Program &program, const Variant &variant, const DeviceTraits &device,
                               qdc::GraphMode mode) {
  if (!(program.hasControl || program.replays) || !isAlwaysGraph(device, *variant.description, mode))
    return {};
  return refuseAlways(program, variant, device, mode);
}

/// Adds to a request what each launch asks of its program, with a workspace of the caller or not.
inline void addRequestOf(const DeviceTraits &device, const Variant &variant, qdc::GraphMode mode, bool hasWorkspace,
                         LoopRequest &request) {
  request.hostMayLead = !isAlwaysGraph(device, *variant.description, mode);
  if (deviceChecksSizes(device, variant)) {
    request.waitsForSizes = request.hostMayLead;
    request.checksSizes = request.waitsForSizes || hasWorkspace;
  }
}

/// How a program that is planned for a request finds sizes.
inline SizeSteps sizeStepsOf(const LoopRequest &request) {
  return !request.checksSizes ? SizeSteps::host : request.waitsForSizes ? SizeSteps::checked : SizeSteps::device;
}

} // namespace qdrt::loader

#endif // QDRT_GRAPH_GRAPHUSE_H
