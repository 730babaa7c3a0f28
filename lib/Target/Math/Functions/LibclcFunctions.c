/*===- LibclcFunctions.c - Math functions that come from libclc -------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Gives functions of libclc, the OpenCL C library of LLVM, the names of the
 * math library. The build links libclc's portable bitcode after
 * this file and inlines it. Other files of this folder define the functions for
 * which libclc is slower than a scalar library or does not vectorise.
 *
 *===------------------------------------------------------------------------===*/

#include "qdc/Target/Freestanding/Bits.h"

/* The name that OpenCL C overloading gives to NAME with the parameter types PARAMETERS (f, d, ff, dd). LENGTH is the
 * number of letters in NAME. */
#define LIBCLC_SYMBOL(length, name, parameters) "_Z" #length #name #parameters

#define UNARY_F32(length, name)                                                                                        \
  float libclc_##name##_f32(float) __asm__(LIBCLC_SYMBOL(length, name, f));                                            \
  float qdm_##name##_f32(float x) { return libclc_##name##_f32(x); }

#define UNARY_F64(length, name)                                                                                        \
  double libclc_##name##_f64(double) __asm__(LIBCLC_SYMBOL(length, name, d));                                          \
  double qdm_##name##_f64(double x) { return libclc_##name##_f64(x); }

/* libclc loses the sign of zero in these. */
#define ODD_F64(length, name)                                                                                          \
  double libclc_##name##_f64(double) __asm__(LIBCLC_SYMBOL(length, name, d));                                          \
  double qdm_##name##_f64(double x) { return with_sign_of_f64(libclc_##name##_f64(magnitude_of_f64(x)), x); }

#define BINARY_F32(length, name)                                                                                       \
  float libclc_##name##_f32(float, float) __asm__(LIBCLC_SYMBOL(length, name, ff));                                    \
  float qdm_##name##_f32(float x, float y) { return libclc_##name##_f32(x, y); }

UNARY_F32(4, acos)
UNARY_F32(4, asin)
UNARY_F32(4, atan)
UNARY_F32(4, cbrt)
UNARY_F32(5, rsqrt)
UNARY_F32(4, tanh)
BINARY_F32(5, atan2)

UNARY_F64(4, acos)
ODD_F64(4, asin)
ODD_F64(4, atan)
UNARY_F64(4, cbrt)
UNARY_F64(4, erfc)
UNARY_F64(5, rsqrt)

/* libclc's own flushes subnormal results. */
float qdm_erfc_f32(float x) { return (float)libclc_erfc_f64((double)x); }
