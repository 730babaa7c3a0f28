"""Loops whose statements may move to later ones, against Python: distributed_loops.py FOLDER FIRST COUNT OPTIONS...

The kernels of the seeds FIRST to FIRST + COUNT - 1 are sequences of loops over one range, or seldom another, with serial
statements between. Each loop holds a few statements that have little to do with each other: they read and write the same
few arrays, at the same elements or at neighbours, so that a mistake about what may change places shows. An iteration
reads no element that another one of its loop writes.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import random
import sys

from endtoend import *
from launcher import Launcher

ARRAYS, RANGE, OFFSETS = 5, 37, 3
SIZE = RANGE + OFFSETS


class KernelMaker:
    """Makes the text and what it does to `arrays`, a list of lists, at once: steps are functions of these and of `sum`, a
    list of one number."""

    def __init__(self, seed):
        self.random, self.lines, self.steps, self.values = random.Random(seed), [], [], 0
        self.name = "k%d" % seed

    def emit(self, text, *arguments):
        self.values += 1
        self.lines.append("  %%v%d = " % self.values + text % arguments)
        return "%%v%d" % self.values

    def loop(self):
        """Arrays that it writes are accessed at one offset each."""
        pick = self.random
        written = {array: pick.randrange(OFFSETS + 1) for array in pick.sample(range(ARRAYS), pick.choice((1, 2, 2, 3)))}
        length = RANGE if pick.random() < 0.9 else RANGE - 1
        reduces = pick.random() < 0.5
        result_name = "%%s%d" % len(self.steps)
        self.lines.append("  %s = qd.for (%%i) in (%%n%d) reduce(addi) -> i32 {" % (result_name, length) if reduces
                          else "  qd.for (%%i) in (%%n%d) {" % length)
        statements = []
        for array, offset in written.items():
            operands = []
            for _ in range(pick.choice((1, 2, 2))):
                source = pick.randrange(ARRAYS)
                operands.append((source, written.get(source, pick.randrange(OFFSETS + 1))))
            factor = pick.randrange(1, 9)
            statements.append((array, offset, operands, factor))
            total = "%%f%d" % factor
            for source, at in operands:
                loaded = self.emit("memref.load %%a%d[%s] : memref<?xi32>", source, self.place(at))
                total = self.emit("arith.%s %s, %s : i32", "addi" if source % 2 else "xori", total, loaded)
            self.lines.append("  memref.store %s, %%a%d[%s] : memref<?xi32>" % (total, array, self.place(offset)))
        summed = (pick.randrange(ARRAYS), 0)
        if reduces:
            summed = (summed[0], written.get(summed[0], pick.randrange(OFFSETS + 1)))
            loaded = self.emit("memref.load %%a%d[%s] : memref<?xi32>", summed[0], self.place(summed[1]))
            self.lines.append("  qd.yield %s : i32" % loaded)
        self.lines.append("  }")

        def step(arrays, total):
            result = 0
            for i in range(length):
                for array, offset, operands, factor in statements:
                    value = factor
                    for source, at in operands:
                        other = arrays[source][i + at]
                        value = wrap(value + other if source % 2 else value ^ other, "i32")
                    arrays[array][i + offset] = value
                if reduces:
                    result = wrap(result + arrays[summed[0]][i + summed[1]], "i32")
            if reduces:
                total[0] = result

        self.steps.append(step)
        if reduces:
            self.lines.append("  memref.store %s, %%sum[] : memref<i32>" % result_name)

    def place(self, offset):
        return self.emit("arith.addi %%i, %%o%d : index", offset)

    def serial(self):
        """An element becomes the sum, or the sum an element."""
        array, at, reads = self.random.randrange(ARRAYS), self.random.randrange(SIZE), self.random.random() < 0.5
        place = self.emit("arith.constant %d : index", at)
        if reads:
            loaded = self.emit("memref.load %%a%d[%s] : memref<?xi32>", array, place)
            self.lines.append("  memref.store %s, %%sum[] : memref<i32>" % loaded)
        else:
            loaded = self.emit("memref.load %%sum[] : memref<i32>")
            self.lines.append("  memref.store %s, %%a%d[%s] : memref<?xi32>" % (loaded, array, place))

        def step(arrays, total):
            if reads:
                total[0] = arrays[array][at]
            else:
                arrays[array][at] = total[0]

        self.steps.append(step)

    def make(self):
        for _ in range(self.random.choice((2, 3, 4, 6))):
            self.loop()
            if self.random.random() < 0.3:
                self.serial()
        visits = self.random.choice((1, 1, 2))
        head = ["qd.kernel @%s(%s, %%sum: memref<i32>) {" % (
            self.name, ", ".join("%%a%d: memref<?xi32>" % array for array in range(ARRAYS)))]
        head += ["  %%n%d = arith.constant %d : index" % (length, length) for length in (RANGE - 1, RANGE)]
        head += ["  %%o%d = arith.constant %d : index" % (offset, offset) for offset in range(OFFSETS + 1)]
        head += ["  %%f%d = arith.constant %d : i32" % (factor, factor) for factor in range(1, 9)]
        end = ["  qd.return", "}"]
        if visits > 1:
            head += ["  %%often = arith.constant %d : index" % visits, "  scf.for %visit = %o0 to %often step %o1 {"]
            end = ["  }"] + end
        return "\n".join(head + self.lines + end) + "\n", self.steps * visits


def main(folder, first, count, *options):
    check, launcher = Check(), Launcher()
    kernels = [KernelMaker(seed) for seed in range(int(first), int(first) + int(count))]
    made = [kernel.make() for kernel in kernels]
    package = compile_kernel("".join(text for text, _ in made), "%s/distributed%s" % (folder, first), *options)
    for kernel, (_, steps) in zip(kernels, made):
        arrays = [[(7 * i * i + 13 * array + i) % 1000 - 500 for i in range(SIZE)] for array in range(ARRAYS)]
        arguments = {"a%d" % array: Array("i32", (SIZE,), values) for array, values in enumerate(arrays)}
        launched = launcher.launch(kernel.name, package, kernel.name, {**arguments, "sum": scalar("i32", 5)})
        total = [5]
        for step in steps:
            step(arrays, total)
        check.equal(kernel.name + " problem", launched.problem, None)
        check.same_bits(kernel.name + " sum", launched.arrays["sum"], scalar("i32", total[0]))
        for array, values in enumerate(arrays):
            check.same_bits("%s a%d" % (kernel.name, array), launched.arrays["a%d" % array],
                            Array("i32", (SIZE,), values))
    check.end()


main(*sys.argv[1:])
