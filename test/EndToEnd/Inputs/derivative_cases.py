"""Kernels with the same programs in Python, for derivatives.py. Plain Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A Case has the text of a kernel, in which T is the type of floats and with_bends() says what a "bend" is, and a program,
which changes its arguments as the kernel does: lists of numbers, nested for arrays of two axes, and numbers. It gives
the list of results. `active` are the arguments with a derivative, in the kernel's order. `modes`: "f" forward, "r"
reverse, "g" reverse without a kernel of the reverse sweep alone.
"""
import re

from dual import BINARY, UNARY, cos, dual, exp, sin, sqrt, value_of

CONSTANTS = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : T
  %one = arith.constant 1.0 : T
  %half = arith.constant 0.5 : T
"""


def bend(v):
    """What loops do to elements in place, so that the gradient needs what was there before."""
    return sin(v) * v + 0.5


def with_bends(body):
    """A kernel's body in which each line "bend ELEMENT : TYPE" does to an element what bend() does to a number."""
    return re.sub(r"^( *)bend (.+)$", r"""\1%v = memref.load \2
\1%s = math.sin %v : T
\1%p = arith.mulf %s, %v : T
\1%q = arith.addf %p, %half : T
\1memref.store %q, \2""", body, flags=re.MULTILINE)


class Case:
    def __init__(self, name, signature, body, arguments, active, program, modes="fr"):
        self.name, self.arguments, self.active, self.program, self.modes = name, arguments, active, program, modes
        asked = ", ".join('{mode = "%s"}' % {"f": "forward", "r": "reverse", "g": "reverse"}[mode] for mode in modes)
        attributes = "{qd.differentiate = [%s]}" % asked
        self.text = "qd.kernel @%s%s attributes %s {%s%s}\n" % (name, signature, attributes, CONSTANTS, with_bends(body))


STEPS = ("ceil", "floor", "round", "roundeven", "trunc")  # on which no output depends


def elementwise():
    """Every operation with a derivative, over arrays."""
    inside = [0.31, -0.47, 0.83, -0.12]
    above = [1.3, 2.4, 5.1, 0.7]
    for name, function in UNARY.items():
        values = [1.3, 2.4, 5.1, 1.2] if name == "acosh" else above if name in (
            "log", "log2", "log10", "sqrt", "rsqrt", "cbrt") else inside

        def program(x, y, function=function):
            y[:] = [function(v) for v in x]
            return []

        yield Case("math_" + name, "(%x: memref<4xT>, %y: memref<4xT>)", """
  %%n = memref.dim %%x, %%c0 : memref<4xT>
  qd.for (%%i) in (%%n) {
    %%v = memref.load %%x[%%i] : memref<4xT>
    %%r = math.%s %%v : T
    memref.store %%r, %%y[%%i] : memref<4xT>
  }
""" % name, {"x": values, "y": [9.0] * 4}, ["y"] if name in STEPS else ["x", "y"], program)
    for name, function in BINARY.items():
        first = [1.3, 2.4, 5.1, 0.7] if name == "math.powf" else [1.3, -2.4, 5.1, 0.75 + 0.05 * (name == "arith.remf")]

        def program(x, y, z, function=function):
            z[:] = [function(a, b) for a, b in zip(x, y)]
            return []

        yield Case(name.replace(".", "_"), "(%x: memref<4xT>, %y: memref<4xT>, %z: memref<4xT>)", """
  %%n = memref.dim %%x, %%c0 : memref<4xT>
  qd.for (%%i) in (%%n) {
    %%a = memref.load %%x[%%i] : memref<4xT>
    %%b = memref.load %%y[%%i] : memref<4xT>
    %%r = %s %%a, %%b : T
    memref.store %%r, %%z[%%i] : memref<4xT>
  }
""" % name, {"x": first, "y": [0.6, 1.7, -1.2, 0.75], "z": [0.0] * 4},
                   ["x", "z"] if name == "math.copysign" else ["x", "y", "z"], program)


