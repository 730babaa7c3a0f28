//===- StreamMemory.cpp - Memory that a stream uses for itself ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/StreamMemory.h"

#include <bit>

using namespace qdrt::loader;

qdc::Result<MemoryReference> StreamMemory::slots(uint64_t bytes) {
  if (slotBlock.size() < bytes) {
    qdc::Result<DeviceMemory> larger = DeviceMemory::allocate(device, std::bit_ceil(bytes));
    if (!larger)
      return larger.error();
    retired.push_back(std::exchange(slotBlock, std::move(*larger)));
  }
  return slotBlock.at(0);
}

qdc::Result<MemoryReference> StreamMemory::temporary(uint64_t bytes) {
  qdc::Result<DeviceMemory> block = DeviceMemory::allocate(device, bytes);
  if (!block)
    return block.error();
  retired.push_back(std::move(*block));
  return retired.back().at(0);
}
