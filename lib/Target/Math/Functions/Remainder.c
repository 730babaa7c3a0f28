/*===- Remainder.c - fmod ---------------------------------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * x - trunc(x / y) * y is exact. The usual case, a quotient below 2^52, takes one
 * division; the rest is long division, bit by bit. The loop of the rest keeps
 * loops around it from becoming vector code.
 *
 *===------------------------------------------------------------------------===*/
#include "DoubleDouble.h"
#include "qdc/Target/Freestanding/Bits.h"

/* |x| modulo |y| for finite x >= y > 0, from the highest bit of the quotient to the lowest. */
static inline double long_division(double x, double y) {
  uint64_t x_bits = bits_of_f64(x), y_bits = bits_of_f64(y);
  int x_exponent = (int)(x_bits >> 52), y_exponent = (int)(y_bits >> 52);
  uint64_t rest = x_bits & 0x000fffffffffffff, divisor = y_bits & 0x000fffffffffffff;
  /* Subnormal numbers have the exponent of the smallest normal ones, without the implicit bit. */
  rest |= x_exponent ? 0x0010000000000000 : 0;
  divisor |= y_exponent ? 0x0010000000000000 : 0;
  x_exponent = x_exponent ? x_exponent : 1;
  y_exponent = y_exponent ? y_exponent : 1;
  rest %= divisor;
  for (; x_exponent > y_exponent; --x_exponent) {
    rest <<= 1;
    rest = rest >= divisor ? rest - divisor : rest;
  }
  if (rest == 0)
    return 0;
  int shift = __builtin_clzll(rest) - 11;
  if (shift >= y_exponent)
    return f64_of_bits(rest << (y_exponent - 1));
  return f64_of_bits(((uint64_t)(y_exponent - shift - 1) << 52) + (rest << shift));
}

static inline double fmod_of_magnitudes(double x, double y) {
  if (x < y)
    return x;
  /* In these ranges the product below is exact as a sum of two f64, whatever processor computes it. */
  if (x < y * 0x1p52 && y > 0x1p-800 && x < 0x1p800) {
    double rest = qdm_exact_fma_f64(-__builtin_trunc(x / y), y, x);
    /* The quotient was rounded, so it may be one too large. */
    return rest < 0 ? rest + y : rest;
  }
  return long_division(x, y);
}

double qdm_fmod_f64(double x, double y) {
  double a = magnitude_of_f64(x), b = magnitude_of_f64(y);
  if (!(a < __builtin_inf()) || !(b > 0))
    return __builtin_nan("");
  return with_sign_of_f64(fmod_of_magnitudes(a, b), x);
}

/* The remainder of two floats is a float. */
float qdm_fmod_f32(float x, float y) { return (float)qdm_fmod_f64((double)x, (double)y); }
