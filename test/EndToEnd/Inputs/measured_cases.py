"""Kernels whose gradient keeps values in loops whose trips tasks count ahead of them, for derivatives.py. Plain Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

derivative_cases.py says what a Case is.
"""
from derivative_cases import Case, bend
from dual import cos, dual, sin, value_of


def loaded(x, trips):
    for i in range(len(x)):
        for k in range(trips[i]):
            x[i] = bend(x[i])
    return []


LOADED = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %t = memref.load %trips[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    scf.for %k = %c0 to %end step %c1 {
      bend %x[%i] : memref<?xT>
    }
  }
"""


def rows(x, row, step):
    for i in range(len(x)):
        if i != 1:
            for j in range(row[i], row[i + 1], step[i]) if step[i] > 0 else ():
                for k in range(j, row[i] + 4):
                    x[i] = bend(x[i])
    return []


# From number to number in memory, by steps that are there too; a triangle in it; under a condition.
ROWS = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %four = arith.constant 4 : i32
  %single = arith.constant 1 : i32
  qd.for (%i) in (%n) {
    %next = arith.addi %i, %c1 : index
    %isOther = arith.cmpi ne, %i, %c1 : index
    scf.if %isOther {
      %begin = memref.load %row[%i] : memref<?xi32>
      %end = memref.load %row[%next] : memref<?xi32>
      %by = memref.load %step[%i] : memref<?xi32>
      %last = arith.addi %begin, %four : i32
      scf.for %j = %begin to %end step %by : i32 {
        scf.for %k = %j to %last step %single : i32 {
          bend %x[%i] : memref<?xT>
        }
      }
    }
  }
"""


def doubling(x, rounds):
    for i in range(len(x)):
        bound = 1
        for r in range(rounds[i]):
            for k in range(bound):
                x[i] = bend(x[i])
            bound *= 2
        rounds[i] = bound
    return []


# A bound that the loop around carries; what told the trips is overwritten afterwards.
DOUBLING = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %t = memref.load %rounds[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    %last = scf.for %r = %c0 to %end step %c1 iter_args(%bound = %c1) -> (index) {
      scf.for %k = %c0 to %bound step %c1 {
        bend %x[%i] : memref<?xT>
      }
      %twice = arith.addi %bound, %bound : index
      scf.yield %twice : index
    }
    %last32 = arith.index_cast %last : index to i32
    memref.store %last32, %rounds[%i] : memref<?xi32>
  }
"""


def counted(x, count, found):
    total = sum(count)
    for i in range(total):
        for k in range(found[0]):
            x[i] = bend(x[i])
    for k in range(found[0]):
        for j in range(count[k]):
            x[j] = x[j] * x[k + 1]
    return []


# An earlier task finds the range, and memory of rank 0 the trips; then serial loops.
COUNTED = """
  %m = memref.dim %count, %c0 : memref<?xi32>
  %total32 = qd.for (%i) in (%m) reduce(addi) -> i32 {
    %t = memref.load %count[%i] : memref<?xi32>
    qd.yield %t : i32
  }
  %total = arith.index_cast %total32 : i32 to index
  %f = memref.load %found[%c0] : memref<1xi32>
  %end = arith.index_cast %f : i32 to index
  qd.for (%i) in (%total) {
    scf.for %k = %c0 to %end step %c1 {
      bend %x[%i] : memref<?xT>
    }
  }
  scf.for %k = %c0 to %end step %c1 {
    %t = memref.load %count[%k] : memref<?xi32>
    %trips = arith.index_cast %t : i32 to index
    %at = arith.addi %k, %c1 : index
    scf.for %j = %c0 to %trips step %c1 {
      %v = memref.load %x[%j] : memref<?xT>
      %w = memref.load %x[%at] : memref<?xT>
      %p = arith.mulf %v, %w : T
      memref.store %p, %x[%j] : memref<?xT>
    }
  }
"""


def halving(x, start):
    for i in range(len(x)):
        u = start[i]
        while u > 0:
            x[i] = bend(x[i])
            u //= 2
        start[i] = u
    return []


# What decides about the trips is overwritten after the loop.
HALVING = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %nothing = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  qd.for (%i) in (%n) {
    %u0 = memref.load %start[%i] : memref<?xi32>
    %end = scf.while (%u = %u0) : (i32) -> i32 {
      %go = arith.cmpi sgt, %u, %nothing : i32
      scf.condition(%go) %u : i32
    } do {
    ^bb0(%u: i32):
      bend %x[%i] : memref<?xT>
      %next = arith.divsi %u, %two : i32
      scf.yield %next : i32
    }
    memref.store %end, %start[%i] : memref<?xi32>
  }
"""


