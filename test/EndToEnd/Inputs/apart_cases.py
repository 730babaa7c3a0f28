"""Kernels that read elements of an array that one parallel loop writes elsewhere, for derivatives.py. Plain Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

derivative_cases.py says what a Case is. What is read lies in another interval than what is written, so that iterations
do not depend on each other; some elements are read by several iterations.
"""
from derivative_cases import Case, bend
from dual import sin


def halves(x, n):
    for i in range(n):
        x[i + n] = x[i] * x[i] + x[i + n] * x[0]
    return []


# The upper half from the lower one, whose first element all iterations read.
HALVES = """
  qd.for (%i) in (%n) {
    %j = arith.addi %i, %n : index
    %a = memref.load %x[%i] : memref<?xT>
    %b = memref.load %x[%j] : memref<?xT>
    %c = memref.load %x[%c0] : memref<?xT>
    %aa = arith.mulf %a, %a : T
    %bc = arith.mulf %b, %c : T
    %s = arith.addf %aa, %bc : T
    memref.store %s, %x[%j] : memref<?xT>
  }
"""


def edges(u):
    rows, columns = len(u), len(u[0])
    for i in range(1, rows - 1):
        for j in range(columns):
            u[i][j] = u[i][j] * u[0][j] + u[rows - 1][j] * u[0][0] * u[i][j]
    return []


# Rows in the middle from the first and the last one, which stay.
EDGES = """
  %rows = memref.dim %u, %c0 : memref<?x?xT>
  %columns = memref.dim %u, %c1 : memref<?x?xT>
  %last = arith.subi %rows, %c1 : index
  qd.for (%i, %j) in (%last, %columns) from (%c1, %c0) {
    %v = memref.load %u[%i, %j] : memref<?x?xT>
    %a = memref.load %u[%c0, %j] : memref<?x?xT>
    %b = memref.load %u[%last, %j] : memref<?x?xT>
    %c = memref.load %u[%c0, %c0] : memref<?x?xT>
    %va = arith.mulf %v, %a : T
    %bc = arith.mulf %b, %c : T
    %bcv = arith.mulf %bc, %v : T
    %s = arith.addf %va, %bcv : T
    memref.store %s, %u[%i, %j] : memref<?x?xT>
  }
"""


def guarded(x):
    last = len(x) - 1
    for i in range(len(x)):
        if 0 < i < last:
            x[i] = x[i] * x[0] + sin(x[last]) * x[i] * x[i]
    return []


# The same by a branch, in a range that holds the ends.
GUARDED = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %last = arith.subi %n, %c1 : index
  qd.for (%i) in (%n) {
    %a = arith.cmpi sgt, %i, %c0 : index
    %b = arith.cmpi slt, %i, %last : index
    %is_inner = arith.andi %a, %b : i1
    scf.if %is_inner {
      %v = memref.load %x[%i] : memref<?xT>
      %f = memref.load %x[%c0] : memref<?xT>
      %l = memref.load %x[%last] : memref<?xT>
      %vf = arith.mulf %v, %f : T
      %sl = math.sin %l : T
      %vv = arith.mulf %v, %v : T
      %p = arith.mulf %sl, %vv : T
      %s = arith.addf %vf, %p : T
      memref.store %s, %x[%i] : memref<?xT>
    }
  }
"""


def table(x, at):
    for i in range(len(at)):
        x[i + 4] = x[at[i] % 4] * x[3 - min(i, 3)] * x[2 if i > 1 else 1] * x[i + 4]
    return []


# Reads at indices from memory, from behind and chosen ones, of four elements ahead of what is written.
TABLE = """
  %n = memref.dim %at, %c0 : memref<?xi32>
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%n) {
    %t32 = memref.load %at[%i] : memref<?xi32>
    %t = arith.index_cast %t32 : i32 to index
    %r = arith.remui %t, %c4 : index
    %least = arith.minsi %i, %c3 : index
    %back = arith.subi %c3, %least : index
    %is_late = arith.cmpi sgt, %i, %c1 : index
    %chosen = arith.select %is_late, %c2, %c1 : index
    %j = arith.addi %i, %c4 : index
    %a = memref.load %x[%r] : memref<?xT>
    %b = memref.load %x[%back] : memref<?xT>
    %c = memref.load %x[%chosen] : memref<?xT>
    %d = memref.load %x[%j] : memref<?xT>
    %ab = arith.mulf %a, %b : T
    %abc = arith.mulf %ab, %c : T
    %abcd = arith.mulf %abc, %d : T
    memref.store %abcd, %x[%j] : memref<?xT>
  }
"""


def sums(x, m):
    for i in range(len(x) - m):
        for k in range(m):
            x[m + i] = x[m + i] * x[k] + x[k] * x[k]
    return []


# Each iteration walks through all that is not written.
SUMS = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %rest = arith.subi %n, %m : index
  qd.for (%i) in (%rest) {
    %j = arith.addi %m, %i : index
    scf.for %k = %c0 to %m step %c1 {
      %v = memref.load %x[%j] : memref<?xT>
      %w = memref.load %x[%k] : memref<?xT>
      %vw = arith.mulf %v, %w : T
      %ww = arith.mulf %w, %w : T
      %s = arith.addf %vw, %ww : T
      memref.store %s, %x[%j] : memref<?xT>
    }
  }
"""


