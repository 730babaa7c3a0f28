/*===- Power.c - Powers of f32 on NVIDIA's GPUs -----------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * x^y = 2^(y log2(x)). An exponent of 128 magnifies the relative error of the
 * logarithm by 2^7, so that this and its product with y are sums of two f32: for
 * x = 2^n m, log2(m) = 2 log2(e) atanh(s) with s = (m - 1) / (m + 1), of which only
 * the first term of the series counts for more than f32 has. What is no normal
 * number, x or the result, is left to the function of CPUs.
 *
 *===------------------------------------------------------------------------===*/
#include "Instructions.h"
#include "Target/Math/Functions/SinglePolynomials.h"
#include "qdc/Target/Freestanding/Bits.h"

#define ROOT_OF_HALF 0x3f3504f3u
#define TWICE_LOG2_E_HIGH 0x1.715476p1f
#define TWICE_LOG2_E_LOW 0x1.4ae0c0p-25f
#define ROUNDER 0x1.8p23f /* what is added to it is rounded to an integer, which is in the lowest bits of the sum */

/* RarePower.c */
float qdm_rare_pow_f32(float x, float y);

typedef struct {
  float high, low;
} single_single;

/* log2(|x|) of a normal x, with an error of about 2^-31 of it. */
static inline single_single precise_log2(float x) {
  uint32_t magnitude = bits_of_f32(x) & 0x7fffffff;
  int32_t exponent = (int32_t)(magnitude - ROOT_OF_HALF) >> 23;
  float n = (float)exponent;
  float m = f32_of_bits(magnitude - ((uint32_t)exponent << 23));
  float f = m - 1, sum = m + 1;
  float sum_low = m - (sum - 1);
  float reciprocal = normal_reciprocal_instruction(sum);
  float s = f * reciprocal;
  float s_low = ((f - s * sum) - s * sum_low) * reciprocal;
  float z = s * s;
  /* Of the derivative 1 / (1 - z) two terms. */
  s_low += s_low * z;
  float first = s * TWICE_LOG2_E_HIGH;
  float low = s_low * TWICE_LOG2_E_HIGH + (s * TWICE_LOG2_E_LOW + (s * TWICE_LOG2_E_HIGH - first));
  float cube = s * z;
  float cube_low = s * (s * s - z) + (s * z - cube);
  float factor = log2_cubic(z);
  float others = cube * factor;
  low += cube_low * factor + (cube * factor - others);
  float all = first + others;
  float high = n + all;
  return (single_single){high, low + (others - (all - first)) + (all - (high - n))};
}

float qdm_nvidia_pow_f32(float x, float y) {
  single_single logarithm = precise_log2(x);
  float product = y * logarithm.high;
  float product_low = y * logarithm.low + (y * logarithm.high - product);
  float rounded = product + ROUNDER;
  float rest = (product - (rounded - ROUNDER)) + product_low;
  float value = rest * exp2_first(rest) + 1;
  value = f32_of_bits(bits_of_f32(value) + (bits_of_f32(rounded) << 23));
  bool is_normal = magnitude_of_f32(product) < 125;
  if (__builtin_expect(bits_of_f32(x) - 0x00800000 < 0x7f000000 && is_normal, 1))
    return value;
  /* The sign of a power of a number below 0. */
  bool is_integer = __builtin_elementwise_trunc(y) == y;
  if (!is_normal || !is_integer || (bits_of_f32(x) & 0x7fffffff) - 0x00800000 >= 0x7f000000)
    return qdm_rare_pow_f32(x, y);
  float half = 0.5f * y;
  return __builtin_elementwise_trunc(half) == half ? value : -value;
}
