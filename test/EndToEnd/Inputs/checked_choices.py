"""What a kernel computes and drops is no finding: checked_choices.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

In each kernel an operation gives what a check looks for, and a select or the like drops it: nothing is found then, and
the checked code leaves what the plain code leaves, which is what is written here. With other arguments the same
operation, at the line that ends in '// here', gives it and it is taken: that is found.
"""
import sys

from checks import AFTER, EACH, Case, run_case
from endtoend import *

KINDS = {"a": "i32", "b": "i32", "f": "f32", "g": "f32"}


class Choice(Case):
    """`right` and `wrong`: of the arrays a, b (i32), f, g (f32) of three numbers; `left`: what right arguments leave."""

    def __init__(self, check, body, right, wrong, message, left):
        loop = """  %zf = arith.constant 0.0 : f32
  %ten = arith.constant 10.0 : f32
  %n = memref.dim %a, %c0 : memref<?xi32>
  qd.for (%i) in (%n) {
    %x = memref.load %a[%i] : memref<?xi32>
    %y = memref.load %b[%i] : memref<?xi32>
    %u = memref.load %f[%i] : memref<?xf32>
    %v = memref.load %g[%i] : memref<?xf32>
""" + body + "\n  }" + AFTER
        if "REDUCE" in body:
            loop = loop.replace("  qd.for (%i)", "  %result = qd.for (%i)").replace("(%n) {", "(%n) reduce(minimumf) -> f32 {")
            loop = loop.replace("// REDUCE", "").replace(AFTER, "\n  memref.store %result, %f[%c0] : memref<?xf32>" + AFTER)
        given = {"a": [1, 2, 3], "b": [1, 2, 3], "f": [1.0, 2.0, 3.0], "g": [1.0, 2.0, 3.0], **right}
        arrays = {name: Array(KINDS[name], (3,), values) for name, values in given.items()}
        super().__init__(check, EACH, loop, {**arrays, "log": scalar("i32", 0)},
                         {name: Array(KINDS[name], (3,), values) for name, values in wrong.items()}, message, {"log": 0})
        self.left = left


def float_choice(body, right, wrong, message, left):
    """`body` makes %r, which goes to f."""
    return Choice("float", body + "\n    memref.store %r, %f[%i] : memref<?xf32>", right, wrong, message, {"f": left})


def integer_choice(body, right, wrong, message, left):
    """`body` makes %r, which goes to a."""
    return Choice("arithmetic", body + "\n    memref.store %r, %a[%i] : memref<?xi32>", right, wrong, message, {"a": left})


