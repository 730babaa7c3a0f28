"""Kernels as trees of operations: what the generator of random kernels makes, and their text.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A value is named by a string and has an element type ("index" too). A Block has arguments, operations and the values
that it yields. Kinds of operations, with their attributes:

compute   name (as in the text, with a predicate), source and target: element types of the operands and of the result
constant  number
load, store, atomic (how), cas: array; load also volatile. Operands: the value or values, then the indices
dim       array, axis
alloca    array
alloc     array; operands: the extents that its type does not say
dealloc   array
for       operands lower, upper, step, carried values; region: variable, carried arguments
while     operands carried values; regions: before (yields the condition, then what is passed) and after
if        operand condition; two regions
switch    operand index; cases; a region for each and one for the default
parallel  rank, form ("qd.for", "scf.parallel"), lower, steps (whether written), reduce; operands upper, lower, steps
do_while  flag: array; operand maximum, or none; maximum_is_error, if it can be; has one region
call      helper, arrays
assert    message
random, seed, ordinal
"""
from endtoend import float_bits, is_float, struct, unsigned, FORMATS

GLOBAL_PLACES = ("global", "constant")


class Op:
    def __init__(self, kind, results=(), operands=(), regions=(), **attributes):
        self.kind, self.results, self.operands, self.regions = kind, list(results), list(operands), list(regions)
        self.__dict__.update(attributes)


class Block:
    def __init__(self, arguments=()):
        self.arguments, self.ops, self.yields = list(arguments), [], []

    def walk(self):
        for op in self.ops:
            yield op
            for region in op.regions:
                yield from region.walk()


class ArraySpec:
    """An array. `place`: argument, alias, global, constant (global), flag, sink, parameter (of a helper), local,
    temporary."""

    def __init__(self, name, kind, shape, place, static=None, offset=0):
        self.name, self.kind, self.shape, self.place, self.offset = name, kind, list(shape), place, offset
        self.static = tuple(static) if static is not None else (place in GLOBAL_PLACES + ("local",),) * len(self.shape)

    def type(self):
        extents = "".join("%sx" % (n if s else "?") for n, s in zip(self.shape, self.static))
        return "memref<%s%s>" % (extents, self.kind)


class Helper:
    def __init__(self, name, arrays, scalars, body):
        self.name, self.arrays, self.scalars, self.body = name, arrays, scalars, body


class Program:
    """`scalars`: (name, element type, number). `results`: element types of what the body yields."""

    def __init__(self, number):
        self.number, self.arrays, self.scalars, self.helpers, self.body = number, [], [], [], Block()
        self.kinds = {}  # of every value

    def parameters(self):
        return [a for a in self.arrays if a.place not in GLOBAL_PLACES]

    def globals(self):
        return [a for a in self.arrays if a.place in GLOBAL_PLACES]

    def trips(self, loop, lower, upper, step):
        """What the variable of a `for` is with these bounds, none of which is below 0 where it counts without a sign."""
        return range(lower, upper, unsigned(step, self.kinds[loop.operands[2]]) if getattr(loop, "unsigned", False) else step)

    def symbol(self, spec):
        return "%s_%d" % (spec.name, self.number)

    def sinks_of(self, block):
        """The sinks that a helper's body stores to, callees included; they are its last parameters."""
        found = []
        for op in block.walk():
            for spec in [op.array] if hasattr(op, "array") else self.sinks_of(op.helper.body) if op.kind == "call" else []:
                if spec.place == "sink" and spec not in found:
                    found.append(spec)
        return found

    def live_helpers(self):
        """Those that are called, callees too."""
        live, blocks = [], [self.body]
        while blocks:
            for op in blocks.pop().walk():
                if op.kind == "call" and op.helper not in live:
                    live.append(op.helper)
                    blocks.append(op.helper.body)
        return [helper for helper in self.helpers if helper in live]


def literal(number, kind):
    if kind == "i1":
        return "true" if number else "false"
    if is_float(kind):
        return "0x%0*X : %s" % (2 * struct.calcsize(FORMATS[kind][1]), float_bits(number, kind), kind)
    return "%d : %s" % (number, kind)


