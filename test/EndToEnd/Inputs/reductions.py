"""Reductions of every kind and type over ranges of many lengths, against the tree that KernelABI.h describes.

Every thread count and target must give the same bits. The reference folds with one rounding for each operation.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import random
import sys

from endtoend import *
from launcher import Launcher
from reduction_reference import FLOAT_KINDS, integer_kinds, reduce

def values(kind, count):
    source = random.Random(count)
    if not is_float(kind):
        return [wrap(source.getrandbits(64), kind) for _ in range(count)]
    scale = 4 if kind == "f16" else 40
    return [round_float(source.choice([-1, 1]) * source.uniform(0.9, 1.1) *
                        (2.0 ** source.randint(-scale, scale) if source.random() < 0.1 else 1), kind)
            for _ in range(count)]


def kernel(kind):
    """Each kind of reduction into an array of rank 0, over %n of the elements of %x."""
    kinds = FLOAT_KINDS if is_float(kind) else integer_kinds(kind)
    types = ", ".join([kind] * len(kinds))
    names = ["%r" + k for k in kinds]
    lines = ["qd.kernel @%s(%%x: memref<?x%s>, %%n: index, %s) {" % (
        kind, kind, ", ".join("%%%s: memref<%s>" % (k, kind) for k in kinds)),
        "  %s = qd.for (%%i) in (%%n) reduce(%s) -> %s {" % (", ".join(names), ", ".join(kinds), types),
        "    %%v = memref.load %%x[%%i] : memref<?x%s>" % kind,
        "    qd.yield %s : %s" % (", ".join(["%v"] * len(kinds)), types), "  }"]
    lines += ["  memref.store %%r%s, %%%s[] : memref<%s>" % (k, k, kind) for k in kinds]
    return "\n".join(lines + ["}", ""]), kinds


def main(folder):
    check, launcher = Check(), Launcher()
    runs = [("cpu:native", 1), ("cpu:native", 2), ("cpu:native", 5), ("cpu:x86-64-v2", 2), ("cpu:x86-64-v3", 3),
            ("cpu:x86-64-v4", 2)]
    all_kinds = ("f16", "bf16", "f32", "f64", "i1", "i8", "i16", "i32", "i64")
    package = compile_kernel("".join(kernel(kind)[0] for kind in all_kinds), folder + "/reductions",
                             "--target=cpu:native,cpu:x86-64-v2,cpu:x86-64-v3,cpu:x86-64-v4")
    for kind in all_kinds:
        _, kinds = kernel(kind)
        for count in (0, 1, 63, 64, 65, 1023, 1024, 1025, 5000):
            data = values(kind, count)
            want = {k: reduce(data, fold, neutral, kind) for k, (fold, neutral) in kinds.items()}
            for target, threads in runs if count in (65, 5000) else runs[2:3]:
                arguments = {k: zeros(kind) for k in kinds}
                arguments["x"] = Array(kind, (max(count, 1),), data or [0])
                arguments["n"] = count
                what = "%s of %d on %s with %d threads" % (kind, count, target, threads)
                launched = launcher.launch(what, package, kind, arguments, threads, target)
                if launched.lacks_processor():
                    continue
                check.equal(what + " problem", launched.problem, None)
                for k in kinds:
                    check.same_bits("%s %s" % (what, k), launched.arrays[k], scalar(kind, want[k]))
    check.end()


main(sys.argv[1])
