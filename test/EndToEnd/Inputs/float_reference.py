"""The value of float arithmetic, comparisons and conversions of the kernel IR, where every operation rounds once.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Python's float is a double, so f64 needs no more. A sum, product, quotient or square root of a narrower type is that of
doubles, rounded again: with 53 digits, two more than twice the 24 of f32, that gives what one rounding gives.
"""
import math
from fractions import Fraction

from endtoend import WIDTHS, round_float, unsigned, wrap

NAN, INF = math.nan, math.inf


def add(a, b, kind):
    return round_float(a + b, kind)


def multiply(a, b, kind):
    return round_float(a * b, kind)


def divide(a, b, kind):
    if b == 0:
        return NAN if a == 0 or math.isnan(a) else math.copysign(INF, a) * math.copysign(1, b)
    return round_float(a / b, kind)


def fused(a, b, c, kind):
    """a * b + c, rounded once."""
    if math.isnan(a) or math.isnan(b) or math.isnan(c):
        return NAN
    if math.isinf(a) or math.isinf(b):
        return a * b + c
    if math.isinf(c):
        return c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return a * b + c if a == 0 or b == 0 else 0.0
    return round_float(exact, kind)


def extreme(better, numbers_win):
    """minimum and maximum: -0 is below +0; minnum and maxnum give the number beside a NaN."""
    def choose(a, b, kind):
        if math.isnan(a) or math.isnan(b):
            return (b if math.isnan(a) else a) if numbers_win else NAN
        if a == b == 0 and not numbers_win:
            return better(math.copysign(1, a), math.copysign(1, b)) * 0.0
        return better(a, b)
    return choose


def square_root(a, b, kind):
    if math.isnan(a) or a < 0:
        return NAN
    return a if a == 0 or math.isinf(a) else round_float(math.sqrt(a), kind)


def remainder(a, b, kind):
    if math.isnan(a) or math.isnan(b) or math.isinf(a) or b == 0:
        return NAN
    return math.fmod(a, b)


BINARY = {
    "addf": add, "subf": lambda a, b, kind: add(a, -b, kind), "mulf": multiply, "divf": divide,
    "minimumf": extreme(min, False), "maximumf": extreme(max, False), "remf": remainder,
}
PREDICATES = {
    "oeq": lambda a, b: a == b, "ogt": lambda a, b: a > b, "oge": lambda a, b: a >= b, "olt": lambda a, b: a < b,
    "ole": lambda a, b: a <= b, "one": lambda a, b: a < b or a > b, "ord": lambda a, b: a == a and b == b,
    "uno": lambda a, b: a != a or b != b, "une": lambda a, b: a != b, "ult": lambda a, b: not a >= b,
    "ueq": lambda a, b: not (a < b or a > b), "ugt": lambda a, b: not a <= b, "uge": lambda a, b: not a < b,
    "ule": lambda a, b: not a > b, "true": lambda a, b: True, "false": lambda a, b: False,
}


def to_integer(a, kind, is_signed):
    width = WIDTHS[kind]
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed else (0, (1 << width) - 1)
    if math.isnan(a):
        return 0
    number = (high if a > 0 else low) if math.isinf(a) else max(low, min(high, int(a)))
    return wrap(number, kind)


def from_integer(bits, kind, is_signed, source):
    value = (-bits if source == "i1" else bits) if is_signed else unsigned(bits, source)
    return round_float(Fraction(value), kind)
