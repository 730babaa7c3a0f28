"""How often counted loops run: trip_counts.py FOLDER SHARE OPTIONS...

Loops inside of iterations, with and without a sign, against range() of Python: of i8 all bounds with every SHARE-th step,
of wider types and index those at the limits; with bounds from memory and as constants; with their gradients, which count
trips and number them. And parallel loops with huge steps, of one and two dimensions, that reduce and that store.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import itertools
import sys

from endtoend import *
from launcher import Launcher

MOST_TRIPS = 40  # of a loop of more than 8 bits


def read(value, kind, is_signed):
    return wrap(value, kind) if is_signed else unsigned(value, kind)


def trips(lower, upper, step, kind, is_signed):
    """The values of the variable."""
    lower, upper, step = (read(value, kind, is_signed) for value in (lower, upper, step))
    return range(lower, upper, step) if step > 0 else range(0)


def sign(is_signed):
    return "" if is_signed else "unsigned "


# ===----------------------------------------------------------------------===
# i8: every triple
# ===----------------------------------------------------------------------===

# Of (i, j) the step j * share and the bounds that i is made of; counts trips, and adds up the variable.
TRIPLES = """
qd.kernel @triples_SIGN(%counts: memref<?x65536xi16>, %sums: memref<?x65536xi16>, %share: index) {
""" + INDEX_CONSTANTS + """  %c65536 = arith.constant 65536 : index
  %zero = arith.constant 0 : i16
  %one = arith.constant 1 : i16
  %n = memref.dim %counts, %c0 : memref<?x65536xi16>
  qd.for (%j, %i) in (%n, %c65536) {
    %number = arith.muli %j, %share : index
    %step = arith.index_cast %number : index to i8
    %lower = arith.index_cast %i : index to i8
    %shifted = arith.shrui %i, %c8 : index
    %upper = arith.index_cast %shifted : index to i8
    %count, %sum = scf.for KIND%k = %lower to %upper step %step iter_args(%a = %zero, %b = %zero) -> (i16, i16) : i8 {
      %next = arith.addi %a, %one : i16
      %wide = EXTEND %k : i8 to i16
      %added = arith.addi %b, %wide : i16
      scf.yield %next, %added : i16, i16
    }
    memref.store %count, %counts[%j, %i] : memref<?x65536xi16>
    memref.store %sum, %sums[%j, %i] : memref<?x65536xi16>
  }
  qd.return
}
"""


def triples_text(is_signed):
    name, extend = ("signed", "arith.extsi") if is_signed else ("unsigned", "arith.extui")
    return TRIPLES.replace("SIGN", name).replace("KIND", sign(is_signed)).replace("EXTEND", extend)


def check_triples(check, run, share, is_signed):
    steps = list(range(0, 256, share))
    name = "triples_signed" if is_signed else "triples_unsigned"
    arrays = {key: zeros("i16", len(steps), 65536) for key in ("counts", "sums")}
    after = run(name, {**arrays, "share": share})
    counts, sums = [], []
    for step in steps:
        by = read(step, "i8", is_signed)
        for upper, lower in itertools.product(range(256), repeat=2):
            values = trips(lower, upper, by, "i8", is_signed)
            counts.append(len(values))
            sums.append(wrap((values[0] + values[-1]) * len(values) // 2, "i16") if values else 0)

    def describe(index):
        return " (step %d, from %d to %d)" % (steps[index >> 16], index & 255, index >> 8 & 255)
    check.same_bits(name + ", counts", after["counts"], Array("i16", (len(steps), 65536), counts), describe)
    check.same_bits(name + ", sums", after["sums"], Array("i16", (len(steps), 65536), sums), describe)


# ===----------------------------------------------------------------------===
# The limits of each type
# ===----------------------------------------------------------------------===

def limits(kind, is_signed, most=MOST_TRIPS):
    """Triples of numbers near the ends and the middle of the type that make few trips."""
    width = WIDTHS[kind]
    ends = (0, 1 << (width - 1), 1 << width)
    near = sorted({unsigned(end + away, kind) for end in ends for away in (-3, -2, -1, 0, 1, 2)})
    steps = sorted({*near, *(unsigned((1 << width) // part, kind) for part in (3, 5, 7))})
    return [triple for triple in itertools.product(near, near, steps)
            if not trips(*triple, kind, is_signed)[most:]]


# A loop with bounds from memory, as `i64`; what it gives for a trip more and more is x to the power of trips + 1, and the
# gradient of that at 1 is as many. The second one keeps what it overwrites: the value is squared in each trip.
LIMITS = """
qd.kernel @NAME(%bounds: memref<?x3xi64> {qd.dims = ["n", "3"]}, %x: memref<?xf64> {qd.dims = ["n"]},
                %y: memref<?xf64> {qd.dims = ["n"]}, %last: memref<?xi64> {qd.dims = ["n"]})
    attributes {qd.differentiate = {mode = "reverse", wrt = ["x"]}} {
""" + INDEX_CONSTANTS + """  %none = arith.constant -7 : i64
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %lower64 = memref.load %bounds[%i, %c0] : memref<?x3xi64>
    %upper64 = memref.load %bounds[%i, %c1] : memref<?x3xi64>
    %step64 = memref.load %bounds[%i, %c2] : memref<?x3xi64>
    %lower = CAST %lower64 : i64 to KIND
    %upper = CAST %upper64 : i64 to KIND
    %step = CAST %step64 : i64 to KIND
    %v = memref.load %x[%i] : memref<?xf64>
BODY
    memref.store %power, %y[%i] : memref<?xf64>
    memref.store %end, %last[%i] : memref<?xi64>
  }
  qd.return
}
"""
POWERS = """    %power, %end = scf.for SIGN%k = %lower to %upper step %step iter_args(%p = %v, %e = %none) -> (f64, i64) : KIND {
      %q = arith.mulf %p, %v : f64
      %k64 = BACK %k : KIND to i64
      scf.yield %q, %k64 : f64, i64
    }"""
SQUARES = """    %end = scf.for SIGN%k = %lower to %upper step %step iter_args(%e = %none) -> (i64) : KIND {
      %p = memref.load %x[%i] : memref<?xf64>
      %q = arith.mulf %p, %p : f64
      memref.store %q, %x[%i] : memref<?xf64>
      %k64 = BACK %k : KIND to i64
      scf.yield %k64 : i64
    }
    %power = memref.load %x[%i] : memref<?xf64>"""


def limits_text(name, body, kind, is_signed):
    cast = "arith.index_cast" if kind == "index" else "arith.trunci"
    back = "arith.index_cast" if kind == "index" else "arith.extsi"
    text = LIMITS.replace("BODY", body).replace("NAME", name).replace("SIGN", sign(is_signed))
    if kind == "i64":
        for number in ("lower", "upper", "step"):
            text = text.replace("CAST %%%s64 : i64 to KIND" % number,
                                "arith.addi %%%s64, %%zero : i64" % number)
        text = text.replace("BACK %k : KIND to i64", "arith.addi %k, %zero : i64")
        text = text.replace("  %none =", "  %zero = arith.constant 0 : i64\n  %none =")
    return text.replace("CAST", cast).replace("BACK", back).replace("KIND", kind)


KINDS = ["i8", "i16", "i32", "i64", "index"]
BODIES = {"powers": POWERS, "squares": SQUARES}


def check_limits(check, run, name, kind, is_signed):
    full = "%s_%s_%s" % (name, kind, "signed" if is_signed else "unsigned")
    triples = limits(kind, is_signed)
    count = len(triples)
    ranges = [trips(*triple, kind, is_signed) for triple in triples]
    numbers = [wrap(value, "i64") for triple in triples for value in triple]
    arguments = {"bounds": Array("i64", (count, 3), numbers), "x": Array("f64", (count,), [1.0] * count),
                 "y": zeros("f64", count), "last": zeros("i64", count), "x.grad": zeros("f64", count),
                 "y.grad": Array("f64", (count,), [1.0] * count)}
    after = run(full + ".grad", arguments)

    def describe(index):
        return " (from %d to %d by %d)" % triples[index]
    slopes = [float(2 ** len(each) if name == "squares" else len(each) + 1) for each in ranges]
    last = [wrap(wrap(each[-1], kind), "i64") if each else -7 for each in ranges]
    check.same_bits(full + ", gradient", after["x.grad"], Array("f64", (count,), slopes), describe)
    check.same_bits(full + ", last", after["last"], Array("i64", (count,), last), describe)


# Constants, which are folded: each loop is written out.
def constants_of(kind, is_signed):
    triples = limits(kind, is_signed)
    return triples[::max(len(triples) // 60, 1)]


def constants_text(kind, is_signed):
    name = "constants_%s_%s" % (kind, "signed" if is_signed else "unsigned")
    lines = ["qd.kernel @%s(%%counts: memref<?xi32>) {" % name, "  %zero = arith.constant 0 : i32",
             "  %one = arith.constant 1 : i32", "  %c0 = arith.constant 0 : index", "  %c1 = arith.constant 1 : index",
             "  qd.for (%i) in (%c1) {"]
    for number, triple in enumerate(constants_of(kind, is_signed)):
        for what, value in zip("lus", triple):
            lines.append("    %%%s%d = arith.constant %d : %s" % (what, number, wrap(value, kind), kind))
        lines += ["    %%at%d = arith.constant %d : index" % (number, number),
                  "    %%r%d = scf.for %s%%k = %%l%d to %%u%d step %%s%d iter_args(%%a = %%zero) -> (i32) : %s {"
                  % (number, sign(is_signed), number, number, number, kind),
                  "      %next = arith.addi %a, %one : i32", "      scf.yield %next : i32", "    }",
                  "    memref.store %%r%d, %%counts[%%at%d] : memref<?xi32>" % (number, number)]
    return "\n".join(lines + ["  }", "  qd.return", "}", ""]).replace(" : index {", " {")


def check_constants(check, run, kind, is_signed):
    triples = constants_of(kind, is_signed)
    name = "constants_%s_%s" % (kind, "signed" if is_signed else "unsigned")
    after = run(name, {"counts": zeros("i32", len(triples))})
    wanted = [len(trips(*triple, kind, is_signed)) for triple in triples]
    check.same_bits(name, after["counts"], Array("i32", (len(triples),), wanted),
                    lambda index: " (from %d to %d by %d)" % triples[index])


# ===----------------------------------------------------------------------===
# Parallel loops
# ===----------------------------------------------------------------------===

# The step is an argument, an element of memory or a constant. A sum, that of a plane, and a gradient that is one.
PARALLEL = """
qd.kernel @NAME(%x: memref<f64>, %y: memref<?xf64>, %upper: i64, %given: i64, %bounds: memref<2xi64>) -> (KIND, KIND)
    attributes {qd.differentiate = {mode = "reverse", wrt = ["x"]}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : KIND
  %one = arith.constant 1 : KIND
STEP
  %sum = qd.for (%i) in (%end) from (%zero) step (%step) : KIND reduce(addi) -> KIND {
    qd.yield %one : KIND
  }
  %plane = qd.for (%i, %j) in (%end, %end) from (%zero, %zero) step (%step, %one) : KIND reduce(addi) -> KIND {
    qd.yield %one : KIND
  }
  qd.for (%i) in (%end) from (%zero) step (%step) : KIND {
    %at = TO_INDEX
    %a = memref.load %x[] : memref<f64>
    %square = arith.mulf %a, %a : f64
    memref.store %square, %y[%at] : memref<?xf64>
  }
  qd.return %sum, %plane : KIND, KIND
}
"""
HUGE = [2 ** 63 - 1, 2 ** 63 - 2, 2 ** 63 - 4, 2 ** 62, 5, 4]
WAYS = ("argument", "memory", "constant")


def parallel_name(way, kind, step):
    return "huge_%s_%s%s" % (way, kind, "" if step is None else "_%d" % step)


def parallel_text(way, kind, step):
    lines = {
        "argument": ["%step64 = arith.addi %given, %zero64 : i64", "%end64 = arith.addi %upper, %zero64 : i64"],
        "memory": ["%step64 = memref.load %bounds[%c0] : memref<2xi64>", "%end64 = memref.load %bounds[%c1] : memref<2xi64>"],
        "constant": ["%%step64 = arith.constant %d : i64" % (step or 0), "%end64 = arith.addi %upper, %zero64 : i64"]}[way]
    cast = "arith.index_cast %%%s : i64 to index" if kind == "index" else "arith.addi %%%s, %%zero64 : i64"
    lines = ["%zero64 = arith.constant 0 : i64", *lines, "%step = " + cast % "step64", "%end = " + cast % "end64"]
    text = PARALLEL.replace("NAME", parallel_name(way, kind, step)).replace("STEP", "\n".join("  " + each for each in lines))
    text = text.replace("TO_INDEX", "arith.addi %i, %c0 : index" if kind == "index" else "arith.index_cast %i : i64 to index")
    return text.replace(") : KIND", ")" if kind == "index" else ") : i64").replace("KIND", kind)


def parallel_cases():
    for kind, way in itertools.product(("i64", "index"), WAYS):
        for step in HUGE if way == "constant" else [None]:
            yield way, kind, step


def check_parallel(check, run, way, kind, step):
    name = parallel_name(way, kind, step)
    for by, upper in itertools.product(HUGE if step is None else [step], (5, 1, 0, -3)):
        what = "%s to %d by %d" % (name, upper, by)
        steps = range(0, upper, by)
        arguments = {"x": scalar("f64", 3.0), "y": zeros("f64", 6), "upper": upper, "given": by,
                     "bounds": Array("i64", (2,), [by, upper])}
        check.equal(what, run(name, arguments, results=True), [len(steps), len(steps) * max(upper, 0)])
        seeds = Array("f64", (6,), [1.0] * 6)
        after = run(name + ".grad", {**arguments, "x.grad": scalar("f64", 0.0), "y.grad": seeds})
        check.same_bits(what + ", gradient", after["x.grad"], scalar("f64", 6.0 * len(steps)))
        check.same_bits(what + ", seeds", after["y.grad"],
                        Array("f64", (6,), [0.0 if index in steps else 1.0 for index in range(6)]))


# From far below 0 to far above, with bounds from memory: what the variable is in each iteration, too. Loaders take bounds
# that are less than 2^63 apart.
SPANS = """
qd.kernel @spans(%bounds: memref<3xi64>) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i64
  %lower = memref.load %bounds[%c0] : memref<3xi64>
  %upper = memref.load %bounds[%c1] : memref<3xi64>
  %step = memref.load %bounds[%c2] : memref<3xi64>
  %count, %sum = qd.for (%i) in (%upper) from (%lower) step (%step) : i64 reduce(addi, addi) -> i64, i64 {
    qd.yield %one, %i : i64, i64
  }
  qd.return %count, %sum : i64, i64
}
"""


def check_spans(check, run):
    ends = (-2 ** 63, -2 ** 62 - 5, -1, 0, 1, 2 ** 62 + 5, 2 ** 63 - 1)
    for lower, upper, step in itertools.product(ends, ends, (2 ** 63 - 1, 2 ** 62, 2 ** 62 - 3, 2 ** 60)):
        values = range(lower, upper, step)
        if upper - lower >= 2 ** 63:
            continue
        check.equal("spans from %d to %d by %d" % (lower, upper, step),
                    run("spans", {"bounds": Array("i64", (3,), [lower, upper, step])}, results=True),
                    [len(values), wrap(sum(values), "i64")])


def main(folder, share, *options):
    share = int(share)
    launcher, check = Launcher(), Check()
    signs = (True, False)
    parts = {"triples": "".join(triples_text(is_signed) for is_signed in signs)}
    for kind in KINDS:
        parts[kind] = "".join(limits_text("%s_%s_%s" % (name, kind, "signed" if is_signed else "unsigned"), body, kind,
                                          is_signed)
                              for name, body in BODIES.items() for is_signed in signs)
        parts[kind] += "".join(constants_text(kind, is_signed) for is_signed in signs)
    parts["huge"] = SPANS + "".join(parallel_text(*case) for case in parallel_cases())
    packages = {name: compile_kernel(text, "%s/trip_counts_%s" % (folder, name), *options)
                for name, text in parts.items()}

    def runner(part):
        def run(kernel, arguments, results=False):
            outcome = launcher.launch(kernel, packages[part], kernel, arguments, keep=True)
            if outcome.problem:
                check.fail("%s: %s" % (kernel, outcome.problem))
            return outcome.results if results else outcome.arrays
        return run

    for is_signed in signs:
        check_triples(check, runner("triples"), share, is_signed)
        for kind in KINDS:
            for name in BODIES:
                check_limits(check, runner(kind), name, kind, is_signed)
            check_constants(check, runner(kind), kind, is_signed)
    check_spans(check, runner("huge"))
    for case in parallel_cases():
        check_parallel(check, runner("huge"), *case)
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
