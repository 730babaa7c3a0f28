"""Prints a kernel with a parallel loop inside N levels of scf.if: deep_nest.py N

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

levels = int(sys.argv[1])
print("qd.kernel @deep(%c: i1, %n: index) {")
print("scf.if %c {\n" * levels)
print("qd.for (%i) in (%n) {\n}")
print("}\n" * levels)
print("}")
