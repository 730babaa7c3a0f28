"""Dual numbers, a value with a derivative, in f64. The independent reference for derivatives; it knows nothing of qdc.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

At a jump or kink it has what docs/differentiation.md says. Functions take floats and Dual numbers alike.
"""
import math


class Dual:
    def __init__(self, value, derivative=0.0):
        self.value, self.derivative = value, derivative

    def __add__(self, other):
        other = dual(other)
        return Dual(self.value + other.value, self.derivative + other.derivative)

    def __sub__(self, other):
        return self + -dual(other)

    def __neg__(self):
        return Dual(-self.value, -self.derivative)

    def __mul__(self, other):
        other = dual(other)
        return Dual(self.value * other.value, self.derivative * other.value + self.value * other.derivative)

    def __truediv__(self, other):
        other = dual(other)
        return Dual(self.value / other.value,
                    (self.derivative * other.value - self.value * other.derivative) / other.value ** 2)

    def __lt__(self, other):
        return self.value < dual(other).value

    def __gt__(self, other):
        return self.value > dual(other).value

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return dual(other) - self

    def __rtruediv__(self, other):
        return dual(other) / self


def dual(value):
    return value if isinstance(value, Dual) else Dual(value)


def value_of(number):
    return number.value if isinstance(number, Dual) else number


def chain(value, slope):
    """A function of one number from its value and its derivative there."""
    def apply(number):
        number = dual(number)
        return Dual(value(number.value), slope(number.value) * number.derivative)
    return apply


def sign(x):
    return (x > 0) - (x < 0)


ROOT_PI = math.sqrt(math.pi)

# By the name of the operation of `math`.
UNARY = {
    "absf": chain(abs, sign),
    "acos": chain(math.acos, lambda x: -1 / math.sqrt(1 - x * x)),
    "acosh": chain(math.acosh, lambda x: 1 / math.sqrt(x * x - 1)),
    "asin": chain(math.asin, lambda x: 1 / math.sqrt(1 - x * x)),
    "asinh": chain(math.asinh, lambda x: 1 / math.sqrt(1 + x * x)),
    "atan": chain(math.atan, lambda x: 1 / (1 + x * x)),
    "atanh": chain(math.atanh, lambda x: 1 / (1 - x * x)),
    "cbrt": chain(lambda x: math.copysign(abs(x) ** (1 / 3), x), lambda x: abs(x) ** (-2 / 3) / 3),
    "ceil": chain(math.ceil, lambda x: 0.0),
    "cos": chain(math.cos, lambda x: -math.sin(x)),
    "cosh": chain(math.cosh, math.sinh),
    "erf": chain(math.erf, lambda x: 2 / ROOT_PI * math.exp(-x * x)),
    "erfc": chain(math.erfc, lambda x: -2 / ROOT_PI * math.exp(-x * x)),
    "exp": chain(math.exp, math.exp),
    "exp2": chain(lambda x: 2.0 ** x, lambda x: math.log(2) * 2.0 ** x),
    "expm1": chain(math.expm1, math.exp),
    "floor": chain(math.floor, lambda x: 0.0),
    "log": chain(math.log, lambda x: 1 / x),
    "log10": chain(math.log10, lambda x: 1 / (x * math.log(10))),
    "log1p": chain(math.log1p, lambda x: 1 / (1 + x)),
    "log2": chain(math.log2, lambda x: 1 / (x * math.log(2))),
    "round": chain(round, lambda x: 0.0),
    "roundeven": chain(round, lambda x: 0.0),
    "rsqrt": chain(lambda x: x ** -0.5, lambda x: -0.5 * x ** -1.5),
    "sin": chain(math.sin, math.cos),
    "sinh": chain(math.sinh, math.cosh),
    "sqrt": chain(math.sqrt, lambda x: 0.5 / math.sqrt(x)),
    "tan": chain(math.tan, lambda x: 1 + math.tan(x) ** 2),
    "tanh": chain(math.tanh, lambda x: 1 / math.cosh(x) ** 2),
    "trunc": chain(math.trunc, lambda x: 0.0),
}
sin, cos, exp, log, sqrt = (UNARY[name] for name in ("sin", "cos", "exp", "log", "sqrt"))


def power(a, b):
    a, b = dual(a), dual(b)
    result = a.value ** b.value
    slope = b.value * a.value ** (b.value - 1) * a.derivative if b.value else 0.0
    if b.derivative:
        slope += result * math.log(a.value) * b.derivative
    return Dual(result, slope)


def atan2(y, x):
    y, x = dual(y), dual(x)
    square = x.value ** 2 + y.value ** 2
    return Dual(math.atan2(y.value, x.value), (x.value * y.derivative - y.value * x.derivative) / square)


def copysign(a, b):
    a = dual(a)
    b = value_of(b)
    return Dual(math.copysign(a.value, b), a.derivative * sign(a.value) * math.copysign(1, b))


def remainder(a, b):
    a, b = dual(a), dual(b)
    return a - float(math.trunc(a.value / b.value)) * b


def maximum(a, b):
    a, b = dual(a), dual(b)
    if a.value == b.value:
        return Dual(a.value, (a.derivative + b.derivative) / 2)
    return a if a.value > b.value else b


def minimum(a, b):
    return -maximum(-dual(a), -dual(b))


# By the name of the operation.
BINARY = {
    "arith.addf": lambda a, b: a + b,
    "arith.subf": lambda a, b: a - b,
    "arith.mulf": lambda a, b: a * b,
    "arith.divf": lambda a, b: a / b,
    "arith.remf": remainder,
    "arith.maximumf": maximum,
    "arith.minimumf": minimum,
    "arith.maxnumf": maximum,
    "arith.minnumf": minimum,
    "math.powf": power,
    "math.atan2": atan2,
    "math.copysign": copysign,
}
