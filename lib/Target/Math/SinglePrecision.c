/*===- SinglePrecision.c - f32 functions that do without f64 ----------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Where the f32 functions of the other files compute in f64, a GPU for games has
 * one f64 unit for 64 of f32. These are libclc's, which use f32 and integers:
 * branches and tables cost a GPU little, and their errors are about those of
 * CUDA's own functions (docs/math.md).
 *
 *===------------------------------------------------------------------------===*/
#include "Libclc.h"
#include "qdc/Target/Math/Bits.h"

/* LargeAngles.c has the rest. */
#define SINGLE_OF_ANGLE(length, name)                                                                                  \
  float libclc_##name##_f32(float) __asm__(LIBCLC_SYMBOL(length, name, f));                                            \
  float qdm_large_##name##_f32(float x);                                                                               \
  float qdm_single_##name##_f32(float x) {                                                                             \
    return magnitude_of_f32(x) < 0x1p23f ? libclc_##name##_f32(x) : qdm_large_##name##_f32(x);                         \
  }

SINGLE_OF_ANGLE(3, cos)
SINGLE_OF_ANGLE(3, sin)
SINGLE_OF_ANGLE(3, tan)
