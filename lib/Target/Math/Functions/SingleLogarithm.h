/*===- SingleLogarithm.h - The cores of logarithms of f32 on GPUs -----------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * x = 2^n * (1 + f). A GPU is slower with integers than with f32, so that the
 * exponent stays where it is in the bits: 2^23 n is computed, and 2^-23 is in the
 * constants by which it is multiplied.
 *
 *===------------------------------------------------------------------------===*/
#ifndef QDC_LIB_TARGET_MATH_FUNCTIONS_SINGLELOGARITHM_H
#define QDC_LIB_TARGET_MATH_FUNCTIONS_SINGLELOGARITHM_H

#include "SinglePolynomials.h"
#include "qdc/Target/Freestanding/Bits.h"

#pragma STDC FP_CONTRACT ON

#define AFTER_THREE_FOURTHS 0x3f400001u
#define ROOT_OF_HALF 0x3f3504f3u
#define SHIFTED_LN2 0x1.62e430p-24f /* 2^-23 ln 2 */

/* 2^23 n, of which 1 + f is at least what has the bits `lowest`. */
static inline uint32_t exponent_of_f32(float x, uint32_t lowest) { return (bits_of_f32(x) - lowest) & 0xff800000; }

typedef struct {
  float shifted_n, f; /* 2^23 n */
} logarithm_parts;

/* Of a finite x > 0; of anything else some numbers. */
static inline logarithm_parts parts_of_f32(float x, uint32_t lowest) {
  float factor = x < 0x1p-126f ? 0x1p23f : 1.0f;
  float scaled = x * factor;
  uint32_t exponent = exponent_of_f32(scaled, lowest);
  uint32_t n = exponent + bits_of_f32(1) - bits_of_f32(factor);
  return (logarithm_parts){(float)(int32_t)n, f32_of_bits(bits_of_f32(scaled) - exponent) - 1};
}

/* Those of 1 + t for a finite t > -1. The sum is rounded after it is scaled, where nothing of t is lost, since only t
 * from 1/2 on has an exponent above 0: 3/2 has not, to which the sum with a t just below 1/2 is rounded. */
static inline logarithm_parts parts_of_successor(float t) {
  uint32_t exponent = exponent_of_f32(1 + t, AFTER_THREE_FOURTHS);
  float scaled = f32_of_bits(bits_of_f32(t) - exponent);
  float one = f32_of_bits(0x40800000 - exponent) * 0.25f - 1;
  return (logarithm_parts){(float)(int32_t)exponent, scaled + one};
}

/* log(2^n * (1 + f)) for parts with 1 + f from AFTER_THREE_FOURTHS on. */
static inline float logarithm_of_parts(logarithm_parts parts) {
  float f = parts.f;
  return parts.shifted_n * SHIFTED_LN2 + (f * log_square(f) * f + f);
}

/* `logarithm`, that of x, or what that is for 0, infinity, NaN and numbers below 0. */
static inline float finish_logarithm(float x, float logarithm) {
  float finite = bits_of_f32(x) < 0x7f800000 ? logarithm : x * __builtin_inff() + __builtin_inff();
  return x == 0 ? -__builtin_inff() : finite;
}

#endif
