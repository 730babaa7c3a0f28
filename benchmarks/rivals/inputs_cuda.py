"""The states in which the cases of `./dev bench cuda` start: those of benchmarks/cuda/Inputs.h.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy

import inputs

GRAPH_ELEMENTS, GRAPH_TASKS, GRAPH_FACTOR = 4096, 10, 0.75
LARGE_ELEMENTS, LARGE_FACTOR = 1 << 28, 1e-6


def changing_factor(call, task):
    return 0.5 + 0.03125 * ((call + task) % 8)


def large_values():
    return (numpy.arange(LARGE_ELEMENTS, dtype=numpy.int64) % 1000).astype(numpy.float32) * numpy.float32(1 / 1024)


class Fluid(inputs.Fluid):
    """A million particles."""

    particles, nodes, substeps = 1 << 20, 1024, 20
    dt = 2e-5
