"""The states in which the cases of `./dev bench loops` start: those of benchmarks/loops/Inputs.h.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy

FACTOR, ITERATIONS, OUTER, INNER, NESTED_ELEMENTS = 0.99951171875, 1000, 10, 100, 256

PLATES = {256: 500, 1024: 500, 4096: 200}  # iterations, by the side


def start(n):
    return (numpy.arange(n) % 7).astype(numpy.float32)


def cases(count, nested):
    """The cases of a rival: count(n) is one of so many elements."""
    return {f"count-{n}": lambda n=n: count(n) for n in (256, 16384, 262144, 1048576, 4194304)} | {"nested": nested}


def values(x, y):
    """Of arrays of NumPy."""
    return [x.astype("f8").sum(), y.astype("f8").sum()]


def plate(side):
    """The right side of the equation."""
    return numpy.fmod(numpy.arange(side * side) * 0.7548776662466927, 1).reshape(side, side)


def plate_values(x, b, residual):
    """Of arrays of NumPy. Raises ValueError where the squared residual is not that of x."""
    padded = numpy.pad(x, 1)
    rest = b - (4 * x - padded[:-2, 1:-1] - padded[2:, 1:-1] - padded[1:-1, :-2] - padded[1:-1, 2:])
    if abs((rest * rest).sum() - residual) > 1e-6 * (b * b).sum():
        raise ValueError("wrong result: the residual is not that of the solution")
    return [float((x * b).sum()), residual]
