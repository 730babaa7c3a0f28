/*===- Instructions.h - Instructions of f32 for approximations --------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Those of normal numbers take and give zeros for subnormal ones; the others are
 * slower by some instructions, since the unit has no subnormal numbers.
 *
 *===------------------------------------------------------------------------===*/
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_INSTRUCTIONS_H
#define QDC_LIB_TARGET_MATH_NVIDIA_INSTRUCTIONS_H

/* 2^x, with an error of 2 ulp, and of 1.4 for 0 <= x <= 1. */
float exp2_instruction(float) __asm__("llvm.nvvm.ex2.approx.f");
float normal_exp2_instruction(float) __asm__("llvm.nvvm.ex2.approx.ftz.f");
/* log2(x), of numbers from 1/2 to 2 to 2^-22. */
float normal_log2_instruction(float) __asm__("llvm.nvvm.lg2.approx.ftz.f");
/* 1 / x, to 1 ulp. */
float normal_reciprocal_instruction(float) __asm__("llvm.nvvm.rcp.approx.ftz.f");
/* sqrt(x) and 1 / sqrt(x), to 2 ulp. */
float normal_root_instruction(float) __asm__("llvm.nvvm.sqrt.approx.ftz.f");
float rsqrt_instruction(float) __asm__("llvm.nvvm.rsqrt.approx.f");
float normal_rsqrt_instruction(float) __asm__("llvm.nvvm.rsqrt.approx.ftz.f");
/* x * y + z rounded once, but at least 0 and at most 1, and 0 for NaN. */
float saturated_fma_instruction(float x, float y, float z) __asm__("llvm.nvvm.fma.rn.sat.f");

#endif
