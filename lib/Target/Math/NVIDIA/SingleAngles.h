/*===- SingleAngles.h - Polynomials of f32 angles on GPUs -------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/SingleAngles.py. The HALF_PIs add up
 * to pi / 2; each has a sign of its own, plus. For z = r^2:
 *   sin_cubic   (sin(r) / r - 1) / z, |r| <= pi / 4
 *   cos_fourth  (cos(r) - 1 + z / 2) / z^2, |r| <= pi / 4
 *   tan_cubic   (tan(r) / r - 1) / z, |r| <= pi / 4
 *   atan_cubic  (atan(r) / r - 1) / z, |r| <= 1
 *   asin_cubic  (asin(r) / r - 1) / z, |r| <= 1 / 2
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_SINGLEANGLES_H
#define QDC_LIB_TARGET_MATH_NVIDIA_SINGLEANGLES_H

#pragma STDC FP_CONTRACT ON

#define HALF_PI_HIGH_F32 0x1.921fb40000000p+0f
#define HALF_PI_MIDDLE_F32 0x1.4442d00000000p-24f
#define HALF_PI_LOW_F32 0x1.8469880000000p-48f

static inline float sin_cubic_f32(float z) {
  float q = -0x1.9956b00000000p-13f;
  q = q * z + 0x1.11077e0000000p-7f;
  q = q * z + -0x1.5555460000000p-3f;
  return q;
}

static inline float cos_fourth_f32(float z) {
  float q = 0x1.99eace0000000p-16f;
  q = q * z + -0x1.6c0c2e0000000p-10f;
  q = q * z + 0x1.55554a0000000p-5f;
  return q;
}

static inline float tan_cubic_f32(float z) {
  float q = 0x1.2130760000000p-8f;
  q = q * z + 0x1.515ca00000000p-17f;
  q = q * z + 0x1.654ec60000000p-7f;
  q = q * z + 0x1.5c355c0000000p-6f;
  q = q * z + 0x1.bae9580000000p-5f;
  q = q * z + 0x1.110d340000000p-3f;
  q = q * z + 0x1.5555620000000p-2f;
  return q;
}

static inline float atan_cubic_f32(float z) {
  float q = -0x1.d01aa80000000p-10f;
  q = q * z + 0x1.6229f60000000p-7f;
  q = q * z + -0x1.fb7a720000000p-6f;
  q = q * z + 0x1.d90e880000000p-5f;
  q = q * z + -0x1.57adee0000000p-4f;
  q = q * z + 0x1.c069b00000000p-4f;
  q = q * z + -0x1.241cd00000000p-3f;
  q = q * z + 0x1.99917e0000000p-3f;
  q = q * z + -0x1.55553c0000000p-2f;
  return q;
}

static inline float asin_cubic_f32(float z) {
  float q = 0x1.59652c0000000p-5f;
  q = q * z + 0x1.8c25380000000p-6f;
  q = q * z + 0x1.74808c0000000p-5f;
  q = q * z + 0x1.3301ac0000000p-4f;
  q = q * z + 0x1.5555ca0000000p-3f;
  return q;
}

#endif
