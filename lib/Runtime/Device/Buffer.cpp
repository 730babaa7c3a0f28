//===- Buffer.cpp - Device memory of a caller -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Device/Buffer.h"

#include "Runtime/Core/Error.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Result<std::shared_ptr<Buffer>> Buffer::allocate(std::shared_ptr<Device> device, uint64_t bytes) {
  // An empty buffer has an address too.
  qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device->backend(), std::max<uint64_t>(bytes, 1));
  if (!memory)
    return memory.error();
  return make(std::move(device), std::move(*memory), bytes);
}

qdc::Result<std::shared_ptr<Buffer>> Buffer::import(std::shared_ptr<Device> device, const qdrt_vulkan_buffer &range) {
  qdc::Result<Allocation> block = device->backend().importBuffer(range);
  if (!block)
    return block.error();
  DeviceMemory memory = DeviceMemory::own(device->backend(), *block, range.bytes);
  return make(std::move(device), std::move(memory), range.bytes);
}

qdc::Result<std::shared_ptr<Buffer>> Buffer::make(std::shared_ptr<Device> device, DeviceMemory memory, uint64_t size) {
  std::shared_ptr<Buffer> made(new Buffer(std::move(device), std::move(memory), size));
  made->isListed = made->owner->buffers().add(made->at(0), std::max<uint64_t>(size, 1));
  if (!made->isListed)
    return invalidArgument("the range overlaps another buffer of device '{}'", made->owner->description().spelling);
  return made;
}

Buffer::Buffer(std::shared_ptr<Device> device, DeviceMemory memory, uint64_t size)
    : owner(std::move(device)), block(std::make_shared<const DeviceMemory>(std::move(memory))), size(size) {}

Buffer::~Buffer() {
  if (isListed)
    owner->buffers().remove(address());
}

qdc::Status Buffer::checkRange(uint64_t offset, uint64_t count) const {
  if (offset <= size && count <= size - offset)
    return {};
  return invalidArgument("the range of {} bytes from offset {} does not lie inside the buffer of {} bytes", count,
                         offset, size);
}
