#!/usr/bin/env python3
"""Writes a large kernel, as a simulator's code generator would: for compile times, and for tests of large tasks.

usage: generate_kernel.py tasks N OPS        N parallel loops in one kernel
       generate_kernel.py straight-line OPS  one parallel loop
       generate_kernel.py serial OPS         no loop at all
       generate_kernel.py nested OPS         an scf.for of 4 iterations in one parallel loop
       generate_kernel.py kernels N OPS      N kernels with one parallel loop each
       generate_kernel.py math FUNCTION N    one parallel loop with N calls of math.FUNCTION
       generate_kernel.py arrays N           one parallel loop that scales an element of each of N arrays
       generate_kernel.py gradients N        N parallel loops, differentiated, each with a loop with a run-time trip count
options: --mix chain|arithmetic|memory|branches|all, --seed N; of gradients, --differ operations|constants|nothing

OPS counts the operations of each loop's body (or of the serial task) without its constants. What stands in a body:
  chain       a load, operations that each need the one before, a store
  arithmetic  sums and differences of 16 values, each scaled
  memory      loads, arithmetic and stores, at addresses of their own
  branches    arithmetic, and an `scf.if` with a result and a store in every two dozen operations
  all         the last three, at random (the default)
Nothing in it is dead or done twice. The same arguments give the same text, with any version of Python. A kernel is
  @generated(%x: memref<?xf32>, %y: memref<?xf32>, %k: f32, %n: index)
(`@generated0`, ... where there are several). It does n iterations (with `tasks`, of each loop; `serial` takes no heed
of n), reads elements [0, n + OPS) of both arrays and writes such elements of y. An iteration works on elements that
others write too, so results are defined for n = 1 or one thread. With |k| <= 0.5 values do not grow.
`math` and `arrays` have no options. A call's argument is what the call before it gave, the first one's an element of
x; where the function takes two arguments, k is the second. The arrays, in place of x and y, are %a0, %a1, ...
A loop of `gradients` takes one array to the next of N + 1, and its inner loop does %trips trips. Up to 256 loops differ
in their operations, so that no two have their code in common; with --differ, in a constant alone, or all do the same.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import sys

VALUES = 16


class Random:
    """A linear congruential generator (Knuth's MMIX constants): the same numbers wherever it runs."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) % bound


class Body:
    """The statements of one block. `values` are the names of f32 values that are still to be used."""

    def __init__(self, random, mix, indent):
        self.random, self.mix, self.indent = random, mix, indent
        self.lines, self.values = [], []
        self.count = self.names = self.stores = 0

    def emit(self, text, operations=1):
        self.lines.append(self.indent + text)
        self.count += operations

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def take(self):
        return self.values.pop(self.random.below(len(self.values)))

    def address(self, offset):
        constant, index = self.name(), self.name()
        self.emit(f"{constant} = arith.constant {offset} : index", 0)
        self.emit(f"{index} = arith.addi %i, {constant} : index")
        return index

    def load(self, array, offset):
        """Two operations."""
        index, value = self.address(offset), self.name()
        self.emit(f"{value} = memref.load %{array}[{index}] : memref<?xf32>")
        self.values.append(value)

    def store(self, value):
        """Two operations; no element twice."""
        index = self.address(self.stores)
        self.stores += 1
        self.emit(f"memref.store {value}, %y[{index}] : memref<?xf32>")

    def arithmetic(self):
        """Uses up a value, with another one: two operations."""
        either, value = self.name(), self.name()
        operation = "addf" if self.random.below(2) else "subf"
        self.emit(f"{either} = arith.{operation} {self.take()}, {self.values[0]} : f32")
        self.emit(f"{value} = arith.mulf {either}, %k : f32")
        self.values.append(value)

    def chain(self):
        value = self.name()
        self.emit(f"{value} = arith.{'mulf' if self.count % 2 else 'addf'} {self.take()}, %k : f32")
        self.values.append(value)

    def memory(self):
        """A load in the place of a value, which is stored: six operations."""
        self.arithmetic()
        self.store(self.values.pop())
        self.load("xy"[self.random.below(2)], self.count)

    def branch(self):
        """An `scf.if` with a result and an effect: eight operations."""
        condition, result, negated, scaled = (self.name() for _ in range(4))
        value, other = self.take(), self.values[0]
        self.emit(f"{condition} = arith.cmpf olt, {value}, {other} : f32")
        self.emit(f"{result} = scf.if {condition} -> f32 {{", 3)  # with its two yields
        indent, self.indent = self.indent, self.indent + "  "
        self.emit(f"{negated} = arith.negf {value} : f32")
        self.store(negated)
        self.emit(f"scf.yield {negated} : f32", 0)
        self.emit("} else {", 0)
        self.emit(f"{scaled} = arith.mulf {other}, %k : f32")
        self.emit(f"scf.yield {scaled} : f32", 0)
        self.emit("}", 0)
        self.indent = indent
        self.values.append(result)

    def statement(self):
        choice = self.random.below(9)
        if self.mix == "chain":
            self.chain()
        elif self.mix == "memory" or (self.mix == "all" and choice < 3):
            self.memory()
        elif self.mix != "arithmetic" and choice == 8:
            self.branch()
        else:
            self.arithmetic()

    def fill(self, operations):
        """Ends with the sum of all values, stored. Fewer than 50 operations become 50."""
        for offset in range(1 if self.mix == "chain" else VALUES):
            self.load("x", offset)
        end = operations - len(self.values) - 1
        while self.count + 8 <= end:
            self.statement()
        while self.count < end:
            self.chain()
        while len(self.values) > 1:
            total = self.name()
            self.emit(f"{total} = arith.addf {self.take()}, {self.take()} : f32")
            self.values.append(total)
        self.store(self.take())
        return self.lines


def kernel(name, shape, loops, operations, mix, random):
    lines = [f"qd.kernel @{name}(%x: memref<?xf32>, %y: memref<?xf32>, %k: f32, %n: index) {{"]
    if shape == "serial":
        lines += ["  %i = arith.constant 0 : index"]
        lines += Body(random, mix, "  ").fill(operations)
    for _ in range(loops):
        lines += ["  qd.for (%i) in (%n) {"]
        if shape == "nested":
            lines += [f"    %c{value} = arith.constant {value} : index" for value in (0, 1, 4)]
            lines += ["    scf.for %turn = %c0 to %c4 step %c1 {"]
            lines += Body(random, mix, "      ").fill(operations) + ["    }"]
        else:
            lines += Body(random, mix, "    ").fill(operations)
        lines += ["  }"]
    return lines + ["  qd.return", "}"]


def math_kernel(function, calls):
    second = ", %k" if function in ("atan2", "copysign", "powf") else ""
    lines = ["qd.kernel @generated(%x: memref<?xf32>, %y: memref<?xf32>, %k: f32, %n: index) {",
             "  qd.for (%i) in (%n) {", "    %v0 = memref.load %x[%i] : memref<?xf32>"]
    lines += [f"    %v{call + 1} = math.{function} %v{call}{second} : f32" for call in range(calls)]
    return lines + [f"    memref.store %v{calls}, %y[%i] : memref<?xf32>", "  }", "  qd.return", "}"]


def array_kernel(arrays):
    parameters = "".join(f"%a{array}: memref<?xf32>, " for array in range(arrays))
    lines = [f"qd.kernel @generated({parameters}%k: f32, %n: index) {{", "  qd.for (%i) in (%n) {"]
    for array in range(arrays):
        lines += [f"    %v{array} = memref.load %a{array}[%i] : memref<?xf32>",
                  f"    %w{array} = arith.mulf %v{array}, %k : f32",
                  f"    memref.store %w{array}, %a{array}[%i] : memref<?xf32>"]
    return lines + ["  }", "  qd.return", "}"]


def gradient_kernel(loops, differ):
    parameters = "".join(f"%a{array}: memref<?xf32>, " for array in range(loops + 1))
    lines = [f"qd.kernel @generated({parameters}%k: f32, %n: index, %trips: index)",
             "    attributes {qd.differentiate = {mode = \"reverse\"}} {",
             "  %c0 = arith.constant 0 : index", "  %c1 = arith.constant 1 : index"]
    for loop in range(loops):
        choices = loop if differ == "operations" else 0b01111000
        constant = 1 if differ == "nothing" else 1 + (loop + 1) / 1024
        lines += ["  qd.for (%i) in (%n) {", f"    %v = memref.load %a{loop}[%i] : memref<?xf32>",
                  "    %w = scf.for %trip = %c0 to %trips step %c1 iter_args(%u = %v) -> (f32) {",
                  "      %s = math.sin %u : f32", "      %%c = arith.constant %.6f : f32" % constant]
        value = "%s"
        for place in range(4):
            choice = choices >> 2 * place & 3
            operation, operand = (("mulf", "%k"), ("addf", "%c"), ("mulf", "%c"), ("addf", "%v"))[choice]
            lines += [f"      %r{place} = arith.{operation} {value}, {operand} : f32"]
            value = f"%r{place}"
        lines += [f"      scf.yield {value} : f32", "    }",
                  f"    memref.store %w, %a{loop + 1}[%i] : memref<?xf32>", "  }"]
    return lines + ["  qd.return", "}"]


def mixed_kernels(options):
    random = Random(options.seed)
    details = (options.operations, options.mix, random)
    if options.shape == "kernels":
        return [line for index in range(options.number)
                for line in kernel(f"generated{index}", "straight-line", 1, *details)]
    loops = {"tasks": getattr(options, "number", 0), "serial": 0}.get(options.shape, 1)
    return kernel("generated", options.shape, loops, *details)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    shapes = parser.add_subparsers(dest="shape", required=True)
    for shape in ("tasks", "kernels", "straight-line", "serial", "nested"):
        arguments = shapes.add_parser(shape)
        if shape in ("tasks", "kernels"):
            arguments.add_argument("number", type=int)
        arguments.add_argument("operations", type=int)
        arguments.add_argument("--mix", default="all", choices=("chain", "arithmetic", "memory", "branches", "all"))
        arguments.add_argument("--seed", type=int, default=1)
    arguments = shapes.add_parser("math")
    arguments.add_argument("function")
    arguments.add_argument("number", type=int)
    shapes.add_parser("arrays").add_argument("number", type=int)
    arguments = shapes.add_parser("gradients")
    arguments.add_argument("number", type=int)
    arguments.add_argument("--differ", default="operations", choices=("operations", "constants", "nothing"))
    options = parser.parse_args()

    if options.shape == "math":
        lines = math_kernel(options.function, options.number)
    elif options.shape == "arrays":
        lines = array_kernel(options.number)
    elif options.shape == "gradients":
        lines = gradient_kernel(options.number, options.differ)
    else:
        lines = mixed_kernels(options)
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