def straight(x, y, a):
    for i, v in enumerate(x):
        w = v * v * a - exp(-v) / (1.5 + sin(v) * a)
        s, c = sin(w), cos(w)
        f = s * c + v
        y[i] = f if value_of(v) > 0.4 else -2.0 * f
    return []


STRAIGHT = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %k = arith.constant 1.5 : T
  %t = arith.constant 0.4 : T
  %m = arith.constant -2.0 : T
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    %vva = arith.mulf %vv, %a : T
    %neg = arith.negf %v : T
    %e = math.exp %neg : T
    %sv = math.sin %v : T
    %sva = arith.mulf %sv, %a : T
    %d = arith.addf %k, %sva : T
    %q = arith.divf %e, %d : T
    %w = arith.subf %vva, %q : T
    %s, %c = math.sincos %w : T
    %f = math.fma %s, %c, %v : T
    %g = arith.mulf %f, %m : T
    %above = arith.cmpf ogt, %v, %t : T
    %r = arith.select %above, %f, %g : T
    memref.store %r, %y[%i] : memref<?xT>
  }
"""


def branches(x, y):
    for i, v in enumerate(x):
        if value_of(v) > 0:
            r = v * v * v
            if value_of(v) > 1:
                y[i] = r * sin(v)
            extra = v
        else:
            r = exp(v)
            extra = dual(0.0)
        y[i] = y[i] + r + extra
    return []


BRANCHES = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %positive = arith.cmpf ogt, %v, %zero : T
    %big = arith.cmpf ogt, %v, %one : T
    %r, %extra = scf.if %positive -> (T, T) {
      %v2 = arith.mulf %v, %v : T
      %v3 = arith.mulf %v2, %v : T
      scf.if %big {
        %s = math.sin %v : T
        %p = arith.mulf %v3, %s : T
        memref.store %p, %y[%i] : memref<?xT>
      }
      scf.yield %v3, %v : T, T
    } else {
      %e = math.exp %v : T
      scf.yield %e, %zero : T, T
    }
    %old = memref.load %y[%i] : memref<?xT>
    %new = arith.addf %old, %r : T
    %sum = arith.addf %new, %extra : T
    memref.store %sum, %y[%i] : memref<?xT>
  }
"""


def choice(x, y):
    for i, v in enumerate(x):
        y[i] = v * v if i == 1 else sin(v) if i == 2 else 2.0 * v
    return []


CHOICE = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %r = scf.index_switch %i -> T
    case 1 {
      %p = arith.mulf %v, %v : T
      scf.yield %p : T
    }
    case 2 {
      %s = math.sin %v : T
      scf.yield %s : T
    }
    default {
      %d = arith.addf %v, %v : T
      scf.yield %d : T
    }
    memref.store %r, %y[%i] : memref<?xT>
  }
"""


def stencil(u, v):
    n = len(u)
    for i in range(1, n - 1):
        v[i] = u[i] * u[i] + 0.5 * (u[i - 1] * u[i + 1])
    return []


STENCIL = """
  %n = memref.dim %u, %c0 : memref<?xT>
  %last = arith.subi %n, %c1 : index
  qd.for (%i) in (%last) from (%c1) {
    %l = arith.subi %i, %c1 : index
    %r = arith.addi %i, %c1 : index
    %a = memref.load %u[%l] : memref<?xT>
    %b = memref.load %u[%i] : memref<?xT>
    %c = memref.load %u[%r] : memref<?xT>
    %bb = arith.mulf %b, %b : T
    %ac = arith.mulf %a, %c : T
    %h = arith.mulf %ac, %half : T
    %s = arith.addf %bb, %h : T
    memref.store %s, %v[%i] : memref<?xT>
  }
