"""Every kind of atomic on every type: old values, sums over many iterations that meet, and compare-and-swap, in parallel
loops and in serial code.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *
from float_reference import add, extreme, multiply

FLOAT_KINDS = {"addf": add, "mulf": multiply, "minimumf": extreme(min, False), "maximumf": extreme(max, False),
               "minnumf": extreme(min, True), "maxnumf": extreme(max, True), "assign": lambda a, b, kind: b}


def integer_kinds(kind):
    as_signed = (lambda a: -a) if kind == "i1" else (lambda a: a)
    fold = lambda function: lambda a, b, kind: wrap(function(a, b), kind)
    return {
        "addi": fold(lambda a, b: a + b), "muli": fold(lambda a, b: a * b),
        "mins": lambda a, b, kind: min(a, b, key=as_signed), "maxs": lambda a, b, kind: max(a, b, key=as_signed),
        "minu": lambda a, b, kind: min(a, b, key=lambda v: unsigned(v, kind)),
        "maxu": lambda a, b, kind: max(a, b, key=lambda v: unsigned(v, kind)),
        "andi": fold(lambda a, b: a & b), "ori": fold(lambda a, b: a | b), "xori": fold(lambda a, b: a ^ b),
        "assign": lambda a, b, kind: b,
    }


def kinds_of(kind):
    return FLOAT_KINDS if is_float(kind) else integer_kinds(kind)


def pairs(kind):
    if is_float(kind):
        numbers = [0.0, 1.5, -2.25, 3.0, math.inf, -math.inf, math.nan, FLOATS[kind][2]]
    elif kind == "i1":
        numbers = [0, 1]
    else:
        top = 1 << (WIDTHS[kind] - 1)
        numbers = [0, 1, -1, 5, -77, top - 1, -top]
    return [(a, b) for a in numbers for b in numbers]


# What runs the iterations: a parallel loop, serial code, a parallel loop of one iteration around a serial one.
FORMS = {"each": ("qd.for (%i) in (%n) {", ""), "serial": ("scf.for %i = %c0 to %n step %c1 {", ""),
         "once": ("qd.for (%z) in (%c1) { scf.for %i = %c0 to %n step %c1 {", " }")}


def elementwise(form, kind, count):
    """Kind k folds %b into %xk, one iteration for each element, and keeps the old value in %ok."""
    kinds = list(kinds_of(kind)) + ["cas"]
    parameters = ["%%b: memref<%dx%s>, %%e: memref<%dx%s>" % (count, kind, count, kind)]
    parameters += ["%%x_%s: memref<%dx%s>, %%o_%s: memref<%dx%s>" % (k, count, kind, k, count, kind) for k in kinds]
    array = "memref<%dx%s>" % (count, kind)
    lines = ["qd.kernel @%s_%s(%s) {" % (form, kind, ", ".join(parameters)),
             "  %c0 = arith.constant 0 : index", "  %c1 = arith.constant 1 : index",
             "  %%n = arith.constant %d : index" % count, "  " + FORMS[form][0], "    %%v = memref.load %%b[%%i] : %s" % array,
             "    %%w = memref.load %%e[%%i] : %s" % array]
    for k in kinds:
        if k == "cas":
            if kind in ("i1", "f16", "bf16"):
                continue
            lines.append("    %%r_cas = qd.atomic_cas %%x_cas[%%i], %%w, %%v : %s" % array)
        else:
            lines.append("    %%r_%s = memref.atomic_rmw %s %%v, %%x_%s[%%i] : (%s, %s) -> %s" %
                         (k, k, k, kind, array, kind))
        lines.append("    memref.store %%r_%s, %%o_%s[%%i] : %s" % (k, k, array))
    return "\n".join(lines + ["  }" + FORMS[form][1], "}", ""])


def meeting(kind):
    """All iterations fold into two elements; the numbers are small enough for every order to give the same."""
    op, one = ("addf", "1.0") if is_float(kind) else ("addi", "true" if kind == "i1" else "1")
    return """
qd.kernel @meet_%(kind)s(%%x: memref<2x%(kind)s>, %%m: memref<2x%(kind)s>, %%n: index) {
  %%one = arith.constant %(one)s%(colon)s
  %%two = arith.constant 2 : index
  qd.for (%%i) in (%%n) {
    %%j = arith.remui %%i, %%two : index
    %%a = memref.atomic_rmw %(op)s %%one, %%x[%%j] : (%(kind)s, memref<2x%(kind)s>) -> %(kind)s
    %%b = memref.atomic_rmw %(max)s %%a, %%m[%%j] : (%(kind)s, memref<2x%(kind)s>) -> %(kind)s
  }
}
""" % {"kind": kind, "op": op, "one": one, "colon": "" if kind == "i1" else " : " + kind,
       "max": "maximumf" if is_float(kind) else "maxu"}


def compare_elements(check, package, form, kind, level):
    table, shape = pairs(kind), (len(pairs(kind)),)
    first, second = [a for a, _ in table], [b for _, b in table]
    expected = [a if index % 3 else b for index, (a, b) in enumerate(table)]
    arguments = {"b": Array(kind, shape, second), "e": Array(kind, shape, expected)}
    for k in list(kinds_of(kind)) + ["cas"]:
        arguments["x_" + k], arguments["o_" + k] = Array(kind, shape, first), zeros(kind, *shape)
    outcome = launch(package, "%s_%s" % (form, kind), arguments)
    check.equal("%s_%s %s exit code" % (form, kind, level), outcome.code, 0)
    for k, fold in kinds_of(kind).items():
        after = [fold(a, b, kind) for a, b in table]
        if k in ("minnumf", "maxnumf"):
            after = [g if g == w == 0 else w for g, w in zip(outcome["x_" + k].values, after)]
        what = "%s %s %s %s " % (form, kind, k, level)
        check.same_bits(what + "after", outcome.arrays.get("x_" + k), Array(kind, shape, after),
                        lambda index: " of %r" % (table[index],))
        check.same_bits(what + "old", outcome.arrays.get("o_" + k), Array(kind, shape, first))
    if kind not in ("i1", "f16", "bf16"):
        bits = (lambda v: float_bits(v, kind)) if is_float(kind) else (lambda v: v)
        after = [b if bits(a) == bits(w) else a for (a, b), w in zip(table, expected)]
        check.same_bits("%s %s cas after" % (form, kind), outcome.arrays.get("x_cas"), Array(kind, shape, after))
        check.same_bits("%s %s cas old" % (form, kind), outcome.arrays.get("o_cas"), Array(kind, shape, first))


def main(folder, level):
    check = Check()
    all_kinds = ("i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")
    package = compile_kernel("".join(elementwise(form, kind, len(pairs(kind))) for kind in all_kinds for form in FORMS) +
                             "".join(meeting(kind) for kind in all_kinds),
                             folder + "/atomics" + level, level)
    for kind in all_kinds:
        for form in FORMS:
            compare_elements(check, package, form, kind, level)
        count = 100 if kind in ("i8", "bf16", "f16") else 20000
        outcome = launch(package, "meet_" + kind, {"x": zeros(kind, 2), "m": zeros(kind, 2), "n": count},
                         environment={"QDRT_THREADS": "4"})
        half = float(count // 2) if is_float(kind) else wrap(count // 2, kind)
        last = half - 1 if kind != "i1" else 1
        check.same_bits("meet %s sum" % kind, outcome.arrays.get("x"), Array(kind, (2,), [half, half]))
        check.same_bits("meet %s maximum" % kind, outcome.arrays.get("m"), Array(kind, (2,), [last, last]))
    check.end()


main(*sys.argv[1:])
