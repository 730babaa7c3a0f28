"""Random parallel loops over arrays of every type: every target and optimisation level gives the same bits.

With --fp-contract=off, + - * / sqrt, minima, comparisons, selections and conversions have one value each; the code at
-O0 for the oldest processor is the reference, which float_arithmetic.py and integer_arithmetic.py compare with exact
arithmetic, and vectorised code must agree with it.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import random
import sys

from endtoend import *

COUNT = 77  # no multiple of any vector length
INTEGERS = ("i8", "i16", "i32", "i64")
REALS = ("f16", "bf16", "f32", "f64")
INTEGER_OPS = ("addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "andi", "ori", "xori", "shli", "shrsi",
               "shrui", "maxsi", "minui", "ceildivsi", "floordivsi")
REAL_OPS = ("addf", "subf", "mulf", "divf", "minimumf", "maximumf")


class Loop:
    """The body of one parallel loop; `values` maps an element type to the names that hold one."""

    def __init__(self, seed):
        self.random, self.lines, self.names = random.Random(seed), [], 0

    def name(self):
        self.names += 1
        return "%%v%d" % self.names

    def put(self, pad, kind, text, values):
        name = self.name()
        self.lines.append("%s%s = %s" % (pad, name, text))
        values[kind] = values[kind] + [name]
        return name

    def pick(self, kind, values):
        return self.random.choice(values[kind][-5:])

    def convert(self, pad, values):
        a, b = self.random.sample(INTEGERS + REALS, 2)
        value = self.pick(a, values)
        if a in REALS and b in REALS:
            if BITS[a] == BITS[b]:
                return
            op = "extf" if BITS[b] > BITS[a] else "truncf"
        elif a in REALS:
            op = self.random.choice(("fptosi", "fptoui"))
        elif b in REALS:
            op = self.random.choice(("sitofp", "uitofp"))
        else:
            op = self.random.choice(("extsi", "extui")) if BITS[b] > BITS[a] else "trunci"
        self.put(pad, b, "arith.%s %s : %s to %s" % (op, value, a, b), values)

    def compare(self, pad, values):
        kind = self.random.choice(INTEGERS + REALS)
        op = "cmpf " + self.random.choice(("olt", "une", "uge")) if kind in REALS else \
            "cmpi " + self.random.choice(("slt", "ne", "uge"))
        name = self.name()
        self.lines.append("%s%s = arith.%s, %s, %s : %s" %
                          (pad, name, op, self.pick(kind, values), self.pick(kind, values), kind))
        return name

    def load(self, pad, values):
        kind = self.random.choice(INTEGERS + REALS)
        index = "%i"
        if self.random.random() < 0.6:
            wide = self.name()
            self.lines += ["%s%s = arith.extui %s : i8 to i64" % (pad, wide, self.pick("i8", values)),
                           "%s%s_m = arith.remui %s, %%n64 : i64" % (pad, wide, wide),
                           "%s%s_i = arith.index_cast %s_m : i64 to index" % (pad, wide, wide)]
            index = wide + "_i"
        self.put(pad, kind, "memref.load %%in_%s[%s] : memref<?x%s>" % (kind, index, kind), values)

    def store(self, pad, values):
        kind = self.random.choice(INTEGERS + REALS)
        self.lines.append("%smemref.store %s, %%out_%s[%%i] : memref<?x%s>" % (pad, self.pick(kind, values), kind, kind))

    def reload(self, pad, values):
        kind = self.random.choice(INTEGERS + REALS)
        self.put(pad, kind, "memref.load %%out_%s[%%i] : memref<?x%s>" % (kind, kind), values)

    def branch(self, pad, values, depth):
        condition, kind = self.compare(pad, values), self.random.choice(INTEGERS + REALS)
        result = self.name()
        self.lines.append("%s%s = scf.if %s -> %s {" % (pad, result, condition, kind))
        for last in (False, True):
            inner = dict(values)
            self.block(pad + "  ", inner, self.random.randint(0, 4), depth - 1)
            self.lines.append("%s  scf.yield %s : %s" % (pad, self.pick(kind, inner), kind))
            self.lines.append(pad + ("}" if last else "} else {"))
        values[kind] = values[kind] + [result]

    def loop(self, pad, values, depth):
        kinds = [self.random.choice(INTEGERS + REALS) for _ in range(2)]
        results = [self.name() for _ in kinds]
        arguments = [self.name() for _ in kinds]
        bound = self.name()
        self.lines += ["%s%s_m = arith.andi %s, %%seven : i8" % (pad, bound, self.pick("i8", values)),
                       "%s%s = arith.index_castui %s_m : i8 to index" % (pad, bound, bound)]
        upper = self.random.choice((bound, "%c3"))
        self.lines.append("%s%s = scf.for %s_k = %%c0 to %s step %%c1 iter_args(%s) -> (%s) {" % (
            pad, ", ".join(results), bound, upper,
            ", ".join("%s = %s" % (a, self.pick(k, values)) for a, k in zip(arguments, kinds)), ", ".join(kinds)))
        inner = dict(values)
        for argument, kind in zip(arguments, kinds):
            inner[kind] = inner[kind] + [argument]
        self.block(pad + "  ", inner, self.random.randint(1, 4), depth - 1)
        self.lines += ["%s  scf.yield %s : %s" % (pad, ", ".join(self.pick(k, inner) for k in kinds), ", ".join(kinds)),
                       pad + "}"]
        for result, kind in zip(results, kinds):
            values[kind] = values[kind] + [result]

    def block(self, pad, values, count, depth):
        for _ in range(count):
            pick = self.random.random()
            if pick < 0.3:
                kind = self.random.choice(INTEGERS)
                self.put(pad, kind, "arith.%s %s, %s : %s" % (self.random.choice(INTEGER_OPS), self.pick(kind, values),
                                                              self.pick(kind, values), kind), values)
            elif pick < 0.5:
                kind = self.random.choice(REALS)
                text = "math.sqrt %s : %s" % (self.pick(kind, values), kind) if self.random.random() < 0.1 else \
                    "arith.%s %s, %s : %s" % (self.random.choice(REAL_OPS), self.pick(kind, values),
                                              self.pick(kind, values), kind)
                self.put(pad, kind, text, values)
            elif pick < 0.62:
                self.convert(pad, values)
            elif pick < 0.68:
                kind = self.random.choice(INTEGERS + REALS)
                self.put(pad, kind, "arith.select %s, %s, %s : %s" % (
                    self.compare(pad, values), self.pick(kind, values), self.pick(kind, values), kind), values)
            elif pick < 0.78:
                self.load(pad, values)
            elif pick < 0.88:
                self.store(pad, values)
            elif pick < 0.92:
                self.reload(pad, values)
            elif depth > 0:
                self.random.choice((self.branch, self.loop))(pad, values, depth)

    def kernel(self, number):
        kinds = INTEGERS + REALS
        parameters = ["%%in_%s: memref<?x%s>, %%out_%s: memref<?x%s>" % (k, k, k, k) for k in kinds]
        head = ["qd.kernel @k%d(%s) {" % (number, ", ".join(parameters)), "  %c0 = arith.constant 0 : index",
                "  %c1 = arith.constant 1 : index", "  %c3 = arith.constant 3 : index", "  %seven = arith.constant 7 : i8",
                "  %n = memref.dim %in_i8, %c0 : memref<?xi8>", "  %n64 = arith.index_cast %n : index to i64",
                "  qd.for (%i) in (%n) {"]
        values = {}
        for kind in kinds:
            values[kind] = ["%first_" + kind]
            self.lines.append("    %%first_%s = memref.load %%in_%s[%%i] : memref<?x%s>" % (kind, kind, kind))
        self.block("    ", values, self.random.randint(8, 30), 2)
        for kind in kinds:
            self.lines.append("    memref.store %s, %%out_%s[%%i] : memref<?x%s>" % (values[kind][-1], kind, kind))
        return "\n".join(head + self.lines + ["  }", "}", ""])


def inputs(seed):
    source, arrays = random.Random(seed), {}
    for kind in INTEGERS:
        arrays["in_" + kind] = [wrap(source.getrandbits(64), kind) if source.random() < 0.5 else source.randint(0, 9)
                                for _ in range(COUNT)]
    for kind in REALS:
        edge = [0.0, -0.0, math.inf, -math.inf, math.nan, FLOATS[kind][2], math.ldexp(1, FLOATS[kind][1] - 3)]
        arrays["in_" + kind] = [round_float(source.choice(edge) if source.random() < 0.15 else source.uniform(-300, 300),
                                            kind) for _ in range(COUNT)]
    result = {name: Array(name[3:], (COUNT,), values) for name, values in arrays.items()}
    result.update({"out_" + kind: zeros(kind, COUNT) for kind in INTEGERS + REALS})
    return result


def main(folder, first, count):
    check, seeds = Check(), range(int(first), int(first) + int(count))
    text = "".join(Loop(seed).kernel(seed) for seed in seeds)
    path = "%s/targets_%s" % (folder, first)
    plain = compile_kernel(text, path + "_plain", "-O0", "--fp-contract=off", "--target=cpu:x86-64-v2")
    others = {"-O3": ["cpu:native", "cpu:x86-64-v2", "cpu:x86-64-v3", "cpu:x86-64-v4"], "-O1": ["cpu:native"],
              "-O2": ["cpu:x86-64-v3"]}
    packages = {level: compile_kernel(text, path + level, level, "--fp-contract=off", "--target=" + ",".join(targets))
                for level, targets in others.items()}
    for seed in seeds:
        want = launch(plain, "k%d" % seed, inputs(seed))
        check.equal("k%d exit code" % seed, want.code, 0)
        for level, targets in others.items():
            for target in targets:
                got = launch(packages[level], "k%d" % seed, inputs(seed), environment={"QDRT_TARGET": target})
                if got.lacks_processor():
                    continue
                what = "k%d %s %s " % (seed, level, target)
                check.equal(what + "exit code", got.code, 0)
                check.equal(what + "target", got.report and got.report["target"], target)
                for name, array in want.arrays.items():
                    check.same_bits(what + name, got.arrays.get(name), array)
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