"""


def matrix(a, x, y):
    for i in range(len(y)):
        total = dual(1.0)
        for k in range(3):
            total = total * (a[i][k] * x[k] + 1.0)
        y[i] = total
    return []


MATRIX = """
  %n = memref.dim %y, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %p = scf.for %k = %c0 to %c3 step %c1 iter_args(%total = %one) -> (T) {
      %e = memref.load %a[%i, %k] : memref<?x3xT>
      %v = memref.load %x[%k] : memref<3xT>
      %m = arith.mulf %e, %v : T
      %f = arith.addf %m, %one : T
      %next = arith.mulf %total, %f : T
      scf.yield %next : T
    }
    memref.store %p, %y[%i] : memref<?xT>
  }
"""


def run_time_loop(x, count, y):
    for i, v in enumerate(x):
        s = v
        for k in range(count[i]):
            s = s * (1.0 - s) * 1.9 + 0.01 * v
        y[i] = s
    return []


RUN_TIME_LOOP = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %r = arith.constant 1.9 : T
  %h = arith.constant 0.01 : T
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %trips = memref.load %count[%i] : memref<?xi32>
    %lower = arith.constant 0 : i32
    %step = arith.constant 1 : i32
    %s = scf.for %k = %lower to %trips step %step iter_args(%c = %v) -> (T) : i32 {
      %m = arith.subf %one, %c : T
      %p = arith.mulf %c, %m : T
      %q = arith.mulf %p, %r : T
      %vh = arith.mulf %v, %h : T
      %next = arith.addf %q, %vh : T
      scf.yield %next : T
    }
    memref.store %s, %y[%i] : memref<?xT>
  }
"""


def weighted_loop(x, count, w, y):
    for i, v in enumerate(x):
        s = v
        for k in range(count[i]):
            s = s * w[k] + 0.1 * s * s
        y[i] = s
    return []


# A trip of the reverse sweep loads and adds to a shadow.
WEIGHTED_LOOP = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %h = arith.constant 0.1 : T
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %trips = memref.load %count[%i] : memref<?xi32>
    %end = arith.index_cast %trips : i32 to index
    %s = scf.for %k = %c0 to %end step %c1 iter_args(%c = %v) -> (T) {
      %f = memref.load %w[%k] : memref<?xT>
      %p = arith.mulf %c, %f : T
      %hc = arith.mulf %c, %h : T
      %q = arith.mulf %hc, %c : T
      %next = arith.addf %p, %q : T
      scf.yield %next : T
    }
    memref.store %s, %y[%i] : memref<?xT>
  }
"""


def slopes(x, y, trips):
    for i, v in enumerate(x):
        u = v
        for t in range(trips):
            factor = 1e25 if t == 0 else 1e-25 if t == 3 else 0.5
            u = u * factor * factor
        y[i] = u * 1e20
    return []


# What a trip multiplies the adjoint by is too large or too small for f32, though the adjoint never is.
SLOPES = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %large = arith.constant 1.0e+25 : T
  %small = arith.constant 1.0e-25 : T
  %scale = arith.constant 1.0e+20 : T
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %s = scf.for %t = %c0 to %trips step %c1 iter_args(%u = %v) -> (T) {
      %is_first = arith.cmpi eq, %t, %c0 : index
      %is_last = arith.cmpi eq, %t, %c3 : index
      %late = arith.select %is_last, %small, %half : T
      %f = arith.select %is_first, %large, %late : T
      %once = arith.mulf %u, %f : T
      %twice = arith.mulf %once, %f : T
      scf.yield %twice : T
    }
    %r = arith.mulf %s, %scale : T
    memref.store %r, %y[%i] : memref<?xT>
  }
"""


def nested_loops(x, y, a):
    for i, v in enumerate(x):
        s = v
        for j in range(i + 1):
            t = s * a
            for k in range(j, 4):
                t = sin(t) + x[k] * t
            s = s + t * t
        y[i] = s
    return []


