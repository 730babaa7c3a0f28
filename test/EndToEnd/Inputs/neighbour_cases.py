"""Kernels that read neighbours, or one element everywhere, whose adjoints are gathered, reduced or added atomically, for
derivatives.py. Plain Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

derivative_cases.py says what a Case is.
"""
from derivative_cases import Case


def borders(u, v):
    rows, columns = len(u), len(u[0])
    for i in range(rows):
        for j in range(columns):
            total = u[i][j] * u[i][j]
            if i > 0:
                total = total + u[i - 1][j] * u[i][j]
            if j + 1 < columns:
                total = total + u[i][j + 1] * u[i][j + 1] * 0.5
            v[i][j] = total
    return []


# The loop's range is all of the plate: what neighbours a point has, branches decide.
BORDERS = """
  %rows = memref.dim %u, %c0 : memref<?x?xT>
  %columns = memref.dim %u, %c1 : memref<?x?xT>
  qd.for (%i, %j) in (%rows, %columns) {
    %here = memref.load %u[%i, %j] : memref<?x?xT>
    %square = arith.mulf %here, %here : T
    %north = arith.subi %i, %c1 : index
    %has_north = arith.cmpi sge, %north, %c0 : index
    %first = scf.if %has_north -> (T) {
      %n = memref.load %u[%north, %j] : memref<?x?xT>
      %p = arith.mulf %n, %here : T
      %s = arith.addf %square, %p : T
      scf.yield %s : T
    } else {
      scf.yield %square : T
    }
    %east = arith.addi %j, %c1 : index
    %has_east = arith.cmpi slt, %east, %columns : index
    %second = scf.if %has_east -> (T) {
      %e = memref.load %u[%i, %east] : memref<?x?xT>
      %ee = arith.mulf %e, %e : T
      %h = arith.mulf %ee, %half : T
      %s = arith.addf %first, %h : T
      scf.yield %s : T
    } else {
      scf.yield %first : T
    }
    memref.store %second, %v[%i, %j] : memref<?x?xT>
  }
"""


def turned(u, w):
    for i in range(2):
        for j in range(3):
            w[i][j] = u[j][i + 1] * u[j + 1][i] + u[j][i]
    return []


# The array's first axis is the loop's second variable.
TURNED = """
  qd.for (%i, %j) in (%c2, %c3) {
    %east = arith.addi %i, %c1 : index
    %south = arith.addi %j, %c1 : index
    %a = memref.load %u[%j, %east] : memref<4x3xT>
    %b = memref.load %u[%south, %i] : memref<4x3xT>
    %c = memref.load %u[%j, %i] : memref<4x3xT>
    %ab = arith.mulf %a, %b : T
    %s = arith.addf %ab, %c : T
    memref.store %s, %w[%i, %j] : memref<2x3xT>
  }
"""


def window(x, y, a, lower, upper):
    total = 0.0
    for i in range(lower, upper):
        y[i] = x[i - 1] * x[i + 2] * a
        total = total + x[i - 1]
    return [total + x[0] * 0.0]


# A range that arguments tell, a result, and a scalar with an adjoint.
WINDOW = """
  %sum = qd.for (%i) in (%upper) from (%lower) reduce(addf) -> T {
    %w = arith.subi %i, %c1 : index
    %e = arith.addi %i, %c2 : index
    %l = memref.load %x[%w] : memref<?xT>
    %r = memref.load %x[%e] : memref<?xT>
    %p = arith.mulf %l, %r : T
    %q = arith.mulf %p, %a : T
    memref.store %q, %y[%i] : memref<?xT>
    qd.yield %l : T
  }
  %first = memref.load %x[%c0] : memref<?xT>
  %nothing = arith.mulf %first, %zero : T
  %all = arith.addf %sum, %nothing : T
  qd.return %all : T
"""


def planes(u, x, y, k):
    for i in range(3):
        y[i] = u[k][i] * u[k][i + 1] + x[1] * x[1]
    return []


# Along one axis the index is the same everywhere; each iteration reads one element of x.
PLANES = """
  qd.for (%i) in (%c3) {
    %e = arith.addi %i, %c1 : index
    %a = memref.load %u[%k, %i] : memref<?x4xT>
    %b = memref.load %u[%k, %e] : memref<?x4xT>
    %c = memref.load %x[%c1] : memref<?xT>
    %ab = arith.mulf %a, %b : T
    %cc = arith.mulf %c, %c : T
    %s = arith.addf %ab, %cc : T
    memref.store %s, %y[%i] : memref<?xT>
  }
"""


def guarded(u, y, k, count):
    if k >= 0:
        for i in range(count):
            y[i] = u[k][i] * u[k][i + 1]
    return []


