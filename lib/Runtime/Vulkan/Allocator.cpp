//===- Allocator.cpp - The memory of a Vulkan device ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Allocator.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

const Block &qdrt::loader::vulkan::blockOf(const MemoryReference &reference) {
  return *static_cast<const Block *>(reference.allocation().native);
}

static uint64_t offsetOf(const MemoryReference &reference) {
  const Block &block = blockOf(reference);
  const auto address = reinterpret_cast<uintptr_t>(reference.address());
  return block.place == Place::host ? address - reinterpret_cast<uintptr_t>(block.mapped) : address - block.address;
}

BufferPlace qdrt::loader::vulkan::placeOf(const MemoryReference &reference) {
  if (!reference.allocation().native)
    return {VK_NULL_HANDLE, 0, reinterpret_cast<uintptr_t>(reference.address())};
  const uint64_t offset = offsetOf(reference);
  const Block &block = blockOf(reference);
  return {block.buffer, block.offset + offset, block.address + offset};
}

std::byte *qdrt::loader::vulkan::hostAddressOf(const MemoryReference &reference) {
  return blockOf(reference).mapped + offsetOf(reference);
}

qdc::Result<std::unique_ptr<Allocator>> Allocator::create(const std::shared_ptr<Context> &context) {
  qdc::Result<std::unique_ptr<Commands>> commands = Commands::create(context, context->ownQueue());
  if (!commands)
    return commands.error();
  return std::unique_ptr<Allocator>(new Allocator(context, std::move(*commands)));
}

Allocator::~Allocator() {
  for (Block &block : blocks)
    destroy(block);
}

void Allocator::destroy(Block &block) {
  const DeviceFunctions &driver = context->driver();
  driver.destroyBuffer(context->device(), block.buffer, nullptr);
  driver.freeMemory(context->device(), block.memory, nullptr); // which unmaps it
}

static constexpr uint32_t kMostSuitable = 4;
static constexpr uint64_t kLargestWholeBlock = 64 << 20;

/// How well a type of memory serves a place; 0: not at all.
static uint32_t suitabilityOf(VkMemoryPropertyFlags flags, Place place) {
  const bool isLocal = flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
             isCached = flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  constexpr VkMemoryPropertyFlags forHost = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const bool isForHost = (flags & forHost) == forHost;
  // Some need an extension to be used.
  if (flags & ~(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | forHost | VK_MEMORY_PROPERTY_HOST_CACHED_BIT))
    return 0;
  switch (place) {
  case Place::device:
    return isLocal ? (isForHost ? 1 : 2) : 0;
  case Place::shared:
    return isForHost ? (isLocal ? 2 : 1) : 0;
  case Place::host:
    return isForHost ? 1 + (isCached ? 2 : 0) + (isLocal ? 0 : 1) : 0;
  }
  return 0;
}

/// A type that has room, from the best on.
VkResult Allocator::allocateMemory(Block &block, const VkMemoryRequirements &needed) {
  const DeviceFunctions &driver = context->driver();
  const VkPhysicalDeviceMemoryProperties &types = context->features().memory;
  auto flags = structOf<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  auto info = structOf<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  info.pNext = &flags;
  info.allocationSize = needed.size;
  VkResult code = VK_ERROR_OUT_OF_DEVICE_MEMORY;
  for (uint32_t suits = kMostSuitable; suits > 0; --suits)
    for (uint32_t type = 0; type < types.memoryTypeCount && code == VK_ERROR_OUT_OF_DEVICE_MEMORY; ++type) {
      const auto [properties, heap] = types.memoryTypes[type];
      if (suitabilityOf(properties, block.place) != suits || (needed.memoryTypeBits >> type & 1) == 0 ||
          needed.size > types.memoryHeaps[heap].size)
        continue;
      info.memoryTypeIndex = type;
      code = checkMade(driver.allocateMemory(context->device(), &info, nullptr, &block.memory), block.memory);
      if (code == VK_SUCCESS && properties & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) {
        code = driver.mapMemory(context->device(), block.memory, 0, VK_WHOLE_SIZE, 0,
                                reinterpret_cast<void **>(&block.mapped));
        if (code != VK_SUCCESS) // before another type is tried
          driver.freeMemory(context->device(), std::exchange(block.memory, VK_NULL_HANDLE), nullptr);
      }
    }
  return code;
}

VkResult Allocator::makeMemory(Block &block) {
  const DeviceFunctions &driver = context->driver();
  block.usage = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  auto info = structOf<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = block.bytes;
  // The caller may draw from it, by queues of any family.
  std::vector<uint32_t> families;
  if (context->isAdopted()) {
    block.usage |= VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT;
    families.resize(context->features().queueFamilies);
    std::iota(families.begin(), families.end(), 0);
  }
  if (families.size() > 1) {
    info.sharingMode = VK_SHARING_MODE_CONCURRENT;
    info.queueFamilyIndexCount = static_cast<uint32_t>(families.size());
    info.pQueueFamilyIndices = families.data();
  }
  info.usage = block.usage;
  VkResult code = checkMade(driver.createBuffer(context->device(), &info, nullptr, &block.buffer), block.buffer);
  if (code != VK_SUCCESS)
    return code;
  VkMemoryRequirements needed = {};
  driver.getBufferMemoryRequirements(context->device(), block.buffer, &needed);
  code = allocateMemory(block, needed);
  if (code == VK_SUCCESS)
    code = driver.bindBufferMemory(context->device(), block.buffer, block.memory, 0);
  if (code != VK_SUCCESS)
    return code;
  auto asked = structOf<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
  asked.buffer = block.buffer;
  block.address = driver.getBufferDeviceAddress(context->device(), &asked);
  return code;
}

