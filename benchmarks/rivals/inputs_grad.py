"""The states in which the cases of `./dev bench grad` start: those of benchmarks/grad/Inputs.h.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy

COMPARED = 1024


def spread(count, low, width, stride, dtype=numpy.float32):
    """Numbers in [low, low + width) that look random but fill the interval evenly."""
    return (low + width * numpy.fmod(numpy.arange(count, dtype=numpy.float64) * stride, 1)).astype(dtype)


def sample(values):
    """The elements that are compared."""
    flat = values.reshape(-1)
    count = min(COMPARED, flat.size)
    return flat[numpy.arange(count) * flat.size // count].astype(numpy.float64)


class Trips:
    """Loops of 1 to 64 trips."""

    n, longest, rate = 65536, 64, 0.1

    def __init__(self):
        self.x = spread(self.n, 0.1, 0.3, 0.7548776662466927)
        self.weights = spread(self.n, 0.5, 1, 0.5698402909980532)
        self.count = spread(self.n, 1, self.longest, 0.8191725133961645, numpy.float64).astype(numpy.int32)


class Gated(Trips):
    """The same, where one loop in a hundred has 64 trips and the others have none."""

    n = 2**20

    def __init__(self):
        self.x = spread(self.n, 0.1, 0.3, 0.7548776662466927)
        self.weights = spread(self.n, 0.5, 1, 0.5698402909980532)
        self.count = numpy.zeros(self.n, numpy.int32)
        self.count[36::100] = self.longest


class Plate:
    """A plate with sides of `side` points."""

    k = 0.2

    def __init__(self, on_gpu):
        self.side = 2048 if on_gpu else 1024
        self.u = spread(self.side * self.side, 0, 100, 0.7548776662466927).reshape(self.side, self.side)
        self.weights = spread(self.side * self.side, 0.5, 1, 0.5698402909980532).reshape(self.side, self.side)
