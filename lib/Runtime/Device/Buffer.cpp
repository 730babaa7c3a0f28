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
  return std::shared_ptr<Buffer>(new Buffer(std::move(device), std::move(*memory), bytes));
}

Buffer::Buffer(std::shared_ptr<Device> device, DeviceMemory memory, uint64_t size)
    : owner(std::move(device)), block(std::make_shared<const DeviceMemory>(std::move(memory))), size(size) {
  owner->buffers().add(at(0), std::max<uint64_t>(size, 1));
}

Buffer::~Buffer() { owner->buffers().remove(address()); }

qdc::Status Buffer::checkRange(uint64_t offset, uint64_t count) const {
  if (offset <= size && count <= size - offset)
    return {};
  return invalidArgument("the range of {} bytes from offset {} does not lie inside the buffer of {} bytes", count,
                         offset, size);
}
