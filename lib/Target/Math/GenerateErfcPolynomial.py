#===- GenerateErfcPolynomial.py - The polynomial of erfc ------------------===#
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

CENTRE, LARGEST = mpf(4), mpf(28)

print(f"""\
/*===- ErfcPolynomial.h - The polynomial of erfc ----------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by `python3 GenerateErfcPolynomial.py > ErfcPolynomial.h`.
 *   scaled_erfc  exp(x^2) erfc(x) (x + ERFC_CENTRE), 0 <= x <= {int(LARGEST)}, for
 *                t = (x - ERFC_CENTRE) / (x + ERFC_CENTRE)
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_ERFCPOLYNOMIAL_H
#define QDC_LIB_TARGET_MATH_ERFCPOLYNOMIAL_H

#pragma STDC FP_CONTRACT ON

#define ERFC_CENTRE {int(CENTRE)}
""")


def scaled_erfc(t):
    x = CENTRE * (1 + t) / (1 - t)
    return exp(x * x) * erfc(x) * (x + CENTRE)


last = (LARGEST - CENTRE) / (LARGEST + CENTRE)
print(function("scaled_erfc_f64", "t", "double", "",
               fit(scaled_erfc, lambda t: 1 / scaled_erfc(t), mpf(-1), last, 21, float)))
print("#endif")
