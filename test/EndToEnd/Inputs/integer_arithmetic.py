"""Every integer operation and conversion of each width, on edge values, as run-time values and as constants.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *
from integer_reference import BINARY, INDEX_DIALECT, PREDICATES, UNARY, holds, power, sign_of


def operations(kind):
    """(name, text for the operands %a and %b, element type of the result, reference on two numbers) of each."""
    for name, reference in BINARY.items():
        yield name, "%s %%a, %%b : %s" % (name, kind), kind, reference
    if kind == "index":
        for name, same in INDEX_DIALECT.items():
            yield "index." + name, "index.%s %%a, %%b" % name, kind, BINARY["arith." + same]
        return
    for name, reference in UNARY.items():
        yield name, "%s %%a : %s" % (name, kind), kind, reference
    yield "math.ipowi", "math.ipowi %%a, %%b : %s" % kind, kind, power
    for predicate in list(PREDICATES) + ["u" + p[1:] for p in PREDICATES if p[0] == "s"]:
        yield ("cmpi " + predicate, "arith.cmpi %s, %%a, %%b : %s" % (predicate, kind), "i1",
               lambda a, b, kind, predicate=predicate: int(holds(predicate, a, b, kind)))
    for other in ("i1", "i8", "i16", "i32", "i64"):
        if WIDTHS[other] > WIDTHS[kind]:
            yield ("extsi " + other, "arith.extsi %%a : %s to %s" % (kind, other), other,
                   lambda a, b, kind, other=other: wrap(sign_of(a, kind), other))
            yield ("extui " + other, "arith.extui %%a : %s to %s" % (kind, other), other,
                   lambda a, b, kind, other=other: wrap(unsigned(a, kind), other))
        elif WIDTHS[other] < WIDTHS[kind]:
            yield ("trunci " + other, "arith.trunci %%a : %s to %s" % (kind, other), other,
                   lambda a, b, kind, other=other: wrap(a, other))
    yield ("index_cast", "arith.index_cast %%a : %s to index" % kind, "index", lambda a, b, kind: sign_of(a, kind))
    yield ("index_castui", "arith.index_castui %%a : %s to index" % kind, "index",
           lambda a, b, kind: wrap(unsigned(a, kind), "index"))


def values(kind):
    width = WIDTHS[kind]
    if width == 1:
        return [0, 1]
    top = 1 << (width - 1)
    return [0, 1, 2, 3, 7, -1, -2, -3, -8, width - 1, width, width + 1, top - 1, top - 2, -top, 1 - top, top // 2, -100]


def literal(value, kind):
    return ("true" if value else "false") if kind == "i1" else "%d : %s" % (value, kind)


def element(kind):
    """Arrays hold no index."""
    return "i64" if kind == "index" else kind


def load(name, array, count, kind):
    if kind != "index":
        return ["    %%%s = memref.load %%%s[%%i] : memref<%dx%s>" % (name, array, count, kind)]
    return ["    %%%s_64 = memref.load %%%s[%%i] : memref<%dxi64>" % (name, array, count),
            "    %%%s = arith.index_cast %%%s_64 : i64 to index" % (name, name)]


def store(name, k, index, count, kind, pad):
    lines = []
    if kind == "index":
        lines.append("%s%%%s_64 = arith.index_cast %%%s : index to i64" % (pad, name, name))
        name += "_64"
    return lines + ["%smemref.store %%%s, %%o%d[%s] : memref<%dx%s>" % (pad, name, k, index, count, element(kind))]


def run_time_kernel(kind, count):
    """Output k holds operation k on all pairs."""
    ops = list(operations(kind))
    outputs = ", ".join("%%o%d: memref<%dx%s>" % (k, count, element(op[2])) for k, op in enumerate(ops))
    inputs = ["%%%s: memref<%dx%s>" % (name, count, element(kind)) for name in "xy"]
    lines = ["qd.kernel @run_time_%s(%s, %s) {" % (kind, ", ".join(inputs), outputs),
             "  %%n = arith.constant %d : index" % count, "  qd.for (%i) in (%n) {"]
    lines += load("a", "x", count, kind) + load("b", "y", count, kind)
    for k, (_, text, result, _) in enumerate(ops):
        lines += ["    %%r%d = %s" % (k, text)] + store("r%d" % k, k, "%i", count, result, "    ")
    return "\n".join(lines + ["  }", "}", ""])


def constant_kernel(kind, pairs):
    """Output k, element p holds operation k on pair p, all of it constants."""
    ops = list(operations(kind))
    outputs = ", ".join("%%o%d: memref<%dx%s>" % (k, len(pairs), element(op[2])) for k, op in enumerate(ops))
    lines = ["qd.kernel @constant_%s(%s) {" % (kind, outputs)]
    for p, (a, b) in enumerate(pairs):
        lines += ["  %%i%d = arith.constant %d : index" % (p, p), "  %%a%d = arith.constant %s" % (p, literal(a, kind)),
                  "  %%b%d = arith.constant %s" % (p, literal(b, kind))]
        for k, (_, text, result, _) in enumerate(ops):
            text = text.replace("%a", "%%a%d" % p).replace("%b", "%%b%d" % p)
            lines += ["  %%r%d_%d = %s" % (k, p, text)]
            lines += store("r%d_%d" % (k, p), k, "%%i%d" % p, len(pairs), result, "  ")
    return "\n".join(lines + ["}", ""])


def main(folder, level):
    check = Check()
    for kind in ("i1", "i8", "i16", "i32", "i64", "index"):
        ops = list(operations(kind))
        pairs = [(a, b) for a in values(kind) for b in values(kind)]
        few = [pair for p, pair in enumerate(pairs) if len(pairs) < 9 or p % 37 == 0 or pair[1] == 0 or
               pair == (values(kind)[-4], -1)][:26]
        package = compile_kernel(run_time_kernel(kind, len(pairs)) + constant_kernel(kind, few),
                                 "%s/integer_%s%s" % (folder, kind, level), level)
        for kernel, table in (("run_time_", pairs), ("constant_", few)):
            arguments = {"o%d" % k: zeros(element(op[2]), len(table)) for k, op in enumerate(ops)}
            if kernel == "run_time_":
                arguments["x"] = Array(element(kind), (len(table),), [a for a, _ in table])
                arguments["y"] = Array(element(kind), (len(table),), [b for _, b in table])
            outcome = launch(package, kernel + kind, arguments)
            check.equal(kernel + kind + " exit code", outcome.code, 0)
            for k, (name, _, result, reference) in enumerate(ops):
                want = Array(element(result), (len(table),), [reference(a, b, kind) for a, b in table])
                check.same_bits("%s%s %s %s" % (kernel, kind, level, name), outcome.arrays.get("o%d" % k), want,
                                lambda index: " of %r" % (table[index],))
    check.end()


main(sys.argv[1], sys.argv[2])
