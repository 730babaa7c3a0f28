/*===- NVIDIAInstructions.c - f32 functions by approximate instructions -----===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * NVIDIA's GPUs have an instruction each for 1 / sqrt(x) and 2^x. LLVM would take
 * them for operations that allow an approximation too, but then merges the root
 * with an exact one of the same number.
 *
 *===------------------------------------------------------------------------===*/
#include "ErfPolynomials.h"
#include "qdc/Target/Math/Bits.h"

#define LOG2_E 0x1.715476p0f

float rsqrt_instruction(float) __asm__("llvm.nvvm.rsqrt.approx.f");
float exp2_instruction(float) __asm__("llvm.nvvm.ex2.approx.f");

float qdm_nvidia_rsqrt_f32(float x) { return rsqrt_instruction(x); }

float qdm_nvidia_exp2_f32(float x) { return exp2_instruction(x); }

/* The product's rounding counts the more the larger x is. */
float qdm_nvidia_exp_f32(float x) { return exp2_instruction(x * LOG2_E); }

/* As in ErrorFunction.c, where the exponential's error does not matter. */
float qdm_nvidia_erf_f32(float x) {
  float near = x * erf_near_f32(x * x - ERF_MIDDLE_F32) + x;
  float a = magnitude_of_f32(x);
  float u = (a > ERF_ONE_F32 ? ERF_ONE_F32 : a) - ERF_SPLIT_F32;
  float far = 1 - ERF_REST_F32 * exp2_instruction(u * -LOG2_E * erf_far_f32(u));
  return a < ERF_SPLIT_F32 ? near : with_sign_of_f32(far, x);
}
