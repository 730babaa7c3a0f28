"""Arrays whose extents have names: named_extents.py FOLDER OPTIONS...

Loops over the dims of several arrays, which the compiler takes for one value, against plain Python; launches in which an
extent is another are refused.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *

KERNELS = """
// Three loops over the dims of three arrays; each task needs the extents of rows, too.
qd.kernel @tables(%x: memref<?x?xi32> {qd.dims = ["n", "m"]}, %y: memref<?x?xi32> {qd.dims = ["n", "m"]},
                  %r: memref<?x?xi32> {qd.dims = ["n", "m + 1"]}, %seed: i32) {
""" + INDEX_CONSTANTS + """  %n = memref.dim %x, %c0 : memref<?x?xi32>
  %m = memref.dim %x, %c1 : memref<?x?xi32>
  qd.for (%i, %j) in (%n, %m) {
    %v = memref.load %x[%i, %j] : memref<?x?xi32>
    %w = arith.addi %v, %seed : i32
    memref.store %w, %y[%i, %j] : memref<?x?xi32>
  }
  %rows = memref.dim %y, %c0 : memref<?x?xi32>
  %columns = memref.dim %y, %c1 : memref<?x?xi32>
  qd.for (%i, %j) in (%rows, %columns) {
    %v = memref.load %y[%i, %j] : memref<?x?xi32>
    %w = arith.muli %v, %seed : i32
    memref.store %w, %y[%i, %j] : memref<?x?xi32>
  }
  %wide = memref.dim %r, %c1 : memref<?x?xi32>
  qd.for (%i, %j) in (%n, %wide) {
    %isInside = arith.cmpi slt, %j, %m : index
    %v = scf.if %isInside -> i32 {
      %inside = memref.load %y[%i, %j] : memref<?x?xi32>
      scf.yield %inside : i32
    } else {
      scf.yield %seed : i32
    }
    memref.store %v, %r[%i, %j] : memref<?x?xi32>
  }
}
// Extents made of scalars, one of which has code of its own for some values.
qd.kernel @blocks(%x: memref<?x?xi32> {qd.dims = ["2 * count - 1", "block"]}, %y: memref<?x?xi32> {qd.dims = ["?", "block"]},
                  %count: i64, %block: index {qd.specialize = [4]}, %width: i32,
                  %z: memref<?x3xi32> {qd.dims = ["width", "3"]}) {
""" + INDEX_CONSTANTS + """  %n = memref.dim %x, %c0 : memref<?x?xi32>
  %m = memref.dim %y, %c1 : memref<?x?xi32>
  qd.for (%i, %j) in (%n, %m) {
    %v = memref.load %x[%i, %j] : memref<?x?xi32>
    %w = arith.addi %v, %v : i32
    memref.store %w, %y[%i, %j] : memref<?x?xi32>
  }
  %rows = memref.dim %z, %c0 : memref<?x3xi32>
  qd.for (%i) in (%rows) {
    memref.store %width, %z[%i, %c2] : memref<?x3xi32>
  }
}
"""


def numbers(*shape):
    return Array("i32", shape, [7 * i - 20 for i in range(math.prod(shape))])


def check_tables(check, package, n, m):
    seed = 3
    outcome = launch(package, "tables", {"x": numbers(n, m), "y": zeros("i32", n, m), "r": zeros("i32", n, m + 1),
                                         "seed": seed})
    products = [(v + seed) * seed for v in numbers(n, m).values]
    wide = [products[i * m + j] if j < m else seed for i in range(n) for j in range(m + 1)]
    check.same_bits("y of %d x %d" % (n, m), outcome.arrays.get("y"), Array("i32", (n, m), products))
    check.same_bits("r of %d x %d" % (n, m), outcome.arrays.get("r"), Array("i32", (n, m + 1), wide))


def check_blocks(check, package, count, block, width):
    rows = 2 * count - 1
    outcome = launch(package, "blocks", {
        "x": numbers(rows, block), "y": zeros("i32", rows + 2, block), "z": zeros("i32", width, 3), "count": count,
        "block": block, "width": width})
    doubled = [2 * v for v in numbers(rows, block).values] + [0] * (2 * block)
    what = "%d rows of %d" % (rows, block)
    check.same_bits("y of " + what, outcome.arrays.get("y"), Array("i32", (rows + 2, block), doubled))
    check.same_bits("z of " + what, outcome.arrays.get("z"), Array("i32", (width, 3), [0, 0, width] * width))


def check_refused(check, package, kernel, shapes, scalars, message):
    outcome = launch(package, kernel, {**{name: numbers(*shape) for name, shape in shapes.items()}, **scalars})
    check.equal("exit code for " + message, outcome.code, 1)
    check.equal("message", message in outcome.stderr, True)


def main(folder, *options):
    check = Check()
    package = compile_kernel(KERNELS, folder + "/named_extents" + "".join(options), *options)
    for n, m in [(1, 1), (5, 9), (64, 33), (3, 0), (0, 4)]:
        check_tables(check, package, n, m)
    for count, block, width in [(1, 4, 2), (3, 4, 1), (4, 5, 0), (2, 1, 7)]:
        check_blocks(check, package, count, block, width)
    check_refused(check, package, "tables", {"x": (5, 2), "y": (5, 3), "r": (5, 3)}, {"seed": 1},
                  "argument 'y' of kernel 'tables' has extent 3 on axis 1, but 'x' makes it 2 (m)")
    check_refused(check, package, "tables", {"x": (5, 2), "y": (5, 2), "r": (5, 2)}, {"seed": 1},
                  "argument 'r' of kernel 'tables' has extent 2 on axis 1, but 'x' makes it 3 (m + 1)")
    blocks = {"x": (3, 4), "y": (2, 4), "z": (2, 3)}
    check_refused(check, package, "blocks", blocks, {"count": 1, "block": 4, "width": 2},
                  "argument 'x' of kernel 'blocks' has extent 3 on axis 0, but 'count' makes it 1 (2 * count - 1)")
    check_refused(check, package, "blocks", blocks, {"count": 2, "block": 4, "width": -1},
                  "argument 'z' of kernel 'blocks' has extent 2 on axis 0, but 'width' makes it -1 (width)")
    check_refused(check, package, "blocks", blocks, {"count": 2 ** 62, "block": 4, "width": 2},
                  "argument 'x' of kernel 'blocks' can have no extent on axis 0, where it takes 2 * count - 1: the size "
                  "'mul(scalar(2), 2)' does not fit in 64 bits")
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