QUOTIENT = "    %q = arith.divf %u, %v : f32 // here\n"
IS_ZERO = "    %is = arith.cmpf oeq, %v, %zf : f32\n"
# r = v == 0 ? 0 : u / v in many forms: 0 in the middle is right, and a quotient beyond f32 at the end is wrong.
BY_ZERO, TOO_LARGE = {"f": [1.0, -2.0, 3.0], "g": [4.0, 0.0, 0.5]}, {"f": [1.0, -2.0, 3e38]}
LARGE, SAFE = "arith.divf gives inf of 3e+38, 0.5; the loop is at (2)", [0.25, 0.0, 6.0]
FLOAT = {
    "select": float_choice(IS_ZERO + QUOTIENT + "    %r = arith.select %is, %zf, %q : f32", BY_ZERO, TOO_LARGE, LARGE, SAFE),
    "the other operand": float_choice("    %is = arith.cmpf une, %v, %zf : f32\n" + QUOTIENT +
                                      "    %r = arith.select %is, %q, %zf : f32", BY_ZERO, TOO_LARGE, LARGE, SAFE),
    "condition afterwards": float_choice(QUOTIENT + IS_ZERO + "    %r = arith.select %is, %zf, %q : f32", BY_ZERO, TOO_LARGE,
                                         LARGE, SAFE),
    "passed on": float_choice(QUOTIENT + IS_ZERO + """    %w = arith.negf %q : f32
    %s = arith.subf %zf, %w : f32
    %r = arith.select %is, %zf, %s : f32""", BY_ZERO, TOO_LARGE, LARGE, SAFE),
    "two selects": float_choice(QUOTIENT + IS_ZERO + """    %less = arith.cmpi slt, %x, %zero : i32
    %s = arith.select %is, %zf, %q : f32
    %r = arith.select %less, %zf, %s : f32""", {"a": [1, 2, -1], "f": [1.0, -2.0, 3e38], "g": [4.0, 0.0, 0.5]},
                                {"a": [1, 2, 3]}, LARGE, [0.25, 0.0, 0.0]),
    "select after an effect": float_choice(QUOTIENT + """    memref.store %x, %b[%i] : memref<?xi32>
""" + IS_ZERO + "    %r = arith.select %is, %zf, %q : f32", BY_ZERO, TOO_LARGE, LARGE, SAFE),
    "branch": Choice("float", IS_ZERO + QUOTIENT + """    scf.if %is {
    } else {
      memref.store %q, %f[%i] : memref<?xf32>
    }""", BY_ZERO, TOO_LARGE, LARGE, {"f": [0.25, -2.0, 6.0]}),
    "select in a branch": Choice("float", IS_ZERO + QUOTIENT + """    %has = arith.cmpi sgt, %x, %zero : i32
    scf.if %has {
      %s = arith.select %is, %zf, %q : f32
      memref.store %s, %f[%i] : memref<?xf32>
    } else {
      %s = arith.select %is, %ten, %q : f32
      memref.store %s, %f[%i] : memref<?xf32>
    }""", BY_ZERO, TOO_LARGE, LARGE, {"f": SAFE}),
    "branch and select": Choice("float", IS_ZERO + QUOTIENT + """    %s = arith.select %is, %zf, %q : f32
    memref.store %s, %f[%i] : memref<?xf32>
    scf.if %is {
    } else {
      memref.store %q, %f[%i] : memref<?xf32>
    }""", BY_ZERO, TOO_LARGE, LARGE, {"f": SAFE}),
    "case": Choice("float", QUOTIENT + """    %case = arith.index_cast %x : i32 to index
    scf.index_switch %case
    case 2 {
      scf.yield
    }
    default {
      memref.store %q, %f[%i] : memref<?xf32>
    }""", BY_ZERO, TOO_LARGE, LARGE, {"f": [0.25, -2.0, 6.0]}),
    "loop that does not run": Choice("float", QUOTIENT + """    %end = arith.index_cast %y : i32 to index
    scf.for %j = %c0 to %end step %c1 {
      memref.store %q, %f[%i] : memref<?xf32>
    }""", {**BY_ZERO, "b": [1, 0, 2]}, TOO_LARGE, LARGE, {"f": [0.25, -2.0, 6.0]}),
    "select in a loop": float_choice(QUOTIENT + IS_ZERO + """    %end = arith.index_cast %y : i32 to index
    %r = scf.for %j = %c0 to %end step %c1 iter_args(%s = %zf) -> f32 {
      %t = arith.select %is, %zf, %q : f32
      %m = arith.maximumf %s, %t : f32
      scf.yield %m : f32
    }""", BY_ZERO, TOO_LARGE, LARGE, SAFE),
    "conditional loop": float_choice(QUOTIENT + IS_ZERO + """    %r, %last = scf.while (%s = %zf, %j = %zero) : (f32, i32) -> (f32, i32) {
      %more = arith.cmpi slt, %j, %y : i32
      scf.condition(%more) %s, %j : f32, i32
    } do {
    ^bb0(%s: f32, %j: i32):
      %t = arith.select %is, %zf, %q : f32
      %next = arith.addi %j, %one : i32
      scf.yield %t, %next : f32, i32
    }""", BY_ZERO, TOO_LARGE, LARGE, SAFE),
    "minimum": float_choice(QUOTIENT + "    %r = arith.minimumf %q, %ten : f32", {"f": [1.0, 2.0, 3.0], "g": [4.0, 0.0, 0.5]},
                            {"f": [1.0, 2.0, -3.0], "g": [4.0, 0.0, 0.0]}, "arith.divf gives -inf of -3, 0; the loop is at (2)",
                            [0.25, 10.0, 6.0]),
    "maximum that knows no NaN": float_choice(QUOTIENT + "    %r = arith.maxnumf %ten, %q : f32",
                                              {"f": [1.0, 0.0, -3.0], "g": [4.0, 0.0, 0.0]}, {"f": [1.0, 0.0, 3.0]},
                                              "arith.divf gives inf of 3, 0", [10.0, 10.0, 10.0]),
    "test for a NaN": float_choice(QUOTIENT + """    %nan = arith.cmpf uno, %q, %q : f32
    %r = arith.select %nan, %zf, %q : f32""", {"f": [1.0, 0.0, 3.0], "g": [4.0, 0.0, 0.5]}, {"f": [1.0, 1.0, 3.0]},
                                   "arith.divf gives inf of 1, 0", SAFE),
    "test of equality with itself": float_choice(QUOTIENT + """    %number = arith.cmpf oeq, %q, %q : f32
    %r = arith.select %number, %q, %zf : f32""", {"f": [1.0, 0.0, 3.0], "g": [4.0, 0.0, 0.5]}, {"f": [1.0, 1.0, 3.0]},
                                                 "arith.divf gives inf of 1, 0", SAFE),
    "test by magnitude": float_choice(QUOTIENT + """    %infinity = arith.constant 0x7F800000 : f32
    %magnitude = math.absf %q : f32
    %finite = arith.cmpf olt, %magnitude, %infinity : f32
    %small = arith.cmpf olt, %u, %ten : f32
    %s = arith.select %small, %zf, %q : f32
    %r = arith.select %finite, %q, %s : f32""", {"f": [1.0, 0.0, 3.0], "g": [4.0, 0.0, 0.5]}, {"f": [1.0, 0.0, 3e38]}, LARGE,
                                      SAFE),
    "comparison": float_choice(QUOTIENT + """    %large = arith.cmpf ogt, %q, %ten : f32
    %r = arith.select %large, %ten, %q : f32""", {"f": [1.0, 2.0, 3.0], "g": [4.0, 0.0, 0.5]}, {"f": [1.0, 0.0, 3.0]},
                               "arith.divf gives", [0.25, 10.0, 6.0]),
    "and": Choice("float", """    %q = math.sqrt %u : f32 // here
    %large = arith.cmpf ogt, %q, %ten : f32
    %positive = arith.cmpf ogt, %v, %zf : f32
    %both = arith.andi %large, %positive : i1
    %r = arith.select %both, %one, %zero : i32
    memref.store %r, %a[%i] : memref<?xi32>""", {"f": [4.0, -4.0, 144.0], "g": [1.0, -1.0, 1.0]},
                  {"g": [1.0, 1.0, 1.0]}, "math.sqrt gives", {"a": [0, 0, 1]}),
    "or": Choice("float", """    %q = math.sqrt %u : f32 // here
    %large = arith.cmpf ogt, %q, %ten : f32
    %negative = arith.cmpf olt, %v, %zf : f32
    %either = arith.ori %large, %negative : i1
    %r = arith.select %either, %one, %zero : i32
    memref.store %r, %a[%i] : memref<?xi32>""", {"f": [4.0, -4.0, 144.0], "g": [1.0, -1.0, 1.0]},
                 {"g": [1.0, 1.0, 1.0]}, "math.sqrt gives", {"a": [0, 1, 1]}),
    "reduction": Choice("float", QUOTIENT + "    qd.yield %q : f32 // REDUCE", {"f": [1.0, 2.0, 3.0], "g": [4.0, 0.0, 0.5]},
                        {"f": [1.0, -2.0, 3.0]}, "arith.divf gives -inf of -2, 0", {"f": [0.25, 2.0, 3.0]}),
    "atomic minimum": Choice("float", QUOTIENT + """    %old = memref.atomic_rmw minimumf %q, %g[%i] : (f32, memref<?xf32>) -> f32""",
                             {"f": [1.0, 2.0, 3.0], "g": [4.0, 0.0, 8.0]}, {"f": [1.0, -2.0, 3.0]},
                             "arith.divf gives -inf of -2, 0", {"g": [0.25, 0.0, 0.375]}),
    "integer of it": Choice("float", QUOTIENT + IS_ZERO + """    %k = arith.fptosi %q : f32 to i32
    %r = arith.select %is, %zero, %k : i32
    memref.store %r, %a[%i] : memref<?xi32>""", BY_ZERO, TOO_LARGE, LARGE, {"a": [0, 0, 6]}),
}

