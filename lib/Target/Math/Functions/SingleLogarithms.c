/*===- SingleLogarithms.c - Logarithms of f32 on GPUs -----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Sums of a multiple of the exponent and a fitted polynomial of the rest, in f32
 * and integers alone, without a branch or a division. The value of the polynomial
 * is rounded, and once more the sum, which is about as large or larger, or no sum
 * where the exponent is 0: errors are below 1 ulp, but for log10, whose multiple is
 * rounded too.
 *
 *===------------------------------------------------------------------------===*/
#include "SingleLogarithm.h"

#define LOG2_E 0x1.715476p0f
#define LOG10_E 0x1.bcb7b2p-2f
#define SHIFTED_LOG10_2 0x1.344136p-25f /* 2^-23 log10(2) */

float qdm_single_log_f32(float x) {
  return finish_logarithm(x, logarithm_of_parts(parts_of_f32(x, AFTER_THREE_FOURTHS)));
}

/* Between the roots of 1/2 and 2, so that next to an exponent other than 0 the rest does not exceed half of it. */
float qdm_single_log2_f32(float x) {
  logarithm_parts parts = parts_of_f32(x, ROOT_OF_HALF);
  float f = parts.f;
  float rest = f * (f * log2_square(f));
  return finish_logarithm(x, parts.shifted_n * 0x1p-23f + (f * LOG2_E + rest));
}

float qdm_single_log10_f32(float x) {
  logarithm_parts parts = parts_of_f32(x, ROOT_OF_HALF);
  float f = parts.f;
  float rest = f * (f * log10_square(f));
  return finish_logarithm(x, parts.shifted_n * SHIFTED_LOG10_2 + (f * LOG10_E + rest));
}

/* The sign of x counts where the result is 0. */
float qdm_single_log1p_f32(float x) {
  float logarithm = finish_logarithm(1 + x, logarithm_of_parts(parts_of_successor(x)));
  return f32_of_bits(bits_of_f32(logarithm) | (bits_of_f32(x) & 0x80000000));
}
