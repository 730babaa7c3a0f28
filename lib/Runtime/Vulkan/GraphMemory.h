//===- GraphMemory.h - What the nodes of a graph read -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_GRAPHMEMORY_H
#define QDRT_VULKAN_GRAPHMEMORY_H

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Vulkan/Allocator.h"

namespace qdrt::loader::vulkan {

/// Words of 8 bytes in one block of the device's memory, which commands read: slots of tasks, sizes of dispatches. The
/// host has them as each launch is to find them, and copies those that changed ahead of it. They are numbered.
class GraphMemory {
public:
  /// Room for more words, which are 0: the number of the first. Before allocate().
  uint32_t add(size_t words);
  qdc::Status allocate(BackendDevice &device);

  std::span<const qd_slot> words() const { return values; }
  /// The next launch finds these from `first` on.
  void set(uint32_t first, std::span<const qd_slot> words);
  /// The next launch finds all words as they were set, whatever commands wrote there.
  void setAgain();

  // Of a word, once allocate() was called.
  BufferPlace placeOf(uint32_t word) const { return vulkan::placeOf(memory.at(uint64_t{word} * sizeof(qd_slot))); }
  VkDeviceAddress addressOf(uint32_t word) const { return placeOf(word).address; }

  bool hasChanged() const { return changedBegin != changedEnd; }
  /// Copies what changed, by commands that are recorded there.
  void copyChanges(const DeviceFunctions &driver, VkCommandBuffer to);

private:
  std::vector<qd_slot> values;
  DeviceMemory memory;
  size_t changedBegin = 0, changedEnd = 0;
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_GRAPHMEMORY_H
