//===- InstanceCapture.cpp - Launches in a graph of the caller ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Instance.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/GraphPlan.h"
#include "Runtime/Launch/Stream.h"
#include "Runtime/Package/Package.h"

#include <utility>

using namespace qdrt::loader;

qdc::Status Instance::checkCapture(const qdrt_argument *given) const {
  const qdc::Kernel &description = kernel.description();
  auto refuse = [](std::string what) { return qdc::Error{qdc::ErrorCode::unsupported, std::move(what)}; };
  const std::string name = "kernel '" + description.name + "' can't be captured: ";
  for (size_t index = 0; index < description.arguments.size(); ++index)
    if (description.arguments[index].kind == qdc::ArgumentKind::array && given[index].memory == QDRT_MEMORY_HOST)
      return refuse(name + "argument '" + description.arguments[index].name +
                    "' is in host memory; a captured launch takes arrays in device memory");
  for (const Variant &variant : kernel.allVariants()) {
    if (!variant.isOnlyTasks)
      return refuse(name + "the host decides about its loops and branches");
    if (!variant.slotsOf(qdc::SlotKind::printBuffer).empty())
      return refuse(name + "it prints, and nobody waits for a captured launch");
  }
  if (!description.results.empty())
    return refuse(name + "it returns values, and nobody waits for a captured launch; an array takes them");
  return {};
}

qdc::Status Instance::capture(const qdrt_argument *given, const qdrt_launch_options &options) {
  repeatable = false;
  counters = {};
  qdc::Status status = checkCapture(given);
  if (status)
    status = bind(given, firstChanged(given));
  if (!status)
    return status;
  const Variant &variant = kernel.allVariants()[variantOfArguments()];
  qdc::Result<Scratch> made = makeScratch(variant, stream.device().backend(), stream.work());
  if (!made)
    return made.error();
  auto own = std::make_shared<Scratch>(std::move(*made));
  status = evaluateSizes(*own);
  if (!status)
    return status;
  for (size_t slot = 0; slot < own->slots.size(); ++slot)
    own->slots[slot] = slotValue(*own, variant.slots[slot]);
  uint64_t ordinal = kernel.nextOrdinal();
  for (uint32_t slot : variant.slotsOf(qdc::SlotKind::seed))
    own->slots[slot] = options.seed;
  for (uint32_t slot : variant.slotsOf(qdc::SlotKind::launchOrdinal))
    own->slots[slot] = options.set_ordinal ? options.ordinal : ordinal;
  const bool asserts = own->errorRecord.address();
  if (asserts)
    captured.push_back({own, stream.nextLaunch()});
  status = stream.work().capture(planNodes(*own, asserts ? &own->hostReport()->record : nullptr), own);
  return status ? status : within("kernel '" + kernel.description().name + "' can't be captured", status.error());
}

void Instance::collectCaptured() {
  std::erase_if(captured, [](const CapturedLaunch &launch) { return launch.scratch.expired(); });
  for (const CapturedLaunch &launch : captured)
    if (std::shared_ptr<Scratch> own = launch.scratch.lock()) {
      // A replay that fails later is another failure.
      noteRecord(*own, launch.number, std::exchange(own->hostReport()->record, {}));
    }
}
