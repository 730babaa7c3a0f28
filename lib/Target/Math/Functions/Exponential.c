/*===- Exponential.c - exp, exp2, expm1 and hyperbolic functions ------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * libclc's exp and exp2 of f32 flush subnormal results to zero; its sinh and
 * cosh read outside of their tables for large arguments when inlined into a
 * vectorised loop; its tanh of f64 does not vectorise.
 *
 *===------------------------------------------------------------------------===*/
#include "Exponential.h"

double qdm_exp_f64(double x) { return scaled_exp_f64(x, 0); }
float qdm_exp_f32(float x) { return scaled_exp_f32(x, 0); }

double qdm_exp2_f64(double x) {
  int32_t n;
  x = clamp_f64(x, -1200, 1200);
  double r = x - round_f64(x, &n);
  return scale_f64(1 + expm1_reduced_f64(r * 0x1.62e42fefa39efp-1), n);
}

float qdm_exp2_f32(float x) {
  int32_t n;
  x = clamp_f32(x, -200, 200);
  float r = x - round_f32(x, &n);
  return scale_f32(1 + expm1_reduced_f32(r * 0x1.62e430p-1f), n);
}

double qdm_expm1_f64(double x) {
  int32_t n;
  /* Below -40 the result is -1; -0 stays what it is. */
  double f = reduce_exp_f64(clamp_f64(x, -40, 1000), &n);
  double rest = 1 - power_of_two_f64(n < 1000 ? -n : -1000);
  return n == 0 ? (x == 0 ? x : f) : scale_f64(f + rest, n);
}

/* 2^n f + (2^n - 1), of halves until the end, since 2^128 is none of f32. The sign counts where the result is 0. */
float qdm_expm1_f32(float x) {
  int32_t n;
  float f = reduce_exp_f32(clamp_f32(x, -20, 89), &n);
  float half = power_of_two_f32(n - 1);
  float value = half * f + (half - 0.5f);
  return f32_of_bits(bits_of_f32(value + value) | (bits_of_f32(x) & 0x80000000));
}

/* 1/4 / (e^x / 2) is e^-x / 2. */
float qdm_cosh_f32(float x) {
  float half = scaled_exp_f32(magnitude_of_f32(x), -1);
  return half + 0.25f / half;
}

/* Near 0 the Taylor series, since the two exponentials cancel. */
float qdm_sinh_f32(float x) {
  float a = magnitude_of_f32(x);
  float half = scaled_exp_f32(a, -1);
  float large = half - 0.25f / half;
  float square = x * x;
  float q = 1 / 362880.0f;
  q = q * square + 1 / 5040.0f;
  q = q * square + 1 / 120.0f;
  q = q * square + 1 / 6.0f;
  float small = x + x * square * q;
  return a < 1 ? small : with_sign_of_f32(large, x);
}

double qdm_cosh_f64(double x) {
  double half = scaled_exp_f64(__builtin_fabs(x), -1);
  return half + 0.25 / half;
}

double qdm_sinh_f64(double x) {
  double a = __builtin_fabs(x);
  double half = scaled_exp_f64(a, -1);
  double large = half - 0.25 / half;
  double square = x * x;
  double q = 1 / 355687428096000.0;
  q = q * square + 1 / 1307674368000.0;
  q = q * square + 1 / 6227020800.0;
  q = q * square + 1 / 39916800.0;
  q = q * square + 1 / 362880.0;
  q = q * square + 1 / 5040.0;
  q = q * square + 1 / 120.0;
  q = q * square + 1 / 6.0;
  double small = x + x * square * q;
  return a < 1 ? small : __builtin_copysign(large, x);
}

double qdm_tanh_f64(double x) {
  double a = __builtin_fabs(x);
  double t = qdm_expm1_f64(2 * clamp_f64(a, 0, 22));
  return __builtin_copysign(t / (t + 2), x);
}
