"""Prints a kernel whose iterations need that many values at a time, so that they spill where a thread has no such number
of registers: spilling_kernel.py COUNT

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys


def main():
    count = int(sys.argv[1])
    lines = ["qd.kernel @spilling(%x: memref<?x?xf32>, %y: memref<?xf32>) {",
             "  %c0 = arith.constant 0 : index",
             "  %n = memref.dim %y, %c0 : memref<?xf32>",
             "  %sum0 = arith.constant 0.0 : f32",
             "  qd.for (%i) in (%n) {"]
    for number in range(count):
        lines += [f"    %k{number} = arith.constant {number} : index",
                  f"    %v{number} = memref.load %x[%i, %k{number}] : memref<?x?xf32>",
                  f"    %sum{number + 1} = arith.addf %sum{number}, %v{number} : f32"]
    lines.append(f"    %product0 = arith.negf %sum{count} : f32")
    for number in range(count):
        lines.append(f"    %product{number + 1} = arith.mulf %product{number}, %v{number} : f32")
    lines += [f"    memref.store %product{count}, %y[%i] : memref<?xf32>", "  }", "}"]
    print("\n".join(lines))


main()
