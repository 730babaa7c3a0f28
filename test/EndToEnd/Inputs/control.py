"""Loops on the device, bounds, shapes, values that cross tasks, each against a few lines of Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import itertools
import sys

from endtoend import *
from launcher import Launcher


def flags(check, launcher, folder, level):
    """The body runs at least once and while the flag, of any integer type, argument or global, is not 0."""
    text, cases = "", []
    for kind in ("i1", "i8", "i16", "i32", "i64"):
        text += 'memref.global "public" @g_%s : memref<%s> = uninitialized\n' % (kind, kind)
        for place in ("argument", "global"):
            for maximum in ("", "index", "i32", "i64"):
                name = "flag_%s_%s_%s" % (kind, place, maximum or "none")
                flag = "%flag" if place == "argument" else "%g"
                text += "qd.kernel @%s(%%flag: memref<%s>, %%left: memref<i32>, %%x: memref<3xi32>%s) -> i64 {\n" % (
                    name, kind, ", %%m: %s" % maximum if maximum else "")
                text += INDEX_CONSTANTS + "  %%g = memref.get_global @g_%s : memref<%s>\n" % (kind, kind)
                text += """  %%one = arith.constant 1 : i32
  %%zero = arith.constant 0 : i32
  %%count = qd.do_while %s%s : memref<%s> {
    qd.for (%%i) in (%%c3) {
      %%v = memref.load %%x[%%i] : memref<3xi32>
      %%w = arith.addi %%v, %%one : i32
      memref.store %%w, %%x[%%i] : memref<3xi32>
    }
    %%l = memref.load %%left[] : memref<i32>
    %%d = arith.subi %%l, %%one : i32
    memref.store %%d, %%left[] : memref<i32>
    %%more = arith.cmpi sgt, %%d, %%zero : i32
    %%on = arith.constant %s
    %%off = arith.constant %s
    %%f = arith.select %%more, %%on, %%off : %s
    memref.store %%f, %s[] : memref<%s>
  }
  qd.return %%count : i64
}
""" % (flag, " max(%%m%s)" % (" : " + maximum if maximum != "i64" else "") if maximum else "", kind,
                    # Only the highest bit is set: a flag must be read in its whole width.
                    "true" if kind == "i1" else "%d : %s" % (-(1 << (WIDTHS[kind] - 1)), kind),
                    "false" if kind == "i1" else "0 : " + kind, kind, flag, kind)
                cases.append((name, kind, maximum))
    package = compile_kernel(text, folder + "/flags" + level, level)
    for name, kind, maximum in cases:
        for left, limit in ((0, 9), (1, 9), (4, 9), (7, 3), (7, 0), (7, -5)):
            if not maximum and limit != 9:
                continue
            arguments = {"flag": zeros(kind), "left": scalar("i32", left), "x": zeros("i32", 3)}
            if maximum:
                arguments["m"] = limit
            what = "%s left %d limit %d" % (name, left, limit)
            launched = launcher.launch(what, package, name, arguments)
            want = max(left, 1) if not maximum else min(max(left, 1), max(limit, 1))
            check.equal(what + " problem", launched.problem, None)
            check.equal(what + " result", launched.results, [want])
            check.same_bits(what + " x", launched.arrays["x"], Array("i32", (3,), [want] * 3))


def bounds_of(rank):
    """Upper and lower bounds and steps: plain, mixed, empty in three ways, one iteration, steps that are not positive."""
    full, mixed = 3, ([7, 2, 5, 3][:rank], [-2, 1, 0, -1][:rank], [3, 1, 2, 1][:rank])
    if rank == 8:
        full, mixed = 2, ([2, 1, 2, 0, 1, 1, 2, 1], [-1, 0, 1, -2, 0, -1, 0, 0], [1, 1, 1, 2, 1, 2, 1, 3])
    zero, one = [0] * rank, [1] * rank
    return [([full] * rank, zero, one), mixed, (zero, zero, one), ([-3] * rank, [2] * rank, one),
            ([5] * rank, one, [100] * rank), ([4] * rank, zero, zero), ([4] * rank, zero, [1] * (rank - 1) + [-1])]


def range_kernel(name, kind, source, rank, bounds):
    """Adds 1 to the element of each point of a range, moved by 2 in every dimension."""
    array, head, body = range_array(rank), [], []
    for axis in range(rank):
        for which, values in zip("uls", bounds):
            if source == "scalar":
                head.append("%%%s%d: %s" % (which, axis, kind))
            elif source == "loaded":
                body.append("  %%%s%d = memref.load %%bounds[%%k%d] : memref<24x%s>" %
                            (which, axis, "uls".index(which) * 8 + axis, kind))
            else:
                body.append("  %%%s%d = arith.constant %d : %s" % (which, axis, values[axis], kind))
    if source == "loaded":
        head.append("%%bounds: memref<24x%s>" % kind)
        body = ["  %%k%d = arith.constant %d : index" % (k, k) for k in range(24)] + body
    lines = ["qd.kernel @%s(%s) {" % (name, ", ".join(["%x: " + array] + head)), *body,
             "  %one = arith.constant 1 : i32", "  %two = arith.constant 2 : " + kind]
    lists = [", ".join("%%%s%d" % (which, axis) for axis in range(rank)) for which in "uls"]
    lines.append("  qd.for (%s) in (%s) from (%s) step (%s)%s {" % (
        ", ".join("%%i%d" % axis for axis in range(rank)), *lists, "" if kind == "index" else " : " + kind))
    for axis in range(rank):
        lines.append("    %%p%d = arith.addi %%i%d, %%two : %s" % (axis, axis, kind))
        if kind != "index":
            lines.append("    %%q%d = arith.index_cast %%p%d : %s to index" % (axis, axis, kind))
    subscript = ", ".join("%%%s%d" % ("p" if kind == "index" else "q", axis) for axis in range(rank))
    lines.append("    %%old = memref.atomic_rmw addi %%one, %%x[%s] : (i32, %s) -> i32" % (subscript, array))
    return "\n".join(lines + ["  }", "}", ""])


def range_shape(rank):
    return [10 if rank < 8 else 4] * rank


def range_array(rank):
    return "memref<%si32>" % "".join("%dx" % n for n in range_shape(rank))


def ranges(check, launcher, folder, level):
    """Every point of a range of rank 1 to 8 with lower bounds, steps and each bound type, by scalars and from memory."""
    text, cases = "", []
    for kind, source, rank in itertools.product(("index", "i32", "i64"), ("scalar", "loaded", "constant"), (1, 2, 4, 8)):
        if kind == "index" and source == "loaded":
            continue
        for number, bounds in enumerate(bounds_of(rank)):
            name = "range_%s_%s_%d" % (kind, source, rank) + ("_%d" % number if source == "constant" else "")
            if source == "constant" or number == 0:
                text += range_kernel(name, kind, source, rank, bounds)
            cases.append((name, kind, source, rank, bounds))
    package = compile_kernel(text, folder + "/ranges" + level, level)
    for name, kind, source, rank, (upper, lower, step) in cases:
        shape = range_shape(rank)
        want = zeros("i32", *shape)
        for point in itertools.product(*(range(l, u, s) if s > 0 else [] for u, l, s in zip(upper, lower, step))):
            position = 0
            for extent, number in zip(shape, point):
                position = position * extent + number + 2
            want.values[position] += 1
        arguments = {"x": zeros("i32", *shape)}
        if source == "scalar":
            for axis in range(rank):
                arguments.update({"u%d" % axis: upper[axis], "l%d" % axis: lower[axis], "s%d" % axis: step[axis]})
        elif source == "loaded":
            arguments["bounds"] = Array(kind, (24,), sum(((v + [0] * 8)[:8] for v in (upper, lower, step)), []))
        what = "%s %r from %r step %r" % (name, upper, lower, step)
        launched = launcher.launch(what, package, name, arguments)
        check.equal(what + " problem", launched.problem, None)
        check.same_bits(what + " ", launched.arrays["x"], want)


def shapes(check, launcher, folder, level):
    """Arrays of rank 0 to 8, static and dynamic, also without elements: element = its row-major position."""
    text, cases = "", []
    for rank in range(9):
        for form in ("static", "dynamic", "mixed"):
            shape = [2, 3, 1, 2, 2, 1, 3, 2][:rank]
            static = [form == "static" or (form == "mixed" and axis % 2 == 0) for axis in range(rank)]
            kind = "memref<%si32>" % "".join("%dx" % n if s else "?x" for n, s in zip(shape, static))
            name = "shape_%d_%s" % (rank, form)
            text += "qd.kernel @%s(%%x: %s) {\n" % (name, kind)
            text += "".join("  %%a%d = arith.constant %d : index\n  %%n%d = memref.dim %%x, %%a%d : %s\n" %
                            (axis, axis, axis, axis, kind) for axis in range(rank))
            if rank:
                variables = ["%%i%d" % axis for axis in range(rank)]
                text += "  qd.for (%s) in (%s) {\n    %%v0 = arith.constant 0 : index\n" % (
                    ", ".join(variables), ", ".join("%%n%d" % axis for axis in range(rank)))
                for axis in range(rank):
                    text += "    %%m%d = arith.muli %%v%d, %%n%d : index\n    %%v%d = arith.addi %%m%d, %%i%d : index\n" % (
                        axis, axis, axis, axis + 1, axis, axis)
                text += "    %%v = arith.index_cast %%v%d : index to i32\n    memref.store %%v, %%x[%s] : %s\n  }\n" % (
                    rank, ", ".join(variables), kind)
            else:
                text += "  %v = arith.constant 0 : i32\n  memref.store %v, %x[] : memref<i32>\n"
            text += "}\n"
            cases.append((name, shape))
            for axis in range(rank):
                if not static[axis] and axis in (0, rank - 1):
                    cases.append((name, [0 if a == axis else n + (a % 2 and not static[a]) for a, n in enumerate(shape)]))
    package = compile_kernel(text, folder + "/shapes" + level, level)
    for name, shape in cases:
        what = "%s %r" % (name, shape)
        launched = launcher.launch(what, package, name, {"x": Array("i32", shape, [-1] * math.prod(shape))})
        check.equal(what + " problem", launched.problem, None)
        check.same_bits(what + " ", launched.arrays["x"], Array("i32", shape, range(math.prod(shape))))


DRAIN = """
qd.kernel @drain(%count: memref<i64>, %go: memref<i32>, %x: memref<16xi32>) -> i64 {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %one = arith.constant 1 : i32
  %iterations = qd.do_while %go : memref<i32> {
    %n = memref.load %count[] : memref<i64>
    qd.for (%i) in (%n) : i64 {
      %p = arith.index_cast %i : i64 to index
      %v = memref.load %x[%p] : memref<16xi32>
      %w = arith.addi %v, %one : i32
      memref.store %w, %x[%p] : memref<16xi32>
    }
    %fewer = arith.divui %n, %c2 : i64
    memref.store %fewer, %count[] : memref<i64>
    %more = arith.cmpi ne, %fewer, %c0 : i64
    %flag = arith.extui %more : i1 to i32
    memref.store %flag, %go[] : memref<i32>
  }
  qd.return %iterations : i64
}
// The bound is written by a parallel loop of the same body, and by an atomic.
qd.kernel @grow(%count: memref<i32>, %go: memref<i32>, %x: memref<64xi32>, %limit: i32) {
""" + INDEX_CONSTANTS + """  %one = arith.constant 1 : i32
  %iterations = qd.do_while %go : memref<i32> {
    %n = memref.load %count[] : memref<i32>
    qd.for (%i) in (%n) : i32 {
      %p = arith.index_cast %i : i32 to index
      %v = memref.load %x[%p] : memref<64xi32>
      %w = arith.addi %v, %one : i32
      memref.store %w, %x[%p] : memref<64xi32>
    }
    qd.for (%i) in (%c1) {
      %a = memref.atomic_rmw addi %n, %count[] : (i32, memref<i32>) -> i32
    }
    %m = memref.load %count[] : memref<i32>
    qd.for (%i) in (%m) : i32 {
      %p = arith.index_cast %i : i32 to index
      %v = memref.load %x[%p] : memref<64xi32>
      %w = arith.addi %v, %one : i32
      memref.store %w, %x[%p] : memref<64xi32>
    }
    %more = arith.cmpi slt, %m, %limit : i32
    %flag = arith.extui %more : i1 to i32
    memref.store %flag, %go[] : memref<i32>
  }
}
// Swapped and rotated values of three nested kinds of control, each used by tasks.
qd.kernel @carried(%x: memref<8xf64>, %a: f64, %n: index) -> (f64, f64, i32) {
""" + INDEX_CONSTANTS + """  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %b0 = arith.constant 1.0 : f64
  %p, %q = scf.for %k = %c0 to %n step %c1 iter_args(%u = %a, %v = %b0) -> (f64, f64) {
    %r, %s, %t = scf.while (%c = %zero, %e = %u, %f = %v) : (i32, f64, f64) -> (i32, f64, f64) {
      %more = arith.cmpi slt, %c, %two : i32
      scf.condition(%more) %c, %f, %e : i32, f64, f64
    } do {
    ^bb0(%c: i32, %e: f64, %f: f64):
      qd.for (%i) in (%c8) {
        %old = memref.load %x[%i] : memref<8xf64>
        %m = arith.mulf %e, %old : f64
        %new = arith.addf %m, %f : f64
        memref.store %new, %x[%i] : memref<8xf64>
      }
      %d = arith.addi %c, %one : i32
      %sum = qd.for (%i) in (%c8) reduce(maximumf) -> f64 {
        %old = memref.load %x[%i] : memref<8xf64>
        qd.yield %old : f64
      }
      %is_big = arith.cmpf ogt, %sum, %a : f64
      %g, %h = scf.if %is_big -> (f64, f64) {
        qd.for (%i) in (%c8) {
          %old = memref.load %x[%i] : memref<8xf64>
          %new = arith.subf %old, %sum : f64
          memref.store %new, %x[%i] : memref<8xf64>
        }
        scf.yield %f, %e : f64, f64
      } else {
        scf.yield %e, %sum : f64, f64
      }
      scf.yield %d, %g, %h : i32, f64, f64
    }
    scf.yield %t, %s : f64, f64
  }
  qd.return %p, %q, %zero : f64, f64, i32
}
"""


def carried(x, a, n):
    u, v = a, 1.0
    for _ in range(n):
        e, f, c = u, v, 0
        while True:
            s, t = f, e
            if c >= 2:
                break
            e, f = s, t
            x = [e * old + f for old in x]
            c += 1
            top = max(x)
            if top > a:
                x = [old - top for old in x]
                e, f = f, e
            else:
                e, f = e, top
        u, v = t, s
    return x, u, v


def written_bounds(check, launcher, folder, level):
    package = compile_kernel(DRAIN, folder + "/drain" + level, level, "--fp-contract=off")
    launched = launcher.launch("drain", package, "drain",
                               {"count": scalar("i64", 13), "go": scalar("i32", 1), "x": zeros("i32", 16)})
    check.equal("drain problem", launched.problem, None)
    check.equal("drain iterations", launched.results, [4])
    check.same_bits("drain x", launched.arrays["x"],
                    Array("i32", (16,), [sum(i < n for n in (13, 6, 3, 1)) for i in range(16)]))
    launched = launcher.launch("grow", package, "grow",
                               {"count": scalar("i32", 1), "go": scalar("i32", 0), "x": zeros("i32", 64), "limit": 40})
    check.equal("grow problem", launched.problem, None)
    bounds = (1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, 64)
    check.same_bits("grow x", launched.arrays["x"], Array("i32", (64,), [sum(i < n for n in bounds) for i in range(64)]))
    for n in range(4):
        start = [0.5 * i - 1 for i in range(8)]
        x, u, v = carried(start, 1.25, n)
        what = "carried %d" % n
        launched = launcher.launch(what, package, "carried", {"x": Array("f64", (8,), start), "a": 1.25, "n": n})
        check.equal(what + " problem", launched.problem, None)
        check.equal(what + " results", launched.results, [u, v, 0])
        check.same_bits(what + " x", launched.arrays["x"], Array("f64", (8,), x))


# The condition holds a loop, a task and a reduction of its own.
CLIMB = """
qd.kernel @climb(%x: memref<8xi32>, %y: memref<8xi32>, %limit: i32) -> i32 {
""" + INDEX_CONSTANTS + """  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %count = scf.while (%k = %zero) : (i32) -> i32 {
    scf.for %s = %c0 to %c2 step %c1 {
      qd.for (%i) in (%c8) {
        %old = memref.load %x[%i] : memref<8xi32>
        %new = arith.addi %old, %one : i32
        memref.store %new, %x[%i] : memref<8xi32>
      }
    }
    %top = qd.for (%i) in (%c8) reduce(maxs) -> i32 {
      %v = memref.load %x[%i] : memref<8xi32>
      qd.yield %v : i32
    }
    %more = arith.cmpi slt, %top, %limit : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    qd.for (%i) in (%c8) {
      %v = memref.load %x[%i] : memref<8xi32>
      %old = memref.load %y[%i] : memref<8xi32>
      %new = arith.addi %old, %v : i32
      memref.store %new, %y[%i] : memref<8xi32>
    }
    %n = arith.addi %k, %one : i32
    scf.yield %n : i32
  }
  qd.return %count : i32
}
"""


def conditions(check, launcher, folder, level):
    package = compile_kernel(CLIMB, folder + "/climb" + level, level)
    for limit in (0, 10, 11, 12, 17):
        x, y, count = list(range(8)), [0] * 8, 0
        while True:
            x = [v + 2 for v in x]
            if max(x) >= limit:
                break
            y = [a + b for a, b in zip(y, x)]
            count += 1
        what = "climb %d" % limit
        launched = launcher.launch(what, package, "climb",
                                   {"x": Array("i32", (8,), range(8)), "y": zeros("i32", 8), "limit": limit})
        check.equal(what + " problem", launched.problem, None)
        check.equal(what + " results", launched.results, [count])
        check.same_bits(what + " x", launched.arrays["x"], Array("i32", (8,), x))
        check.same_bits(what + " y", launched.arrays["y"], Array("i32", (8,), y))


# Branches in no loop with more tasks than may be left out one by one, and with a loop: by an element and by an argument.
CHOICES = """
func.func private @mix(%x: memref<8xi32>, %y: memref<8xi32>) {
""" + INDEX_CONSTANTS + """  %c7 = arith.constant 7 : index
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  qd.for (%i) in (%c8) {
    %from = arith.subi %c7, %i : index
    %old = memref.load %x[%from] : memref<8xi32>
    %new = arith.addi %old, %one : i32
    memref.store %new, %y[%i] : memref<8xi32>
  }
  qd.for (%i) in (%c8) {
    %from = arith.subi %c7, %i : index
    %old = memref.load %y[%from] : memref<8xi32>
    %new = arith.muli %old, %three : i32
    memref.store %new, %x[%i] : memref<8xi32>
  }
  return
}
""" + "".join("""
qd.kernel @wide_%s(%%x: memref<8xi32>, %%y: memref<8xi32>, %%choice: memref<i32>, %%given: i32) -> i32 {
%s  %%zero = arith.constant 0 : i32
  %%two = arith.constant 2 : i32
  %%loaded = memref.load %%choice[] : memref<i32>
  %%rest = arith.remsi %%%s, %%two : i32
  %%takes = arith.cmpi eq, %%rest, %%zero : i32
  %%sum = scf.if %%takes -> i32 {
    func.call @mix(%%x, %%y) : (memref<8xi32>, memref<8xi32>) -> ()
    func.call @mix(%%x, %%y) : (memref<8xi32>, memref<8xi32>) -> ()
    func.call @mix(%%x, %%y) : (memref<8xi32>, memref<8xi32>) -> ()
    %%all = qd.for (%%i) in (%%c8) reduce(addi) -> i32 {
      %%old = memref.load %%x[%%i] : memref<8xi32>
      qd.yield %%old : i32
    }
    scf.yield %%all : i32
  } else {
    func.call @mix(%%x, %%y) : (memref<8xi32>, memref<8xi32>) -> ()
    scf.yield %%two : i32
  }
  qd.for (%%i) in (%%c8) {
    memref.store %%sum, %%y[%%i] : memref<8xi32>
  }
  qd.return %%sum : i32
}
qd.kernel @held_%s(%%x: memref<8xi32>, %%y: memref<8xi32>, %%choice: memref<i32>, %%given: i32) -> i64 {
%s  %%none = arith.constant 0 : i64
  %%zero = arith.constant 0 : i32
  %%one = arith.constant 1 : i32
  %%two = arith.constant 2 : i32
  %%loaded = memref.load %%choice[] : memref<i32>
  %%rest = arith.remsi %%%s, %%two : i32
  %%takes = arith.cmpi eq, %%rest, %%zero : i32
  func.call @mix(%%x, %%y) : (memref<8xi32>, memref<8xi32>) -> ()
  %%often = scf.if %%takes -> i64 {
    memref.store %%two, %%choice[] : memref<i32>
    %%count = qd.do_while %%choice : memref<i32> {
      func.call @mix(%%x, %%y) : (memref<8xi32>, memref<8xi32>) -> ()
      %%old = memref.load %%choice[] : memref<i32>
      %%new = arith.subi %%old, %%one : i32
      memref.store %%new, %%choice[] : memref<i32>
    }
    scf.yield %%count : i64
  } else {
    scf.for %%k = %%c0 to %%c3 step %%c1 {
      func.call @mix(%%x, %%y) : (memref<8xi32>, memref<8xi32>) -> ()
    }
    scf.yield %%none : i64
  }
  func.call @mix(%%x, %%y) : (memref<8xi32>, memref<8xi32>) -> ()
  qd.return %%often : i64
}
""" % (name, INDEX_CONSTANTS, name, name, INDEX_CONSTANTS, name) for name in ("loaded", "given"))


def choices(check, launcher, folder, level):
    package = compile_kernel(CHOICES, folder + "/choices" + level, level)
    for by, number in itertools.product(("loaded", "given"), (0, 1, 2, 5)):
        takes = number % 2 == 0
        # Of the wide one, and of the one that holds loops.
        for kind, often in (("wide", 3 if takes else 1), ("held", 4 if takes else 5)):
            x, y = list(range(8)), [0] * 8
            for _ in range(often):
                y = [v + 1 for v in reversed(x)]
                x = [v * 3 for v in reversed(y)]
            result = (sum(x) if takes else 2) if kind == "wide" else (2 if takes else 0)
            if kind == "wide":
                y = [result] * 8
            what = "%s_%s %d" % (kind, by, number)
            arguments = {"x": Array("i32", (8,), range(8)), "y": zeros("i32", 8), "choice": scalar("i32", 7), "given": 7}
            arguments["choice" if by == "loaded" else "given"] = scalar("i32", number) if by == "loaded" else number
            launched = launcher.launch(what, package, kind + "_" + by, arguments)
            check.equal(what + " problem", launched.problem, None)
            check.equal(what + " results", launched.results, [result])
            check.same_bits(what + " x", launched.arrays["x"], Array("i32", (8,), x))
            check.same_bits(what + " y", launched.arrays["y"], Array("i32", (8,), y))


def counted_kernel(name, kind, step, is_unsigned):
    """Row by row of its arguments: how often an scf.for inside a task runs, and the sum of its variable."""
    element = "i64" if kind == "index" else kind
    lines = ["qd.kernel @%s(%s, %%often: memref<?xi64>, %%sum: memref<?xi64>) {" % (
        name, ", ".join("%%%s_in: memref<?x%s>" % (b, element) for b in "lus")), INDEX_CONSTANTS,
        "  %zero = arith.constant 0 : i64", "  %one = arith.constant 1 : i64",
        "  %%rows = memref.dim %%l_in, %%c0 : memref<?x%s>" % element, "  qd.for (%k) in (%rows) {"]
    for bound in "lus":
        if bound == "s" and step is not None:
            lines.append("    %%s = arith.constant %d : %s" % (step, kind))
            continue
        loaded = bound if kind != "index" else bound + "_wide"
        lines.append("    %%%s = memref.load %%%s_in[%%k] : memref<?x%s>" % (loaded, bound, element))
        if kind == "index":
            lines.append("    %%%s = arith.index_cast %%%s : i64 to index" % (bound, loaded))
    lines.append("    %%n, %%t = scf.for %s%%i = %%l to %%u step %%s iter_args(%%a = %%zero, %%b = %%zero) -> (i64, i64)%s {" % (
        "unsigned " * is_unsigned, "" if kind == "index" else " : " + kind))
    widen = {"index": "arith.index_cast %i : index to i64", "i64": "arith.addi %i, %zero : i64"}
    lines += ["      %c = arith.addi %a, %one : i64",
              "      %w = " + widen.get(kind, "arith.extsi %%i : %s to i64" % kind),
              "      %d = arith.addi %b, %w : i64", "      scf.yield %c, %d : i64, i64", "    }",
              "    memref.store %n, %often[%k] : memref<?xi64>", "    memref.store %t, %sum[%k] : memref<?xi64>", "  }", "}"]
    return "\n".join(lines) + "\n"


def counted_rows(kind, step, is_unsigned):
    """(lower, upper, step, often, sum) of loops that end soon."""
    width = WIDTHS[kind]
    high = (1 << (width - 1)) - 1
    low = -high - 1
    ends = [(high - 5, high), (high - 6, high), (low, low + 7), (-4, 5), (5, -4), (3, 3), (3, 4), (low, high), (-6, -1),
            (-7, -1), (-1, 6), (0, high), (high, low)]
    for lower, upper in ends:
        for by in (0, -1, low, 1, 2, 5, high - 1, high) if step is None else (step,):
            first, end = (unsigned(lower, kind), unsigned(upper, kind)) if is_unsigned else (lower, upper)
            step_of_loop = unsigned(by, kind) if is_unsigned else by
            values = range(first, end, step_of_loop) if step_of_loop > 0 else range(0)
            if not values or (values[-1] - values[0]) // step_of_loop < 1000:
                yield lower, upper, by, len(values), wrap(sum(wrap(v, kind) for v in values), "i64")


def counted(check, launcher, folder, level):
    """An scf.for inside a task ends for all bounds, also next to the largest number; a step of 0 does not run it, nor one
    below 0 where the loop counts with a sign."""
    text, cases = "", []
    for kind, is_unsigned in itertools.product(("i8", "i16", "i32", "i64", "index"), (False, True)):
        element = "i64" if kind == "index" else kind
        for step in (None, 0, -3, 1, 2, 3, 100, (1 << (WIDTHS[element] - 1)) - 1):
            name = "counted_%s_%s_%s" % (kind, "unsigned" if is_unsigned else "signed", str(step).replace("-", "minus"))
            text += counted_kernel(name, kind, step, is_unsigned)
            cases.append((name, element, list(counted_rows(element, step, is_unsigned))))
    package = compile_kernel(text, folder + "/counted" + level, level)
    for name, element, rows in cases:
        lower, upper, step, often, total = (list(column) for column in zip(*rows))
        count = len(rows)
        arguments = {"l_in": Array(element, (count,), lower), "u_in": Array(element, (count,), upper),
                     "s_in": Array(element, (count,), step), "often": zeros("i64", count), "sum": zeros("i64", count)}
        launched = launcher.launch(name, package, name, arguments)
        check.equal(name + " problem", launched.problem, None)
        for what, want in (("often", often), ("sum", total)):
            check.same_bits("%s %s" % (name, what), launched.arrays[what], Array("i64", (count,), want),
                            lambda row: " of %r" % (rows[row][:3],))


def main(folder, level):
    check, launcher = Check(), Launcher()
    for part in (flags, ranges, shapes, written_bounds, conditions, choices, counted):
        part(check, launcher, folder, level)
    check.end()


main(*sys.argv[1:])
