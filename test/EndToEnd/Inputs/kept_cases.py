"""Kernels that overwrite what their gradient needs, and kernels with local arrays, for derivatives.py. Plain Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

derivative_cases.py says what a Case is.
"""
from derivative_cases import Case, bend
from dual import dual, maximum, minimum, sin, value_of


def squares(x, a):
    for i, v in enumerate(x):
        x[i] = v * v * a
    return []


SQUARES = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    %p = arith.mulf %vv, %a : T
    memref.store %p, %x[%i] : memref<?xT>
  }
"""


def where_positive(x, y):
    for i, v in enumerate(x):
        if value_of(v) > 0:
            w = y[i]
            y[i] = w * w * v
            x[i] = sin(v) * w
    return []


# Slots are written only where the branch is taken.
WHERE_POSITIVE = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %positive = arith.cmpf ogt, %v, %zero : T
    scf.if %positive {
      %w = memref.load %y[%i] : memref<?xT>
      %ww = arith.mulf %w, %w : T
      %wwv = arith.mulf %ww, %v : T
      memref.store %wwv, %y[%i] : memref<?xT>
      %s = math.sin %v : T
      %p = arith.mulf %s, %w : T
      memref.store %p, %x[%i] : memref<?xT>
    }
  }
"""


def repeated(x, m):
    for i in range(len(x)):
        for k in range(m):
            x[i] = x[i] * (1.0 - x[i]) * 1.9
        for k in range(5, 14, 4):
            x[i] = sin(x[i]) * x[i]
    return []


# A number of trips that an argument tells, and a constant one with a step.
REPEATED = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %r = arith.constant 1.9 : T
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c14 = arith.constant 14 : index
  qd.for (%i) in (%n) {
    scf.for %k = %c0 to %m step %c1 {
      %v = memref.load %x[%i] : memref<?xT>
      %w = arith.subf %one, %v : T
      %p = arith.mulf %v, %w : T
      %q = arith.mulf %p, %r : T
      memref.store %q, %x[%i] : memref<?xT>
    }
    scf.for %k = %c5 to %c14 step %c4 {
      %v = memref.load %x[%i] : memref<?xT>
      %s = math.sin %v : T
      %p = arith.mulf %s, %v : T
      memref.store %p, %x[%i] : memref<?xT>
    }
  }
"""


def triangle(x, count):
    for i in range(len(x)):
        for j in range(i + 1):
            for k in range(j, min(count[i], 4)):
                x[i] = bend(x[i])
    return []


# Bounds that change with the loops around, and one from memory with a limit.
TRIANGLE = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%n) {
    %end = arith.addi %i, %c1 : index
    %trips32 = memref.load %count[%i] : memref<?xi32>
    %trips = arith.index_cast %trips32 : i32 to index
    %limited = arith.minsi %trips, %c4 : index
    scf.for %j = %c0 to %end step %c1 {
      scf.for %k = %j to %limited step %c1 {
        bend %x[%i] : memref<?xT>
      }
    }
  }
"""


def tasks(x, y):
    for i in range(len(x)):
        y[i] = x[i] * x[i]
    for i in range(len(x)):
        x[i] = y[i] * sin(x[i])
    for i in range(len(x)):
        y[i] = y[i] * x[i]
    total = dual(0.0)
    for i in range(len(x)):
        total = total + y[i] * x[i]
        x[i] = dual(0.0)
    return [total]


TASKS = """
  %n = memref.dim %x, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    memref.store %vv, %y[%i] : memref<?xT>
  }
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %w = memref.load %y[%i] : memref<?xT>
    %s = math.sin %v : T
    %p = arith.mulf %w, %s : T
    memref.store %p, %x[%i] : memref<?xT>
  }
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %w = memref.load %y[%i] : memref<?xT>
    %p = arith.mulf %w, %v : T
    memref.store %p, %y[%i] : memref<?xT>
  }
  %total = qd.for (%i) in (%n) reduce(addf) -> T {
    %v = memref.load %x[%i] : memref<?xT>
    %w = memref.load %y[%i] : memref<?xT>
    %p = arith.mulf %w, %v : T
    memref.store %zero, %x[%i] : memref<?xT>
    qd.yield %p : T
  }
  qd.return %total : T
"""


