"""Branches whose loads run whether or not they are taken: speculated_branches.py FOLDER OPTIONS...

A row's points look at both neighbours, but for walls, which are infinite: what a branch that is not taken would make of
them must reach nobody. All other numbers are small integers, exact in f32; against plain Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import math
import sys

from endtoend import *

KERNEL = """
qd.kernel @step(%u: memref<?x?xf32> {qd.dims = ["rows", "columns"]}, %wall: memref<?x?xi32> {qd.dims = ["rows", "columns"]},
                %out: memref<?x?xf32> {qd.dims = ["rows", "columns"]}) {
""" + INDEX_CONSTANTS + """  %none = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %rows = memref.dim %u, %c0 : memref<?x?xf32>
  %columns = memref.dim %u, %c1 : memref<?x?xf32>
  %end = arith.subi %columns, %c1 : index
  qd.for (%i, %j) in (%rows, %end) from (%c0, %c1) {
    %here = memref.load %u[%i, %j] : memref<?x?xf32>
    %kind = memref.load %wall[%i, %j] : memref<?x?xi32>
    %is_open = arith.cmpi eq, %kind, %none : i32
    %next = scf.if %is_open -> f32 {
      %j0 = arith.subi %j, %c1 : index
      %j1 = arith.addi %j, %c1 : index
      %west_kind = memref.load %wall[%i, %j0] : memref<?x?xi32>
      %west_is_open = arith.cmpi eq, %west_kind, %none : i32
      %from_west = scf.if %west_is_open -> f32 {
        %west = memref.load %u[%i, %j0] : memref<?x?xf32>
        %difference = arith.subf %west, %here : f32
        scf.yield %difference : f32
      } else {
        scf.yield %zero : f32
      }
      %east_kind = memref.load %wall[%i, %j1] : memref<?x?xi32>
      %east_is_open = arith.cmpi eq, %east_kind, %none : i32
      %from_east = scf.if %east_is_open -> f32 {
        %east = memref.load %u[%i, %j1] : memref<?x?xf32>
        %difference = arith.subf %east, %here : f32
        scf.yield %difference : f32
      } else {
        scf.yield %zero : f32
      }
      %change = arith.addf %from_west, %from_east : f32
      %moved = arith.addf %here, %change : f32
      scf.yield %moved : f32
    } else {
      scf.yield %here : f32
    }
    memref.store %next, %out[%i, %j] : memref<?x?xf32>
  }
  qd.return
}
"""


def step(u, wall):
    """Of one row; its ends stay 0."""
    def change(here, beside):
        return u[beside] - u[here] if not wall[beside] else 0.0
    inner = range(1, len(u) - 1)
    return [u[j] + change(j, j - 1) + change(j, j + 1) if j in inner and not wall[j] else u[j] if j in inner else 0.0
            for j in range(len(u))]


def main(folder, *options):
    check = Check()
    package = compile_kernel(KERNEL, folder + "/speculated_branches" + "".join(options), *options)
    for rows, columns in ((0, 0), (1, 1), (1, 2), (3, 3), (5, 4), (2, 37), (33, 64), (64, 131)):
        size = rows * columns
        wall = [int(k * k % 7 in (1, 4)) for k in range(size)]
        u = [math.inf if wall[k] else float(53 * k % 101 - 50) for k in range(size)]
        outcome = launch(package, "step", {"u": Array("f32", (rows, columns), u), "wall": Array("i32", (rows, columns), wall),
                                           "out": zeros("f32", rows, columns)})
        wanted = [value for row in range(rows)
                  for value in step(u[row * columns:][:columns], wall[row * columns:][:columns])]
        check.same_bits("%d x %d" % (rows, columns), outcome.arrays.get("out"), Array("f32", (rows, columns), wanted))
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
