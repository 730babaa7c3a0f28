//===- StreamRun.cpp - Launches on a stream of Vulkan ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Stream.h"

#include "Runtime/Vulkan/Device.h"
#include "Runtime/Vulkan/Launch.h"

#include <cstring>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

qdc::Status Stream::endLaunch() {
  isLaunching = false;
  return commands->submit();
}

/// Where a launch that is added next finds its slots.
qdc::Result<VkDeviceAddress> Stream::placeSlots(std::span<const qd_slot> slots) {
  if (slots.size_bytes() > slotRing.size()) {
    qdc::Result<MemoryReference> block = memory.slots(slots.size_bytes());
    if (!block)
      return block.error();
    if (qdc::Status written = write(*block, slots.data(), slots.size_bytes()); !written)
      return written.error();
    return placeOf(*block).address;
  }
  // One without slots gets an address all the same.
  qdc::Result<HostRing::Piece> piece = slotRing.take(std::max<uint64_t>(slots.size_bytes(), 1), *commands);
  if (!piece)
    return piece.error();
  std::memcpy(piece->host, slots.data(), slots.size_bytes());
  return piece->device.address;
}

qdc::Status Stream::launch(const Entry &entry, std::span<const qd_slot> slots, uint32_t groups) {
  qdc::Result<VkDeviceAddress> place = placeSlots(slots);
  if (!place)
    return endCall(place.error());
  qdc::Result<VkCommandBuffer> buffer = commands->next();
  if (!buffer)
    return endCall(buffer.error());
  addLaunch(context(), *buffer, entry, *place, groups);
  return endCall({});
}

qdc::Status Stream::runTask(const TaskLaunch &task) {
  return launch(entryOf(task), {task.slots, task.slotCount}, gridOf(context(), task));
}

qdc::Status Stream::publish(const GraphPublish &outcome) {
  qdc::Result<const Entry *> publisher = owner.own(OwnKernel::publish);
  return publisher ? launch(**publisher, slotsOf(outcome), 1) : publisher.error();
}

qdc::Status Stream::checkSizes(const GraphSizeCheck &check) {
  qdc::Result<const Entry *> checker = owner.own(OwnKernel::sizes);
  return checker ? launch(**checker, check.slots, 1) : checker.error();
}
