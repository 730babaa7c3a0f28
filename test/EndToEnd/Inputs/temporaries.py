"""Kernels with temporaries: temporaries.py FOLDER OPTIONS...

A counting sort with a scan whose scratch is its own, temporaries of every scope and type, as flags of loops, without
elements, with a negative extent and larger than before, against plain Python.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *

KERNELS = """
func.func private @add_shifted(%from: memref<?xi32>, %to: memref<?xi32>, %distance: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %from, %c0 : memref<?xi32>
  qd.for (%i) in (%n) {
    %own = memref.load %from[%i] : memref<?xi32>
    %hasOther = arith.cmpi uge, %i, %distance : index
    %sum = scf.if %hasOther -> i32 {
      %at = arith.subi %i, %distance : index
      %other = memref.load %from[%at] : memref<?xi32>
      %both = arith.addi %own, %other : i32
      scf.yield %both : i32
    } else {
      scf.yield %own : i32
    }
    memref.store %sum, %to[%i] : memref<?xi32>
  }
  return
}
// The sums x[0], x[0] + x[1], ...
func.func private @scan(%x: memref<?xi32>) {
""" + INDEX_CONSTANTS + """  %n = memref.dim %x, %c0 : memref<?xi32>
  %scratch = memref.alloc(%n) : memref<?xi32>
  %end = scf.while (%distance = %c1) : (index) -> index {
    %more = arith.cmpi ult, %distance, %n : index
    scf.condition(%more) %distance : index
  } do {
  ^bb0(%distance: index):
    %twice = arith.muli %distance, %c2 : index
    func.call @add_shifted(%x, %scratch, %distance) : (memref<?xi32>, memref<?xi32>, index) -> ()
    func.call @add_shifted(%scratch, %x, %twice) : (memref<?xi32>, memref<?xi32>, index) -> ()
    %next = arith.muli %distance, %c4 : index
    scf.yield %next : index
  }
  memref.dealloc %scratch : memref<?xi32>
  return
}
// Keys from 0 below `range`, in order, and where each came from; equal ones in any order.
qd.kernel @counting_sort(%keys: memref<?xi32> {qd.dims = ["n"]}, %sorted: memref<?xi32> {qd.dims = ["n"]},
                         %places: memref<?xi32> {qd.dims = ["n"]}, %range: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = memref.dim %keys, %c0 : memref<?xi32>
  %counts = memref.alloc(%range) : memref<?xi32>
  %ends = memref.alloc(%range) : memref<?xi32>
  qd.for (%k) in (%range) {
    memref.store %zero, %counts[%k] : memref<?xi32>
  }
  qd.for (%i) in (%n) {
    %key = memref.load %keys[%i] : memref<?xi32>
    %k = arith.index_cast %key : i32 to index
    %old = memref.atomic_rmw addi %one, %counts[%k] : (i32, memref<?xi32>) -> i32
  }
  qd.for (%k) in (%range) {
    %count = memref.load %counts[%k] : memref<?xi32>
    memref.store %count, %ends[%k] : memref<?xi32>
  }
  func.call @scan(%ends) : (memref<?xi32>) -> ()
  %next = memref.alloc(%range) : memref<?xi32>
  qd.for (%k) in (%range) {
    %end = memref.load %ends[%k] : memref<?xi32>
    %count = memref.load %counts[%k] : memref<?xi32>
    %begin = arith.subi %end, %count : i32
    memref.store %begin, %next[%k] : memref<?xi32>
  }
  qd.for (%i) in (%n) {
    %key = memref.load %keys[%i] : memref<?xi32>
    %k = arith.index_cast %key : i32 to index
    %to = memref.atomic_rmw addi %one, %next[%k] : (i32, memref<?xi32>) -> i32
    %at = arith.index_cast %to : i32 to index
    memref.store %key, %sorted[%at] : memref<?xi32>
    %from = arith.index_cast %i : index to i32
    memref.store %from, %places[%at] : memref<?xi32>
  }
}

