//===- VariantStateSlots.cpp - What launches write into slots -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/VariantState.h"

#include <algorithm>

using namespace qdrt::loader;

qd_slot VariantState::slotValue(const qdc::SlotSource &source, const Module &module,
                                std::span<const BoundArgument> arguments) const {
  auto address = [](const void *start) { return static_cast<qd_slot>(reinterpret_cast<uintptr_t>(start)); };
  switch (source.kind) {
  case qdc::SlotKind::array:
    return address(arguments[source.index].device.address());
  case qdc::SlotKind::dim:
    return static_cast<qd_slot>(arguments[source.index].shape[source.axis]);
  case qdc::SlotKind::scalar:
    return arguments[source.index].bits;
  case qdc::SlotKind::global:
    return address(module.globals()[source.index].address());
  case qdc::SlotKind::workspace:
    return address(memory.regions()[source.index].address()) + source.offset;
  case qdc::SlotKind::errorRecord:
    return address(reports.errorRecord().address());
  case qdc::SlotKind::printBuffer:
    return address(reports.printBuffer().address());
  case qdc::SlotKind::stopWord:
    return address(reports.stopWord()->address());
  case qdc::SlotKind::seed:
  case qdc::SlotKind::launchOrdinal:
  case qdc::SlotKind::maximumIterations:
    return 0; // isOfLaunch
  case qdc::SlotKind::conditionHandle:
  case qdc::SlotKind::loopState:
    return 0; // the backend's (GraphNode::decides)
  }
  return 0;
}

uint64_t VariantState::fillSlots(std::span<const uint32_t> list, const Module &module,
                                 std::span<const BoundArgument> arguments) {
  for (uint32_t slot : list)
    (void)given.setSlot(slot, slotValue(code->slots[slot], module, arguments));
  given.noteChanges();
  return list.size();
}

/// Whether each launch writes its own value.
static bool isOfLaunch(qdc::SlotKind kind) {
  return kind == qdc::SlotKind::seed || kind == qdc::SlotKind::launchOrdinal ||
         kind == qdc::SlotKind::maximumIterations;
}

uint64_t VariantState::fillAllSlots(const Module &module, std::span<const BoundArgument> arguments) {
  uint64_t written = 0;
  for (const std::vector<uint32_t> &list : code->slotsOfArgument)
    written += fillSlots(list, module, arguments);
  for (size_t kind = 0; kind < qdc::kSlotKindCount; ++kind)
    if (!isOfLaunch(static_cast<qdc::SlotKind>(kind)))
      written += fillSlots(code->slotsOfKind[kind], module, arguments);
  return written;
}

uint64_t VariantState::setLaunchSlots(uint64_t seed, uint64_t ordinal, uint64_t maximumIterations) {
  const auto allowed =
      static_cast<int64_t>(std::min<uint64_t>(maximumIterations ? maximumIterations : INT64_MAX, INT64_MAX));
  loops.setAllowed(allowed);
  return setSlots(qdc::SlotKind::seed, seed) + setSlots(qdc::SlotKind::launchOrdinal, ordinal) +
         setSlots(qdc::SlotKind::maximumIterations, static_cast<uint64_t>(allowed));
}

uint64_t VariantState::setSlots(qdc::SlotKind kind, uint64_t value) {
  uint64_t written = 0;
  for (uint32_t slot : code->slotsOf(kind))
    written += given.setSlot(slot, value);
  given.noteChanges(written);
  return written;
}
