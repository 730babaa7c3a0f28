"""Random temporaries: arrays that a kernel makes for itself, in every scope, sized by constants, arguments and shapes.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

What a temporary holds is undefined until it is written, so each is filled by a parallel loop right where it is made; that
loop also makes what stands around it control of the graph. Some are flags of loops, some have no elements, some are freed
ahead of the end of their block.
"""
from program import ArraySpec
from random_values import INTEGERS, REALS, Parallel, Values

FLAGS = ("i8", "i16", "i32", "i64")
LEAST = 4  # elements along an axis that others may index


class Temporaries(Values):
    def kind_of_temporary(self):
        return self.random.choice(INTEGERS[:-1] + REALS)

    def temporaries(self, scope):
        """Makes one where one may stand, or ends one of this block."""
        if scope.parallel or not scope.graph:
            return
        if scope.made and self.chance(0.3):
            return self.free(scope, self.random.choice(scope.made))
        if self.chance(0.25):
            return self.temporary_flag(scope)
        wide = [a for a in scope.arrays if a.shape == [self.wide]] if self.chance(self.wide_share(scope)) else []
        if wide:
            extents = [self.shape_of(scope, self.random.choice(wide), 0)]
        else:
            extents = [self.extent(scope) for _ in range(self.random.choice((0, 1, 1, 1, 2, 2, 3)))]
        spec = self.allocate(scope, self.kind_of_temporary(), extents)
        self.fill(scope, spec)
        if all(extent >= LEAST for extent in spec.shape):
            scope.arrays = scope.arrays + [spec]
            if self.chance(0.6):
                self.favourites = self.favourites + [spec]

    def temporary_flag(self, scope):
        spec = self.allocate(scope, self.random.choice(FLAGS), [])
        self.fill(scope, spec)
        scope.flags = scope.flags + [spec] * 4  # likely to be chosen

    def allocate(self, scope, kind, extents):
        """`extents`: how many elements, and the value that says so, or None where the type does."""
        self.names += 1
        static = [value is None for _, value in extents]
        spec = ArraySpec("t%d" % self.names, kind, [number for number, _ in extents], "temporary", static)
        self.emit(scope, "alloc", (), [value for _, value in extents if value], array=spec)
        scope.made.append(spec)
        return spec

    def free(self, scope, spec):
        self.emit(scope, "dealloc", (), array=spec)
        scope.made.remove(spec)
        scope.arrays = [a for a in scope.arrays if a is not spec]
        scope.flags = [a for a in scope.flags if a is not spec]

    # ---- Sizes ------------------------------------------------------------

    def shape_of(self, scope, spec, axis):
        return spec.shape[axis], self.emit(scope, "dim", ["index"], [self.constant(scope, axis)], array=spec, axis=axis)[0]

    def extent(self, scope):
        """Seldom 0; what is made of an argument lies between bounds."""
        pick, shaped = self.random.random(), [a for a in scope.arrays if a.shape and a.shape != [self.wide]]
        if pick < 0.3:
            return self.random.choice((4, 4, 5, 8)), None
        if pick < 0.7 and shaped:
            spec = self.random.choice(shaped)
            number, value = self.shape_of(scope, spec, self.random.randrange(len(spec.shape)))
            added = self.random.choice((0, 0, 1, 3, -number))
            if added:
                value = self.compute(scope, "arith.addi", "index", [value, self.constant(scope, added)])
            return number + added, value
        sizes = [(name, number) for name, kind, number in scope.sizes if kind == "index"]
        if not sizes:
            number = self.random.choice((4, 5, 8))
            return number, self.constant(scope, number)
        name, number = self.random.choice(sizes)
        least, most = self.random.choice(((0, 8), (4, 8), (4, 5), (5, 11)))
        value = self.compute(scope, "arith.maxsi", "index", [name, self.constant(scope, least)])
        value = self.compute(scope, "arith.minsi", "index", [value, self.constant(scope, most)])
        return min(max(number, least), most), value

    # ---- What it holds at first -------------------------------------------

    def fill(self, scope, spec):
        """By a loop over all elements, or one iteration where there is one."""
        uppers = [self.shape_of(scope, spec, axis)[1] for axis in range(len(spec.shape))] or [self.constant(scope, 1)]
        loop = scope.inner(graph=False, flags=[], loops=scope.loops + 1)
        loop.block.arguments = [self.name("index") for _ in uppers]
        loop.parallel = Parallel({}, {}, [], [], None)
        if spec.shape and self.chance(0.6):
            value = self.cast(loop, self.random.choice(loop.block.arguments), spec.kind)
        else:
            value = self.stored(loop, spec.kind)
        self.emit(loop, "store", (), [value, *loop.block.arguments[:len(spec.shape)]], array=spec)
        count = len(uppers)
        bounds = uppers + [self.constant(scope, 0)] * count + [self.constant(scope, 1)] * count
        self.emit(scope, "parallel", (), bounds, [loop.block], rank=count, form="qd.for", reduce=[], lower=False, steps=False)
