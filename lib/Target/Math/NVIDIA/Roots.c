/*===- Roots.c - cbrt and fmod of f32, NVIDIA's GPUs ------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * An approximation by instructions, then one step with the exact rest.
 *
 *===------------------------------------------------------------------------===*/
#include "Instructions.h"
#include "qdc/Target/Freestanding/Bits.h"

#pragma STDC FP_CONTRACT ON

#define THIRD 0x1.555556p-2f

/* Smaller numbers than 2^-100 are scaled, or the rest would be lost. Zeros, infinities and NaN, for which the root
 * becomes NaN, are their own roots. */
float qdm_nvidia_cbrt_f32(float x) {
  bool isSmall = magnitude_of_f32(x) < 0x1p-100f;
  float scaled = isSmall ? x * 0x1p96f : x;
  float inverse = normal_exp2_instruction(normal_log2_instruction(magnitude_of_f32(scaled)) * -THIRD);
  float square = inverse * inverse;
  float root = scaled * square;
  float rest = __builtin_fmaf(-(root * root), root, scaled);
  root = rest * THIRD * square + root;
  root = isSmall ? root * 0x1p-32f : root;
  return root != root ? x : root;
}

float qdm_rare_fmod_f32(float x, float y);

/* A quotient that is too large by less than 1 leaves a rest that f32 has, from -y to y; from 2^20 on it would be too
 * large by more. */
float qdm_nvidia_fmod_f32(float x, float y) {
  float a = magnitude_of_f32(x), b = magnitude_of_f32(y);
  if (__builtin_expect(!(a < b * 0x1p20f && b > 0x1p-100f && b < 0x1p100f), 0))
    return qdm_rare_fmod_f32(x, y);
  float quotient = __builtin_truncf(a * normal_reciprocal_instruction(b) * (1 + 0x1p-21f));
  float rest = __builtin_fmaf(-quotient, b, a);
  return with_sign_of_f32(rest < 0 ? rest + b : rest, x);
}
