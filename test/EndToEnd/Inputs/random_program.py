"""Random kernels: arrays of every type and rank, temporaries, nested control, parallel and do-while loops, helpers.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

generate(seed) gives a Program; the same seed gives the same one. Iterations of a parallel loop write elements of their
own or update arrays by one kind of atomic, so that any order gives the same numbers. Everything ends soon, but a nest of
loops may take long: interpret with a limit.
"""
from endtoend import wrap
from program import GLOBAL_PLACES, ArraySpec, Helper, Op, Program
from random_temporaries import Temporaries
from random_values import BITS, COMMUTATIVE, INTEGERS, REALS, Parallel, Scope, is_float

SMALL = 4  # loop variables without a wide range stay in -1 .. SMALL - 1


def largest(kind):
    """The largest number of an integer type with a sign."""
    return 2 ** (BITS[kind] - 1) - 1


class Generator(Temporaries):
    def __init__(self, seed):
        super().__init__(seed, Program(seed))
        self.budget = self.random.choice((30, 60, 90, 120))
        self.wide = self.random.choice((19, 67, 67, 130, 700, 2600))

    # ---- Statements -------------------------------------------------------

    def body(self, scope, count, depth):
        for _ in range(count):
            self.statement(scope, depth)

    def statement(self, scope, depth):
        self.budget -= 1
        pick = self.random.random()
        if self.budget > 0 and depth > 0 and pick < 0.4:
            choices = [self.counted, self.counted, self.branch, self.while_loop, self.switch, self.call]
            if scope.graph:
                choices += [self.parallel] * 6 + [self.device_loop] * 2 * bool(scope.flags)
            # Often around accesses of an element that the body is likely to touch.
            place = self.place(scope, write=True) if self.chance(0.5) else None
            if place:
                self.access(scope, place)
                scope.recent += [place] * 3
            self.random.choice(choices)(scope, depth - 1)
            if place:
                self.access(scope, place)
            return
        if 0.4 <= pick < 0.44:
            return self.temporaries(scope)
        if pick < 0.55:
            return self.arithmetic(scope)
        if pick < 0.7:
            return self.load(scope)
        if pick < 0.85:
            return self.store(scope)
        if pick < 0.88:
            return self.atomic(scope)
        if pick < 0.975:
            return self.burst(scope)
        self.rare(scope)

    def rare(self, scope):
        if scope.parallel and self.chance(0.5):
            return self.local(scope)
        if self.chance(0.4):
            # Nearly always true, and the compiler cannot know.
            condition = self.compute(scope, "arith.cmpi ne", "i1", [self.value(scope, "i32"),
                                                                   self.constant(scope, 123456, "i32")], "i32")
            if not scope.parallel and self.chance(0.05):
                condition = self.condition(scope)
            self.emit(scope, "assert", (), [condition], message="seed %d" % self.program.number)
        elif self.chance(0.5):
            self.define(scope, self.emit(scope, "random", ["i32"] * 4, [self.value(scope, "i64"), self.value(scope, "i64")]))
        else:
            self.define(scope, self.emit(scope, self.random.choice(("seed", "ordinal")), ["i64"]))

    def local(self, scope):
        """An array of the iteration, filled."""
        kind, size = self.random.choice(INTEGERS[:-1] + REALS), self.random.choice((1, 3, 5))
        self.names += 1
        spec = ArraySpec("l%d" % self.names, kind, [size], "local")
        self.emit(scope, "alloca", array=spec)
        number = self.value(scope, kind)
        for position in range(size):
            self.emit(scope, "store", (), [number, self.constant(scope, position)], array=spec)
        scope.locals.append(spec)

    # ---- Control ----------------------------------------------------------

    def region(self, scope, kinds, count, depth, arguments=()):
        """A block of statements that yields values of these types; also its scope."""
        inner = scope.inner()
        inner.block.arguments = list(arguments)
        before = len(inner.values)
        self.define(inner, list(arguments))
        self.body(inner, count, depth)
        inner.block.yields = self.yields(inner, kinds, arguments)
        self.unused.difference_update(inner.block.yields)
        self.sink(inner, before)
        self.unused.difference_update(inner.values[before:])
        return inner.block

    def yields(self, inner, kinds, arguments):
        """Often the carried values themselves in another order: swaps and rotations."""
        chosen = []
        for kind in kinds:
            same = [a for a in arguments if self.program.kinds[a] == kind]
            chosen.append(self.random.choice(same) if same and self.chance(0.3) else self.value(inner, kind))
        return chosen

    def kinds_of(self, most):
        kinds = [self.kind() for _ in range(self.random.randint(0, most))]
        return kinds * 2 if len(kinds) == 1 and self.chance(0.3) else kinds

    def bound(self, scope, kind):
        """An upper bound of at most SMALL, of an integer type."""
        pick = self.random.random()
        if pick < 0.4:
            return self.constant(scope, self.random.choice((1, 2, 2, 3, 4, 4, 0, -1)), kind)
        value = self.cast(scope, self.value(scope, self.random.choice(("i32", "i64", "index", "i8"))), "index")
        if pick < 0.5:
            value = self.compute(scope, "arith.maxsi", "index", [value, self.constant(scope, -1)])
            value = self.compute(scope, self.random.choice(("arith.minsi", "index.mins")), "index",
                                 [value, self.constant(scope, SMALL)])
        else:
            value = self.compute(scope, "arith.remui", "index", [value, self.constant(scope, SMALL + 1)])
        return value if kind == "index" else self.compute(scope, "arith.index_cast", kind, [value], "index")

    def variable(self, scope, name, low, high):
        """Makes a loop variable visible: as a value, and as an index."""
        kind = self.program.kinds[name]
        if kind != "index":
            self.define(scope, [name])
            name = self.compute(scope, "arith.index_cast", "index", [name], kind)
        self.define(scope, [name])
        scope.variables.append((name, low, high))

    def counted(self, scope, depth):
        kind = self.random.choice(("index", "index", "i32", "i64"))
        kinds = self.kinds_of(3)
        huge = largest(kind)
        low, step = self.random.choice(((0, 1), (0, 1), (1, 1), (0, 2), (-1, 1), (2, 3), (0, huge), (1, huge - 1)))
        upper, is_unsigned = self.bound(scope, kind), low >= 0 and not scope.graph and self.chance(0.25)
        if is_unsigned:
            step = wrap(self.random.choice((step, huge + 1, 2 * huge)), kind)
            upper = self.compute(scope, "arith.maxsi", kind, [upper, self.constant(scope, 0, kind)])
        operands = [self.constant(scope, low, kind), upper, self.constant(scope, step, kind)]
        operands += [self.value(scope, k) for k in kinds]
        variable, arguments = self.name(kind), [self.name(k) for k in kinds]
        inner = scope.inner(loops=scope.loops + 1)
        inner.block.arguments = [variable] + arguments
        before = len(inner.values)
        self.define(inner, arguments)
        self.variable(inner, variable, low, SMALL)
        self.body(inner, self.random.randint(1, 5), depth)
        inner.block.yields = self.yields(inner, kinds, arguments)
        self.unused.difference_update(inner.block.yields)
        self.sink(inner, before)
        self.define(scope, self.emit(scope, "for", kinds, operands, [inner.block], unsigned=is_unsigned))

    def branch(self, scope, depth):
        kinds = self.kinds_of(2)
        condition = self.condition(scope) if self.chance(0.7) else self.value(scope, "i1")
        sides = [self.region(scope, kinds, self.random.randint(0, 4), depth) for _ in range(2)]
        self.define(scope, self.emit(scope, "if", kinds, [condition], sides))

    def switch(self, scope, depth):
        kinds = self.kinds_of(2)
        index, outer = self.index(scope, 4), scope.graph
        scope.graph = False
        sides = [self.region(scope, kinds, self.random.randint(0, 3), depth) for _ in range(3)]
        scope.graph = outer
        # A case that has only the low 32 bits in common with the value is not taken.
        cases = [case + self.random.choice((0, 0, 0, 2 ** 32, -2 ** 32)) for case in self.random.sample(range(4), 2)]
        self.define(scope, self.emit(scope, "switch", kinds, [index], sides, cases=cases))

    def limit_of_while(self, scope):
        return self.constant(scope, self.random.choice((0, 1, 2, 2, 3)), "i32")

    def while_loop(self, scope, depth):
        """Counts to a limit; the types that the condition passes may differ from those that the body carries."""
        kinds, passed = self.kinds_of(2), self.kinds_of(2)
        operands = [self.constant(scope, 0, "i32")] + [self.value(scope, k) for k in kinds]
        limit = self.limit_of_while(scope)
        counter, arguments = self.name("i32"), [self.name(k) for k in kinds]
        quiet = self.random.randrange(3)
        inner = scope.inner(loops=scope.loops + 1)
        before = self.region(inner, passed, quiet, depth if self.chance(0.3) else 0, arguments)
        before.arguments = [counter] + arguments
        inner.block = before
        condition = self.compute(inner, "arith.cmpi slt", "i1", [counter, limit], "i32")
        if self.chance(0.3):
            inner.values = list(scope.values)
            condition = self.compute(inner, "arith.andi", "i1", [condition, self.condition(inner)])
        before.yields = [condition, counter] + before.yields
        inner = scope.inner(loops=scope.loops + 1)
        count, arguments = self.name("i32"), [self.name(k) for k in passed]
        after = self.region(inner, kinds, self.random.randint(1, 4), depth, arguments)
        after.arguments = [count] + arguments
        inner.block = after
        after.yields = [self.compute(inner, "arith.addi", "i32", [count, self.constant(inner, 1, "i32")])] + after.yields
        self.define(scope, self.emit(scope, "while", ["i32"] + passed, operands, [before, after]))

    def temporary_flag(self, scope):
        super().temporary_flag(scope)
        if scope.loops < 2 and self.chance(0.5):
            self.device_loop(scope, 1 - scope.loops)

    def device_loop(self, scope, depth):
        flag = self.random.choice(scope.flags)
        inner = scope.inner(flags=[f for f in scope.flags if f is not flag], loops=scope.loops + 1)
        count = self.constant(scope, self.random.choice((0, 1, 2, 3)), flag.kind)
        self.emit(scope, "store", (), [count], array=flag)
        maximum = [self.constant(scope, self.random.choice((0, 2)), "i64")] if self.chance(0.3) else []
        if self.chance(0.15):
            maximum = [self.cast(scope, self.bound(scope, "index"), "i64")]
        body = self.region(inner, [], self.random.randint(1, 4), depth)
        inner.block = body
        left = self.emit(inner, "load", [flag.kind], array=flag, volatile=False)[0]
        less = self.compute(inner, "arith.subi", flag.kind, [left, self.constant(inner, 1, flag.kind)])
        less = self.compute(inner, "arith.maxsi", flag.kind, [less, self.constant(inner, 0, flag.kind)])
        self.emit(inner, "store", (), [less], array=flag)
        self.define(scope, self.emit(scope, "do_while", ["i64"], maximum, [body], flag=flag))

    # ---- Parallel loops ---------------------------------------------------

    def wide_share(self, scope):
        """How many of the parallel loops go over a wide array."""
        return 0.3 if scope.loops == 0 else 0.05

    def parallel(self, scope, depth):
        """One loop, or neighbours over one range: the compiler may fuse these, if it finds no reason not to."""
        wide = [a for a in scope.arrays if a.shape == [self.wide]] if self.chance(self.wide_share(scope)) else []
        rank = 1 if wide else self.random.choice((1, 1, 1, 2, 3))
        kind = self.random.choice(("index", "index", "index", "i32", "i64"))
        ranges = [self.range(scope, kind, wide[0] if wide else None) for _ in range(rank)]
        count = self.random.choice((1, 1, 1, 2, 3, 4))
        for _ in range(count):
            self.parallel_loop(scope, depth, kind, ranges, wide, is_short=count > 1)

    def parallel_loop(self, scope, depth, kind, ranges, wide, is_short):
        rank = len(ranges)
        loop = scope.inner(graph=False, flags=[], loops=scope.loops + 1)
        loop.block.arguments = [self.name(kind) for _ in ranges]
        before = len(loop.values)
        for name, (low, high, _, _) in zip(loop.block.arguments, ranges):
            self.variable(loop, name, low, high)
        loop.parallel = self.rights(scope, loop.variables[-rank:], wide)
        loop.recent = [(a, i) for a, i in loop.recent if a in loop.parallel.readable]
        self.body(loop, self.random.randint(1, 4) if is_short else self.random.randint(3, 9), 1 if wide else min(depth, 2))
        kinds = self.kinds_of(2) if self.chance(0.1 if is_short else 0.4) else []
        kinds = ["i64" if k == "index" else k for k in kinds]
        reduce = [self.random.choice(("addf", "mulf", "minimumf", "maximumf") if is_float(k) else COMMUTATIVE) for k in kinds]
        loop.block.yields = self.yields(loop, kinds, ())
        self.unused.difference_update(loop.block.yields)
        self.sink(loop, before)
        positive = all(r[3] > 0 for r in ranges)
        form = "scf.parallel" if kind == "index" and not kinds and positive and self.chance(0.15) else "qd.for"
        operands = [r[2][axis] for axis in range(3) for r in ranges]
        zero_based = all(low == 0 for low, _, _, _ in ranges) and self.chance(0.8)
        unit = all(r[3] == 1 for r in ranges) and self.chance(0.8)
        self.define(scope, self.emit(scope, "parallel", kinds, operands, [loop.block], rank=rank, form=form, reduce=reduce,
                                     lower=not zero_based, steps=not unit))

    def range(self, scope, kind, wide):
        """(lowest value, first value after, values of upper bound, lower bound and step, step) of a dimension."""
        low, step = self.random.choice(((0, 1),) * 8 + ((1, 1), (-1, 1), (0, 2), (1, 3)) * 2
                                       + ((0, 0), (0, -1), (0, largest(kind)), (0, largest(kind) - 2)))
        if wide:
            low, step = max(low, 0), max(step, 1)
            upper = self.emit(scope, "dim", ["index"], [self.constant(scope, 0)], array=wide, axis=0)[0]
            upper = upper if kind == "index" else self.compute(scope, "arith.index_cast", kind, [upper], "index")
        else:
            upper = self.bound(scope, kind)
        return (low, self.wide if wide else SMALL,
                (upper, self.constant(scope, low, kind), self.constant(scope, step, kind)), step)

    def rights(self, scope, variables, wide):
        """Shares the arrays out: some to write, some for atomics, the rest to read."""
        arrays, own, atomics = self.random.sample(scope.arrays, len(scope.arrays)), {}, {}
        aliases_are_written = False
        for spec in list(arrays):
            if spec.place == "constant" or (spec.place == "alias" and aliases_are_written):
                continue
            takes_atomics = spec.kind in INTEGERS and self.chance(0.15)
            axes = None if takes_atomics else self.axes(spec, variables)
            if not takes_atomics and (axes is None or not self.chance(0.9 if spec in wide else 0.35)):
                continue
            if takes_atomics:
                atomics[spec] = self.random.choice(COMMUTATIVE)
            else:
                own[spec] = axes
            arrays.remove(spec)
            aliases_are_written |= spec.place == "alias"
        if aliases_are_written:
            arrays = [a for a in arrays if a.place != "alias"]
        return Parallel(own, atomics, arrays, variables, [high - low for _, low, high in variables])

    def axes(self, spec, variables):
        """A dimension of the array for each variable, and what is added to it; None where they do not fit."""
        axes = self.random.sample(range(len(spec.shape)), min(len(variables), len(spec.shape)))
        chosen = {}
        for (name, low, high), axis in zip(variables, axes):
            if spec.shape[axis] < high - low:
                return None
            chosen[axis] = (name, self.random.choice(range(-low, spec.shape[axis] - high + 1)[:3]))
        return chosen if len(axes) == len(variables) else None

    # ---- Helpers ----------------------------------------------------------

    def call(self, scope, depth):
        reusable = [h for h in self.program.helpers if h.context == self.context(scope) and not h.is_open]
        if reusable and self.chance(0.3):
            helper = self.random.choice(reusable)
            arrays = self.bind(scope, helper)
            if arrays is not None:
                return self.make_call(scope, helper, arrays)
        pool = scope.parallel.readable if scope.parallel else self.bindable(scope)
        given, alias = [], False
        for spec in self.random.sample(pool, min(len(pool), self.random.randint(1, 4))):
            if not (spec.place == "alias" and alias):
                given.append(spec)
            alias |= spec.place == "alias"
        helper = self.make_helper(scope, given, depth)
        self.make_call(scope, helper, given)

    @staticmethod
    def context(scope):
        """What a helper may do where it is called: hold tasks, write arrays."""
        return scope.graph, scope.parallel is None

    def bindable(self, scope):
        """Arrays that a helper may have as arguments: a global it can name itself."""
        return [a for a in scope.arrays if a.place not in GLOBAL_PLACES]

    def bind(self, scope, helper):
        """Arrays of a scope for a helper's parameters; None if there are none."""
        pool, chosen = self.bindable(scope) if not scope.parallel else scope.parallel.readable, []
        for parameter in helper.arrays:
            fitting = [a for a in pool if a.type() == parameter.type() and a.shape == parameter.shape and a not in chosen and
                       not (a.place == "alias" and any(c.place == "alias" for c in chosen))]
            if not fitting:
                return None
            chosen.append(self.random.choice(fitting))
        return chosen

    def make_helper(self, scope, given, depth):
        inner_names = ["p%d_%d" % (len(self.program.helpers), k) for k in range(len(given))]
        parameters = [ArraySpec(n, a.kind, a.shape, "parameter", a.static) for n, a in zip(inner_names, given)]
        scalars = [self.name(self.kind()) for _ in range(self.random.randint(0, 3))]
        globals_ = [] if scope.parallel else [a for a in scope.arrays if a.place in GLOBAL_PLACES]
        inner = Scope(parameters + globals_, [])
        inner.graph, inner.loops = scope.graph, scope.loops
        if scope.parallel:
            inner.parallel = Parallel({}, {}, parameters, [], None)
        helper = Helper("helper%d" % len(self.program.helpers), parameters, scalars, None)
        helper.context, helper.is_open = self.context(scope), True
        self.program.helpers.append(helper)
        self.define(inner, scalars)
        self.body(inner, self.random.randint(2, 6), depth)
        left = [v for v in inner.values if v in self.unused][-5:]
        inner.block.yields = left or [self.value(inner, self.kind())]
        helper.body, helper.is_open = inner.block, False
        self.unused.difference_update(inner.values)
        return helper

    def make_call(self, scope, helper, arrays):
        operands = [self.value(scope, self.program.kinds[s]) for s in helper.scalars]
        kinds = [self.program.kinds[v] for v in helper.body.yields]
        self.define(scope, self.emit(scope, "call", kinds, operands, helper=helper, arrays=arrays))

    # ---- The kernel -------------------------------------------------------

    def make_arrays(self):
        """Several arrays of one type, so that helpers can be called with others."""
        for number in range(self.random.randint(4, 8)):
            kind = self.random.choice(INTEGERS[:-1] + REALS + ("i32", "f32", "i32", "f32"))
            rank = self.random.choice((0, 1, 1, 1, 1, 2, 2, 3, 4))
            shape = [self.random.choice((4, 4, 5, 8)) for _ in range(rank)]
            place = self.random.choice(("argument", "argument", "argument", "global", "constant"))
            static = [self.chance(0.4) for _ in shape] if place == "argument" else None
            spec = ArraySpec("a%d" % number, kind, shape if place != "constant" else [8], place, static)
            spec.values = [self.number(kind) for _ in range(8)]
            self.program.arrays.append(spec)
            if place == "argument" and self.chance(0.4):
                self.program.arrays.append(ArraySpec(spec.name + "b", kind, shape, place, static))
        wide = self.random.choice(("i8", "i16", "i32", "i64"))
        for number in range(self.random.choice((0, 2, 3, 3))):
            kind = wide if self.chance(0.7) else self.random.choice(("i8", "i16", "i32", "i64"))
            offset = self.random.choice((0, 0, 1, 2, 5)) * (8 if self.chance(0.3) else BITS[kind] // 8)
            offset -= offset % (BITS[kind] // 8)
            self.program.arrays.append(ArraySpec("m%d" % number, kind, [8], "alias", [self.chance(0.3)], offset))
        for number in range(self.random.randint(1, 4)):
            kind = self.random.choice(INTEGERS[:-1] + REALS)
            self.program.arrays.append(ArraySpec("w%d" % number, kind, [self.wide], "argument", [self.chance(0.2)]))

    def generate(self):
        program = self.program
        self.make_arrays()
        scope = Scope(list(program.arrays), [])
        # Some kernels keep to overlapping arrays.
        aliases = [a for a in program.arrays if a.place == "alias"]
        self.favourites = aliases if aliases and self.chance(0.4) else self.random.sample(program.arrays, 3)
        for number, kind in enumerate(self.random.sample(("i8", "i16", "i32", "i64"), 2)):
            scope.flags.append(ArraySpec("flag%d" % number, kind, [], "global" if number else "flag"))
        program.arrays += scope.flags
        for number in range(self.random.randint(1, 5)):
            kind = self.kind()
            name = self.name(kind)
            program.scalars.append((name, kind, self.number(kind)))
            self.define(scope, [name])
        scope.sizes = program.scalars
        while self.budget > 0:
            self.statement(scope, 3)
        program.body = scope.block
        scope.block.yields = [self.value(scope, self.kind()) for _ in range(self.random.randint(0, 3))]
        self.unused.difference_update(scope.block.yields)
        self.sink(scope, 0)
        return program


def generate(seed):
    return Generator(seed).generate()
