"""Random kernels, and the same programs for dual numbers: loops of every kind, branches, gathers, atomic additions;
half of them overwrite what they read, in memory and in local arrays, and some read what an earlier loop left in a
temporary.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

random_cases(first, count) gives a Case for each seed, for derivatives.py. A kernel and its program are written side by
side, operation by operation. Values stay small: what grows goes through a sine.
"""
import random

import dual
from derivative_cases import Case

SIZE = 3
SIGNATURE = ("(%x: memref<3xT>, %w: memref<3xT>, %count: memref<3xi32>, %y: memref<3xT>, %z: memref<3xT>, "
             "%u: memref<3x3xT>, %a: T)")


class Writer:
    def __init__(self, seed, overwrites):
        self.random, self.kernel, self.program, self.names = random.Random(seed), [], [], 0
        self.overwrites, self.read_only = overwrites, "xw"

    def name(self):
        self.names += 1
        return "v%d" % self.names

    def write(self, depth, kernel, program=None):
        self.kernel.append("  " * depth + kernel)
        if program is not None:
            self.program.append("    " * depth + program)

    def operation(self, depth, values):
        pick, name = lambda: self.random.choice(values), self.name()
        a, b = pick(), pick()
        kernel, program = self.random.choice([
            ("arith.addf %%%s, %%%s : T" % (a, b), "%s + %s" % (a, b)),
            ("arith.subf %%%s, %%%s : T" % (a, b), "%s - %s" % (a, b)),
            ("arith.mulf %%%s, %%%s : T" % (a, b), "%s * %s" % (a, b)),
            ("math.sin %%%s : T" % a, "dual.sin(%s)" % a),
            ("math.cos %%%s : T" % a, "dual.cos(%s)" % a),
            ("math.tanh %%%s : T" % a, "dual.UNARY['tanh'](%s)" % a),
            ("arith.maximumf %%%s, %%%s : T" % (a, b), "dual.maximum(%s, %s)" % (a, b)),
            ("math.absf %%%s : T" % a, "dual.UNARY['absf'](%s)" % a),
            ("math.atan %%%s : T" % a, "dual.UNARY['atan'](%s)" % a),
        ])
        self.write(depth, "%%%s = %s" % (name, kernel), "%s = %s" % (name, program))
        return self.bounded(depth, name) if "mulf" in kernel or "addf" in kernel or "subf" in kernel else name

    def bounded(self, depth, value):
        name = self.name()
        self.write(depth, "%%%s = math.sin %%%s : T" % (name, value), "%s = dual.sin(%s)" % (name, value))
        return name

    def load(self, depth, indices):
        name, array, index = self.name(), self.random.choice(self.read_only), self.random.choice(indices)
        at = self.name()
        shift = self.random.choice(["%c0", "%c1", "%c2"])
        self.write(depth, "%%%ss = arith.addi %%%s, %s : index" % (at, index, shift))
        self.write(depth, "%%%s = arith.remui %%%ss, %%c3 : index" % (at, at),
                   "%s = (%s + %s) %% 3" % (at, index, shift[2:]))
        self.write(depth, "%%%s = memref.load %%%s[%%%s] : memref<3xT>" % (name, array, at),
                   "%s = %s[%s]" % (name, array, at))
        return name

    def element(self, depth, indices):
        """An element of a row of %u, which is the iteration's own, or of its local array: its type, and twice its name."""
        at, index = self.name(), self.random.choice(indices)
        self.write(depth, "%%%s = arith.remui %%%s, %%c3 : index" % (at, index), "%s = %s %% 3" % (at, index))
        if self.random.random() < 0.5:
            return "memref<3x3xT>", "%%u[%%i, %%%s]" % at, "u[i][%s]" % at
        return "memref<3xT>", "%%own[%%%s]" % at, "own[%s]" % at

    def read(self, depth, indices):
        kind, there, element = self.element(depth, indices)
        name = self.name()
        self.write(depth, "%%%s = memref.load %s : %s" % (name, there, kind), "%s = %s" % (name, element))
        return name

    def overwrite(self, depth, values, indices):
        kind, there, element = self.element(depth, indices)
        value = self.random.choice(values)
        self.write(depth, "memref.store %%%s, %s : %s" % (value, there, kind), "%s = %s" % (element, value))

    def temporary(self):
        """An array of the kernel's own, of products."""
        self.write(1, "%t = memref.alloc() : memref<3xT>", "t = [x[i] * w[i] for i in range(3)]")
        for line in ("qd.for (%i) in (%c3) {", "  %v = memref.load %x[%i] : memref<3xT>",
                     "  %o = memref.load %w[%i] : memref<3xT>", "  %p = arith.mulf %v, %o : T",
                     "  memref.store %p, %t[%i] : memref<3xT>", "}"):
            self.write(1, line)
        self.read_only += "tt"

    def branch(self, depth, values, indices):
        a, b, condition, name = self.random.choice(values), self.random.choice(values), self.name(), self.name()
        self.write(depth, "%%%s = arith.cmpf olt, %%%s, %%%s : T" % (condition, a, b))
        self.write(depth, "%%%s = scf.if %%%s -> (T) {" % (name, condition),
                   "if dual.value_of(%s) < dual.value_of(%s):" % (a, b))
        for end in ("} else {", "}"):
            inner = self.block(depth + 1, values, indices)
            self.write(depth + 1, "scf.yield %%%s : T" % inner, "%s = %s" % (name, inner))
            self.write(depth, end, "else:" if end == "} else {" else None)
        return name

    def counted(self, depth, values, indices):
        name, carried, index, start = self.name(), self.name(), self.name(), self.random.choice(values)
        end, count = self.random.choice([("%c3", "3"), ("%trips", "count[i]"), ("%i", "i"), ("%c2", "2")])
        self.write(depth, "%%%s = scf.for %%%s = %%c0 to %s step %%c1 iter_args(%%%s = %%%s) -> (T) {" % (
            name, index, end, carried, start), "%s = %s" % (carried, start))
        self.write(depth, "// a trip", "for %s in range(%s):" % (index, count))
        inner = self.block(depth + 1, values + [carried] * 3, indices + [index])
        self.write(depth + 1, "scf.yield %%%s : T" % inner, "%s = %s" % (carried, inner))
        self.write(depth, "}", "%s = %s" % (name, carried))
        return name

    def conditional(self, depth, values, indices):
        """Counts up to the trips, or down from them."""
        name, carried, index, start = self.name(), self.name(), self.name(), self.random.choice(values)
        isUp = self.random.random() < 0.5
        first, relation, last = ("c0", "ult", "trips") if isUp else ("trips", "ne", "c0")
        self.write(depth, "%%%s, %%%sn = scf.while (%%%s = %%%s, %%%sk = %%%s) : (T, index) -> (T, index) {" % (
            name, name, carried, start, carried, first),
            "%s, %sk = %s, %s" % (carried, carried, start, "0" if isUp else "count[i]"))
        self.write(depth, "// a trip", "while True:")
        passed = self.bounded(depth + 1, carried)
        self.write(depth + 1, "%%%sg = arith.cmpi %s, %%%sk, %%%s : index" % (carried, relation, carried, last))
        self.write(depth + 1, "scf.condition(%%%sg) %%%s, %%%sk : T, index" % (carried, passed, carried),
                   "if %sk == %s:" % (carried, "count[i]" if isUp else "0"))
        self.program.append("    " * (depth + 2) + "break")
        self.write(depth, "} do {")
        self.write(depth, "^bb0(%%%sb: T, %%%s: index):" % (carried, index), "    %sb, %s = %s, %sk" % (
            carried, index, passed, carried))
        inner = self.block(depth + 1, values + [carried + "b"] * 3, indices + [index])
        self.write(depth + 1, "%%%sm = arith.%s %%%s, %%c1 : index" % (carried, "addi" if isUp else "subi", index))
        self.write(depth + 1, "scf.yield %%%s, %%%sm : T, index" % (inner, carried),
                   "%s, %sk = %s, %sk %s 1" % (carried, carried, inner, carried, "+" if isUp else "-"))
        self.write(depth, "}", "%s = %s" % (name, passed))
        return name

    def update(self, depth, values, indices):
        value, at, old = self.random.choice(values), self.random.choice(indices), self.name()
        self.write(depth, "%%%sr = arith.remui %%%s, %%c3 : index" % (old, at), "%sr = %s %% 3" % (old, at))
        self.write(depth, "%%%s = memref.atomic_rmw addf %%%s, %%z[%%%sr] : (T, memref<3xT>) -> T" % (old, value, old),
                   "z[%sr] = z[%sr] + %s" % (old, old, value))

    def block(self, depth, values, indices):
        """Gives a value made in it."""
        values = list(values)
        for _ in range(self.random.randint(1, 3)):
            kinds = [self.operation, self.operation, self.load]
            if self.overwrites:
                kinds += [self.read, self.read]
            if depth < 5:
                kinds += [self.branch, self.counted, self.counted, self.conditional]
            kind = self.random.choice(kinds)
            if kind in (self.load, self.read):
                values.append(kind(depth, indices))
            elif kind == self.operation:
                values.append(self.operation(depth, values))
            else:
                values.append(kind(depth, values, indices))
            if self.random.random() < 0.2:
                self.update(depth, values, indices)
            if self.overwrites and self.random.random() < 0.5:
                self.overwrite(depth, values, indices)
        return self.operation(depth, values[-1:] + values)


