//===- RangeAllocator.h - Ranges of a block of memory -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_RANGEALLOCATOR_H
#define QDRT_VULKAN_RANGEALLOCATOR_H

#include "qdc/ABI/KernelABI.h"

#include <cstdint>
#include <map>
#include <optional>

namespace qdrt::loader::vulkan {

/// Tells which bytes of a block are taken; it touches no memory. Ranges begin and end at multiples of kUnit, and do not
/// overlap. Used by one thread at a time.
class RangeAllocator {
public:
  static constexpr uint64_t kUnit = QDC_ALLOCATION_ALIGNMENT;

  /// Of a block of so many bytes, of which those after the last multiple of kUnit are left alone.
  explicit RangeAllocator(uint64_t bytes);
  /// The start of a range of so many bytes, 1 or more: in the smallest gap that has them, of equal ones the first.
  /// nullopt: none has.
  std::optional<uint64_t> allocate(uint64_t bytes);
  /// Of a range that allocate() gave.
  void free(uint64_t start);
  /// Whether a byte lies in such a range.
  bool contains(uint64_t at) const;
  bool isEmpty() const { return taken.empty(); }

private:
  std::map<uint64_t, uint64_t> gaps, taken; // bytes by start; no gap begins where another one ends
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_RANGEALLOCATOR_H
