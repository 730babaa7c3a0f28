//===- GraphMemory.cpp - What the nodes of a graph read -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/GraphMemory.h"

#include <algorithm>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

uint32_t GraphMemory::add(size_t words) {
  const auto first = static_cast<uint32_t>(values.size());
  values.resize(values.size() + words);
  return first;
}

qdc::Status GraphMemory::allocate(BackendDevice &device) {
  qdc::Result<DeviceMemory> made = DeviceMemory::allocate(device, values.size() * sizeof(qd_slot));
  if (!made)
    return made.error();
  memory = std::move(*made);
  setAgain();
  return {};
}

void GraphMemory::set(uint32_t first, std::span<const qd_slot> words) {
  std::ranges::copy(words, values.begin() + first);
  const size_t end = first + words.size();
  changedBegin = hasChanged() ? std::min<size_t>(changedBegin, first) : first;
  changedEnd = std::max(changedEnd, end);
}

void GraphMemory::setAgain() {
  changedBegin = 0;
  changedEnd = values.size();
}

void GraphMemory::copyChanges(const DeviceFunctions &driver, VkCommandBuffer to) {
  constexpr size_t kMost = 65536 / sizeof(qd_slot); // of one command
  const BufferPlace place = placeOf(0);
  while (hasChanged()) {
    const size_t count = std::min(changedEnd - changedBegin, kMost);
    driver.cmdUpdateBuffer(to, place.buffer, place.offset + changedBegin * sizeof(qd_slot), count * sizeof(qd_slot),
                           values.data() + changedBegin);
    changedBegin += count;
  }
  changedBegin = changedEnd = 0;
}
