//===- ImportedBuffer.cpp - A buffer of the caller's ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/ImportedBuffer.h"

#include "Runtime/Core/Error.h"

#include <utility>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

/// What can be asked of the range without the driver.
static qdc::Status checkMembers(const qdrt_vulkan_buffer &range) {
  if (!range.buffer)
    return invalidArgument("qdrt_vulkan_buffer.buffer is NULL");
  if (range.bytes == 0)
    return invalidArgument("qdrt_vulkan_buffer.bytes is 0; a range has a byte at least");
  const std::pair<VkBufferUsageFlags, const char *> needed[] = {
      {VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, "VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT"},
      {VK_BUFFER_USAGE_TRANSFER_SRC_BIT, "VK_BUFFER_USAGE_TRANSFER_SRC_BIT"},
      {VK_BUFFER_USAGE_TRANSFER_DST_BIT, "VK_BUFFER_USAGE_TRANSFER_DST_BIT"}};
  for (const auto &[bit, name] : needed)
    if ((range.usage & bit) == 0)
      return invalidArgument("qdrt_vulkan_buffer.usage lacks {}, with which the buffer is to be made", name);
  return {};
}

qdc::Result<Block> qdrt::loader::vulkan::importBlock(const Context &context, const qdrt_vulkan_buffer &range) {
  if (qdc::Status right = checkMembers(range); !right)
    return right.error();
  const auto buffer = static_cast<VkBuffer>(range.buffer);
  // Nobody tells the buffer's own size; it takes so many bytes of memory.
  VkMemoryRequirements takes = {};
  context.driver().getBufferMemoryRequirements(context.device(), buffer, &takes);
  if (range.offset > takes.size || range.bytes > takes.size - range.offset)
    return invalidArgument("the range of {} bytes from offset {} does not lie inside the buffer, which takes {} bytes",
                           range.bytes, range.offset, takes.size);
  auto asked = structOf<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
  asked.buffer = buffer;
  const VkDeviceAddress address = context.driver().getBufferDeviceAddress(context.device(), &asked) + range.offset;
  if (range.address != 0 && range.address != address)
    return invalidArgument("qdrt_vulkan_buffer.address is {}; the driver says {}, and 0 leaves it to the driver",
                           range.address, address);
  Block block;
  block.bytes = range.bytes;
  block.buffer = buffer;
  block.usage = range.usage;
  block.offset = range.offset;
  block.address = address;
  return block;
}