// x = 3 x, then the sum of neighbours on a ring, `steps` times; each iteration has arrays of its own, one after the other.
qd.kernel @rings(%x: memref<?xi64>, %steps: index) {
""" + INDEX_CONSTANTS + """  %three = arith.constant 3 : i64
  %n = memref.dim %x, %c0 : memref<?xi64>
  %last = arith.subi %n, %c1 : index
  scf.for %step = %c0 to %steps step %c1 {
    %scaled = memref.alloc(%n) : memref<?xi64>
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xi64>
      %w = arith.muli %v, %three : i64
      memref.store %w, %scaled[%i] : memref<?xi64>
    }
    qd.for (%i) in (%n) {
      %v = memref.load %scaled[%i] : memref<?xi64>
      memref.store %v, %x[%i] : memref<?xi64>
    }
    memref.dealloc %scaled : memref<?xi64>
    %sums = memref.alloc(%n) : memref<?xi64>
    qd.for (%i) in (%n) {
      %isLast = arith.cmpi eq, %i, %last : index
      %after = arith.addi %i, %c1 : index
      %at = arith.select %isLast, %c0, %after : index
      %v = memref.load %x[%i] : memref<?xi64>
      %w = memref.load %x[%at] : memref<?xi64>
      %sum = arith.addi %v, %w : i64
      memref.store %sum, %sums[%i] : memref<?xi64>
    }
    qd.for (%i) in (%n) {
      %v = memref.load %sums[%i] : memref<?xi64>
      memref.store %v, %x[%i] : memref<?xi64>
    }
  }
}

// A flag of the kernel's own in a loop, and one of another type in the loop inside of it.
qd.kernel @flags(%trace: memref<?xi32>, %outer: i32, %inner: i8) -> i64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %small = arith.constant 1 : i8
  %n = memref.dim %trace, %c0 : memref<?xi32>
  %left = memref.alloc() : memref<i32>
  memref.store %outer, %left[] : memref<i32>
  %rounds = qd.do_while %left : memref<i32> {
    %again = memref.alloc() : memref<i8>
    memref.store %inner, %again[] : memref<i8>
    %turns = qd.do_while %again : memref<i8> {
      qd.for (%i) in (%n) {
        %v = memref.load %trace[%i] : memref<?xi32>
        %w = arith.addi %v, %one : i32
        memref.store %w, %trace[%i] : memref<?xi32>
      }
      %a = memref.load %again[] : memref<i8>
      %b = arith.subi %a, %small : i8
      memref.store %b, %again[] : memref<i8>
    }
    %a = memref.load %left[] : memref<i32>
    %b = arith.subi %a, %one : i32
    memref.store %b, %left[] : memref<i32>
  }
  qd.return %rounds : i64
}

// The transpose through an array with one extent of each kind, plus, if asked, through another one.
qd.kernel @transpose(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %twice: i1, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  %t = memref.alloc(%m, %n) : memref<?x2x?xf32>
  qd.for (%i, %j) in (%n, %m) {
    %v = memref.load %x[%i, %j] : memref<?x?xf32>
    memref.store %v, %t[%j, %c1, %i] : memref<?x2x?xf32>
    memref.store %k, %t[%j, %c0, %i] : memref<?x2x?xf32>
  }
  scf.if %twice {
    %u = memref.alloc(%m, %n) : memref<?x?xf32>
    %rows = memref.dim %u, %c0 : memref<?x?xf32>
    qd.for (%i, %j) in (%rows, %n) {
      %v = memref.load %t[%i, %c1, %j] : memref<?x2x?xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %u[%i, %j] : memref<?x?xf32>
    }
    qd.for (%j, %i) in (%n, %rows) {
      %v = memref.load %u[%i, %j] : memref<?x?xf32>
      memref.store %v, %t[%i, %c1, %j] : memref<?x2x?xf32>
    }
  } else {
    %u = memref.alloc(%n) : memref<?xf32>
    qd.for (%j) in (%n) {
      memref.store %k, %u[%j] : memref<?xf32>
    }
    qd.for (%j, %i) in (%n, %m) {
      %v = memref.load %t[%i, %c1, %j] : memref<?x2x?xf32>
      %w = memref.load %u[%j] : memref<?xf32>
      %sum = arith.addf %v, %w : f32
      memref.store %sum, %t[%i, %c1, %j] : memref<?x2x?xf32>
    }
  }
  qd.for (%j, %i) in (%m, %n) {
    %v = memref.load %t[%j, %c1, %i] : memref<?x2x?xf32>
    %w = memref.load %t[%j, %c0, %i] : memref<?x2x?xf32>
    %sum = arith.addf %v, %w : f32
    memref.store %sum, %y[%j, %i] : memref<?x?xf32>
  }
}

// An array as large as the scalar says, of which only the first element is used.
qd.kernel @sized(%out: memref<i32>, %size: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %t = memref.alloc(%size) : memref<?x3xi32>
  qd.for (%i) in (%size) {
    %number = arith.index_cast %i : index to i32
    %w = arith.addi %v, %number : i32
    memref.store %w, %t[%i, %c0] : memref<?x3xi32>
  }
  %c1 = arith.constant 1 : index
  %sum = qd.for (%i) in (%size) reduce(addi) -> i32 {
    %back = arith.subi %size, %i : index
    %at = arith.subi %back, %c1 : index
    %w = memref.load %t[%at, %c0] : memref<?x3xi32>
    qd.yield %w : i32
  }
  memref.store %sum, %out[] : memref<i32>
}

