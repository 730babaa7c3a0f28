#===- PowerLogarithm.py - The logarithm of powers --------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Prints PowerLogarithm.h.
#
#===----------------------------------------------------------------------===#
from FittedPolynomials import fit, function
from mpmath import log, mpf, nint

BITS = 5  # of the fraction of a factor
FIRST, LAST = 45, 45  # the smallest factor in units below 1, the largest in units from 1 on
HIGH_UNIT = mpf(2)**-42

print("""\
/*===- PowerLogarithm.h - The logarithm of powers of f64 --------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/PowerLogarithm.py.
 *   log1p_cubic        (log(1 + f) - f + f^2 / 2) / f^3, |f| <= 2^-6
 *   factor_logarithms  -log(c) as the sum of a multiple of 2^-42 and a rest, for
 *                      the numbers c from 45/64 to 45/32 that have 5 bits after
 *                      their first
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_POWERLOGARITHM_H
#define QDC_LIB_TARGET_MATH_NVIDIA_POWERLOGARITHM_H

#pragma STDC FP_CONTRACT ON
""")


def log1p_cubic(f):
    return (log(1 + f) - f + f**2 / 2) / f**3


largest = mpf(2)**-(BITS + 1)
beyond = mpf("1.0001")  # so that no point is 0, and since a reciprocal is an approximation
print(function("log1p_cubic_f64", "f", "double", "",
               fit(log1p_cubic, lambda f: f**2, -largest, largest * beyond, 7, float)))
unit = 2**BITS
factors = [mpf(k) / (2 * unit) for k in range(FIRST, 2 * unit)] + [mpf(k) / unit for k in range(unit, LAST + 1)]
print(f"_Alignas(16) static const double factor_logarithms[{len(factors)}][2] = {{")
for factor in factors:
    value = -log(factor)
    high = nint(value / HIGH_UNIT) * HIGH_UNIT
    print(f"  {{{float(high).hex()}, {float(value - high).hex()}}},")
print("};\n\n#endif")
