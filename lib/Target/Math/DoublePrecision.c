/*===- DoublePrecision.c - erf of f64 for NVIDIA's GPUs ---------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * The method is that of ErrorFunction.c, with the shorter polynomials of
 * NVIDIADouble.h.
 *
 *===------------------------------------------------------------------------===*/
#include "DoublePolynomials.h"
#include "ErfPolynomials.h"
#include "NVIDIADouble.h"

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
