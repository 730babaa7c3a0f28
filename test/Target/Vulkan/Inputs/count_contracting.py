"""Counts the sums, differences, products and quotients of floats in a module of SPIR-V, as spirv-dis prints it, and those
that a driver may make one operation with others.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import re
import sys

text = sys.stdin.read()
apart = set(re.findall(r"OpDecorate (%\S+) NoContraction", text))
operations = re.findall(r"(%\S+) = OpF(?:Add|Sub|Mul|Div) ", text)
print("%d operations, %d may contract" % (len(operations), sum(name not in apart for name in operations)))
