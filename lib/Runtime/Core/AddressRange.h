//===- AddressRange.h - Bytes of memory by their address --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_ADDRESSRANGE_H
#define QDRT_CORE_ADDRESSRANGE_H

#include <cstdint>

namespace qdrt::loader {

/// [begin, begin + bytes), which ends at the last address or before.
struct AddressRange {
  uintptr_t begin = 0;
  uint64_t bytes = 0;

  /// Whether a byte lies in both: never for a range without bytes, wherever it begins.
  bool overlaps(const AddressRange &other) const {
    return bytes != 0 && other.bytes != 0 && begin < other.begin + other.bytes && other.begin < begin + bytes;
  }
};

} // namespace qdrt::loader

#endif // QDRT_CORE_ADDRESSRANGE_H
