/*===- LargeAngles.c - Angles that hardly any kernel has ----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The functions of GPUs leave angles from 2^17 (f32, SingleAngles.c) or 2^30 (f64,
 * DoubleAngles.c) on to the CPU's, which are exact for all. Here they stand
 * apart, in functions that are called: inlined, they would take most of the time in
 * which the code of angles is compiled.
 *
 *===------------------------------------------------------------------------===*/
#define LARGE_ANGLE(name)                                                                                              \
  float qdm_##name##_f32(float);                                                                                       \
  double qdm_##name##_f64(double);                                                                                     \
  __attribute__((cold)) float qdm_large_##name##_f32(float x) { return qdm_##name##_f32(x); }                          \
  __attribute__((cold)) double qdm_large_##name##_f64(double x) { return qdm_##name##_f64(x); }

LARGE_ANGLE(cos)
LARGE_ANGLE(sin)
LARGE_ANGLE(tan)
