"""Prints a kernel that takes as many scalars as asked for and adds them: many_slots.py COUNT

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

count = int(sys.argv[1])
print("qd.kernel @many(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, " + ", ".join("%%s%d: f32" % i for i in range(count)) + ") {")
print("  qd.for (%i) in (%n) {\n    %sum0 = memref.load %x[%i] : memref<?xf32>")
for i in range(count):
    print("    %%sum%d = arith.addf %%sum%d, %%s%d : f32" % (i + 1, i, i))
print("    memref.store %%sum%d, %%y[%%i] : memref<?xf32>\n  }\n  qd.return\n}" % count)
