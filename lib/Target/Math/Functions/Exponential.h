/*===- Exponential.h - The core of exp, for functions built on it -----------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * exp(x) = 2^n * (1 + f) with n = round(x / ln 2) and f = exp(x - n ln 2) - 1,
 * |x - n ln 2| <= ln 2 / 2 (Cody and Waite, Software Manual for the Elementary
 * Functions, 1980). f is a Taylor polynomial: at this length its truncation is
 * below 2^-57 (f64) and 2^-27 (f32), so a fitted one would gain nothing.
 *
 * Nothing here branches, looks up a table or converts a float to an integer
 * out of range.
 *
 *===------------------------------------------------------------------------===*/
#ifndef QDC_LIB_TARGET_MATH_FUNCTIONS_EXPONENTIAL_H
#define QDC_LIB_TARGET_MATH_FUNCTIONS_EXPONENTIAL_H

#include "qdc/Target/Freestanding/Bits.h"

#pragma STDC FP_CONTRACT ON

/* NaN passes. */
static inline double clamp_f64(double x, double low, double high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}
static inline float clamp_f32(float x, float low, float high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

/* Rounds to the nearest integer, |x| below 2^31 (2^22 for f32), and gives it as integer too; for NaN some integer. */
static inline double round_f64(double x, int32_t *integer) {
  double shifted = x + 0x1.8p52;
  *integer = (int32_t)bits_of_f64(shifted);
  return shifted - 0x1.8p52;
}
static inline float round_f32(float x, int32_t *integer) {
  float shifted = x + 0x1.8p23f;
  *integer = (int32_t)(bits_of_f32(shifted) - 0x4b400000);
  return shifted - 0x1.8p23f;
}

/* 2^n for a normal result. */
static inline double power_of_two_f64(int32_t n) { return f64_of_bits((uint64_t)(uint32_t)(n + 1023) << 52); }
static inline float power_of_two_f32(int32_t n) { return f32_of_bits((uint32_t)(n + 127) << 23); }

/* value * 2^n, rounded once; |n| at most 2044 (252), value about 1. */
static inline double scale_f64(double value, int32_t n) {
  int32_t half = n >> 1;
  return value * power_of_two_f64(half) * power_of_two_f64(n - half);
}
static inline float scale_f32(float value, int32_t n) {
  int32_t half = n >> 1;
  return value * power_of_two_f32(half) * power_of_two_f32(n - half);
}

/* exp(r) - 1 for |r| <= 0.35. */
static inline double expm1_reduced_f64(double r) {
  double q = 1 / 6227020800.0;
  q = q * r + 1 / 479001600.0;
  q = q * r + 1 / 39916800.0;
  q = q * r + 1 / 3628800.0;
  q = q * r + 1 / 362880.0;
  q = q * r + 1 / 40320.0;
  q = q * r + 1 / 5040.0;
  q = q * r + 1 / 720.0;
  q = q * r + 1 / 120.0;
  q = q * r + 1 / 24.0;
  q = q * r + 1 / 6.0;
  q = q * r + 0.5;
  return r * r * q + r;
}
static inline float expm1_reduced_f32(float r) {
  float q = 1 / 5040.0f;
  q = q * r + 1 / 720.0f;
  q = q * r + 1 / 120.0f;
  q = q * r + 1 / 24.0f;
  q = q * r + 1 / 6.0f;
  q = q * r + 0.5f;
  return r * r * q + r;
}

/* f and n for |x| below 1500 (f32: 200). The high parts of ln 2 have zeros at their end, so that n * high is exact. */
static inline double reduce_exp_f64(double x, int32_t *n) {
  double k = round_f64(x * 0x1.71547652b82fep0, n);
  double r = (x - k * 0x1.62e42fee00000p-1) - k * 0x1.a39ef35793c76p-33;
  return expm1_reduced_f64(r);
}
static inline float reduce_exp_f32(float x, int32_t *n) {
  float k = round_f32(x * 0x1.715476p0f, n);
  float r = (x - k * 0x1.62e000p-1f) - k * 0x1.0bfbe8p-15f;
  return expm1_reduced_f32(r);
}

/* 2^k * exp(x), rounded once at the end; |k| at most 64. */
static inline double scaled_exp_f64(double x, int32_t k) {
  int32_t n;
  double f = reduce_exp_f64(clamp_f64(x, -1000, 1000), &n);
  return scale_f64(1 + f, n + k);
}
static inline float scaled_exp_f32(float x, int32_t k) {
  int32_t n;
  float f = reduce_exp_f32(clamp_f32(x, -150, 150), &n);
  return scale_f32(1 + f, n + k);
}

#endif
