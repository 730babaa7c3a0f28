"""Kernels of the benchmarks' generator whose tasks are cut into parts, against an interpreter of their text.

usage: large_tasks.py FOLDER
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
import re
import struct
import subprocess
import sys

from endtoend import *

GENERATOR = os.path.join(os.path.dirname(__file__), "../../../benchmarks/generate_kernel.py")
LARGEST = 4096  # of --qd-split-large-tasks
SINGLE = struct.Struct("<f")


def single(value):
    return SINGLE.unpack(SINGLE.pack(value))[0]


def run_block(lines, position, values, arrays):
    """Interprets from `position` to the line that ends the block; gives the position of that line and what it yields."""
    while True:
        line = lines[position].strip()
        names = re.findall(r"%\w+", line)
        if line.startswith("}") or line.startswith("qd.return"):
            return position, None
        if line.startswith("scf.yield"):
            return position + 1, values[names[0]]
        result = names[0]
        if "arith.constant" in line:
            values[result] = int(line.split()[3])
        elif "arith.addi" in line:
            values[result] = values[names[1]] + values[names[2]]
        elif "memref.load" in line:
            values[result] = arrays[names[1]][values[names[2]]]
        elif "memref.store" in line:
            arrays[names[1]][values[names[2]]] = values[names[0]]
        elif "arith.negf" in line:
            values[result] = -values[names[1]]
        elif "arith.cmpf olt" in line:
            values[result] = values[names[1]] < values[names[2]]
        elif "scf.if" in line:
            middle = next(p for p in range(position, len(lines)) if lines[p].strip() == "} else {")
            taken = position if values[names[1]] else middle
            _, values[result] = run_block(lines, taken + 1, values, arrays)
            position = next(p for p in range(middle + 1, len(lines)) if lines[p].strip() == "}")
        elif "scf.for" in line:
            for _ in range(4):
                end, _ = run_block(lines, position + 1, values, arrays)
            position = end
        elif "qd.for" in line:
            values["%i"] = 0
            position, _ = run_block(lines, position + 1, values, arrays)
        else:
            left, right = values[names[1]], values[names[2]]
            values[result] = single({"addf": left + right, "subf": left - right, "mulf": left * right}[
                re.search(r"arith\.(\w+)", line).group(1)])
        position += 1


def interpret(text, x, y, k):
    lines = text.split("\n")
    arrays = {"%x": list(x), "%y": list(y)}
    run_block(lines, 1, {"%k": k}, arrays)
    return arrays["%y"]


def operations_of_functions(path):
    """The operations of each function of the lowered kernel, without constants."""
    text = subprocess.run(["qdc", "compile", path, "--print-ir-after=lower", "-o", path + ".out"], check=True,
                          capture_output=True, text=True).stderr
    counts = {}
    for line in text.split("\n"):
        line = line.strip()
        match = re.match(r"llvm\.func .*@([\w.$]+)", line)
        if match:
            name = match.group(1)
            counts[name] = 0
        elif re.match(r"(%\w+(:\d+)? = )?llvm\.", line) and "llvm.mlir.constant" not in line:
            counts[name] += 1
    return counts


def main():
    check, folder = Check(), sys.argv[1]
    for shape, operations, mix in (("straight-line", 12000, "all"), ("serial", 6000, "memory"),
                                   ("nested", 6000, "branches"), ("straight-line", 9000, "chain")):
        text = subprocess.run([sys.executable, GENERATOR, shape, str(operations), "--mix", mix, "--seed", "7"],
                              check=True, capture_output=True, text=True).stdout
        x = [single(0.1 * ((37 * i) % 101) - 5) for i in range(operations + 1)]
        y = [single(0.3 * ((53 * i) % 67) - 9) for i in range(operations + 1)]
        want = Array("f32", (len(y),), interpret(text, x, y, 0.375))
        for level in ("-O0", "-O3"):
            what = "%s of %d operations (%s), %s" % (shape, operations, mix, level)
            package = compile_kernel(text, "%s/%s-%s" % (folder, shape, mix), level, "--fp-contract=off")
            outcome = launch(package, None, {"x": Array("f32", (len(x),), x), "y": Array("f32", (len(y),), y),
                                             "k": 0.375, "n": 1})
            check.equal(what, outcome.code, 0)
            check.same_bits(what, outcome["y"], want)
        counts = operations_of_functions("%s/%s-%s.qir" % (folder, shape, mix))
        check.equal(what + " is cut", len(counts) > 3, True)
        check.equal(what + " has functions that are too large",
                    {name: count for name, count in counts.items() if count > LARGEST + LARGEST // 8}, {})
    check.end()


main()
