//===- LiveBuffers.cpp - Which buffers a device has -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Device/LiveBuffers.h"

#include <algorithm>

using namespace qdrt::loader;

/// The first block that begins after the address.
std::vector<LiveBuffers::Block>::const_iterator LiveBuffers::after(const std::byte *address) const {
  return std::ranges::upper_bound(blocks, address, {}, &Block::begin);
}

bool LiveBuffers::add(const MemoryReference &start, uint64_t bytes) {
  const auto *address = static_cast<const std::byte *>(start.address());
  std::lock_guard lock(mutex);
  const auto next = after(address);
  if ((next != blocks.begin() && (next - 1)->end > address) || (next != blocks.end() && next->begin < address + bytes))
    return false;
  blocks.insert(next, {address, address + bytes, start});
  return true;
}

void LiveBuffers::remove(const std::byte *address) {
  std::lock_guard lock(mutex);
  blocks.erase(after(address) - 1);
  removed.fetch_add(1, std::memory_order_relaxed);
}

bool LiveBuffers::resolve(const void *address, MemoryReference &resolved) const {
  const auto *wanted = static_cast<const std::byte *>(address);
  std::lock_guard lock(mutex);
  auto next = after(wanted);
  if (next == blocks.begin() || wanted >= (next - 1)->end)
    return false;
  resolved = (next - 1)->start + static_cast<uint64_t>(wanted - (next - 1)->begin);
  return true;
}
