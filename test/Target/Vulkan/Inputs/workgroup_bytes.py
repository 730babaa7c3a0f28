"""Prints the bytes of workgroup memory of the entry point of a module of SPIR-V, as spirv-dis prints it, that has most.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import re
import sys

text = sys.stdin.read()
sizes = {name: int(width) // 8 for name, width in re.findall(r"(%\S+) = OpType(?:Int|Float) (\d+)", text)}
numbers = {name: int(value) for name, value in re.findall(r"(%\S+) = OpConstant %\S+ (\d+)\n", text)}
for name, element, count in re.findall(r"(%\S+) = OpTypeArray (%\S+) (%\S+)", text):
    sizes[name] = sizes[element] * numbers[count]
pointees = dict(re.findall(r"(%\S+) = OpTypePointer Workgroup (%\S+)", text))
variables = {name: sizes[pointees[pointer]]
             for name, pointer in re.findall(r"(%\S+) = OpVariable (%\S+) Workgroup", text)}
print(max(sum(variables.get(name, 0) for name in line.split()) for line in re.findall(r"OpEntryPoint .*", text)))
