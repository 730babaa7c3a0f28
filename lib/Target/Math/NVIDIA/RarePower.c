/*===- RarePower.c - Powers that hardly any kernel has ----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What Power.c (f32) and DoublePower.c (f64) leave: 0, infinity, NaN,
 * and subnormal arguments or results. It is in functions that are called, as those
 * of LargeAngles.c are.
 *
 *===------------------------------------------------------------------------===*/
float qdm_pow_f32(float x, float y);
double qdm_pow_f64(double x, double y);

__attribute__((cold)) float qdm_rare_pow_f32(float x, float y) { return qdm_pow_f32(x, y); }
__attribute__((cold)) double qdm_rare_pow_f64(double x, double y) { return qdm_pow_f64(x, y); }
