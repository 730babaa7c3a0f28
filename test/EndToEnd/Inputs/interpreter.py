"""Runs a Program in the order of its text, one operation after the other.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Numbers are as in Array: ints with their sign (i1: 0 or 1), floats. Iterations of a parallel loop run in ascending order;
the generator makes none whose order matters.
"""
import itertools
import math
import struct

import float_reference
import integer_reference
from endtoend import FORMATS, float_bits, is_float, round_float, unsigned, wrap
from reduction_reference import FLOAT_KINDS, integer_kinds, reduce


class TooLong(Exception):
    """The program takes more steps than a test should."""


class AssertFailed(Exception):
    """A qd.assert failed; `parallel` if other iterations of a parallel loop may or may not have run."""

    def __init__(self, parallel):
        super().__init__()
        self.parallel = parallel


class MaximumReached(Exception):
    """A qd.do_while whose maximum is an error reached it with its flag set."""


class Bytes:
    """A list of numbers in bytes that others share."""

    def __init__(self, data, kind, offset):
        self.data, self.format, self.offset = data, "<" + FORMATS[kind][1], offset
        self.width = struct.calcsize(self.format)

    def __getitem__(self, position):
        return struct.unpack_from(self.format, self.data, self.offset + position * self.width)[0]

    def __setitem__(self, position, number):
        struct.pack_into(self.format, self.data, self.offset + position * self.width, number)


def from_bits(bits, kind):
    if kind == "bf16":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    code = FORMATS[kind][1]
    return struct.unpack("<" + code, bits.to_bytes(struct.calcsize(code), "little"))[0]


def round_to_integer(name, a):
    if not math.isfinite(a):
        return a
    if name == "round":  # ties away from zero
        whole = math.floor(abs(a)) + (abs(a) - math.floor(abs(a)) >= 0.5)
    else:
        return math.copysign(float({"floor": math.floor, "ceil": math.ceil, "trunc": math.trunc,
                                    "roundeven": round}[name](a)), a)
    return math.copysign(float(whole), a)


CASTS = {
    "extsi": lambda a, s, t: wrap(integer_reference.sign_of(a, s), t), "extui": lambda a, s, t: wrap(unsigned(a, s), t),
    "trunci": lambda a, s, t: wrap(a, t), "index_cast": lambda a, s, t: wrap(integer_reference.sign_of(a, s), t),
    "index_castui": lambda a, s, t: wrap(unsigned(a, s), t),
    "sitofp": lambda a, s, t: float_reference.from_integer(a, t, True, s),
    "uitofp": lambda a, s, t: float_reference.from_integer(a, t, False, s),
    "fptosi": lambda a, s, t: float_reference.to_integer(a, t, True),
    "fptoui": lambda a, s, t: float_reference.to_integer(a, t, False),
    "extf": lambda a, s, t: a, "truncf": lambda a, s, t: round_float(a, t),
    "bitcast": lambda a, s, t: from_bits(unsigned(a, s), t) if is_float(t) else wrap(float_bits(a, s), t),
}


def function_of(op):
    """What a compute operation does to a list of numbers."""
    name, predicate = (op.name.split(" ") + [None])[:2]
    dialect, short = name.split(".")
    source, kind = op.source, op.target
    if name == "arith.cmpi":
        return lambda v: int(integer_reference.holds(predicate, v[0], v[1], source))
    if name == "arith.cmpf":
        holds = float_reference.PREDICATES[predicate]
        return lambda v: int(holds(v[0], v[1]))
    if name == "arith.select":
        return lambda v: v[1] if v[0] else v[2]
    if dialect == "arith" and short in CASTS:
        cast = CASTS[short]
        return lambda v: cast(v[0], source, kind)
    if name == "math.fma":
        return lambda v: float_reference.fused(*v, kind)
    if name in ("arith.negf", "math.absf"):
        return (lambda v: -v[0]) if short == "negf" else lambda v: abs(v[0])
    if name == "math.sqrt":
        return lambda v: float_reference.square_root(v[0], None, kind)
    if short in ("floor", "ceil", "trunc", "roundeven", "round"):
        return lambda v: round_to_integer(short, v[0])
    if name == "math.ipowi":
        return lambda v: integer_reference.power(v[0], v[1], kind)
    if name in integer_reference.UNARY:
        return lambda v: integer_reference.UNARY[name](v[0], 0, kind)
    if dialect == "index":
        name = "arith." + integer_reference.INDEX_DIALECT[short]
    binary = integer_reference.BINARY[name] if name in integer_reference.BINARY else float_reference.BINARY[short]
    return lambda v: binary(v[0], v[1], kind)


def folding(how, kind):
    if how == "assign":
        return lambda a, b, kind: b
    return (FLOAT_KINDS if is_float(kind) else integer_kinds(kind))[how]