NESTED_LOOPS = """
  %n = memref.dim %x, %c0 : memref<4xT>
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<4xT>
    %end = arith.addi %i, %c1 : index
    %r = scf.for %j = %c0 to %end step %c1 iter_args(%s = %v) -> (T) {
      %t0 = arith.mulf %s, %a : T
      %t = scf.for %k = %j to %c4 step %c1 iter_args(%c = %t0) -> (T) {
        %e = memref.load %x[%k] : memref<4xT>
        %sc = math.sin %c : T
        %ec = arith.mulf %e, %c : T
        %next = arith.addf %sc, %ec : T
        scf.yield %next : T
      }
      %tt = arith.mulf %t, %t : T
      %sum = arith.addf %s, %tt : T
      scf.yield %sum : T
    }
    memref.store %r, %y[%i] : memref<4xT>
  }
"""


def newton(x, y):
    for i, v in enumerate(x):
        r = v
        while value_of(r) * value_of(r) - value_of(v) > 1e-3:
            r = (r + v / r) * 0.5
        y[i] = r * sin(r)
    return []


NEWTON = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %eps = arith.constant 1.0e-3 : T
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %root = scf.while (%r = %v) : (T) -> (T) {
      %rr = arith.mulf %r, %r : T
      %d = arith.subf %rr, %v : T
      %go = arith.cmpf ogt, %d, %eps : T
      scf.condition(%go) %r : T
    } do {
    ^bb0(%r: T):
      %q = arith.divf %v, %r : T
      %s = arith.addf %r, %q : T
      %next = arith.mulf %s, %half : T
      scf.yield %next : T
    }
    %sr = math.sin %root : T
    %p = arith.mulf %root, %sr : T
    memref.store %p, %y[%i] : memref<?xT>
  }
"""


def gather_scatter(x, to, where, y):
    for i in range(len(x)):
        y[to[i]] = y[to[i]] + x[where[i]] * x[where[i]]
    return []


GATHER_SCATTER = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %w = memref.load %where[%i] : memref<?xindexed>
    %wi = arith.index_cast %w : indexed to index
    %t = memref.load %to[%i] : memref<?xindexed>
    %ti = arith.index_cast %t : indexed to index
    %v = memref.load %x[%wi] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    %old = memref.atomic_rmw addf %vv, %y[%ti] : (T, memref<?xT>) -> T
  }
""".replace("indexed", "i32")


def norm(x, w):
    total = dual(0.0)
    for i, v in enumerate(x):
        total = total + v * v * w
    return [sqrt(total) + w]


NORM = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %total = qd.for (%i) in (%n) reduce(addf) -> T {
    %v = memref.load %x[%i] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    %vw = arith.mulf %vv, %w : T
    qd.yield %vw : T
  }
  %root = math.sqrt %total : T
  %r = arith.addf %root, %w : T
  qd.return %r : T
"""


def several(x, y, z, a):
    for i, v in enumerate(x):
        y[i] = sin(v) * a
    for i in range(len(x)):
        z[i] = y[i] * y[i] + z[i]
    total = dual(0.0)
    for i in range(len(x)):
        total = total + z[i] * x[i]
    return [total]


SEVERAL = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %s = math.sin %v : T
    %p = arith.mulf %s, %a : T
    memref.store %p, %y[%i] : memref<?xT>
  }
  qd.for (%i) in (%n) {
    %v = memref.load %y[%i] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    %o = memref.load %z[%i] : memref<?xT>
    %s = arith.addf %vv, %o : T
    memref.store %s, %z[%i] : memref<?xT>
  }
  %total = qd.for (%i) in (%n) reduce(addf) -> T {
    %v = memref.load %z[%i] : memref<?xT>
    %w = memref.load %x[%i] : memref<?xT>
    %p = arith.mulf %v, %w : T
    qd.yield %p : T
  }
  qd.return %total : T
"""


def in_place(x):
    for i, v in enumerate(x):
        x[i] = 3.0 * v
    x[0] = x[0] * 0.5
    return []


IN_PLACE = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %three = arith.constant 3.0 : T
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %p = arith.mulf %v, %three : T
    memref.store %p, %x[%i] : memref<?xT>
  }
  %v = memref.load %x[%c0] : memref<?xT>
  %p = arith.mulf %v, %half : T
  memref.store %p, %x[%c0] : memref<?xT>
