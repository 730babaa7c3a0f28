#===- ErfPolynomials.py - The polynomials of erf --------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Prints ErfPolynomials.h.
#
#===----------------------------------------------------------------------===#
from FittedPolynomials import fit, function, to_f32
from mpmath import e, erf, erfc, log, mpf, sqrt


class Form:
    """How erf of a type is computed: `split` is between near and far, and about `middle` are the squares below it, since
    sums around it lose less than around 0. From `one` on erf rounds to 1."""

    def __init__(self, suffix, type_name, split, middle, one, degrees, base):
        self.suffix, self.type_name, self.degrees = suffix, type_name, degrees
        self.split, self.middle, self.one, self.base = mpf(split), mpf(middle), mpf(one), base
        self.literal, self.to_type = ("f", to_f32) if type_name == "float" else ("", float)

    def near(self, t):
        root = sqrt(t + self.middle)
        return erf(root) / root - 1

    def far(self, u):
        return -log(erfc(self.split + u) / erfc(self.split)) / log(self.base) / u

    def show(self):
        for name, value in (("SPLIT", self.split), ("MIDDLE", self.middle), ("ONE", self.one),
                            ("REST", erfc(self.split))):
            print(f"#define ERF_{name}_{self.suffix.upper()} {self.to_type(value).hex()}{self.literal}")
        print()
        squares = self.split * self.split - self.middle
        for name, argument, coefficients in (
                ("near", "t", fit(self.near, lambda t: 1, -self.middle, squares, self.degrees[0], self.to_type)),
                ("far", "u", fit(self.far, lambda u: u * erfc(self.split + u), 0, self.one - self.split,
                                 self.degrees[1], self.to_type))):
            print(function(f"erf_{name}_{self.suffix}", argument, self.type_name, self.literal, coefficients))


print("""\
/*===- ErfPolynomials.h - The polynomials of erf ----------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/ErfPolynomials.py.
 *   erf_near  erf(x) / x - 1 for t = x^2 - ERF_MIDDLE, |x| <= ERF_SPLIT
 *   erf_far   -log(erfc(ERF_SPLIT + u) / erfc(ERF_SPLIT)) / u, u >= 0, until
 *             ERF_SPLIT + u is ERF_ONE, from where on erf rounds to 1. For
 *             NVIDIA the logarithm is that to base 2.
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_FUNCTIONS_ERFPOLYNOMIALS_H
#define QDC_LIB_TARGET_MATH_FUNCTIONS_ERFPOLYNOMIALS_H

#pragma STDC FP_CONTRACT ON
""")
# Near and far have about the same error. An instruction's exponential has a larger one, which counts less further on.
Form("f32", "float", "0.90625", "0.375", 4, (6, 6), e).show()
Form("f64", "double", "0.90625", "0.375", 6, (12, 17), e).show()
Form("nvidia_f32", "float", "1.125", "0.625", 4, (7, 6), 2).show()
Form("nvidia_f64", "double", "1.125", "0.625", 6, (12, 15), 2).show()
print("#endif")
