/*===- Arcs.c - Inverse angle functions of f32, NVIDIA's GPUs ---------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Polynomials of one interval each. What lies outside of it comes into it by a
 * reciprocal or a root, of which an instruction gives all bits but the last.
 *
 *===------------------------------------------------------------------------===*/
#include "Instructions.h"
#include "SingleAngles.h"
#include "qdc/Target/Freestanding/Bits.h"

#define HALF_PI 0x1.921fb6p0f
#define HALF_PI_REST -0x1.777a5cp-25f /* what pi / 2 has more */
#define PI 0x1.921fb6p1f
#define PI_REST -0x1.777a5cp-24f

/* Of 0 <= t <= 1. */
static inline float atan_of_octant_f32(float t) {
  float z = t * t;
  return atan_cubic_f32(z) * (z * t) + t;
}

float qdm_nvidia_atan_f32(float x) {
  float a = magnitude_of_f32(x);
  /* The reciprocal of infinity, or of what has a subnormal one, is 0. */
  float angle = atan_of_octant_f32(a > 1 ? normal_reciprocal_instruction(a) : a);
  angle = a > 1 ? (HALF_PI_REST - angle) + HALF_PI : angle;
  return with_sign_of_f32(angle, x);
}

/* smaller / larger for numbers above 0, whatever their exponents: both are scaled by a power of two that makes the
 * larger one a number from 1 to 2, or 2^-22 if it is subnormal. Infinities have their own. */
static inline float quotient_of_f32(float smaller, float larger) {
  uint32_t exponent = bits_of_f32(larger) & 0x7f800000;
  float scale = f32_of_bits(0x7f000000 - exponent);
  float divisor = larger * scale, dividend = smaller * scale;
  float reciprocal = normal_reciprocal_instruction(divisor);
  float quotient = dividend * reciprocal;
  return __builtin_fmaf(-quotient, divisor, dividend) * reciprocal + quotient;
}

float qdm_nvidia_atan2_f32(float y, float x) {
  float a = magnitude_of_f32(x), b = magnitude_of_f32(y);
  bool isSteep = b > a;
  float smaller = isSteep ? a : b, larger = isSteep ? b : a;
  float quotient = quotient_of_f32(smaller, larger);
  if (__builtin_expect(bits_of_f32(larger) - 1 >= 0x7e7fffff, 0)) {
    /* 0 / 0 counts as 0, infinity / infinity as 1. Above 2^126 the scale would be subnormal. */
    if (larger == 0)
      quotient = 0;
    else if (larger < __builtin_inff())
      quotient = quotient_of_f32(smaller * 0.25f, larger * 0.25f);
    else
      quotient = smaller < __builtin_inff() ? 0 : 1;
  }
  float angle = atan_of_octant_f32(quotient);
  angle = isSteep ? HALF_PI - (angle - HALF_PI_REST) : angle;
  angle = bits_of_f32(x) >> 31 ? PI - (angle - PI_REST) : angle;
  angle = x != x || y != y ? __builtin_nanf("") : angle;
  return with_sign_of_f32(angle, y);
}

/* 1 / sqrt(complement) of (1 - |x|) / 2. What is added is below the last bit of any complement but 0, of which it keeps
 * the inverse finite. NaN where |x| is above 1. */
static inline float inverse_root_of_complement(float complement) {
  return normal_rsqrt_instruction(complement + 0x1p-60f);
}

/* asin(|x|) = sine + rest until 1 / 2. Above, it is pi / 2 - 2 (sine + rest) for the root of the complement as the
 * sine, with what the root lacks as a part of the rest. */
float qdm_nvidia_asin_f32(float x) {
  float a = magnitude_of_f32(x);
  bool isSteep = a > 0.5f;
  float complement = 0.5f - 0.5f * a;
  float inverse = inverse_root_of_complement(complement);
  /* Without its last bits, twice the root leaves pi / 2 without an error. */
  float root = f32_of_bits(bits_of_f32(complement * inverse) & ~7u);
  float lacking = __builtin_fmaf(-root, root, complement) * (0.5f * inverse);
  float z = isSteep ? complement : a * a;
  float sine = isSteep ? root : a;
  float rest = asin_cubic_f32(z) * (z * sine) + (isSteep ? lacking : 0);
  float steep = (HALF_PI_REST - 2 * rest) + (HALF_PI - 2 * sine);
  return with_sign_of_f32(isSteep ? steep : sine + rest, x);
}

/* pi / 2 - asin(x) until 1 / 2. Above, it is 2 asin(root) for the root of the complement, and below -1 / 2
 * it is pi + 2 asin(-root). */
float qdm_nvidia_acos_f32(float x) {
  float a = magnitude_of_f32(x);
  bool isSteep = a > 0.5f;
  float complement = 0.5f - 0.5f * a;
  float inverse = inverse_root_of_complement(complement);
  float root = complement * inverse;
  root = __builtin_fmaf(-root, root, complement) * (0.5f * inverse) + root;
  /* Within the choices below they would be a branch. */
  float signed_root = with_sign_of_f32(root, x), square = a * a;
  float z = isSteep ? complement : square;
  float sine = isSteep ? signed_root : x;
  float angle = asin_cubic_f32(z) * (z * sine) + sine;
  float steep = x < 0 ? PI : 0;
  return angle * (isSteep ? 2.0f : -1.0f) + (isSteep ? steep : HALF_PI);
}
