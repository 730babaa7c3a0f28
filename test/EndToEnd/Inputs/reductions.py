"""Reductions of every kind and type over ranges of many lengths, against the tree that KernelABI.h describes:
reductions.py FOLDER [few], where `few` has fewer lengths.

Every thread count and target must give the same bits. The reference folds with one rounding for each operation.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import random
import sys

from endtoend import *
from launcher import Launcher
from reduction_reference import FLOAT_KINDS, MAXIMUM_PARTIALS, MINIMUM_BLOCK, integer_kinds, one_block, reduce

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


# A loop of so many iterations that its blocks are many; the value of each is an element of %x, in its first iteration.
MANY = """    %block{number} = arith.divui %i, %size : index
    %place{number} = arith.remui %i, %size : index
    %first{number} = arith.cmpi eq, %place{number}, %c0 : index
    %v{number} = scf.if %first{number} -> {kind} {{
      %found = memref.load %x[%block{number}] : memref<?x{kind}>
      scf.yield %found : {kind}
    }} else {{
      scf.yield %zero : {kind}
    }}
    qd.yield %v{number} : {kind}
  }}
"""


def many_blocks(kind):
    """The sum of %n iterations in blocks of %size: of a loop alone, and of one that another loop holds."""
    return """qd.kernel @many_{kind}(%x: memref<?x{kind}>, %n: index, %size: index, %alone: memref<{kind}>,
                      %inside: memref<{kind}>) {{
{constants}  %zero = arith.constant 0.0 : {kind}
  %a = qd.for (%i) in (%n) reduce(addf) -> {kind} {{
{first}  memref.store %a, %alone[] : memref<{kind}>
  scf.for %k = %c0 to %c2 step %c1 {{
    %b = qd.for (%i) in (%n) reduce(addf) -> {kind} {{
{second}    memref.store %b, %inside[] : memref<{kind}>
  }}
  qd.return
}}
""".format(kind=kind, constants=INDEX_CONSTANTS, first=MANY.format(kind=kind, number=0),
           second=MANY.format(kind=kind, number=1))


def check_many_blocks(check, launcher, folder, counts):
    """The second level of the rule, which folds as many values as there are blocks."""
    package = compile_kernel("".join(map(many_blocks, ("f32", "f64"))), folder + "/many")
    for kind in ("f32", "f64"):
        fold, neutral = FLOAT_KINDS["addf"]
        for count in counts:
            data = values(kind, count)
            # More iterations than the most blocks of the smallest size have take larger ones.
            for size in (MINIMUM_BLOCK, 2 * MINIMUM_BLOCK):
                arguments = {"x": Array(kind, (count,), data), "n": (count - 1) * size + 1, "size": size,
                             "alone": zeros(kind), "inside": zeros(kind)}
                if size > MINIMUM_BLOCK and arguments["n"] <= MINIMUM_BLOCK * MAXIMUM_PARTIALS:
                    continue
                what = "%s of %d blocks of %d" % (kind, count, size)
                launched = launcher.launch(what, package, "many_" + kind, arguments, keep=True)
                check.equal(what + " problem", launched.problem, None)
                want = scalar(kind, one_block(data, fold, neutral, kind))
                for name in ("alone", "inside"):
                    check.same_bits("%s %s" % (what, name), launched.arrays[name], want)


def main(folder, *few):
    check, launcher, is_short = Check(), Launcher(), GRID is not None or bool(few)
    runs = [("cpu:native", 1), ("cpu:native", 2), ("cpu:native", 5), ("cpu:x86-64-v2", 2), ("cpu:x86-64-v3", 3),
            ("cpu:x86-64-v4", 2)]
    one = runs[2:3]
    if TARGETS_ARE_GIVEN:
        runs = one
    all_kinds = ("f16", "bf16", "f32", "f64", "i1", "i8", "i16", "i32", "i64")
    package = compile_kernel("".join(kernel(kind)[0] for kind in all_kinds), folder + "/reductions",
                             "--target=cpu:native,cpu:x86-64-v2,cpu:x86-64-v3,cpu:x86-64-v4")
    for kind in all_kinds:
        _, kinds = kernel(kind)
        for count in (0, 1, 65, 1025, 5000) if is_short else (0, 1, 63, 64, 65, 1023, 1024, 1025, 5000):
            data = values(kind, count)
            want = {k: reduce(data, fold, neutral, kind) for k, (fold, neutral) in kinds.items()}
            for target, threads in runs if count in (65, 5000) else one:
                arguments = {k: zeros(kind) for k in kinds}
                arguments["x"] = Array(kind, (max(count, 1),), data or [0])
                arguments["n"] = count
                what = "%s of %d on %s with %d threads" % (kind, count, target, threads)
                launched = launcher.launch(what, package, kind, arguments, threads, target, keep=True)
                if launched.lacks_processor():
                    continue
                check.equal(what + " problem", launched.problem, None)
                for k in kinds:
                    check.same_bits("%s %s" % (what, k), launched.arrays[k], scalar(kind, want[k]))
    check_many_blocks(check, launcher, folder, (257,) if is_short else
                      (1, 255, 256, 257, 1024, 1025, 2047, 2048, 2049, 3000, 4095, 4096))
    check.end()


main(*sys.argv[1:])