# The index that is the same everywhere may be outside of the array, where nothing is read.
GUARDED = """
  %has = arith.cmpi sge, %k, %c0 : index
  qd.for (%i) in (%count) {
    scf.if %has {
      %e = arith.addi %i, %c1 : index
      %a = memref.load %u[%k, %i] : memref<?x4xT>
      %b = memref.load %u[%k, %e] : memref<?x4xT>
      %ab = arith.mulf %a, %b : T
      memref.store %ab, %y[%i] : memref<?xT>
    }
  }
"""


def masked(x, on, y):
    for i in range(1, len(x) - 1):
        y[i] = x[i - 1] * x[i + 1]
        if on[i]:
            y[i] = 0.0
    return []


# The second store leaves nothing of the first one.
MASKED = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %upper = arith.subi %n, %c1 : index
  %off = arith.constant 0 : i32
  qd.for (%i) in (%upper) from (%c1) {
    %w = arith.subi %i, %c1 : index
    %e = arith.addi %i, %c1 : index
    %a = memref.load %x[%w] : memref<?xT>
    %b = memref.load %x[%e] : memref<?xT>
    %ab = arith.mulf %a, %b : T
    memref.store %ab, %y[%i] : memref<?xT>
    %m = memref.load %on[%i] : memref<?xi32>
    %mask = arith.cmpi ne, %m, %off : i32
    scf.if %mask {
      memref.store %zero, %y[%i] : memref<?xT>
    }
  }
"""


def replaced(x, on, y):
    for i in range(1, len(x) - 1):
        y[i] = y[i] + x[i - 1] * x[i]
        if on[i]:
            y[i] = x[i + 1]
    return []


# The same of an addition.
REPLACED = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %upper = arith.subi %n, %c1 : index
  %off = arith.constant 0 : i32
  qd.for (%i) in (%upper) from (%c1) {
    %w = arith.subi %i, %c1 : index
    %e = arith.addi %i, %c1 : index
    %a = memref.load %x[%w] : memref<?xT>
    %b = memref.load %x[%i] : memref<?xT>
    %c = memref.load %x[%e] : memref<?xT>
    %ab = arith.mulf %a, %b : T
    memref.atomic_rmw addf %ab, %y[%i] : (T, memref<?xT>) -> T
    %m = memref.load %on[%i] : memref<?xi32>
    %mask = arith.cmpi ne, %m, %off : i32
    scf.if %mask {
      memref.store %c, %y[%i] : memref<?xT>
    }
  }
"""


def scattered(u, w, to, y):
    for i in range(len(u) - 1):
        y[to[i]] = y[to[i]] + u[i] * u[i + 1] * w[i + 1] * w[i]
    return []


# Two arrays, and what is written is added to.
SCATTERED = """
  %n = memref.dim %u, %c0 : memref<?xT>
  %last = arith.subi %n, %c1 : index
  qd.for (%i) in (%last) {
    %e = arith.addi %i, %c1 : index
    %a = memref.load %u[%i] : memref<?xT>
    %b = memref.load %u[%e] : memref<?xT>
    %c = memref.load %w[%e] : memref<?xT>
    %d = memref.load %w[%i] : memref<?xT>
    %ab = arith.mulf %a, %b : T
    %abc = arith.mulf %ab, %c : T
    %abcd = arith.mulf %abc, %d : T
    %t = memref.load %to[%i] : memref<?xi32>
    %ti = arith.index_cast %t : i32 to index
    memref.atomic_rmw addf %abcd, %y[%ti] : (T, memref<?xT>) -> T
  }
"""


def clamped(u, v):
    last = len(u) - 1
    for i in range(len(u)):
        v[i] = u[max(i - 1, 0)] * u[i] + u[min(i + 1, last)] * u[i]
    return []


# At the border two iterations read one element by one load.
CLAMPED = """
  %n = memref.dim %u, %c0 : memref<?xT>
  %last = arith.subi %n, %c1 : index
  qd.for (%i) in (%n) {
    %w = arith.subi %i, %c1 : index
    %e = arith.addi %i, %c1 : index
    %west = arith.maxsi %w, %c0 : index
    %east = arith.minsi %e, %last : index
    %a = memref.load %u[%west] : memref<?xT>
    %b = memref.load %u[%i] : memref<?xT>
    %c = memref.load %u[%east] : memref<?xT>
    %ab = arith.mulf %a, %b : T
    %cb = arith.mulf %c, %b : T
    %s = arith.addf %ab, %cb : T
    memref.store %s, %v[%i] : memref<?xT>
  }
"""


def shared(p, x, y, k, count):
    for i in range(len(y)):
        total = x[i] * p[1] + x[0]
        for _ in range(i):
            total = total * p[1] + p[0] * total
        if i < count:
            total = total + p[k] * x[i]
        y[i] = total
    return []


