#===- LogPolynomial.py - The polynomial of log of f32 ---------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Prints LogPolynomial.h.
#
#===----------------------------------------------------------------------===#
from FittedPolynomials import fit, function, to_f32
from mpmath import log, mpf

print("""\
/*===- LogPolynomial.h - The polynomial of log of f32 -----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/LogPolynomial.py.
 *   log_cubic_f32  (log(1 + f) - f + f^2 / 2) / f^3, |f| <= 1 / 3
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_FUNCTIONS_LOGPOLYNOMIAL_H
#define QDC_LIB_TARGET_MATH_FUNCTIONS_LOGPOLYNOMIAL_H

#pragma STDC FP_CONTRACT ON
""")
third = mpf(1) / 3


def cubic(f):
    return (log(1 + f) - f + f * f / 2) / f**3 if abs(f) > mpf("1e-15") else third


print(function("log_cubic_f32", "f", "float", "f", fit(cubic, lambda f: f * f, -third, third, 7, to_f32)))
print("#endif")
