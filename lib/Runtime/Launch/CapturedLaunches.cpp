//===- CapturedLaunches.cpp - Launches in graphs of the caller ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/CapturedLaunches.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/GraphUse.h"
#include "Runtime/Graph/StepNodes.h"
#include "Runtime/Launch/Launch.h"

#include <utility>

using namespace qdrt::loader;

static qdc::Status refuse(const Kernel &kernel, std::string_view why) {
  return qdc::makeError(qdc::ErrorCode::unsupported, "kernel '{}' can't be captured: {}", kernel.description().name,
                        why);
}

qdc::Status qdrt::loader::checkCapture(const Kernel &kernel, const qdrt_argument *given) {
  const qdc::Kernel &description = kernel.description();
  for (size_t index = 0; index < description.arguments.size(); ++index)
    if (description.arguments[index].kind == qdc::ArgumentKind::array && given[index].memory == QDRT_MEMORY_HOST)
      return refuse(kernel,
                    qdc::formatText("argument '{}' is in host memory; a captured launch takes arrays in device memory",
                                    description.arguments[index].name));
  const char *reason = noCaptureReason(description, kernel.allVariants());
  return reason ? refuse(kernel, reason) : qdc::Status();
}

qdc::Status CapturedLaunches::add(Kernel &kernel, const Variant &variant, std::span<const BoundArgument> arguments,
                                  Stream &stream, const BoundWorkspace &bound, const VariantState *like,
                                  const qdrt_launch_options &options, LoopStrategyRequest loops) {
  qdc::Result<VariantState> made = VariantState::make(variant, stream.device().backend(), stream.work());
  if (!made)
    return made.error();
  if (!variant.slotsOf(qdc::SlotKind::stopWord).empty()) {
    qdc::Result<std::shared_ptr<const DeviceMemory>> word = makeSilentStopWord(stream.device().backend());
    if (!word)
      return word.error();
    made->reports.setStopWord(std::move(*word));
  }
  if (made->reports.hasHostReport()) {
    // Nobody asks for the numbers of replays.
    qdc::Result<DeviceMemory> number = DeviceMemory::allocate(stream.device().backend(), sizeof(uint64_t));
    if (!number)
      return number.error();
    made->reports.setLaunchNumber(std::make_shared<DeviceMemory>(std::move(*number)));
  }
  made->bindWorkspace(bound);
  auto own = std::make_shared<VariantState>(std::move(*made));
  auto nothingUsesMemory = [] { return qdc::Status(); };
  if (qdc::Status sized = own->resize(arguments, stream.device().backend(), stream.work(), nothingUsesMemory); !sized)
    return sized;
  const LoopRequest request = {loops, options.maximum_iterations != 0, /*isCaptured=*/true,
                               /*hostMayLead=*/false, deviceChecksSizes(stream.device().backend(), variant)};
  if (!own->hasProgramFor(request))
    if (qdc::Status chosen = own->chooseProgram(kernel.module(), stream.device(), request, nothingUsesMemory); !chosen)
      return chosen;
  const Program &program = own->programs.prepared().program;
  if (const char *reason = noCaptureReason(program))
    return refuse(kernel, reason);
  if (program.sizeChecks != 0) {
    if (qdc::Status made = own->makeRoomForSizes(like, stream.device().backend(), nothingUsesMemory); !made)
      return made.error().code == qdc::ErrorCode::unsupported ? refuse(kernel, made.error().message) : made;
    own->fillSizeChecks(arguments, stream.work());
  }
  if (program.decides)
    if (qdc::Status found = own->evaluateLoops(kernel.module(), arguments, stream.work()); !found)
      return found;
  own->fillAllSlots(kernel.module(), arguments);
  const uint64_t ordinal = kernel.nextOrdinal();
  own->setLaunchSlots(options.seed, options.set_ordinal ? options.ordinal : ordinal, options.maximum_iterations);
  own->noteChangedSlots();
  if (own->reports.hasErrorRecord())
    launches.push_back({own, stream.numberOfCapture()});
  std::vector<GraphNode> nodes;
  if (!program.segments.empty())
    nodes = nodesOf(program.segments[0], *own);
  qdc::Status status = stream.work().capture(nodes, own);
  return status ? status : within(status.error(), "kernel '{}' can't be captured", kernel.description().name);
}

void CapturedLaunches::collect(LaunchOutcome &outcome) {
  std::erase_if(launches, [](const CapturedLaunch &launch) { return launch.state.expired(); });
  for (const CapturedLaunch &launch : launches)
    if (std::shared_ptr<VariantState> own = launch.state.lock()) {
      // A replay that fails later is another failure.
      qd_error_record &first = own->reports.hostReport()->published.first;
      outcome.noteRecord(*own, launch.number, first);
      first.code = QD_ERROR_NONE;
    }
}
