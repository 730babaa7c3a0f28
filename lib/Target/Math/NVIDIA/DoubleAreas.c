/*===- DoubleAreas.c - acosh, asinh, atanh of f64 for NVIDIA's GPUs ----------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * acosh and asinh are logarithms of 1 + y as in Functions/Logarithm.c, atanh that of
 * (1 + x) / (1 - x). Roots and divisions are approximations by an instruction
 * with Newton's steps.
 *
 *===------------------------------------------------------------------------===*/
#include "DoubleLogarithm.h"

/* The root of a normal number, to little more than half an ulp. */
static inline double root_f64(double value) {
  double rough = reciprocal_root_instruction(value);
  double root = value * rough, half = 0.5 * rough;
  double error = 0.5 - root * half;
  root = root * error + root;
  half = half * error + half;
  return (value - root * root) * half + root;
}

double qdm_nvidia_asinh_f64(double x) {
  double a = magnitude_of_f64(x), y = a;
  int32_t more = 0;
  if (__builtin_expect(is_below_f64(x, 0x1p500), 1)) {
    double square = a * a;
    y = square * reciprocal_f64(root_f64(square + 1) + 1) + a;
  } else {
    if (!(a < __builtin_inf()))
      return x;
    /* log(2 a) */
    y = a * 0x1p-100;
    more = 101;
  }
  return with_sign_of_f64(log1p_normal_f64(y, more), x);
}

double qdm_nvidia_acosh_f64(double x) {
  double t = x - 1, y;
  int32_t more = 0;
  /* From 2^-52 on, the smallest for x > 1, to 2^500. */
  if (__builtin_expect(upper_of_f64(t) - 0x3cb00000 < 0x5f300000 - 0x3cb00000, 1)) {
    y = t + root_f64(t * t + (t + t));
  } else {
    if (!(x > 1 && x < __builtin_inf()))
      return x == 1 ? 0 : x < 1 ? __builtin_nan("") : x;
    /* log(2 x) */
    y = x * 0x1p-100;
    more = 101;
  }
  return log1p_normal_f64(y, more);
}

/* log(above / below) / 2 = n * ln 2 / 2 + atanh(s) with s = (above - 2^n * below) / (above + 2^n * below). For n below
 * 2 that numerator is another sum of the same value, which is rounded once; 1 - |x| is exact for others. */
double qdm_nvidia_atanh_f64(double x) {
  double a = magnitude_of_f64(x);
  if (__builtin_expect(!is_below_f64(x, 1), 0))
    return a == 1 ? with_sign_of_f64(__builtin_inf(), x) : __builtin_nan("");
  double above = 1 + a, below = 1 - a;
  int32_t exponent = exponent_of_f64(above * reciprocal_instruction(below));
  double power = power_of_two_f64(exponent);
  double difference = above - power * below;
  double once = a * (1 + power) + (1 - power);
  difference = exponent < 2 ? once : difference;
  double sum = power * below + above;
  double inverse = reciprocal_f64(sum);
  double s = difference * inverse;
  s = (difference - s * sum) * inverse + s;
  double z = s * s;
  double n = exponent;
  double tail = 0.5 * s * z * log_series_f64(z) + n * (LN2_LOW_F64 / 2);
  return with_sign_of_f64(n * (LN2_HIGH_F64 / 2) + (s + tail), x);
}
