"""Prints a kernel with many arrays, or a switch of many cases.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys


def arrays(number):
    """In iterations that may end early, which are functions of their own."""
    parameters = ", ".join("%%x%d: memref<?xf32>" % k for k in range(number))
    lines = ["qd.kernel @arrays(%s, %%n: index) {" % parameters, "  %one = arith.constant 1.0 : f32",
             "  qd.for (%i) in (%n) {", "    %first = memref.load %x0[%i] : memref<?xf32>",
             "    %fine = arith.cmpf ord, %first, %first : f32", "    qd.assert %fine, \"a number\""]
    lines += ["    memref.store %%one, %%x%d[%%i] : memref<?xf32>" % k for k in range(number)]
    return lines + ["  }", "  qd.return", "}"]


def cases(number):
    lines = ["qd.kernel @cases(%x: memref<?xi64>) {", "  %c0 = arith.constant 0 : index",
             "  %n = memref.dim %x, %c0 : memref<?xi64>", "  qd.for (%i) in (%n) {",
             "    %v = memref.load %x[%i] : memref<?xi64>", "    %at = arith.index_cast %v : i64 to index",
             "    %r = scf.index_switch %at -> i64"]
    for k in range(number):
        lines += ["    case %d {" % k, "      %%r%d = arith.constant %d : i64" % (k, k * k + 1),
                  "      scf.yield %%r%d : i64" % k, "    }"]
    return lines + ["    default {", "      scf.yield %v : i64", "    }",
                    "    memref.store %r, %x[%i] : memref<?xi64>", "  }", "  qd.return", "}"]


def reductions(number):
    """In a loop that one block may lead, which votes on going on."""
    names = ", ".join("%%r%d" % k for k in range(number))
    types = ", ".join(["f64"] * number)
    lines = ["qd.kernel @reductions(%%x: memref<?xf64>, %%y: memref<%dxf64>, %%go: memref<i32>) {" % number,
             "  %c0 = arith.constant 0 : index", "  %limit = arith.constant 20 : i64", "  %small = arith.constant 0.5 : f64",
             "  %n = memref.dim %x, %c0 : memref<?xf64>",
             "  %trips = qd.do_while %go max(%limit) : memref<i32> {",
             "    %%s:%d = qd.for (%%i) in (%%n) reduce(%s) -> %s {" % (number, ", ".join(["addf"] * number), types),
             "      %v = memref.load %x[%i] : memref<?xf64>"]
    for k in range(number):
        lines += ["      %%f%d = arith.constant %d.5 : f64" % (k, k), "      %%r%d = arith.mulf %%v, %%f%d : f64" % (k, k)]
    lines += ["      qd.yield %s : %s" % (names, types), "    }"]
    for k in range(number):
        lines += ["    %%i%d = arith.constant %d : index" % (k, k),
                  "    memref.store %%s#%d, %%y[%%i%d] : memref<%dxf64>" % (k, k, number)]
    return lines + ["    %more = arith.cmpf ogt, %s#0, %small : f64", "    %flag = arith.extui %more : i1 to i32",
                    "    memref.store %flag, %go[] : memref<i32>", "  }", "  qd.return", "}"]


print("\n".join({"arrays": arrays, "cases": cases, "reductions": reductions}[sys.argv[1]](int(sys.argv[2]))))
