/*===- RareRemainder.c - Remainders that hardly any kernel has --------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The long division of Functions/Remainder.c, apart from the code of the usual case
 * (Roots.c).
 *
 *===------------------------------------------------------------------------===*/
float qdm_fmod_f32(float x, float y);

__attribute__((cold)) float qdm_rare_fmod_f32(float x, float y) { return qdm_fmod_f32(x, y); }