def growing(x, y, limit):
    for i in range(len(x)):
        g, k = y[i], 0
        while True:
            x[i] = x[i] * sin(g)
            if k >= limit[k] or value_of(g) > 1.5:
                break
            x[i] = cos(x[i]) * g
            g = g * 1.25
            k += 1
        y[i] = g * x[i]
    return []


# Values are lost ahead of the condition and after it; a float that the loop carries decides, and so does memory.
GROWING = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %factor = arith.constant 1.25 : T
  %most = arith.constant 1.5 : T
  qd.for (%i) in (%n) {
    %g0 = memref.load %y[%i] : memref<?xT>
    %last, %trips = scf.while (%g = %g0, %k = %c0) : (T, index) -> (T, index) {
      %v = memref.load %x[%i] : memref<?xT>
      %s = math.sin %g : T
      %p = arith.mulf %v, %s : T
      memref.store %p, %x[%i] : memref<?xT>
      %bound32 = memref.load %limit[%k] : memref<?xi32>
      %bound = arith.index_cast %bound32 : i32 to index
      %few = arith.cmpi slt, %k, %bound : index
      %small = arith.cmpf ole, %g, %most : T
      %go = arith.andi %few, %small : i1
      scf.condition(%go) %g, %k : T, index
    } do {
    ^bb0(%g: T, %k: index):
      %v = memref.load %x[%i] : memref<?xT>
      %c = math.cos %v : T
      %p = arith.mulf %c, %g : T
      memref.store %p, %x[%i] : memref<?xT>
      %next = arith.mulf %g, %factor : T
      %k1 = arith.addi %k, %c1 : index
      scf.yield %next, %k1 : T, index
    }
    %v = memref.load %x[%i] : memref<?xT>
    %p = arith.mulf %last, %v : T
    memref.store %p, %y[%i] : memref<?xT>
  }
"""


def searching(x, trips):
    for i in range(len(x)):
        if trips[i] != 5:
            for r in range(trips[i]):
                u = r + 3
                while u != 1:
                    for k in range(u % 3):
                        x[i] = bend(x[i])
                    u = 3 * u + 1 if u % 2 else u // 2
    return []


# A conditional loop between counted ones, whose bound it carries; its trips are those of Collatz.
SEARCHING = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %five = arith.constant 5 : i32
  qd.for (%i) in (%n) {
    %t = memref.load %trips[%i] : memref<?xi32>
    %isOther = arith.cmpi ne, %t, %five : i32
    scf.if %isOther {
      %end = arith.index_cast %t : i32 to index
      scf.for %r = %c0 to %end step %c1 {
        %u0 = arith.addi %r, %c3 : index
        %ended = scf.while (%u = %u0) : (index) -> index {
          %go = arith.cmpi ne, %u, %c1 : index
          scf.condition(%go) %u : index
        } do {
        ^bb0(%u: index):
          %some = arith.remui %u, %c3 : index
          scf.for %k = %c0 to %some step %c1 {
            bend %x[%i] : memref<?xT>
          }
          %bit = arith.remui %u, %c2 : index
          %isOdd = arith.cmpi eq, %bit, %c1 : index
          %triple = arith.muli %u, %c3 : index
          %up = arith.addi %triple, %c1 : index
          %down = arith.divui %u, %c2 : index
          %next = arith.select %isOdd, %up, %down : index
          scf.yield %next : index
        }
      }
    }
  }
"""


def settling(x, tolerance):
    total = dual(0.0)
    step, k = dual(1.0), 0
    while value_of(step) > tolerance:
        for j in range(k):
            x[j % 3] = x[j % 3] * sin(x[(j + 1) % 3]) + 0.5
        total = total + x[k % 3] * step
        step = step * 0.5
        k += 1
    return [total]


