/*===- Instructions.c - f32 functions by approximate instructions -----------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * NVIDIA's GPUs have an instruction each for 1 / sqrt(x) and 2^x. LLVM would take
 * the former for operations that allow an approximation too, but then merges the
 * root with an exact one of the same number.
 *
 *===------------------------------------------------------------------------===*/
#include "Instructions.h"
#include "Target/Math/Functions/ErfPolynomials.h"
#include "qdc/Target/Freestanding/Bits.h"

float qdm_nvidia_rsqrt_f32(float x) { return rsqrt_instruction(x); }

/* As in Functions/ErrorFunction.c. Further from 0 the exponential's error counts less; it is no subnormal number.
 * Without a branch: in most subgroups there are arguments of both kinds. */
float qdm_nvidia_erf_f32(float x) {
  float near = x * erf_near_nvidia_f32(x * x - ERF_MIDDLE_NVIDIA_F32) + x;
  float a = magnitude_of_f32(x);
  float u = (a > ERF_ONE_NVIDIA_F32 ? ERF_ONE_NVIDIA_F32 : a) - ERF_SPLIT_NVIDIA_F32;
  float rest = ERF_REST_NVIDIA_F32 * normal_exp2_instruction(u * -erf_far_nvidia_f32(u));
  float far = with_sign_of_f32(1 - rest, x);
  return a < ERF_SPLIT_NVIDIA_F32 ? near : far;
}
