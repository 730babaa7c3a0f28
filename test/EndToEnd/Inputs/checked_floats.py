"""Which operation the check `float` names: checked_floats.py FOLDER FIRST COUNT OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Random code without control, of the seeds FIRST to FIRST + COUNT - 1, on numbers of every size, infinities and NaNs among
them. An interpreter knows which operations make a NaN or an infinity of finite operands, and of which, that is not
dropped by a select, a minimum, a maximum or a comparison on every way on. The check must name one of them, with these
numbers, the first one where nothing can be dropped, and nothing where there is none.
"""
import math
import random
import re
import sys

from endtoend import FLOATS, Array, Check, compile_kernel, is_float, round_float, zeros
from interpreter import Interpreter
from loader import Device, LoaderError, Memory
from program import ArraySpec, Printer, Program
from random_values import Scope, Values

KINDS = ("f32", "f32", "f64", "f16", "bf16")
UNARY = ("math.sqrt", "arith.negf", "math.absf")
BINARY = ("arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.addf", "arith.mulf", "arith.minimumf",
          "arith.maximumf")
# What passes an operand on makes nothing of its own.
EXTREMES = ("arith.minimumf", "arith.maximumf")
QUIET = ("arith.negf", "math.absf", "arith.minimumf", "arith.maximumf", "arith.extf", "arith.select")
SCALARS, ELEMENTS = 6, 8


class Found:
    def __init__(self, name, result, operands):
        self.name, self.result, self.operands = name, result, operands


class Finder(Interpreter):
    """`values`: of all names, and of (name, operation) what an atomic addition leaves."""

    def run(self):
        self.values = {name: number for name, _, number in self.program.scalars}
        return self.block(self.program.body, self.values, self.memory)

    def run_atomic(self, op, env, arrays):
        super().run_atomic(op, env, arrays)
        self.values[op.results[0], "left"] = arrays[op.array.name][self.place(op, 1, env)]

    def taken(self):
        """The names whose values are not dropped: those that nothing uses, too."""
        ops = self.program.body.ops
        used, found = {name for op in ops for name in op.operands}, set()
        constants = {op.results[0] for op in ops if op.kind == "constant"}
        for op in reversed(ops):
            if op.kind != "compute":
                found.update(op.operands)
                continue
            result = op.results[0]
            if result not in used:
                found.add(result)
            if op.name == "arith.select":
                if result in found:
                    found.update((op.operands[0], op.operands[1 if self.values[op.operands[0]] else 2]))
            elif result in found and op.name.startswith("arith.cmpf"):
                asked = op.operands[0] == op.operands[1] or any(
                    name in constants and math.isinf(self.values[name]) for name in op.operands)
                found.update(name for name in op.operands if math.isnan(self.values[name]) and not asked)
            elif result in found and op.name in EXTREMES:
                found.update(op.operands if not math.isfinite(self.values[result]) else ())
            elif result in found:
                found.update(op.operands)
        return found

    def findings(self):
        taken, found = self.taken(), []
        for op in self.program.body.ops:
            if op.kind == "compute" and is_float(op.target) and op.name not in QUIET and op.results[0] in taken:
                look = Found(op.name, self.values[op.results[0]], [self.values[v] for v in op.operands])
            elif op.kind == "atomic":
                look = Found(op.how, self.values[op.results[0], "left"], [self.values[op.results[0]], self.values[op.operands[0]]])
            else:
                continue
            if not math.isfinite(look.result) and all(map(math.isfinite, look.operands)):
                found.append(look)
        return found


