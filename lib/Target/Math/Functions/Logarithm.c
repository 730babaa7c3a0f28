/*===- Logarithm.c - Logarithms and inverse hyperbolic functions ------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * libclc looks its logarithms up in tables, which costs gathers; its acosh does
 * not vectorise. The inverse hyperbolic functions of f32 are those of f64.
 *
 *===------------------------------------------------------------------------===*/
#include "Logarithm.h"
#include "LogPolynomial.h"

double qdm_log_f64(double x) {
  binary_f64 parts = split_f64(x);
  double f = parts.m - 1;
  double tail = log_tail_f64(f) + parts.n * LN2_LOW_F64;
  return finish_log_f64(x, parts.n * LN2_HIGH_F64 + (f - (0.5 * f * f - tail)));
}

float qdm_log_f32(float x) {
  binary_f32 parts = split_f32(x);
  float f = parts.m - 1;
  float tail = f * f * f * log_cubic_f32(f) + parts.n * LN2_LOW_F32;
  return finish_log_f32(x, parts.n * LN2_HIGH_F32 + (f - (0.5f * f * f - tail)));
}

/* log(m) as high + low, high with 21 bits, so that its product with the upper half of a constant is exact. */
typedef struct {
  double high, low;
} split_log;

static inline split_log log_of_significand(double m) {
  double f = m - 1;
  double half_square = 0.5 * f * f;
  double high = f64_of_bits(bits_of_f64(f - half_square) & 0xffffffff00000000);
  return (split_log){high, ((f - high) - half_square) + log_tail_f64(f)};
}

double qdm_log2_f64(double x) {
  binary_f64 parts = split_f64(x);
  split_log log = log_of_significand(parts.m);
  double head = log.high * 0x1.7154765200000p0;
  double rest = (log.low + log.high) * 0x1.705fc2eefa200p-33 + log.low * 0x1.7154765200000p0;
  double sum = parts.n + head;
  return finish_log_f64(x, sum + (rest + ((parts.n - sum) + head)));
}

double qdm_log10_f64(double x) {
  binary_f64 parts = split_f64(x);
  split_log log = log_of_significand(parts.m);
  double head = log.high * 0x1.bcb7b15200000p-2;
  double n = parts.n * 0x1.34413509f7800p-2;
  double rest =
      parts.n * 0x1.fef311f12b358p-46 + (log.low + log.high) * 0x1.b9438ca9aadd5p-36 + log.low * 0x1.bcb7b15200000p-2;
  double sum = n + head;
  return finish_log_f64(x, sum + (rest + ((n - sum) + head)));
}

/* The logarithm of an f32 > 0 in f64. */
static inline double log_of_f32(float x) {
  binary_f64 parts = split_normal_f64((double)x);
  double s = (parts.m - 1) / (parts.m + 1);
  double z = s * s;
  return parts.n * 0x1.62e42fefa39efp-1 + (s * z * atanh_series_f64(z, 3, 11) + 2 * s);
}

float qdm_log2_f32(float x) { return finish_log_f32(x, (float)(log_of_f32(x) * 0x1.71547652b82fep0)); }
float qdm_log10_f32(float x) { return finish_log_f32(x, (float)(log_of_f32(x) * 0x1.bcb7b1526e50ep-2)); }

/* finish_log for log(1 + x); the logarithm of -0 is -0. */
static inline double finish_log1p(double x, double logarithm) {
  double special = x == -1 ? -__builtin_inf() : x < -1 ? __builtin_nan("") : x;
  return x > -1 && x < __builtin_inf() && x != 0 ? logarithm : special;
}

double qdm_log1p_f64(double x) { return finish_log1p(x, log1p_finite_f64(x)); }

/* In f64, 1 + x loses what an f32 x below 2^-29 is: there the result is x. */
float qdm_log1p_f32(float x) { return (float)qdm_log1p_f64((double)x); }

double qdm_asinh_f64(double x) {
  double a = magnitude_of_f64(x);
  /* x^2 overflows from 2^512 on, where asinh(x) is log(2 x). */
  int large = a > 0x1p500;
  double argument = a + a * a / (1 + __builtin_sqrt(a * a + 1));
  double result = log1p_finite_f64(large ? a : argument) + (large ? 0x1.62e42fefa39efp-1 : 0);
  return with_sign_of_f64(a < __builtin_inf() ? result : a, x);
}

double qdm_acosh_f64(double x) {
  int large = x > 0x1p500;
  double t = x - 1;
  double argument = t + __builtin_sqrt(t * (x + 1));
  double result = log1p_finite_f64(large ? x : argument) + (large ? 0x1.62e42fefa39efp-1 : 0);
  double special = x < 1 ? __builtin_nan("") : x;
  return x >= 1 && x < __builtin_inf() ? result : special;
}

double qdm_atanh_f64(double x) {
  double a = magnitude_of_f64(x);
  double result = 0.5 * log1p_finite_f64(2 * a / (1 - a));
  double special = a == 1 ? __builtin_inf() : __builtin_nan("");
  return with_sign_of_f64(a < 1 ? result : special, x);
}

float qdm_asinh_f32(float x) { return (float)qdm_asinh_f64((double)x); }
float qdm_acosh_f32(float x) { return (float)qdm_acosh_f64((double)x); }
float qdm_atanh_f32(float x) { return (float)qdm_atanh_f64((double)x); }
