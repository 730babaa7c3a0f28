#===- TwoOverPi.py - The table that reduces angles ------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Prints TwoOverPi.h: 2^e * 2 / pi modulo 4, in [-2, 2], as sums of doubles.
# f32 rows have a first part of 29 bits, so that its product with an f32 is
# exact in f64. Only the standard library is used; pi comes from Machin's
# formula in integers.
#
#===----------------------------------------------------------------------===#
from fractions import Fraction

BITS = 1400


def arctan_of_inverse(n, unit):
    total, power, k = 0, unit // n, 0
    while power:
        total += (-1) ** k * (power // (2 * k + 1))
        power //= n * n
        k += 1
    return total


unit = 1 << (BITS + 64)
pi = Fraction(4 * (4 * arctan_of_inverse(5, unit) - arctan_of_inverse(239, unit)), unit)
two_over_pi = Fraction(int(2 / pi * (1 << BITS)), 1 << BITS)


def round_to_bits(value, bits):
    """The nearest number with so many significant bits, as float."""
    exponent = 0
    while abs(value) >= 1 << bits:
        value, exponent = value / 2, exponent + 1
    while abs(value) < 1 << (bits - 1):
        value, exponent = value * 2, exponent - 1
    return float(Fraction(round(value)) * Fraction(2) ** exponent)


def row(exponent, widths):
    rest = two_over_pi * 2**exponent
    if exponent:
        rest -= 4 * round(rest / 4)
    parts = []
    for width in widths:
        part = round_to_bits(rest, width)
        rest -= Fraction(part)
        parts.append(part)
    return parts


def table(name, exponents, widths):
    print("\nstatic const double %s[][%d] = {" % (name, len(widths)))
    for exponent in exponents:
        print("    {%s}," % ", ".join(part.hex() for part in row(exponent, widths)))
    print("};")


print("""/*===- TwoOverPi.h - The table that reduces angles --------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/TwoOverPi.py, which says what it is.
 * Row i of the f32 table is for 2^i, row i of the f64 table for 2^(16 i).
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */""")
table("two_over_pi_f32", range(0, 105), (29, 53))
table("two_over_pi_f64", range(0, 977, 16), (53, 53, 53, 53))
print("/* clang-format on */")
