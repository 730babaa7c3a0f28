"""Serves the cases of `./dev bench loops` as JAX runs them: compiled functions with jax.lax.while_loop.

usage: jax_loops.py FOLDER    (the folder is not used)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import functools
import os

import protocol

replies = protocol.take_standard_output()  # before the import, which may print
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"

import inputs_loops as inputs
import jax
import jax.numpy as jnp
import numpy


def iterate(x, y, iterations):
    def body(state):
        x, _, left = state
        y = jax.lax.optimization_barrier(x + 1)
        return y * inputs.FACTOR, y, left - 1

    x, y, _ = jax.lax.while_loop(lambda state: state[2] > 0, body, (x, y, iterations))
    return x, y


@functools.partial(jax.jit, donate_argnums=(0, 1))
def count(x, y, iterations):
    return iterate(x, y, iterations)


@functools.partial(jax.jit, donate_argnums=(0, 1))
def nested(x, y, iterations):
    return jax.lax.fori_loop(0, inputs.OUTER, lambda _, state: iterate(*state, iterations), (x, y))


class Loop(protocol.Case):
    def __init__(self, function, n, iterations):
        self.function, self.iterations = function, jnp.int32(iterations)
        self.x, self.y = jnp.asarray(inputs.start(n)), jnp.zeros(n, jnp.float32)

    def call(self):
        self.x, self.y = self.function(self.x, self.y, self.iterations)

    def finish(self):
        self.x.block_until_ready()

    def values(self):
        return inputs.values(numpy.asarray(self.x), numpy.asarray(self.y))


def main():
    jax.devices("cuda")  # without one, JAX would take the CPU
    protocol.serve(replies, f"JAX {jax.__version__}, compiled functions with while_loop",
                   inputs.cases(lambda n: Loop(count, n, inputs.ITERATIONS),
                                lambda: Loop(nested, inputs.NESTED_ELEMENTS, inputs.INNER)))


main()
