"""Local arrays in loops of constant trip counts: local_arrays.py FOLDER OPTIONS...

Each iteration eliminates in a small matrix of its own, in integers that wrap, against plain Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *

SIZE = 7

KERNEL = ("""
qd.kernel @eliminate(%a: memref<?xSIZExSIZExi32>, %at: memref<?xi32>, %sums: memref<?xi32>) {
""" + INDEX_CONSTANTS + """  %c_size = arith.constant SIZE : index
  %c_last = arith.constant LAST : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %at, %c0 : memref<?xi32>
  qd.for (%s) in (%n) {
    %m = memref.alloca() : memref<SIZExSIZExi32>
    scf.for %i = %c0 to %c_size step %c1 {
      scf.for %j = %c0 to %c_size step %c1 {
        %v = memref.load %a[%s, %i, %j] : memref<?xSIZExSIZExi32>
        memref.store %v, %m[%i, %j] : memref<SIZExSIZExi32>
      }
    }
    // Inner bounds follow from the outer variable; the last iteration of the outer loop has none inside.
    scf.for %k = %c0 to %c_size step %c1 {
      %next = arith.addi %k, %c1 : index
      scf.for %i = %next to %c_size step %c1 {
        %factor = memref.load %m[%i, %k] : memref<SIZExSIZExi32>
        scf.for %j = %next to %c_size step %c1 {
          %above = memref.load %m[%k, %j] : memref<SIZExSIZExi32>
          %here = memref.load %m[%i, %j] : memref<SIZExSIZExi32>
          %product = arith.muli %factor, %above : i32
          %difference = arith.subi %here, %product : i32
          memref.store %difference, %m[%i, %j] : memref<SIZExSIZExi32>
        }
      }
    }
    // A row that is known at run time alone, from back to front.
    %where = memref.load %at[%s] : memref<?xi32>
    %row = arith.index_cast %where : i32 to index
    %sum = scf.for %back = %c0 to %c_size step %c2 iter_args(%t = %zero) -> i32 {
      %j = arith.subi %c_last, %back : index
      %v = memref.load %m[%row, %j] : memref<SIZExSIZExi32>
      %double = arith.addi %t, %t : i32
      %next = arith.addi %double, %v : i32
      scf.yield %next : i32
    }
    memref.store %sum, %sums[%s] : memref<?xi32>
  }
}
""").replace("LAST", str(SIZE - 1)).replace("SIZE", str(SIZE))


def wrap(value):
    return (value + 2 ** 31) % 2 ** 32 - 2 ** 31


def eliminate(matrix, row):
    m = [matrix[i * SIZE:(i + 1) * SIZE] for i in range(SIZE)]
    for k in range(SIZE):
        for i in range(k + 1, SIZE):
            for j in range(k + 1, SIZE):
                m[i][j] = wrap(m[i][j] - m[i][k] * m[k][j])
    total = 0
    for j in range(SIZE - 1, -1, -2):
        total = wrap(2 * total + m[row][j])
    return total


def main(folder, *options):
    check = Check()
    package = compile_kernel(KERNEL, folder + "/local_arrays" + "".join(options), *options)
    for n in (0, 1, 100):
        matrices = [(37 * i * i + 11 * i) % 199 - 99 for i in range(n * SIZE * SIZE)]
        rows = [3 * s % SIZE for s in range(n)]
        outcome = launch(package, "eliminate", {"a": Array("i32", (n, SIZE, SIZE), matrices),
                                                "at": Array("i32", (n,), rows), "sums": zeros("i32", n)})
        wanted = [eliminate(matrices[s * SIZE * SIZE:(s + 1) * SIZE * SIZE], rows[s]) for s in range(n)]
        check.same_bits("sums of %d" % n, outcome.arrays.get("sums"), Array("i32", (n,), wanted))
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
