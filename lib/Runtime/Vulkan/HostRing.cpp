//===- HostRing.cpp - Memory through which the host hands over ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/HostRing.h"

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

HostRing::~HostRing() {
  if (memory.native)
    allocator.free(memory);
}

qdc::Result<HostRing::Piece> HostRing::take(uint64_t wanted, Commands &commands) {
  if (!memory.native) {
    qdc::Result<Allocation> made = allocator.allocateUncleared(bytes, place);
    if (!made)
      return made.error();
    memory = *made;
  }
  constexpr uint64_t unit = RangeAllocator::kUnit;
  const uint64_t taken = (wanted + unit - 1) / unit * unit;
  if (bytes - head % bytes < taken) // a piece does not go round
    head += bytes - head % bytes;
  while (head + taken - tail > bytes) {
    const Use oldest = uses.front();
    if (oldest.submission > commands.last())
      if (qdc::Status submitted = commands.submit(); !submitted)
        return submitted.error();
    // What was to use it may not have been submitted.
    if (oldest.submission <= commands.last())
      if (qdc::Status waited = commands.wait(oldest.submission, "wait for room in a ring"); !waited)
        return waited.error();
    tail = oldest.end;
    uses.pop_front();
    if (uses.empty())
      tail = head;
  }
  const MemoryReference start(memory, head % bytes);
  head += taken;
  const uint64_t submission = commands.last() + 1;
  if (!uses.empty() && uses.back().submission == submission)
    uses.back().end = head;
  else
    uses.push_back({head, submission});
  return Piece{hostAddressOf(start), placeOf(start)};
}
