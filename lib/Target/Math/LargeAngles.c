/*===- LargeAngles.c - Angles that hardly any kernel has ----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Three fourths of libclc's angle functions are the reduction of angles from
 * 2^23 on. Here it stands apart, in functions that are called: inlined, it would
 * take most of the time in which the code of angles is compiled. The f64 functions
 * of NVIDIA's GPUs (NVIDIADoubleAngles.c) leave angles from 2^30 on to the CPU's.
 *
 *===------------------------------------------------------------------------===*/
#include "Libclc.h"

#define LARGE_ANGLE(length, name)                                                                                      \
  float libclc_##name##_f32(float) __asm__(LIBCLC_SYMBOL(length, name, f));                                            \
  __attribute__((cold)) float qdm_large_##name##_f32(float x) { return libclc_##name##_f32(x); }

LARGE_ANGLE(3, cos)
LARGE_ANGLE(3, sin)
LARGE_ANGLE(3, tan)

#define LARGE_ANGLE_F64(name)                                                                                          \
  double qdm_##name##_f64(double);                                                                                     \
  __attribute__((cold)) double qdm_large_##name##_f64(double x) { return qdm_##name##_f64(x); }

LARGE_ANGLE_F64(cos)
LARGE_ANGLE_F64(sin)
LARGE_ANGLE_F64(tan)
