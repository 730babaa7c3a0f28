"""Tasks that must not begin before others end: dependencies.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A few iterations of each task take far longer than the others, and the next task reads what they write, elsewhere in the
array; between them are tasks that have no iterations in some launches, and tasks that nothing orders against each other.
As a graph of the device and task by task; with slots by value and in memory. The reference is the same in Python.
"""
import sys

from endtoend import *
from loader import Device, Memory

MASK = 0xffffffff
SLOW = 4096  # every so many iterations one is slow
# Enough scalars that the slots of a task are passed in memory on a GPU.
MANY = 520


def slow_task(source, target, rounds, offset):
    """target[i] = source[(i + 1) % n], stepped `rounds` times where i is a multiple of SLOW, plus `offset`."""
    return """  qd.for (%i) in (%n) {{
    %next = arith.addi %i, %c1 : index
    %wrapped = arith.remui %next, %n : index
    %v = memref.load %{0}[%wrapped] : memref<?xi32>
    %phase = arith.remui %i, %slow : index
    %is_slow = arith.cmpi eq, %phase, %c0 : index
    %count = arith.select %is_slow, %{2}, %c0 : index
    %w = scf.for %k = %c0 to %count step %c1 iter_args(%a = %v) -> i32 {{
      %b = arith.muli %a, %factor : i32
      %c = arith.addi %b, %addend : i32
      scf.yield %c : i32
    }}
    %sum = arith.addi %w, %{3} : i32
    memref.store %sum, %{1}[%i] : memref<?xi32>
  }}
""".format(source, target, rounds, offset)


def some_task(array, count):
    """array[i] = -array[i] for i < count."""
    return """  qd.for (%i) in (%{1}) {{
    %v = memref.load %{0}[%i] : memref<?xi32>
    %w = arith.subi %zero, %v : i32
    memref.store %w, %{0}[%i] : memref<?xi32>
  }}
""".format(array, count)


def kernel(name, graph, offsets):
    scalars = "".join(", %%s%d: i32" % k for k in range(offsets))
    # A task that takes all of them by adding them up.
    total = "".join("    %%t%d = arith.addi %%t%d, %%s%d : i32\n" % (k + 1, k, k) for k in range(offsets))
    return """qd.kernel @%s(%%x: memref<?xi32>, %%y: memref<?xi32>, %%z: memref<?xi32>, %%u: memref<?xi32>, %%rounds: index,
    %%few: index, %%none: index%s) attributes {graph = "%s"} {
""" % (name, scalars, graph) + INDEX_CONSTANTS + """  %slow = arith.constant """ + str(SLOW) + """ : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %factor = arith.constant 1664525 : i32
  %addend = arith.constant 1013904223 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
""" + slow_task("x", "y", "rounds", "one") + some_task("y", "few") + slow_task("y", "z", "rounds", "zero") \
        + slow_task("y", "u", "few", "one") + some_task("u", "none") + """  qd.for (%i) in (%n) {
    %last = arith.subi %n, %c1 : index
    %mirrored = arith.subi %last, %i : index
    %a = memref.load %z[%mirrored] : memref<?xi32>
    %b = memref.load %u[%mirrored] : memref<?xi32>
    %t0 = arith.addi %a, %b : i32
""" + total + """    memref.store %%t%d, %%x[%%i] : memref<?xi32>
  }
  qd.return
}
""" % offsets


KERNELS = "".join(kernel(name + suffix, graph, offsets) for suffix, offsets in (("", 1), ("_memory", MANY))
                  for name, graph in (("alone", "never"), ("replayed", "auto")))


def step(value, rounds):
    for _ in range(rounds):
        value = (value * 1664525 + 1013904223) & MASK
    return value


def slow_reference(source, rounds, offset):
    count = len(source)
    return [(step(source[(i + 1) % count], rounds if i % SLOW == 0 else 0) + offset) & MASK for i in range(count)]


def some_reference(values, count):
    return [-v & MASK for v in values[:count]] + values[count:]


def reference(x, rounds, few, none, total):
    y = some_reference(slow_reference(x, rounds, 1), few)
    z = slow_reference(y, rounds, 0)
    u = some_reference(slow_reference(y, few, 1), none)
    return [(a + b + total) & MASK for a, b in zip(reversed(z), reversed(u))], y, z, u


def run(check, package, name, offsets):
    """Launches of one kernel, which a graph is built for and replayed, its tasks' extents changing to 0 and back."""
    compiled = Device().load(package).kernel(name)
    for count, rounds, few, none in ((5 * SLOW, 3000, 7, 0), (5 * SLOW, 3000, 0, 0), (5 * SLOW, 2000, 0, 9), (3, 5, 2, 1),
                                     (0, 4, 0, 0), (2 * SLOW + 1, 3000, 0, 0), (2 * SLOW + 1, 2500, 11, 5)):
        x = [(k * 2654435761 + rounds) & MASK for k in range(count)]
        scalars = [(k * k + rounds) % 1000 for k in range(offsets)]
        views = [Memory(Array("i32", (count,), [wrap(v, "i32") for v in values])).view("i32", (count,))
                 for values in (x, [0] * count, [0] * count, [0] * count)]
        numbers = [("index", rounds), ("index", few), ("index", none)] + [("i32", v) for v in scalars]
        for repetition in range(2):
            compiled.launch(views + numbers)
            *wanted, = reference(x, rounds, few, none, sum(scalars))
            x = wanted[0]
            for letter, view, want in zip("xyzu", views, wanted):
                check.same_bits("%s of %d, %d rounds, %d, %d: %s, launch %d"
                                % (name, count, rounds, few, none, letter, repetition), view.array(),
                                Array("i32", (count,), [wrap(v, "i32") for v in want]))


def main(folder, *options):
    check = Check()
    package = compile_kernel(KERNELS, folder + "/dependencies", *options)
    for suffix, offsets in (("", 1), ("_memory", MANY)):
        for name in ("alone", "replayed"):
            run(check, package, name + suffix, offsets)
    check.end()


main(*sys.argv[1:])
