"""Arrays with an extent of 0 have no elements, however large the others are and in whichever order: empty_arrays.py FOLDER OPTIONS...

As arguments of the loader and of `qdc run`, as .npy files, as types of the source, as temporaries, and as ranges of
loops: what is computed on them is nothing, and each is taken. Without a 0 the same extents are refused, by name.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import itertools
import subprocess
import sys

from endtoend import *
from launcher import Launcher

MOST = 2 ** 63 - 1
SHAPES = sorted(set(itertools.permutations((MOST, MOST, 0))) | set(itertools.permutations((2 ** 32, 0, 2 ** 32)))
                | set(itertools.permutations((0, 1, MOST))) | {(0, 0, 0), (2, 3, 4)})
# TYPE is ?x?x?xf32 or has the extents. The copy lies in a temporary.
KERNEL = """
qd.kernel @NAME(%x: memref<TYPE>) -> (i64, f32) ATTRIBUTES{
""" + INDEX_CONSTANTS + """  %one = arith.constant 1 : i64
  %a = memref.dim %x, %c0 : memref<TYPE>
  %b = memref.dim %x, %c1 : memref<TYPE>
  %c = memref.dim %x, %c2 : memref<TYPE>
  %copy = memref.alloc(%a, %b, %c) : memref<?x?x?xf32>
  qd.for (%i, %j, %k) in (%a, %b, %c) {
    %v = memref.load %x[%i, %j, %k] : memref<TYPE>
    %w = arith.addf %v, %v : f32
    memref.store %w, %copy[%i, %j, %k] : memref<?x?x?xf32>
  }
  %count, %sum = qd.for (%i, %j, %k) in (%a, %b, %c) reduce(addi, addf) -> i64, f32 {
    %v = memref.load %copy[%i, %j, %k] : memref<?x?x?xf32>
    qd.yield %one, %v : i64, f32
  }
  qd.return %count, %sum : i64, f32
}
"""


def text_of(name, extents):
    return KERNEL.replace("NAME", name).replace("TYPE", "x".join(map(str, extents)) + "xf32")


def name_of(shape):
    return "shape_" + "_".join(map(str, shape))


def main(folder, *options):
    launcher, check = Launcher(), Check()
    # A loop over an empty array vanishes, where the type tells: then no output depends on it, which has no derivative.
    text = text_of("any", "???").replace("ATTRIBUTES", 'attributes {qd.differentiate = {mode = "reverse"}} ')
    text += "".join(text_of(name_of(shape), shape) for shape in SHAPES).replace("ATTRIBUTES", "")
    package = compile_kernel(text, folder + "/empty_arrays", *options)
    for shape, kernel in itertools.product(SHAPES, ("any", None)):
        kernel = kernel or name_of(shape)
        what = "%s, %s" % (kernel, shape)
        count = math.prod(shape)
        x = Array("f32", shape, [1.0] * count)
        outcome = launcher.launch(what, package, kernel, {"x": x})
        check.equal(what, (outcome.problem, outcome.results), (None, [count, 2.0 * count]))
        if kernel != "any":
            continue
        outcome = launcher.launch(what, package, kernel + ".grad", {"x": x, "x.grad": Array("f32", shape, [0.0] * count),
                                                                   "result1.grad": 1.0})
        check.equal(what + ", gradient", outcome.problem, None)
        check.same_bits(what + ", gradient", outcome.arrays["x.grad"], Array("f32", shape, [2.0] * count))
    for shape in SHAPES:
        outcome = launch(package, "any", {"x": Array("f32", shape, [1.0] * math.prod(shape))})
        check.equal("file of %s" % (shape,), outcome.code, 0)
        outcome = launch(package, "any", {"x": "f32[%s]:1" % "x".join(map(str, shape))})
        check.equal("text of %s" % (shape,), (outcome.code, outcome.results()), (0, [math.prod(shape), 2.0 * math.prod(shape)]))
    for shape in sorted(set(itertools.permutations((MOST, MOST, 1)))):
        arguments = ["x=f32[%s]" % "x".join(map(str, shape))]
        done = subprocess.run(["qdc", "run", package, "any", "--device=" + DEVICE, *arguments], capture_output=True, text=True)
        check.equal(arguments[0], (done.returncode, done.stderr), (2, "qdc: error: 'x' is larger than 2^63 - 1 bytes\n"))
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
