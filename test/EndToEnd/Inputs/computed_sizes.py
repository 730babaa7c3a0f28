"""Temporaries whose sizes tasks compute: computed_sizes.py FOLDER OPTIONS...

A list of what passes a test, rows as long as the longest, sizes one after the other, of a loop's result, inside of
loops, and below 0, all in one process, so that memory grows and is used again, against plain Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *
from launcher import Launcher

KERNELS = """
// Adds 1000 to the elements above `limit`, by a list of their places; gives how many there are.
qd.kernel @selected(%x: memref<?xi64>, %limit: i64) -> i64 {
""" + INDEX_CONSTANTS + """  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %much = arith.constant 1000 : i64
  %n = memref.dim %x, %c0 : memref<?xi64>
  %count = qd.for (%i) in (%n) reduce(addi) -> i64 {
    %v = memref.load %x[%i] : memref<?xi64>
    %is = arith.cmpi sgt, %v, %limit : i64
    %w = arith.extui %is : i1 to i64
    qd.yield %w : i64
  }
  %size = arith.index_cast %count : i64 to index
  %list = memref.alloc(%size) : memref<?xi64>
  %next = memref.alloc() : memref<i64>
  memref.store %zero, %next[] : memref<i64>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xi64>
    %is = arith.cmpi sgt, %v, %limit : i64
    scf.if %is {
      %at = memref.atomic_rmw addi %one, %next[] : (i64, memref<i64>) -> i64
      %to = arith.index_cast %at : i64 to index
      %place = arith.index_cast %i : index to i64
      memref.store %place, %list[%to] : memref<?xi64>
    }
  }
  %length = memref.dim %list, %c0 : memref<?xi64>
  qd.for (%k) in (%length) {
    %place = memref.load %list[%k] : memref<?xi64>
    %i = arith.index_cast %place : i64 to index
    %v = memref.load %x[%i] : memref<?xi64>
    %w = arith.addi %v, %much : i64
    memref.store %w, %x[%i] : memref<?xi64>
  }
  %result = arith.index_cast %length : index to i64
  qd.return %result : i64
}

// Rows of a table, each as long as the longest of `lengths` and one more, of which row i has i * j in column j below its
// own length; sums[i] is the sum of the row, whose last column counts.
qd.kernel @rows(%lengths: memref<?xi64> {qd.dims = ["n"]}, %sums: memref<?xi64> {qd.dims = ["n"]}) {
""" + INDEX_CONSTANTS + """  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = memref.dim %lengths, %c0 : memref<?xi64>
  %longest = qd.for (%i) in (%n) reduce(maxs) -> i64 {
    %v = memref.load %lengths[%i] : memref<?xi64>
    qd.yield %v : i64
  }
  %most = arith.maxsi %longest, %zero : i64
  %some = arith.index_cast %most : i64 to index
  %width = arith.addi %some, %c1 : index
  %table = memref.alloc(%n, %width) : memref<?x?xi64>
  qd.for (%i, %j) in (%n, %width) {
    memref.store %zero, %table[%i, %j] : memref<?x?xi64>
  }
  qd.for (%i) in (%n) {
    %own = memref.load %lengths[%i] : memref<?xi64>
    %length = arith.index_cast %own : i64 to index
    scf.for %j = %c0 to %length step %c1 {
      %product = arith.muli %i, %j : index
      %v = arith.index_cast %product : index to i64
      memref.store %v, %table[%i, %j] : memref<?x?xi64>
      %count = memref.load %table[%i, %some] : memref<?x?xi64>
      %more = arith.addi %count, %one : i64
      memref.store %more, %table[%i, %some] : memref<?x?xi64>
    }
  }
  qd.for (%i) in (%n) {
    %sum = scf.for %j = %c0 to %width step %c1 iter_args(%s = %zero) -> i64 {
      %v = memref.load %table[%i, %j] : memref<?x?xi64>
      %t = arith.addi %s, %v : i64
      scf.yield %t : i64
    }
    memref.store %sum, %sums[%i] : memref<?xi64>
  }
}

// A first array of sizes[0] elements, also for serial code; a second one of the sum of what the first one holds; a third
// one with rows as many as the smallest power of two above that, which a loop of tasks finds. Each iteration of the last
// loop has an array too.
qd.kernel @chain(%sizes: memref<2xi64>, %trace: memref<?xi64>, %steps: index) -> i64 {
""" + INDEX_CONSTANTS + """  %one = arith.constant 1 : i64
  %five = arith.constant 5 : i64
  %small = arith.constant 1 : i8
  %size = memref.load %sizes[%c0] : memref<2xi64>
  %n = arith.index_cast %size : i64 to index
  %first = memref.alloc(%n) : memref<?xi64>
  memref.store %five, %first[%c0] : memref<?xi64>
  qd.for (%i) in (%n) {
    %v = memref.load %first[%c0] : memref<?xi64>
    %isFirst = arith.cmpi eq, %i, %c0 : index
    %number = arith.index_cast %i : index to i64
    %w = arith.select %isFirst, %v, %number : i64
    scf.if %isFirst {
    } else {
      memref.store %w, %first[%i] : memref<?xi64>
    }
  }
  %sum64 = qd.for (%i) in (%n) reduce(addi) -> i64 {
    %v = memref.load %first[%i] : memref<?xi64>
    qd.yield %v : i64
  }
  %sum = arith.index_cast %sum64 : i64 to index
  %second = memref.alloc(%sum) : memref<?xi8>
  qd.for (%i) in (%sum) {
    memref.store %small, %second[%i] : memref<?xi8>
  }
  %t = memref.dim %trace, %c0 : memref<?xi64>
  %power = scf.while (%p = %c1) : (index) -> index {
    %below = arith.cmpi sle, %p, %sum : index
    scf.condition(%below) %p : index
  } do {
  ^bb0(%p: index):
    qd.for (%i) in (%t) {
      %v = memref.load %trace[%i] : memref<?xi64>
      %w = arith.addi %v, %one : i64
      memref.store %w, %trace[%i] : memref<?xi64>
    }
    %twice = arith.muli %p, %c2 : index
    scf.yield %twice : index
  }
  %third = memref.alloc(%power, %t) : memref<?x?xi64>
  qd.for (%i, %j) in (%power, %t) {
    %last = arith.subi %sum, %c1 : index
    %at = arith.minsi %i, %last : index
    %v = memref.load %second[%at] : memref<?xi8>
    %w = arith.extsi %v : i8 to i64
    memref.store %w, %third[%i, %j] : memref<?x?xi64>
  }
  scf.for %step = %c0 to %steps step %c1 {
    %own = memref.alloc(%power) : memref<?xi64>
    qd.for (%i) in (%power) {
      %v = memref.load %third[%i, %c0] : memref<?x?xi64>
      memref.store %v, %own[%i] : memref<?xi64>
    }
    qd.for (%i) in (%t) {
      %last = arith.subi %power, %c1 : index
      %v = memref.load %own[%last] : memref<?xi64>
      %w = memref.load %trace[%i] : memref<?xi64>
      %u = arith.addi %v, %w : i64
      memref.store %u, %trace[%i] : memref<?xi64>
    }
  }
  %result = arith.index_cast %power : index to i64
  qd.return %result : i64
}

