/*===- ErrorFunction.c - erf ------------------------------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * libclc's erf divides, and computes each of its five intervals with polynomials
 * of its own, of which it then selects one. Here are two: near 0 an odd
 * polynomial, and 1 - erfc(s) exp(-u P(u)) for |x| = s + u beyond s, whose
 * exponential is small enough for its error not to matter.
 *
 *===------------------------------------------------------------------------===*/
#include "ErfPolynomials.h"
#include "Exponential.h"

float qdm_erf_f32(float x) {
  float near = x * erf_near_f32(x * x - ERF_MIDDLE_F32) + x;
  float a = magnitude_of_f32(x);
  float u = (a > ERF_ONE_F32 ? ERF_ONE_F32 : a) - ERF_SPLIT_F32;
  int32_t n;
  float f = reduce_exp_f32(u * -erf_far_f32(u), &n);
  float power = power_of_two_f32(n);
  float far = 1 - ERF_REST_F32 * (power + power * f);
  return a < ERF_SPLIT_F32 ? near : with_sign_of_f32(far, x);
}

double qdm_erf_f64(double x) {
  double near = x * erf_near_f64(x * x - ERF_MIDDLE_F64) + x;
  double a = magnitude_of_f64(x);
  double u = (a > ERF_ONE_F64 ? ERF_ONE_F64 : a) - ERF_SPLIT_F64;
  int32_t n;
  double f = reduce_exp_f64(u * -erf_far_f64(u), &n);
  double power = power_of_two_f64(n);
  double far = with_sign_of_f64(1 - ERF_REST_F64 * (power + power * f), x);
  return a < ERF_SPLIT_F64 ? near : far;
}
