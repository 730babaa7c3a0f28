"""Float arithmetic in Python that rounds an exact result once.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import math
from fractions import Fraction

from endtoend import round_float

NAN, INF = math.nan, math.inf


def exact(function, a, b, kind):
    """The rounding of an exact result of two finite numbers."""
    result = function(Fraction(a), Fraction(b))
    return round_float(result, kind)


def add(a, b, kind):
    if not (math.isfinite(a) and math.isfinite(b)) or a == -b:
        return a + b
    return exact(lambda x, y: x + y, a, b, kind)


def multiply(a, b, kind):
    if not (math.isfinite(a) and math.isfinite(b)) or a == 0 or b == 0:
        return a * b
    result = exact(lambda x, y: x * y, a, b, kind)
    return math.copysign(result, math.copysign(1, a) * math.copysign(1, b))


def divide(a, b, kind):
    sign = math.copysign(1, a) * math.copysign(1, b)
    if math.isnan(a) or math.isnan(b) or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
        return NAN
    if b == 0 or math.isinf(a):
        return sign * INF
    if a == 0 or math.isinf(b):
        return sign * 0.0
    return math.copysign(exact(lambda x, y: x / y, a, b, kind), sign)


def extreme(better, numbers_win):
    """minimum and maximum: -0 is below +0; minnum and maxnum give the number beside a NaN."""
    def choose(a, b, kind):
        if math.isnan(a) or math.isnan(b):
            return (b if math.isnan(a) else a) if numbers_win else NAN
        if a == b == 0 and not numbers_win:
            return better(math.copysign(1, a), math.copysign(1, b)) * 0.0
        return better(a, b)
    return choose
