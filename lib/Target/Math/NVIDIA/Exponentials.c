/*===- Exponentials.c - f32 functions by NVIDIA's exponential ---------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * NVIDIA's GPUs have an instruction for 2^x, with an error of 1.4 ulp for x between
 * 0 and 1, and one for 1 / x, of about 1 ulp. Here the former gets what a product
 * with log2(e) has more than the integer below it, exact in two steps; an integer
 * in the exponent's bits is the rest. Nothing branches.
 *
 *===------------------------------------------------------------------------===*/
#include "Instructions.h"
#include "Target/Math/Functions/SinglePolynomials.h"
#include "qdc/Target/Freestanding/Bits.h"

#define LOG2_E_HIGH 0x1.715476p0f
#define LOG2_E_LOW 0x1.4ae0c0p-26f
#define ROUNDER 0x1.8p23f /* what is added to it is rounded to an integer, which is in the lowest bits of the sum */

/* 2^n of a sum with ROUNDER in whose lowest bits there is n + 127. */
static inline float power_of_sum(float sum) { return f32_of_bits(bits_of_f32(sum) << 23); }

float qdm_nvidia_exp2_f32(float x) { return exp2_instruction(x); }

/* The product's rounding counts the more the larger x is. */
float qdm_approximate_exp_f32(float x) { return exp2_instruction(x * LOG2_E_HIGH); }

/* 2^n * 2^(x log2(e) - n) with n between -126 and 127: a result that is subnormal, infinite or NaN comes from the
 * second factor. 125.5 is 126 less what makes rounding to the nearest integer one down. */
float qdm_nvidia_exp_f32(float x) {
  float share = saturated_fma_instruction(x, LOG2_E_HIGH / 253, 125.5f / 253);
  float sum = share * 253 + (ROUNDER + 1);
  float n = sum - (ROUNDER + 127);
  float rest = x * LOG2_E_LOW + (x * LOG2_E_HIGH - n);
  return normal_exp2_instruction(rest) * power_of_sum(sum);
}

/* h + 1 / (4 h) with h = exp(|x|) / 2. */
float qdm_nvidia_cosh_f32(float x) {
  float a = magnitude_of_f32(x);
  float sum = saturated_fma_instruction(a, LOG2_E_HIGH / 128, -0.5f / 128) * 128 + (ROUNDER + 126);
  float n = sum - (ROUNDER + 126);
  float rest = a * LOG2_E_LOW + (a * LOG2_E_HIGH - n);
  float half = normal_exp2_instruction(rest) * power_of_sum(sum);
  return normal_reciprocal_instruction(half) * 0.25f + half;
}

/* Where 1 - 2 / (exp(2 |x|) + 1) loses too much, x plus a polynomial. */
float qdm_nvidia_tanh_f32(float x) {
  float a = magnitude_of_f32(x);
  float z = x * x;
  float near = a * (z * tanh_cubic(z)) + a;
  float far = normal_reciprocal_instruction(normal_exp2_instruction(a * (2 * LOG2_E_HIGH)) + 1) * -2 + 1;
  return with_sign_of_f32(a < TANH_SPLIT ? near : far, x);
}

/* Next to 0 it is 1 - x less a small product. Elsewhere exp(-a^2), as in exp but of a square in two parts, times a
 * polynomial of 1 / (1 + a). */
float qdm_nvidia_erfc_f32(float x) {
  float near = (1 - x) - x * erfc_near(x * x - ERFC_MIDDLE);
  float a = __builtin_elementwise_minimum(magnitude_of_f32(x), ERFC_ZERO);
  float sum_of_one = a + 1;
  float lost = a - (sum_of_one - 1);
  float rough = normal_reciprocal_instruction(sum_of_one);
  float share = rough * ((1 - rough * sum_of_one) - rough * lost) + rough;
  float square = a * a;
  float low = a * a - square;
  float sum = saturated_fma_instruction(square, -LOG2_E_HIGH / 126, 125.5f / 126) * 126 + (ROUNDER + 1);
  float n = sum - (ROUNDER + 127);
  float rest = low * -LOG2_E_HIGH + (square * -LOG2_E_LOW + (square * -LOG2_E_HIGH - n));
  float far = normal_exp2_instruction(rest) * (erfc_far(share) * share) * power_of_sum(sum);
  far = x < 0 ? 2 - far : far;
  return a < ERFC_SPLIT ? near : far;
}
