"""Checked variants: checks.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Each kernel below runs with right arguments, plain and checked, which must leave the same, and with a defect planted in
them, which the check must name with its place, the line that ends in '// here'.
"""
import sys

from endtoend import *

TOP = """  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
"""


def indices(*values):
    return Array("i64", (len(values),), values)


def numbers(count):
    return Array("f32", (count,), [float(k + 1) for k in range(count)])


class Case:
    """A kernel, right arguments, those that are others where it is wrong, the message, and the arrays that the iteration
    that is wrong leaves as they were: name to index. `check` is the one that finds it."""

    def __init__(self, check, signature, body, right, wrong, message, untouched=None, before=""):
        self.check, self.right, self.wrong, self.message = check, right, {**right, **wrong}, message
        self.untouched = untouched or {}
        self.text = "%sqd.kernel @k(%s) {\n%s%s\n}\n" % (before, signature, TOP, body)

    def line(self):
        return 1 + next(k for k, line in enumerate(self.text.split("\n")) if line.endswith("// here"))


GATHER = """  %n = memref.dim %p, %c0 : memref<?xi64>
  qd.for (%i) in (%n) {
    %k = memref.load %p[%i] : memref<?xi64>
    %at = arith.index_cast %k : i64 to index
"""
ARRAYS = "%p: memref<?xi64>, %x: memref<?xf32>, %y: memref<?xf32>, %log: memref<i32>"
GIVEN = {"p": indices(3, 0, 9, 5), "x": numbers(10), "y": zeros("f32", 4), "log": scalar("i32", 0)}
AFTER = "\n  memref.store %one, %log[] : memref<i32>"

