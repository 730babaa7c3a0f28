/*===- AnglePolynomials.h - Polynomials of f64 for angles -------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/AnglePolynomials.py.
 *   sine        (sin(y) - y) / y^3 for z = y^2, |y| <= pi / 4
 *   cosine      (cos(y) - 1) / y^2 for z = y^2, |y| <= pi / 4
 *   tangent     (tan(y) - y) / y^3 for z = y^2, |y| <= pi / 4
 *   arc_tangent (atan(t) - t) / t^3 for z = t^2, |t| <= 1
 *   arc_sine    (asin(t) - t) / t^3 for z = t^2, |t| <= 1/2
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_ANGLEPOLYNOMIALS_H
#define QDC_LIB_TARGET_MATH_NVIDIA_ANGLEPOLYNOMIALS_H

#pragma STDC FP_CONTRACT ON

static inline double sine_f64(double z) {
  double q = 0x1.5d8fb827e3d03p-33;
  q = q * z + -0x1.ae5e597db57c2p-26;
  q = q * z + 0x1.71de35650a32ap-19;
  q = q * z + -0x1.a01a019bf8228p-13;
  q = q * z + 0x1.111111110f77ep-7;
  q = q * z + -0x1.5555555555548p-3;
  return q;
}

static inline double cosine_f64(double z) {
  double q = -0x1.8fa9a7413e865p-37;
  q = q * z + 0x1.1ee9e17e6b4ccp-29;
  q = q * z + -0x1.27e4f7f911e6ap-22;
  q = q * z + 0x1.a01a019c97a13p-16;
  q = q * z + -0x1.6c16c16c1504cp-10;
  q = q * z + 0x1.555555555554bp-5;
  q = q * z + -0x1.0000000000000p-1;
  return q;
}

static inline double tangent_f64(double z) {
  double q = 0x1.5f5e280b4f717p-16;
  q = q * z + -0x1.7b5de6631e95ap-15;
  q = q * z + 0x1.7a0559f0d8c38p-14;
  q = q * z + -0x1.c7a340c5ae818p-16;
  q = q * z + 0x1.1f86ac1655161p-13;
  q = q * z + 0x1.d1bde5599b155p-13;
  q = q * z + 0x1.380a9bd3a2ac0p-11;
  q = q * z + 0x1.7d5953dc79f28p-10;
  q = q * z + 0x1.d6d961b3aece9p-9;
  q = q * z + 0x1.226e10f94a861p-7;
  q = q * z + 0x1.664f49b62a749p-6;
  q = q * z + 0x1.ba1ba1b419824p-5;
  q = q * z + 0x1.1111111118ab9p-3;
  q = q * z + 0x1.55555555554e9p-2;
  return q;
}

static inline double arc_tangent_f64(double z) {
  double q = -0x1.4a2bb05843febp-16;
  q = q * z + 0x1.c824eb3657937p-13;
  q = q * z + -0x1.2aced437a67e3p-10;
  q = q * z + 0x1.f0e78059cda5ep-9;
  q = q * z + -0x1.291161f6fd573p-7;
  q = q * z + 0x1.1397e6863be52p-6;
  q = q * z + -0x1.a499fbade7921p-6;
  q = q * z + 0x1.16206c65d806dp-5;
  q = q * z + -0x1.4eb75e17df564p-5;
  q = q * z + 0x1.7ea4ed9c4deffp-5;
  q = q * z + -0x1.ad1d3c54bf2d9p-5;
  q = q * z + 0x1.e17286e0dc9d3p-5;
  q = q * z + -0x1.1108135f59fabp-4;
  q = q * z + 0x1.3b129f8d3ac9fp-4;
  q = q * z + -0x1.745d00489bd71p-4;
  q = q * z + 0x1.c71c707e39cbdp-4;
  q = q * z + -0x1.2492491f00d45p-3;
  q = q * z + 0x1.9999999980c54p-3;
  q = q * z + -0x1.555555555541ap-2;
  return q;
}

static inline double arc_sine_f64(double z) {
  double q = 0x1.04fbc67cdbda1p-5;
  q = q * z + -0x1.08868a923d7cdp-6;
  q = q * z + 0x1.3f20bef217577p-6;
  q = q * z + 0x1.ad039c008b9f5p-8;
  q = q * z + 0x1.8e9fc26940bb2p-7;
  q = q * z + 0x1.c70301f298704p-7;
  q = q * z + 0x1.1c6ba0146a008p-6;
  q = q * z + 0x1.6e89f85557e58p-6;
  q = q * z + 0x1.f1c72c11eeafep-6;
  q = q * z + 0x1.6db6db42dc67cp-5;
  q = q * z + 0x1.333333336e26dp-4;
  q = q * z + 0x1.555555555538fp-3;
  return q;
}

#endif