# All iterations read p[0], p[1], p[k] and x[0]; p may lack element k, which no iteration reads then.
SHARED = """
  %n = memref.dim %y, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %first = memref.load %x[%c0] : memref<?xT>
    %slope = memref.load %p[%c1] : memref<?xT>
    %m = arith.mulf %v, %slope : T
    %start = arith.addf %m, %first : T
    %grown = scf.for %trip = %c0 to %i step %c1 iter_args(%t = %start) -> (T) {
      %a = memref.load %p[%c1] : memref<?xT>
      %b = memref.load %p[%c0] : memref<?xT>
      %ta = arith.mulf %t, %a : T
      %tb = arith.mulf %t, %b : T
      %next = arith.addf %ta, %tb : T
      scf.yield %next : T
    }
    %is_early = arith.cmpi slt, %i, %count : index
    %sum = scf.if %is_early -> (T) {
      %c = memref.load %p[%k] : memref<?xT>
      %cv = arith.mulf %c, %v : T
      %s = arith.addf %grown, %cv : T
      scf.yield %s : T
    } else {
      scf.yield %grown : T
    }
    memref.store %sum, %y[%i] : memref<?xT>
  }
"""


def neighbour_cases():
    x = [0.3, -0.7, 1.2, 0.9, -0.4, 0.8]
    plate = [[0.3, -0.7, 1.2, 0.6], [0.9, -0.4, 0.8, -1.1], [1.3, 0.2, -0.6, 0.7]]
    zeros = [[0.0] * 4 for _ in range(3)]
    yield Case("borders", "(%u: memref<?x?xT>, %v: memref<?x?xT>)", BORDERS, {"u": plate, "v": zeros}, ["u", "v"],
               borders)
    yield Case("turned", "(%u: memref<4x3xT>, %w: memref<2x3xT>)", TURNED,
               {"u": [[0.3, -0.7, 1.2], [0.9, -0.4, 0.8], [1.3, 0.2, -0.6], [0.5, 1.1, -0.9]],
                "w": [[0.0] * 3, [0.0] * 3]}, ["u", "w"], turned)
    for name, lower, upper in (("window", 1, 4), ("part", 2, 3), ("empty", 3, 3), ("backwards", 4, 1),
                               ("far", 1, -2 ** 63), ("farther", 2 ** 63 - 1, 3)):
        yield Case("window_" + name, "(%x: memref<?xT>, %y: memref<?xT>, %a: T, %lower: index, %upper: index) -> T",
                   WINDOW, {"x": x, "y": [0.5] * 6, "a": 0.8, "lower": lower, "upper": upper}, ["x", "y", "a"], window)
    yield Case("planes", "(%u: memref<?x4xT>, %x: memref<?xT>, %y: memref<?xT>, %k: index)", PLANES,
               {"u": plate, "x": [0.4, 1.3], "y": [0.0] * 3, "k": 1}, ["u", "x", "y"], planes)
    for name, k, count in (("outside", -1, 3), ("inside", 2, 3), ("none", 5, 0)):
        yield Case("guarded_" + name, "(%u: memref<?x4xT>, %y: memref<?xT>, %k: index, %count: index)", GUARDED,
                   {"u": plate, "y": [0.5] * 3, "k": k, "count": count}, ["u", "y"], guarded)
    for name, body, program in (("masked", MASKED, masked), ("replaced", REPLACED, replaced)):
        yield Case(name, "(%x: memref<?xT>, %on: memref<?xi32>, %y: memref<?xT>)", body,
                   {"x": x, "on": [0, 1, 0, 0, 1, 0], "y": [0.5] * 6}, ["x", "y"], program)
    yield Case("scattered", "(%u: memref<?xT>, %w: memref<?xT>, %to: memref<?xi32>, %y: memref<?xT>)", SCATTERED,
               {"u": x[:4], "w": x[2:], "to": [1, 0, 1], "y": [0.5, 0.25]}, ["u", "w", "y"], scattered)
    yield Case("clamped", "(%u: memref<?xT>, %v: memref<?xT>)", CLAMPED, {"u": x, "v": [0.0] * 6}, ["u", "v"], clamped)
    for name, k, count in (("own", 2, 4), ("same", 1, 3), ("outside", 3, 0), ("negative", -1, 0)):
        yield Case("shared_" + name, "(%p: memref<?xT>, %x: memref<?xT>, %y: memref<?xT>, %k: index, %count: index)",
                   SHARED, {"p": [0.3, 0.7, -0.4], "x": x, "y": [0.5] * 6, "k": k, "count": count}, ["p", "x", "y"],
                   shared)
