"""Random straight-line code: constants, arithmetic, conversions, indices, accesses of memory.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

The result of nearly every operation reaches memory: what nobody used by the end of a block is stored into an array of
its own ("sink"), at an element that nothing else writes.
"""
import math
import random

from endtoend import BITS, FLOATS, WIDTHS, is_float, round_float, wrap
from integer_reference import INDEX_DIALECT
from program import ArraySpec, Block, Op

INTEGERS = ("i1", "i8", "i16", "i32", "i64", "index")
REALS = ("f16", "bf16", "f32", "f64")
INTEGER_OPS = ("addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi", "andi",
               "ori", "xori", "maxsi", "minsi", "maxui", "minui", "shli", "shrsi", "shrui")
INDEX_OPS = tuple(INDEX_DIALECT)
COMPARISONS = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FLOAT_COMPARISONS = ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "une", "ult", "ueq", "ugt", "uge", "ule")
COMMUTATIVE = ("addi", "muli", "andi", "ori", "xori", "mins", "maxs", "minu", "maxu")


class Parallel:
    """What an iteration of a parallel loop may touch: `own` arrays at {dimension: (variable, what is added)}, arrays
    that it updates by one kind of atomic, arrays that it only reads. `sink`: the extents of an iteration's place."""

    def __init__(self, own, atomics, readable, variables, sink):
        self.own, self.atomics, self.readable, self.variables, self.sink = own, atomics, readable, variables, sink


class Scope:
    """`made`: temporaries of this block. `sizes`: arguments of the kernel, (name, element type, number), where they are
    visible as such."""

    def __init__(self, arrays, flags):
        self.block, self.values, self.variables, self.locals = Block(), [], [], []
        self.arrays, self.flags, self.parallel, self.graph, self.loops = arrays, flags, None, True, 0
        self.recent, self.made, self.sizes = [], [], []

    def inner(self, **changes):
        scope = Scope(self.arrays, self.flags)
        scope.__dict__.update(self.__dict__, block=Block(), values=list(self.values), variables=list(self.variables),
                              locals=list(self.locals), recent=list(self.recent), made=[])
        scope.__dict__.update(changes)
        return scope