// As many as a over b, which the loader does not follow, though both are arguments.
qd.kernel @quotient(%x: memref<?xi32>, %a: index, %b: index) {
  %c1 = arith.constant 1 : index
  %q = arith.divsi %a, %b : index
  %t = memref.alloc(%q) : memref<?xi32>
  %last = arith.subi %q, %c1 : index
  qd.for (%i) in (%q) {
    %v = arith.index_cast %i : index to i32
    memref.store %v, %t[%i] : memref<?xi32>
  }
  qd.for (%i) in (%q) {
    %at = arith.subi %last, %i : index
    %w = memref.load %t[%at] : memref<?xi32>
    memref.store %w, %x[%i] : memref<?xi32>
  }
}
"""


def index_array(values):
    return Array("i64", (len(values),), values)


class Test:
    def __init__(self, package):
        self.check, self.package, self.launcher = Check(), package, Launcher()

    def launch(self, what, kernel, arguments):
        return self.launcher.launch(what, self.package, kernel, arguments, keep=True)

    def selected(self, n, limit):
        x = [(i * 7919 + 13) % 101 for i in range(n)]
        outcome = self.launch("selected", "selected", {"x": index_array(x), "limit": limit})
        what = "%d of them above %d" % (n, limit)
        self.check.equal(what, (outcome.problem, outcome.results), (None, [sum(v > limit for v in x)]))
        self.check.same_bits(what, outcome.arrays["x"], index_array([v + 1000 * (v > limit) for v in x]))

    def rows(self, lengths):
        outcome = self.launch("rows", "rows", {"lengths": index_array(lengths), "sums": zeros("i64", len(lengths))})
        want = [i * (length * (length - 1) // 2) + length if length > 0 else 0 for i, length in enumerate(lengths)]
        self.check.equal("rows", outcome.problem, None)
        self.check.same_bits("rows of %r" % lengths[:8], outcome.arrays["sums"], index_array(want))

    def chain(self, n, steps):
        outcome = self.launch("chain", "chain", {"sizes": index_array([n, -7]), "trace": zeros("i64", 5),
                                                 "steps": steps})
        total = 5 + n * (n - 1) // 2
        power, rounds = 1, 0
        while power <= total:
            power, rounds = 2 * power, rounds + 1
        self.check.equal("chain of %d" % n, (outcome.problem, outcome.results), (None, [power]))
        self.check.same_bits("trace of %d" % n, outcome.arrays["trace"], index_array([rounds + steps] * 5))

    def quotient(self, a, b):
        outcome = self.launch("quotient", "quotient", {"x": zeros("i32", 64), "a": a, "b": b})
        count = a // b
        self.check.equal("quotient", outcome.problem, None)
        self.check.same_bits("%d over %d" % (a, b), outcome.arrays["x"],
                             Array("i32", (64,), [*reversed(range(count)), *[0] * (64 - count)]))

    def refused(self):
        outcome = self.launch("below 0", "quotient", {"x": zeros("i32", 64), "a": -9, "b": 3})
        self.check.equal("message of a size below 0",
                         "a temporary of kernel 'quotient' has the extent -3 on axis 0; it takes 0 or more"
                         in str(outcome.problem), True)
        outcome = self.launch("too large", "quotient", {"x": zeros("i32", 64), "a": 1 << 58, "b": 1})
        self.check.equal("message of a size that is too large",
                         "region 'temporaries.1' of kernel 'quotient': " in str(outcome.problem), True)


def main(folder, *options):
    package = compile_kernel(KERNELS, folder + "/computed-sizes" + "".join(options), *options)
    test = Test(package)
    for n, limit in [(1, 200), (1, -1), (1000, 50), (40, 3), (20000, 10), (0, 5), (1000, 99)]:
        test.selected(n, limit)
    for lengths in [[0], [3, 0, 1], list(range(70)), [5] * 1000, [-2, -1], [], [400, 1]]:
        test.rows(lengths)
    for n, steps in [(1, 0), (2, 3), (60, 2), (7, 1), (300, 1)]:
        test.chain(n, steps)
    for a, b in [(64, 1), (9, 2), (1, 3)]:
        test.quotient(a, b)
    test.refused()
    test.quotient(50, 2)
    test.check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
