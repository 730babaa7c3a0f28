"""Serves gradients as Quadrants makes them: fields with adjoints, and stacks for loops, which are off by default.

usage: quadrants_grad.py FOLDER DEVICE    (the folder keeps Quadrants' cache of compiled kernels)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which prints

import inputs_grad as inputs
import quadrants as qd


class Gradient(protocol.Case):
    """Of `kernel`, by which the field `output` depends on `source`."""

    finish = staticmethod(qd.sync)

    def __init__(self, kernel, source, output, weights, reverse):
        self.source = source
        kernel()
        output.grad.from_numpy(weights)

        def whole():
            kernel()
            kernel.grad()

        self.call = kernel.grad if reverse else whole

    def values(self):
        return inputs.sample(self.source.grad.to_numpy())


def make_trips(state):
    x, y = (qd.field(qd.f32, state.n, needs_grad=True) for _ in range(2))
    count = qd.field(qd.i32, state.n)
    x.from_numpy(state.x)
    count.from_numpy(state.count)

    @qd.kernel
    def trips():
        for i in range(state.n):
            u = x[i]
            for _ in range(count[i]):
                u = u + state.rate * (u * (1 - u))
            y[i] = u

    return Gradient(trips, x, y, state.weights, reverse=False)


def make_plate(on_gpu):
    state = inputs.Plate(on_gpu)
    side = state.side
    u, v = (qd.field(qd.f32, (side, side), needs_grad=True) for _ in range(2))
    u.from_numpy(state.u)

    @qd.kernel
    def plate():
        for i, j in qd.ndrange((1, side - 1), (1, side - 1)):
            v[i, j] = u[i, j] + inputs.Plate.k * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j])

    return Gradient(plate, u, v, state.weights, reverse=True)


def main():
    folder, name = sys.argv[1:]
    on_gpu = name != "cpu"
    qd.init(arch=qd.cuda if on_gpu else qd.cpu, cpu_max_num_threads=2, offline_cache_file_path=folder,
            log_level=qd.WARN, ad_stack_experimental_enabled=True)
    if on_gpu and qd.cfg.arch != qd.cuda:  # without a GPU, Quadrants takes the CPU
        sys.exit("Quadrants finds no CUDA device")
    version, prefix = ".".join(map(str, qd.__version__)), "cuda" if on_gpu else "cpu"
    protocol.serve(replies, f"Quadrants {version}, {'CUDA' if on_gpu else '2 threads'}, fields, stacks", {
        f"{prefix}-trips-grad": lambda: make_trips(inputs.Trips()),
        f"{prefix}-gated-grad": lambda: make_trips(inputs.Gated()),
        f"{prefix}-plate-reverse": lambda: make_plate(on_gpu),
    })


main()