"""


def do_while(x, go, a):
    while True:
        for i, v in enumerate(x):
            x[i] = sin(v) * a
        go[0] -= 1
        if go[0] == 0:
            return []


DO_WHILE = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %minus = arith.constant -1 : i32
  %trips = qd.do_while %go : memref<i32> {
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xT>
      %s = math.sin %v : T
      %p = arith.mulf %s, %a : T
      memref.store %p, %x[%i] : memref<?xT>
    }
    %g = memref.load %go[] : memref<i32>
    %less = arith.addi %g, %minus : i32
    memref.store %less, %go[] : memref<i32>
  }
"""


def graph_loop(x, a):
    s = a
    for step in range(3):
        for i, v in enumerate(x):
            x[i] = v * s + 0.5
        s = s * 0.5 + exp(-s)
    return [s]


GRAPH_LOOP = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %s = scf.for %step = %c0 to %c3 step %c1 iter_args(%c = %a) -> (T) {
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xT>
      %p = arith.mulf %v, %c : T
      %q = arith.addf %p, %half : T
      memref.store %q, %x[%i] : memref<?xT>
    }
    %h = arith.mulf %c, %half : T
    %m = arith.negf %c : T
    %e = math.exp %m : T
    %next = arith.addf %h, %e : T
    scf.yield %next : T
  }
  qd.return %s : T
"""


def local_array(x, y):
    for i, v in enumerate(x):
        w = [v * v, sin(v)]
        y[i] = w[0] * w[1]
    return []


LOCAL_ARRAY = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %w = memref.alloca() : memref<2xT>
    %v = memref.load %x[%i] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    %s = math.sin %v : T
    memref.store %vv, %w[%c0] : memref<2xT>
    memref.store %s, %w[%c1] : memref<2xT>
    %j = arith.remui %i, %c1 : index
    %k = arith.addi %j, %c1 : index
    %a = memref.load %w[%j] : memref<2xT>
    %b = memref.load %w[%k] : memref<2xT>
    %p = arith.mulf %a, %b : T
    memref.store %p, %y[%i] : memref<?xT>
  }
"""


def casts(x, y):
    for i, v in enumerate(x):
        y[i] = v * v * float(i + 1)
    return []


CASTS = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %j = arith.addi %i, %c1 : index
    %j32 = arith.index_cast %j : index to i32
    %f = arith.sitofp %j32 : i32 to T
    %two = arith.constant 2 : i32
    %vv = math.fpowi %v, %two : T, i32
    %p = arith.mulf %vv, %f : T
    memref.store %p, %y[%i] : memref<?xT>
  }