# In serial code, with a bound of the inner loop that the conditional one carries.
SETTLING = """
  %sum, %left, %trips = scf.while (%total = %zero, %step = %one, %k = %c0) : (T, T, index) -> (T, T, index) {
    %go = arith.cmpf ogt, %step, %tolerance : T
    scf.condition(%go) %total, %step, %k : T, T, index
  } do {
  ^bb0(%total: T, %step: T, %k: index):
    scf.for %j = %c0 to %k step %c1 {
      %at = arith.remui %j, %c3 : index
      %j1 = arith.addi %j, %c1 : index
      %next = arith.remui %j1, %c3 : index
      %v = memref.load %x[%at] : memref<3xT>
      %w = memref.load %x[%next] : memref<3xT>
      %s = math.sin %w : T
      %p = arith.mulf %s, %v : T
      %q = arith.addf %p, %half : T
      memref.store %q, %x[%at] : memref<3xT>
    }
    %of = arith.remui %k, %c3 : index
    %v = memref.load %x[%of] : memref<3xT>
    %p = arith.mulf %v, %step : T
    %sum = arith.addf %total, %p : T
    %less = arith.mulf %step, %half : T
    %k1 = arith.addi %k, %c1 : index
    scf.yield %sum, %less, %k1 : T, T, index
  }
  qd.return %sum : T
"""