def window(x, y, first, last):
    for i in range(first, last):
        for j in range(1, 5, 2):
            x[i][j] = x[i][j] * x[i][j] + y[i - 1][j] * x[i][j]
    for i in range(first, last):
        for j in range(1, 5, 2):
            y[i - 1][j] = y[i - 1][j] * x[i][j]
    return []


# Two axes, of which one begins at an argument of 32 bits and one has a step.
WINDOW = """
  %lower = arith.constant 1 : i32
  %upper = arith.constant 5 : i32
  %step = arith.constant 2 : i32
  qd.for (%i32, %j32) in (%last, %upper) from (%first, %lower) step (%lower, %step) : i32 {
    %i = arith.index_cast %i32 : i32 to index
    %j = arith.index_cast %j32 : i32 to index
    %h = arith.subi %i, %c1 : index
    %v = memref.load %x[%i, %j] : memref<?x5xT>
    %w = memref.load %y[%h, %j] : memref<?x5xT>
    %vv = arith.mulf %v, %v : T
    %wv = arith.mulf %w, %v : T
    %s = arith.addf %vv, %wv : T
    memref.store %s, %x[%i, %j] : memref<?x5xT>
  }
  qd.for (%i32, %j32) in (%last, %upper) from (%first, %lower) step (%lower, %step) : i32 {
    %i = arith.index_cast %i32 : i32 to index
    %j = arith.index_cast %j32 : i32 to index
    %h = arith.subi %i, %c1 : index
    %v = memref.load %x[%i, %j] : memref<?x5xT>
    %w = memref.load %y[%h, %j] : memref<?x5xT>
    %p = arith.mulf %w, %v : T
    memref.store %p, %y[%h, %j] : memref<?x5xT>
  }
"""


def serial(x, s, big):
    if big:
        v = s[0]
        s[0] = v * v
    for k in range(3):
        x[k + 1] = x[k] * x[k + 1] + s[0]
        s[0] = s[0] * sin(s[0])
    return []


# Outside of parallel loops: under a condition, and a recurrence in memory.
SERIAL = """
  scf.if %big {
    %v = memref.load %s[%c0] : memref<1xT>
    %vv = arith.mulf %v, %v : T
    memref.store %vv, %s[%c0] : memref<1xT>
  }
  scf.for %k = %c0 to %c3 step %c1 {
    %next = arith.addi %k, %c1 : index
    %a = memref.load %x[%k] : memref<?xT>
    %b = memref.load %x[%next] : memref<?xT>
    %c = memref.load %s[%c0] : memref<1xT>
    %p = arith.mulf %a, %b : T
    %q = arith.addf %p, %c : T
    memref.store %q, %x[%next] : memref<?xT>
    %sc = math.sin %c : T
    %d = arith.mulf %c, %sc : T
    memref.store %d, %s[%c0] : memref<1xT>
  }
"""


def tickets(x, counter, y):
    for i, v in enumerate(x):
        for k in range(2):
            place = counter[i]
            counter[i] += 1
            y[i][place] = v * v * float(place + 1)
    return []


# The old value of an atomic operation tells an address.
TICKETS = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %next = arith.constant 1 : i32
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    scf.for %k = %c0 to %c2 step %c1 {
      %place = memref.atomic_rmw addi %next, %counter[%i] : (i32, memref<?xi32>) -> i32
      %j = arith.index_cast %place : i32 to index
      %rank = arith.addi %place, %next : i32
      %f = arith.sitofp %rank : i32 to T
      %p = arith.mulf %vv, %f : T
      memref.store %p, %y[%i, %j] : memref<?x4xT>
    }
  }
