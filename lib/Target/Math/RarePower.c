/*===- RarePower.c - Powers that hardly any kernel has ----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Of f32 that NVIDIAPower.c leaves: 0, infinity, NaN, and subnormal arguments or
 * results. It is in a function that is called, as those of LargeAngles.c are.
 *
 *===------------------------------------------------------------------------===*/
float qdm_pow_f32(float x, float y);

__attribute__((cold)) float qdm_rare_pow_f32(float x, float y) { return qdm_pow_f32(x, y); }
