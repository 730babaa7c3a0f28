"""What --fp-contract allows: contraction.py FOLDER

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

With off, every operation rounds. With fast, a product that is added to or subtracted from something may go unrounded,
and nothing else may change: not the fold of a reduction, nor anything on a processor without the instruction.
"""
import random
import sys

from endtoend import *
from float_reference import add, fused, multiply
from loader import Device, LoaderError, Memory
from reduction_reference import FLOAT_KINDS, reduce

COUNT = 203
TARGETS = ("cpu:x86-64-v2", "cpu:x86-64-v3", "cpu:x86-64-v4")


def one_sum(a, b, c, d, kind):
    """a * b + c: rounded twice, or once."""
    return [add(multiply(a, b, kind), c, kind), fused(a, b, c, kind)]


# Text on %a to %d, and what it may be; the first is what --fp-contract=off gives.
FORMS = {
    "sum": ("%p = arith.mulf %a, %b : T\n %r = arith.addf %p, %c : T", one_sum),
    "sum_behind": ("%p = arith.mulf %a, %b : T\n %r = arith.addf %c, %p : T", one_sum),
    "difference": ("%p = arith.mulf %a, %b : T\n %r = arith.subf %p, %c : T",
                   lambda a, b, c, d, kind: one_sum(a, b, -c, d, kind)),
    "from": ("%p = arith.mulf %a, %b : T\n %r = arith.subf %c, %p : T",
             lambda a, b, c, d, kind: one_sum(-a, b, c, d, kind)),
    "two": ("%p = arith.mulf %a, %b : T\n %q = arith.mulf %c, %d : T\n %r = arith.addf %p, %q : T",
            lambda a, b, c, d, kind: one_sum(a, b, multiply(c, d, kind), d, kind) +
            [fused(c, d, multiply(a, b, kind), kind)]),
    "used_twice": ("%p = arith.mulf %a, %b : T\n %s = arith.addf %p, %c : T\n %r = arith.subf %s, %p : T",
                   lambda a, b, c, d, kind: [add(s, -p, kind) for s in one_sum(a, b, c, d, kind)
                                             for p in [multiply(a, b, kind)]] +
                   [fused(-a, b, s, kind) for s in one_sum(a, b, c, d, kind)]),
    # No product is added: these have one value.
    "associative": ("%p = arith.addf %a, %b : T\n %r = arith.addf %p, %c : T",
                    lambda a, b, c, d, kind: [add(add(a, b, kind), c, kind)]),
    "distributive": ("%p = arith.addf %a, %b : T\n %r = arith.mulf %p, %c : T",
                     lambda a, b, c, d, kind: [multiply(add(a, b, kind), c, kind)]),
    "products": ("%p = arith.mulf %a, %b : T\n %r = arith.mulf %p, %c : T",
                 lambda a, b, c, d, kind: [multiply(multiply(a, b, kind), c, kind)]),
}


def kernels(kind):
    text = ""
    for name, (body, _) in FORMS.items():
        text += "qd.kernel @%s_T(%s) {\n  %%c0 = arith.constant 0 : index\n  %%n = memref.dim %%a_in, %%c0 : memref<?xT>\n" % (
            name, ", ".join("%%%s_in: memref<?xT>" % n for n in "abcdr"))
        text += "  qd.for (%i) in (%n) {\n"
        text += "".join("    %%%s = memref.load %%%s_in[%%i] : memref<?xT>\n" % (n, n) for n in "abcd")
        text += "    %s\n    memref.store %%r, %%r_in[%%i] : memref<?xT>\n  }\n}\n" % body
    text += """qd.kernel @squares_T(%x: memref<?xT>) -> T {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xT>
  %sum = qd.for (%i) in (%n) reduce(addf) -> T {
    %v = memref.load %x[%i] : memref<?xT>
    %w = arith.mulf %v, %v : T
    qd.yield %w : T
  }
  qd.return %sum : T
}
"""
    return text.replace("T", kind)


def inputs(kind):
    """Sums that cancel in part, so that one rounding differs from two."""
    source, rows = random.Random(11), []
    for _ in range(COUNT):
        a, b, d = (round_float(source.uniform(0.5, 3), kind) for _ in range(3))
        rows.append((a, b, round_float(-a * b * source.choice([1, 1, 1.25, -3]), kind), d))
    return list(zip(*rows))


def fuses(target):
    """Whether code for it is known to have an instruction that rounds a product and a sum once."""
    return target not in ("cpu", "cpu:x86-64-v2") and not target.startswith("vulkan:")


def run(check, package, kind, mode, target):
    """How many numbers differ from those of two roundings."""
    columns, differ = inputs(kind), 0
    for name, (_, allowed) in FORMS.items():
        views = [Memory(Array(kind, (COUNT,), c)).view(kind, (COUNT,)) for c in [*columns, [0.0] * COUNT]]
        package.kernel("%s_%s" % (name, kind)).launch(views)
        for position, (row, got) in enumerate(zip(zip(*columns), views[4].array().values)):
            may_be = allowed(*row, kind)
            if mode == "off" or target == "cpu:x86-64-v2":
                may_be = may_be[:1]
            differ += got != may_be[0]
            check.compared += 1
            if got not in may_be:
                check.fail("%s %s %s %s of %r: got %r, may be %r" % (name, kind, mode, target, row, got, may_be))
    squares = [multiply(v, v, kind) for v in columns[0]]
    view = Memory(Array(kind, (COUNT,), columns[0])).view(kind, (COUNT,))
    check.equal("sum of squares %s %s %s" % (kind, mode, target), package.kernel("squares_" + kind).launch([view]),
                [reduce(squares, *FLOAT_KINDS["addf"], kind)])
    return differ


def main(folder):
    check, device, kinds = Check(), Device(threads=2), ("f32", "f64", "f16", "bf16")
    for mode in ("off", "fast"):
        for level in ("-O0", "-O3"):
            path = compile_kernel("".join(map(kernels, kinds)), "%s/contract_%s%s" % (folder, mode, level), level,
                                  "--target=" + ",".join(TARGETS), "--fp-contract=" + mode)
            loaded = 0
            for target in targets_to_run(TARGETS):
                try:
                    package = device.load(path, target)
                except LoaderError as error:
                    check.equal("load for %s" % target, error.status, "INCOMPATIBLE")
                    continue
                loaded += 1
                target = target or DEVICE
                differ = {kind: run(check, package, kind, mode, target) for kind in kinds}
                if mode == "fast" and level == "-O3" and fuses(target):
                    check.equal("f32 and f64 are contracted for %s" % target,
                                differ["f32"] > 0 and differ["f64"] > 0, True)
            check.equal("something was loaded", loaded > 0, True)
    check.end()


main(*sys.argv[1:])
