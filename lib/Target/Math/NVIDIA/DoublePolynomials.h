/*===- DoublePolynomials.h - Polynomials of f64 for GPUs --------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/DoublePolynomials.py.
 *   log_series  (2 atanh(s) - 2 s) / s^3 for z = s^2, of numbers from sqrt(1/2)
 *               to sqrt(2)
 *   exp_series  (exp(r) - 1 - r) / r^2, |r| <= ln 2 / 2
 *   exp2        2^r, |r| <= 1/2
 *   sinh_series (sinh(x) / x - 1) / x^2 for z = x^2, |x| <= 1
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_DOUBLEPOLYNOMIALS_H
#define QDC_LIB_TARGET_MATH_NVIDIA_DOUBLEPOLYNOMIALS_H

#pragma STDC FP_CONTRACT ON

static inline double log_series_f64(double z) {
  double q = 0x1.2f0ccd19fb262p-3;
  q = q * z + 0x1.39a0eaea502f7p-3;
  q = q * z + 0x1.746647f14b159p-3;
  q = q * z + 0x1.c71c51d6d7e76p-3;
  q = q * z + 0x1.249249423ac79p-2;
  q = q * z + 0x1.999999997f73fp-2;
  q = q * z + 0x1.5555555555594p-1;
  return q;
}

static inline double exp_series_f64(double r) {
  double q = 0x1.af6f7b7ec5382p-26;
  q = q * r + 0x1.28b0f2799fa43p-22;
  q = q * r + 0x1.71ddedf523197p-19;
  q = q * r + 0x1.a01995be9948cp-16;
  q = q * r + 0x1.a01a01b46cd87p-13;
  q = q * r + 0x1.6c16c18605f84p-10;
  q = q * r + 0x1.111111110e9bap-7;
  q = q * r + 0x1.555555554fe09p-5;
  q = q * r + 0x1.555555555555cp-3;
  q = q * r + 0x1.000000000000cp-1;
  return q;
}

static inline double exp2_f64(double r) {
  double q = 0x1.eb02b836c22e8p-32;
  q = q * r + 0x1.e61dd22167c77p-28;
  q = q * r + 0x1.b5241f9c6a9cep-24;
  q = q * r + 0x1.62bfc60c54502p-20;
  q = q * r + 0x1.ffcbfcdcee49ap-17;
  q = q * r + 0x1.4309130f871f0p-13;
  q = q * r + 0x1.5d87fe7888795p-10;
  q = q * r + 0x1.3b2ab6fb9fd4cp-7;
  q = q * r + 0x1.c6b08d704a184p-5;
  q = q * r + 0x1.ebfbdff82c5a6p-3;
  q = q * r + 0x1.62e42fefa39efp-1;
  q = q * r + 0x1.0000000000000p+0;
  return q;
}

static inline double sinh_series_f64(double z) {
  double q = 0x1.b52e61175a1d4p-41;
  q = q * z + 0x1.6118e07ffded2p-33;
  q = q * z + 0x1.ae646b4b21f1bp-26;
  q = q * z + 0x1.71de3a4058655p-19;
  q = q * z + 0x1.a01a01a0318c3p-13;
  q = q * z + 0x1.1111111111040p-7;
  q = q * z + 0x1.5555555555556p-3;
  return q;
}

#endif