"""


def table(x, y):
    for i, v in enumerate(x):
        t = [2, 3, 5]
        y[i] = v * float(t[i % 3])
    return []


TABLE = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %i2 = arith.constant 2 : i32
  %i3 = arith.constant 3 : i32
  %i5 = arith.constant 5 : i32
  qd.for (%i) in (%n) {
    %t = memref.alloca() : memref<3xi32>
    memref.store %i2, %t[%c0] : memref<3xi32>
    memref.store %i3, %t[%c1] : memref<3xi32>
    memref.store %i5, %t[%c2] : memref<3xi32>
    %j = arith.remui %i, %c3 : index
    %s = memref.load %t[%j] : memref<3xi32>
    %f = arith.sitofp %s : i32 to T
    %v = memref.load %x[%i] : memref<?xT>
    %w = arith.mulf %v, %f : T
    memref.store %w, %y[%i] : memref<?xT>
  }
"""


def solve(m, b, y):
    """Gaussian elimination of three equations without a choice of pivots, and a back substitution."""
    for i in range(len(b)):
        a = [[m[i][3 * r + c] for c in range(3)] for r in range(3)]
        v = [b[i][r] for r in range(3)]
        for k in range(3):
            for r in range(k + 1, 3):
                f = a[r][k] / a[k][k]
                for c in range(k, 3):
                    a[r][c] = a[r][c] - f * a[k][c]
                v[r] = v[r] - f * v[k]
        for back in range(3):
            r = 2 - back
            s = v[r]
            for c in range(r + 1, 3):
                s = s - a[r][c] * v[c]
            v[r] = s / a[r][r]
        for r in range(3):
            y[i][r] = v[r]
    return []


SOLVE = """
  %n = memref.dim %b, %c0 : memref<?x3xT>
  qd.for (%i) in (%n) {
    %a = memref.alloca() : memref<3x3xT>
    %v = memref.alloca() : memref<3xT>
    scf.for %r = %c0 to %c3 step %c1 {
      %row = arith.muli %r, %c3 : index
      scf.for %c = %c0 to %c3 step %c1 {
        %at = arith.addi %row, %c : index
        %e = memref.load %m[%i, %at] : memref<?x9xT>
        memref.store %e, %a[%r, %c] : memref<3x3xT>
      }
      %e = memref.load %b[%i, %r] : memref<?x3xT>
      memref.store %e, %v[%r] : memref<3xT>
    }
    scf.for %k = %c0 to %c3 step %c1 {
      %below = arith.addi %k, %c1 : index
      scf.for %r = %below to %c3 step %c1 {
        %rk = memref.load %a[%r, %k] : memref<3x3xT>
        %kk = memref.load %a[%k, %k] : memref<3x3xT>
        %f = arith.divf %rk, %kk : T
        scf.for %c = %k to %c3 step %c1 {
          %rc = memref.load %a[%r, %c] : memref<3x3xT>
          %kc = memref.load %a[%k, %c] : memref<3x3xT>
          %p = arith.mulf %f, %kc : T
          %d = arith.subf %rc, %p : T
          memref.store %d, %a[%r, %c] : memref<3x3xT>
        }
        %vr = memref.load %v[%r] : memref<3xT>
        %vk = memref.load %v[%k] : memref<3xT>
        %p = arith.mulf %f, %vk : T
        %d = arith.subf %vr, %p : T
        memref.store %d, %v[%r] : memref<3xT>
      }
    }
    scf.for %back = %c0 to %c3 step %c1 {
      %r = arith.subi %c2, %back : index
      %right = arith.addi %r, %c1 : index
      %first = memref.load %v[%r] : memref<3xT>
      %s = scf.for %c = %right to %c3 step %c1 iter_args(%sum = %first) -> (T) {
        %rc = memref.load %a[%r, %c] : memref<3x3xT>
        %vc = memref.load %v[%c] : memref<3xT>
        %p = arith.mulf %rc, %vc : T
        %d = arith.subf %sum, %p : T
        scf.yield %d : T
      }
      %rr = memref.load %a[%r, %r] : memref<3x3xT>
      %q = arith.divf %s, %rr : T
      memref.store %q, %v[%r] : memref<3xT>
    }
    scf.for %r = %c0 to %c3 step %c1 {
      %e = memref.load %v[%r] : memref<3xT>
      memref.store %e, %y[%i, %r] : memref<?x3xT>
    }
  }
"""


