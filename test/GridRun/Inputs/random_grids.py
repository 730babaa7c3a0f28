"""Random kernels as grids, against an interpreter: random_grids.py FOLDER KIND FIRST COUNT [OPTIONS...]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

KIND is kernels (random_kernels.py) or nests (random_nests.py), whose first launch runs here. Each seed takes one of the
widths, numbers of blocks and orders in turn; kernels whose arrays overlap, which the tool has none of, are left out.
"""
import sys

from grid import SUBGROUPS, run
from endtoend import *

import random_kernels
import random_nests

KINDS = {"kernels": lambda seed: random_kernels.Case(random_kernels.generate(seed)),
         "nests": lambda seed: random_nests.NestCase(random_nests.generate(seed))}
STATUS = {"OK": lambda text: text == "ok", "ASSERTION_FAILED": lambda text: text.startswith("error 1 "),
          "LOOP_MAXIMUM": lambda text: text.startswith("error 2 ")}


def run_case(case, folder, seed, check, options):
    path = "%s/%s.qir" % (folder, case.name)
    with open(path, "w") as file:
        file.write(random_kernels.Printer(case.program).text())
    arguments = {spec.name: Array(spec.kind, spec.shape, case.before[spec.name]) for spec in case.program.parameters()}
    arguments.update({name: number for name, _, number in case.program.scalars})
    widths, blocks = SUBGROUPS[seed % len(SUBGROUPS)], (1, 2, 3, 5)[seed % 4]
    order = ("forward", "backward", "random(%d)" % seed)[seed % 3]
    own = ["--blocks=%d" % blocks, "--order=" + order, "--seed=%d" % random_kernels.SEED, "--reduces-subgroups",
           "--maximum-iterations=10000"]
    if widths[0] and seed % 2:
        own.append("--loops=" + ("block", "grid")[seed // 2 % 2])
    outcome = run(path, case.name, arguments, folder, widths, *own, *options)
    what = "seed %d, widths %s, %s: " % (seed, widths, " ".join(own))
    if outcome.problem:
        return check.fail(what + outcome.problem)
    status, results, memory, _ = case.expected[0]
    check.equal(what + "status", outcome.status if not STATUS[status](outcome.status) else status, status)
    kinds = [case.program.kinds[v] for v in case.program.body.yields]
    for position, (kind, got, want) in enumerate(zip(kinds, outcome.results, results or [])):
        number = float(got) if is_float(kind) else int({"true": 1, "false": 0}.get(got, got))
        kind = "i64" if kind == "index" else kind
        check.same_bits("%sresult %d" % (what, position), scalar(kind, number), scalar(kind, want))
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
