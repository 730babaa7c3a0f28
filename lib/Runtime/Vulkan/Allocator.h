//===- Allocator.h - The memory of a Vulkan device --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drivers allow some 4,096 blocks, and take long for each, so blocks are large
// and are given out in ranges. A range that is larger than half a block has a
// block of its own. Over each block lies one buffer, through which its bytes are
// copied and filled; tasks use them by address.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_ALLOCATOR_H
#define QDRT_VULKAN_ALLOCATOR_H

#include "Runtime/Core/MemoryReference.h"
#include "Runtime/Vulkan/Commands.h"
#include "Runtime/Vulkan/RangeAllocator.h"

#include <list>

namespace qdrt::loader::vulkan {

/// Where memory lies.
enum class Place : uint8_t {
  device, // where tasks are fastest
  shared, // where tasks use it and the host writes it: slots, stop words
  host,   // where the host reads what the device wrote, and the device what the host wrote for a copy
};

/// A block that the driver gave, or a range of a buffer of the caller's. Allocation::native points at it.
struct Block {
  Place place = Place::device;
  uint64_t bytes = 0;
  VkDeviceMemory memory = VK_NULL_HANDLE; // NULL: the buffer is the caller's
  VkBuffer buffer = VK_NULL_HANDLE;
  VkBufferUsageFlags usage = 0; // of the buffer
  VkDeviceSize offset = 0; // where the block begins in it
  VkDeviceAddress address = 0; // of its first byte
  std::byte *mapped = nullptr; // NULL: the host has no address for it
  RangeAllocator ranges{0}; // of a block that the driver gave
};

/// A byte of a block, as commands name it. Without a buffer it is memory that somebody else allocated.
struct BufferPlace {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;
  VkDeviceAddress address = 0;
};
BufferPlace placeOf(const MemoryReference &reference);
/// The block that memory of a buffer lies in.
const Block &blockOf(const MemoryReference &reference);
/// Whether it lies in a buffer of the caller's.
inline bool isImported(const Allocation &allocation) { return !static_cast<const Block *>(allocation.native)->memory; }
/// The address by which the host knows it, where it has one.
std::byte *hostAddressOf(const MemoryReference &reference);

/// All blocks of a device. Thread-safe.
class Allocator {
public:
  static qdc::Result<std::unique_ptr<Allocator>> create(const std::shared_ptr<Context> &context);
  /// Nothing is allocated.
  ~Allocator();
  Allocator(const Allocator &) = delete;
  Allocator &operator=(const Allocator &) = delete;

  /// A zeroed range; `bytes` is 1 or more. Its address is that of tasks, or for Place::host that of the host.
  qdc::Result<Allocation> allocate(uint64_t bytes, Place place);
  /// The same, with whatever is there.
  qdc::Result<Allocation> allocateUncleared(uint64_t bytes, Place place);
  /// The block importBlock() made of a buffer of the caller's, as one that free() lets go.
  Allocation import(Block block);
  /// Nothing that uses the range is under way.
  void free(const Allocation &allocation);
  /// Whether a range of Place::device, or one of the caller's, has that address.
  bool hasAddress(const void *address) const;
  /// Gives the driver the blocks of which nothing is in use.
  void trim();

private:
  Allocator(std::shared_ptr<Context> context, std::unique_ptr<Commands> commands)
      : context(std::move(context)), commands(std::move(commands)) {}
  /// With `mutex` held, as the next one: the size of the next block that several ranges share.
  uint64_t wholeBlock(Place place) const;
  qdc::Result<Block *> addBlock(uint64_t bytes, Place place);
  VkResult makeMemory(Block &block);
  VkResult allocateMemory(Block &block, const VkMemoryRequirements &needed);
  void destroy(Block &block);
  /// With `mutex` held, as the two before it. Whether there were any.
  bool dropSpares();
  qdc::Status clear(const MemoryReference &to, uint64_t bytes);

  const std::shared_ptr<Context> context;
  mutable std::mutex mutex; // guards `blocks`, their ranges and `imported`
  std::list<Block> blocks;
  std::list<Block> imported; // of the caller's buffers
  std::mutex commandsMutex; // guards `commands`, of which nothing is under way between calls
  const std::unique_ptr<Commands> commands;
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_ALLOCATOR_H
