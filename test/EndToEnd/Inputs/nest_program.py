"""Random nests of loops that hold parallel loops.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

generate(seed) gives a Program; the same seed gives the same one. Its graph is nests of qd.do_while, scf.for, scf.while and
scf.if, three loops deep where the seed allows, with siblings, and tasks before, between and after them. What inner loops
depend on is made by the bodies around them: bounds and maxima that tasks compute, flags that are set anew for each visit,
values that loops carry and reductions give. Numbers are integers. Every loop ends: what a flag or counter starts with is
small and only falls.
"""
from program import ArraySpec
from random_program import Generator
from random_values import Scope

LOOPS = 3  # nested in each other
FLAGS = 4  # of which a loop in a nest uses one that no loop around it uses
MOST_OF_WIDE = 19  # every wide array has as many elements


class NestGenerator(Generator):
    def __init__(self, seed):
        super().__init__(seed)
        self.budget = self.random.choice((20, 30, 45))
        self.wide = self.random.choice((MOST_OF_WIDE, 19, 67, 67, 130, 300))
        self.may_fail = self.chance(0.3)

    def kind(self):
        return self.random.choice(("i32", "i32", "i32", "i64", "i64", "index", "i1"))

    def kind_of_temporary(self):
        return self.random.choice(("i32", "i64"))

    def wide_share(self, scope):
        return 0.5 if scope.loops < 2 else 0.25

    # ---- What the compiler cannot know ------------------------------------

    def unforeseen(self, scope):
        """A number of an array's element, or seldom any value."""
        arrays = [a for a in scope.arrays if a.place == "argument"]
        if self.chance(0.3):
            return self.value(scope, self.random.choice(("i32", "i64", "index")))
        spec = self.random.choice(arrays)
        return self.emit(scope, "load", [spec.kind], self.indices(scope, spec), array=spec, volatile=False)[0]

    def bound(self, scope, kind):
        """Mostly 1 to 4, seldom 0 or a constant."""
        if self.chance(0.08):
            return super().bound(scope, kind)
        value = self.cast(scope, self.unforeseen(scope), "index")
        numbers, least = self.random.choice(((2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (5, 0)))
        value = self.compute(scope, "arith.remui", "index", [value, self.constant(scope, numbers)])
        if least:
            value = self.compute(scope, "arith.addi", "index", [value, self.constant(scope, least)])
        return value if kind == "index" else self.compute(scope, "arith.index_cast", kind, [value], "index")

    def limit_of_while(self, scope):
        return self.bound(scope, "i32")

    # ---- Nests ------------------------------------------------------------

    def body(self, scope, count, depth):
        """Of the graph: tasks, then loops or branches with tasks between them, in a body of its own for each."""
        if scope.parallel or not scope.graph:
            return super().body(scope, count, min(depth, 1))
        if self.chance(0.3):
            self.temporaries(scope)
        self.tasks(scope, self.random.choice((0, 1, 1, 2)) if depth > 0 else self.random.choice((1, 1, 2)))
        siblings = self.random.choice((1, 1, 1, 2, 2)) if depth > 0 else 0
        for number in range(siblings):
            if number and self.budget <= 0:
                break
            self.control(scope, depth if number == 0 else self.random.randint(1, depth))
            self.tasks(scope, self.random.choice((0, 1, 1)))

    def control(self, scope, depth):
        """A nest of so many loops, or a branch with such nests."""
        self.budget -= 1
        if self.chance(0.15):
            return self.branch(scope, depth)
        choices = [self.counted] * 3 + [self.while_loop] * 2 + [self.device_loop] * 5 * bool(scope.flags)
        self.random.choice(choices)(scope, depth - 1)

    def tasks(self, scope, count):
        for _ in range(count):
            self.budget -= 1
            pick = self.random.random()
            if pick < 0.7:
                self.parallel(scope, 1)
            elif pick > 0.9:
                self.temporaries(scope)
            elif self.may_fail and pick < 0.8:
                self.may_end_here(scope)
            else:
                self.random.choice((self.arithmetic, self.load, self.store, self.atomic))(scope)

    def may_end_here(self, scope):
        """An assert that fails for one number of four."""
        value = self.cast(scope, self.unforeseen(scope), "i64")
        rest = self.compute(scope, "arith.remui", "i64", [value, self.constant(scope, 4, "i64")])
        holds = self.compute(scope, "arith.cmpi ne", "i1", [rest, self.constant(scope, 3, "i64")], "i64")
        self.emit(scope, "assert", (), [holds], message="seed %d" % self.program.number)

    # ---- Loops that a flag ends -------------------------------------------

    def device_loop(self, scope, depth):
        """The flag counts down, in serial code or in a task, and may end the loop before."""
        flag = self.random.choice(scope.flags)
        inner = scope.inner(flags=[f for f in scope.flags if f is not flag], loops=scope.loops + 1)
        self.set_flag(scope, flag, self.limit(scope, flag.kind))
        maximum = [self.cast(scope, self.bound(scope, "index"), "i64")] if self.chance(0.3) else []
        before, counts_first = len(inner.values), self.chance(0.5)
        if counts_first:
            self.count_down(inner, flag)
        self.body(inner, 0, depth)
        if not counts_first:
            self.count_down(inner, flag)
        self.sink(inner, before)
        self.unused.difference_update(inner.values[before:])
        is_error = bool(maximum) and self.may_fail and self.chance(0.5)
        self.define(scope, self.emit(scope, "do_while", ["i64"], maximum, [inner.block], flag=flag,
                                     maximum_is_error=is_error))

    def limit(self, scope, kind):
        if self.chance(0.3):
            return self.constant(scope, self.random.choice((0, 1, 2, 3)), kind)
        return self.cast_down(scope, self.bound(scope, "i32"), kind)

    def cast_down(self, scope, value, kind):
        """A small i32 as another type of integers."""
        if kind == "i32":
            return value
        return self.compute(scope, "arith.extsi" if kind == "i64" else "arith.trunci", kind, [value], "i32")

    def set_flag(self, scope, flag, number):
        """In serial code, or in a task for which there is one iteration that does it."""
        if self.chance(0.6):
            return self.emit(scope, "store", (), [number], array=flag)
        self.in_a_task(scope, lambda task: self.emit(task, "store", (), [number], array=flag))

    def count_down(self, scope, flag):
        def step(here, again):
            left = self.emit(here, "load", [flag.kind], array=flag, volatile=False)[0]
            less = self.compute(here, "arith.subi", flag.kind, [left, self.constant(here, 1, flag.kind)])
            less = self.compute(here, "arith.maxsi", flag.kind, [less, self.constant(here, 0, flag.kind)])
            if again:
                less = self.compute(here, "arith.select", flag.kind, [again, less, self.constant(here, 0, flag.kind)])
            self.emit(here, "store", (), [less], array=flag)

        again = None
        if self.chance(0.3):  # ends it in one of three cases
            value = self.cast(scope, self.unforeseen(scope), "i64")
            rest = self.compute(scope, "arith.remui", "i64", [value, self.constant(scope, 3, "i64")])
            again = self.compute(scope, "arith.cmpi ne", "i1", [rest, self.constant(scope, 0, "i64")], "i64")
        if self.chance(0.6):
            return step(scope, again)
        self.in_a_task(scope, lambda task: step(task, again))

    def in_a_task(self, scope, emit):
        """A parallel loop of which one iteration, the only one or one of many, does something."""
        chosen = self.random.choice((None, 0, MOST_OF_WIDE - 1))
        if chosen is None:
            upper = self.constant(scope, 1)
        else:
            wide = next(a for a in scope.arrays if a.shape == [self.wide])
            upper = self.emit(scope, "dim", ["index"], [self.constant(scope, 0)], array=wide, axis=0)[0]
        task = scope.inner(graph=False, flags=[])
        name = self.name("index")
        task.block.arguments = [name]
        if chosen is None:
            emit(task)
        else:
            side, other = task.inner(), task.inner()
            emit(side)
            holds = self.compute(task, "arith.cmpi eq", "i1", [name, self.constant(task, chosen)], "index")
            self.emit(task, "if", (), [holds], [side.block, other.block])
        zero, one = self.constant(scope, 0), self.constant(scope, 1)
        self.emit(scope, "parallel", (), [upper, zero, one], [task.block], rank=1, form="qd.for", reduce=[], lower=False,
                  steps=False)

    # ---- The kernel -------------------------------------------------------

    def make_arrays(self):
        choose = self.random.choice
        for number in range(self.random.randint(3, 5)):
            shape = [choose((4, 4, 5, 8)) for _ in range(choose((1, 1, 1, 2)))]
            place = choose(("argument", "argument", "argument", "global")) if number else "argument"
            static = [self.chance(0.4) for _ in shape] if place == "argument" else None
            self.program.arrays.append(ArraySpec("a%d" % number, choose(("i32", "i64")), shape, place, static))
        for number in range(choose((0, 0, 2))):
            self.program.arrays.append(ArraySpec("m%d" % number, "i32", [8], "alias", [False], 4 * choose((0, 2, 5))))
        for number in range(self.random.randint(1, 3)):
            self.program.arrays.append(ArraySpec("w%d" % number, choose(("i32", "i64")), [self.wide], "argument", [False]))

    def generate(self):
        program = self.program
        self.make_arrays()
        self.favourites = self.random.sample(program.arrays, 3)
        scope = Scope(list(program.arrays), [])
        for number in range(FLAGS):
            kind = self.random.choice(("i8", "i16", "i32", "i32", "i64"))
            scope.flags.append(ArraySpec("flag%d" % number, kind, [], self.random.choice(("flag", "flag", "global"))))
        program.arrays += scope.flags
        for kind in ("i32", "i64", "index"):
            program.scalars.append((self.name(kind), kind, self.number(kind)))
            self.define(scope, [program.scalars[-1][0]])
        scope.sizes = program.scalars
        self.body(scope, 0, LOOPS)
        self.tasks(scope, 1)
        program.body = scope.block
        scope.block.yields = [self.value(scope, self.kind()) for _ in range(self.random.randint(0, 3))]
        self.unused.difference_update(scope.block.yields)
        self.sink(scope, 0)
        return program


def generate(seed):
    return NestGenerator(seed).generate()
