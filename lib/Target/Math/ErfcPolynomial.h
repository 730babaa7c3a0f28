/*===- ErfcPolynomial.h - The polynomial of erfc ----------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by `python3 GenerateErfcPolynomial.py > ErfcPolynomial.h`.
 *   scaled_erfc  exp(x^2) erfc(x) (x + ERFC_CENTRE), 0 <= x <= 28, for
 *                t = (x - ERFC_CENTRE) / (x + ERFC_CENTRE)
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_ERFCPOLYNOMIAL_H
#define QDC_LIB_TARGET_MATH_ERFCPOLYNOMIAL_H

#pragma STDC FP_CONTRACT ON

#define ERFC_CENTRE 4

static inline double scaled_erfc_f64(double t) {
  double q = -0x1.861454a67da94p-29;
  q = q * t + -0x1.deee5a4713984p-27;
  q = q * t + 0x1.53e12529ec598p-27;
  q = q * t + 0x1.0bf354b9413acp-23;
  q = q * t + -0x1.76d841d87cbdbp-24;
  q = q * t + -0x1.c7ef6bee8976dp-21;
  q = q * t + 0x1.809c3d19055bcp-20;
  q = q * t + 0x1.3b3c943411c47p-18;
  q = q * t + -0x1.3c7f9342d1622p-16;
  q = q * t + -0x1.e81af2c7366e6p-19;
  q = q * t + 0x1.72ce4326d72d6p-13;
  q = q * t + -0x1.dd28281eb5cb2p-12;
  q = q * t + -0x1.269b60796a6b9p-12;
  q = q * t + 0x1.908f46d26ae2bp-8;
  q = q * t + -0x1.b00c0525b7b92p-6;
  q = q * t + 0x1.38dbd2c9673e8p-4;
  q = q * t + -0x1.645fd8a4c955ap-3;
  q = q * t + 0x1.52cac2370e4fbp-2;
  q = q * t + -0x1.14eacb1ad01a2p-1;
  q = q * t + 0x1.8be202d26c759p-1;
  q = q * t + -0x1.f3fe31ecb49c3p-1;
  q = q * t + 0x1.18932bf08e154p+0;
  return q;
}

#endif