def scratch(x, y):
    for i, v in enumerate(x):
        total = v
        for j in range(3):
            w = [total * v, sin(total)]
            if value_of(w[0]) > 0.2:
                w[1] = w[1] * w[0]
            w[j % 2] = w[j % 2] * w[1]
            total = total + w[0] * w[1]
        y[i] = total
    return []


# A local array that is made anew in each trip of a loop that carries a float.
SCRATCH = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %limit = arith.constant 0.2 : T
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %r = scf.for %j = %c0 to %c3 step %c1 iter_args(%total = %v) -> (T) {
      %w = memref.alloca() : memref<2xT>
      %tv = arith.mulf %total, %v : T
      %st = math.sin %total : T
      memref.store %tv, %w[%c0] : memref<2xT>
      memref.store %st, %w[%c1] : memref<2xT>
      %w0 = memref.load %w[%c0] : memref<2xT>
      %above = arith.cmpf ogt, %w0, %limit : T
      scf.if %above {
        %w1 = memref.load %w[%c1] : memref<2xT>
        %p = arith.mulf %w1, %w0 : T
        memref.store %p, %w[%c1] : memref<2xT>
      }
      %at = arith.remui %j, %c2 : index
      %e = memref.load %w[%at] : memref<2xT>
      %w1 = memref.load %w[%c1] : memref<2xT>
      %p = arith.mulf %e, %w1 : T
      memref.store %p, %w[%at] : memref<2xT>
      %a = memref.load %w[%c0] : memref<2xT>
      %b = memref.load %w[%c1] : memref<2xT>
      %ab = arith.mulf %a, %b : T
      %next = arith.addf %total, %ab : T
      scf.yield %next : T
    }
    memref.store %r, %y[%i] : memref<?xT>
  }
"""


def serial_states(x, n, y):
    s = x[0]
    for k in range(n):
        s = s * (1.0 - s) * 1.9 + 0.01 * x[1]
    r = x[1]
    while value_of(r) * value_of(r) - value_of(x[1]) > 1e-3:
        r = (r + x[1] / r) * 0.5
    y[0] = s * r
    return []


# Loops outside of parallel ones that carry floats.
SERIAL_STATES = """
  %f = arith.constant 1.9 : T
  %h = arith.constant 0.01 : T
  %eps = arith.constant 1.0e-3 : T
  %v = memref.load %x[%c0] : memref<2xT>
  %w = memref.load %x[%c1] : memref<2xT>
  %wh = arith.mulf %w, %h : T
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%c = %v) -> (T) {
    %m = arith.subf %one, %c : T
    %p = arith.mulf %c, %m : T
    %q = arith.mulf %p, %f : T
    %next = arith.addf %q, %wh : T
    scf.yield %next : T
  }
  %root = scf.while (%r = %w) : (T) -> (T) {
    %rr = arith.mulf %r, %r : T
    %d = arith.subf %rr, %w : T
    %go = arith.cmpf ogt, %d, %eps : T
    scf.condition(%go) %r : T
  } do {
  ^bb0(%r: T):
    %q = arith.divf %w, %r : T
    %sum = arith.addf %r, %q : T
    %next = arith.mulf %sum, %half : T
    scf.yield %next : T
  }
  %p = arith.mulf %s, %root : T
  memref.store %p, %y[%c0] : memref<1xT>
