//===- ArrayBytes.h - How large an array is ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_ARRAYBYTES_H
#define QDC_SUPPORT_ARRAYBYTES_H

#include "qdc/Support/CheckedArithmetic.h"

#include <span>

namespace qdc {

/// Bytes of an array, of extents that are not negative: none without an element, whatever the other extents are and in
/// whichever order. Nothing for 2^63 bytes and more.
constexpr std::optional<int64_t> checkedArrayBytes(int64_t elementBytes, std::span<const int64_t> extents) {
  std::optional<int64_t> bytes = elementBytes;
  for (int64_t extent : extents) {
    if (extent == 0)
      return 0;
    bytes = bytes ? checkedMultiply(*bytes, extent) : bytes;
  }
  return bytes;
}

} // namespace qdc

#endif // QDC_SUPPORT_ARRAYBYTES_H