qdc::Result<Block *> Allocator::addBlock(uint64_t bytes, Place place) {
  std::list<Block> made; // what fails here, does so before the driver is called
  Block &block = made.emplace_back();
  block.place = place;
  block.bytes = bytes;
  block.ranges = RangeAllocator(bytes);
  if (VkResult code = makeMemory(block); code != VK_SUCCESS) {
    destroy(block);
    return context->failed(code, qdc::formatText("allocate {} bytes", bytes));
  }
  blocks.splice(blocks.end(), made);
  return &block;
}

/// A large block takes the driver milliseconds, and a program may need little; but drivers give some 4,096 blocks.
uint64_t Allocator::wholeBlock(Place place) const {
  if (place != Place::device)
    return uint64_t{1} << 20;
  const auto blocksThere = std::ranges::count(blocks, place, &Block::place);
  return kLargestWholeBlock >> (blocksThere < 2 ? 4 - 2 * blocksThere : 0);
}

qdc::Result<Allocation> Allocator::allocateUncleared(uint64_t bytes, Place place) {
  constexpr uint64_t unit = RangeAllocator::kUnit;
  const uint64_t largest = context->features().largestAllocation / unit * unit;
  if (bytes > largest)
    return qdc::makeError(qdc::ErrorCode::outOfMemory, "cannot allocate {} bytes on '{}': it gives {} at most at once",
                          bytes, context->spelling(), largest);
  std::lock_guard lock(mutex);
  const uint64_t whole = std::min(wholeBlock(place), largest);
  Block *from = nullptr;
  std::optional<uint64_t> start;
  for (auto block = blocks.begin(); block != blocks.end() && !start; ++block)
    if (block->place == place && (start = block->ranges.allocate(bytes)))
      from = &*block;
  if (!start) {
    qdc::Result<Block *> added = addBlock(bytes > whole / 2 ? (bytes + unit - 1) / unit * unit : whole, place);
    // Where there is no room for a large block, there may be for what is wanted.
    if (!added && bytes <= whole / 2 && !context->isLost())
      added = addBlock((bytes + unit - 1) / unit * unit, place);
    if (!added && !context->isLost() && dropSpares())
      added = addBlock((bytes + unit - 1) / unit * unit, place);
    if (!added)
      return added.error();
    from = *added;
    start = from->ranges.allocate(bytes);
  }
  const uint64_t address = place == Place::host ? reinterpret_cast<uintptr_t>(from->mapped) : from->address;
  return Allocation{reinterpret_cast<void *>(static_cast<uintptr_t>(address + *start)), from};
}

qdc::Result<Allocation> Allocator::allocate(uint64_t bytes, Place place) {
  qdc::Result<Allocation> made = allocateUncleared(bytes, place);
  if (!made)
    return made;
  if (qdc::Status cleared = clear(MemoryReference(*made), bytes); !cleared) {
    free(*made);
    return cleared.error();
  }
  return made;
}

/// All streams use it from then on.
qdc::Status Allocator::clear(const MemoryReference &to, uint64_t bytes) {
  if (blockOf(to).mapped) {
    std::memset(hostAddressOf(to), 0, bytes);
    return {};
  }
  constexpr uint64_t unit = RangeAllocator::kUnit;
  const BufferPlace place = placeOf(to);
  std::lock_guard lock(commandsMutex);
  qdc::Result<VkCommandBuffer> buffer = commands->next();
  if (!buffer)
    return buffer.error();
  context->driver().cmdFillBuffer(*buffer, place.buffer, place.offset, (bytes + unit - 1) / unit * unit, 0);
  if (qdc::Status submitted = commands->submit(); !submitted)
    return submitted;
  qdc::Status done = commands->wait(commands->last(), "clear memory");
  if (!done) // it is freed next
    commands->timeline()->finish(commands->last());
  return done;
}

Allocation Allocator::import(Block block) {
  std::lock_guard lock(mutex);
  Block &kept = imported.emplace_back(std::move(block));
  return {reinterpret_cast<void *>(static_cast<uintptr_t>(kept.address)), &kept};
}

void Allocator::free(const Allocation &allocation) {
  auto *block = static_cast<Block *>(allocation.native);
  if (isImported(allocation)) {
    std::lock_guard lock(mutex);
    std::erase_if(imported, [&](const Block &each) { return &each == block; });
    return;
  }
  const uint64_t offset = offsetOf(MemoryReference(allocation));
  std::lock_guard lock(mutex);
  block->ranges.free(offset);
  if (!block->ranges.isEmpty())
    return;
  // One that is empty is kept for what comes next.
  const auto isSpare = [&](const Block &each) {
    return &each != block && each.place == block->place && each.ranges.isEmpty();
  };
  if (std::ranges::none_of(blocks, isSpare) && block->bytes <= kLargestWholeBlock)
    return;
  const auto found = std::ranges::find(blocks, block, [](Block &each) { return &each; });
  destroy(*found);
  blocks.erase(found);
}

bool Allocator::hasAddress(const void *address) const {
  const uint64_t wanted = reinterpret_cast<uintptr_t>(address);
  std::lock_guard lock(mutex);
  return std::ranges::any_of(blocks,
                             [&](const Block &block) {
                               return block.place == Place::device && wanted >= block.address &&
                                      block.ranges.contains(wanted - block.address);
                             }) ||
         std::ranges::any_of(imported, [&](const Block &block) {
           return wanted >= block.address && wanted - block.address < block.bytes;
         });
}

bool Allocator::dropSpares() {
  return std::erase_if(blocks, [&](Block &block) {
           if (!block.ranges.isEmpty())
             return false;
           destroy(block);
           return true;
         }) != 0;
}

void Allocator::trim() {
  std::lock_guard lock(mutex);
  dropSpares();
}
