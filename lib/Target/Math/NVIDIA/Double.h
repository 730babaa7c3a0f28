/*===- Double.h - What f64 functions of NVIDIA's GPUs share -----------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * What such a function costs is how often the unit for f64 works, which even a
 * comparison or a change of a sign takes. So polynomials are as short as the
 * errors of the CPU's functions allow, what is rare is behind a branch, and
 * numbers are told apart by the upper halves of their bits, in the unit for
 * integers. Divisions are reciprocals by an instruction, with Newton's steps.
 *
 *===------------------------------------------------------------------------===*/
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_DOUBLE_H
#define QDC_LIB_TARGET_MATH_NVIDIA_DOUBLE_H

#include "qdc/Target/Freestanding/Bits.h"

#pragma STDC FP_CONTRACT ON

#define ROUNDER 0x1.8p52 /* what is added to it is rounded to an integer */

/* 1 / value, to about 2^-20. */
double reciprocal_instruction(double) __asm__("llvm.nvvm.rcp.approx.ftz.d");
/* 1 / sqrt(value), to about 2^-22, of the upper half of the value, with a lower half that is 0. */
double reciprocal_root_instruction(double) __asm__("llvm.nvvm.rsqrt.approx.ftz.d");

static inline uint32_t upper_of_f64(double value) { return (uint32_t)(bits_of_f64(value) >> 32); }
/* What is neither 0, negative, subnormal, infinite nor NaN. */
static inline bool is_positive_normal_f64(double x) { return upper_of_f64(x) - 0x00100000 < 0x7fe00000; }
/* value * 2^n where both are normal. */
static inline double scale_normal_f64(double value, int32_t n) {
  uint32_t upper = upper_of_f64(value) + ((uint32_t)n << 20);
  return f64_of_bits((uint64_t)upper << 32 | (uint32_t)bits_of_f64(value));
}
/* |value| < limit, of a limit whose lower half is 0: as numbers of f32 the upper halves have the same order. False for
 * infinity and NaN. */
static inline bool is_below_f64(double value, double limit) {
  return magnitude_of_f32(f32_of_bits(upper_of_f64(value))) < f32_of_bits(upper_of_f64(limit));
}
/* 1 / value to about 2^-53, of a value whose reciprocal is normal too. */
static inline double reciprocal_f64(double value) {
  double rough = reciprocal_instruction(value);
  double error = 1 - value * rough;
  return rough * (error * error + error) + rough;
}

#endif
