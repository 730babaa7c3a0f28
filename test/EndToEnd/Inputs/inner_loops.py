"""Parallel iterations that hold a loop which carries a float: inner_loops.py FOLDER SOURCE OPTIONS...

Each is computed in its own order, bit for bit as in Python, however many of them there are: none, fewer than a vector has
lanes, some that are left over, chunks that begin within a row; and however many trips their loops make.

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


def rows64(n, m):
    a, x, bias = numbers(n * m, 11), numbers(m, 12), numbers(n, 13)
    wanted = []
    for i in range(n):
        total = bias[i]
        for k in range(m):
            total += a[i * m + k] * x[k]
        wanted.append(total * 0.375)
    arguments = {"a": Array("f64", (n, m), a), "x": Array("f64", (m,), x), "bias": Array("f64", (n,), bias),
                 "scale": 0.375, "y": zeros("f64", n)}
    return arguments, "y", Array("f64", (n,), wanted)


def smallest(output):
    def case(n, m):
        a = numbers(n * m, 14)
        rows = [a[i * m:(i + 1) * m] for i in range(n)]
        wanted = {"y": Array("f32", (n,), [min(row, default=math.inf) for row in rows]),
                  "where": Array("i32", (n,), [i + row.index(min(row)) if row else -1 for i, row in enumerate(rows)])}
        return {"a": Array("f32", (n, m), a), "y": zeros("f32", n), "where": zeros("i32", n)}, output, wanted[output]
    return case


def middles(n, m):
    a, b, c = [(7 * i * i + 5 * i) % 256 - 128 for i in range(n * (m + 1))], numbers(n * m, 15), numbers(n * m, 16)
    wanted = []
    for i in range(n):
        total = float(a[i * (m + 1)])
        for k in range(m):
            each = round_float(a[i * (m + 1) + k + 1] * b[i * m + k], "f32")
            total = add(add(total, each), -c[i * m + k])
        wanted.append(total)
    arguments = {"a": Array("i8", (n, m + 1), a), "b": Array("f32", (n, m), b), "c": Array("f32", (n, m), c),
                 "y": zeros("f32", n)}
    return arguments, "y", Array("f32", (n,), wanted)


def transposed(n, m, l):
    a, b = ([round_float(value / 16, "f16") for value in numbers(count * m, seed)] for count, seed in ((n, 17), (l, 18)))
    wanted = []
    for i, j in itertools.product(range(n), range(l)):
        total = 0.0
        for k in range(m):
            total = round_float(total + round_float(a[i * m + k] * b[j * m + k], "f16"), "f16")
        wanted.append(total)
    return ({"a": Array("f16", (n, m), a), "b": Array("f16", (l, m), b), "c": zeros("f16", n, l)}, "c",
            Array("f16", (n, l), wanted))


def seconds(n, m):
    a = numbers(n * m, 19)
    return {"a": Array("f32", (n, m), a), "y": zeros("f32", n)}, "y", Array("f32", (n,), [
        fold(a[i * m:(i + 1) * m:2]) for i in range(n)])


def prefixes(n, m):
    a = numbers(n * m, 20)
    return {"a": Array("f32", (n, m), a)}, "a", Array("f32", (n, m), [
        fold(a[i * m:i * m + k + 1]) for i in range(n) for k in range(m)])


CASES = ([("product", product(*shape)) for shape in itertools.product((1, 3), (0, 1, 9), (1, 15, 16, 17, 40))]
         + [("product", product(0, 3, 4)), ("product", product(3, 4, 0)), ("product", product(200, 3, 37))]
         + [("roots", roots(n, m)) for n in (0, 1, 8, 31) for m in (0, 1, 6)]
         + [("rows", rows(*shape)) for shape in itertools.product((1, 7, 8, 9, 33), (0, 1, 3, 4, 5, 7, 8, 9, 37))]
         + [("rows64", rows64(*shape)) for shape in itertools.product((3, 4, 5, 22), (0, 1, 2, 3, 4, 5, 11))]
         + [("smallest", smallest(output)(n, m)) for output in ("y", "where") for n in (7, 25) for m in (0, 1, 8, 19)]
         + [("middles", middles(n, m)) for n in (4, 8, 21) for m in (0, 3, 4, 10)]
         + [("transposed", transposed(*shape)) for shape in itertools.product((1, 3), (1, 7, 8, 9, 30), (5, 8, 17))]
         + [("triangle", triangle(35)), ("gather", gather(33, 4, 17)), ("few", few(19)),
            ("remainders", remainders(5, 37)), ("sums", sums(6, 37)), ("sums", sums(0, 9)),
            ("seconds", seconds(19, 9)), ("seconds", seconds(16, 8)), ("prefixes", prefixes(17, 9))])


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
