/*===- ErfcPolynomial.h - The polynomial of erfc ----------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/ErfcPolynomial.py.
 *   scaled_erfc  exp(x^2) erfc(x) (x + ERFC_POLE), 0 <= x <= 27.25, for
 *                t = 1 / (x + ERFC_POLE) - ERFC_MIDDLE
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_ERFCPOLYNOMIAL_H
#define QDC_LIB_TARGET_MATH_NVIDIA_ERFCPOLYNOMIAL_H

#pragma STDC FP_CONTRACT ON

#define ERFC_POLE 2.0
#define ERFC_MIDDLE 0.25390625

static inline double scaled_erfc_f64(double t) {
  double q = -0x1.954ed61a9e1d1p+20;
  q = q * t + 0x1.b6f774afa1f5cp+19;
  q = q * t + 0x1.f2ecf06e3ba55p+18;
  q = q * t + -0x1.ba6c1c4e04852p+18;
  q = q * t + 0x1.7f50e4b0bea21p+13;
  q = q * t + 0x1.614e7ddc1ca95p+16;
  q = q * t + -0x1.1842148e88ed2p+15;
  q = q * t + -0x1.4d9a405d1200ap+11;
  q = q * t + 0x1.0e11f31b8f716p+13;
  q = q * t + -0x1.a5cd6e161da4dp+11;
  q = q * t + -0x1.03c3d7ce70d4cp+9;
  q = q * t + 0x1.08d35f705be8dp+10;
  q = q * t + -0x1.35820f4e40f7ep+8;
  q = q * t + -0x1.3e06971209216p+7;
  q = q * t + 0x1.21f838fdfa3b8p+7;
  q = q * t + -0x1.9bd8af2669497p+1;
  q = q * t + -0x1.5d5ae037d7f59p+5;
  q = q * t + 0x1.8b67afa491047p+3;
  q = q * t + 0x1.a0803819a7e09p+3;
  q = q * t + -0x1.955bef2ebea5fp+2;
  q = q * t + -0x1.68896ced6c96dp+2;
  q = q * t + 0x1.1f64c722cf38ep+1;
  q = q * t + 0x1.1fe56903ce812p+2;
  q = q * t + 0x1.644fb2b6b9e16p+1;
  q = q * t + 0x1.084a93c95b2d8p+0;
  return q;
}

#endif
