"""Where neighbours exist, and where they do not: borders.py FOLDER OPTIONS...

A step of heat flow goes backwards: each point gathers from the neighbours that read it. A loop written by hand asks for
each neighbour. Planes have up to 70 rows and columns, so that the interior is nothing, less than a vector or a window, or
most of the plane. Numbers are small integers, exact in f32; against plain Python, which scatters where qdc gathers.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *
from launcher import Launcher

ARRAY = 'memref<?x?xf32> {qd.dims = ["rows", "columns"]}'
STEP = """
qd.kernel @step(%u: ARRAY, %v: ARRAY, %k: f32) attributes {qd.differentiate = {mode = "reverse", wrt = ["u"]}} {
""" + INDEX_CONSTANTS + """  %four = arith.constant 4.0 : f32
  %rows = memref.dim %u, %c0 : memref<?x?xf32>
  %columns = memref.dim %u, %c1 : memref<?x?xf32>
  %last_row = arith.subi %rows, %c1 : index
  %last_column = arith.subi %columns, %c1 : index
  qd.for (%i, %j) in (%last_row, %last_column) from (%c1, %c1) {
    %north = arith.subi %i, %c1 : index
    %south = arith.addi %i, %c1 : index
    %west = arith.subi %j, %c1 : index
    %east = arith.addi %j, %c1 : index
    %here = memref.load %u[%i, %j] : memref<?x?xf32>
    %un = memref.load %u[%north, %j] : memref<?x?xf32>
    %us = memref.load %u[%south, %j] : memref<?x?xf32>
    %uw = memref.load %u[%i, %west] : memref<?x?xf32>
    %ue = memref.load %u[%i, %east] : memref<?x?xf32>
    %sum0 = arith.addf %un, %us : f32
    %sum1 = arith.addf %sum0, %uw : f32
    %sum2 = arith.addf %sum1, %ue : f32
    %center = arith.mulf %four, %here : f32
    %laplacian = arith.subf %sum2, %center : f32
    %change = arith.mulf %k, %laplacian : f32
    %new = arith.addf %here, %change : f32
    memref.store %new, %v[%i, %j] : memref<?x?xf32>
  }
  qd.return
}
"""
SIDES = ("north = arith.subi %i, %c1 : index", "north", "sge", "c0", "%north, %j"), \
        ("south = arith.addi %i, %c1 : index", "south", "slt", "rows", "%south, %j"), \
        ("west = arith.subi %j, %c1 : index", "west", "ult", "columns", "%i, %west"), \
        ("east = arith.addi %j, %c1 : index", "j", "ne", "last_column", "%i, %east")
SUMS = """
qd.kernel @sums(%u: ARRAY, %v: ARRAY) {
""" + INDEX_CONSTANTS + """  %zero = arith.constant 0.0 : f32
  %rows = memref.dim %u, %c0 : memref<?x?xf32>
  %columns = memref.dim %u, %c1 : memref<?x?xf32>
  %last_column = arith.subi %columns, %c1 : index
  qd.for (%i, %j) in (%rows, %columns) {
    %sum0 = memref.load %v[%i, %j] : memref<?x?xf32>
""" + "".join("""    %%%s
    %%is%d = arith.cmpi %s, %%%s, %%%s : index
    %%side%d = scf.if %%is%d -> f32 {
      %%value = memref.load %%u[%s] : memref<?x?xf32>
      scf.yield %%value : f32
    } else {
      scf.yield %%zero : f32
    }
    %%sum%d = arith.addf %%sum%d, %%side%d : f32
""" % (position, k, predicate, name, bound, k, k, place, k + 1, k, k)
              for k, (position, name, predicate, bound, place) in enumerate(SIDES)) + """    memref.store %sum4, %v[%i, %j] : memref<?x?xf32>
  }
  qd.return
}
"""
RATE = 3


def plane(rows, columns, first):
    return [[(first + 7 * i * i + 5 * j + i * j) % 23 - 11 for j in range(columns)] for i in range(rows)]


def add(target, values, first=0, factor=1):
    """Into target[first:]."""
    end = first + len(values)
    target[first:end] = [old + factor * value for old, value in zip(target[first:end], values)]


def backwards(before, seeds):
    """The gradient after what inner points of `seeds` add to the points that they read."""
    result = [row[:] for row in before]
    for i in range(1, len(seeds) - 1):
        inner = seeds[i][1:-1]
        add(result[i], inner, 1, 1 - 4 * RATE)
        for row, first in ((i - 1, 1), (i + 1, 1), (i, 0), (i, 2)):
            add(result[row], inner, first, RATE)
    return result


def emptied(seeds):
    """What the sweep leaves of them: those of the points that were not stored to."""
    return [row if i in (0, len(seeds) - 1) else row[:1] + [0] * (len(row) - 2) + row[1:][-1:] for i, row in enumerate(seeds)]


def sums(before, values):
    result = [row[:] for row in before]
    for i, row in enumerate(values):
        if i > 0:
            add(result[i], values[i - 1])
        if i + 1 < len(values):
            add(result[i], values[i + 1])
        add(result[i], row[:-1], 1)
        add(result[i], row[1:])
    return result


def array(rows):
    return Array("f32", (len(rows), len(rows[0])), [float(value) for row in rows for value in row])


def main(folder, *options):
    launcher, check = Launcher(), Check()
    package = compile_kernel((STEP + SUMS).replace("ARRAY", ARRAY), folder + "/borders", *options)
    extents = [(rows, columns) for rows in range(1, 71) for columns in range(1, 71)]
    if GRID is not None:
        extents = [(rows, columns) for rows in (1, 2, 3, 6, 33) for columns in (1, 2, 3, 4, 8, 9, 17, 32, 34, 66)]
    for rows, columns in extents + [(3, 517), (130, 261), (261, 132)]:
        what = "%d x %d" % (rows, columns)
        before, values = plane(rows, columns, 3), plane(rows, columns, 8)
        arrays = {"u": array(before), "v": array(before), "u.grad": array(before), "v.grad": array(values)}
        outcome = launcher.launch(what, package, "step.reverse", {**arrays, "k": float(RATE)}, keep=True)
        check.same_bits(what + ", gradient", outcome.arrays.get("u.grad"), array(backwards(before, values)))
        check.same_bits(what + ", seeds", outcome.arrays.get("v.grad"), array(emptied(values)))
        outcome = launcher.launch(what, package, "sums", {"u": array(values), "v": array(before)}, keep=True)
        check.same_bits(what + ", sums", outcome.arrays.get("v"), array(sums(before, values)))
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
