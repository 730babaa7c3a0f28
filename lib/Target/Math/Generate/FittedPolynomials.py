#===- FittedPolynomials.py - Coefficients for C ---------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Each polynomial is a weighted least-squares fit at Chebyshev's points, whose
# largest error is nearly the smallest possible one. A coefficient is rounded
# before the next ones are fitted, so that they make up for that.
#
#===----------------------------------------------------------------------===#
import struct

from mpmath import cos, fdot, lu_solve, matrix, mp, pi

mp.dps = 60
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


def function(name, of, type_name, suffix, coefficients):
    """C that evaluates the polynomial by Horner's rule."""
    *lower, highest = [coefficient.hex() + suffix for coefficient in coefficients]
    lines = "".join(f"  q = q * {of} + {coefficient};\n" for coefficient in reversed(lower))
    return (f"static inline {type_name} {name}({type_name} {of}) {{\n  {type_name} q = {highest};\n{lines}"
            f"  return q;\n}}\n")
