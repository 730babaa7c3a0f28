#===- AnglePolynomials.py - Polynomials of f64 for angles -----------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Prints AnglePolynomials.h.
#
#===----------------------------------------------------------------------===#
from FittedPolynomials import fit, function
from mpmath import asin, atan, cos, mpf, pi, sin, sqrt, tan

print("""\
/*===- AnglePolynomials.h - Polynomials of f64 for angles -------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/AnglePolynomials.py.
 *   sine        (sin(y) - y) / y^3 for z = y^2, |y| <= pi / 4
 *   cosine      (cos(y) - 1) / y^2 for z = y^2, |y| <= pi / 4
 *   tangent     (tan(y) - y) / y^3 for z = y^2, |y| <= pi / 4
 *   arc_tangent (atan(t) - t) / t^3 for z = t^2, |t| <= 1
 *   arc_sine    (asin(t) - t) / t^3 for z = t^2, |t| <= 1/2
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_ANGLEPOLYNOMIALS_H
#define QDC_LIB_TARGET_MATH_NVIDIA_ANGLEPOLYNOMIALS_H

#pragma STDC FP_CONTRACT ON
""")


def cubic(of):
    """What is left of an odd function after its first term, as a function of the square."""
    return lambda z: (of(sqrt(z)) - sqrt(z)) / (z * sqrt(z))


def cosine(z):
    return (cos(sqrt(z)) - 1) / z


quarter = (pi / 4)**2
for name, coefficients in (
        ("sine_f64", fit(cubic(sin), lambda z: z, mpf(0), quarter, 5, float)),
        ("cosine_f64", fit(cosine, lambda z: z, mpf(0), quarter, 6, float)),
        ("tangent_f64", fit(cubic(tan), lambda z: z, mpf(0), quarter, 13, float)),
        ("arc_tangent_f64", fit(cubic(atan), lambda z: z * sqrt(z) / atan(sqrt(z)), mpf(0), mpf(1), 18, float)),
        ("arc_sine_f64", fit(cubic(asin), lambda z: z, mpf(0), mpf(1) / 4, 11, float))):
    print(function(name, "z", "double", "", coefficients))
print("#endif")
