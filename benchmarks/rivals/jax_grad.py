"""Serves gradients as JAX makes them, compiled.

usage: jax_grad.py FOLDER DEVICE    (the folder is not used)

JAX refuses to differentiate a loop with a run-time trip count in reverse mode, so each loop does as many trips as the
longest one, and those past its own change nothing.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which may print
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
if sys.argv[2] == "cpu":
    os.environ["JAX_PLATFORMS"] = "cpu"

import inputs_grad as inputs
import jax
import jax.numpy as jnp


def trips(x, count):
    def step(u, trip):
        return jnp.where(trip < count, u + inputs.Trips.rate * (u * (1 - u)), u), None
    return jax.lax.scan(step, x, jnp.arange(inputs.Trips.longest))[0]


def plate(u):
    inner = u[1:-1, 1:-1]
    flow = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * inner
    return jnp.zeros_like(u).at[1:-1, 1:-1].set(inner + inputs.Plate.k * flow)


class Gradient(protocol.Case):
    """A compiled function of `arguments` that gives a gradient, last of what it returns."""

    def __init__(self, function, *arguments):
        self.function, self.arguments = jax.jit(function), [jnp.asarray(argument) for argument in arguments]

    def call(self):
        self.results = self.function(*self.arguments)

    def finish(self):
        jax.block_until_ready(self.results)

    def values(self):
        return inputs.sample(jax.device_get(self.results[-1]))


def make_trips():
    def whole(x, count, weights):
        y, pull = jax.vjp(lambda x: trips(x, count), x)
        return y, pull(weights)[0]
    state = inputs.Trips()
    return Gradient(whole, state.x, state.count, state.weights)


def make_plate(on_gpu):
    state = inputs.Plate(on_gpu)
    return Gradient(lambda u, weights: jax.vjp(plate, u)[1](weights), state.u, state.weights)


def main():
    on_gpu = sys.argv[2] != "cpu"
    if on_gpu and jax.default_backend() != "gpu":
        sys.exit("JAX finds no CUDA device")
    prefix = "cuda" if on_gpu else "cpu"
    protocol.serve(replies, f"JAX {jax.__version__}, {'CUDA' if on_gpu else 'CPU, all threads'}", {
        f"{prefix}-trips-grad": make_trips,
        f"{prefix}-plate-reverse": lambda: make_plate(on_gpu),
    })


main()
