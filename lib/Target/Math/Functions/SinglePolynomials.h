/*===- SinglePolynomials.h - Polynomials of f32 on GPUs ---------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/SinglePolynomials.py.
 *   log_square   (log(1 + f) - f) / f^2, 3 / 4 <= 1 + f <= 3 / 2
 *   log2_square  (log2(1 + f) - f c) / f^2 for the c next to log2(e), 1 + f between the roots of
 *                1/2 and 2
 *   log10_square (log10(1 + f) - f c) / f^2 for the c next to log10(e) and the same f
 *   log2_cubic   (log2((1 + s) / (1 - s)) / s - 2 log2(e)) / z for z = s^2, until
 *                (1 + s) / (1 - s) is the root of 2
 *   exp2_first   (2^r - 1) / r, |r| <= 1 / 2
 *   tanh_cubic   (tanh(x) / x - 1) / z for z = x^2, |x| <= TANH_SPLIT
 *   erfc_near    erf(x) / x - 1 for t = x^2 - ERFC_MIDDLE, |x| <= ERFC_SPLIT
 *   erfc_far     exp(a^2) erfc(a) / share for share = 1 / (1 + a), from ERFC_SPLIT
 *                until ERFC_ZERO, from where on erfc rounds to 0
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_FUNCTIONS_SINGLEPOLYNOMIALS_H
#define QDC_LIB_TARGET_MATH_FUNCTIONS_SINGLEPOLYNOMIALS_H

#pragma STDC FP_CONTRACT ON

#define TANH_SPLIT 0.6875f
#define ERFC_SPLIT 1.0f
#define ERFC_MIDDLE 0.5f
#define ERFC_ZERO 10.0625f

static inline float log_square(float f) {
  float q = -0x1.75e20e0000000p-5f;
  q = q * f + 0x1.ae55140000000p-4f;
  q = q * f + -0x1.0d42aa0000000p-3f;
  q = q * f + 0x1.2839220000000p-3f;
  q = q * f + -0x1.54eff00000000p-3f;
  q = q * f + 0x1.996fa20000000p-3f;
  q = q * f + -0x1.0000560000000p-2f;
  q = q * f + 0x1.5555920000000p-2f;
  q = q * f + -0x1.0000000000000p-1f;
  return q;
}

static inline float log2_square(float f) {
  float q = -0x1.9489840000000p-4f;
  q = q * f + 0x1.708b4e0000000p-3f;
  q = q * f + -0x1.8b4e320000000p-3f;
  q = q * f + 0x1.a5b8980000000p-3f;
  q = q * f + -0x1.ea827a0000000p-3f;
  q = q * f + 0x1.2765520000000p-2f;
  q = q * f + -0x1.715b160000000p-2f;
  q = q * f + 0x1.ec71440000000p-2f;
  q = q * f + -0x1.7154700000000p-1f;
  return q;
}

static inline float log10_square(float f) {
  float q = 0x1.3bf9aa0000000p-5f;
  q = q * f + -0x1.fe28f80000000p-5f;
  q = q * f + 0x1.08968a0000000p-4f;
  q = q * f + -0x1.26a4b40000000p-4f;
  q = q * f + 0x1.632e8a0000000p-4f;
  q = q * f + -0x1.bcc1b80000000p-4f;
  q = q * f + 0x1.287b6e0000000p-3f;
  q = q * f + -0x1.bcb7a80000000p-3f;
  return q;
}

static inline float log2_cubic(float z) {
  float q = 0x1.5902500000000p-2f;
  q = q * z + 0x1.a5cad80000000p-2f;
  q = q * z + 0x1.2776e80000000p-1f;
  q = q * z + 0x1.ec709e0000000p-1f;
  return q;
}

static inline float exp2_first(float r) {
  float q = 0x1.4424b00000000p-13f;
  q = q * r + 0x1.5f0dcc0000000p-10f;
  q = q * r + 0x1.3b2a480000000p-7f;
  q = q * r + 0x1.c6af720000000p-5f;
  q = q * r + 0x1.ebfbe00000000p-3f;
  q = q * r + 0x1.62e4300000000p-1f;
  return q;
}

static inline float tanh_cubic(float z) {
  float q = -0x1.56c6ae0000000p-8f;
  q = q * z + 0x1.4ac3fa0000000p-6f;
  q = q * z + -0x1.b7091c0000000p-5f;
  q = q * z + 0x1.10fd660000000p-3f;
  q = q * z + -0x1.5555020000000p-2f;
  return q;
}

static inline float erfc_near(float t) {
  float q = 0x1.4b51660000000p-14f;
  q = q * t + -0x1.2887e60000000p-11f;
  q = q * t + 0x1.c825400000000p-9f;
  q = q * t + -0x1.2b8db20000000p-6f;
  q = q * t + 0x1.45436c0000000p-4f;
  q = q * t + -0x1.1fd1640000000p-2f;
  q = q * t + -0x1.1ae14e0000000p-5f;
  return q;
}

static inline float erfc_far(float share) {
  float q = 0x1.0bd3d00000000p+1f;
  q = q * share + -0x1.323fb60000000p+2f;
  q = q * share + 0x1.c6a6be0000000p+1f;
  q = q * share + -0x1.4aa5460000000p-4f;
  q = q * share + -0x1.bd65e20000000p-1f;
  q = q * share + -0x1.e8c7980000000p-3f;
  q = q * share + 0x1.1b41060000000p-2f;
  q = q * share + 0x1.210b1c0000000p-1f;
  q = q * share + 0x1.20dc4a0000000p-1f;
  return q;
}

#endif
