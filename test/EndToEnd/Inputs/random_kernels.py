"""Random kernels against an interpreter: random_kernels.py FOLDER FIRST COUNT [OPTIONS...]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Makes the kernels of the seeds FIRST to FIRST + COUNT - 1 and runs each twice in a row, for each OPTIONS (of qdc compile,
separated by '+': -O3+--target=cpu:x86-64-v2). With --checks=CHECKS among them, that variant runs. Contraction is off, so every bit is known. Groups of kernels run in a
process of their own, so that a crash is one more finding. docs/hacking.md says how to hunt with it and how to reduce
what it finds.
"""
import random
import subprocess
import sys

from endtoend import *
from interpreter import AssertFailed, Bytes, Interpreter, MaximumReached, TooLong
from loader import Device, LoaderError, Memory
from program import GLOBAL_PLACES, Printer
from random_program import generate

GROUP, LAUNCHES, SEED, POOL = 30, 2, 77, 120


class Case:
    """A kernel, its inputs, and what each launch must leave."""

    def __init__(self, program):
        self.program, self.name = program, "k%d" % program.number
        source = random.Random(program.number + 1000000)
        self.pool = bytes(source.getrandbits(8) for _ in range(POOL))
        self.before = {spec.name: self.initial(spec, source) for spec in program.arrays if spec.place != "alias"}

    @staticmethod
    def initial(spec, source):
        count = math.prod(spec.shape)
        if spec.place == "constant":
            return list(spec.values)
        if spec.place != "argument":
            return [0.0 if is_float(spec.kind) else 0] * count
        if is_float(spec.kind):
            edge = [0.0, -0.0, math.inf, -math.inf, math.nan, FLOATS[spec.kind][2], math.ldexp(1, FLOATS[spec.kind][1] - 3)]
            return [source.choice(edge) if source.random() < 0.1 else round_float(source.uniform(-300, 300), spec.kind)
                    for _ in range(count)]
        return [wrap(source.getrandbits(64) if source.random() < 0.5 else source.randint(-9, 9), spec.kind)
                for _ in range(count)]

    def interpreter(self, memory):
        """For one launch."""
        return Interpreter(self.program, memory)

    def check_launch(self, kernel, number, check, here):
        """More to compare after a launch."""

    def expect(self):
        """Interprets the launches: (status, results, memory, pool) of each; None if that takes too long or if what
        is left depends on the order of iterations."""
        pool = bytearray(self.pool)
        memory = {name: list(values) for name, values in self.before.items()}
        for spec in self.program.arrays:
            if spec.place == "alias":
                memory[spec.name] = Bytes(pool, spec.kind, spec.offset)
        self.expected = []
        for ordinal in range(LAUNCHES):
            interpreter = self.interpreter(memory)
            interpreter.seed, interpreter.ordinal = SEED, ordinal
            status, results = "OK", None
            try:
                results = interpreter.run()
            except TooLong:
                return None
            except AssertFailed as failure:
                if failure.parallel:
                    return None
                status = "ASSERTION_FAILED"
            except MaximumReached:
                status = "LOOP_MAXIMUM"
            self.expected.append((status, results, {name: list(memory[name]) for name in self.before}, bytes(pool)))
        return self

    def run(self, package, check, what):
        """Launches it from a loaded package and compares."""
        kernel, pool, views, arguments = package.kernel(self.name), Memory(self.pool), {}, []
        for spec in self.program.parameters():
            memory = pool if spec.place == "alias" else Memory(Array(spec.kind, spec.shape, self.before[spec.name]))
            views[spec.name] = memory.view(spec.kind, spec.shape, spec.offset)
            arguments.append(views[spec.name])
        arguments += [(kind, number) for _, kind, number in self.program.scalars]
        kinds = [self.program.kinds[v] for v in self.program.body.yields]
        for number, (status, results, memory, after) in enumerate(self.expected):
            here, found = "%s %s launch %d " % (self.name, what, number), []
            try:
                found = kernel.launch(arguments, seed=SEED, maximum_iterations=10000)
                got = "OK"
            except LoaderError as error:
                got = error.status
            check.equal(here + "status", got, status)
            for position, (kind, a, b) in enumerate(zip(kinds, found, results or [])):
                kind = "i64" if kind == "index" else kind
                check.same_bits("%sresult %d" % (here, position), scalar(kind, a), scalar(kind, b))
            for spec in self.program.arrays:
                if spec.place == "alias":
                    continue
                got = package.read_global(self.program.symbol(spec), spec.kind, spec.shape) \
                    if spec.place in GLOBAL_PLACES else views[spec.name].array()
                check.same_bits(here + spec.name, got, Array(spec.kind, tuple(spec.shape), memory[spec.name]))
            check.equal(here + "memory of the overlapping arrays", pool.buffer[:POOL], after)
            self.check_launch(kernel, number, check, here)


def compile_cases(cases, path, options, check, edit=lambda text: text):
    """Makes a package of all, or of each if they do not compile together: (cases, path) of each package. A kernel that
    does not compile is a finding. `edit` may change the text."""
    text = edit("".join(Printer(case.program).text() for case in cases))
    problem = try_to_compile(text, path, ["--fp-contract=off", *options.split("+")])
    if not problem:
        return [(cases, path + ".fatbin")]
    if len(cases) == 1:
        check.fail("%s: %s" % (cases[0].name, problem[:2000]))
        return []
    return [pair for case in cases for pair in compile_cases([case], "%s_%s" % (path, case.name), options, check, edit)]


def variant_of(options):
    """The checked variant that the options of a package make, which runs then; or None."""
    lists = [option[len("--checks="):] for option in options.split("+") if option.startswith("--checks=")]
    return lists[0] if lists else None


def run_group(make, folder, first, count, levels):
    check = Check()
    cases = [case for case in (make(seed).expect() for seed in range(first, first + count)) if case]
    device = Device(threads=3)
    for number, options in enumerate(levels):
        for group, path in compile_cases(cases, "%s/random_%d_%d" % (folder, first, number), options, check):
            for case in group:
                package = device.load(path, variant=variant_of(options))
                case.run(package, check, options)
                package.unload()
    check.end()


def main(make, folder, first, count, *levels):
    """`make` gives the case of a seed. The arguments are those of the script, which runs itself for each group."""
    if count.startswith("group"):
        return run_group(make, folder, int(first), int(count[5:]), levels)
    first, failed = int(first), 0
    for start in range(first, first + int(count), GROUP):
        size = min(GROUP, first + int(count) - start)
        done = subprocess.run([sys.executable, "-B", sys.argv[0], folder, str(start), "group%d" % size, *levels],
                              capture_output=True, text=True)
        if done.returncode:
            failed += 1
            print("seeds %d to %d: exit code %d\n%s%s" % (start, start + size - 1, done.returncode, done.stdout, done.stderr))
    print("%d groups failed" % failed)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(lambda seed: Case(generate(seed)), *sys.argv[1:])
