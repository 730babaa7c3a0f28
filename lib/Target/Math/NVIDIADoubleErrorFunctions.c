/*===- NVIDIADoubleErrorFunctions.c - erf and erfc of f64 -------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * The method of erf is that of ErrorFunction.c, with shorter polynomials. erfc is
 * 1 - erf(x) near 0. Further, erfc(x) = exp(-x^2) p(t) / (x + c) for x > 0, with
 * one polynomial p of t = (x - c) / (x + c) (Shepherd and Laframboise, Chebyshev
 * approximation of (1 + 2 x) exp(x^2) erfc(x), 1981, have another factor than
 * x + c). The exponential takes x^2 as the sum of its rounded value and the error,
 * since up to 2^10 of it are in the exponent.
 *
 *===------------------------------------------------------------------------===*/
#include "DoublePolynomials.h"
#include "ErfPolynomials.h"
#include "ErfcPolynomial.h"
#include "Exponential.h"
#include "Logarithm.h"
#include "NVIDIADouble.h"

#define ERFC_SPLIT 0.5
#define MINUS_LOG2_E -0x1.71547652b82fep0

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
  if (is_below_f64(x, ERFC_SPLIT))
    return 1 - (x * erf_near_nvidia_f64(x * x - ERF_MIDDLE_NVIDIA_F64) + x);
  double a = magnitude_of_f64(x);
  /* Half an ulp of t would be as much as one of the result: sum + sum_lost is exact where that counts. */
  double sum = a + ERFC_CENTRE, difference = sum - 2 * ERFC_CENTRE;
  double sum_lost = (ERFC_CENTRE - sum) + a;
  double rough = reciprocal_instruction(sum);
  double error = (1 - sum * rough) - sum_lost * rough;
  double reciprocal = rough * (error * error + error) + rough;
  double t = difference * reciprocal;
  t = ((difference - t * sum) + (1 - t) * sum_lost) * reciprocal + t;
  double factor = scaled_erfc_f64(t) * reciprocal;
  double square = a * a;
  double lost = a * a - square;
  double shifted = square * MINUS_LOG2_E + ROUNDER;
  int32_t n = (int32_t)bits_of_f64(shifted);
  double k = shifted - ROUNDER;
  double r = ((-k * LN2_HIGH_F64 - square) - k * LN2_LOW_F64) - lost;
  double value = ((exp_series_f64(r) * r + 1) * r) * factor + factor;
  /* Up to 26 the result is normal. */
  if (__builtin_expect(is_below_f64(x, 26), 1)) {
    value = scale_normal_f64(value, n);
  } else {
    value = scale_f64(value, n);
    value = a > 28 ? 0 : value;
  }
  return sign_of_f64(x) ? 2 - value : value;
}
