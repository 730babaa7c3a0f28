#===- ErfcPolynomial.py - The polynomial of erfc --------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Prints ErfcPolynomial.h.
#
#===----------------------------------------------------------------------===#
from FittedPolynomials import fit, function
from mpmath import erfc, exp, mpf

POLE, MIDDLE, LARGEST = mpf(2), mpf("0.25390625"), mpf("27.25")

print(f"""\
/*===- ErfcPolynomial.h - The polynomial of erfc ----------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/ErfcPolynomial.py.
 *   scaled_erfc  exp(x^2) erfc(x) (x + ERFC_POLE), 0 <= x <= {float(LARGEST)}, for
 *                t = 1 / (x + ERFC_POLE) - ERFC_MIDDLE
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_ERFCPOLYNOMIAL_H
#define QDC_LIB_TARGET_MATH_NVIDIA_ERFCPOLYNOMIAL_H

#pragma STDC FP_CONTRACT ON

#define ERFC_POLE {float(POLE)}
#define ERFC_MIDDLE {float(MIDDLE)}
""")


def scaled_erfc(t):
    x = 1 / (t + MIDDLE) - POLE
    return exp(x * x) * erfc(x) * (x + POLE)


print(function("scaled_erfc_f64", "t", "double", "",
               fit(scaled_erfc, lambda t: 1 / scaled_erfc(t), 1 / (LARGEST + POLE) - MIDDLE, 1 / POLE - MIDDLE, 24,
                   float)))
print("#endif")
