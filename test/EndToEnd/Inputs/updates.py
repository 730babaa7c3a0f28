"""Parallel iterations that add to elements which they share: updates.py FOLDER SOURCE OPTIONS...

On one thread each element is added to in the order of the iterations, and within one in the order of the source, bit for
bit as in Python, however many iterations there are: none, fewer than a strip has, whole strips, some that are left over.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import math
import sys

from endtoend import *

SIDE = 4  # few elements, so that neighbouring iterations meet, and copies for threads are worth it


def numbers(count, kind, below):
    return [round_float((131 * i * i + 17 * i + 5) % 1009 / 1009 * below, kind) for i in range(count)]


class Floats:
    """Arithmetic that rounds each result to the type."""

    def __init__(self, kind):
        self.kind = kind

    def add(self, a, b):
        return round_float(a + b, self.kind)

    def multiply(self, a, b):
        return round_float(a * b, self.kind)


def deposit(n):
    f32 = Floats("f32")
    x, y, charge = numbers(n, "f32", SIDE - 1), numbers(n, "f32", SIDE - 1)[::-1], numbers(n, "f32", 2)
    grid = [0.0] * (SIDE * SIDE)
    for xi, yi, q in zip(x, y, charge):
        a, b = int(xi), int(yi)
        fx, fy = f32.add(xi, -a), f32.add(yi, -b)
        left, right = f32.multiply(f32.add(1, -fx), q), f32.multiply(fx, q)
        gy = f32.add(1, -fy)
        for at, w in ((a * SIDE + b, f32.multiply(left, gy)), (a * SIDE + b + 1, f32.multiply(left, fy)),
                      ((a + 1) * SIDE + b, f32.multiply(right, gy)), ((a + 1) * SIDE + b + 1, f32.multiply(right, fy))):
            grid[at] = f32.add(grid[at], w)
    return ({"x": Array("f32", (n,), x), "y": Array("f32", (n,), y), "charge": Array("f32", (n,), charge),
             "grid": zeros("f32", SIDE, SIDE)}, {"grid": Array("f32", (SIDE, SIDE), grid)})


def spread(n):
    x, twice = numbers(n, "f64", SIDE - 2), []
    total, count = [0.0] * SIDE, [0] * SIDE
    for xi in x:
        a = int(xi)
        for k in range(3):
            d = k - (xi - a)
            total[a + k] += math.sqrt(d * d * 0.5) / (d * d + 0.5) - d
        count[a] += 1
        twice.append(xi + xi)
    return ({"x": Array("f64", (n,), x), "sum": zeros("f64", SIDE), "count": zeros("i32", SIDE), "twice": zeros("f64", n)},
            {"sum": Array("f64", (SIDE,), total), "count": Array("i32", (SIDE,), count),
             "twice": Array("f64", (n,), twice)})


def few(n):
    f32 = Floats("f32")
    at, x, total = [7 * i % SIDE for i in range(n)], numbers(n, "f32", 3), [0.0] * SIDE
    for a, xi in zip(at, x):
        total[a] = f32.add(total[a], xi)
    return ({"at": Array("i32", (n,), at), "x": Array("f32", (n,), x), "sum": zeros("f32", SIDE)},
            {"sum": Array("f32", (SIDE,), total)})


def branches(n):
    f32 = Floats("f32")
    x, total = numbers(n, "f32", SIDE), [0.0] * SIDE
    for xi in x:
        square = f32.multiply(xi, xi)
        e = f32.add(f32.multiply(square, xi), -square)
        if e > 0:
            total[int(xi)] = f32.add(total[int(xi)], e)
    return {"x": Array("f32", (n,), x), "sum": zeros("f32", SIDE)}, {"sum": Array("f32", (SIDE,), total)}


def main(folder, source, *options):
    check = Check()
    with open(source, encoding="utf-8") as file:
        package = compile_kernel(file.read(), folder + "/updates" + "".join(options), "--fp-contract=off", *options)
    for kernel in (deposit, spread, few, branches):
        for n in (0, 1, 63, 64, 65, 127, 128, 1000):
            arguments, wanted = kernel(n)
            outcome = launch(package, kernel.__name__, arguments, options=["--threads=1"])
            if DEVICE == "cpu" and "-O3" in options:
                used = outcome.report["counters"]["private_tasks"]
                check.equal(f"{kernel.__name__} of {n}: tasks with copies", used, int(n >= 63))
            for name, array in wanted.items():
                check.same_bits(f"{kernel.__name__} of {n}: {name}", outcome.arrays.get(name), array)
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
