/*===- DoubleRoots.c - rsqrt and cbrt of f64 --------------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * An approximation r by instructions has so few bits that r^2 is exact. What it
 * is off by, as 1 - x r^2 or 1 - x r^3, is then known with few roundings, and
 * the first terms of the power series of the root's ratio to r correct it.
 *
 *===------------------------------------------------------------------------===*/
#include "Double.h"
#include "Instructions.h"

/* For normal x. */
static inline double rsqrt_normal(double x) {
  double r = reciprocal_root_instruction(x);
  double error = 1 - x * (r * r);
  return (r * error) * (0.375 * error + 0.5) + r;
}

double qdm_nvidia_rsqrt_f64(double x) {
  if (__builtin_expect(is_positive_normal_f64(x), 1))
    return rsqrt_normal(x);
  if (x == 0)
    return with_sign_of_f64(__builtin_inf(), x);
  if (x > 0)
    return x == __builtin_inf() ? 0 : rsqrt_normal(x * 0x1p54) * 0x1p27;
  return __builtin_nan("");
}

/* For normal x > 0: x = m * 8^n with m in [1, 8), and its root from r, about m^(-1/3). */
static inline double cbrt_normal(double x) {
  uint32_t upper = upper_of_f64(x);
  int32_t n = (int32_t)((upper >> 20) * 0x5556 >> 16) - 341;
  uint64_t bits = bits_of_f64(x) - ((uint64_t)(uint32_t)(3 * n) << 52);
  double m = f64_of_bits(bits);
  float narrow = f32_of_bits((uint32_t)((bits - ((uint64_t)(1023 - 127) << 52)) >> 29));
  double r = normal_exp2_instruction(normal_log2_instruction(narrow) * (-1 / 3.0f));
  double square = r * r;
  double root = m * square;
  double lost = m * square - root;
  double error = (1 - root * r) - lost * r;
  double tail = (root * error) * (5 / 9.0 * error + 2 / 3.0) + lost;
  return scale_normal_f64(root + tail, n);
}

double qdm_nvidia_cbrt_f64(double x) {
  double a = magnitude_of_f64(x);
  if (__builtin_expect(is_positive_normal_f64(a), 1))
    return with_sign_of_f64(cbrt_normal(a), x);
  if (x == 0 || !(a < __builtin_inf()))
    return x;
  return with_sign_of_f64(cbrt_normal(a * 0x1p54) * 0x1p-18, x);
}