"""


def extreme(x, y):
    terms, others, total = [], [], dual(0.0)
    for i, v in enumerate(x):
        terms.append(v * v)
        others.append(v * y[i])
        total = total + v
        y[i] = sin(v)
    most, least = max(map(value_of, terms)), min(map(value_of, others))
    taken = [t for t in terms if value_of(t) == most]
    lowest = [t for t in others if value_of(t) == least]
    return [sum(taken, dual(0.0)) / float(len(taken)), total, sum(lowest, dual(0.0)) / float(len(lowest))]


# Three reductions in one loop, two of them extremes, of terms that are lost.
EXTREME = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %most, %total, %least = qd.for (%i) in (%n) reduce(maximumf, addf, minimumf) -> T, T, T {
    %v = memref.load %x[%i] : memref<?xT>
    %w = memref.load %y[%i] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    %vw = arith.mulf %v, %w : T
    %s = math.sin %v : T
    memref.store %s, %y[%i] : memref<?xT>
    qd.yield %vv, %v, %vw : T, T, T
  }
  qd.return %most, %total, %least : T, T, T
"""


def largest(x, w, y):
    terms = [v * w for v in x]
    most = terms[0]
    for term in terms:
        most = most if value_of(most) > value_of(term) else term
    for i, v in enumerate(x):
        y[i] = v * most
    return [most]


# The reverse sweep alone computes the extreme again.
LARGEST = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %most = qd.for (%i) in (%n) reduce(maximumf) -> T {
    %v = memref.load %x[%i] : memref<?xT>
    %vw = arith.mulf %v, %w : T
    qd.yield %vw : T
  }
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %p = arith.mulf %v, %most : T
    memref.store %p, %y[%i] : memref<?xT>
  }
  qd.return %most : T
"""


def scatter_extremes(x, to, y, z, most):
    for i, v in enumerate(x):
        if value_of(v) < 1.0:
            y[to[i]] = maximum(y[to[i]], v * v)
            for k in range(3):
                z[k % 2] = minimum(z[k % 2], v * sin(x[k]))
    for v in x:
        most[0] = maximum(most[0], v * y[0])
    for i in range(len(y)):
        y[i] = y[i] * y[i] + z[1]
    return []


# Atomic maxima and minima, under a condition and in a loop; what they leave is used, and overwritten.
SCATTER_EXTREMES = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %m = memref.dim %y, %c0 : memref<?xT>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %small = arith.cmpf olt, %v, %one : T
    scf.if %small {
      %t = memref.load %to[%i] : memref<?xi32>
      %at = arith.index_cast %t : i32 to index
      %vv = arith.mulf %v, %v : T
      %old = memref.atomic_rmw maximumf %vv, %y[%at] : (T, memref<?xT>) -> T
      scf.for %k = %c0 to %c3 step %c1 {
        %j = arith.remui %k, %c2 : index
        %e = memref.load %x[%k] : memref<?xT>
        %s = math.sin %e : T
        %p = arith.mulf %v, %s : T
        %before = memref.atomic_rmw minimumf %p, %z[%j] : (T, memref<2xT>) -> T
      }
    }
  }
  %w = memref.load %y[%c0] : memref<?xT>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xT>
    %p = arith.mulf %v, %w : T
    %before = memref.atomic_rmw maximumf %p, %most[%c0] : (T, memref<1xT>) -> T
  }
  qd.for (%i) in (%m) {
    %v = memref.load %y[%i] : memref<?xT>
    %e = memref.load %z[%c1] : memref<2xT>
    %vv = arith.mulf %v, %v : T
    %s = arith.addf %vv, %e : T
    memref.store %s, %y[%i] : memref<?xT>
  }
"""


def computed_temporary(x, y, counts):
    s = [[sin(v) * float(j + 1) for j in range(counts[1])] for v in x]
    for i, v in enumerate(x):
        y[i] = v * sum((w * w for w in s[i]), 0.0)
    return []


