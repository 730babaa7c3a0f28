"""Float arithmetic, comparisons and conversions of each width, correctly rounded, on edge values and random ones.

Compiled with --fp-contract=off, where every operation rounds once. The word "loaded" in front of the options leaves out
operations on constants, of which some drivers take minutes to compile the thousands.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import random
import sys

from endtoend import *
from float_reference import BINARY, INF, NAN, PREDICATES, extreme, from_integer, square_root, to_integer

KINDS = ("f16", "bf16", "f32", "f64")
INTEGERS = ("i1", "i8", "i16", "i32", "i64")


def operations(kind):
    """(name, text on %a and %b, element type of the result, reference)."""
    for name, reference in BINARY.items():
        yield name, "arith.%s %%a, %%b : %s" % (name, kind), kind, reference
    for name in ("minnumf", "maxnumf"):
        # Which zero these give of two is open, so zeros are told from each other elsewhere.
        yield (name, "arith.%s %%a, %%b : %s" % (name, kind), kind,
               extreme(min if name == "minnumf" else max, True))
    for name, better in (("minimumf", min), ("maximumf", max)):
        for zero, number in (("zero", 0.0), ("minus_zero", -0.0)):
            yield ("%s %s" % (name, zero), "arith.%s %%a, %%%s : %s" % (name, zero, kind), kind,
                   lambda a, b, kind, better=better, number=number: extreme(better, False)(a, number, kind))
            # A square is no -0, and less of it no -0 either.
            yield ("%s %s, %%a * %%a - %%b" % (name, zero),
                   "arith.%s %%difference, %%%s : %s" % (name, zero, kind), kind,
                   lambda a, b, kind, better=better, number=number: extreme(better, False)(
                       BINARY["subf"](BINARY["mulf"](a, a, kind), b, kind), number, kind))
    yield "negf", "arith.negf %%a : %s" % kind, kind, lambda a, b, kind: -a
    yield "absf", "math.absf %%a : %s" % kind, kind, lambda a, b, kind: abs(a)
    yield "copysign", "math.copysign %%a, %%b : %s" % kind, kind, lambda a, b, kind: math.copysign(a, b)
    yield "sqrt", "math.sqrt %%a : %s" % kind, kind, square_root
    for name, function in (("floor", math.floor), ("ceil", math.ceil), ("trunc", math.trunc), ("roundeven", round)):
        yield (name, "math.%s %%a : %s" % (name, kind), kind, lambda a, b, kind, function=function:
               math.copysign(float(function(a)), a) if math.isfinite(a) else a)
    for predicate, holds in PREDICATES.items():
        yield ("cmpf " + predicate, "arith.cmpf %s, %%a, %%b : %s" % (predicate, kind), "i1",
               lambda a, b, kind, holds=holds: int(holds(a, b)))
    smallest = math.ldexp(1, FLOATS[kind][1])
    for name, holds in (("isnan", math.isnan), ("isinf", math.isinf), ("isfinite", math.isfinite),
                        ("isnormal", lambda a: smallest <= abs(a) < INF)):
        yield name, "math.%s %%a : %s" % (name, kind), "i1", lambda a, b, kind, holds=holds: int(holds(a))
    for other in INTEGERS:
        yield ("fptosi " + other, "arith.fptosi %%a : %s to %s" % (kind, other), other,
               lambda a, b, kind, other=other: to_integer(a, other, True))
        yield ("fptoui " + other, "arith.fptoui %%a : %s to %s" % (kind, other), other,
               lambda a, b, kind, other=other: to_integer(a, other, False))
    for other in KINDS:
        bits, here = struct.calcsize(FORMATS[other][1]), struct.calcsize(FORMATS[kind][1])
        if bits == here:
            continue
        name = "extf" if bits > here else "truncf"
        yield (name + " " + other, "arith.%s %%a : %s to %s" % (name, kind, other), other,
               lambda a, b, kind, other=other: round_float(a, other))


def values(kind):
    digits, smallest, largest = FLOATS[kind]
    edge = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 3.0, 127.5, -128.5, 255.9, 32767.5, -32769.0, 65504.0, 1e9,
            2147483648.0, -2147483649.0, 4294967296.0, 9.3e18, -9.3e18, 1.9e19, largest, -largest, INF, -INF, NAN,
            math.ldexp(1, smallest), math.ldexp(1, smallest - digits + 1), -math.ldexp(3, smallest - digits + 1),
            1 / 3, 1 - 2.0 ** -digits, 1 + 2.0 ** (1 - digits), 1 + 2.0 ** -8 + 2.0 ** -24, 1 + 2.0 ** -11 + 2.0 ** -40]
    source = random.Random(5)
    edge += [source.uniform(-2, 2) * 2.0 ** source.randint(-20, 14) for _ in range(12)]
    return [round_float(value, kind) for value in edge]


NUMBERS = {"zero": 0.0, "minus_zero": -0.0, "one": 1.0, "minus_one": -1.0}


def numbers_of(kind):
    return ["  %%%s = arith.constant %s : %s" % (name, number, kind) for name, number in NUMBERS.items()]


def selections(kind):
    """Of constants by an i1, the signs of zeros among them."""
    for yes in NUMBERS:
        for no in NUMBERS:
            yield ("select %s %s" % (yes, no), "arith.select %%a, %%%s, %%%s : %s" % (yes, no, kind), kind,
                   lambda a, b, kind, yes=yes, no=no: NUMBERS[yes if a else no])


def difference(kind, suffix=""):
    """%a * %a - %b, for operations that use it."""
    return [line.replace("@", suffix) + kind for line in (
        "    %square@ = arith.mulf %a@, %a@ : ", "    %difference@ = arith.subf %square@, %b@ : ")]


def kernel(name, inputs, ops, count, kind):
    """Output k holds operation k on each row of the inputs %a, %b, with numbers of `kind`."""
    parameters = ["%%%s_in: memref<%dx%s>" % (i, count, t) for i, t in inputs]
    parameters += ["%%o%d: memref<%dx%s>" % (k, count, op[2]) for k, op in enumerate(ops)]
    lines = ["qd.kernel @%s(%s) {" % (name, ", ".join(parameters)), "  %%n = arith.constant %d : index" % count,
             *numbers_of(kind), "  qd.for (%i) in (%n) {"]
    lines += ["    %%%s = memref.load %%%s_in[%%i] : memref<%dx%s>" % (i, i, count, t) for i, t in inputs]
    lines += difference(inputs[0][1]) if is_float(inputs[0][1]) else []
    for k, (_, text, result, _) in enumerate(ops):
        lines += ["    %%r%d = %s" % (k, text),
                  "    memref.store %%r%d, %%o%d[%%i] : memref<%dx%s>" % (k, k, count, result)]
    return "\n".join(lines + ["  }", "}", ""])


def constant_kernel(kind, ops, rows):
    lines = ["qd.kernel @constant(%s) {" % ", ".join(
        "%%o%d: memref<%dx%s>" % (k, len(rows), op[2]) for k, op in enumerate(ops)), *numbers_of(kind)]
    for p, row in enumerate(rows):
        lines.append("  %%i%d = arith.constant %d : index" % (p, p))
        for name, value in zip("ab", row):
            width = 8 * struct.calcsize(FORMATS[kind][1])
            lines.append("  %%%s%d = arith.constant 0x%0*X : %s" % (name, p, width // 4, float_bits(value, kind), kind))
        lines += difference(kind, str(p))
        for k, (_, text, result, _) in enumerate(ops):
            for operand in ("%a", "%b", "%difference"):
                text = text.replace(operand, "%s%d" % (operand, p))
            lines += ["  %%r%d_%d = %s" % (k, p, text),
                      "  memref.store %%r%d_%d, %%o%d[%%i%d] : memref<%dx%s>" % (k, p, k, p, len(rows), result)]
    return "\n".join(lines + ["}", ""])


def compare(check, what, outcome, ops, rows, kind):
    check.equal(what + " exit code", outcome.code, 0)
    for k, (name, _, result, reference) in enumerate(ops):
        want = [reference(*(list(row) + [0.0])[:2], kind) for row in rows]
        got = outcome.arrays.get("o%d" % k)
        if got and name in ("minnumf", "maxnumf"):
            want = [g if g == 0 and w == 0 else w for g, w in zip(got.values, want)]
        check.same_bits("%s %s" % (what, name), got, Array(result, (len(rows),), want),
                        lambda index: " of %r" % (rows[index],))


def main(folder, *options):
    check = Check()
    only_loaded = options[:1] == ("loaded",)
    options = options[only_loaded:]
    for kind in KINDS:
        ops = list(operations(kind))
        rows = [(a, b) for a in values(kind) for b in values(kind)]
        few = rows[::29] + [(NAN, 1.0), (INF, 1.0), (1e30 if kind != "f16" else 6e4, 2.0)]
        few = [tuple(round_float(x, kind) for x in row) for row in few]
        text = kernel("run_time", [("a", kind), ("b", kind)], ops, len(rows), kind)
        if not only_loaded:
            text += constant_kernel(kind, ops, few)
        integers = {}
        for source in INTEGERS:
            width = WIDTHS[source]
            top = 1 << (width - 1)
            numbers = [0, 1] if width == 1 else [0, 1, -1, top - 1, -top, top - 2, 3 - top, 77, -100]
            numbers += [wrap(random.Random(width).getrandbits(w), source) for w in range(2, width) for _ in range(3)]
            numbers += [wrap((1 << w) + d, source) for w in range(8, width - 1) for d in
                        (1, -1, (1 << w) >> 8, ((1 << w) >> 8) + 1, (1 << w) >> 11, ((1 << w) >> 24) - 1, (1 << w) >> 53)]
            casts = [(op, "arith.%s %%a : %s to %s" % (op, source, kind), kind,
                      lambda a, b, kind, op=op, source=source: from_integer(int(a), kind, op == "sitofp", source))
                     for op in ("sitofp", "uitofp")]
            if source == "i1":
                casts += selections(kind)
            integers[source] = (casts, numbers)
            text += kernel("from_" + source, [("a", source)], casts, len(numbers), kind)
        package = compile_kernel(text, "%s/float_%s%s" % (folder, kind, "".join(options).replace(":", "_")),
                                 "--fp-contract=off", *options)
        what = " ".join((kind,) + options)
        arguments = {"o%d" % k: zeros(op[2], len(rows)) for k, op in enumerate(ops)}
        arguments["a_in"] = Array(kind, (len(rows),), [a for a, _ in rows])
        arguments["b_in"] = Array(kind, (len(rows),), [b for _, b in rows])
        compare(check, what, launch(package, "run_time", arguments), ops, rows, kind)
        if not only_loaded:
            arguments = {"o%d" % k: zeros(op[2], len(few)) for k, op in enumerate(ops)}
            compare(check, what + " constants", launch(package, "constant", arguments), ops, few, kind)
        for source, (casts, numbers) in integers.items():
            arguments = {"o%d" % k: zeros(kind, len(numbers)) for k in range(len(casts))}
            arguments["a_in"] = Array(source, (len(numbers),), numbers)
            compare(check, what + " from " + source, launch(package, "from_" + source, arguments), casts,
                    [(n,) for n in numbers], kind)
    check.end()


main(*sys.argv[1:])
