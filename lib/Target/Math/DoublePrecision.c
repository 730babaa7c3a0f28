/*===- DoublePrecision.c - f64 functions of NVIDIA's GPUs -------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * What these functions cost is how often the unit for f64 works, which even a
 * comparison or a change of a sign takes. So polynomials are as short as the
 * errors of the CPU's functions allow, what is rare is behind a branch, and
 * numbers are told apart by the upper halves of their bits, in the unit for
 * integers. The methods are those of Exponential.h, Logarithm.h and
 * ErrorFunction.c.
 *
 *===------------------------------------------------------------------------===*/
#include "DoublePolynomials.h"
#include "ErfPolynomials.h"
#include "Exponential.h"
#include "Logarithm.h"

#define LOG2_E 0x1.71547652b82fep0
#define ROUNDER 0x1.8p52 /* what is added to it is rounded to an integer */

/* To about 2^-20. */
double reciprocal_instruction(double) __asm__("llvm.nvvm.rcp.approx.ftz.d");

static inline uint32_t upper_of_f64(double value) { return (uint32_t)(bits_of_f64(value) >> 32); }
/* value * 2^n where both are normal. */
static inline double scale_normal_f64(double value, int32_t n) {
  uint32_t upper = upper_of_f64(value) + ((uint32_t)n << 20);
  return f64_of_bits((uint64_t)upper << 32 | (uint32_t)bits_of_f64(value));
}
/* |value| < limit, of a limit whose lower half is 0: as numbers of f32 the upper halves have the same order. False for
 * infinity and NaN. */
static inline bool is_below_f64(double value, double limit) {
  return magnitude_of_f32(f32_of_bits(upper_of_f64(value))) < f32_of_bits(upper_of_f64(limit));
}

double qdm_nvidia_exp_f64(double x) {
  double shifted = x * LOG2_E + ROUNDER;
  int32_t n = (int32_t)bits_of_f64(shifted);
  double k = shifted - ROUNDER;
  double r = (x - k * LN2_HIGH_F64) - k * LN2_LOW_F64;
  double value = (exp_series_f64(r) * r + 1) * r + 1;
  /* Up to 708 the result is normal. */
  if (__builtin_expect(is_below_f64(x, 708), 1))
    return scale_normal_f64(value, n);
  value = scale_f64(value, n);
  value = x < -750 ? 0 : value;
  return x > 750 ? __builtin_inf() : value;
}

double qdm_nvidia_log_f64(double x) {
  uint32_t upper = upper_of_f64(x);
  double scaled = x;
  int32_t fewer = 0;
  /* What is not a normal number above 0. */
  if (__builtin_expect(upper - 0x00100000 >= 0x7fe00000, 0)) {
    if (!(x > 0 && x < __builtin_inf()))
      return x == 0 ? -__builtin_inf() : x < 0 ? __builtin_nan("") : x;
    scaled = x * 0x1p54;
    fewer = 54;
  }
  int32_t exponent = (int32_t)(upper_of_f64(scaled) - 0x3fe6a09e) >> 20;
  double m = scale_normal_f64(scaled, -exponent);
  double n = exponent - fewer;
  double f = m - 1, sum = m + 1;
  double rough = reciprocal_instruction(sum);
  double error = 1 - sum * rough;
  error = error * error + error;
  double s = f * (rough * error + rough);
  double z = s * s;
  double half = 0.5 * f;
  double tail = s * (half * f + z * log_series_f64(z)) + n * LN2_LOW_F64;
  return n * LN2_HIGH_F64 + (f - (half * f - tail));
}

double qdm_nvidia_erf_f64(double x) {
  double a = magnitude_of_f64(x);
  double near = x * erf_near_nvidia_f64(x * x - ERF_MIDDLE_NVIDIA_F64) + x;
  double u = a - ERF_SPLIT_NVIDIA_F64;
  double q = -erf_far_nvidia_f64(u);
  double shifted = u * q + ROUNDER;
  double r = u * q - (shifted - ROUNDER);
  double rest = scale_normal_f64(ERF_REST_NVIDIA_F64, (int32_t)bits_of_f64(shifted));
  double far = 1 - exp2_f64(r) * rest;
  far = with_sign_of_f64(a >= ERF_ONE_NVIDIA_F64 ? 1 : far, x);
  return is_below_f64(x, ERF_SPLIT_NVIDIA_F64) ? near : far;
}
