"""Serves the cases of `./dev bench cuda` as Warp runs them: graphs that it captures, and recorded launches.

usage: warp_cuda.py FOLDER    (the folder keeps Warp's cache of compiled kernels)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which prints

import inputs_cuda as inputs
import warp as wp

wp.set_module_options({"enable_backward": False})


@wp.kernel
def shift(source: wp.array(dtype=wp.float32), target: wp.array(dtype=wp.float32), s: wp.float32, n: wp.int32):
    i = wp.tid()
    j = i + 1
    if j == n:
        j = 0
    target[i] = source[j] * s + 0.5


@wp.kernel
def scale(x: wp.array(dtype=wp.float32), s: wp.float32):
    i = wp.tid()
    x[i] = x[i] * s + 0.5


@wp.kernel
def saxpy(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32), a: wp.float32):
    i = wp.tid()
    y[i] = a * x[i] + y[i]


class Case(protocol.Case):
    finish = staticmethod(wp.synchronize)


class Chain(Case):
    def __init__(self, timing):
        n = inputs.GRAPH_ELEMENTS
        self.finish_counts, self.waits = timing != "host", timing == "synchronized"
        self.z, self.x, self.y = wp.ones(n, dtype=wp.float32), wp.zeros(n, dtype=wp.float32), wp.zeros(
            n, dtype=wp.float32)
        with wp.ScopedCapture() as capture:
            source = self.z
            for task in range(inputs.GRAPH_TASKS):
                target = self.y if task % 2 else self.x
                wp.launch(shift, dim=n, inputs=[source, target, inputs.GRAPH_FACTOR, n])
                source = target
        self.graph = capture.graph

    def call(self):
        wp.capture_launch(self.graph)
        if self.waits:
            wp.synchronize()

    def values(self):
        return [self.y.numpy().astype("f8").sum(), self.x.numpy().astype("f8").sum()]


class Elementwise(Case):
    def __init__(self, tasks):
        self.x = wp.zeros(inputs.GRAPH_ELEMENTS, dtype=wp.float32)
        if tasks == 1:
            self.call = wp.launch(scale, dim=len(self.x), inputs=[self.x, inputs.GRAPH_FACTOR], record_cmd=True).launch
            return
        with wp.ScopedCapture() as capture:
            for _ in range(tasks):
                wp.launch(scale, dim=len(self.x), inputs=[self.x, inputs.GRAPH_FACTOR])
        self.call = lambda: wp.capture_launch(capture.graph)

    def values(self):
        return [self.x.numpy().astype("f8").sum()]


class Saxpy(Case):
    def __init__(self):
        self.x = wp.array(inputs.large_values(), dtype=wp.float32)
        self.y = wp.full(inputs.LARGE_ELEMENTS, 0.5, dtype=wp.float32)
        self.call = wp.launch(saxpy, dim=inputs.LARGE_ELEMENTS, inputs=[self.x, self.y, inputs.LARGE_FACTOR],
                              record_cmd=True).launch

    def values(self):
        y = self.y.numpy()
        return [y.astype("f8").sum(), y[-1]]


class Sum(Case):
    def __init__(self):
        self.x = wp.array(inputs.large_values(), dtype=wp.float32)
        self.total = wp.zeros(1, dtype=wp.float32)

    def call(self):
        wp.utils.array_sum(self.x, out=self.total)

    def values(self):
        return [self.total.numpy().astype("f8").sum()]


def main():
    wp.config.kernel_cache_dir = sys.argv[1]
    wp.config.log_level = wp.LOG_WARNING
    wp.init()
    wp.set_device("cuda:0")  # without one, Warp would take the CPU
    protocol.serve(replies, f"Warp {wp.__version__}, captured graphs, recorded launches", {
        "graph-host": lambda: Chain("host"),
        "graph-back-to-back": lambda: Chain("back-to-back"),
        "graph-synchronized": lambda: Chain("synchronized"),
        "elementwise": lambda: Elementwise(inputs.GRAPH_TASKS),
        "task": lambda: Elementwise(1),
        "saxpy": Saxpy,
        "sum": Sum,
    })


main()
