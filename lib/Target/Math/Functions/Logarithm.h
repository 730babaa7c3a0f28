/*===- Logarithm.h - The core of log, for functions built on it -------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * x = 2^n * m with m in [sqrt(1/2), sqrt(2)), f = m - 1, s = f / (2 + f):
 * log(1 + f) = 2 atanh(s) = f - (f^2/2 - s (f^2/2 + R)), R = 2/3 s^2 + 2/5 s^4 ...
 * |s| < 0.1716, so that each term adds five bits. The subtraction from f keeps
 * the error near that of f itself. Nothing here branches or looks up a table.
 *
 *===------------------------------------------------------------------------===*/
#ifndef QDC_LIB_TARGET_MATH_FUNCTIONS_LOGARITHM_H
#define QDC_LIB_TARGET_MATH_FUNCTIONS_LOGARITHM_H

#include "qdc/Target/Freestanding/Bits.h"

#pragma STDC FP_CONTRACT ON

/* The high part has zeros at its end, so that n * high is exact. */
#define LN2_HIGH_F64 0x1.62e42fee00000p-1
#define LN2_LOW_F64 0x1.a39ef35793c76p-33
#define LN2_HIGH_F32 0x1.62e000p-1f
#define LN2_LOW_F32 0x1.0bfbe8p-15f

typedef struct {
  double n, m;
} binary_f64;
typedef struct {
  float n, m;
} binary_f32;

/* n and m of a normal x > 0; of anything else some numbers. Of f32, m is in [2/3, 4/3). */
static inline binary_f64 split_normal_f64(double x) {
  uint64_t bits = bits_of_f64(x);
  int32_t n = (int32_t)((uint32_t)(bits >> 32) - 0x3fe6a09e) >> 20;
  return (binary_f64){n, f64_of_bits(bits - ((uint64_t)(uint32_t)n << 52))};
}
static inline binary_f32 split_normal_f32(float x) {
  uint32_t bits = bits_of_f32(x);
  int32_t n = (int32_t)(bits - 0x3f2aaaab) >> 23;
  return (binary_f32){(float)n, f32_of_bits(bits - ((uint32_t)n << 23))};
}

/* The same for all x > 0. */
static inline binary_f64 split_f64(double x) {
  int subnormal = x < 0x1p-1022;
  binary_f64 parts = split_normal_f64(subnormal ? x * 0x1p54 : x);
  parts.n -= subnormal ? 54 : 0;
  return parts;
}
static inline binary_f32 split_f32(float x) {
  int subnormal = x < 0x1p-126f;
  binary_f32 parts = split_normal_f32(subnormal ? x * 0x1p25f : x);
  parts.n -= subnormal ? 25 : 0;
  return parts;
}

/* 2/first + 2/(first + 2) z + ... + 2/last z^((last - first) / 2), first and last odd constants: with z = s^2 and first
 * = 3, what 2 atanh(s) has after its first term, over s z. */
static inline double atanh_series_f64(double z, int first, int last) {
  double r = 2.0 / last;
#pragma clang loop unroll(full)
  for (int k = last - 2; k >= first; k -= 2)
    r = r * z + 2.0 / k;
  return r;
}

/* s * (f^2/2 + R): what log(1 + f) has more than f - f^2/2. */
static inline double log_tail_f64(double f) {
  double s = f / (2 + f);
  double z = s * s;
  return s * (0.5 * f * f + z * atanh_series_f64(z, 3, 23));
}
/* `logarithm` where log(x) is finite, else what log(x) is. */
static inline double finish_log_f64(double x, double logarithm) {
  double special = x == 0 ? -__builtin_inf() : x < 0 ? __builtin_nan("") : x;
  return x > 0 && x < __builtin_inf() ? logarithm : special;
}
static inline float finish_log_f32(float x, float logarithm) {
  float positive = x < __builtin_inff() ? logarithm : x;
  return x == 0 ? -__builtin_inff() : x < 0 ? __builtin_nanf("") : positive;
}

/* log(1 + x) for x > -1, finite. */
static inline double log1p_finite_f64(double x) {
  double u = 1 + x;
  /* What u lost of 1 + x. */
  double lost = x < 1 ? x - (u - 1) : 1 - (u - x);
  binary_f64 parts = split_normal_f64(u);
  double f = parts.m - 1;
  double tail = log_tail_f64(f) + (parts.n * LN2_LOW_F64 + lost / u);
  return parts.n * LN2_HIGH_F64 + (f - (0.5 * f * f - tail));
}

#endif