def updates(x, at):
    for i in range(3):
        x[at[i] % 3 + 3] = x[at[i] % 3 + 3] + x[i] * x[i] * x[2]
    return []


# Atomic additions to what nobody reads.
UPDATES = """
  qd.for (%i) in (%c3) {
    %t32 = memref.load %at[%i] : memref<?xi32>
    %t = arith.index_cast %t32 : i32 to index
    %r = arith.remui %t, %c3 : index
    %j = arith.addi %r, %c3 : index
    %v = memref.load %x[%i] : memref<?xT>
    %w = memref.load %x[%c2] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    %p = arith.mulf %vv, %w : T
    memref.atomic_rmw addf %p, %x[%j] : (T, memref<?xT>) -> T
  }
"""


def replaced(x, n):
    for _ in range(2):
        for i in range(n):
            x[i + n] = x[i + n] * x[i] * x[n - 1 - i]
        for i in range(2 * n):
            x[i] = bend(x[i])
        x[0] = x[0] * x[0] * x[n]
    return []


# What a loop reads and does not write, others write over; twice.
REPLACED = """
  %twice = arith.muli %n, %c2 : index
  %last = arith.subi %n, %c1 : index
""" + "".join("""
  qd.for (%i) in (%n) {
    %j = arith.addi %i, %n : index
    %k = arith.subi %last, %i : index
    %a = memref.load %x[%j] : memref<?xT>
    %b = memref.load %x[%i] : memref<?xT>
    %c = memref.load %x[%k] : memref<?xT>
    %ab = arith.mulf %a, %b : T
    %abc = arith.mulf %ab, %c : T
    memref.store %abc, %x[%j] : memref<?xT>
  }
  qd.for (%i) in (%twice) {
    bend %x[%i] : memref<?xT>
  }
  %fROUND = memref.load %x[%c0] : memref<?xT>
  %gROUND = memref.load %x[%n] : memref<?xT>
  %ffROUND = arith.mulf %fROUND, %fROUND : T
  %ffgROUND = arith.mulf %ffROUND, %gROUND : T
  memref.store %ffgROUND, %x[%c0] : memref<?xT>
""".replace("ROUND", str(number)) for number in range(2))


def layers(u):
    for i in range(2):
        for j in range(2):
            for k in range(len(u[0][0])):
                u[i + 1][j][k] = u[0][j][k] * u[0][1 - j][k] + u[3][0][0]
    return []


# Three axes, the first of which tells reads from writes.
LAYERS = """
  %n = memref.dim %u, %c2 : memref<4x2x?xT>
  qd.for (%i, %j, %k) in (%c2, %c2, %n) {
    %to = arith.addi %i, %c1 : index
    %other = arith.subi %c1, %j : index
    %a = memref.load %u[%c0, %j, %k] : memref<4x2x?xT>
    %b = memref.load %u[%c0, %other, %k] : memref<4x2x?xT>
    %c = memref.load %u[%c3, %c0, %c0] : memref<4x2x?xT>
    %ab = arith.mulf %a, %b : T
    %s = arith.addf %ab, %c : T
    memref.store %s, %u[%to, %j, %k] : memref<4x2x?xT>
  }
"""


def apart_cases():
    x = [0.3, -0.7, 1.2, 0.9, -0.4, 0.8]
    yield Case("apart_halves", "(%x: memref<?xT>, %n: index)", HALVES, {"x": x, "n": 3}, ["x"], halves, "fg")
    plate = [[0.3, -0.7, 1.2], [0.9, -0.4, 0.8], [1.3, 0.2, -0.6], [0.5, 1.1, -0.9]]
    yield Case("apart_edges", "(%u: memref<?x?xT>)", EDGES, {"u": plate}, ["u"], edges, "fg")
    yield Case("apart_guarded", "(%x: memref<?xT>)", GUARDED, {"x": x}, ["x"], guarded, "fg")
    yield Case("apart_table", "(%x: memref<?xT>, %at: memref<?xi32>)", TABLE,
               {"x": x + [1.1, -0.2, 0.6, 1.4], "at": [7, 0, 4, 1, 2]}, ["x"], table, "fg")
    for m in (0, 1, 4, 6):
        yield Case("apart_sums%d" % m, "(%x: memref<?xT>, %m: index)", SUMS, {"x": x, "m": m}, ["x"], sums, "fg")
    yield Case("apart_updates", "(%x: memref<?xT>, %at: memref<?xi32>)", UPDATES, {"x": x, "at": [1, 4, 2]}, ["x"],
               updates)
    yield Case("apart_replaced", "(%x: memref<?xT>, %n: index)", REPLACED, {"x": x, "n": 3}, ["x"], replaced, "fg")
    yield Case("apart_layers", "(%u: memref<4x2x?xT>)", LAYERS,
               {"u": [[[0.1 * (5 * i + 3 * j - 4 * k) + 0.3 for k in range(3)] for j in range(2)] for i in range(4)]},
               ["u"], layers)
