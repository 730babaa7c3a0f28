//===- RangeAllocator.cpp - Ranges of a block of memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/RangeAllocator.h"

#include <iterator>

using namespace qdrt::loader::vulkan;

RangeAllocator::RangeAllocator(uint64_t bytes) {
  if (bytes >= kUnit)
    gaps.emplace(0, bytes / kUnit * kUnit);
}

std::optional<uint64_t> RangeAllocator::allocate(uint64_t bytes) {
  if (bytes > UINT64_MAX - kUnit)
    return std::nullopt;
  const uint64_t wanted = (bytes + kUnit - 1) / kUnit * kUnit;
  auto best = gaps.end();
  for (auto gap = gaps.begin(); gap != gaps.end(); ++gap)
    if (gap->second >= wanted && (best == gaps.end() || gap->second < best->second))
      best = gap;
  if (best == gaps.end())
    return std::nullopt;
  const auto [start, has] = *best;
  // What may fail for want of memory comes before anything is changed.
  taken.emplace(start, wanted);
  auto rest = gaps.extract(best);
  if (has != wanted) {
    rest.key() = start + wanted;
    rest.mapped() = has - wanted;
    gaps.insert(std::move(rest));
  }
  return start;
}

bool RangeAllocator::contains(uint64_t at) const {
  const auto next = taken.upper_bound(at);
  return next != taken.begin() && at - std::prev(next)->first < std::prev(next)->second;
}

void RangeAllocator::free(uint64_t start) {
  // The range becomes the gap, so that nothing is allocated here.
  auto freed = taken.extract(start);
  const auto after = gaps.upper_bound(start);
  if (after != gaps.end() && after->first == start + freed.mapped()) {
    freed.mapped() += after->second;
    gaps.erase(after);
  }
  const auto next = gaps.upper_bound(start);
  if (next != gaps.begin())
    if (const auto before = std::prev(next); before->first + before->second == start) {
      before->second += freed.mapped();
      return;
    }
  gaps.insert(std::move(freed));
}
