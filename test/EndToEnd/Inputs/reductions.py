"""Reductions of every kind and type over ranges of many lengths, against the tree that KernelABI.h describes.

Every thread count and target must give the same bits. The reference folds with one rounding for each operation.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import random
import sys

from endtoend import *
from float_reference import add, extreme, multiply

LANES, MINIMUM_BLOCK, MAXIMUM_PARTIALS = 64, 1024, 4096
FLOAT_KINDS = {"addf": (add, 0.0), "mulf": (multiply, 1.0), "minimumf": (extreme(min, False), math.inf),
               "maximumf": (extreme(max, False), -math.inf)}


def integer_kinds(kind):
    bits = WIDTHS[kind]
    as_signed = (lambda a: -a) if kind == "i1" else (lambda a: a)
    top = 1 << (bits - 1)
    fold = lambda function: lambda a, b, kind: wrap(function(a, b), kind)
    return {
        "addi": (fold(lambda a, b: a + b), 0), "muli": (fold(lambda a, b: a * b), 1),
        "mins": (lambda a, b, kind: min(a, b, key=as_signed), wrap(top - 1, kind)),
        "maxs": (lambda a, b, kind: max(a, b, key=as_signed), wrap(-top, kind)),
        "minu": (lambda a, b, kind: min(a, b, key=lambda v: unsigned(v, kind)), wrap(-1, kind)),
        "maxu": (lambda a, b, kind: max(a, b, key=lambda v: unsigned(v, kind)), 0),
        "andi": (fold(lambda a, b: a & b), wrap(-1, kind)), "ori": (fold(lambda a, b: a | b), 0),
        "xori": (fold(lambda a, b: a ^ b), 0),
    }


def one_block(values, fold, neutral, kind):
    lanes = [neutral] * LANES
    for index, value in enumerate(values):
        lanes[index % LANES] = fold(lanes[index % LANES], value, kind)
    half = LANES // 2
    while half:
        for lane in range(half):
            lanes[lane] = fold(lanes[lane], lanes[lane + half], kind)
        half //= 2
    return lanes[0]


def reduce(values, fold, neutral, kind):
    scale = max(1, -(-len(values) // (MINIMUM_BLOCK * MAXIMUM_PARTIALS)))
    block = MINIMUM_BLOCK * scale
    partials = [one_block(values[i:i + block], fold, neutral, kind) for i in range(0, len(values), block)]
    return one_block(partials, fold, neutral, kind)


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
    check = Check()
    runs = [("cpu:native", "1"), ("cpu:native", "2"), ("cpu:native", "5"), ("cpu:x86-64-v2", "2"),
            ("cpu:x86-64-v3", "3"), ("cpu:x86-64-v4", "2")]
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
                outcome = launch(package, kind, arguments, options=["--target=" + target],
                                 environment={"QDRT_THREADS": threads})
                what = "%s of %d on %s with %s threads " % (kind, count, target, threads)
                if outcome.code == 77 or "does not run on this processor" in outcome.stderr:
                    continue
                check.equal(what + "exit code", outcome.code, 0)
                for k in kinds:
                    check.same_bits(what + k, outcome.arrays.get(k), scalar(kind, want[k]))
    check.end()


main(sys.argv[1])