# A temporary with an extent that serial code loads.
COMPUTED_TEMPORARY = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %count = memref.load %counts[%c1] : memref<2xi32>
  %m = arith.index_cast %count : i32 to index
  %s = memref.alloc(%n, %m) : memref<?x?xT>
  qd.for (%i, %j) in (%n, %m) {
    %v = memref.load %x[%i] : memref<?xT>
    %sv = math.sin %v : T
    %j1 = arith.addi %j, %c1 : index
    %j32 = arith.index_cast %j1 : index to i32
    %f = arith.sitofp %j32 : i32 to T
    %p = arith.mulf %sv, %f : T
    memref.store %p, %s[%i, %j] : memref<?x?xT>
  }
  qd.for (%i) in (%n) {
    %sum = scf.for %j = %c0 to %m step %c1 iter_args(%t = %zero) -> T {
      %w = memref.load %s[%i, %j] : memref<?x?xT>
      %ww = arith.mulf %w, %w : T
      %u = arith.addf %t, %ww : T
      scf.yield %u : T
    }
    %v = memref.load %x[%i] : memref<?xT>
    %p = arith.mulf %v, %sum : T
    memref.store %p, %y[%i] : memref<?xT>
  }
"""


def temporaries(x, y, m):
    t = [v * v for v in x]
    s = [[v * float(j) for j in range(m)] for v in x]
    for i, v in enumerate(t):
        for j in range(m):
            t[i] = t[i] * sin(s[i][j])
    for i in range(len(x)):
        y[i] = t[len(x) - 1 - i] * t[0] + x[i]
    return []


# A temporary that is overwritten, and one whose extent is an argument.
TEMPORARIES = """
  %n = memref.dim %x, %c0 : memref<?xT>
  %last = arith.subi %n, %c1 : index
  %t = memref.alloc(%n) : memref<?xT>
  %s = memref.alloc(%n, %m) : memref<?x?xT>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xT>
    %vv = arith.mulf %v, %v : T
    memref.store %vv, %t[%i] : memref<?xT>
  }
  qd.for (%i, %j) in (%n, %m) {
    %v = memref.load %x[%i] : memref<?xT>
    %j32 = arith.index_cast %j : index to i32
    %f = arith.sitofp %j32 : i32 to T
    %p = arith.mulf %v, %f : T
    memref.store %p, %s[%i, %j] : memref<?x?xT>
  }
  qd.for (%i) in (%n) {
    scf.for %j = %c0 to %m step %c1 {
      %v = memref.load %t[%i] : memref<?xT>
      %w = memref.load %s[%i, %j] : memref<?x?xT>
      %sw = math.sin %w : T
      %p = arith.mulf %v, %sw : T
      memref.store %p, %t[%i] : memref<?xT>
    }
  }
  qd.for (%i) in (%n) {
    %j = arith.subi %last, %i : index
    %v = memref.load %t[%j] : memref<?xT>
    %w = memref.load %t[%c0] : memref<?xT>
    %e = memref.load %x[%i] : memref<?xT>
    %p = arith.mulf %v, %w : T
    %r = arith.addf %p, %e : T
    memref.store %r, %y[%i] : memref<?xT>
  }
