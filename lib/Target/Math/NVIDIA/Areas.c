/*===- Areas.c - Inverse hyperbolic functions of f32 ------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Each is log(1 + t) of a t whose error is that of a part of it, for quotients
 * and roots are NVIDIA's instructions, with errors of 1 to 2 ulp. Nothing branches.
 *
 *===------------------------------------------------------------------------===*/
#include "Instructions.h"
#include "Target/Math/Functions/SingleLogarithm.h"

#define SQUARE_OVERFLOWS 0x1p64f /* from here on */

/* log(1 + t), or log(2 + 2 t) for `twice`. */
static inline float logarithm_of_successor(float t, bool twice) {
  logarithm_parts parts = parts_of_successor(t);
  parts.shifted_n = twice ? parts.shifted_n + 0x1p23f : parts.shifted_n;
  return logarithm_of_parts(parts);
}

/* a + sqrt(a^2 + 1) - 1 = a + a^2 / (sqrt(a^2 + 1) + 1), of a = |x|; a where the square overflows. */
float qdm_nvidia_asinh_f32(float x) {
  float a = magnitude_of_f32(x);
  float rest = a * normal_reciprocal_instruction(normal_root_instruction(a * a + 1) + 1);
  float value = logarithm_of_successor(a * rest + a, a >= SQUARE_OVERFLOWS);
  return with_sign_of_f32(a < __builtin_inff() ? value : a, x);
}

/* d + sqrt(d^2 + 2 d) of d = x - 1, a root with a step of Newton's. */
float qdm_nvidia_acosh_f32(float x) {
  float d = x - 1;
  float square = d * d + 2 * d;
  float reciprocal = normal_rsqrt_instruction(square);
  float rough = square * reciprocal;
  float root = (square - rough * rough) * (0.5f * reciprocal) + rough;
  bool overflows = x >= SQUARE_OVERFLOWS;
  float value = logarithm_of_successor(overflows || d == 0 ? d : d + root, overflows);
  value = x < __builtin_inff() ? value : x;
  return x >= 1 ? value : __builtin_nanf("");
}

/* Half of log(1 + t) with 1 + t = (1 + a) / (1 - a), t = 2 a + 2 a^2 / (1 - a), a = |x|. */
float qdm_nvidia_atanh_f32(float x) {
  float a = magnitude_of_f32(x);
  float twice = a + a;
  float t = twice * (a * normal_reciprocal_instruction(1 - a)) + twice;
  float value = 0.5f * logarithm_of_successor(t, false);
  value = a < 1 ? value : __builtin_nanf("");
  return with_sign_of_f32(a == 1 ? __builtin_inff() : value, x);
}
