"""Compilers that are wrong in one thing, which the random kernels must notice: broken_compilers.py FOLDER FIRST COUNT

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Each takes one operation for another. None of the operations makes an index or ends a loop, so that what is compiled
wrongly still runs.
"""
import sys

from endtoend import Check
from loader import Device
from random_kernels import Case, compile_cases
from random_program import generate

MISTAKES = [("arith.shrsi ", "arith.shrui "), ("arith.divsi ", "arith.divui "), ("arith.remsi ", "arith.remui "),
            ("arith.extui ", "arith.extsi "), ("arith.sitofp ", "arith.uitofp "), ("arith.fptoui ", "arith.fptosi ")]


def main(folder, first, count):
    check, device = Check(), Device(threads=2)
    seeds = range(int(first), int(first) + int(count))
    cases = [case for case in (Case(generate(seed)).expect() for seed in seeds) if case]
    for number, (right, wrong) in enumerate([("", "")] + MISTAKES):
        found = Check(quiet=True)
        edit = lambda text: text.replace(right, wrong) if right else text
        for group, path in compile_cases(cases, "%s/broken_%d" % (folder, number), "-O0", found, edit):
            for case in group:
                package = device.load(path)
                case.run(package, found, "-O0")
                package.unload()
        what = "'%s' taken for '%s' is noticed" % (right, wrong) if right else "a right compiler has failures"
        check.equal(what, found.failures > 0, bool(right))
    check.end()


main(*sys.argv[1:])
