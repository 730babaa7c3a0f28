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

jax.config.update("jax_enable_x64", True)  # other arrays say that they are f32


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


@functools.partial(jax.jit, static_argnums=1)
def solve(b, iterations):
    """Conjugate gradients as in examples/conjugate_gradient; the tolerance is 0."""
    def multiply(p):
        padded = jnp.pad(p, 1)
        return 4 * p - padded[:-2, 1:-1] - padded[2:, 1:-1] - padded[1:-1, :-2] - padded[1:-1, 2:]

    def body(state):
        x, r, p, rr, iteration = state
        q = multiply(p)
        pq = jnp.vdot(p, q)
        alpha = jnp.where(pq == 0, 0, rr / pq)
        x, r = x + alpha * p, r - alpha * q
        new = jnp.vdot(r, r)
        return x, r, r + jnp.where(pq == 0, 0, new / rr) * p, new, iteration + 1

    start = jnp.zeros_like(b), b, b, jnp.vdot(b, b), 0
    x, _, _, rr, _ = jax.lax.while_loop(lambda state: (state[3] > 0) & (state[4] < iterations), body, start)
    return x, rr


class Plate(protocol.Case):
    def __init__(self, side, iterations):
        self.b, self.iterations = jnp.asarray(inputs.plate(side)), iterations

    def call(self):
        self.x, self.residual = solve(self.b, self.iterations)

    def finish(self):
        self.x.block_until_ready()

    def values(self):
        return inputs.plate_values(numpy.asarray(self.x), numpy.asarray(self.b), float(self.residual))


def main():
    jax.devices("cuda")  # without one, JAX would take the CPU
    protocol.serve(replies, f"JAX {jax.__version__}, compiled functions with while_loop",
                   inputs.cases(lambda n: Loop(count, n, inputs.ITERATIONS),
                                lambda: Loop(nested, inputs.NESTED_ELEMENTS, inputs.INNER))
                   | {f"plate-{side}": functools.partial(Plate, side, iterations)
                      for side, iterations in inputs.PLATES.items()})


main()
