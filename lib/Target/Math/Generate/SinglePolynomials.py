#===- SinglePolynomials.py - Polynomials of f32 on GPUs -------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Prints SinglePolynomials.h.
#
#===----------------------------------------------------------------------===#
from FittedPolynomials import fit, function, to_f32
from mpmath import atanh, erf, erfc, exp, expm1, log, log1p, mpf, sqrt, tanh

half = mpf(1) / 2
tiny = mpf("1e-15")
log2_e, log10_e = 1 / log(2), 1 / log(10)


def show(name, of, value, at_zero, weight, begin, end, degree):
    """`value` is inexact next to 0, where it is `at_zero`."""
    coefficients = fit(lambda x: value(x) if abs(x) > tiny else at_zero, weight, begin, end, degree, to_f32)
    print(function(name, of, "float", "f", coefficients))


def erfc_far(share):
    a = 1 / share - 1
    return exp(a * a) * erfc(a) / share


def erf_near(t):
    x = sqrt(t + ERFC_MIDDLE)
    return erf(x) / x - 1


ERFC_SPLIT, ERFC_MIDDLE, ERFC_ZERO = mpf(1), half, mpf("10.0625")

print("""\
/*===- SinglePolynomials.h - Polynomials of f32 on GPUs ---------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/SinglePolynomials.py.
 *   log_square   (log(1 + f) - f) / f^2, 3 / 4 <= 1 + f <= 3 / 2
 *   log2_square  (log2(1 + f) - f c) / f^2 for the c next to log2(e), 1 + f between the roots of
 *                1/2 and 2
 *   log10_square (log10(1 + f) - f c) / f^2 for the c next to log10(e) and the same f
 *   log2_cubic   (log2((1 + s) / (1 - s)) / s - 2 log2(e)) / z for z = s^2, until
 *                (1 + s) / (1 - s) is the root of 2
 *   exp2_first   (2^r - 1) / r, |r| <= 1 / 2
 *   tanh_cubic   (tanh(x) / x - 1) / z for z = x^2, |x| <= TANH_SPLIT
 *   erfc_near    erf(x) / x - 1 for t = x^2 - ERFC_MIDDLE, |x| <= ERFC_SPLIT
 *   erfc_far     exp(a^2) erfc(a) / share for share = 1 / (1 + a), from ERFC_SPLIT
 *                until ERFC_ZERO, from where on erfc rounds to 0
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_FUNCTIONS_SINGLEPOLYNOMIALS_H
#define QDC_LIB_TARGET_MATH_FUNCTIONS_SINGLEPOLYNOMIALS_H

#pragma STDC FP_CONTRACT ON

#define TANH_SPLIT 0.6875f
#define ERFC_SPLIT 1.0f
#define ERFC_MIDDLE 0.5f
#define ERFC_ZERO 10.0625f
""")
# Of weights and intervals like these, this one has the smallest largest error of log.
show("log_square", "f", lambda f: (log1p(f) - f) / f**2, -half, lambda f: abs(f) ** mpf("0.4"), -half / 2,
     half + mpf("0.009"), 8)
show("log2_square", "f", lambda f: (log1p(f) * log2_e - f * to_f32(log2_e)) / f**2, -log2_e / 2, lambda f: f,
     sqrt(half) - 1, sqrt(mpf(2)) - 1, 8)
show("log10_square", "f", lambda f: (log1p(f) * log10_e - f * to_f32(log10_e)) / f**2, -log10_e / 2, lambda f: f,
     sqrt(half) - 1, sqrt(mpf(2)) - 1, 7)
show("log2_cubic", "z", lambda z: (atanh(sqrt(z)) / sqrt(z) - 1) * 2 * log2_e / z, 2 * log2_e / 3, lambda z: z, 0,
     mpf("0.02944"), 3)
show("exp2_first", "r", lambda r: expm1(r * log(2)) / r, log(2), lambda r: r, -half, half, 5)
show("tanh_cubic", "z", lambda z: (tanh(sqrt(z)) / sqrt(z) - 1) / z, -mpf(1) / 3, lambda z: z, 0, mpf("0.6875")**2, 4)
show("erfc_near", "t", erf_near, erf_near(0), lambda t: 1, -half, half, 6)
show("erfc_far", "share", erfc_far, 0, lambda share: 1 / erfc_far(share), 1 / (ERFC_ZERO + 1), half, 8)
print("#endif")
