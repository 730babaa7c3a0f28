"""The states in which the cases of `./dev bench loops` start: those of benchmarks/loops/Inputs.h.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy

FACTOR, ITERATIONS, OUTER, INNER, NESTED_ELEMENTS = 0.99951171875, 1000, 10, 100, 256


def start(n):
    return (numpy.arange(n) % 7).astype(numpy.float32)


def cases(count, nested):
    """The cases of a rival: count(n) is one of so many elements."""
    return {f"count-{n}": lambda n=n: count(n) for n in (256, 16384, 262144, 1048576, 4194304)} | {"nested": nested}


def values(x, y):
    """Of arrays of NumPy."""
    return [x.astype("f8").sum(), y.astype("f8").sum()]
