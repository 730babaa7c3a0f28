"""Parallel iterations that hold a loop which carries a float: inner_loops.py FOLDER SOURCE OPTIONS...

Each is computed in its own order, bit for bit as in Python, however many of them there are: none, fewer than a vector has
lanes, some that are left over, chunks that begin within a row.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import itertools
import math
import sys

from endtoend import *


def numbers(count, seed):
    return [round_float(((37 * i * i + 11 * i + seed) % 1999 - 999) / 64, "f32") for i in range(count)]


def add(a, b):
    return round_float(a + b, "f32")


def fold(values):
    total = 0.0
    for value in values:
        total = add(total, value)
    return total


def product(n, m, l):
    a, b = numbers(n * m, 1), numbers(m * l, 2)
    arguments = {"a": Array("f32", (n, m), a), "b": Array("f32", (m, l), b), "c": zeros("f32", n, l)}
    return arguments, "c", Array("f32", (n, l), [
        fold(round_float(a[i * m + k] * b[k * l + j], "f32") for k in range(m)) for i in range(n) for j in range(l)])


def roots(n, m):
    x, places = numbers(n, 3), numbers(m, 4)
    arguments = {"x": Array("f32", (n,), x), "places": Array("f32", (m,), places), "y": zeros("f64", n)}
    return arguments, "y", Array("f64", (n,), [
        sum((math.sqrt(add(there, -here) ** 2) for there in places), 0.0) for here in x])


def rows(n, m):
    a = numbers(n * m, 5)
    return {"a": Array("f32", (n, m), a), "y": zeros("f32", n)}, "y", Array("f32", (n,), [
        fold(a[i * m:(i + 1) * m]) for i in range(n)])


def triangle(n):
    a = numbers(n * n, 6)
    return {"a": Array("f32", (n, n), a), "y": zeros("f32", n)}, "y", Array("f32", (n,), [
        fold(a[k * n + i] for k in range(i)) for i in range(n)])


def gather(n, m, l):
    a, columns = numbers(m * l, 7), [5 * i % l for i in range(n)]
    arguments = {"a": Array("f32", (m, l), a), "columns": Array("i32", (n,), columns), "y": zeros("f32", n)}
    return arguments, "y", Array("f32", (n,), [fold(a[k * l + column] for k in range(m)) for column in columns])


def few(n):
    a = numbers(3 * n, 8)
    return {"a": Array("f32", (n, 3), a), "y": zeros("f32", 3)}, "y", Array("f32", (3,), [
        fold(a[k * 3 + i] for k in range(n)) for i in range(3)])


def remainders(n, m):
    a = numbers(n * m, 9)
    return {"a": Array("f32", (n, m), a), "by": 1.5, "y": zeros("f32", m)}, "y", Array("f32", (m,), [
        fold(math.fmod(a[k * m + i], 1.5) for k in range(n)) for i in range(m)])


def sums(n, m):
    a = numbers(n * m, 10)
    wanted = [fold(a[row * m + i] for row in range(k + 1)) for k in range(n) for i in range(m)]
    return {"a": Array("f32", (n, m), a), "y": zeros("f32", n, m)}, "y", Array("f32", (n, m), wanted)


CASES = ([("product", product(*shape)) for shape in itertools.product((1, 3), (0, 1, 9), (1, 15, 16, 17, 40))]
         + [("product", product(0, 3, 4)), ("product", product(3, 4, 0)), ("product", product(200, 3, 37))]
         + [("roots", roots(n, m)) for n in (0, 1, 8, 31) for m in (0, 1, 6)]
         + [("rows", rows(33, 5)), ("triangle", triangle(35)), ("gather", gather(33, 4, 17)), ("few", few(19)),
            ("remainders", remainders(5, 37)), ("sums", sums(6, 37)), ("sums", sums(0, 9))])


def main(folder, source, *options):
    check = Check()
    with open(source, encoding="utf-8") as file:
        package = compile_kernel(file.read(), folder + "/inner_loops" + "".join(options), "--fp-contract=off", *options)
    for name, (arguments, output, wanted) in CASES:
        what = f"{name} of {', '.join(f'{key} {value.shape}' for key, value in arguments.items() if isinstance(value, Array))}"
        check.same_bits(what, launch(package, name, arguments).arrays.get(output), wanted)
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