class Printer:
    def __init__(self, program):
        self.program, self.lines = program, []

    def text(self):
        for spec in self.program.globals():
            values = "uninitialized" if spec.place == "global" else "dense<[%s]>" % ", ".join(
                literal(n, spec.kind).split(" ")[0] for n in spec.values)
            self.lines.append('memref.global "public" %s@%s : %s = %s' % (
                "constant " * (spec.place == "constant"), self.program.symbol(spec), spec.type(), values))
        for helper in self.program.live_helpers():
            parameters = ["%%%s: %s" % (a.name, a.type()) for a in helper.arrays + self.program.sinks_of(helper.body)]
            parameters += ["%%%s: %s" % (s, self.kind(s)) for s in helper.scalars]
            self.function("func.func private @%s_%d" % (helper.name, self.program.number), parameters, helper.body,
                          "return")
        parameters = ["%%%s: %s%s" % (a.name, a.type(), " {qd.may_alias}" * (a.place == "alias"))
                      for a in self.program.parameters()]
        parameters += ["%%%s: %s" % (name, kind) for name, kind, _ in self.program.scalars]
        self.function("qd.kernel @k%d" % self.program.number, parameters, self.program.body, "qd.return")
        return "\n".join(self.lines) + "\n"

    def function(self, head, parameters, body, end):
        self.lines.append("%s(%s)%s {" % (head, ", ".join(parameters), self.arrow(body.yields)))
        used = {id(a) for op in body.walk() for a in [getattr(op, "array", None), getattr(op, "flag", None),
                                                      *getattr(op, "arrays", [])]}
        for spec in self.program.globals():
            if id(spec) in used:
                self.lines.append("  %%%s = memref.get_global @%s : %s" % (spec.name, self.program.symbol(spec), spec.type()))
        self.block(body, "  ", end, always=True)
        self.lines.append("}")

    def kind(self, value):
        return self.program.kinds[value]

    def kinds(self, values):
        return ", ".join(map(self.kind, values))

    def arrow(self, values):
        return " -> (%s)" % self.kinds(values) if values else ""

    @staticmethod
    def names(values):
        return ", ".join("%" + v for v in values)

    def block(self, block, pad, end, always):
        for op in block.ops:
            head = "%s%s" % (self.names(op.results), " = " if op.results else "")
            for number, line in enumerate(getattr(self, "print_" + op.kind)(op, pad + "  ")):
                self.lines.append(pad + (head if number == 0 else "") + line if isinstance(line, str) else line[0])
        if block.yields or always:
            self.lines.append("%s%s %s%s" % (pad, end, self.names(block.yields),
                                             " : " + self.kinds(block.yields) if block.yields else ""))

    def region(self, block, pad, end="scf.yield", always=False):
        """The lines of a region, as they stand; `always`: it has a terminator also where it yields nothing."""
        outer, self.lines = self.lines, []
        self.block(block, pad, end, always)
        inner, self.lines = self.lines, outer
        return [(line,) for line in inner]

    def print_compute(self, op, pad):
        name, operands = op.name + (", " if " " in op.name else " "), self.names(op.operands)
        if op.name.startswith("index."):
            return ["%s%s" % (name, operands)]
        kind = op.source if op.name in CASTS or " " in op.name else op.target
        return ["%s%s : %s%s" % (name, operands, kind, " to " + op.target if op.name in CASTS else "")]

    def print_constant(self, op, pad):
        return ["arith.constant " + literal(op.number, self.kind(op.results[0]))]

    def element(self, op, first):
        return "%%%s[%s]" % (op.array.name, self.names(op.operands[first:]))

    def print_load(self, op, pad):
        return ["%s %s : %s" % ("qd.volatile_load" if op.volatile else "memref.load", self.element(op, 0), op.array.type())]

    def print_store(self, op, pad):
        return ["memref.store %%%s, %s : %s" % (op.operands[0], self.element(op, 1), op.array.type())]

    def print_atomic(self, op, pad):
        return ["memref.atomic_rmw %s %%%s, %s : (%s, %s) -> %s" % (
            op.how, op.operands[0], self.element(op, 1), op.array.kind, op.array.type(), op.array.kind)]

    def print_cas(self, op, pad):
        return ["qd.atomic_cas %s, %s : %s" % (self.element(op, 2), self.names(op.operands[:2]), op.array.type())]

    def print_dim(self, op, pad):
        return ["memref.dim %%%s, %%%s : %s" % (op.array.name, op.operands[0], op.array.type())]

    def print_alloca(self, op, pad):
        return ["%%%s = memref.alloca() : %s" % (op.array.name, op.array.type())]

    def print_alloc(self, op, pad):
        return ["%%%s = memref.alloc(%s) : %s" % (op.array.name, self.names(op.operands), op.array.type())]

    def print_dealloc(self, op, pad):
        return ["memref.dealloc %%%s : %s" % (op.array.name, op.array.type())]

    def print_for(self, op, pad):
        block = op.regions[0]
        variable, carried = block.arguments[0], block.arguments[1:]
        kind = self.kind(variable)
        text = "scf.for %s%%%s = %%%s to %%%s step %%%s" % ("unsigned " * getattr(op, "unsigned", False), variable, *op.operands[:3])
        if carried:
            text += " iter_args(%s)%s" % (", ".join("%%%s = %%%s" % pair for pair in zip(carried, op.operands[3:])),
                                          self.arrow(carried))
        return [text + (" : " + kind if kind != "index" else "") + " {", *self.region(block, pad), (pad[2:] + "}",)]

    def print_while(self, op, pad):
        before, after = op.regions
        text = "scf.while (%s) : (%s) -> (%s) {" % (
            ", ".join("%%%s = %%%s" % pair for pair in zip(before.arguments, op.operands)), self.kinds(op.operands),
            self.kinds(after.arguments))
        plain = Block(before.arguments)
        plain.ops = before.ops
        condition, passed = before.yields[0], before.yields[1:]
        return [text, *self.region(plain, pad),
                ("%sscf.condition(%%%s) %s : %s" % (pad, condition, self.names(passed), self.kinds(passed)),),
                (pad[2:] + "} do {",),
                ("%s^bb0(%s):" % (pad[2:], ", ".join("%%%s: %s" % (a, self.kind(a)) for a in after.arguments)),),
                *self.region(after, pad), (pad[2:] + "}",)]

    def print_if(self, op, pad):
        return ["scf.if %%%s%s {" % (op.operands[0], self.arrow(op.results)), *self.region(op.regions[0], pad),
                (pad[2:] + "} else {",), *self.region(op.regions[1], pad), (pad[2:] + "}",)]

    def print_switch(self, op, pad):
        lines = ["scf.index_switch %%%s%s" % (op.operands[0], " -> " + self.kinds(op.results) if op.results else "")]
        for label, region in zip(["case %d" % c for c in op.cases] + ["default"], op.regions):
            lines += [("%s%s {" % (pad[2:], label),), *self.region(region, pad, always=True), (pad[2:] + "}",)]
        return lines

    def print_parallel(self, op, pad):
        block, rank = op.regions[0], op.rank
        upper, lower, steps = (self.names(op.operands[k * rank:(k + 1) * rank]) for k in range(3))
        variables = self.names(block.arguments)
        if op.form == "scf.parallel":
            text = "scf.parallel (%s) = (%s) to (%s) step (%s)" % (variables, lower, upper, steps)
        else:
            text = "qd.for (%s) in (%s)" % (variables, upper)
            text += " from (%s)" % lower if op.lower else ""
            text += " step (%s)" % steps if op.steps else ""
            kind = self.kind(block.arguments[0])
            text += " : " + kind if kind != "index" else ""
            if op.reduce:
                text += " reduce(%s) -> %s" % (", ".join(op.reduce), self.kinds(op.results))
        return [text + " {", *self.region(block, pad, "qd.yield"), (pad[2:] + "}",)]

    def print_do_while(self, op, pad):
        limit = " max(%%%s)" % op.operands[0] if op.operands else ""
        limit += " on_max(error)" * getattr(op, "maximum_is_error", False)
        return ["qd.do_while %%%s%s : memref<%s> {" % (op.flag.name, limit, op.flag.kind), *self.region(op.regions[0], pad),
                (pad[2:] + "}",)]

    def print_call(self, op, pad):
        arrays = op.arrays + self.program.sinks_of(op.helper.body)
        return ["func.call @%s_%d(%s) : (%s) -> (%s)" % (
            op.helper.name, self.program.number, ", ".join(["%" + a.name for a in arrays] + ["%" + v for v in op.operands]),
            ", ".join([a.type() for a in arrays] + [self.kind(v) for v in op.operands]), self.kinds(op.results))]

    def print_assert(self, op, pad):
        return ['qd.assert %%%s, "%s"' % (op.operands[0], op.message)]

    def print_random(self, op, pad):
        return ["qd.random " + self.names(op.operands)]

    def print_seed(self, op, pad):
        return ["qd.seed"]

    def print_ordinal(self, op, pad):
        return ["qd.launch_ordinal"]


CASTS = {"arith." + name for name in ("extsi", "extui", "trunci", "index_cast", "index_castui", "sitofp", "uitofp", "fptosi",
                                     "fptoui", "extf", "truncf", "bitcast")}
