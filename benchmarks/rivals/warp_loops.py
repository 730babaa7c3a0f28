"""Serves the cases of `./dev bench loops` as Warp runs them: captured graphs with wp.capture_while.

usage: warp_loops.py FOLDER    (the folder keeps Warp's cache of compiled kernels)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which prints

import inputs_loops as inputs
import warp as wp

wp.set_module_options({"enable_backward": False})


@wp.kernel
def store(flag: wp.array(dtype=wp.int32), value: wp.int32):
    flag[0] = value


@wp.kernel
def decrement(flag: wp.array(dtype=wp.int32)):
    flag[0] = flag[0] - 1


@wp.kernel
def rise(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[i] = x[i] + 1.0


@wp.kernel
def lower(y: wp.array(dtype=wp.float32), x: wp.array(dtype=wp.float32), s: wp.float32, go: wp.array(dtype=wp.int32)):
    i = wp.tid()
    x[i] = y[i] * s
    if i == 0:
        go[0] = go[0] - 1


class Loop(protocol.Case):
    finish = staticmethod(wp.synchronize)

    def __init__(self, n, record):
        self.n, self.x = n, wp.array(inputs.start(n), dtype=wp.float32)
        self.y = wp.zeros(n, dtype=wp.float32)
        self.go, self.visits = wp.zeros(1, dtype=wp.int32), wp.zeros(1, dtype=wp.int32)
        wp.load_module()  # nothing is compiled while a graph is recorded
        with wp.ScopedCapture() as capture:
            record(self)
        self.call = lambda: wp.capture_launch(capture.graph)

    def count(self, iterations):
        wp.launch(store, dim=1, inputs=[self.go, iterations])
        wp.capture_while(self.go, self.iterate)

    def iterate(self):
        wp.launch(rise, dim=self.n, inputs=[self.x, self.y])
        wp.launch(lower, dim=self.n, inputs=[self.y, self.x, inputs.FACTOR, self.go])

    def nested(self):
        wp.launch(store, dim=1, inputs=[self.visits, inputs.OUTER])
        wp.capture_while(self.visits, self.visit)

    def visit(self):
        self.count(inputs.INNER)
        wp.launch(decrement, dim=1, inputs=[self.visits])

    def values(self):
        return inputs.values(self.x.numpy(), self.y.numpy())


def main():
    wp.config.kernel_cache_dir = sys.argv[1]
    wp.config.log_level = wp.LOG_WARNING
    wp.init()
    wp.set_device("cuda:0")  # without one, Warp would take the CPU
    protocol.serve(replies, f"Warp {wp.__version__}, captured graphs with wp.capture_while",
                   inputs.cases(lambda n: Loop(n, lambda loop: loop.count(inputs.ITERATIONS)),
                                lambda: Loop(inputs.NESTED_ELEMENTS, Loop.nested)))


main()
