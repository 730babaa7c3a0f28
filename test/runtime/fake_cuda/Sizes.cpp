//===- Sizes.cpp - Whether computed sizes fit, on the fake driver ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sizes.h"

#include "Runtime/Core/SizeCheck.h"

#include <cmath>

/// In floats with room for 64 bits and a rounding that changes no comparison: sizes are either far below 2^63 or above.
static uint32_t findFailure(const uint64_t *of, const int64_t *words, uint64_t *values) {
  long double bytes = of[QDRT_SIZES_FACTOR];
  for (uint64_t index = 0; index < of[QDRT_SIZES_EXTENTS]; ++index) {
    const uint64_t slot = of[QDRT_SIZES_OF_EXTENTS + index];
    const int64_t extent = words[slot & UINT32_MAX];
    if (extent < 0) {
      values[0] = static_cast<uint64_t>(extent);
      values[1] = slot >> 32;
      return QDRT_ERROR_EXTENT;
    }
    bytes = std::fmin(bytes * static_cast<long double>(extent), 0x7fffffffffffffffp0L);
  }
  values[0] = static_cast<uint64_t>(bytes);
  values[1] = of[QDRT_SIZES_LIMIT];
  return values[0] > values[1] ? uint32_t{QDRT_ERROR_WORKSPACE} : uint32_t{QD_ERROR_NONE};
}

void fake_cuda::checkSizesBy(const uint64_t *slots) {
  auto &record = *reinterpret_cast<qd_error_record *>(slots[QDRT_SIZES_RECORD]);
  const auto *words = reinterpret_cast<const int64_t *>(slots[QDRT_SIZES_WORDS]);
  const uint64_t *of = slots + QDRT_SIZES_FIRST;
  for (uint64_t left = slots[QDRT_SIZES_COUNT]; left != 0 && record.code == QD_ERROR_NONE; --left) {
    uint64_t values[2];
    if (const uint32_t code = findFailure(of, words, values); code != QD_ERROR_NONE) {
      record.code = code;
      record.site = 0;
      record.iteration = static_cast<int64_t>(of[QDRT_SIZES_NUMBER]);
      record.values[0] = values[0];
      record.values[1] = values[1];
    }
    of += QDRT_SIZES_OF_EXTENTS + of[QDRT_SIZES_EXTENTS];
  }
  if (auto *answer = reinterpret_cast<uint64_t *>(slots[QDRT_SIZES_ANSWER]))
    *answer = record.code;
}
