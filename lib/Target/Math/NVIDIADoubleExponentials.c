/*===- NVIDIADoubleExponentials.c - exp and its kin of f64 for NVIDIA -------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * The methods are those of Exponential.h, with the shorter polynomials and the
 * branches of NVIDIADouble.h.
 *
 *===------------------------------------------------------------------------===*/
#include "DoublePolynomials.h"
#include "Exponential.h"
#include "Logarithm.h"
#include "NVIDIADouble.h"

#define LOG2_E 0x1.71547652b82fep0

double qdm_nvidia_exp_f64(double x) {
  double shifted = x * LOG2_E + ROUNDER;
  int32_t n = (int32_t)bits_of_f64(shifted);
  double k = shifted - ROUNDER;
  double r = (x - k * LN2_HIGH_F64) - k * LN2_LOW_F64;
  double value = (exp_series_f64(r) * r + 1) * r + 1;
  /* Up to 708 the result is normal. */
  if (__builtin_expect(is_below_f64(x, 708), 1))
    return scale_normal_f64(value, n);
  value = scale_f64(value, n);
  value = x < -750 ? 0 : value;
  return x > 750 ? __builtin_inf() : value;
}
