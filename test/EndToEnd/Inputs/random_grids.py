"""Random kernels as grids, against an interpreter: random_grids.py FOLDER KIND FIRST COUNT [OPTIONS...]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

KIND is kernels (random_kernels.py) or nests (random_nests.py), whose first launch runs here. Each seed takes one of the
widths of subgroups, numbers of blocks and orders of threads; OPTIONS are further ones of qdc-run-grid. Kernels whose arrays
overlap, which that tool has none of, are left out.
"""
import sys

from endtoend import *
from grid import number_of, run

import random_kernels
import random_nests

KINDS = {"kernels": lambda seed: random_kernels.Case(random_kernels.generate(seed)),
         "nests": lambda seed: random_nests.NestCase(random_nests.generate(seed))}
STATUS = {"OK": "ok", "ASSERTION_FAILED": "error 1 ", "LOOP_MAXIMUM": "error 2 "}
# The width that the lowering counts on, and that of the device.
SUBGROUPS = [(0, 8), (0, 16), (0, 1), (32, 32), (64, 64)]


def options_of(seed):
    counted_on, device = SUBGROUPS[seed % len(SUBGROUPS)]
    order = ("forward", "backward", "random(%d)" % seed)[seed % 3]
    options = ["--grid-subgroup=%d" % counted_on, "--device-subgroup=%d" % device, "--order=" + order,
               "--blocks=%d" % (1, 2, 3, 5)[seed % 4], "--seed=%d" % random_kernels.SEED, "--maximum-iterations=10000"]
    options += ["--reduces-subgroups"] if seed % 7 else []
    options += ["--misaligned"] if seed % 11 == 0 else []
    return options + (["--loops=" + ("block", "grid", "graph")[seed // 2 % 3]] if seed % 2 else [])


def run_case(case, folder, seed, check, options):
    path = "%s/%s.qir" % (folder, case.name)
    with open(path, "w") as file:
        file.write(random_kernels.Printer(case.program).text())
    arguments = {spec.name: Array(spec.kind, spec.shape, case.before[spec.name]) for spec in case.program.parameters()}
    arguments.update({name: number for name, _, number in case.program.scalars})
    options = options_of(seed) + list(options)
    outcome = run(path, case.name, arguments, options, Array)
    what = "seed %d, %s: " % (seed, " ".join(options))
    if outcome.problem:
        return check.fail(what + outcome.problem)
    status, results, memory, _ = case.expected[0]
    check.equal(what + "status", outcome.status[:len(STATUS[status])], STATUS[status])
    kinds = [case.program.kinds[v] for v in case.program.body.yields]
    for position, (kind, got, want) in enumerate(zip(kinds, outcome.results, results or [])):
        kind = "i64" if kind == "index" else kind
        got = float(number_of(got)) if is_float(kind) else number_of(got)
        check.same_bits("%sresult %d" % (what, position), scalar(kind, got), scalar(kind, want))
    for spec in case.program.parameters():
        check.same_bits(what + spec.name, outcome.arrays[spec.name],
                        Array(spec.kind, tuple(spec.shape), memory[spec.name]))


def main(folder, kind, first, count, *options):
    check = Check()
    for seed in range(int(first), int(first) + int(count)):
        case = KINDS[kind](seed).expect()
        if case and not any(spec.place == "alias" for spec in case.program.arrays):
            run_case(case, folder, seed, check, options)
    check.end()


main(*sys.argv[1:])
