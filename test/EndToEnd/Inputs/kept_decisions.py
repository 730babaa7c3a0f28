"""A gradient repeats the decisions of its forward sweep, whatever contraction does to their last bits: kept_decisions.py
FOLDER.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

The loop of a square root by Newton's method ends where r * r - w is tiny, which rounding decides. Each trip
overwrites an element of x, by the square, which only the forward sweep needs for that. The kernel tells how many trips there were; the gradient must be that of so many.
"""
import math
import sys

from endtoend import Array, Check, compile_kernel
from launcher import Launcher

COUNT = 512
KERNEL = """
qd.kernel @roots(%x: memref<?xf64>, %w: memref<?xf64>, %trips: memref<?xi32>)
    attributes {qd.differentiate = {wrt = ["x"]}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 9 : index
  %tiny = arith.constant 1.0e-17 : f64
  %half = arith.constant 0.5 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %v = memref.load %w[%i] : memref<?xf64>
    %root, %square, %count = scf.while (%r = %v, %k = %c0) : (f64, index) -> (f64, f64, index) {
      %rr = arith.mulf %r, %r : f64
      %d = arith.subf %rr, %v : f64
      %above = arith.cmpf ogt, %d, %tiny : f64
      %few = arith.cmpi ult, %k, %most : index
      %go = arith.andi %above, %few : i1
      scf.condition(%go) %r, %rr, %k : f64, f64, index
    } do {
    ^bb0(%r: f64, %rr: f64, %k: index):
      %u = memref.load %x[%i] : memref<?xf64>
      %s = math.sin %u : f64
      %p = arith.mulf %s, %rr : f64
      memref.store %p, %x[%i] : memref<?xf64>
      %q = arith.divf %v, %r : f64
      %sum = arith.addf %r, %q : f64
      %next = arith.mulf %sum, %half : f64
      %k1 = arith.addi %k, %c1 : index
      scf.yield %next, %k1 : f64, index
    }
    %count32 = arith.index_cast %count : index to i32
    memref.store %count32, %trips[%i] : memref<?xi32>
  }
}
"""


def gradient(x, w, trips):
    slope, r = 1.0, w
    for _ in range(trips):
        slope *= math.cos(x) * (r * r)
        x = math.sin(x) * (r * r)
        r = (r + w / r) * 0.5
    return slope


def main(folder):
    check, launcher = Check(), Launcher()
    x = [0.3 + k / 1024 for k in range(COUNT)]
    w = [1 + k / 97 for k in range(COUNT)]
    arguments = {"x": Array("f64", (COUNT,), x), "w": Array("f64", (COUNT,), w),
                 "trips": Array("i32", (COUNT,), [0] * COUNT), "x.grad": Array("f64", (COUNT,), [1.0] * COUNT)}
    for options in ("-O0", "-O3", "--fp-contract=off"):
        package = compile_kernel(KERNEL, "%s/roots%s" % (folder, options), "-Wno-unused", options)
        launched = launcher.launch("roots.grad " + options, package, "roots.grad", arguments, keep=True)
        trips = launched.arrays["trips"].values
        if len(set(trips)) < 3:
            check.fail("the loops have the trips %r, which decides nothing" % set(trips))
        for i, got in enumerate(launched.arrays["x.grad"].values):
            want = gradient(x[i], w[i], trips[i])
            check.compared += 1
            if not abs(got - want) <= 1e-10 * (1 + abs(want)):
                check.fail("%s: element %d of %d trips has %r, want %r" % (options, i, trips[i], got, want))
    check.end()


main(*sys.argv[1:])
