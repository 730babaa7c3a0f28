/*===- DoubleExponential.h - The core of exp of f64 for NVIDIA's GPUs --------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * As Functions/Exponential.h, with the shorter polynomial of Double.h.
 *
 *===------------------------------------------------------------------------===*/
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_DOUBLEEXPONENTIAL_H
#define QDC_LIB_TARGET_MATH_NVIDIA_DOUBLEEXPONENTIAL_H

#include "Double.h"
#include "DoublePolynomials.h"

#define LOG2_E 0x1.71547652b82fep0

/* round(x / ln 2), as an integer too. */
static inline double round_to_ln2_f64(double x, int32_t *n) {
  double shifted = x * LOG2_E + ROUNDER;
  *n = (int32_t)bits_of_f64(shifted);
  return shifted - ROUNDER;
}
/* exp(r), |r| <= ln 2 / 2. */
static inline double exp_of_reduced_f64(double r) { return (exp_series_f64(r) * r + 1) * r + 1; }

#endif
