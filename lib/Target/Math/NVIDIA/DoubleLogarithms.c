/*===- DoubleLogarithms.c - Logarithms of f64 for NVIDIA's GPUs -------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * The methods are those of Functions/Logarithm.h, with the shorter polynomials, the
 * reciprocal and the branches of Double.h.
 *
 *===------------------------------------------------------------------------===*/
#include "DoubleLogarithm.h"

/* x = 2^n * (1 + f). False for 0, what is negative, infinity and NaN. */
static inline bool log_parts_f64(double x, double *n, double *f) {
  int32_t fewer = 0;
  if (__builtin_expect(!is_positive_normal_f64(x), 0)) {
    if (!(x > 0 && x < __builtin_inf()))
      return false;
    x *= 0x1p54;
    fewer = 54;
  }
  int32_t exponent = exponent_of_f64(x);
  *n = exponent - fewer;
  *f = scale_normal_f64(x, -exponent) - 1;
  return true;
}

double qdm_nvidia_log_f64(double x) {
  double n, f;
  if (!log_parts_f64(x, &n, &f))
    return finish_log_f64(x, x);
  return n * LN2_HIGH_F64 + (f + log_rest_f64(f, n * LN2_LOW_F64));
}

/* log(x) * factor of a factor that is a sum of two, as log(2) * factor is: n times the high part of that is exact.
 * All four are constants, so that a low part of 0 costs nothing. */
static inline double scaled_log_f64(double x, double factor, double factor_low, double high, double low) {
  double n, f;
  if (!log_parts_f64(x, &n, &f))
    return finish_log_f64(x, x);
  double half = 0.5 * f;
  double high_log = f - half * f;
  double tail = log_tail_nvidia_f64(f, (f - high_log) - half * f);
  double first = high_log * factor;
  double lost = high_log * factor_low + (high_log * factor - first);
  double rest = tail * factor + (low == 0 ? lost : n * low + lost);
  return sum_of_log_f64(n * high, first, rest);
}

double qdm_nvidia_log2_f64(double x) { return scaled_log_f64(x, 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56, 1, 0); }
double qdm_nvidia_log10_f64(double x) {
  return scaled_log_f64(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 0x1.34413509f7800p-2, 0x1.fef311f12b358p-46);
}

double qdm_nvidia_log1p_f64(double x) {
  int32_t more = 0;
  /* Unless 1 + x is normal, and below 2^1022. */
  if (__builtin_expect(upper_of_f64(x + 1) - 0x00100000 >= 0x7fd00000 - 0x00100000, 0)) {
    if (!(x > 0 && x < __builtin_inf()))
      return x == -1 ? -__builtin_inf() : x < -1 ? __builtin_nan("") : x;
    x *= 0x1p-54;
    more = 54;
  }
  return log1p_normal_f64(x, more);
}
