"""Serves the cases of `./dev bench cuda` as Quadrants runs them.

usage: quadrants_cuda.py FOLDER    (the folder keeps Quadrants' cache of compiled kernels)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which prints

import inputs_cuda as inputs
import quadrants as qd
from quadrants_mpm88 import Mpm88


class Case(protocol.Case):
    finish = staticmethod(qd.sync)


class Chain(Case):
    """One kernel with ten parallel loops."""

    def __init__(self, timing):
        n, s = inputs.GRAPH_ELEMENTS, inputs.GRAPH_FACTOR
        self.finish_counts, self.waits = timing != "host", timing == "synchronized"
        z, self.x, self.y = qd.field(qd.f32, n), qd.field(qd.f32, n), qd.field(qd.f32, n)
        z.fill(1)
        fields = [z] + [self.x, self.y] * (inputs.GRAPH_TASKS // 2)

        @qd.kernel
        def steps():
            for task in qd.static(range(inputs.GRAPH_TASKS)):  # written out when it is compiled
                for i in range(n):
                    fields[task + 1][i] = fields[task][(i + 1) % n] * s + 0.5

        self.steps = steps

    def call(self):
        self.steps()
        if self.waits:
            qd.sync()

    def values(self):
        return [self.y.to_numpy().astype("f8").sum(), self.x.to_numpy().astype("f8").sum()]


class Elementwise(Case):
    def __init__(self, tasks):
        n, s = inputs.GRAPH_ELEMENTS, inputs.GRAPH_FACTOR
        self.x = x = qd.field(qd.f32, n)

        @qd.kernel
        def steps():
            for _ in qd.static(range(tasks)):  # written out when it is compiled
                for i in range(n):
                    x[i] = x[i] * s + 0.5

        self.call = steps

    def values(self):
        return [self.x.to_numpy().astype("f8").sum()]


def main():
    qd.init(arch=qd.cuda, offline_cache_file_path=sys.argv[1], log_level=qd.WARN)
    if qd.cfg.arch != qd.cuda:  # without a GPU, Quadrants takes the CPU
        raise SystemExit("Quadrants finds no CUDA device")
    version = ".".join(map(str, qd.__version__))
    protocol.serve(replies, f"Quadrants {version}, CUDA, fields, fast math", {
        "graph-host": lambda: Chain("host"),
        "graph-back-to-back": lambda: Chain("back-to-back"),
        "graph-synchronized": lambda: Chain("synchronized"),
        "elementwise": lambda: Elementwise(inputs.GRAPH_TASKS),
        "task": lambda: Elementwise(1),
        "mpm88": lambda: Mpm88(inputs.Fluid()),
    })


main()
