"""Prints a kernel of N parallel loops with M operations each, a serial load and store between them, whose values later
loops use: many_tasks.py N M

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

loops, operations = int(sys.argv[1]), int(sys.argv[2])
print("qd.kernel @many(%x: memref<?xf32>, %n: index, %k: f32) {")
print("%c0 = arith.constant 0 : index")
print("%v0 = memref.load %x[%c0] : memref<?xf32>")
for loop in range(loops):
    print(f"qd.for (%i) in (%n) {{\n%a0 = arith.addf %v{loop}, %k : f32")
    for operation in range(operations):
        print(f"%a{operation + 1} = arith.mulf %a{operation}, %v{loop // 2} : f32")
    print(f"memref.store %a{operations}, %x[%i] : memref<?xf32>\n}}")
    print(f"%v{loop + 1} = memref.load %x[%c0] : memref<?xf32>")
    print(f"memref.store %v0, %x[%c0] : memref<?xf32>")
print("}")
