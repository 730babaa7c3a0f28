/*===- SingleAngles.c - sin, cos and tan of f32 on GPUs ---------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * x = n * pi / 2 + r with |r| <= pi / 4, by three fused steps (Cody and Waite):
 * below 2^17 the first one is exact. What is left is so good that the error is that
 * of the polynomials and their last rounding. No step takes f64, of which a GPU for
 * games has one unit for 64 of f32, until 2^17; hardly any kernel has what is beyond
 * (LargeAngles.c). The tangent takes a reciprocal by an instruction of NVIDIA's.
 *
 *===------------------------------------------------------------------------===*/
#include "SingleAngles.h"
#include "Instructions.h"
#include "qdc/Target/Freestanding/Bits.h"

#define TWO_OVER_PI 0x1.45f306p-1f
#define ROUNDER 0x1.8p23f /* what is added to it is rounded to an integer */
#define LARGE 0x1p17f

float qdm_large_cos_f32(float x);
float qdm_large_sin_f32(float x);
float qdm_large_tan_f32(float x);

/* Functions of one angle have it in common. */
typedef struct {
  float r;
  uint32_t n; /* modulo 4 */
} reduced_f32;

static inline reduced_f32 reduce_f32(float x) {
  float shifted = __builtin_fmaf(x, TWO_OVER_PI, ROUNDER);
  float n = shifted - ROUNDER;
  float r = __builtin_fmaf(n, -HALF_PI_HIGH_F32, x);
  r = __builtin_fmaf(n, -HALF_PI_MIDDLE_F32, r);
  r = __builtin_fmaf(n, -HALF_PI_LOW_F32, r);
  return (reduced_f32){r, bits_of_f32(shifted)};
}

/* The sine of n * pi / 2 + r. */
static inline float sine_of_f32(float r, uint32_t n) {
  float z = r * r;
  /* The sum has no sign of its own where r is -0. */
  float sine = with_sign_of_f32(magnitude_of_f32(sin_cubic_f32(z) * (z * r) + r), r);
  float cosine = (cos_fourth_f32(z) * z - 0.5f) * z + 1;
  float value = n & 1 ? cosine : sine;
  return f32_of_bits(bits_of_f32(value) ^ (n << 30 & 0x80000000));
}

float qdm_single_sin_f32(float x) {
  if (__builtin_expect(!(magnitude_of_f32(x) < LARGE), 0))
    return qdm_large_sin_f32(x);
  reduced_f32 angle = reduce_f32(x);
  return sine_of_f32(angle.r, angle.n);
}

float qdm_single_cos_f32(float x) {
  if (__builtin_expect(!(magnitude_of_f32(x) < LARGE), 0))
    return qdm_large_cos_f32(x);
  reduced_f32 angle = reduce_f32(x);
  return sine_of_f32(angle.r, angle.n + 1);
}

float qdm_nvidia_tan_f32(float x) {
  if (__builtin_expect(!(magnitude_of_f32(x) < LARGE), 0))
    return qdm_large_tan_f32(x);
  reduced_f32 angle = reduce_f32(x);
  float z = angle.r * angle.r;
  float tangent = tan_cubic_f32(z) * (z * angle.r) + angle.r;
  float reciprocal = normal_reciprocal_instruction(tangent);
  reciprocal = (1 - tangent * reciprocal) * reciprocal + reciprocal;
  return angle.n & 1 ? -reciprocal : tangent;
}