class Interpreter:
    """`memory`: name of an array to its numbers, for all that the program names; changed by run()."""

    def __init__(self, program, memory, limit=200000):
        self.program, self.memory, self.limit = program, memory, limit
        self.steps, self.ordinal, self.seed, self.parallel = 0, 0, 0, False

    def run(self):
        """Gives the results."""
        env = {name: number for name, _, number in self.program.scalars}
        return self.block(self.program.body, env, self.memory)

    def block(self, block, env, arrays):
        for op in block.ops:
            self.steps += 1
            if self.steps > self.limit:
                raise TooLong()
            getattr(self, "run_" + op.kind)(op, env, arrays)
        return [env[v] for v in block.yields]

    def run_compute(self, op, env, arrays):
        function = op.__dict__.get("function")
        if function is None:
            function = op.function = function_of(op)
        env[op.results[0]] = function([env[v] for v in op.operands])

    def run_constant(self, op, env, arrays):
        env[op.results[0]] = op.number

    def place(self, op, first, env):
        position = 0
        for extent, index in zip(op.array.shape, op.operands[first:]):
            assert 0 <= env[index] < extent, "the generator left the array '%s'" % op.array.name
            position = position * extent + env[index]
        return position

    def run_load(self, op, env, arrays):
        env[op.results[0]] = arrays[op.array.name][self.place(op, 0, env)]

    def run_store(self, op, env, arrays):
        arrays[op.array.name][self.place(op, 1, env)] = env[op.operands[0]]

    def run_atomic(self, op, env, arrays):
        array, place, kind = arrays[op.array.name], self.place(op, 1, env), op.array.kind
        fold = folding(op.how, kind)
        old = array[place]
        env[op.results[0]] = old
        array[place] = (fold if callable(fold) else fold[0])(old, env[op.operands[0]], kind)

    def run_cas(self, op, env, arrays):
        array, place = arrays[op.array.name], self.place(op, 2, env)
        env[op.results[0]] = array[place]
        if array[place] == env[op.operands[0]]:
            array[place] = env[op.operands[1]]

    def run_dim(self, op, env, arrays):
        env[op.results[0]] = op.array.shape[op.axis]

    def run_alloca(self, op, env, arrays):
        arrays[op.array.name] = [None] * math.prod(op.array.shape)

    def run_alloc(self, op, env, arrays):
        given = [env[v] for v in op.operands]
        assert given == [n for n, static in zip(op.array.shape, op.array.static) if not static]
        self.run_alloca(op, env, arrays)

    def run_dealloc(self, op, env, arrays):
        del arrays[op.array.name]

    def run_for(self, op, env, arrays):
        block = op.regions[0]
        lower, upper, step = (env[v] for v in op.operands[:3])
        values = [env[v] for v in op.operands[3:]]
        for number in self.program.trips(op, lower, upper, step):
            env.update(zip(block.arguments, [number] + values))
            values = self.block(block, env, arrays)
        env.update(zip(op.results, values))

    def run_while(self, op, env, arrays):
        before, after = op.regions
        values = [env[v] for v in op.operands]
        while True:
            env.update(zip(before.arguments, values))
            condition, *values = self.block(before, env, arrays)
            if not condition:
                break
            env.update(zip(after.arguments, values))
            values = self.block(after, env, arrays)
        env.update(zip(op.results, values))

    def run_if(self, op, env, arrays):
        env.update(zip(op.results, self.block(op.regions[0 if env[op.operands[0]] else 1], env, arrays)))

    def run_switch(self, op, env, arrays):
        number = env[op.operands[0]]
        region = op.regions[op.cases.index(number) if number in op.cases else -1]
        env.update(zip(op.results, self.block(region, env, arrays)))

    def run_parallel(self, op, env, arrays):
        block, rank = op.regions[0], op.rank
        bounds = [[env[v] for v in op.operands[k * rank:(k + 1) * rank]] for k in range(3)]
        yielded, self.parallel = [], True
        for point in itertools.product(*(range(l, u, s) if s > 0 else () for u, l, s in zip(*bounds))):
            inner = dict(env)
            inner.update(zip(block.arguments, point))
            yielded.append(self.block(block, inner, dict(arrays)))
        self.parallel = False
        for number, (how, result) in enumerate(zip(op.reduce, op.results)):
            kind = self.program.kinds[result]
            fold, neutral = folding(how, kind)
            env[result] = reduce([values[number] for values in yielded], fold, neutral, kind)

    def run_do_while(self, op, env, arrays):
        maximum = env[op.operands[0]] if op.operands else None
        count, flag = 0, arrays[op.flag.name]
        while True:
            self.block(op.regions[0], env, arrays)
            count += 1
            if not flag[0]:
                break
            if maximum is not None and count >= max(maximum, 1):
                if getattr(op, "maximum_is_error", False):
                    raise MaximumReached()
                break
        env[op.results[0]] = count

    def run_call(self, op, env, arrays):
        inner = dict(arrays)
        inner.update({parameter.name: arrays[a.name] for parameter, a in zip(op.helper.arrays, op.arrays)})
        values = self.block(op.helper.body, dict(zip(op.helper.scalars, [env[v] for v in op.operands])), inner)
        env.update(zip(op.results, values))

    def run_assert(self, op, env, arrays):
        if not env[op.operands[0]]:
            raise AssertFailed(self.parallel)

    def run_random(self, op, env, arrays):
        key, counter = (unsigned(env[v], "i64") for v in op.operands)
        env.update(zip(op.results, integer_reference.philox(key, counter)))

    def run_seed(self, op, env, arrays):
        env[op.results[0]] = self.seed

    def run_ordinal(self, op, env, arrays):
        env[op.results[0]] = self.ordinal
