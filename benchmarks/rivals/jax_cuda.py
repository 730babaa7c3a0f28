"""Serves the cases of `./dev bench cuda` as JAX runs them: compiled functions whose arguments are given away.

usage: jax_cuda.py FOLDER    (the folder is not used)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import functools
import os

import protocol

replies = protocol.take_standard_output()  # before the import, which may print
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"

import inputs_cuda as inputs
import jax
import jax.numpy as jnp
import numpy


@jax.jit
def chain(z):
    x = z
    for _ in range(inputs.GRAPH_TASKS):
        x, before = jax.lax.optimization_barrier(jnp.roll(x, -1) * inputs.GRAPH_FACTOR + 0.5), x
    return x, before


@functools.partial(jax.jit, donate_argnums=0)
def scale_often(x):
    for _ in range(inputs.GRAPH_TASKS):
        x = x * inputs.GRAPH_FACTOR + 0.5
    return x


@functools.partial(jax.jit, donate_argnums=0)
def scale(x):
    return x * inputs.GRAPH_FACTOR + 0.5


@functools.partial(jax.jit, donate_argnums=1)
def saxpy(x, y):
    return y + inputs.LARGE_FACTOR * x


def double_sum(values):
    return float(numpy.asarray(values).astype(numpy.float64).sum())


class Chain(protocol.Case):
    """One compiled function of ten kernels."""

    def __init__(self, timing):
        self.finish_counts, self.waits = timing != "host", timing == "synchronized"
        self.z = jnp.ones(inputs.GRAPH_ELEMENTS, jnp.float32)

    def call(self):
        self.y, self.x = chain(self.z)
        if self.waits:
            self.finish()

    def finish(self):
        self.y.block_until_ready()

    def values(self):
        return [double_sum(self.y), double_sum(self.x)]


class InPlace(protocol.Case):
    def __init__(self, step):
        self.step, self.x = step, jnp.zeros(inputs.GRAPH_ELEMENTS, jnp.float32)

    def call(self):
        self.x = self.step(self.x)

    def finish(self):
        self.x.block_until_ready()

    def values(self):
        return [double_sum(self.x)]


class Saxpy(protocol.Case):
    def __init__(self):
        self.x = jnp.asarray(inputs.large_values())
        self.y = jnp.full_like(self.x, 0.5)

    def call(self):
        self.y = saxpy(self.x, self.y)

    def finish(self):
        self.y.block_until_ready()

    def values(self):
        return [double_sum(self.y), float(self.y[-1])]


class Sum(protocol.Case):
    def __init__(self):
        self.x, self.sum = jnp.asarray(inputs.large_values()), jax.jit(jnp.sum)

    def call(self):
        self.total = self.sum(self.x)

    def finish(self):
        self.total.block_until_ready()

    def values(self):
        return [float(self.total)]


def main():
    jax.devices("cuda")  # without one, JAX would take the CPU
    protocol.serve(replies, f"JAX {jax.__version__}, compiled functions", {
        "graph-host": lambda: Chain("host"),
        "graph-back-to-back": lambda: Chain("back-to-back"),
        "graph-synchronized": lambda: Chain("synchronized"),
        "elementwise": lambda: InPlace(scale_often),
        "task": lambda: InPlace(scale),
        "saxpy": Saxpy,
        "sum": Sum,
    })


main()
