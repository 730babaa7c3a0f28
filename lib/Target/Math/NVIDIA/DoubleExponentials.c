/*===- DoubleExponentials.c - exp and its kin of f64 for NVIDIA -------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * The methods are those of Functions/Exponential.h, with the shorter polynomials and the
 * branches of Double.h. e^-x is the reciprocal of e^x.
 *
 *===------------------------------------------------------------------------===*/
#include "DoubleExponential.h"
#include "Target/Math/Functions/Exponential.h"
#include "Target/Math/Functions/Logarithm.h"

/* exp(x) = 2^n * (1 + r + r^2 * exp_series(r)). */
static inline double reduce_nvidia_f64(double x, int32_t *n) {
  double k = round_to_ln2_f64(x, n);
  return (x - k * LN2_HIGH_F64) - k * LN2_LOW_F64;
}

/* 2^n * value, where the result need not be normal; x is what it belongs to, from whose `limit` on it overflows, and
 * below -`limit` becomes 0. */
static inline double scale_any_f64(double value, int32_t n, double x, double limit) {
  value = scale_f64(value, n);
  value = x < -limit ? 0 : value;
  return x > limit ? __builtin_inf() : value;
}

double qdm_nvidia_exp_f64(double x) {
  int32_t n;
  double value = exp_of_reduced_f64(reduce_nvidia_f64(x, &n));
  /* Up to 708 the result is normal. */
  if (__builtin_expect(is_below_f64(x, 708), 1))
    return scale_normal_f64(value, n);
  return scale_any_f64(value, n, x, 750);
}

double qdm_nvidia_exp2_f64(double x) {
  double shifted = x + ROUNDER;
  int32_t n = (int32_t)bits_of_f64(shifted);
  double value = exp2_f64(x - (shifted - ROUNDER));
  if (__builtin_expect(is_below_f64(x, 1022), 1))
    return scale_normal_f64(value, n);
  return scale_any_f64(value, n, x, 1080);
}

/* exp(r) - 1 - r. */
static inline double exp_rest_f64(double r) { return r * r * exp_series_f64(r); }
/* power * (1 + r + rest) - 1. The largest terms come first, so that what their sum loses counts once. */
static inline double expm1_of_terms_f64(double power, double r, double rest) {
  return power * rest + (power * r + (power - 1));
}

double qdm_nvidia_expm1_f64(double x) {
  int32_t n;
  double r = reduce_nvidia_f64(x, &n), rest = exp_rest_f64(r);
  uint32_t upper = upper_of_f64(x) & 0x7fffffff;
  /* From 2^-54 on to 708. */
  if (__builtin_expect(upper - 0x3c900000 < 0x40862000 - 0x3c900000, 1))
    return expm1_of_terms_f64(power_of_two_f64(n), r, rest);
  double large = x < 0 ? -1 : scale_any_f64(1 + (r + rest), n, x, 750);
  return upper < 0x3c900000 ? x : large;
}

double qdm_nvidia_cosh_f64(double x) {
  int32_t n;
  double a = magnitude_of_f64(x);
  double value = exp_of_reduced_f64(reduce_nvidia_f64(a, &n));
  if (__builtin_expect(!is_below_f64(x, 708), 0))
    return scale_any_f64(value, n - 1, a, 750);
  double half = scale_normal_f64(value, n - 1);
  return 0.25 * reciprocal_f64(half) + half;
}

double qdm_nvidia_sinh_f64(double x) {
  if (is_below_f64(x, 1)) {
    double square = x * x;
    return x * square * sinh_series_f64(square) + x;
  }
  int32_t n;
  double a = magnitude_of_f64(x);
  double value = exp_of_reduced_f64(reduce_nvidia_f64(a, &n));
  if (__builtin_expect(!is_below_f64(x, 708), 0))
    return with_sign_of_f64(scale_any_f64(value, n - 1, a, 750), x);
  double half = scale_normal_f64(value, n - 1);
  return with_sign_of_f64(half - 0.25 * reciprocal_f64(half), x);
}

/* t / (t + 2) of t = exp(2 |x|) - 1. The quotient is corrected by what it and the sum lost. */
double qdm_nvidia_tanh_f64(double x) {
  if (__builtin_expect(!is_below_f64(x, 22), 0))
    return x != x ? x : with_sign_of_f64(1, x);
  int32_t n;
  double r = reduce_nvidia_f64(2 * magnitude_of_f64(x), &n);
  double t = expm1_of_terms_f64(power_of_two_f64(n), r, exp_rest_f64(r));
  double sum = t + 2, low = t - (sum - 2);
  double inverse = reciprocal_f64(sum);
  double quotient = t * inverse;
  double error = (t - quotient * sum) - quotient * low;
  return with_sign_of_f64(error * inverse + quotient, x);
}
