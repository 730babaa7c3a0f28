/*===- LogPolynomial.h - The polynomial of log of f32 -----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/LogPolynomial.py.
 *   log_cubic_f32  (log(1 + f) - f + f^2 / 2) / f^3, |f| <= 1 / 3
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_FUNCTIONS_LOGPOLYNOMIAL_H
#define QDC_LIB_TARGET_MATH_FUNCTIONS_LOGPOLYNOMIAL_H

#pragma STDC FP_CONTRACT ON

static inline float log_cubic_f32(float f) {
  float q = -0x1.075f980000000p-3f;
  q = q * f + 0x1.1ef2800000000p-3f;
  q = q * f + -0x1.f3643c0000000p-4f;
  q = q * f + 0x1.1eb6ca0000000p-3f;
  q = q * f + -0x1.559a780000000p-3f;
  q = q * f + 0x1.99d27e0000000p-3f;
  q = q * f + -0x1.ffff060000000p-3f;
  q = q * f + 0x1.5555000000000p-2f;
  return q;
}

#endif
