"""Prints a kernel with many arrays, or a switch of many cases.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys


def arrays(number):
    parameters = ", ".join("%%x%d: memref<?xf32>" % k for k in range(number))
    lines = ["qd.kernel @arrays(%s, %%n: index) {" % parameters, "  %one = arith.constant 1.0 : f32",
             "  qd.for (%i) in (%n) {"]
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


print("\n".join({"arrays": arrays, "cases": cases}[sys.argv[1]](int(sys.argv[2]))))