"""


def kept_cases():
    x = [0.3, -0.7, 1.2, 0.9]
    yield Case("squares", "(%x: memref<?xT>, %a: T)", SQUARES, {"x": x, "a": 0.8}, ["x", "a"], squares, modes="fg")
    yield Case("where_positive", "(%x: memref<?xT>, %y: memref<?xT>)", WHERE_POSITIVE,
               {"x": x, "y": [0.5, 1.5, -2.5, 3.5]}, ["x", "y"], where_positive, modes="fg")
    for m in (0, 1, 7):
        yield Case("repeated%d" % m, "(%x: memref<?xT>, %m: index)", REPEATED, {"x": [0.3, 0.6, 0.2], "m": m}, ["x"],
                   repeated, modes="fg")
    yield Case("triangle", "(%x: memref<?xT>, %count: memref<?xi32>)", TRIANGLE,
               {"x": [0.3, 0.6, 0.2, 0.5], "count": [3, 9, 0, 4]}, ["x"], triangle, modes="fg")
    yield Case("tasks", "(%x: memref<?xT>, %y: memref<?xT>) -> T", TASKS, {"x": x, "y": [0.5] * 4}, ["x", "y"], tasks,
               modes="fg")
    rows = [[0.1 * (i + 1) + 0.3 * j - 0.2 * i * j for j in range(5)] for i in range(4)]
    yield Case("window", "(%x: memref<?x5xT>, %y: memref<?x5xT>, %first: i32, %last: i32)", WINDOW,
               {"x": rows, "y": [[0.5 - v for v in row] for row in rows], "first": 1, "last": 4}, ["x", "y"], window,
               modes="fg")
    for big in (0, 1):
        yield Case("serial%d" % big, "(%x: memref<?xT>, %s: memref<1xT>, %big: i1)", SERIAL,
                   {"x": x, "s": [0.7], "big": big}, ["x", "s"], serial, modes="fg")
    yield Case("tickets", "(%x: memref<?xT>, %counter: memref<?xi32>, %y: memref<?x4xT>)", TICKETS,
               {"x": x, "counter": [0, 1, 2, 0], "y": [[0.5] * 4 for _ in x]}, ["x", "y"], tickets, modes="fg")
    yield Case("table", "(%x: memref<?xT>, %y: memref<?xT>)", TABLE, {"x": x, "y": [0.0] * 4}, ["x", "y"], table,
               modes="fg")
    matrices = [[3.0, 0.5, -0.3, 0.2, 2.5, 0.7, -0.4, 0.1, 1.9], [1.5, 0.2, 0.1, -0.6, 2.2, 0.3, 0.5, -0.9, 3.1]]
    yield Case("solve", "(%m: memref<?x9xT>, %b: memref<?x3xT>, %y: memref<?x3xT>)", SOLVE,
               {"m": matrices, "b": [[1.0, -0.5, 0.25], [0.3, 0.6, -0.9]], "y": [[0.0] * 3 for _ in range(2)]},
               ["m", "b", "y"], solve, modes="fg")
    yield Case("scratch", "(%x: memref<?xT>, %y: memref<?xT>)", SCRATCH, {"x": x, "y": [0.0] * 4}, ["x", "y"], scratch,
               modes="fg")
    for n in (0, 3, 200):
        yield Case("serial_states%d" % n, "(%x: memref<2xT>, %n: index, %y: memref<1xT>)", SERIAL_STATES,
                   {"x": [0.3, 2.5], "n": n, "y": [0.5]}, ["x", "y"], serial_states)
    yield Case("extreme", "(%x: memref<?xT>, %y: memref<?xT>) -> (T, T, T)", EXTREME,
               {"x": x, "y": [0.5, 1.5, -2.5, 3.5]}, ["x", "y"], extreme, modes="fg")
    yield Case("scatter_extremes",
               "(%x: memref<?xT>, %to: memref<?xi32>, %y: memref<?xT>, %z: memref<2xT>, %most: memref<1xT>)",
               SCATTER_EXTREMES, {"x": x, "to": [1, 1, 0, 1], "y": [0.1, 0.25, 0.7], "z": [0.3, -0.9], "most": [-2.0]},
               ["x", "y", "z", "most"], scatter_extremes, modes="g")
    yield Case("temporaries", "(%x: memref<?xT>, %y: memref<?xT>, %m: index)", TEMPORARIES,
               {"x": x, "y": [0.5] * 4, "m": 3}, ["x", "y"], temporaries, modes="fg")
    for m in (0, 3):
        yield Case("computed_temporary%d" % m, "(%x: memref<?xT>, %y: memref<?xT>, %counts: memref<2xi32>)",
                   COMPUTED_TEMPORARY, {"x": x, "y": [0.5] * 4, "counts": [7, m]}, ["x", "y"], computed_temporary,
                   modes="fg")
    yield Case("largest", "(%x: memref<?xT>, %w: T, %y: memref<?xT>) -> T", LARGEST,
               {"x": x, "w": -0.6, "y": [0.5] * 4}, ["x", "w", "y"], largest)
