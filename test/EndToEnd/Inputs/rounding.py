"""Whether a device rounds to the nearest, on many random numbers: rounding.py FOLDER OPERATION...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Prints for each of addf, subf, mulf, divf and sqrt, of f32 and f64, how many results are not the nearest number, and the
largest error in units of the last place. Fails where one of the operations that are named has such a result. Vulkan
promises it of addf, subf and mulf alone; a driver that also rounds divf and sqrt so gives the bits of every other target
(docs/vulkan.md).
"""
import operator
import random
import sys

from endtoend import *
from loader import Device, Memory

COUNT = 30000
OPERATIONS = {"addf": operator.add, "subf": operator.sub, "mulf": operator.mul, "divf": operator.truediv, "sqrt": None}


def kernel(name, kind):
    text = "math.sqrt %%a : %s" % kind if name == "sqrt" else "arith.%s %%a, %%b : %s" % (name, kind)
    return """qd.kernel @%s_%s(%%x: memref<?x%s>, %%y: memref<?x%s>, %%r: memref<?x%s>) {
  %%c0 = arith.constant 0 : index
  %%n = memref.dim %%r, %%c0 : memref<?x%s>
  qd.for (%%i) in (%%n) {
    %%a = memref.load %%x[%%i] : memref<?x%s>
    %%b = memref.load %%y[%%i] : memref<?x%s>
    %%v = %s
    memref.store %%v, %%r[%%i] : memref<?x%s>
  }
}
""" % (name, kind, kind, kind, kind, kind, kind, kind, text, kind)


def numbers(source, kind):
    """Of all exponents from which each result is a normal number, and near each other, where sums cancel."""
    reach = 30 if kind == "f32" else 250
    values = [math.ldexp(source.uniform(1, 2), source.choice((0, 1, source.randint(-reach, reach)))) for _ in range(COUNT)]
    return [round_float(value, kind) for value in values]


def nearest(name, a, b, kind):
    """f64 has more than twice the digits of f32, so that rounding its result once more is rounding once."""
    return round_float(math.sqrt(a) if name == "sqrt" else OPERATIONS[name](a, b), kind)


def main(folder, *required):
    check, device = Check(), Device()
    assert set(required) <= set(OPERATIONS), required
    for kind in ("f32", "f64"):
        text = "".join(kernel(name, kind) for name in OPERATIONS)
        package = device.load(compile_kernel(text, "%s/rounding_%s" % (folder, kind), "--fp-contract=off", "-Wno-unused"))
        source = random.Random(17)
        x, y = (Array(kind, (COUNT,), numbers(source, kind)) for _ in range(2))
        for name in OPERATIONS:
            views = [Memory(array).view(kind, (COUNT,)) for array in (x, y, zeros(kind, COUNT))]
            package.kernel("%s_%s" % (name, kind)).launch(views)
            want = [nearest(name, a, b, kind) for a, b in zip(x.values, y.values)]
            got = views[2].array()
            digits = FLOATS[kind][0]
            errors = [abs(a - b) / math.ldexp(1, math.frexp(b)[1] - digits) for a, b in zip(got.values, want) if a != b]
            print("%s of %s: %d of %d are not the nearest, worst by %.1f ulp" % (name, kind, len(errors), COUNT,
                                                                               max(errors, default=0)))
            if name in required:
                check.same_bits("%s of %s" % (name, kind), got, Array(kind, (COUNT,), want))
    check.end()


main(*sys.argv[1:])
