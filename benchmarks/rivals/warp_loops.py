"""Serves the cases of `./dev bench loops` as Warp runs them: captured graphs with wp.capture_while.

usage: warp_loops.py FOLDER    (the folder keeps Warp's cache of compiled kernels)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import functools
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


# Conjugate gradients as in examples/conjugate_gradient. `sums` has p . q and the squared residual of this iteration and
# of the one before.
@wp.func
def at(x: wp.array2d(dtype=wp.float64), i: int, j: int):
    value = wp.float64(0.0)
    if i >= 0 and j >= 0 and i < x.shape[0] and j < x.shape[1]:
        value = x[i, j]
    return value


@wp.kernel
def begin(b: wp.array2d(dtype=wp.float64), x: wp.array2d(dtype=wp.float64), r: wp.array2d(dtype=wp.float64),
          p: wp.array2d(dtype=wp.float64), sums: wp.array(dtype=wp.float64)):
    i, j = wp.tid()
    value = b[i, j]
    x[i, j] = wp.float64(0.0)
    r[i, j] = value
    p[i, j] = value
    wp.tile_atomic_add(sums, wp.tile_sum(wp.tile(value * value)), offset=1)


@wp.kernel
def advance(sums: wp.array(dtype=wp.float64)):
    sums[0] = wp.float64(0.0)
    sums[2] = sums[1]
    sums[1] = wp.float64(0.0)


@wp.kernel
def multiply(p: wp.array2d(dtype=wp.float64), q: wp.array2d(dtype=wp.float64), sums: wp.array(dtype=wp.float64)):
    i, j = wp.tid()
    here = p[i, j]
    value = wp.float64(4.0) * here - at(p, i - 1, j) - at(p, i + 1, j) - at(p, i, j - 1) - at(p, i, j + 1)
    q[i, j] = value
    wp.tile_atomic_add(sums, wp.tile_sum(wp.tile(here * value)), offset=0)


@wp.kernel
def update(x: wp.array2d(dtype=wp.float64), r: wp.array2d(dtype=wp.float64), p: wp.array2d(dtype=wp.float64),
           q: wp.array2d(dtype=wp.float64), sums: wp.array(dtype=wp.float64)):
    i, j = wp.tid()
    alpha = wp.float64(0.0)
    if sums[0] != wp.float64(0.0):
        alpha = sums[2] / sums[0]
    x[i, j] = x[i, j] + alpha * p[i, j]
    rest = r[i, j] - alpha * q[i, j]
    r[i, j] = rest
    wp.tile_atomic_add(sums, wp.tile_sum(wp.tile(rest * rest)), offset=1)


@wp.kernel
def turn(r: wp.array2d(dtype=wp.float64), p: wp.array2d(dtype=wp.float64), sums: wp.array(dtype=wp.float64),
         left: wp.array(dtype=wp.int32), go: wp.array(dtype=wp.int32)):
    i, j = wp.tid()
    beta = wp.float64(0.0)
    if sums[0] != wp.float64(0.0):
        beta = sums[1] / sums[2]
    p[i, j] = r[i, j] + beta * p[i, j]
    if i == 0 and j == 0:
        left[0] = left[0] - 1
        go[0] = wp.where(sums[1] > wp.float64(0.0) and left[0] > 0, 1, 0)


class Plate(protocol.Case):
    finish = staticmethod(wp.synchronize)

    def __init__(self, side, iterations):
        self.start, self.shape = inputs.plate(side), (side, side)
        self.b = wp.array(self.start, dtype=wp.float64)
        self.x, self.r, self.p, self.q = (wp.zeros(self.shape, dtype=wp.float64) for _ in range(4))
        self.sums = wp.zeros(3, dtype=wp.float64)
        self.left, self.go = wp.zeros(1, dtype=wp.int32), wp.zeros(1, dtype=wp.int32)
        wp.load_module()  # nothing is compiled while a graph is recorded
        with wp.ScopedCapture() as capture:
            self.solve(iterations)
        self.call = lambda: wp.capture_launch(capture.graph)

    def solve(self, iterations):
        wp.launch(store, dim=1, inputs=[self.left, iterations])
        wp.launch(store, dim=1, inputs=[self.go, 1])
        self.sums.zero_()
        wp.launch(begin, dim=self.shape, inputs=[self.b, self.x, self.r, self.p, self.sums])
        wp.capture_while(self.go, self.iterate)

    def iterate(self):
        wp.launch(advance, dim=1, inputs=[self.sums])
        wp.launch(multiply, dim=self.shape, inputs=[self.p, self.q, self.sums])
        wp.launch(update, dim=self.shape, inputs=[self.x, self.r, self.p, self.q, self.sums])
        wp.launch(turn, dim=self.shape, inputs=[self.r, self.p, self.sums, self.left, self.go])

    def values(self):
        return inputs.plate_values(self.x.numpy(), self.start, float(self.sums.numpy()[1]))


def main():
    wp.config.kernel_cache_dir = sys.argv[1]
    wp.config.log_level = wp.LOG_WARNING
    wp.init()
    wp.set_device("cuda:0")  # without one, Warp would take the CPU
    protocol.serve(replies, f"Warp {wp.__version__}, captured graphs with wp.capture_while",
                   inputs.cases(lambda n: Loop(n, lambda loop: loop.count(inputs.ITERATIONS)),
                                lambda: Loop(inputs.NESTED_ELEMENTS, Loop.nested))
                   | {f"plate-{side}": functools.partial(Plate, side, iterations)
                      for side, iterations in inputs.PLATES.items()})


main()
