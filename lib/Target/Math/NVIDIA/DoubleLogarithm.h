/*===- DoubleLogarithm.h - The core of log of f64 for NVIDIA's GPUs ----------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * As Functions/Logarithm.h, with the shorter polynomial and the reciprocal of
 * Double.h.
 *
 *===------------------------------------------------------------------------===*/
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_DOUBLELOGARITHM_H
#define QDC_LIB_TARGET_MATH_NVIDIA_DOUBLELOGARITHM_H

#include "Double.h"
#include "DoublePolynomials.h"
#include "Target/Math/Functions/Exponential.h"
#include "Target/Math/Functions/Logarithm.h"

/* n of a normal x > 0, which is 2^n * m with m in [sqrt(1/2), sqrt(2)). */
static inline int32_t exponent_of_f64(double x) { return (int32_t)(upper_of_f64(x) - 0x3fe6a09e) >> 20; }

/* log(1 + f) - (f - f^2 / 2) + more, for 1 + f in [sqrt(1/2), sqrt(2)). */
static inline double log_tail_nvidia_f64(double f, double more) {
  double s = f * reciprocal_f64(f + 2);
  double z = s * s;
  return s * (0.5 * f * f + z * log_series_f64(z)) + more;
}
/* log(1 + f) - f + more. */
static inline double log_rest_f64(double f, double more) { return log_tail_nvidia_f64(f, more) - 0.5 * f * f; }

/* whole + first + rest, where |whole| is 0 or at least |first|, and rest is small beside the result. */
static inline double sum_of_log_f64(double whole, double first, double rest) {
  double head = whole + first;
  return head + (rest + (first - (head - whole)));
}

/* log(1 + x) + more * ln 2 for -1 < x < 2^1022. A product with a power of 2 is exact. The sign of n keeps that of
 * x = -0. */
static inline double log1p_normal_f64(double x, int32_t more) {
  int32_t exponent = exponent_of_f64(x + 1);
  double power = power_of_two_f64(-exponent);
  double missing = 1 - power;
  double f = x * power - missing;
  double lost = x * power - (f + missing);
  double n = -(exponent + more);
  return sum_of_log_f64(-(n * LN2_HIGH_F64), f, log_rest_f64(f, lost - n * LN2_LOW_F64));
}

#endif