IS_TWO = "    %two = arith.constant 2 : i32\n    %is = arith.cmpi eq, %x, %two : i32\n"
ARITHMETIC = {
    "quotient": integer_choice(IS_TWO + """    %q = arith.divsi %x, %y : i32 // here
    %r = arith.select %is, %zero, %q : i32""", {"a": [7, 2, -9], "b": [2, 0, 3]}, {"a": [7, 3, -9]},
                               "division of 3 by zero; the loop is at (1)", [3, 0, -3]),
    "quotient that goes on": integer_choice(IS_TWO + """    %q = arith.divsi %x, %y : i32 // here
    %m = arith.muli %q, %two : i32
    %less = arith.cmpi slt, %m, %one : i32
    %safe = arith.select %less, %zero, %m : i32
    %r = arith.select %is, %zero, %safe : i32""", {"a": [7, 2, -9], "b": [2, 0, 3]}, {"a": [7, 3, -9]},
                                            "division of 3 by zero; the loop is at (1)", [6, 0, 0]),
    "remainder in a branch": Choice("arithmetic", """    %q = arith.remui %x, %y : i32 // here
    %is = arith.cmpi ne, %x, %one : i32
    scf.if %is {
      memref.store %q, %a[%i] : memref<?xi32>
    }""", {"a": [7, 1, 9], "b": [2, 0, 4]}, {"a": [7, 3, 9]}, "division of 3 by zero", {"a": [1, 1, 1]}),
    "and": integer_choice("""    %q = arith.divsi %x, %y : i32 // here
    %large = arith.cmpi sgt, %q, %one : i32
    %positive = arith.cmpf ogt, %v, %zf : f32
    %both = arith.andi %large, %positive : i1
    %r = arith.extui %both : i1 to i32""", {"a": [7, 2, 9], "b": [2, 0, 9], "g": [1.0, -1.0, 1.0]}, {"g": [1.0, 1.0, 1.0]},
                          "division of 2 by zero", [1, 0, 0]),
    "shift": integer_choice(IS_TWO + """    %q = arith.shli %x, %y : i32 // here
    %r = arith.select %is, %zero, %q : i32""", {"a": [7, 2, 9], "b": [2, 32, 3]}, {"a": [7, 3, 9]},
                            "shift by 32 of an integer of 32 bits; the loop is at (1)", [28, 0, 72]),
    "float that does not fit": integer_choice(IS_TWO + """    %q = arith.fptosi %u : f32 to i32 // here
    %r = arith.select %is, %zero, %q : i32""", {"a": [7, 2, 9], "f": [1.5, 1e20, -3.0]}, {"a": [7, 3, 9]},
                                              "1e+20 does not fit a signed integer of 32 bits; the loop is at (1)", [1, 0, -3]),
    "index": integer_choice(IS_TWO + """    %most = arith.constant 9223372036854775807 : index
    %k = arith.index_cast %y : i32 to index
    %q = arith.addi %most, %k : index // here
    %s = arith.select %is, %c1, %q : index
    %r = arith.index_cast %s : index to i32""", {"a": [7, 2, 9], "b": [0, 3, -2147483647]}, {"a": [7, 3, 9]},
                            "index arithmetic wraps: 9223372036854775807 + 3; the loop is at (1)", [-1, 1, -2147483648]),
}


def check_left(check, name, case, folder, options):
    """The arrays that right arguments leave are those that are written here."""
    path = "%s/%s" % (folder, name.replace(" ", "_").replace(".", "_"))
    left = launch(path + ".fatbin", arguments=case.right, options=["--checks=" + case.check])
    for array, values in case.left.items():
        check.same_bits("%s: %s" % (name, array), left.arrays.get(array), Array(KINDS[array], (3,), values))


def main(folder, *options):
    check = Check()
    for group, cases in (("float", FLOAT), ("arithmetic", ARITHMETIC)):
        for name, case in cases.items():
            name = "%s, %s" % (group, name)
            run_case(check, name, case, folder, options)
            check_left(check, name, case, folder, options)
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
