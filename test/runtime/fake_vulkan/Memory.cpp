//===- Memory.cpp - Memory of the fake Vulkan -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace fake_vulkan;

Memory::~Memory() {
  for (std::byte *view : {ofDevice, ofHost})
    if (view)
      ::munmap(view, bytes);
}

static std::byte *viewOf(const Memory &memory) {
  void *made = ::mmap(nullptr, memory.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.file.get(), 0);
  return made == MAP_FAILED ? nullptr : static_cast<std::byte *>(made);
}

/// Fills the start of what is new, which is where a program uses most of it.
static void spoil(Memory &memory) {
  constexpr uint64_t kMost = 256 << 10;
  std::memset(memory.ofDevice, 0xcd, std::min(memory.bytes, kMost));
}

static std::string bytesText(uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

static uint64_t allocatedIn(const Device &device, bool isLocal) {
  uint64_t bytes = 0;
  for (const auto &[handle, memory] : state().memories)
    if (memory->device == &device && ((memory->properties & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0) == isLocal)
      bytes += memory->bytes;
  return bytes;
}

extern "C" {

VKAPI_ATTR VkResult VKAPI_CALL vkAllocateMemory(VkDevice handle, const VkMemoryAllocateInfo *info,
                                                const VkAllocationCallbacks *, VkDeviceMemory *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, handle,
                            bytesText(info->allocationSize) + " of type " + std::to_string(info->memoryTypeIndex));
  Device *device = find(state().devices, handle, "device");
  if (device->isLost)
    return failed(VK_ERROR_DEVICE_LOST, made);
  const Settings &settings = fake_vulkan::settings();
  auto memory = std::make_unique<Memory>();
  memory->device = device;
  memory->bytes = info->allocationSize;
  memory->properties = settings.memoryTypes.at(info->memoryTypeIndex);
  const bool isLocal = memory->properties & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
  if (std::ranges::count_if(state().memories, [&](const auto &each) { return each.second->device == device; }) >=
      settings.mostAllocations)
    return failed(VK_ERROR_TOO_MANY_OBJECTS, made);
  if (memory->bytes > settings.largestAllocation)
    fault("memory that is larger than the device gives");
  if (allocatedIn(*device, isLocal) + memory->bytes > settings.heapBytes)
    return failed(VK_ERROR_OUT_OF_DEVICE_MEMORY, made);
  memory->file = qdc::FileDescriptor(::memfd_create("fake-vulkan-memory", MFD_CLOEXEC));
  if (!memory->file || ::ftruncate(memory->file.get(), static_cast<off_t>(memory->bytes)) != 0 ||
      !(memory->ofDevice = viewOf(*memory)))
    return failed(VK_ERROR_OUT_OF_DEVICE_MEMORY, made);
  spoil(*memory);
  add(state().memories, std::move(memory), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkFreeMemory(VkDevice, VkDeviceMemory handle, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  // Work that is under way may use it by its address.
  if (handle)
    if (const Memory *memory = find(state().memories, handle, "memory"))
      for (const auto &queue : memory->device->queues)
        if (!queue->pending.empty() &&
            std::ranges::any_of(state().buffers, [&](const auto &each) { return each.second->memory == memory; }))
          fault("memory is freed before its buffer, with work under way");
  remove(state().memories, handle, "memory");
}

VKAPI_ATTR VkResult VKAPI_CALL vkMapMemory(VkDevice device, VkDeviceMemory handle, VkDeviceSize, VkDeviceSize,
                                           VkMemoryMapFlags, void **address) {
  FAKE_VULKAN_ENTER(device);
  Memory *memory = find(state().memories, handle, "memory");
  if (!memory)
    return VK_ERROR_MEMORY_MAP_FAILED;
  if ((memory->properties & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) == 0 || memory->ofHost)
    fault("memory is mapped that is already, or that the host does not see");
  else
    memory->ofHost = viewOf(*memory);
  *address = memory->ofHost;
  return *address ? VK_SUCCESS : VK_ERROR_MEMORY_MAP_FAILED;
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateBuffer(VkDevice handle, const VkBufferCreateInfo *info,
                                              const VkAllocationCallbacks *, VkBuffer *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, handle, bytesText(info->size));
  Device *device = find(state().devices, handle, "device");
  if (info->size == 0 || info->size > settings().largestAllocation)
    fault("a buffer of a size that the device has not");
  add(state().buffers, std::make_unique<Buffer>(Buffer{device, info->size, nullptr, 0}), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroyBuffer(VkDevice, VkBuffer buffer, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  remove(state().buffers, buffer, "buffer");
}

VKAPI_ATTR void VKAPI_CALL vkGetBufferMemoryRequirements(VkDevice, VkBuffer handle, VkMemoryRequirements *needed) {
  FAKE_VULKAN_NOTE();
  const Buffer *buffer = find(state().buffers, handle, "buffer");
  needed->size = (buffer->bytes + 255) / 256 * 256;
  needed->alignment = 256;
  needed->memoryTypeBits = (1u << settings().memoryTypes.size()) - 1;
}

VKAPI_ATTR VkResult VKAPI_CALL vkBindBufferMemory(VkDevice device, VkBuffer bufferHandle, VkDeviceMemory memoryHandle,
                                                  VkDeviceSize offset) {
  FAKE_VULKAN_ENTER(device);
  Buffer *buffer = find(state().buffers, bufferHandle, "buffer");
  Memory *memory = find(state().memories, memoryHandle, "memory");
  if (!buffer || !memory || buffer->memory || offset % 256 != 0 || buffer->bytes > memory->bytes - offset) {
    fault("a buffer is bound to memory that does not fit");
    return VK_ERROR_UNKNOWN;
  }
  buffer->memory = memory;
  buffer->offset = offset;
  return VK_SUCCESS;
}

VKAPI_ATTR VkDeviceAddress VKAPI_CALL vkGetBufferDeviceAddress(VkDevice handle, const VkBufferDeviceAddressInfo *info) {
  FAKE_VULKAN_NOTE();
  const Buffer *buffer = find(state().buffers, info->buffer, "buffer");
  if (!buffer->memory || !find(state().devices, handle, "device")->enabled.contains("bufferDeviceAddress")) {
    fault("an address is asked for that a buffer has not");
    return 0;
  }
  return reinterpret_cast<VkDeviceAddress>(buffer->address());
}

} // extern "C"
