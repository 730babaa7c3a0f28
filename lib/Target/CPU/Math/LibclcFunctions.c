/*===- LibclcFunctions.c - Math functions that come from libclc -------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Gives functions of libclc, the OpenCL C library of LLVM, the names of the
 * math library of CPU images. The build links libclc's portable bitcode behind
 * this file and inlines it. Other files of this folder define the functions for
 * which libclc is slower than a scalar library or does not vectorise.
 *
 *===------------------------------------------------------------------------===*/

/* The name that OpenCL C overloading gives to NAME with the parameter types PARAMETERS (f, d, ff, dd). LENGTH is the
 * number of letters in NAME. */
#define LIBCLC_SYMBOL(length, name, parameters) "_Z" #length #name #parameters

#define UNARY_F32(length, name)                                                                                        \
  float libclc_##name##_f32(float) __asm__(LIBCLC_SYMBOL(length, name, f));                                            \
  float qdm_##name##_f32(float x) { return libclc_##name##_f32(x); }

#define UNARY_F64(length, name)                                                                                        \
  double libclc_##name##_f64(double) __asm__(LIBCLC_SYMBOL(length, name, d));                                          \
  double qdm_##name##_f64(double x) { return libclc_##name##_f64(x); }

/* libclc loses the sign of zero, the only value that these functions map to zero. */
#define ODD_F64(length, name)                                                                                          \
  double libclc_##name##_f64(double) __asm__(LIBCLC_SYMBOL(length, name, d));                                          \
  double qdm_##name##_f64(double x) { return x == 0 ? x : libclc_##name##_f64(x); }

#define BINARY_F32(length, name)                                                                                       \
  float libclc_##name##_f32(float, float) __asm__(LIBCLC_SYMBOL(length, name, ff));                                    \
  float qdm_##name##_f32(float x, float y) { return libclc_##name##_f32(x, y); }

#define BINARY_F64(length, name)                                                                                       \
  double libclc_##name##_f64(double, double) __asm__(LIBCLC_SYMBOL(length, name, dd));                                 \
  double qdm_##name##_f64(double x, double y) { return libclc_##name##_f64(x, y); }

UNARY_F32(4, acos)
UNARY_F32(5, acosh)
UNARY_F32(4, asin)
UNARY_F32(5, asinh)
UNARY_F32(4, atan)
UNARY_F32(5, atanh)
UNARY_F32(4, cbrt)
UNARY_F32(3, cos)
UNARY_F32(4, cosh)
UNARY_F32(3, erf)
UNARY_F32(5, expm1)
UNARY_F32(3, log)
UNARY_F32(5, log10)
UNARY_F32(5, log1p)
UNARY_F32(4, log2)
UNARY_F32(5, rsqrt)
UNARY_F32(3, sin)
UNARY_F32(4, sinh)
UNARY_F32(3, tan)
UNARY_F32(4, tanh)
BINARY_F32(5, atan2)

UNARY_F64(4, acos)
UNARY_F64(5, acosh)
ODD_F64(4, asin)
UNARY_F64(5, asinh)
ODD_F64(4, atan)
ODD_F64(5, atanh)
UNARY_F64(4, cbrt)
UNARY_F64(3, cos)
UNARY_F64(3, erf)
UNARY_F64(4, erfc)
UNARY_F64(3, log)
UNARY_F64(5, log10)
UNARY_F64(5, log1p)
UNARY_F64(4, log2)
UNARY_F64(5, rsqrt)
UNARY_F64(3, sin)
UNARY_F64(3, tan)
BINARY_F64(5, atan2)
BINARY_F64(4, fmod)
BINARY_F64(3, pow)

/* libclc's f32 versions of these flush subnormal numbers. A remainder of two floats is exact in f64, and a float. */
float qdm_erfc_f32(float x) { return (float)libclc_erfc_f64(x); }
float qdm_fmod_f32(float x, float y) { return (float)libclc_fmod_f64(x, y); }

/* Beyond 2^53 the conversion rounds the exponent and loses its last bit, so the sign of the result is set here. */
double qdm_fpowi_f64(double x, long long exponent) {
  double magnitude = libclc_pow_f64(__builtin_fabs(x), (double)exponent);
  return (exponent & 1) ? __builtin_copysign(magnitude, x) : magnitude;
}
