"""Shrinks a random kernel that fails: reduce_kernel.py FOLDER SEED OPTIONS [nests]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

SEED and OPTIONS are those of random_kernels.py, or of random_nests.py if the last word says so. Removes operations and unwraps control as long as the kernel goes on to
fail in the same way (a wrong number, a crash, an error of the compiler), and leaves FOLDER/reduced.qir and the words of
the failure in FOLDER/reduced.txt. The reduced kernel still has no races, leaves no array and ends.
"""
import copy
import os
import sys

import nest_program
import random_program
from endtoend import Check, is_float
from loader import Device
from program import Op, Printer
from random_kernels import Case, compile_cases
from random_nests import NestCase

PURE = ("compute", "constant", "dim", "load", "seed", "ordinal", "random", "alloca")


def failure(make, program, folder, options):
    """How it fails: "" or "compiler", "crash", "wrong"; "" also for a program that is none. `make` gives its case."""
    try:
        case = make(program).expect()
    except (AssertionError, KeyError, TypeError, ValueError):
        return ""  # what was removed is needed: an index leaves its array, an element is read before it is written
    if case is None:
        return ""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        with open(folder + "/reduced.txt", "w") as log:
            os.dup2(log.fileno(), 1)
            check = Check()
            loaded = compile_cases([case], folder + "/reduced", options, check)
            if loaded:
                package = Device(threads=3).load(loaded[0][1])
                case.run(package, check, options)
            sys.stdout.flush()
            os._exit(1 if not loaded else 2 if check.failures else 0)
    status = os.waitpid(child, 0)[1]
    return "crash" if os.WIFSIGNALED(status) else ("", "compiler", "wrong")[os.WEXITSTATUS(status)]


def blocks_of(program):
    """Every block, outermost first, helpers after the kernel."""
    found = []
    todo = [program.body] + [h.body for h in program.live_helpers()]
    while todo:
        block = todo.pop(0)
        found.append(block)
        todo += [region for op in block.ops for region in op.regions]
    return found


def uses(program):
    return [v for block in blocks_of(program) for v in block.yields + [o for op in block.ops for o in op.operands]]


def repair(program):
    """Gives a constant of 0 to each use of a value that is gone, and drops what nobody reads."""
    scalars = {name for name, _, _ in program.scalars}

    def visit(block, visible):
        visible = visible | set(block.arguments)
        for op in list(block.ops):
            for number, value in enumerate(op.operands):
                if value not in visible:
                    op.operands[number] = zero(block, op, value)
            for region in op.regions:
                visit(region, visible)
            visible |= set(op.results)
        for number, value in enumerate(block.yields):
            if value not in visible:
                block.yields[number] = zero(block, None, value)

    def zero(block, before, value):
        kind = program.kinds[value]
        name = "z%d" % len(program.kinds)
        program.kinds[name] = kind
        place = block.ops.index(before) if before else len(block.ops)
        block.ops.insert(place, Op("constant", [name], number=0.0 if is_float(kind) else 0))
        return name

    for helper in program.live_helpers():
        visit(helper.body, set(helper.scalars))
    visit(program.body, scalars)
    while True:
        used, removed = set(uses(program)), False
        for block in blocks_of(program):
            kept = [op for op in block.ops if op.kind not in PURE or op.kind == "alloca" or used & set(op.results)]
            removed |= len(kept) != len(block.ops)
            block.ops = kept
        if not removed:
            break
    program.arrays = [a for a in program.arrays if a.name in named_arrays(program)]
    program.scalars = [s for s in program.scalars if s[0] in used]


def named_arrays(program):
    ops = [op for block in blocks_of(program) for op in block.ops]
    return {a.name for op in ops for a in [getattr(op, "array", None), getattr(op, "flag", None), *getattr(op, "arrays", [])]
            if a is not None}


def without(program, start, count):
    """A copy without the operations start to start + count - 1; an index that is in use stays, since it may be what
    keeps iterations apart."""
    program = copy.deepcopy(program)
    used, position = set(uses(program)), 0
    for block in blocks_of(program):
        kept = []
        for op in block.ops:
            is_index = op.kind == "compute" and op.target == "index" and op.results[0] in used
            if not start <= position < start + count or is_index:
                kept.append(op)
            position += 1
        block.ops = kept
    repair(program)
    return program


def unwrapped(program, number):
    """A copy with the body of a branch or loop in its place, run once."""
    program, position = copy.deepcopy(program), 0
    for block in blocks_of(program):
        for place, op in enumerate(block.ops):
            if position == number:
                if op.kind not in ("if", "for", "do_while", "switch"):
                    return None
                region = op.regions[0]
                names = dict(zip(region.arguments, [op.operands[0]] + op.operands[3:] if op.kind == "for" else []))
                names.update(zip(op.results, [names.get(v, v) for v in region.yields]))
                block.ops[place:place + 1] = region.ops
                for other in blocks_of(program):
                    other.yields = [names.get(v, v) for v in other.yields]
                    for user in other.ops:
                        user.operands = [names.get(v, v) for v in user.operands]
                repair(program)
                return program
            position += 1


def size(program):
    return sum(len(block.ops) for block in blocks_of(program))


def reduce(make, program, folder, options, kind):
    step = size(program) // 2
    while step:
        start, before = 0, size(program)
        while start < size(program):
            smaller = without(program, start, step)
            if size(smaller) < size(program) and failure(make, smaller, folder, options) == kind:
                program = smaller
            else:
                start += step
        for number in reversed(range(size(program))):
            smaller = unwrapped(program, number)
            if smaller and failure(make, smaller, folder, options) == kind:
                program = smaller
        print("%d operations" % size(program), flush=True)
        step = step if step == 1 and size(program) < before else step // 2
    return program


def main(folder, seed, options, what="kernels"):
    make, generate = {"kernels": (Case, random_program.generate), "nests": (NestCase, nest_program.generate)}[what]
    program = generate(int(seed))
    kind = failure(make, program, folder, options)
    if not kind:
        sys.exit("seed %s does not fail with %s" % (seed, options))
    program = reduce(make, program, folder, options, kind)
    failure(make, program, folder, options)
    print(Printer(program).text() + open(folder + "/reduced.txt").read())


main(*sys.argv[1:])
