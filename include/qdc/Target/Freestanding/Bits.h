/*===- Bits.h - Floating-point numbers as bits ------------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * For C sources that become part of the compiler: they are freestanding.
 *
 *===------------------------------------------------------------------------===*/
#ifndef QDC_TARGET_FREESTANDING_BITS_H
#define QDC_TARGET_FREESTANDING_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t bits_of_f32(float value) { return __builtin_bit_cast(uint32_t, value); }
static inline float f32_of_bits(uint32_t bits) { return __builtin_bit_cast(float, bits); }
static inline uint64_t bits_of_f64(double value) { return __builtin_bit_cast(uint64_t, value); }
static inline double f64_of_bits(uint64_t bits) { return __builtin_bit_cast(double, bits); }

static inline bool sign_of_f64(double value) { return bits_of_f64(value) >> 63; }
static inline bool is_finite_f64(double value) { return (bits_of_f64(value) >> 52 & 0x7ff) != 0x7ff; }

static inline float magnitude_of_f32(float value) { return f32_of_bits(bits_of_f32(value) & 0x7fffffff); }
static inline double magnitude_of_f64(double value) { return f64_of_bits(bits_of_f64(value) & 0x7fffffffffffffff); }

/* `value`, negated where `sign` is negative: makes an odd function of one that is defined for positive arguments. A
 * test for zero would do too, but LLVM makes a branch of it. */
static inline float with_sign_of_f32(float value, float sign) {
  return f32_of_bits(bits_of_f32(value) ^ (bits_of_f32(sign) & 0x80000000));
}
static inline double with_sign_of_f64(double value, double sign) {
  return f64_of_bits(bits_of_f64(value) ^ (bits_of_f64(sign) & 0x8000000000000000));
}

#endif
