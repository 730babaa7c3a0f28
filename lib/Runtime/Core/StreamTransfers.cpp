//===- StreamTransfers.cpp - Copies and fills that drivers lack -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/StreamTransfers.h"

#include "Runtime/Core/AddressRange.h"

#include <algorithm>
#include <cstring>

using namespace qdrt::loader;

static AddressRange rangeOf(const MemoryReference &start, uint64_t bytes) {
  return {reinterpret_cast<uintptr_t>(start.address()), bytes};
}

bool qdrt::loader::overlapsPartly(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
  return to.address() != from.address() && rangeOf(to, bytes).overlaps(rangeOf(from, bytes));
}

qdc::Status qdrt::loader::copyOverlapping(const MemoryReference &to, const MemoryReference &from, uint64_t bytes,
                                          StreamMemory &memory, const CopyApart &copyApart) {
  qdc::Result<MemoryReference> between = memory.temporary(bytes);
  if (!between)
    return between.error();
  qdc::Status status = copyApart(*between, from, bytes);
  return status ? copyApart(to, *between, bytes) : status;
}

FillPattern qdrt::loader::shortestPattern(std::span<const std::byte> pattern, uint64_t alignment) {
  for (uint32_t size : {1u, 2u, 4u}) {
    if (size > pattern.size() || alignment % size != 0)
      return {};
    bool repeats = true;
    for (size_t at = size; at < pattern.size(); ++at)
      repeats &= pattern[at] == pattern[at - size];
    if (!repeats)
      continue;
    FillPattern found{0, size};
    std::memcpy(&found.value, pattern.data(), size);
    return found;
  }
  return {};
}

qdc::Status qdrt::loader::fillByDoubling(BackendStream &stream, const MemoryReference &to, uint64_t bytes,
                                         std::span<const std::byte> pattern, const CopyApart &copyApart) {
  std::byte start[1024];
  for (size_t at = 0; at < sizeof(start); at += pattern.size())
    std::memcpy(start + at, pattern.data(), pattern.size());
  const uint64_t first = std::min<uint64_t>(bytes, sizeof(start));
  qdc::Status status = stream.write(to, start, first);
  for (uint64_t filled = first; filled < bytes && status;) {
    const uint64_t more = std::min(filled, bytes - filled);
    status = copyApart(to + filled, to, more);
    filled += more;
  }
  return status;
}