// Counts the iterations from `limit` on; those below it would use an array that has no elements in any launch.
qd.kernel @empty(%out: memref<i32>, %n: index, %limit: index) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %t = memref.alloc(%c0, %n) : memref<?x?xi32>
  qd.for (%i) in (%n) {
    %below = arith.cmpi ult, %i, %limit : index
    scf.if %below {
      memref.store %one, %t[%i, %c0] : memref<?x?xi32>
    }
  }
  %count = qd.for (%i) in (%n) reduce(addi) -> i32 {
    %below = arith.cmpi ult, %i, %limit : index
    %w = scf.if %below -> i32 {
      %at = arith.subi %n, %i : index
      %v = memref.load %t[%at, %c0] : memref<?x?xi32>
      scf.yield %v : i32
    } else {
      scf.yield %one : i32
    }
    qd.yield %w : i32
  }
  memref.store %count, %out[] : memref<i32>
}
"""


def check_sort(check, package, n, key_range):
    keys = [(i * 7919 + 13) % key_range for i in range(n)]
    outcome = launch(package, "counting_sort", {"keys": Array("i32", (n,), keys), "sorted": zeros("i32", n),
                                                "places": zeros("i32", n), "range": key_range})
    what = "%d keys below %d" % (n, key_range)
    check.same_bits("sorted " + what, outcome.arrays.get("sorted"), Array("i32", (n,), sorted(keys)))
    places = outcome["places"].values
    check.equal("places of " + what, sorted(places), list(range(n)))
    check.equal("keys at the places of " + what, [keys[place] for place in places], sorted(keys))


def check_rings(check, package, n, steps):
    x = [wrap(i * i - 5, "i64") for i in range(n)]
    outcome = launch(package, "rings", {"x": Array("i64", (n,), x), "steps": steps})
    for _ in range(steps):
        x = [wrap(3 * (v + x[(i + 1) % n]), "i64") for i, v in enumerate(x)]
    check.same_bits("ring of %d after %d steps" % (n, steps), outcome.arrays.get("x"), Array("i64", (n,), x))


def check_flags(check, package, n, outer, inner):
    outcome = launch(package, "flags", {"trace": zeros("i32", n), "outer": outer, "inner": inner})
    check.same_bits("trace", outcome.arrays.get("trace"), Array("i32", (n,), [outer * inner] * n))
    check.equal("rounds", outcome.results(), [outer])


def check_transpose(check, package, n, m, twice):
    x, k = [float(3 * i - 4) for i in range(n * m)], 0.5
    outcome = launch(package, "transpose", {"x": Array("f32", (n, m), x), "y": zeros("f32", m, n), "twice": twice,
                                            "k": k})
    want = [(2 * x[i * m + j] if twice else x[i * m + j] + k) + k for j in range(m) for i in range(n)]
    check.same_bits("transpose of %d x %d" % (n, m), outcome.arrays.get("y"), Array("f32", (m, n), want))


def check_sized(check, package, size):
    outcome = launch(package, "sized", {"out": scalar("i32", -1), "size": size, "v": 5})
    check.same_bits("sum of %d" % size, outcome.arrays.get("out"),
                    scalar("i32", wrap(5 * size + size * (size - 1) // 2, "i32")))


def check_negative(check, package):
    outcome = launch(package, "sized", {"out": scalar("i32", -1), "size": -3, "v": 5})
    check.equal("exit code", outcome.code, 1)
    check.equal("message", "a temporary of kernel 'sized' has the extent -3 on axis 0; it takes 0 or more"
                in outcome.stderr, True)


def main(folder, *options):
    check = Check()
    package = compile_kernel(KERNELS, folder + "/temporaries" + "".join(options), *options)
    for n, key_range in [(1, 1), (1000, 17), (500, 300), (0, 5), (4000, 1024)]:
        check_sort(check, package, n, key_range)
    for n, steps in [(1, 3), (64, 5), (1000, 2), (5, 0)]:
        check_rings(check, package, n, steps)
    check_flags(check, package, 10, 4, 3)
    for n, m in [(1, 1), (5, 9), (64, 33)]:
        for twice in (0, 1):
            check_transpose(check, package, n, m, twice)
    for size in (0, 1, 100, 5000):
        check_sized(check, package, size)
    check_negative(check, package)
    outcome = launch(package, "empty", {"out": scalar("i32", -1), "n": 9, "limit": 0})
    check.same_bits("without elements", outcome.arrays.get("out"), scalar("i32", 9))
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
