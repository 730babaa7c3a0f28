#===- GenerateErfPolynomials.py - The polynomials of erf ------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Prints ErfPolynomials.h. Each polynomial is a weighted least-squares fit at
# Chebyshev's points, whose largest error is nearly the smallest possible one.
# A coefficient is rounded before the next ones are fitted, so that they make
# up for that.
#
#===----------------------------------------------------------------------===#
import struct

from mpmath import cos, erf, erfc, fdot, log, lu_solve, matrix, mp, mpf, pi, sqrt

mp.dps = 60
SPLIT = mpf("0.90625")  # between near and far; here the two have about the same error
MIDDLE = mpf("0.375")  # of the squares below it: sums around it lose less than around 0
POINTS = 301


def to_f32(value):
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def lowest_coefficient(values, weights, points, degree):
    """That of the polynomial of this degree with the smallest sum of weighted squared errors."""
    squares = [weight * weight for weight in weights]
    powers = [[point**k for point in points] for k in range(2 * degree + 1)]
    moments = [fdot(squares, power) for power in powers]
    weighted = [square * value for square, value in zip(squares, values)]
    equations = matrix([[moments[row + column] for column in range(degree + 1)] for row in range(degree + 1)])
    return lu_solve(equations, matrix([fdot(weighted, powers[k]) for k in range(degree + 1)]))[0]


def fit(function, weight, begin, end, degree, to_type):
    """Coefficients, the lowest first, that are numbers of the type."""
    points = [begin + (end - begin) * (1 - cos(pi * (2 * i + 1) / (2 * POINTS))) / 2 for i in range(POINTS)]
    values, weights, coefficients = [function(x) for x in points], [weight(x) for x in points], []
    for remaining in range(degree, -1, -1):
        coefficients.append(to_type(lowest_coefficient(values, weights, points, remaining)))
        values = [(value - coefficients[-1]) / x for value, x in zip(values, points)]
        weights = [weight * x for weight, x in zip(weights, points)]
    return coefficients


def near(t):
    root = sqrt(t + MIDDLE)
    return erf(root) / root - 1


def far(u):
    return -log(erfc(SPLIT + u) / erfc(SPLIT)) / u


def function(name, of, type_name, suffix, coefficients):
    """C that evaluates the polynomial by Horner's rule."""
    *lower, highest = [coefficient.hex() + suffix for coefficient in coefficients]
    lines = "".join(f"  q = q * {of} + {coefficient};\n" for coefficient in reversed(lower))
    return (f"static inline {type_name} {name}({type_name} {of}) {{\n  {type_name} q = {highest};\n{lines}"
            f"  return q;\n}}\n")


print("""\
/*===- ErfPolynomials.h - The polynomials of erf ----------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by `python3 GenerateErfPolynomials.py > ErfPolynomials.h`.
 *   erf_near  erf(x) / x - 1 for t = x^2 - ERF_MIDDLE, |x| <= ERF_SPLIT
 *   erf_far   -log(erfc(ERF_SPLIT + u) / erfc(ERF_SPLIT)) / u, u >= 0, until
 *             ERF_SPLIT + u is ERF_ONE, from where on erf rounds to 1
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_ERFPOLYNOMIALS_H
#define QDC_LIB_TARGET_MATH_ERFPOLYNOMIALS_H

#pragma STDC FP_CONTRACT ON
""")
for bits, type_name, suffix, to_type, one, degrees in ((32, "float", "f", to_f32, 4, (6, 6)),
                                                       (64, "double", "", float, 6, (12, 17))):
    for name, value in (("SPLIT", SPLIT), ("MIDDLE", MIDDLE), ("ONE", mpf(one)), ("REST", erfc(SPLIT))):
        print(f"#define ERF_{name}_F{bits} {to_type(value).hex()}{suffix}")
    print()
    print(function(f"erf_near_f{bits}", "t", type_name, suffix,
                   fit(near, lambda t: 1, -MIDDLE, SPLIT * SPLIT - MIDDLE, degrees[0], to_type)))
    print(function(f"erf_far_f{bits}", "u", type_name, suffix,
                   fit(far, lambda u: u * erfc(SPLIT + u), 0, one - SPLIT, degrees[1], to_type)))
print("#endif")
