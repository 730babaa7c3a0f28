//===- BFloat16.h - bfloat16 for tests --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not every C++ runtime can round to bfloat16. This one finds the nearest value
// by distance, from a long double, and so rounds once from any type.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_TARGET_BFLOAT16_H
#define QDC_UNIT_TARGET_BFLOAT16_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace qdc {

struct BFloat16 {
  uint16_t bits = 0;

  BFloat16() = default;
  explicit BFloat16(long double value) {
    uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    long double magnitude = std::fabs(value);
    if (value != value) {
      bits = 0x7FC0;
      return;
    }
    // The largest value that is not above; the ordering of bits is that of values.
    uint16_t low = 0, high = 0x7F80;
    while (high - low > 1) {
      uint16_t middle = (low + high) / 2;
      (toLong(middle) <= magnitude ? low : high) = middle;
    }
    // Beyond the largest finite value, the next one would be 2^128.
    long double upper = high == 0x7F80 ? std::ldexp(1.0L, 128) : toLong(high);
    long double below = magnitude - toLong(low), above = upper - magnitude;
    bool up = magnitude >= upper || above < below || (above == below && (low & 1));
    bits = sign | (up ? high : low);
  }
  operator float() const {
    uint32_t wide = uint32_t(bits) << 16;
    float value;
    std::memcpy(&value, &wide, 4);
    return value;
  }

private:
  static long double toLong(uint16_t bits) {
    BFloat16 value;
    value.bits = bits;
    return float(value);
  }
};

} // namespace qdc

#endif // QDC_UNIT_TARGET_BFLOAT16_H
