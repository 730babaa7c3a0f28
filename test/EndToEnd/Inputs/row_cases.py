"""Kernels of which few iterations keep values, for derivatives.py: these have rows, the others have none. Plain Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

derivative_cases.py says what a Case is. For 8 neighbouring iterations there is one number that tells of their rows; the
ranges are no multiple of that, and rows are in the first and in the last place of such a group and in between. With a
quarter of all iterations there are rows, with one more there are none.
"""
from derivative_cases import Case, bend
from dual import cos, sin

COUNT = 75
FEW = (0, 7, 8, 40, 42, 74)


def gated(x, mask, trips):
    for i in range(len(x)):
        if mask[i]:
            for k in range(trips[i]):
                x[i] = bend(x[i])
    return []


GATED = """
  %nothing = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %m = memref.load %mask[%i] : memref<?xi32>
    %is = arith.cmpi ne, %m, %nothing : i32
    scf.if %is {
      %t = memref.load %trips[%i] : memref<?xi32>
      %end = arith.index_cast %t : i32 to index
      scf.for %k = %c0 to %end step %c1 {
        bend %x[%i] : memref<?xT>
      }
    }
  }
"""


def fixed(x, mask, trips):
    for i in range(len(x)):
        if mask[i] == 1:
            for k in range(trips):
                x[i] = bend(x[i])
        elif mask[i] == 2:
            for j in range(20):
                x[i] = cos(x[i])
            mask[i] = 3
    return []


# Bounds that the loader knows, after conditions that memory decides; what decided is overwritten.
FIXED = """
  %one32 = arith.constant 1 : i32
  %two32 = arith.constant 2 : i32
  %three32 = arith.constant 3 : i32
  %c20 = arith.constant 20 : index
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %m = memref.load %mask[%i] : memref<?xi32>
    %isOne = arith.cmpi eq, %m, %one32 : i32
    scf.if %isOne {
      scf.for %k = %c0 to %trips step %c1 {
        bend %x[%i] : memref<?xT>
      }
    } else {
      %isTwo = arith.cmpi eq, %m, %two32 : i32
      scf.if %isTwo {
        scf.for %j = %c0 to %c20 step %c1 {
          %v = memref.load %x[%i] : memref<?xT>
          %c = math.cos %v : T
          memref.store %c, %x[%i] : memref<?xT>
        }
        memref.store %three32, %mask[%i] : memref<?xi32>
      }
    }
  }
"""


def inner(x, trips):
    for i in range(len(x)):
        for j in range(2):
            x[i] = x[i] * x[i]
            for k in range(trips[i]):
                x[i] = bend(x[i])
    return []


# All iterations keep values in the outer loop, few in the inner one.
INNER = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %t = memref.load %trips[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    scf.for %j = %c0 to %c2 step %c1 {
      %u = memref.load %x[%i] : memref<?xT>
      %uu = arith.mulf %u, %u : T
      memref.store %uu, %x[%i] : memref<?xT>
      scf.for %k = %c0 to %end step %c1 {
        bend %x[%i] : memref<?xT>
      }
    }
  }
"""


def plane(x, start, first):
    for i in range(first, len(x)):
        for j in range(1, 16, 2):
            u = start[i]
            if j == 3 and u > 0:
                while True:
                    x[i][j] = sin(x[i][j])
                    if u <= 0:
                        break
                    x[i][j] = x[i][j] * x[i][j] + 0.5
                    u //= 2
    return []


# Two axes of i32, with bounds and steps; a loop whose condition keeps a value too, and an array of the iteration's own,
# which decides.
PLANE = """
  %none32 = arith.constant 0 : i32
  %one32 = arith.constant 1 : i32
  %two32 = arith.constant 2 : i32
  %three32 = arith.constant 3 : i32
  %width = arith.constant 16 : i32
  %n = memref.dim %x, %c0 : memref<?x16xT>
  %n32 = arith.index_cast %n : index to i32
  qd.for (%i32, %j32) in (%n32, %width) from (%first, %one32) step (%one32, %two32) : i32 {
    %i = arith.index_cast %i32 : i32 to index
    %j = arith.index_cast %j32 : i32 to index
    %own = memref.alloca() : memref<2xi32>
    %u0 = memref.load %start[%i] : memref<?xi32>
    memref.store %u0, %own[%c1] : memref<2xi32>
    %isThird = arith.cmpi eq, %j32, %three32 : i32
    %u = memref.load %own[%c1] : memref<2xi32>
    %isSome = arith.cmpi sgt, %u, %none32 : i32
    %is = arith.andi %isThird, %isSome : i1
    scf.if %is {
      %end = scf.while (%w = %u) : (i32) -> i32 {
        %v = memref.load %x[%i, %j] : memref<?x16xT>
        %s = math.sin %v : T
        memref.store %s, %x[%i, %j] : memref<?x16xT>
        %go = arith.cmpi sgt, %w, %none32 : i32
        scf.condition(%go) %w : i32
      } do {
      ^bb0(%w: i32):
        %v = memref.load %x[%i, %j] : memref<?x16xT>
        %p = arith.mulf %v, %v : T
        %q = arith.addf %p, %half : T
        memref.store %q, %x[%i, %j] : memref<?x16xT>
        %next = arith.divsi %w, %two32 : i32
        scf.yield %next : i32
      }
    }
  }
"""


def some(places, count=COUNT):
    return [int(i in places) for i in range(count)]


def row_cases():
    x = [0.2 + 0.7 * ((37 * i) % COUNT) / COUNT for i in range(COUNT)]
    trips = [(5 * i) % 4 for i in range(COUNT)]
    quarter = [4 * i for i in range(COUNT // 4)]
    for name, places in (("few", FEW), ("quarter", quarter), ("more", quarter + [1]), ("none", ())):
        yield Case("gated_" + name, "(%x: memref<?xT>, %mask: memref<?xi32>, %trips: memref<?xi32>)", GATED,
                   {"x": x, "mask": some(places), "trips": [t + 1 for t in trips]}, ["x"], gated, modes="g")
    mask = [2 * b - a for a, b in zip(some(FEW[:3]), some(FEW))]
    yield Case("fixed", "(%x: memref<?xT>, %mask: memref<?xi32>, %trips: index)", FIXED,
               {"x": x, "mask": mask, "trips": 3}, ["x"], fixed, modes="g")
    yield Case("inner", "(%x: memref<?xT>, %trips: memref<?xi32>)", INNER,
               {"x": x, "trips": [t * s for t, s in zip(trips, some(FEW))]}, ["x"], inner, modes="g")
    yield Case("plane", "(%x: memref<?x16xT>, %start: memref<?xi32>, %first: i32)", PLANE,
               {"x": [[0.1 + ((7 * i + j) % 11) / 12 for j in range(16)] for i in range(9)],
                "start": [3, 5, 0, 1, 0, -2, 7, 2, 9], "first": 1}, ["x"], plane, modes="g")
