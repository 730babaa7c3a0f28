"""A gradient that --deterministic takes has the same bits in each launch: deterministic_gradient.py FOLDER.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

All iterations add to two elements of one shadow, whose sums round. They are compared with those of one thread, and with
exact sums within what rounding allows.
"""
import math
import random
import sys
from fractions import Fraction

from endtoend import Array, Check, compile_kernel, round_float, zeros
from launcher import Launcher

KERNEL = """
qd.kernel @line(%x: memref<?xf32>, %p: memref<2xf32>, %y: memref<?xf32>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %slope = memref.load %p[%c1] : memref<2xf32>
    %m = arith.mulf %v, %slope : f32
    %start = memref.load %p[%c0] : memref<2xf32>
    %s = arith.addf %m, %start : f32
    memref.store %s, %y[%i] : memref<?xf32>
  }
}
"""


def main(folder):
    check, launcher, generator = Check(), Launcher(), random.Random(5)
    package = compile_kernel(KERNEL, folder + "/line", "--deterministic")
    for count in (0, 1, 1000, 200003):
        x, weights = ([round_float(generator.uniform(-1, 1), "f32") for _ in range(count)] for _ in range(2))
        before = Array("f32", (2,), [0.25, -0.5])
        sums = []
        for threads in (1, 2, 3, 16, 16, 16):
            arguments = {"x": Array("f32", (count,), x), "p": Array("f32", (2,), [0.5, 2.0]), "y": zeros("f32", count),
                         "x.grad": zeros("f32", count), "p.grad": before, "y.grad": Array("f32", (count,), weights)}
            what = "%d elements, %d threads" % (count, threads)
            launched = launcher.launch(what, package, "line.grad", arguments, threads)
            check.equal(what + " problem", launched.problem, None)
            sums.append(launched.arrays["p.grad"])
            check.same_bits(what, sums[-1], sums[0])
        for index, parts in enumerate((weights, [a * b for a, b in zip(x, weights)])):
            exact = sum(map(Fraction, parts), Fraction(before.values[index]))
            bound = 1e-6 * (1 + sum(map(abs, parts)))
            check.compared += 1
            if not math.isclose(sums[0].values[index], exact, rel_tol=0, abs_tol=bound):
                check.fail("%d elements: p.grad[%d] is %r, not %r" % (count, index, sums[0].values[index], float(exact)))
    check.end()


main(*sys.argv[1:])
