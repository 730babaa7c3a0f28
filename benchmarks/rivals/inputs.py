"""The states in which the cases start: those of benchmarks/cpu/Inputs.h.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy

SHARED_ELEMENTS = 16384  # of the parallel launches: enough for two threads
INLINE_ELEMENTS = 64
REST = 0.01  # seconds before a launch whose workers are to be asleep


class Fluid:
    """A block of falling fluid. The particles fill it evenly (a Kronecker sequence), in an order without locality."""

    particles, nodes, substeps = 8192, 128, 20
    dt = 2e-4

    def __init__(self):
        order = numpy.arange(self.particles, dtype=numpy.float64)
        self.x = numpy.stack([0.2 + 0.4 * numpy.fmod(order * 0.7548776662466927, 1),
                              0.05 + 0.4 * numpy.fmod(order * 0.5698402909980532, 1)], axis=1).astype(numpy.float32)
        self.v = numpy.tile(numpy.array([0, -1], numpy.float32), (self.particles, 1))
        self.c = numpy.zeros((self.particles, 2, 2), numpy.float32)
        self.j = numpy.ones(self.particles, numpy.float32)

    @staticmethod
    def values(x, v, j):
        """Centre of the particles, their kinetic energy and their volume, each for a mass and a volume of 1."""
        x, v, j = (array.astype(numpy.float64) for array in (x, v, j))
        return [x[:, 0].mean(), x[:, 1].mean(), 0.5 * (v * v).sum(axis=1).mean(), j.mean()]
