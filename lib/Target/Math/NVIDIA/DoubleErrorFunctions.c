/*===- DoubleErrorFunctions.c - erf and erfc of f64 -------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * The method of erf is that of Functions/ErrorFunction.c, with shorter polynomials. For x >= 0,
 * erfc(x) = exp(-x^2) p(t) y, with y = 1 / (x + c) and one polynomial p of t, which is
 * y less a constant (Shepherd and Laframboise, Chebyshev approximation of (1 + 2 x)
 * exp(x^2) erfc(x), 1981, take another factor than x + c). The instruction for the
 * reciprocal lacks a factor 1 + d, which is multiplied into the exponential: y itself
 * would have one more rounding. The exponential takes x^2 before it is rounded, since
 * up to 2^10 of it are in the exponent.
 *
 *===------------------------------------------------------------------------===*/
#include "DoubleExponential.h"
#include "ErfcPolynomial.h"
#include "Target/Math/Functions/ErfPolynomials.h"
#include "Target/Math/Functions/Exponential.h"
#include "Target/Math/Functions/Logarithm.h"

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

double qdm_nvidia_erfc_f64(double x) {
  double a = magnitude_of_f64(x);
  /* y = rough * (1 + more), whatever the sum loses. */
  double rough = reciprocal_instruction(a + ERFC_POLE);
  double error = (1 - ERFC_POLE * rough) - a * rough;
  double more = error * error + error;
  double factor = scaled_erfc_f64(rough * more + (rough - ERFC_MIDDLE)) * rough;
  int32_t n;
  double k = round_to_ln2_f64(-(a * a), &n);
  double high = k * LN2_HIGH_F64;
  double r = (-a * a - high) - k * LN2_LOW_F64;
  /* exp(r) * (1 + more) - 1. */
  double rest = (exp_series_f64(r) * r + 1) * (r * more + r) + more;
  double value = rest * factor + factor;
  /* Up to 26 the result is normal. */
  if (__builtin_expect(is_below_f64(x, 26), 1)) {
    value = scale_normal_f64(value, n);
  } else {
    value = scale_f64(value, n);
    value = a > 28 ? 0 : value;
  }
  return sign_of_f64(x) ? 2 - value : value;
}
