"""The warnings of random kernels against what their trees show: random_warnings.py FOLDER FIRST COUNT

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Kernels of the generator are right: iterations keep to elements of their own, indices are in bounds, and flags are
written. So -Wrace, -Wbounds and -Wflag find nothing. Arguments that no statement names, and serial loops over arrays,
there are, and the compiler must find these and no others.
"""
import collections
import json
import subprocess
import sys

SHORT = 64  # iterations of a loop that is not worth a task of many threads
ACCESSES = ("load", "store", "atomic", "cas")


def warnings_of(path):
    """What qdc says about a source, without compiling it."""
    run = subprocess.run(["qdc", "compile", str(path), "--stop-after=parse", "-o", "/dev/null",
                          "--diagnostic-format=json"], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in run.stderr.splitlines()]


class Reader:
    """Reads one program."""

    def __init__(self, program):
        self.program, self.serial = program, set()
        self.constants = {}  # of every block, helpers too
        for block in [program.body] + [helper.body for helper in program.live_helpers()]:
            self.constants.update((op.results[0], op.number) for op in block.walk() if op.kind == "constant")

    def unused(self):
        """Names of the kernel's arguments that nothing names."""
        arrays, values = set(), set(self.program.body.yields)
        for op in self.program.body.walk():
            for spec in [getattr(op, "array", None), getattr(op, "flag", None), *getattr(op, "arrays", [])]:
                arrays.add(id(spec))
            if op.kind == "call":
                arrays.update(map(id, self.program.sinks_of(op.helper.body)))
            values.update(op.operands)
            values.update(v for region in op.regions for v in region.yields)
        return sorted([spec.name for spec in self.program.parameters() if id(spec) not in arrays] +
                      [name for name, _, _ in self.program.scalars if name not in values])

    def inlined(self, block):
        """Every operation that runs in a block, those of helpers too."""
        for op in block.ops:
            yield op
            for region in op.regions:
                yield from self.inlined(region)
            if op.kind == "call":
                yield from self.inlined(op.helper.body)

    def is_short(self, loop, before=1):
        """Whether constants bound a loop, and those in it, to few iterations together."""
        if loop.kind != "for" or any(bound not in self.constants for bound in loop.operands[:3]):
            return False
        lower, upper, step = (self.constants[bound] for bound in loop.operands[:3])
        here = before * len(self.program.trips(loop, lower, upper, step))
        return here <= SHORT and all(self.is_short(inner, here) for inner in self.loops_in(loop.regions))

    def loops_in(self, regions):
        """The outermost loops in some regions."""
        for region in regions:
            for op in region.ops:
                if op.kind in ("for", "while", "do_while", "parallel"):
                    yield op
                else:
                    yield from self.loops_in(op.regions + ([op.helper.body] if op.kind == "call" else []))

    def find_serial(self, block):
        """Loops over arrays that hold no parallel loop. None of the block's is in one."""
        for op in block.ops:
            inside = [o for region in op.regions for o in self.inlined(region)]
            if op.kind == "for" and not any(o.kind == "parallel" for o in inside):
                if any(o.kind in ACCESSES and o.array.place != "local" for o in inside) and not self.is_short(op):
                    self.serial.add(id(op))
            elif op.kind == "call":
                self.find_serial(op.helper.body)
            elif op.kind != "parallel":
                for region in op.regions:
                    self.find_serial(region)
        return self.serial


def main(folder, first, count):
    from endtoend import Check
    from program import Printer
    from random_program import generate

    check, total = Check(), collections.Counter()
    for seed in range(int(first), int(first) + int(count)):
        program, path = generate(seed), "%s/k%s.qir" % (folder, seed)
        with open(path, "w") as file:
            file.write(Printer(program).text())
        found = collections.defaultdict(list)
        for warning in warnings_of(path):
            found[warning["option"]].append(warning["message"])
        reader = Reader(program)
        unused, serial = reader.unused(), len(reader.find_serial(program.body))
        check.equal("unused in %s" % path, sorted(m.split("'")[1] for m in found.pop("-Wunused", [])), unused)
        check.equal("serial loops in %s" % path, len(found.pop("-Wserial", [])), serial)
        check.equal("others in %s" % path, dict(found), {})
        total.update(kernels=1, unused=len(unused), serial=serial)
    print(dict(total))
    check.equal("both are there", bool(total["unused"] and total["serial"]), True)
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