class Values:
    def __init__(self, seed, program):
        self.random, self.program, self.names = random.Random(seed), program, 0
        self.unused, self.sinks, self.favourites = set(), {}, []

    def chance(self, probability):
        return self.random.random() < probability

    def name(self, kind):
        self.names += 1
        name = "v%d" % self.names
        self.program.kinds[name] = kind
        return name

    def emit(self, scope, kind, result_kinds=(), operands=(), regions=(), **attributes):
        """Adds an operation; gives the names of its results."""
        op = Op(kind, [self.name(k) for k in result_kinds], operands, regions, **attributes)
        scope.block.ops.append(op)
        self.unused.difference_update(operands)
        for region in regions:
            self.unused.difference_update(region.yields)
        return op.results

    def define(self, scope, names):
        """Makes values visible to what follows."""
        scope.values += names
        self.unused.update(names)

    def compute(self, scope, name, target, operands, source=None):
        return self.emit(scope, "compute", [target], operands, name=name, target=target, source=source or target)[0]

    def constant(self, scope, number, kind="index"):
        return self.emit(scope, "constant", [kind], number=number)[0]

    # ---- Numbers ----------------------------------------------------------

    def number(self, kind):
        choose = self.random.choice
        if is_float(kind):
            digits, smallest, largest = FLOATS[kind]
            edge = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, math.inf, -math.inf, math.nan, largest, math.ldexp(1, smallest),
                    math.ldexp(3, smallest - digits + 1)]
            return choose(edge) if self.chance(0.3) else round_float(self.random.uniform(-40, 40), kind)
        if kind == "i1":
            return self.random.randrange(2)
        top = 1 << (WIDTHS[kind] - 1)
        if self.chance(0.4):
            return wrap(self.random.getrandbits(64), kind)
        return wrap(choose([0, 1, -1, 2, 3, 5, 7, -3, WIDTHS[kind] - 1, WIDTHS[kind], top - 1, -top]), kind)

    def kind(self):
        return self.random.choice(("i32", "i32", "f32", "i1", "i8", "i16", "i64", "index", "f16", "bf16", "f64"))

    def value(self, scope, kind):
        """A visible value of an element type; seldom a constant."""
        visible = [v for v in scope.values if self.program.kinds[v] == kind]
        fresh = [v for v in visible if v in self.unused]
        if fresh and self.chance(0.5):
            return self.random.choice(fresh)
        if not visible or self.chance(0.1):
            return self.constant(scope, self.number(kind), kind)
        return self.random.choice(visible[-5:] if self.chance(0.7) else visible)

    def stored(self, scope, kind):
        """What a store takes: often a number that nothing else stores, so that a wrong order shows."""
        if kind == "i1" or self.chance(0.5):
            return self.value(scope, kind)
        self.names += 1
        return self.constant(scope, round_float(self.names / 4, kind) if is_float(kind) else wrap(self.names, kind), kind)

    # ---- Arithmetic -------------------------------------------------------

    def arithmetic(self, scope):
        for _ in range(self.random.randint(1, 5)):
            self.one_result(scope)

    def one_result(self, scope):
        kind = self.kind()
        pick = self.random.random()
        if pick < 0.2:
            name = self.convert(scope)
        elif pick < 0.3:
            name = self.compute(scope, "arith.select", kind, [self.condition(scope), self.value(scope, kind),
                                                              self.value(scope, kind)])
        elif pick < 0.36:
            name = self.condition(scope)
        elif is_float(kind):
            name = self.float_arithmetic(scope, kind)
        else:
            name = self.integer_arithmetic(scope, kind)
        self.define(scope, [name])

    def integer_arithmetic(self, scope, kind):
        a, b = self.value(scope, kind), self.value(scope, kind)
        if kind == "index" and self.chance(0.4):
            return self.compute(scope, "index." + self.random.choice(INDEX_OPS), kind, [a, b])
        if kind != "index" and self.chance(0.1):
            return self.compute(scope, "math." + self.random.choice(("absi", "ctlz", "cttz", "ctpop")), kind, [a])
        if kind != "index" and self.chance(0.03):
            return self.compute(scope, "math.ipowi", kind, [a, b])
        name = self.random.choice(INTEGER_OPS)
        if name.startswith("sh") and kind != "i1" and self.chance(0.6):
            b = self.constant(scope, self.random.randint(1, BITS[kind] - 1), kind)
        return self.compute(scope, "arith." + name, kind, [a, b])

    def float_arithmetic(self, scope, kind):
        a, b, pick = self.value(scope, kind), self.value(scope, kind), self.random.random()
        if pick < 0.1:
            return self.compute(scope, self.random.choice(("arith.negf", "math.absf", "math.sqrt")), kind, [a])
        if pick < 0.18:
            return self.compute(scope, "math." + self.random.choice(("floor", "ceil", "trunc", "roundeven", "round")), kind, [a])
        if pick < 0.22:
            return self.compute(scope, "math.fma", kind, [a, b, self.value(scope, kind)])
        return self.compute(scope, "arith." + self.random.choice(("addf", "subf", "mulf", "divf", "minimumf", "maximumf",
                                                                  "addf", "subf", "mulf", "remf")), kind, [a, b])

    def condition(self, scope):
        """Makes an i1 that is no visible value yet; often a bound of a loop variable, as of a stencil's edge."""
        if scope.variables and self.chance(0.25):
            name, low, high = self.random.choice(scope.variables[-3:])
            bound = self.constant(scope, self.random.choice((low, low + 1, high - 1, high - 2)))
            return self.compute(scope, "arith.cmpi " + self.random.choice(COMPARISONS), "i1", [name, bound], "index")
        kind = self.kind()
        operands = [self.value(scope, kind), self.value(scope, kind)]
        name = "arith.cmpf " + self.random.choice(FLOAT_COMPARISONS) if is_float(kind) else \
            "arith.cmpi " + self.random.choice(COMPARISONS)
        return self.compute(scope, name, "i1", operands, kind)

    def convert(self, scope):
        a, b = self.kind(), self.kind()
        value = self.value(scope, a)
        return self.cast(scope, value, b)

    def cast(self, scope, value, b):
        """The value as element type `b`, by any conversion between the two."""
        a = self.program.kinds[value]
        if a == b:
            return value
        if "index" in (a, b):
            if is_float(a) or is_float(b):
                return self.cast(scope, self.cast(scope, value, "i64"), b)
            return self.compute(scope, self.random.choice(("arith.index_cast", "arith.index_castui")), b, [value], a)
        if is_float(a) and is_float(b):
            if BITS[a] == BITS[b]:
                return self.cast(scope, self.cast(scope, value, "f32"), b)
            return self.compute(scope, "arith.extf" if BITS[b] > BITS[a] else "arith.truncf", b, [value], a)
        if is_float(a):
            if BITS[a] == BITS[b] and self.chance(0.3):
                return self.bits_of(scope, value, a, b)
            return self.compute(scope, "arith." + self.random.choice(("fptosi", "fptoui")), b, [value], a)
        if is_float(b):
            if BITS[a] == BITS[b] and self.chance(0.2):
                return self.compute(scope, "arith.bitcast", b, [value], a)
            return self.compute(scope, "arith." + self.random.choice(("sitofp", "uitofp")), b, [value], a)
        name = self.random.choice(("extsi", "extui")) if BITS[b] > BITS[a] else "trunci"
        return self.compute(scope, "arith." + name, b, [value], a)

    def bits_of(self, scope, value, a, b):
        """The bits of a float that is no NaN, whose bits are open; 0 for a NaN."""
        wrong = self.compute(scope, "arith.cmpf uno", "i1", [value, value], a)
        zero = self.constant(scope, 0.0, a)
        return self.compute(scope, "arith.bitcast", b, [self.compute(scope, "arith.select", a, [wrong, zero, value])], a)

    # ---- Indices ----------------------------------------------------------

    def masked(self, scope, extent):
        """An index of 0 to extent - 1 that no one can foresee."""
        kind = self.random.choice(("i32", "i32", "i8", "i64", "index"))
        value = self.value(scope, kind)
        if kind == "index" and self.chance(0.5):
            return self.compute(scope, self.random.choice(("arith.remui", "index.remu")), kind,
                                [value, self.constant(scope, extent)])
        mask = self.constant(scope, min((1 << (extent.bit_length() - 1)) - 1, 127), kind)
        small = self.compute(scope, "arith.andi", kind, [value, mask])
        return small if kind == "index" else self.compute(scope, "arith.index_cast", "index", [small], kind)

    def index(self, scope, extent):
        near = [(name, low, high) for name, low, high in scope.variables if high - low <= extent]
        pick = self.random.random()
        if near and pick < 0.6:
            name, low, high = self.random.choice(near[-3:])
            return self.shifted(scope, name, self.random.choice([s for s in range(-low, extent - high + 1)][:4]))
        if pick < 0.8:
            return self.constant(scope, self.random.randrange(min(extent, 4)))
        return self.masked(scope, extent)

    def shifted(self, scope, name, shift):
        if shift == 0 and self.chance(0.8):
            return name
        if self.chance(0.2):
            return self.compute(scope, "arith.subi", "index", [name, self.constant(scope, -shift)])
        return self.compute(scope, self.random.choice(("arith.addi", "index.add")), "index",
                            [name, self.constant(scope, shift)])

    def indices(self, scope, spec):
        """Of an access: in an own array of a parallel loop, the iteration's element."""
        own = scope.parallel.own.get(spec, {}) if scope.parallel else {}
        return [self.shifted(scope, *own[axis]) if axis in own else self.index(scope, extent)
                for axis, extent in enumerate(spec.shape)]

    # ---- Memory -----------------------------------------------------------

    def place(self, scope, write):
        """(array, indices) of an access; None if there is no array to write. Often an element that was in use before."""
        parallel = scope.parallel
        if parallel:
            arrays = list(parallel.own) + scope.locals + ([] if write else parallel.readable)
        else:
            arrays = [a for a in scope.arrays if not (write and a.place == "constant")]
        again = [(a, i) for a, i in scope.recent if a in arrays]
        if again and self.chance(0.5):
            return self.random.choice(again[-5:])
        if not arrays:
            return None
        few = [a for a in arrays if a in self.favourites]
        spec = self.random.choice(few if few and self.chance(0.6) else arrays)
        place = (spec, self.indices(scope, spec))
        scope.recent.append(place)
        return place

    def load(self, scope):
        place = self.place(scope, write=False)
        if place:
            self.define(scope, self.emit(scope, "load", [place[0].kind], place[1], array=place[0],
                                         volatile=self.chance(0.06)))

    def store(self, scope):
        place = self.place(scope, write=True)
        if place:
            self.emit(scope, "store", (), [self.stored(scope, place[0].kind), *place[1]], array=place[0])

    def access(self, scope, place):
        """A load, or a store where that is allowed."""
        spec, indices = place
        if self.chance(0.5):
            return self.define(scope, self.emit(scope, "load", [spec.kind], indices, array=spec, volatile=False))
        self.emit(scope, "store", (), [self.stored(scope, spec.kind), *indices], array=spec)

    def atomic(self, scope):
        """In a parallel loop one that gives the same in any order, and whose old value nobody uses."""
        if scope.parallel:
            if not scope.parallel.atomics:
                return
            spec, how = self.random.choice(list(scope.parallel.atomics.items()))
            self.emit(scope, "atomic", [spec.kind], [self.value(scope, spec.kind), *self.indices(scope, spec)], array=spec,
                      how=how)
            return
        place = self.place(scope, write=True)
        spec = place[0]
        if not is_float(spec.kind) and spec.kind != "i1" and self.chance(0.2):
            operands = [self.value(scope, spec.kind), self.value(scope, spec.kind), *place[1]]
            self.define(scope, self.emit(scope, "cas", [spec.kind], operands, array=spec))
            return
        how = self.random.choice(("addf", "mulf", "minimumf", "maximumf", "assign") if is_float(spec.kind) else
                                 COMMUTATIVE + ("assign",))
        self.define(scope, self.emit(scope, "atomic", [spec.kind], [self.value(scope, spec.kind), *place[1]], array=spec,
                                     how=how))

    def burst(self, scope):
        """Many accesses of few elements, in several arrays where they may overlap: what forwarding, merging and dropping
        of accesses has to get right."""
        parallel = scope.parallel
        writable = list(parallel.own) + scope.locals if parallel else [a for a in scope.arrays if a.place != "constant"]
        aliases = [] if parallel else [a for a in writable if a.place == "alias"]
        if not writable:
            return
        few = [a for a in writable if a in self.favourites] or writable
        arrays = aliases if aliases and self.chance(0.5) else [self.random.choice(few if self.chance(0.6) else writable)]
        places = [(spec, self.indices(scope, spec)) for spec in arrays + self.random.choices(arrays, k=2)]
        if len(arrays) > 1:  # of one shape: the same indices in each
            places = [(spec, indices) for _, indices in places[:2] for spec in arrays]
        scope.recent += places
        for _ in range(self.random.randint(3, 8)):
            spec, indices = self.random.choice(places)
            pick = self.random.random()
            if pick < 0.4:
                self.define(scope, self.emit(scope, "load", [spec.kind], indices, array=spec, volatile=self.chance(0.06)))
            elif pick < 0.8 or spec.place == "local":
                self.emit(scope, "store", (), [self.stored(scope, spec.kind), *indices], array=spec)
            elif pick < 0.97 or parallel:
                how = "assign" if is_float(spec.kind) else self.random.choice(COMMUTATIVE)
                self.define(scope, self.emit(scope, "atomic", [spec.kind], [self.value(scope, spec.kind), *indices],
                                             array=spec, how=how))
            else:
                self.emit(scope, "assert", (), [self.condition(scope)], message="in a burst")

    def sink(self, scope, before):
        """Stores what was made in a block (all but the values `before`) and not used."""
        parallel = scope.parallel
        if parallel and parallel.sink is None:
            return
        shape = parallel.sink if parallel else []
        for value in scope.values[before:]:
            if value not in self.unused or self.chance(0.1):
                continue
            kind = self.program.kinds[value]
            if kind == "index":
                value, kind = self.compute(scope, "arith.index_cast", "i64", [value], "index"), "i64"
            tag = "x".join(map(str, shape))
            if (kind, tag) not in self.sinks:
                self.sinks[kind, tag] = ArraySpec("sink_%s_%s" % (kind, tag or "one"), kind, [0] + list(shape), "sink")
                self.program.arrays.append(self.sinks[kind, tag])
            spec = self.sinks[kind, tag]
            slot = self.constant(scope, spec.shape[0])
            spec.shape[0] += 1
            iteration = [self.shifted(scope, name, -low) for name, low, _ in parallel.variables] if parallel else []
            self.emit(scope, "store", (), [value, slot, *iteration], array=spec)
