/*===- Power.c - Powers of f32, and of f64 with integer exponents -----------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * x^y = exp2(y * log2(x)) in f64 is good to about 2^-43, far better than f32
 * needs, and takes half the time of libclc's f32 arithmetic in two parts.
 *
 *===------------------------------------------------------------------------===*/
#include "Exponential.h"

/* log2 of a finite x > 0 that comes from an f32, |error| < 2^-50 relative to the larger of the result and 2^-10.
 * x = 2^n * m with m in [sqrt(1/2), sqrt(2)); log(m) = 2 atanh(s), s = (m - 1) / (m + 1), |s| < 0.172. */
static inline double log2_of_f32(double x) {
  uint64_t bits = bits_of_f64(x);
  uint64_t shifted = bits - 0x3fe6a09e667f3bcd;
  int32_t n = (int32_t)(int64_t)(shifted >> 32) >> 20;
  double m = f64_of_bits(bits - ((uint64_t)(uint32_t)n << 52));
  double s = (m - 1) / (m + 1);
  double square = s * s;
  double q = 1 / 19.0;
  q = q * square + 1 / 17.0;
  q = q * square + 1 / 15.0;
  q = q * square + 1 / 13.0;
  q = q * square + 1 / 11.0;
  q = q * square + 1 / 9.0;
  q = q * square + 1 / 7.0;
  q = q * square + 1 / 5.0;
  q = q * square + 1 / 3.0;
  double log_m = s + s * square * q;
  return log_m * 0x1.71547652b82fep1 + (double)n;
}

/* |x|^y for finite x other than 0, as f32. */
static inline float power_of_magnitude(float x, double y) {
  double exponent = clamp_f64(y * log2_of_f32(__builtin_fabs((double)x)), -1000, 1000);
  int32_t n;
  double r = exponent - round_f64(exponent, &n);
  return (float)(power_of_two_f64(n) * (1 + expm1_reduced_f64(r * 0x1.62e42fefa39efp-1)));
}

/* x^y where x is 0, infinite or NaN: |x|^y without its sign. */
static inline float power_of_special(float x, float y) {
  float grows = y > 0 ? __builtin_inff() : 0.0f;
  float shrinks = y > 0 ? 0.0f : __builtin_inff();
  float power = x == 0 ? shrinks : grows;
  return x != x ? x : power;
}

static inline bool is_finite_nonzero_f32(float x) { return (bits_of_f32(x) & 0x7fffffff) - 1 < 0x7f7fffff; }

float qdm_pow_f32(float x, float y) {
  float magnitude = is_finite_nonzero_f32(x) ? power_of_magnitude(x, (double)y) : power_of_special(x, y);
  /* Floats from 2^24 on are even integers. */
  float half = y * 0.5f;
  bool is_integer = __builtin_truncf(y) == y;
  bool is_odd = is_integer && __builtin_truncf(half) != half;
  bool negative = bits_of_f32(x) >> 31;
  float result = is_odd && negative ? -magnitude : magnitude;
  bool invalid = x < 0 && !is_integer && __builtin_fabsf(x) < __builtin_inff();
  result = invalid || y != y ? __builtin_nanf("") : result;
  /* An infinite y of |x| = 1, a zero y, and x = 1 give 1 whatever the other argument is. */
  bool is_one = y == 0 || x == 1 || (x == -1 && __builtin_fabsf(y) == __builtin_inff());
  return is_one ? 1 : result;
}

float qdm_fpowi_f32(float x, long long exponent) {
  float power = is_finite_nonzero_f32(x) ? power_of_magnitude(x, (double)exponent)
                                         : power_of_special(x, exponent > 0 ? 1.0f : -1.0f);
  float result = (exponent & 1) && bits_of_f32(x) >> 31 ? -power : power;
  return exponent == 0 ? 1 : result;
}
