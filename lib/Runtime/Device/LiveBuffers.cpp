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

void LiveBuffers::add(const std::byte *address, uint64_t bytes) {
  std::lock_guard lock(mutex);
  blocks.insert(after(address), {address, address + bytes});
}

void LiveBuffers::remove(const std::byte *address) {
  std::lock_guard lock(mutex);
  blocks.erase(after(address) - 1);
  removed.fetch_add(1, std::memory_order_relaxed);
}

bool LiveBuffers::contains(const void *address) const {
  const auto *wanted = static_cast<const std::byte *>(address);
  std::lock_guard lock(mutex);
  auto next = after(wanted);
  return next != blocks.begin() && wanted < (next - 1)->end;
}
