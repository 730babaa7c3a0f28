/*===- Power.c - Powers with real and with integer exponents ----------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * x^y = exp(y * log(x)). The result of f32 is computed in f64. For f64 the
 * logarithm and the product are sums of two f64: an exponent of 709 magnifies
 * the relative error of the logarithm by 2^10.
 *
 *===------------------------------------------------------------------------===*/
#include "DoubleDouble.h"
#include "Exponential.h"
#include "Logarithm.h"

/* |x|^y for x other than 0, finite. The logarithm is good to 2^-43. */
static inline float power_of_magnitude_f32(float x, double y) {
  binary_f64 parts = split_normal_f64((double)magnitude_of_f32(x));
  double s = (parts.m - 1) / (parts.m + 1);
  double z = s * s;
  double logarithm = parts.n * 0x1.62e42fefa39efp-1 + (s * z * atanh_series_f64(z, 3, 17) + 2 * s);
  int32_t n;
  double f = reduce_exp_f64(clamp_f64(y * logarithm, -500, 500), &n);
  return (float)(power_of_two_f64(n) * (1 + f));
}

/* log(x) for finite x > 0, with a relative error of about 2^-65: the series of 2 atanh(s) whose first two terms are
 * computed in twice the precision. */
static inline double_double precise_log(double x) {
  binary_f64 parts = split_f64(x);
  double f = parts.m - 1;
  double d = parts.m + 1;
  double d_low = parts.m - (d - 1);
  double s = f / d;
  double s_low = (qdm_exact_fma_f64(-s, d, f) - s * d_low) / d;
  double_double z = two_product(s, s);
  z.low += 2 * s * s_low;
  double r = atanh_series_f64(z.high, 5, 23);
  double_double third = fast_two_sum(0x1.5555555555555p-1, r * z.high);
  third.low += 0x1.5555555555555p-55 + r * z.low;
  double_double cubic = two_product(z.high, third.high);
  cubic.low += z.high * third.low + z.low * third.high;
  double_double rest = two_product(s, cubic.high);
  rest.low += s * cubic.low + s_low * cubic.high;
  double_double head = two_sum(parts.n * LN2_HIGH_F64, 2 * s);
  double_double sum = two_sum(head.high, rest.high);
  return fast_two_sum(sum.high, sum.low + (head.low + (2 * s_low + (rest.low + parts.n * LN2_LOW_F64))));
}

/* |x|^(y + y_low) for x other than 0, finite. */
static inline double power_of_magnitude_f64(double x, double y, double y_low) {
  double_double logarithm = precise_log(magnitude_of_f64(x));
  /* Far outside of what exp can take, but small enough that the products below stay finite. */
  double bounded = clamp_f64(y, -0x1p70, 0x1p70);
  double_double product = two_product(bounded, logarithm.high);
  product.low += bounded * logarithm.low + y_low * logarithm.high;
  product = fast_two_sum(product.high, product.low);
  double clamped = clamp_f64(product.high, -1000, 1000);
  double low = product.high == clamped ? product.low : 0;
  int32_t n;
  double k = round_f64(clamped * 0x1.71547652b82fep0, &n);
  double r = (clamped - k * LN2_HIGH_F64) - (k * LN2_LOW_F64 - low);
  return scale_f64(1 + expm1_reduced_f64(r), n);
}

/* |x|^y where x is 0, infinite or NaN. */
#define POWER_OF_SPECIAL(type, x, y_is_positive)                                                                       \
  ((x) != (x) ? (x) : ((x) == 0) == (y_is_positive) ? (type)0 : (type)__builtin_inf())

#define POWER(suffix, type, is_finite_nonzero, power)                                                                  \
  type qdm_pow_##suffix(type x, type y) {                                                                              \
    type magnitude = is_finite_nonzero(x) ? power : POWER_OF_SPECIAL(type, x, y > 0);                                  \
    /* Numbers too large to have a fraction in their half are even. */                                                 \
    type half = y * (type)0.5;                                                                                         \
    bool is_integer = __builtin_elementwise_trunc(y) == y;                                                             \
    bool is_odd = is_integer && __builtin_elementwise_trunc(half) != half;                                             \
    type result = is_odd ? with_sign_of_##suffix(magnitude, x) : magnitude;                                            \
    bool invalid = (x < 0 && x > -(type)__builtin_inf() && !is_integer) || y != y;                                     \
    result = invalid ? (type)__builtin_nan("") : result;                                                               \
    /* These are 1 whatever the other argument is. */                                                                  \
    bool is_one = y == 0 || x == 1 || (x == -1 && magnitude_of_##suffix(y) == (type)__builtin_inf());                  \
    return is_one ? 1 : result;                                                                                        \
  }

static inline bool is_finite_nonzero_f32(float x) { return (bits_of_f32(x) & 0x7fffffff) - 1 < 0x7f7fffff; }
static inline bool is_finite_nonzero_f64(double x) {
  return (bits_of_f64(x) & 0x7fffffffffffffff) - 1 < 0x7fefffffffffffff;
}

POWER(f32, float, is_finite_nonzero_f32, power_of_magnitude_f32(x, (double)y))
POWER(f64, double, is_finite_nonzero_f64, power_of_magnitude_f64(x, y, 0))

float qdm_fpowi_f32(float x, long long exponent) {
  float magnitude =
      is_finite_nonzero_f32(x) ? power_of_magnitude_f32(x, (double)exponent) : POWER_OF_SPECIAL(float, x, exponent > 0);
  float result = exponent & 1 ? with_sign_of_f32(magnitude, x) : magnitude;
  return exponent == 0 ? 1 : result;
}

double qdm_fpowi_f64(double x, long long exponent) {
  /* The exponent as a sum: a conversion alone would round it from 2^53 on. */
  double_double y = fast_two_sum((double)(exponent & ~1023ll), (double)(exponent & 1023));
  double magnitude =
      is_finite_nonzero_f64(x) ? power_of_magnitude_f64(x, y.high, y.low) : POWER_OF_SPECIAL(double, x, exponent > 0);
  double result = exponent & 1 ? with_sign_of_f64(magnitude, x) : magnitude;
  return exponent == 0 ? 1 : result;
}
