#===- SingleAngles.py - Polynomials of f32 angles on GPUs -----------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Prints SingleAngles.h.
#
#===----------------------------------------------------------------------===#
from FittedPolynomials import fit, function, to_f32
from mpmath import asin, atan, cos, floor, mpf, pi, sin, sqrt, tan

print("""\
/*===- SingleAngles.h - Polynomials of f32 angles on GPUs -------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/SingleAngles.py. The HALF_PIs add up
 * to pi / 2; each has a sign of its own, plus. For z = r^2:
 *   sin_cubic   (sin(r) / r - 1) / z, |r| <= pi / 4
 *   cos_fourth  (cos(r) - 1 + z / 2) / z^2, |r| <= pi / 4
 *   tan_cubic   (tan(r) / r - 1) / z, |r| <= pi / 4
 *   atan_cubic  (atan(r) / r - 1) / z, |r| <= 1
 *   asin_cubic  (asin(r) / r - 1) / z, |r| <= 1 / 2
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_SINGLEANGLES_H
#define QDC_LIB_TARGET_MATH_NVIDIA_SINGLEANGLES_H

#pragma STDC FP_CONTRACT ON
""")


def round_down(value):
    """To 24 bits, so that what is left is not below 0."""
    unit = mpf(2)**-23
    while unit > value:
        unit /= 2
    unit /= mpf(2)**23 if value < 1 else 1
    return floor(value / unit) * unit


rest = pi / 2
for name in ("HIGH", "MIDDLE", "LOW"):
    part = round_down(rest)
    print(f"#define HALF_PI_{name}_F32 {float(part).hex()}f")
    rest -= part
print()


def cubic(of):
    return lambda z: (of(sqrt(z)) / sqrt(z) - 1) / z


def cos_fourth(z):
    return (cos(sqrt(z)) - 1 + z / 2) / (z * z)


tiny = mpf("1e-6")
octant = (pi / 4 * mpf("1.0001"))**2
for name, value, weight, end, degree in (("sin_cubic", cubic(sin), lambda z: z, octant, 2),
                                         ("cos_fourth", cos_fourth, lambda z: z * z, octant, 2),
                                         ("tan_cubic", cubic(tan), lambda z: z, octant, 6),
                                         ("atan_cubic", cubic(atan), lambda z: z, mpf(1), 8),
                                         ("asin_cubic", cubic(asin), lambda z: z, mpf(1) / 4, 4)):
    print(function(name + "_f32", "z", "float", "f", fit(value, weight, tiny, end, degree, to_f32)))
print("#endif")
