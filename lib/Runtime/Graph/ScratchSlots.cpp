//===- ScratchSlots.cpp - What launches write into slots ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/Scratch.h"

using namespace qdrt::loader;

qd_slot Scratch::slotValue(const qdc::SlotSource &source, const Package &package,
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
    return address(package.globals()[source.index].address.load());
  case qdc::SlotKind::workspace:
    return address(workspace.address()) + source.offset;
  case qdc::SlotKind::errorRecord:
    return address(errorRecord.address());
  case qdc::SlotKind::printBuffer:
    return address(printBuffer.address());
  case qdc::SlotKind::seed:
  case qdc::SlotKind::launchOrdinal:
    break;
  }
  return 0;
}

uint64_t Scratch::fillSlots(std::span<const uint32_t> list, const Package &package,
                            std::span<const BoundArgument> arguments) {
  for (uint32_t slot : list)
    slots[slot] = slotValue(variant->slots[slot], package, arguments);
  ++generation;
  return list.size();
}

uint64_t Scratch::fillAllSlots(const Package &package, std::span<const BoundArgument> arguments) {
  uint64_t written = 0;
  for (const std::vector<uint32_t> &list : variant->slotsOfArgument)
    written += fillSlots(list, package, arguments);
  for (const auto &list : {&variant->globalSlots, &variant->errorSlots, &variant->printSlots, &variant->workspaceSlots})
    written += fillSlots(*list, package, arguments);
  return written;
}

uint64_t Scratch::setSlots(std::span<const uint32_t> list, uint64_t value) {
  uint64_t written = 0;
  for (uint32_t slot : list) {
    written += slots[slot] != value;
    slots[slot] = value;
  }
  generation += written;
  return written;
}