class Generator(Values):
    def __init__(self, seed):
        super().__init__(seed, Program(seed))

    def kind(self):
        return self.random.choice(KINDS)

    def size(self, kind):
        """Mostly such that one or two operations leave the type's range."""
        digits, smallest, largest = FLOATS[kind]
        if self.chance(0.06):
            return self.random.choice((math.inf, -math.inf, math.nan))
        if self.chance(0.1):
            return self.random.choice((0.0, -0.0))
        exponent = self.random.choice((1, 1, 1, 0.45, 0.7, -0.5)) * math.log2(largest)
        number = self.random.choice((-1, 1, 1)) * self.random.uniform(0.5, 1) * 2.0 ** (exponent * self.random.random())
        return round_float(number, kind)

    def operation(self, scope):
        kind, pick = self.kind(), self.random.random()
        newest = scope.values[-1]
        if self.chance(0.25) and is_float(self.program.kinds[newest]):
            # Divides by what is new, which may not be used again and be the only one that is not finite.
            kind = self.program.kinds[newest]
            return self.define(scope, [self.compute(scope, "arith.divf", kind, [self.value(scope, kind), newest])])
        values = [self.value(scope, kind) for _ in range(3)]
        if pick < 0.15:
            name = self.compute(scope, self.random.choice(UNARY), kind, values[:1])
        elif pick < 0.25:
            name = self.compute(scope, "math.fma", kind, values)
        elif pick < 0.35:
            less = self.compute(scope, "arith.cmpf olt", "i1", values[:2], kind)
            name = self.compute(scope, "arith.select", kind, [less, *values[1:]])
        elif pick < 0.5:
            name = self.cast(scope, values[0], self.kind())
        else:
            name = self.compute(scope, self.random.choice(BINARY), kind, values[:2])
        self.define(scope, [name])

    def generate(self):
        scope, program = Scope([], []), self.program
        arrays = {kind: ArraySpec("x_" + kind, kind, [ELEMENTS], "argument", [False]) for kind in set(KINDS)}
        program.arrays = [arrays[kind] for kind in sorted(arrays)]
        for _ in range(SCALARS):
            kind = self.kind()
            program.scalars.append((self.name(kind), kind, self.size(kind)))
            self.define(scope, [program.scalars[-1][0]])
        for _ in range(self.random.choice((4, 8, 12, 40))):
            self.operation(scope)
            spec = arrays[self.kind()]
            place = self.constant(scope, self.random.randrange(ELEMENTS))
            if self.chance(0.15):
                self.emit(scope, "store", (), [self.value(scope, spec.kind), place], array=spec)
            elif self.chance(0.1):
                self.emit(scope, "atomic", [spec.kind], [self.value(scope, spec.kind), place], array=spec, how="addf")
        # All of them are used.
        for position, value in enumerate(sorted(self.unused)):
            kind = program.kinds[value]
            if is_float(kind):
                self.emit(scope, "store", (), [value, self.constant(scope, position % ELEMENTS)], array=arrays[kind])
        program.body = scope.block
        return program


def expected(program):
    """What may be found, and the arrays that are left where nothing is."""
    memory = {spec.name: [0.0] * ELEMENTS for spec in program.arrays}
    finder = Finder(program, memory)
    finder.run()
    found = finder.findings()
    if all(op.kind != "compute" or (op.name not in EXTREMES and not op.name.startswith(("arith.select", "arith.cmpf")))
           for op in program.body.ops):
        found = found[:1]
    return found, memory


def is_same_finding(match, found):
    numbers, wanted = [match[2], *match[3].split(", ")], [found.result, *found.operands]
    return match[1] == found.name and len(numbers) == len(wanted) and all(
        is_same(text, number, set(KINDS)) for text, number in zip(numbers, wanted))


def is_same(text, number, kinds):
    """Whether a message's number is this one, in one of the types that operands have."""
    given = float(text)
    return any((math.isnan(given) and math.isnan(number)) or round_float(given, kind) == number for kind in kinds)


def check_program(check, package, program):
    found, memory = expected(program)
    kernel = package.kernel("k%d" % program.number)
    views = [Memory(zeros(spec.kind, ELEMENTS)).view(spec.kind, spec.shape) for spec in program.arrays]
    problem, what = None, "k%d" % program.number
    try:
        kernel.launch(views + [(kind, number) for _, kind, number in program.scalars])
    except LoaderError as error:
        problem = error.message
    if not found:
        check.equal(what, problem, None)
        for spec, view in zip(program.arrays, views):
            check.same_bits("%s: %s" % (what, spec.name), view.array(), Array(spec.kind, (ELEMENTS,), memory[spec.name]))
        return False
    match = re.search(r"check failed: (\S+) gives (\S+) of ([^(]*?) \(iteration 0\)", problem or "")
    if not match:
        check.fail("%s: got %r, want %s" % (what, problem, found[0].name))
        return True
    if not any(is_same_finding(match, each) for each in found):
        check.fail("%s: got %r, want one of %s" % (what, problem, [vars(each) for each in found]))
    return True


def main(folder, first, count, *options):
    check, programs = Check(), [Generator(seed).generate() for seed in range(int(first), int(first) + int(count))]
    text = "".join(Printer(program).text() for program in programs)
    package = Device(threads=1).load(compile_kernel(text, folder + "/checked_floats", "--fp-contract=off", "-Wno-unused",
                                                    "--checks=float", *options), variant="float")
    found = sum(check_program(check, package, program) for program in programs)
    print("%d of %d find something" % (found, len(programs)))
    check.equal("both are there", 0 < found < len(programs), True)
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
