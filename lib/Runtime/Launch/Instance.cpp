//===- Instance.cpp - A kernel made ready for a stream --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Instance.h"

#include "Runtime/Launch/Stream.h"

#include <cstring>

using namespace qdrt::loader;

Instance::Instance(Kernel &kernel, Stream &stream)
    : kernel(kernel), stream(stream), hostArrays(kernel, stream.device().backend()) {
  arguments.resize(kernel.description().arguments.size());
  candidates.resize(arguments.size());
  changed.reserve(arguments.size());
  scratch.resize(kernel.allVariants().size());
  kernel.attach(repeats);
}

Instance::~Instance() { kernel.detach(repeats); }

uint32_t Instance::firstChanged(const qdrt_argument *given) const {
  auto found = arguments.begin();
  if (bound)
    while (found != arguments.end() && isUnchanged(*found, *given)) {
      ++found;
      ++given;
    }
  return static_cast<uint32_t>(found - arguments.begin());
}

void Instance::writeSlots(std::span<const uint32_t> slots, uint64_t value) {
  for (uint32_t slot : slots) {
    bool isOther = current->slots[slot] != value;
    counters.patchedSlots += isOther;
    current->patched |= isOther;
    current->slots[slot] = value;
  }
}

qdc::Status Instance::prepare(const qdrt_argument *given, uint32_t first) {
  if (!bound || first != arguments.size() || !areGlobalsBound())
    if (qdc::Status bindings = bind(given, first); !bindings)
      return bindings;
  if (!selected)
    if (qdc::Status found = selectVariant(); !found)
      return found;
  if (current->sized)
    return {};
  if (qdc::Status sizes = evaluateSizes(*current); !sizes)
    return sizes;
  if (std::exchange(current->moved, false))
    writeSlots(current->variant->slotsOf(qdc::SlotKind::workspace));
  return {};
}

qdc::Status Instance::launch(const qdrt_argument *given, const qdrt_launch_options &options) {
  const uint32_t first = firstChanged(given);
  if (repeatable && first == arguments.size() && areGlobalsBound())
    return repeat();
  repeatable = false;
  counters = {};
  built = false;
  if (qdc::Status prepared = prepare(given, first); !prepared)
    return prepared;
  if (!stream.isAsynchronous()) {
    if (qdc::Status sized = sizeCopies(); !sized)
      return sized;
    if (qdc::Status cleaned = cleanScratch(); !cleaned)
      return cleaned;
  }
  readback.resize(current->variant->description->workspace.readbackBytes);
  uint64_t ordinal = kernel.nextOrdinal();
  writeSlots(current->variant->slotsOf(qdc::SlotKind::seed), options.seed);
  writeSlots(current->variant->slotsOf(qdc::SlotKind::launchOrdinal), options.set_ordinal ? options.ordinal : ordinal);
  return stream.isAsynchronous() ? submit(options) : runNow(options);
}

qdrt_scalar Instance::result(uint32_t index) const {
  const qdc::Kernel &description = *launched->variant->description;
  const qdc::KernelResult &result = description.results[index];
  qdrt_scalar value = {};
  std::memcpy(&value.bits, readback.data() + (result.workspaceOffset - description.workspace.readbackOffset),
              qdc::elementSize(result.type));
  return value;
}