BOUNDS = {
    "load": Case("bounds", ARRAYS, GATHER + """    %v = memref.load %x[%at] : memref<?xf32> // here
    memref.store %v, %y[%i] : memref<?xf32>
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 10, 5)},
                 "check failed: index 10 is outside of 'x', whose extent is 10; the loop is at (2) (iteration 2)",
                 {"y": 2, "log": 0}),
    "negative": Case("bounds", ARRAYS, GATHER + """    %v = memref.load %x[%at] : memref<?xf32> // here
    memref.store %v, %y[%i] : memref<?xf32>
  }""" + AFTER, GIVEN, {"p": indices(3, 0, -1, 5)}, "index -1 is outside of 'x', whose extent is 10", {"y": 2, "log": 0}),
    "store": Case("bounds", ARRAYS, GATHER + """    %v = memref.load %y[%i] : memref<?xf32>
    memref.store %v, %x[%at] : memref<?xf32> // here
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 1 << 40, 5)}, "index 1099511627776 is outside of 'x', whose extent is 10",
                  {"log": 0}),
    "two dimensions": Case("bounds", "%x: memref<?x6xf32>, %p: memref<4x6xi64>, %log: memref<i32>", """  %n = memref.dim %x, %c0 : memref<?x6xf32>
  %six = arith.constant 6 : index
  qd.for (%i, %j) in (%c4, %six) {
    %k = memref.load %p[%i, %j] : memref<4x6xi64>
    %at = arith.index_cast %k : i64 to index
    %v = memref.load %x[%i, %at] : memref<?x6xf32> // here
    memref.store %v, %x[%i, %j] : memref<?x6xf32>
  }""" + AFTER, {"x": Array("f32", (4, 6), [7.0] * 24), "p": Array("i64", (4, 6), [5] * 24), "log": scalar("i32", 0)},
                           {"p": Array("i64", (4, 6), [6 if k == 15 else 5 for k in range(24)])},
                           "index (2, 6) is outside of 'x', whose extents are (4, 6); the loop is at (2, 3) (iteration 15)",
                           {"log": 0}),
    "atomic": Case("bounds", ARRAYS.replace("%x: memref<?xf32>", "%x: memref<?xi32>"), GATHER + """    %old = memref.atomic_rmw addi %one, %x[%at] : (i32, memref<?xi32>) -> i32 // here
  }""" + AFTER, {**GIVEN, "x": zeros("i32", 10)}, {"p": indices(3, 0, 11, 5)},
                   "index 11 is outside of 'x', whose extent is 10; the loop is at (2)", {"log": 0}),
    "compare and swap": Case("bounds", ARRAYS.replace("%x: memref<?xf32>", "%x: memref<?xi32>"), GATHER + """    %old = qd.atomic_cas %x[%at], %zero, %one : memref<?xi32> // here
  }""" + AFTER, {**GIVEN, "x": zeros("i32", 10)}, {"p": indices(3, 0, 11, 5)}, "index 11 is outside of 'x'", {"log": 0}),
    "volatile": Case("bounds", ARRAYS, GATHER + """    %v = qd.volatile_load %x[%at] : memref<?xf32> // here
    memref.store %v, %y[%i] : memref<?xf32>
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 10, 5)}, "index 10 is outside of 'x'", {"y": 2, "log": 0}),
    "unused load": Case("bounds", ARRAYS, GATHER + """    %v = memref.load %x[%at] : memref<?xf32> // here
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 10, 5)}, "index 10 is outside of 'x'", {"log": 0}),
    "reduction": Case("bounds", ARRAYS + ", %sum: memref<f32>", GATHER.replace("  qd.for (%i) in (%n) {",
                                                                              "  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {") + """    %v = memref.load %x[%at] : memref<?xf32> // here
    qd.yield %v : f32
  }
  memref.store %s, %sum[] : memref<f32>""" + AFTER, {**GIVEN, "sum": scalar("f32", 0.0)}, {"p": indices(3, 0, 10, 5)},
                      "index 10 is outside of 'x', whose extent is 10; the loop is at (2)", {"log": 0, "sum": 0}),
    "lower bound and step": Case("bounds", ARRAYS, """  qd.for (%i) in (%c4) from (%c1) step (%c2) {
    %k = memref.load %p[%i] : memref<?xi64>
    %at = arith.index_cast %k : i64 to index
    %v = memref.load %x[%at] : memref<?xf32> // here
    memref.store %v, %y[%i] : memref<?xf32>
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 9, 15)}, "index 15 is outside of 'x', whose extent is 10; the loop is at (3) (iteration 1)",
                                 {"y": 3, "log": 0}),
    "nested serial loop": Case("bounds", ARRAYS, GATHER + """    %end = arith.addi %at, %c1 : index
    %sum = scf.for %j = %c0 to %end step %c1 iter_args(%s = %zero) -> i32 {
      %v = memref.load %x[%j] : memref<?xf32> // here
      memref.store %v, %y[%i] : memref<?xf32>
      %s1 = arith.addi %s, %one : i32
      scf.yield %s1 : i32
    }
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 10, 5)}, "index 10 is outside of 'x', whose extent is 10; the loop is at (2)", {"log": 0}),
    "branch": Case("bounds", ARRAYS, GATHER + """    %is = arith.cmpi sgt, %at, %c0 : index
    %v = scf.if %is -> f32 {
      %w = memref.load %x[%at] : memref<?xf32> // here
      scf.yield %w : f32
    } else {
      %w = memref.load %x[%i] : memref<?xf32>
      scf.yield %w : f32
    }
    memref.store %v, %y[%i] : memref<?xf32>
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 10, 5)}, "index 10 is outside of 'x'", {"y": 2, "log": 0}),
    "local array": Case("bounds", ARRAYS, GATHER + """    %local = memref.alloca() : memref<10xf32>
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %local[%at] : memref<10xf32> // here
    %w = memref.load %local[%at] : memref<10xf32>
    memref.store %w, %y[%i] : memref<?xf32>
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 10, 5)}, "index 10 is outside of the local array, whose extent is 10", {"y": 2, "log": 0}),
    "global": Case("bounds", ARRAYS, "  %t = memref.get_global @table : memref<10xf32>\n" + GATHER + """    %v = memref.load %t[%at] : memref<10xf32> // here
    memref.store %v, %y[%i] : memref<?xf32>
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 10, 5)}, "index 10 is outside of '@table', whose extent is 10", {"y": 2, "log": 0},
                   before='memref.global "private" @table : memref<10xf32> = dense<2.5>\n'),
    "helper": Case("bounds", ARRAYS, GATHER + """    %v = func.call @get(%x, %at) : (memref<?xf32>, index) -> f32
    memref.store %v, %y[%i] : memref<?xf32>
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 10, 5)}, "index 10 is outside of 'x', whose extent is 10; the loop is at (2)", {"y": 2, "log": 0},
                   before="""func.func private @get(%a: memref<?xf32>, %k: index) -> f32 {
  %v = memref.load %a[%k] : memref<?xf32> // here
  return %v : f32
}
"""),
    "scf.parallel": Case("bounds", ARRAYS, """  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %k = memref.load %p[%i] : memref<?xi64>
    %at = arith.index_cast %k : i64 to index
    %v = memref.load %x[%at] : memref<?xf32> // here
    memref.store %v, %y[%i] : memref<?xf32>
    scf.reduce
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 10, 5)}, "index 10 is outside of 'x'", {"y": 2, "log": 0}),
    "serial code": Case("bounds", ARRAYS + ", %k: index", """  %v = memref.load %x[%k] : memref<?xf32> // here
  memref.store %v, %y[%c0] : memref<?xf32>""" + AFTER, {**GIVEN, "k": 3}, {"k": 10},
                        "check failed: index 10 is outside of 'x', whose extent is 10 (iteration 0)", {"y": 0, "log": 0}),
    "loop bound": Case("bounds", ARRAYS + ", %k: index", """  %v = memref.load %p[%k] : memref<?xi64> // here
  %n = arith.index_cast %v : i64 to index
  qd.for (%i) in (%n) {
    %w = memref.load %x[%i] : memref<?xf32>
    memref.store %w, %y[%i] : memref<?xf32>
  }""" + AFTER, {**GIVEN, "k": 0}, {"k": 4}, "index 4 is outside of 'p', whose extent is 4", {"y": 0, "log": 0}),
    "loop on a flag": Case("bounds", ARRAYS + ", %go: memref<i32>", """  %n = memref.dim %p, %c0 : memref<?xi64>
  %rounds = qd.do_while %go : memref<i32> {
    %g = memref.load %go[] : memref<i32>
    %g1 = arith.subi %g, %one : i32
    memref.store %g1, %go[] : memref<i32>
    qd.for (%i) in (%n) {
      %k = memref.load %p[%i] : memref<?xi64>
      %next = arith.index_cast %k : i64 to index
      %v = memref.load %x[%next] : memref<?xf32> // here
      memref.store %v, %y[%i] : memref<?xf32>
      %three = arith.constant 3 : i64
      %k3 = arith.addi %k, %three : i64
      memref.store %k3, %p[%i] : memref<?xi64>
    }
  }""" + AFTER, {**GIVEN, "p": indices(0, 1, 2, 3), "go": scalar("i32", 3)}, {"go": scalar("i32", 9)},
                           "is outside of 'x', whose extent is 10; the loop is at (", {"log": 0}),
    "counted loop": Case("bounds", ARRAYS + ", %rounds: index", """  %n = memref.dim %p, %c0 : memref<?xi64>
  scf.for %r = %c0 to %rounds step %c1 {
    qd.for (%i) in (%n) {
      %at = arith.addi %r, %i : index
      %v = memref.load %x[%at] : memref<?xf32> // here
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }""" + AFTER, {**GIVEN, "rounds": 7}, {"rounds": 8}, "index 10 is outside of 'x', whose extent is 10; the loop is at (3)", {"log": 0}),
    "condition of a loop": Case("bounds", ARRAYS, """  scf.while (%r = %c0) : (index) -> index {
    %k = memref.load %p[%r] : memref<?xi64> // here
    %nine = arith.constant 9 : i64
    %more = arith.cmpi ne, %k, %nine : i64
    scf.condition(%more) %r : index
  } do {
  ^bb0(%r: index):
    qd.for (%i) in (%c4) {
      %v = memref.load %x[%r] : memref<?xf32>
      memref.store %v, %y[%i] : memref<?xf32>
    }
    %next = arith.addi %r, %c1 : index
    scf.yield %next : index
  }""" + AFTER, GIVEN, {"p": indices(3, 0, 8, 5)}, "index 4 is outside of 'p', whose extent is 4", {"log": 0}),
    "several variables": Case("bounds", "%x: memref<2x3x4xf32>, %k: index, %log: memref<i32>", """  %c3 = arith.constant 3 : index
  qd.for (%a, %b, %c) in (%c2, %c3, %c4) {
    %at = arith.addi %c, %k : index
    %v = memref.load %x[%a, %b, %at] : memref<2x3x4xf32> // here
    memref.store %v, %x[%a, %b, %c] : memref<2x3x4xf32>
  }""" + AFTER, {"x": Array("f32", (2, 3, 4), range(24)), "k": 0, "log": scalar("i32", 0)}, {"k": 4},
                              "4) is outside of 'x', whose extents are (2, 3, 4); the loop is at (", {"log": 0}),
}

# The body of a loop over one element of each array.
EACH = "%a: memref<?xi32>, %b: memref<?xi32>, %f: memref<?xf32>, %g: memref<?xf32>, %log: memref<i32>"
EACH_GIVEN = {"a": Array("i32", (3,), [7, -8, 9]), "b": Array("i32", (3,), [2, 3, 31]),
              "f": Array("f32", (3,), [1.5, -2147483648.0, 2147483520.0]), "g": Array("f32", (3,), [4.0, 0.25, 3.0]),
              "log": scalar("i32", 0)}


def each(check, body, wrong, message):
    loop = """  %n = memref.dim %a, %c0 : memref<?xi32>
  qd.for (%i) in (%n) {
    %x = memref.load %a[%i] : memref<?xi32>
    %y = memref.load %b[%i] : memref<?xi32>
    %u = memref.load %f[%i] : memref<?xf32>
    %v = memref.load %g[%i] : memref<?xf32>
""" + body + "\n  }" + AFTER
    kinds = {name: array.kind for name, array in EACH_GIVEN.items()}
    return Case(check, EACH, loop, EACH_GIVEN, {name: Array(kinds[name], (3,), values) for name, values in wrong.items()},
                message, {"log": 0})


def store_integer(operation, result="i32"):
    return "    %%r = %s // here\n    memref.store %%r, %%a[%%i] : memref<?xi32>" % operation


def store_float(operation):
    return "    %%r = %s // here\n    memref.store %%r, %%f[%%i] : memref<?xf32>" % operation


AT = "; the loop is at (1) (iteration 1)"
ARITHMETIC = {
    "division": each("arithmetic", store_integer("arith.divsi %x, %y : i32"), {"b": [2, 0, 31]}, "division of -8 by zero" + AT),
    "unsigned division": each("arithmetic", store_integer("arith.divui %x, %y : i32"), {"b": [2, 0, 31]}, "division of -8 by zero" + AT),
    "remainder": each("arithmetic", store_integer("arith.remsi %x, %y : i32"), {"b": [2, 0, 31]}, "division of -8 by zero" + AT),
    "power": each("arithmetic", store_integer("math.ipowi %x, %y : i32"), {"a": [7, 0, 9], "b": [2, -1, 2]},
                  "division by zero: zero to the power of -1" + AT),
    "shift": each("arithmetic", store_integer("arith.shli %x, %y : i32"), {"b": [2, 32, 31]}, "shift by 32 of an integer of 32 bits" + AT),
    "arithmetic shift": each("arithmetic", store_integer("arith.shrsi %x, %y : i32"), {"b": [2, -1, 31]}, "shift by -1 of an integer of 32 bits" + AT),
    "large float": each("arithmetic", store_integer("arith.fptosi %u : f32 to i32"), {"f": [1.5, 2147483648.0, 0.0]},
                        "2147483648 does not fit a signed integer of 32 bits" + AT),
    "NaN": each("arithmetic", store_integer("arith.fptosi %u : f32 to i32"), {"f": [1.5, math.nan, 0.0]},
                "nan does not fit a signed integer of 32 bits" + AT),
    "negative float": each("arithmetic", store_integer("arith.fptoui %v : f32 to i32"), {"g": [1.5, -1.0, -0.5]},
                           "-1 does not fit an unsigned integer of 32 bits" + AT),
    "sum": Case("arithmetic", "%x: memref<1xi64>, %j: index, %k: index", """  %r = arith.addi %j, %k : index // here
  %v = arith.index_cast %r : index to i64
  memref.store %v, %x[%c0] : memref<1xi64>""", {"x": indices(0), "j": (1 << 62), "k": (1 << 62) - 1}, {"k": 1 << 62},
                "index arithmetic wraps: 4611686018427387904 + 4611686018427387904", {"x": 0}),
    "difference": Case("arithmetic", "%x: memref<1xi64>, %j: index, %k: index", """  %r = arith.subi %j, %k : index // here
  %v = arith.index_cast %r : index to i64
  memref.store %v, %x[%c0] : memref<1xi64>""", {"x": indices(0), "j": -2, "k": (1 << 63) - 2}, {"k": (1 << 63) - 1, "j": -3},
                       "index arithmetic wraps: -3 - 9223372036854775807", {"x": 0}),
    "product": Case("arithmetic", "%x: memref<1xi64>, %j: index, %k: index", """  %r = arith.muli %j, %k : index // here
  %v = arith.index_cast %r : index to i64
  memref.store %v, %x[%c0] : memref<1xi64>""", {"x": indices(0), "j": 1 << 32, "k": -(1 << 31)}, {"k": 1 << 31},
                    "index arithmetic wraps: 4294967296 * 2147483648", {"x": 0}),
}

FLOAT = {
    "quotient": each("float", store_float("arith.divf %u, %v : f32"), {"g": [4.0, 0.0, 3.0]},
                     "arith.divf gives -inf of -2147483648, 0" + AT),
    "overflow": each("float", store_float("arith.mulf %u, %u : f32"), {"f": [1.5, 1e30, 0.0]},
                     "arith.mulf gives inf of 1e+30, 1e+30" + AT),
    "root": each("float", store_float("math.sqrt %v : f32"), {"g": [4.0, -4.0, 3.0]}, "math.sqrt gives"),
    "logarithm": each("float", store_float("math.log %v : f32"), {"g": [4.0, 0.0, 3.0]}, "math.log gives -inf of 0" + AT),
    "of no finite operand": each("float", store_float("arith.addf %u, %v : f32"),
                                 {"f": [1.5, math.inf, 3e38], "g": [1.0, -math.inf, 3e38]},
                                 "arith.addf gives inf of 3e+38, 3e+38; the loop is at (2)"),
}


def run_case(check, name, case, folder, options):
    path = "%s/%s" % (folder, name.replace(" ", "_").replace(".", "_"))
    package = compile_kernel(case.text, path, "--fp-contract=off", "--checks=" + case.check,
                             "--checks=float,bounds,arithmetic", *options)
    for checks in (case.check, "arithmetic,bounds,float"):
        here = "%s with %s: " % (name, checks)
        plain = launch(package, arguments=case.right)
        checked = launch(package, arguments=case.right, options=["--checks=" + checks])
        check.equal(here + "exit code without checks", plain.code, 0)
        check.equal(here + "exit code with right arguments", checked.code, 0)
        for array in plain.arrays:
            check.same_bits(here + array, checked.arrays.get(array), plain[array])
        found = launch(package, arguments=case.wrong, options=["--checks=" + checks])
        check.equal(here + "exit code of the defect", found.code, 1)
        failure = found.report and found.report["failure"]
        if not failure:
            check.fail(here + "no failure is reported")
            continue
        if case.message not in failure["message"]:
            check.fail("%smessage: got %r, want %r in it" % (here, failure["message"], case.message))
        check.equal(here + "line", failure["line"], case.line())
        check.equal(here + "status", failure["status"], "QDRT_ASSERTION_FAILED")
        for array, index in case.untouched.items():
            check.equal("%s%s[%d] is as it was" % (here, array, index), found[array].values[index],
                        case.wrong[array].values[index])


def main(folder, *options):
    check = Check()
    for name, case in {**BOUNDS, **ARITHMETIC, **FLOAT}.items():
        run_case(check, name, case, folder, options)
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
