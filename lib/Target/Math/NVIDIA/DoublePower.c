/*===- DoublePower.c - Powers of f64 on NVIDIA's GPUs -----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * x^y = exp(y log(x)). An exponent of 709 magnifies the relative error of the
 * logarithm by 2^10, so that this and its product with y are sums of two f64. For
 * x = 2^n m, c is 1 / m rounded to so few bits that f = m c - 1 is exact, and
 * log(x) = n log(2) - log(c) + log(1 + f) (Tang, Table-driven implementation of
 * the logarithm function, 1990). |f| is at most 2^-6, so that what is beyond f^2
 * needs no more than f64 has; for x near 1, c is 1, and its logarithm 0. What is
 * no normal number, x or the result, is left to the function of CPUs.
 *
 *===------------------------------------------------------------------------===*/
#include "DoubleExponential.h"
#include "DoubleLogarithm.h"
#include "PowerLogarithm.h"
#include "Target/Math/Functions/DoubleDouble.h"

#define FACTOR_UNIT 0x00008000u  /* of the upper half of c, which has 5 bits after its first */
#define FIRST_FACTOR 0x3fe68000u /* the upper half of 45/64 */

/* RarePower.c */
double qdm_rare_pow_f64(double x, double y);

/* log(x) of a normal x > 0, with an error of about 2^-64 of it. Of others it is some number, since m is what it is for
 * a normal one. */
static inline double_double precise_log(double x) {
  int32_t exponent = exponent_of_f64(x);
  double n = exponent;
  double m = scale_normal_f64(x, -exponent);
  uint32_t factor = (upper_of_f64(reciprocal_instruction(m)) + FACTOR_UNIT / 2) & -FACTOR_UNIT;
  const double *logarithm = factor_logarithms[(factor - FIRST_FACTOR) / FACTOR_UNIT];
  double f = m * f64_of_bits((uint64_t)factor << 32) - 1;
  double half = 0.5 * f;
  double first = f - half * f;
  double rest = (f * f) * (f * log1p_cubic_f64(f)) + ((f - first) - half * f);
  /* A sum of few bits, which is exact: 0, or larger than `first`. */
  double base = n * LN2_HIGH_F64 + logarithm[0];
  double_double sum = fast_two_sum(base, first);
  sum.low += (n * LN2_LOW_F64 + logarithm[1]) + rest;
  return sum;
}

double qdm_nvidia_pow_f64(double x, double y) {
  double magnitude = magnitude_of_f64(x);
  double_double logarithm = precise_log(magnitude);
  double_double product = two_product(y, logarithm.high);
  product.low += y * logarithm.low;
  int32_t n;
  double k = round_to_ln2_f64(product.high + product.low, &n);
  double r = (product.high - k * LN2_HIGH_F64) + (product.low - k * LN2_LOW_F64);
  double value = scale_normal_f64(exp_of_reduced_f64(r), n);
  /* Up to 708 the result is normal. */
  bool is_normal = is_below_f64(product.high, 708);
  if (__builtin_expect(is_positive_normal_f64(x) && is_normal, 1))
    return value;
  /* The sign of a power of a number below 0. */
  bool is_integer = __builtin_elementwise_trunc(y) == y;
  if (!is_normal || !is_integer || !is_positive_normal_f64(magnitude))
    return qdm_rare_pow_f64(x, y);
  double half = 0.5 * y;
  return __builtin_elementwise_trunc(half) == half ? value : -value;
}