def walking(x, root):
    for i in range(len(x)):
        stack = [root[i]]
        while stack:
            u = stack.pop()
            x[i] = bend(x[i])
            if u > 0:
                stack += [u // 2, u // 3]
    return []


# A walk through a tree, with a stack in a local array.
WALKING = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %nothing = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  qd.for (%i) in (%n) {
    %stack = memref.alloca() : memref<16xi32>
    %start = memref.load %root[%i] : memref<?xi32>
    memref.store %start, %stack[%c0] : memref<16xi32>
    %end = scf.while (%depth = %c1) : (index) -> index {
      %go = arith.cmpi ne, %depth, %c0 : index
      scf.condition(%go) %depth : index
    } do {
    ^bb0(%depth: index):
      %top = arith.subi %depth, %c1 : index
      %u = memref.load %stack[%top] : memref<16xi32>
      bend %x[%i] : memref<?xT>
      %isNode = arith.cmpi sgt, %u, %nothing : i32
      %next = scf.if %isNode -> index {
        %first = arith.divsi %u, %two : i32
        %second = arith.divsi %u, %three : i32
        memref.store %first, %stack[%top] : memref<16xi32>
        memref.store %second, %stack[%depth] : memref<16xi32>
        %more = arith.addi %depth, %c1 : index
        scf.yield %more : index
      } else {
        scf.yield %top : index
      }
      scf.yield %next : index
    }
  }
"""


def everywhere(x, count, first, last):
    total = dual(0.0)
    for i in range(first, last):
        for j in range(0, 2):
            turns = 0
            while True:
                for k in range(count[turns]):
                    x[i][j] = sin(x[i][j])
                if turns >= count[i]:
                    break
                inner = turns
                if count[i] == 2:
                    while inner > 0:
                        x[i][j] = x[i][j] * x[i][j] * 0.75
                        inner -= 1
                elif count[i] == 3:
                    for k in range(count[inner]):
                        x[i][j] = cos(x[i][j])
                turns += 1
            total = total + x[i][j] * x[i][j]
    return [total]


# Two axes and a sum; a counted loop ahead of a condition, a conditional one and a counted one in cases.
EVERYWHERE = """
  %lower = arith.constant 0 : i32
  %upper = arith.constant 2 : i32
  %single = arith.constant 1 : i32
  %most = arith.constant 0.75 : T
  %total = qd.for (%i32, %j32) in (%last, %upper) from (%first, %lower) step (%single, %single) : i32 reduce(addf) -> T {
    %i = arith.index_cast %i32 : i32 to index
    %j = arith.index_cast %j32 : i32 to index
    %mine32 = memref.load %count[%i] : memref<?xi32>
    %mine = arith.index_cast %mine32 : i32 to index
    %turns = scf.while (%turn = %c0) : (index) -> index {
      %trips32 = memref.load %count[%turn] : memref<?xi32>
      %trips = arith.index_cast %trips32 : i32 to index
      scf.for %k = %c0 to %trips step %c1 {
        %v = memref.load %x[%i, %j] : memref<?x2xT>
        %s = math.sin %v : T
        memref.store %s, %x[%i, %j] : memref<?x2xT>
      }
      %go = arith.cmpi slt, %turn, %mine : index
      scf.condition(%go) %turn : index
    } do {
    ^bb0(%turn: index):
      scf.index_switch %mine
      case 2 {
        %end = scf.while (%inner = %turn) : (index) -> index {
          %go = arith.cmpi sgt, %inner, %c0 : index
          scf.condition(%go) %inner : index
        } do {
        ^bb0(%inner: index):
          %v = memref.load %x[%i, %j] : memref<?x2xT>
          %vv = arith.mulf %v, %v : T
          %q = arith.mulf %vv, %most : T
          memref.store %q, %x[%i, %j] : memref<?x2xT>
          %next = arith.subi %inner, %c1 : index
          scf.yield %next : index
        }
        scf.yield
      }
      case 3 {
        %trips32 = memref.load %count[%turn] : memref<?xi32>
        %trips = arith.index_cast %trips32 : i32 to index
        scf.for %k = %c0 to %trips step %c1 {
          %v = memref.load %x[%i, %j] : memref<?x2xT>
          %c = math.cos %v : T
          memref.store %c, %x[%i, %j] : memref<?x2xT>
        }
        scf.yield
      }
      default {
        scf.yield
      }
      %next = arith.addi %turn, %c1 : index
      scf.yield %next : index
    }
    %v = memref.load %x[%i, %j] : memref<?x2xT>
    %vv = arith.mulf %v, %v : T
    qd.yield %vv : T
  }
  qd.return %total : T
"""


def measured_cases():
    x = [0.3, -0.7, 1.2, 0.9]
    for number, trips in enumerate([[3, 0, -2, 7], [0, -1, -2, 0]]):
        yield Case("loaded%d" % number, "(%x: memref<?xT>, %trips: memref<?xi32>)", LOADED, {"x": x, "trips": trips},
                   ["x"], loaded, modes="fg")
    yield Case("rows", "(%x: memref<?xT>, %row: memref<?xi32>, %step: memref<?xi32>)", ROWS,
               {"x": x, "row": [-7, -2, -5, 1, 3], "step": [2, 1, 3, 0]}, ["x"], rows, modes="fg")
    yield Case("doubling", "(%x: memref<?xT>, %rounds: memref<?xi32>)", DOUBLING, {"x": x, "rounds": [2, 0, 4, 1]},
               ["x"], doubling, modes="fg")
    for number, (count, found) in enumerate([([2, 0, 1], 3), ([1, 0, -1], 2), ([2, 0, 1], -1)]):
        yield Case("counted%d" % number, "(%x: memref<?xT>, %count: memref<?xi32>, %found: memref<1xi32>)", COUNTED,
                   {"x": x, "count": count, "found": [found]}, ["x"], counted, modes="fg")
    for number, start in enumerate([[9, 0, -3, 1], [0, 0, -1, 0]]):
        yield Case("halving%d" % number, "(%x: memref<?xT>, %start: memref<?xi32>)", HALVING, {"x": x, "start": start},
                   ["x"], halving, modes="fg")
    yield Case("growing", "(%x: memref<?xT>, %y: memref<?xT>, %limit: memref<?xi32>)", GROWING,
               {"x": x, "y": [0.5, 1.6, 1.1, 0.3], "limit": [9, 9, 9, 3]}, ["x", "y"], growing, modes="fg")
    yield Case("searching", "(%x: memref<?xT>, %trips: memref<?xi32>)", SEARCHING, {"x": x, "trips": [3, 0, 5, 1]},
               ["x"], searching, modes="fg")
    for number, tolerance in enumerate([0.01, 2.0]):
        yield Case("settling%d" % number, "(%x: memref<3xT>, %tolerance: T) -> T", SETTLING,
                   {"x": x[:3], "tolerance": tolerance}, ["x"], settling, modes="fg")
    yield Case("walking", "(%x: memref<?xT>, %root: memref<?xi32>)", WALKING, {"x": x, "root": [3, 0, 7, 1]}, ["x"],
               walking, modes="fg")
    for number, (first, last) in enumerate([(1, 4), (2, 1)]):
        yield Case("everywhere%d" % number, "(%x: memref<?x2xT>, %count: memref<?xi32>, %first: i32, %last: i32) -> T",
                   EVERYWHERE, {"x": [[v, 0.8 - v] for v in x], "count": [1, 2, 3, 1], "first": first, "last": last}, ["x"],
                   everywhere, modes="fg")