def random_case(seed):
    writer, has_temporary = Writer(seed, seed % 2 == 0), seed % 3 == 0
    if has_temporary:
        writer.temporary()
    writer.write(1, "qd.for (%i) in (%c3) {", "for i in range(3):")
    writer.write(2, "%trips32 = memref.load %count[%i] : memref<3xi32>")
    writer.write(2, "%counted = arith.index_cast %trips32 : i32 to index")
    # Half of them bound what memory says.
    writer.write(2, "%%limit = arith.constant %d : index" % (4 if seed % 4 < 2 else 0))
    writer.write(2, "%%trips = arith.m%ssi %%counted, %%limit : index" % ("in" if seed % 4 < 2 else "ax"))
    writer.write(2, "%own = memref.alloca() : memref<3xT>", "own = [None] * 3")
    for index in range(3):
        writer.write(2, "memref.store %%a, %%own[%%c%d] : memref<3xT>" % index, "own[%d] = a" % index)
    writer.write(2, "%first = memref.load %x[%i] : memref<3xT>", "first = x[i]")
    result = writer.block(2, ["first", "a"], ["i"])
    # All arguments take part.
    writer.write(2, "%last = memref.load %w[%i] : memref<3xT>", "last = w[i]")
    writer.write(2, "%product = arith.mulf %last, %a : T", "product = last * a")
    writer.write(2, "%row = memref.load %u[%i, %c0] : memref<3x3xT>", "row = u[i][0]")
    writer.write(2, "%both = arith.mulf %row, %first : T", "both = row * first")
    writer.write(2, "%sum = arith.addf %product, %both : T", "sum = product + both")
    writer.update(2, ["sum"], ["i"])
    writer.write(2, "memref.store %%%s, %%y[%%i] : memref<3xT>" % result, "y[i] = %s" % result)
    writer.write(1, "}")
    scope = {"dual": dual}
    exec("def program(x, w, count, y, z, u, a):\n" + "\n".join(writer.program) + "\n    return []\n", scope)
    draw = lambda: [round(writer.random.uniform(-1.5, 1.5), 3) for _ in range(SIZE)]
    arguments = {"x": draw(), "w": draw(), "count": [writer.random.randint(0, 4) for _ in range(SIZE)], "y": draw(),
                 "z": draw(), "u": [draw() for _ in range(SIZE)], "a": round(writer.random.uniform(-1, 1), 3)}
    return Case("random%d" % seed, SIGNATURE, "\n" + "\n".join(writer.kernel) + "\n", arguments,
                ["x", "w", "y", "z", "u", "a"], scope["program"], modes="fg" if writer.overwrites or has_temporary else "fr")


def random_cases(first, count):
    return [random_case(seed) for seed in range(first, first + count)]
