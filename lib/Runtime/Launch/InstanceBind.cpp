//===- InstanceBind.cpp - What a launch writes into the slots -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Instance.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Launch/Stream.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Status Instance::bindArguments(const qdrt_argument *given, uint32_t first) {
  changed.clear();
  for (uint32_t index = first; index < arguments.size(); ++index)
    if (!bound || !isUnchanged(arguments[index], given[index]))
      changed.push_back(index);
  if (qdc::Status checked = checkChanged(given); !checked) {
    for (uint32_t index : changed)
      candidates[index] = arguments[index];
    return checked;
  }
  bool sameSizes = bound;
  for (uint32_t index : changed) {
    BoundArgument &argument = arguments[index];
    const BoundArgument &candidate = candidates[index];
    sameSizes &= candidate.mask != 0 ? !kernel.decides(index) : argument.shape == candidate.shape;
    argument = candidate;
    if (current)
      writeSlots(current->variant->slotsOfArgument[index]);
  }
  bound = true;
  selected &= sameSizes;
  if (!sameSizes)
    for (std::optional<Scratch> &each : scratch)
      if (each)
        each->sized = false;
  return {};
}

qdc::Status Instance::checkChanged(const qdrt_argument *given) {
  bool anyInHostMemory = false;
  for (uint32_t index : changed) {
    qdc::Status checked = checkArgument(kernel.description(), index, given[index], candidates[index]);
    if (checked)
      checked = checkAccess(kernel.description(), index, candidates[index], stream.device());
    if (!checked)
      return checked;
    anyInHostMemory |= candidates[index].memory == QDRT_MEMORY_HOST || arguments[index].memory == QDRT_MEMORY_HOST;
  }
  for (uint32_t index : changed) {
    qdc::Status apart = checkOverlap(kernel, candidates, index);
    if (!apart)
      return apart;
  }
  return anyInHostMemory && !stream.device().backend().usesHostMemory() ? placeHostArrays() : qdc::Status();
}

qdc::Status Instance::placeHostArrays() {
  for (uint32_t index : changed) {
    qdc::Status placed = hostArrays.place(candidates, index, [&] { return waitForLaunches(); });
    if (!placed) {
      // Arrays ahead of this one may have moved, so that the slots mean nothing.
      bound = false;
      return placed;
    }
  }
  hostArrays.select(candidates);
  return {};
}

qdc::Status Instance::waitForLaunches() { return underWay ? stream.finish() : qdc::Status(); }

qdc::Status Instance::bindGlobals() {
  const uint64_t generation = kernel.module().globalGeneration();
  for (const GlobalUse &use : kernel.globals())
    if (!kernel.module().globals()[use.global].address.load())
      return invalidArgument("global '" + kernel.module().description().globals[use.global].name + "' of kernel '" +
                             kernel.description().name +
                             "' is external and not bound; qdrt_package_bind_global binds it");
  for (uint32_t index = 0; index < arguments.size(); ++index) {
    qdc::Status apart = checkOverlap(kernel, arguments, index);
    if (!apart)
      return apart;
  }
  globalGeneration = generation;
  // Slots of all variants are stale; the current one is written now, the others when they are selected.
  if (current)
    writeSlots(current->variant->slotsOf(qdc::SlotKind::global));
  return {};
}

qdc::Status Instance::bind(const qdrt_argument *given, uint32_t first) {
  if (qdc::Status bindings = bindArguments(given, first); !bindings)
    return bindings;
  return areGlobalsBound() ? qdc::Status() : bindGlobals();
}

size_t Instance::variantOfArguments() const {
  std::span<const Variant> variants = kernel.allVariants();
  size_t index = 0;
  auto fits = [&](const qdc::SpecializedValue &value) { return arguments[value.argument].bits == value.bits; };
  while (index + 1 < variants.size() && !std::ranges::all_of(variants[index].description->specializedValues, fits))
    ++index;
  return index;
}

/// Whether each launch writes its own value.
static bool isOfLaunch(qdc::SlotKind kind) {
  return kind == qdc::SlotKind::seed || kind == qdc::SlotKind::launchOrdinal;
}

qdc::Status Instance::selectVariant() {
  size_t index = variantOfArguments();
  std::optional<Scratch> &wanted = scratch[index];
  selected = wanted && &*wanted == current;
  if (selected)
    return {};
  if (!wanted) {
    qdc::Result<Scratch> made = makeScratch(kernel.allVariants()[index], stream.device().backend(), stream.work());
    if (!made)
      return made.error();
    wanted = std::move(*made);
    built = true;
  }
  current = &*wanted;
  selected = true;
  for (const std::vector<uint32_t> &slots : current->variant->slotsOfArgument)
    writeSlots(slots);
  for (size_t kind = 0; kind < qdc::kSlotKindCount; ++kind)
    if (!isOfLaunch(static_cast<qdc::SlotKind>(kind)))
      writeSlots(current->variant->slotsOfKind[kind]);
  return {};
}

qd_slot Instance::slotValue(const Scratch &of, const qdc::SlotSource &source) const {
  auto address = [](const void *start) { return static_cast<qd_slot>(reinterpret_cast<uintptr_t>(start)); };
  switch (source.kind) {
  case qdc::SlotKind::array:
    return address(arguments[source.index].device);
  case qdc::SlotKind::dim:
    return static_cast<qd_slot>(arguments[source.index].shape[source.axis]);
  case qdc::SlotKind::scalar:
    return arguments[source.index].bits;
  case qdc::SlotKind::global:
    return address(kernel.module().globals()[source.index].address.load());
  case qdc::SlotKind::workspace:
    return address(of.regions[source.index].address()) + source.offset;
  case qdc::SlotKind::errorRecord:
    return address(of.errorRecord.address());
  case qdc::SlotKind::printBuffer:
    return address(of.printBuffer.address());
  case qdc::SlotKind::seed:
  case qdc::SlotKind::launchOrdinal:
    return 0; // isOfLaunch
#define QDC_SLOT_KIND(NAME, DIALECT_NAME, HELD, FIRST, SECOND)
#define QDC_RESERVED_SLOT_KIND(NAME, HELD, FIRST, SECOND) case qdc::SlotKind::NAME:
#include "qdc/ABI/SlotKinds.def"
    return 0; // planVariant refuses them
  }
  return 0;
}

void Instance::writeSlots(std::span<const uint32_t> slots) {
  for (uint32_t slot : slots)
    current->slots[slot] = slotValue(*current, current->variant->slots[slot]);
  counters.patchedSlots += slots.size();
  current->patched = true;
}
