/*===- NVIDIADoubleLogarithms.c - Logarithms of f64 for NVIDIA's GPUs -------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * The methods are those of Logarithm.h, with the shorter polynomials, the
 * reciprocal and the branches of NVIDIADouble.h.
 *
 *===------------------------------------------------------------------------===*/
#include "DoublePolynomials.h"
#include "Logarithm.h"
#include "NVIDIADouble.h"

double qdm_nvidia_log_f64(double x) {
  uint32_t upper = upper_of_f64(x);
  double scaled = x;
  int32_t fewer = 0;
  /* What is not a normal number above 0. */
  if (__builtin_expect(upper - 0x00100000 >= 0x7fe00000, 0)) {
    if (!(x > 0 && x < __builtin_inf()))
      return x == 0 ? -__builtin_inf() : x < 0 ? __builtin_nan("") : x;
    scaled = x * 0x1p54;
    fewer = 54;
  }
  int32_t exponent = (int32_t)(upper_of_f64(scaled) - 0x3fe6a09e) >> 20;
  double m = scale_normal_f64(scaled, -exponent);
  double n = exponent - fewer;
  double f = m - 1;
  double s = f * reciprocal_f64(m + 1);
  double z = s * s;
  double half = 0.5 * f;
  double tail = s * (half * f + z * log_series_f64(z)) + n * LN2_LOW_F64;
  return n * LN2_HIGH_F64 + (f - (half * f - tail));
}