"""


def cases():
    yield from elementwise()
    x = [0.3, -0.7, 1.2, 0.9]
    yield Case("straight", "(%x: memref<?xT>, %y: memref<?xT>, %a: T)", STRAIGHT, {"x": x, "y": [0.0] * 4, "a": 0.8},
               ["x", "y", "a"], straight)
    yield Case("branches", "(%x: memref<?xT>, %y: memref<?xT>)", BRANCHES, {"x": x, "y": [0.5, 1.5, 2.5, 3.5]},
               ["x", "y"], branches)
    yield Case("choice", "(%x: memref<?xT>, %y: memref<?xT>)", CHOICE, {"x": x, "y": [0.0] * 4}, ["x", "y"], choice)
    yield Case("stencil", "(%u: memref<?xT>, %v: memref<?xT>)", STENCIL, {"u": x, "v": [1.0] * 4}, ["u", "v"], stencil)
    yield Case("matrix", "(%a: memref<?x3xT>, %x: memref<3xT>, %y: memref<?xT>)", MATRIX,
               {"a": [[0.5, 1.5, -0.3], [0.2, -0.9, 0.7]], "x": [0.4, -1.1, 2.0], "y": [0.0] * 2}, ["a", "x", "y"],
               matrix)
    trips = {"short": [0, 1, 5, 63], "segments": [64, 65, 130, 700], "long": [4096, 4097, 5000, 9001]}
    for name, counts in trips.items():
        yield Case("run_time_loop_" + name, "(%x: memref<?xT>, %count: memref<?xi32>, %y: memref<?xT>)",
                   RUN_TIME_LOOP, {"x": [0.3, 0.6, 0.2, 0.45], "count": counts, "y": [0.0] * 4}, ["x", "y"],
                   run_time_loop)
    # Iterations that run together on a GPU, as many as fill no subgroup, with and without trips.
    many, mixed = 37, [(29 * k) % 66 - 1 for k in range(37)]
    yield Case("run_time_loop_many", "(%x: memref<?xT>, %count: memref<?xi32>, %y: memref<?xT>)", RUN_TIME_LOOP,
               {"x": [0.2 + 0.01 * k for k in range(many)], "count": mixed, "y": [0.0] * many}, ["x", "y"],
               run_time_loop)
    yield Case("weighted_loop", "(%x: memref<?xT>, %count: memref<?xi32>, %w: memref<?xT>, %y: memref<?xT>)",
               WEIGHTED_LOOP, {"x": [0.2 + 0.01 * k for k in range(many)], "count": mixed,
                               "w": [0.75 + 0.003 * k for k in range(64)], "y": [0.0] * many}, ["x", "w", "y"],
               weighted_loop)
    yield Case("slopes", "(%x: memref<?xT>, %y: memref<?xT>, %trips: index)", SLOPES,
               {"x": [1e-30, -3e-30], "y": [0.0] * 2, "trips": 4}, ["x", "y"], slopes, modes="r")
    yield Case("nested_loops", "(%x: memref<4xT>, %y: memref<4xT>, %a: T)", NESTED_LOOPS,
               {"x": [0.3, -0.7, 0.2, 0.9], "y": [0.0] * 4, "a": 0.6}, ["x", "y", "a"], nested_loops)
    yield Case("newton", "(%x: memref<?xT>, %y: memref<?xT>)", NEWTON, {"x": [2.0, 9.0, 0.25, 100.0], "y": [0.0] * 4},
               ["x", "y"], newton)
    yield Case("gather_scatter", "(%x: memref<?xT>, %to: memref<?xi32>, %where: memref<?xi32>, %y: memref<?xT>)",
               GATHER_SCATTER, {"x": x, "to": [1, 1, 0, 1], "where": [2, 2, 0, 1], "y": [0.5, 0.25]}, ["x", "y"],
               gather_scatter)
    yield Case("norm", "(%x: memref<?xT>, %w: T) -> T", NORM, {"x": x, "w": 1.3}, ["x", "w"], norm)
    yield Case("several", "(%x: memref<?xT>, %y: memref<?xT>, %z: memref<?xT>, %a: T) -> T", SEVERAL,
               {"x": x, "y": [0.0] * 4, "z": [0.5, 0.1, 0.2, -0.4], "a": 0.8}, ["x", "y", "z", "a"], several)
    yield Case("in_place", "(%x: memref<?xT>)", IN_PLACE, {"x": x}, ["x"], in_place)
    yield Case("do_while", "(%x: memref<?xT>, %go: memref<i32>, %a: T)", DO_WHILE, {"x": x, "go": [3], "a": 1.1},
               ["x", "a"], do_while, modes="f")
    yield Case("graph_loop", "(%x: memref<?xT>, %a: T) -> T", GRAPH_LOOP, {"x": x, "a": 0.7}, ["x", "a"], graph_loop,
               modes="f")
    yield Case("local_array", "(%x: memref<?xT>, %y: memref<?xT>)", LOCAL_ARRAY, {"x": x, "y": [0.0] * 4}, ["x", "y"],
               local_array, modes="f")
    yield Case("casts", "(%x: memref<?xT>, %y: memref<?xT>)", CASTS, {"x": x, "y": [0.0] * 4}, ["x", "y"], casts)
