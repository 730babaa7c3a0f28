"""Comparisons of extended integers with constants inside and outside of the narrow type, on either side.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *
from integer_reference import PREDICATES, holds, sign_of

ALL_PREDICATES = list(PREDICATES) + ["u" + p[1:] for p in PREDICATES if p[0] == "s"]
CONSTANTS = [0, 1, -1, 5, 1 << 31, -(1 << 31) - 1, 1 << 40]


def values(kind):
    top = 1 << (WIDTHS[kind] - 1)
    return [0, 1, -1, 5, -5, top - 1, -top]


def comparisons():
    """(predicate, constant, whether it is on the left) of each."""
    return [(predicate, constant, left) for predicate in ALL_PREDICATES for constant in CONSTANTS
            for left in (False, True)]


def kernel(name, kind, extension, count):
    """Row i holds all comparisons of x[i]."""
    table = "memref<%dx%dxi32>" % (count, len(comparisons()))
    lines = ["qd.kernel @%s(%%x: memref<%dx%s>, %%y: %s) {" % (name, count, kind, table)]
    lines += ["  %%c%d = arith.constant %d : i64" % pair for pair in enumerate(CONSTANTS)]
    lines += ["  %%n = arith.constant %d : index" % count, "  qd.for (%i) in (%n) {",
              "    %%v = memref.load %%x[%%i] : memref<%dx%s>" % (count, kind),
              "    %%w = arith.%s %%v : %s to i64" % (extension, kind)]
    for k, (predicate, constant, left) in enumerate(comparisons()):
        sides = ["%w", "%%c%d" % CONSTANTS.index(constant)]
        lines += ["    %%t%d = arith.cmpi %s, %s : i64" % (k, predicate, ", ".join(reversed(sides) if left else sides)),
                  "    %%r%d = arith.extui %%t%d : i1 to i32" % (k, k), "    %%k%d = arith.constant %d : index" % (k, k),
                  "    memref.store %%r%d, %%y[%%i, %%k%d] : %s" % (k, k, table)]
    return "\n".join(lines + ["  }", "}", ""])


def main(folder, level):
    check = Check()
    cases = [("%s_%s" % (extension, kind), kind, extension) for kind in ("i8", "i16", "i32")
             for extension in ("extsi", "extui")]
    text = "".join(kernel(name, kind, extension, len(values(kind))) for name, kind, extension in cases)
    package = compile_kernel(text, "%s/extended%s" % (folder, level), level)
    for name, kind, extension in cases:
        narrow = values(kind)
        outcome = launch(package, name, {"x": Array(kind, (len(narrow),), narrow),
                                         "y": zeros("i32", len(narrow), len(comparisons()))})
        check.equal(name + " exit code", outcome.code, 0)
        want = []
        for value in narrow:
            wide = sign_of(value, kind) if extension == "extsi" else unsigned(value, kind)
            for predicate, constant, left in comparisons():
                sides = (constant, wide) if left else (wide, constant)
                want.append(int(holds(predicate, *sides, "i64")))
        check.same_bits("%s %s" % (name, level), outcome.arrays.get("y"),
                        Array("i32", (len(narrow), len(comparisons())), want),
                        lambda index: " of %r" % (comparisons()[index % len(comparisons())],))
    check.end()


main(sys.argv[1], sys.argv[2])
