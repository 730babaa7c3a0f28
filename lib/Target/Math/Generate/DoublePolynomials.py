#===- DoublePolynomials.py - Polynomials of f64 for GPUs ------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Prints DoublePolynomials.h.
#
#===----------------------------------------------------------------------===#
from FittedPolynomials import fit, function
from mpmath import exp, log, mpf, sinh, sqrt

print("""\
/*===- DoublePolynomials.h - Polynomials of f64 for GPUs --------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/DoublePolynomials.py.
 *   log_series  (2 atanh(s) - 2 s) / s^3 for z = s^2, of numbers from sqrt(1/2)
 *               to sqrt(2)
 *   exp_series  (exp(r) - 1 - r) / r^2, |r| <= ln 2 / 2
 *   exp2        2^r, |r| <= 1/2
 *   sinh_series (sinh(x) / x - 1) / x^2 for z = x^2, |x| <= 1
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_DOUBLEPOLYNOMIALS_H
#define QDC_LIB_TARGET_MATH_NVIDIA_DOUBLEPOLYNOMIALS_H

#pragma STDC FP_CONTRACT ON
""")


def atanh_series(z):
    s = sqrt(z)
    return (log((1 + s) / (1 - s)) - 2 * s) / (s * z)


def exp_series(r):
    return (exp(r) - 1 - r) / r**2 if abs(r) > mpf("1e-15") else mpf(1) / 2 + r / 6


def exp2(r):
    return mpf(2)**r


def sinh_series(z):
    x = sqrt(z)
    return (sinh(x) / x - 1) / z


largest = (sqrt(mpf(2)) - 1)**2 / (sqrt(mpf(2)) + 1)**2
half = log(mpf(2)) / 2
beyond = mpf("1.0001")  # so that no point is 0
for name, variable, coefficients in (
        ("log_series_f64", "z", fit(atanh_series, lambda z: z, mpf(0), largest, 6, float)),
        ("exp_series_f64", "r", fit(exp_series, lambda r: r * r, -half, half * beyond, 9, float)),
        ("exp2_f64", "r", fit(exp2, lambda r: 1, -mpf(1) / 2, beyond / 2, 11, float)),
        ("sinh_series_f64", "z", fit(sinh_series, lambda z: z, mpf(0), mpf(1), 6, float))):
    print(function(name, variable, "double", "", coefficients))
print("#endif")
