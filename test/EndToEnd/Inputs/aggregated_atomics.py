"""Atomics whose old value nobody uses, which targets may fold before they reach memory: every kind on every type.

Each folds a number for each iteration into an element that many iterations share. Every order gives the same result: floats
are small integers. The reference folds one by one.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *
from launcher import Launcher
from reduction_reference import FLOAT_KINDS, integer_kinds

ROW = 96  # iterations of a row: warps that are whole in one, and for other lengths of a range warps that are not
# The element of iteration %i of a pattern: its index as MLIR text for an array of rank 1, and in Python.
PATTERNS = {
    "one": ("", "%c0", lambda i: 0),
    "row": ("    %%j = arith.divui %%i, %%row : index\n", "%j", lambda i: i // ROW),
    "turn": ("    %%j = arith.remui %%i, %%c3 : index\n", "%j", lambda i: i % 3),
    "still": ("    %%j = arith.muli %%i, %%stride : index\n", "%j", lambda i: 0),
    "stride": ("    %%j = arith.muli %%i, %%stride : index\n", "%j", lambda i: 2 * i),
    "beside": ("    %%other = memref.load %%x_%(k)s[%%c1] : memref<?x%(kind)s>\n"
               "    memref.store %%other, %%y_%(k)s[%%i] : memref<?x%(kind)s>\n", "%c0", lambda i: 0),
}
STRIDES = {"still": 0, "stride": 2}


def kinds_of(kind):
    """Kinds of atomics by name: the function and its neutral element."""
    if not is_float(kind):
        return integer_kinds(kind)
    # Of equal zeros either sign may win, so no number here is a zero.
    extremes = {name: FLOAT_KINDS[of] for name, of in (("minnumf", "minimumf"), ("maxnumf", "maximumf"))}
    return FLOAT_KINDS | extremes


def kernel(pattern, kind):
    before, element, _ = PATTERNS[pattern]
    array = "memref<?x%s>" % kind
    names = list(kinds_of(kind))
    parameters = ["%%v_%s: %s, %%x_%s: %s, %%y_%s: %s" % (k, array, k, array, k, array) for k in names]
    lines = ["qd.kernel @%s_%s(%s, %%stride: index, %%n: index) {" % (pattern, kind, ", ".join(parameters)),
             INDEX_CONSTANTS + "  %%row = arith.constant %d : index" % ROW]
    for k in names:
        lines += ["  qd.for (%i) in (%n) {", "    %%v = memref.load %%v_%s[%%i] : %s" % (k, array),
                  (before % {"k": k, "kind": kind}).rstrip("\n"),
                  "    memref.atomic_rmw %s %%v, %%x_%s[%s] : (%s, %s) -> %s" % (k, k, element, kind, array, kind), "  }"]
    return "\n".join(lines + ["}", ""])


def numbers(k, kind, count):
    """Those that any order folds to the same, without rounding."""
    if kind == "i1":
        return [int(i % 7 == 3) for i in range(count)]
    if k in ("addf", "addi") and kind in ("f16", "bf16"):
        return [float(i % 50 == 7) for i in range(count)]
    if k == "mulf":
        return [-1.0 if i % 5 == 2 else 1.0 for i in range(count)]
    if is_float(kind):
        return [float((i * 37) % 101 - 50 or 1) for i in range(count)]
    return [wrap((i * 2654435761) >> 3 | (1 if k == "muli" else 0), kind) for i in range(count)]


def main(folder, level):
    check, launcher = Check(), Launcher()
    all_kinds = ("i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")
    package = compile_kernel("".join(kernel(pattern, kind) for pattern in PATTERNS for kind in all_kinds),
                             folder + "/aggregated" + level, level)
    for kind in all_kinds:
        for pattern, (_, _, element) in PATTERNS.items():
            for count in (0, 1, 31, 1000, 3000) if GRID is None else (31, 1000):
                size = max([element(i) for i in range(count)] + [1]) + 1
                arguments = {"stride": STRIDES.get(pattern, 1), "n": count}
                expected = {}
                for k, (fold, _) in kinds_of(kind).items():
                    values = numbers(k, kind, count)
                    start = numbers(k, kind, size + 5)[5:]
                    arguments["v_" + k] = Array(kind, (count,), values)
                    arguments["x_" + k] = Array(kind, (size,), list(start))
                    arguments["y_" + k] = zeros(kind, count)
                    for i, value in enumerate(values):
                        start[element(i)] = fold(start[element(i)], value, kind)
                    expected[k] = start
                what = "%s %s of %d %s" % (pattern, kind, count, level)
                launched = launcher.launch(what, package, "%s_%s" % (pattern, kind), arguments, 2)
                check.equal(what + " problem", launched.problem, None)
                for k, values in expected.items():
                    check.same_bits("%s %s" % (what, k), launched.arrays["x_" + k], Array(kind, (size,), values))
                    if pattern == "beside":
                        other = [arguments["x_" + k].values[1]] * count
                        check.same_bits("%s %s beside" % (what, k), launched.arrays["y_" + k],
                                        Array(kind, (count,), other))
    check.end()


main(*sys.argv[1:])
