"""Serves gradients as Warp makes them.

usage: warp_grad.py FOLDER DEVICE    (the folder keeps Warp's cache of compiled kernels)

On a GPU forward and backward launches are captured once and replayed, Warp's fastest way; on the CPU it runs a kernel in
the calling thread.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which prints

import inputs_grad as inputs
import warp as wp


@wp.kernel
def trips(x: wp.array(dtype=wp.float32), count: wp.array(dtype=wp.int32), y: wp.array(dtype=wp.float32),
          rate: wp.float32):
    i = wp.tid()
    u = x[i]
    for _ in range(count[i]):
        u = u + rate * (u * (1.0 - u))
    y[i] = u


@wp.kernel
def plate(u: wp.array2d(dtype=wp.float32), v: wp.array2d(dtype=wp.float32), k: wp.float32):
    i, j = wp.tid()
    if i > 0 and j > 0 and i < u.shape[0] - 1 and j < u.shape[1] - 1:
        v[i, j] = u[i, j] + k * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4.0 * u[i, j])


class Gradient(protocol.Case):
    """Launches in `launches`, by which `output` depends on `source`, forwards and backwards or, where `reverse` is true,
    backwards alone."""

    def __init__(self, device, source, output, weights, launch, reverse):
        self.device, self.source = device, source
        weights = wp.array(weights, dtype=wp.float32, device=device)
        tape = wp.Tape()
        with tape:
            launch()

        def backward():
            wp.copy(output.grad, weights)
            tape.backward()

        def whole():
            launch()
            backward()

        self.call = backward if reverse else whole
        if device.is_cuda:
            with wp.ScopedCapture(device=device) as capture:
                self.call()
            source.grad.zero_()
            self.call = lambda: wp.capture_launch(capture.graph)

    def finish(self):
        wp.synchronize_device(self.device)

    def values(self):
        return inputs.sample(self.source.grad.numpy())


def make_trips(device, state, reverse=False):
    x = wp.array(state.x, dtype=wp.float32, device=device, requires_grad=True)
    y = wp.zeros(state.n, dtype=wp.float32, device=device, requires_grad=True)
    count = wp.array(state.count, dtype=wp.int32, device=device)
    return Gradient(device, x, y, state.weights,
                    lambda: wp.launch(trips, dim=state.n, inputs=[x, count, y, state.rate], device=device), reverse)


def make_plate(device, reverse):
    state = inputs.Plate(device.is_cuda)
    u = wp.array(state.u, dtype=wp.float32, device=device, requires_grad=True)
    v = wp.zeros(state.u.shape, dtype=wp.float32, device=device, requires_grad=True)
    return Gradient(device, u, v, state.weights,
                    lambda: wp.launch(plate, dim=state.u.shape, inputs=[u, v, state.k], device=device), reverse)


def main():
    folder, name = sys.argv[1:]
    wp.config.kernel_cache_dir = folder
    wp.config.log_level = wp.LOG_WARNING
    wp.init()
    if name != "cpu" and not wp.is_cuda_available():
        sys.exit(77)
    device, prefix = wp.get_device(name), "cuda" if name != "cpu" else "cpu"
    protocol.serve(replies, f"Warp {wp.__version__}, {name}", {
        f"{prefix}-trips-grad": lambda: make_trips(device, inputs.Trips()),
        f"{prefix}-gated-grad": lambda: make_trips(device, inputs.Gated()),
        f"{prefix}-plate-reverse": lambda: make_plate(device, reverse=True),
    })


main()
