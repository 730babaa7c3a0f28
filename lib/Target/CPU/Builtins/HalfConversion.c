/*===- HalfConversion.c - Conversions of half and bfloat --------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * What LLVM calls to convert f16 and bf16 on processors without F16C and
 * AVX512-BF16. Names, and the registers in which halves travel, are those of
 * compiler-rt on x86-64. Rounding is to nearest even, once, from the wide type;
 * NaNs stay NaNs (quiet, upper payload bits kept).
 *
 *===------------------------------------------------------------------------===*/
#include "qdc/Target/Freestanding/Bits.h"

typedef struct {
  int exponent_bits;
  int fraction_bits;
} narrow_format;

static const narrow_format half_format = {5, 10};
static const narrow_format bfloat_format = {8, 7};

/* The nearest number of `format` to a value given as bits of f64. */
static inline uint16_t narrow(uint64_t bits, narrow_format format) {
  uint16_t sign = (uint16_t)(bits >> 63) << 15;
  uint64_t magnitude = bits & 0x7fffffffffffffff;
  uint16_t infinity = (uint16_t)(((1u << format.exponent_bits) - 1) << format.fraction_bits);
  if (magnitude > 0x7ff0000000000000) {
    uint16_t payload = (uint16_t)(magnitude >> (52 - format.fraction_bits)) & ((1u << format.fraction_bits) - 1);
    return sign | infinity | payload | (uint16_t)(1u << (format.fraction_bits - 1));
  }
  int bias = (1 << (format.exponent_bits - 1)) - 1;
  int exponent = (int)(magnitude >> 52) - 1023 + bias;
  if (exponent >= (1 << format.exponent_bits) - 1)
    return sign | infinity;
  uint64_t significand = (magnitude & 0x000fffffffffffff) | (magnitude >> 52 != 0 ? 0x0010000000000000 : 0);
  int drop = 52 - format.fraction_bits;
  uint64_t base = 0;
  if (exponent >= 1)
    base = (uint64_t)(exponent - 1) << format.fraction_bits;
  else
    drop += 1 - exponent < 63 - drop ? 1 - exponent : 63 - drop;
  uint64_t kept = significand >> drop;
  uint64_t rest = significand & (((uint64_t)1 << drop) - 1);
  uint64_t half = (uint64_t)1 << (drop - 1);
  kept += rest > half || (rest == half && (kept & 1));
  return sign | (uint16_t)(base + kept);
}

/* Every float is a double, NaN payloads included. */
static inline uint64_t widen_bits(float value) {
  uint32_t bits = bits_of_f32(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return (uint64_t)(bits >> 31) << 63 | 0x7ff0000000000000 | (uint64_t)(bits & 0x007fffff) << 29;
  return bits_of_f64(value);
}

_Float16 __truncsfhf2(float value) { return __builtin_bit_cast(_Float16, narrow(widen_bits(value), half_format)); }
_Float16 __truncdfhf2(double value) { return __builtin_bit_cast(_Float16, narrow(bits_of_f64(value), half_format)); }
__bf16 __truncsfbf2(float value) { return __builtin_bit_cast(__bf16, narrow(widen_bits(value), bfloat_format)); }
__bf16 __truncdfbf2(double value) { return __builtin_bit_cast(__bf16, narrow(bits_of_f64(value), bfloat_format)); }

float __extendhfsf2(_Float16 value) {
  uint16_t bits = __builtin_bit_cast(uint16_t, value);
  uint32_t sign = (uint32_t)(bits >> 15) << 31;
  uint32_t exponent = bits >> 10 & 0x1f;
  uint32_t fraction = bits & 0x3ff;
  if (exponent == 0x1f)
    return f32_of_bits(sign | 0x7f800000 | fraction << 13 | (fraction != 0 ? 0x00400000 : 0));
  if (exponent == 0) {
    /* fraction * 2^-24, exact in f32. */
    float magnitude = (float)(int)fraction * 0x1p-24f;
    return f32_of_bits(sign | bits_of_f32(magnitude));
  }
  return f32_of_bits(sign | (exponent + 112) << 23 | fraction << 13);
}

float __extendbfsf2(__bf16 value) { return f32_of_bits((uint32_t)__builtin_bit_cast(uint16_t, value) << 16); }
