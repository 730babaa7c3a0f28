"""Random loops of parallel loops, reductions and serial statements: serial_tasks.py FOLDER FIRST COUNT [OPTIONS...]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Serial statements read and write cells, which parallel loops read too, and take sums and earlier values: what a device may
run in every block, what in one, and what must wait for what. Numbers are integers, and the reference is plain Python.
Most loops run a few times, some more often than a device looks whether it is to stop.
"""
import random
import sys

from endtoend import *
from launcher import Launcher

CELLS, WIDE = 4, 3


class Program:
    """The text of a kernel, and what it does with `memory`: cells "s0" and so on, arrays "w0" and so on, and "go"."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = "tasks%d" % seed
        self.size = self.random.choice((1, 70, 70, 1100, 3000))
        self.iterations = self.random.choice((1, 2, 3, 5, 35 if self.size < 1000 else 4))
        self.lines, self.steps, self.values, self.count = [], [], [], 0

    def new(self):
        self.count += 1
        return "%%v%d" % self.count

    def emit(self, line, step=None):
        self.lines.append("    " + line)
        if step:
            self.steps.append(step)

    def pick(self, count):
        return self.random.randrange(count)

    # ---- Statements: each a line or more, and a function of memory and values ----

    def read(self, cell):
        name = self.new()
        self.emit("%s = memref.load %%%s[] : memref<i64>" % (name, cell),
                  lambda memory, env: env.__setitem__(name, memory[cell][0]))
        return name

    def combine(self, lhs, rhs):
        name, factor = self.new(), self.random.choice((3, 5, 7))
        self.emit("%s_by = arith.muli %s, %%c%d : i64" % (name, lhs, factor))
        self.emit("%s = arith.addi %s_by, %s : i64" % (name, name, rhs),
                  lambda memory, env: env.__setitem__(name, wrap(env[lhs] * factor + env[rhs], "i64")))
        return name

    def some_value(self):
        """One that is there, mostly a late one, or a cell."""
        if self.values and self.random.random() < 0.6:
            return self.random.choice(self.values[-3:])
        return self.read("s%d" % self.pick(CELLS))

    def serial(self):
        value = self.combine(self.some_value(), self.some_value())
        cell = "s%d" % self.pick(CELLS)
        store = lambda memory, env: memory[cell].__setitem__(0, env[value])
        if self.random.random() < 0.25:
            self.emit("%s_odd = arith.trunci %s : i64 to i1" % (value, value))
            self.emit("scf.if %s_odd {" % value)
            self.emit("  memref.store %s, %%%s[] : memref<i64>" % (value, cell),
                      lambda memory, env: env[value] & 1 and store(memory, env))
            self.emit("}")
        else:
            self.emit("memref.store %s, %%%s[] : memref<i64>" % (value, cell), store)
        if self.random.random() < 0.5:
            self.values.append(value)

    def keep(self):
        self.values.append(self.read("s%d" % self.pick(CELLS)))

    def parallel(self):
        """Of an array: it becomes three times another one plus a value, a cell and the index; or of that its sum."""
        value, cell = self.some_value(), "s%d" % self.pick(CELLS)
        target, source = "w%d" % self.pick(WIDE), "w%d" % self.pick(WIDE)
        reduces, stores, reads = self.random.random() < 0.5, self.random.random() < 0.6, self.random.random() < 0.4
        name = self.new()
        head = "%s = qd.for (%%i) in (%%n) reduce(addi) -> i64 {" % name if reduces else "qd.for (%i) in (%n) {"
        self.emit(head)
        self.emit("  %%x = memref.load %%%s[%%i] : memref<?xi64>" % source)
        self.emit("  %x3 = arith.muli %x, %c3 : i64")
        self.emit("  %%y = arith.addi %%x3, %s : i64" % value)
        self.emit("  %k = arith.index_cast %i : index to i64")
        if reads:
            self.emit("  %%c = memref.load %%%s[] : memref<i64>" % cell)
        self.emit("  %%more = arith.addi %%k, %s : i64" % ("%c" if reads else "%k"))
        self.emit("  %z = arith.addi %y, %more : i64")
        if stores or not reduces:
            self.emit("  memref.store %%z, %%%s[%%i] : memref<?xi64>" % target)
        if reduces:
            self.emit("  qd.yield %z : i64")

        def run(memory, env):
            added = [memory[cell][0] if reads else k for k in range(self.size)]
            found = [wrap(3 * x + env[value] + k + added[k], "i64") for k, x in enumerate(memory[source])]
            if stores or not reduces:
                memory[target] = found
            env[name] = wrap(sum(found), "i64")

        self.emit("}", run)
        if reduces:
            self.values.append(name)

    def set_flag(self):
        """Counts down, or compares a value with a number."""
        if not self.values or self.random.random() < 0.4:
            before = self.read("go")
            self.emit("%s_less = arith.subi %s, %%c1 : i64" % (before, before))
            self.emit("memref.store %s_less, %%go[] : memref<i64>" % before,
                      lambda memory, env: memory["go"].__setitem__(0, env[before] - 1))
        else:
            value, name = self.some_value(), self.new()
            self.emit("%s = arith.andi %s, %%c7 : i64" % (name, value))
            self.emit("memref.store %s, %%go[] : memref<i64>" % name,
                      lambda memory, env: memory["go"].__setitem__(0, env[value] & 7))

    # ---- The kernel ----

    def generate(self):
        self.on_flag, self.visits = self.random.random() < 0.7, self.random.choice((1, 1, 2))
        count = self.random.randint(3, 7)
        flag_at = self.pick(count + 1)
        for number in range(count + 1):
            if self.on_flag and number == flag_at:
                self.set_flag()
            pick = self.random.random()
            (self.parallel if pick < 0.6 else self.serial if pick < 0.9 else self.keep)()
        arrays = ["%%s%d: memref<i64>" % k for k in range(CELLS)] + ["%%w%d: memref<?xi64>" % k for k in range(WIDE)]
        constants = ["  %%c%d = arith.constant %d : i64" % (k, k) for k in (1, 3, 5, 7)]
        constants += ["  %zero = arith.constant 0 : index", "  %one = arith.constant 1 : index",
                      "  %%most = arith.constant %d : i64" % self.iterations,
                      "  %%times = arith.constant %d : index" % self.iterations,
                      "  %%visits = arith.constant %d : index" % self.visits,
                      "  %n = memref.dim %w0, %zero : memref<?xi64>"]
        head = "  %ran = qd.do_while %go max(%most) : memref<i64> {" if self.on_flag else \
            "  scf.for %time = %zero to %times step %one {"
        loop = [head, *self.lines, "  }"]
        if self.visits > 1:
            loop = ["  scf.for %visit = %zero to %visits step %one {", *loop, "  }"]
        return "\n".join(["qd.kernel @%s(%s, %%go: memref<i64>) {" % (self.name, ", ".join(arrays)), *constants, *loop,
                          "  qd.return", "}", ""])

    def memory(self):
        cells = {"s%d" % k: [self.random.randrange(100)] for k in range(CELLS)}
        wide = {"w%d" % k: [self.random.randrange(1000) for _ in range(self.size)] for k in range(WIDE)}
        return {**cells, **wide, "go": [self.random.choice((0, 1, 2, self.iterations))]}

    def run(self, memory):
        for _ in range(self.visits):
            for time in range(self.iterations):
                env = {}
                for step in self.steps:
                    step(memory, env)
                if self.on_flag and memory["go"][0] == 0:
                    break


def main(folder, first, count, *options):
    check, launcher = Check(), Launcher()
    programs = [Program(seed) for seed in range(int(first), int(first) + int(count))]
    for begin in range(0, len(programs), 20):
        some = programs[begin:begin + 20]
        package = compile_kernel("".join(program.generate() for program in some),
                                 "%s/serial_tasks%d" % (folder, int(first) + begin), *options)
        for program in some:
            memory = program.memory()
            arguments = {name: Array("i64", (len(values),) if name[0] == "w" else (), values)
                         for name, values in memory.items()}
            launched = launcher.launch(program.name, package, program.name, arguments, keep=True)
            program.run(memory)
            check.equal(program.name + " problem", launched.problem, None)
            for name, values in memory.items():
                check.same_bits(program.name + " " + name, launched.arrays[name],
                                Array("i64", arguments[name].shape, values))
    check.end()


main(*sys.argv[1:])
