"""Loops of more iterations than a GPU runs threads at once: long_loops.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A GPU's threads then run several iterations at a time, in chunks of a block's. Ranges that end with a chunk, one
iteration before and one after it, of one to three dimensions, with elements of every size; the reference is a loop in
Python. All values are small integers, so that every type computes exactly.
"""
import ctypes
import sys

from endtoend import *
from launcher import Launcher

BLOCKS_AT_ONCE = 32  # of a multiprocessor, at most, whatever the GPU
MULTIPROCESSOR_COUNT = 16  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
# Blocks have 32 threads, so this is more than 255 multiprocessors run at once; the test fails on a GPU that has more. A
# chunk of 32 * 4 iterations, or 2 of f64, divides it.
LONG = 256 * BLOCKS_AT_ONCE * 32
KINDS = ("i8", "f16", "f32", "f64")


def square(kind):
    return """qd.kernel @square_{0}(%x: memref<?x{0}>, %y: memref<?x{0}>, %n: index) {{
  qd.for (%i) in (%n) block_dim(32) {{
    %a = memref.load %x[%i] : memref<?x{0}>
    %b = memref.load %y[%i] : memref<?x{0}>
    %aa = arith.mul{1} %a, %a : {0}
    %c = arith.add{1} %aa, %b : {0}
    memref.store %c, %y[%i] : memref<?x{0}>
  }}
  qd.return
}}
""".format(kind, "f" if is_float(kind) else "i")


KERNELS = "".join(map(square, KINDS)) + """
qd.kernel @widen(%x: memref<?xf16>, %y: memref<?xf64>, %n: index) {
  qd.for (%i) in (%n) block_dim(32) {
    %a = memref.load %x[%i] : memref<?xf16>
    %b = arith.extf %a : f16 to f64
    memref.store %b, %y[%i] : memref<?xf64>
  }
  qd.return
}
// Only the device knows how far the loop goes.
qd.kernel @counted(%x: memref<?xi32>, %count: memref<i32>) {
  %one = arith.constant 1 : i32
  %n32 = memref.load %count[] : memref<i32>
  %n = arith.index_cast %n32 : i32 to index
  qd.for (%i) in (%n) block_dim(32) {
    %a = memref.load %x[%i] : memref<?xi32>
    %b = arith.addi %a, %one : i32
    memref.store %b, %x[%i] : memref<?xi32>
  }
  qd.return
}
// Neighbours in both directions; the border stays.
qd.kernel @neighbours(%u: memref<?x?xi32>, %v: memref<?x?xi32>) {
""" + INDEX_CONSTANTS + """  %rows = memref.dim %u, %c0 : memref<?x?xi32>
  %columns = memref.dim %u, %c1 : memref<?x?xi32>
  %last_row = arith.subi %rows, %c1 : index
  %last_column = arith.subi %columns, %c1 : index
  qd.for (%i, %j) in (%last_row, %last_column) from (%c1, %c1) block_dim(32) {
    %north = arith.subi %i, %c1 : index
    %east = arith.addi %j, %c1 : index
    %a = memref.load %u[%north, %j] : memref<?x?xi32>
    %b = memref.load %u[%i, %east] : memref<?x?xi32>
    %c = memref.load %v[%i, %j] : memref<?x?xi32>
    %ab = arith.subi %a, %b : i32
    %abc = arith.addi %ab, %c : i32
    memref.store %abc, %v[%i, %j] : memref<?x?xi32>
  }
  qd.return
}
// Every second plane.
qd.kernel @planes(%x: memref<?x?x?xi64>) {
""" + INDEX_CONSTANTS + """  %n = memref.dim %x, %c0 : memref<?x?x?xi64>
  %m = memref.dim %x, %c1 : memref<?x?x?xi64>
  %l = memref.dim %x, %c2 : memref<?x?x?xi64>
  qd.for (%i, %j, %k) in (%n, %m, %l) from (%c1, %c0, %c0) step (%c2, %c1, %c1) block_dim(32) {
    %ten = arith.constant 1000 : index
    %a = arith.muli %i, %ten : index
    %b = arith.addi %a, %j : index
    %c = arith.muli %b, %ten : index
    %d = arith.addi %c, %k : index
    %v = arith.index_cast %d : index to i64
    %old = memref.load %x[%i, %j, %k] : memref<?x?x?xi64>
    %new = arith.addi %old, %v : i64
    memref.store %new, %x[%i, %j, %k] : memref<?x?x?xi64>
  }
  qd.return
}
"""


def numbers(kind, count, period):
    values = [k % period for k in range(period)] * (count // period + 1)
    return Array(kind, (count,), map(float, values[:count]) if is_float(kind) else values[:count])


def lengths():
    return [LONG - 33, LONG - 1, LONG, LONG + 1, LONG + 127]


def threads_at_once():
    """How many threads NVIDIA's GPU under test runs at most at once, in blocks of 32."""
    driver, device, multiprocessors = ctypes.CDLL("libcuda.so.1"), ctypes.c_int(), ctypes.c_int()
    assert driver.cuInit(0) == 0
    assert driver.cuDeviceGet(ctypes.byref(device), int(DEVICE.removeprefix("cuda:"))) == 0
    assert driver.cuDeviceGetAttribute(ctypes.byref(multiprocessors), MULTIPROCESSOR_COUNT, device) == 0
    return multiprocessors.value * BLOCKS_AT_ONCE * 32


def compare(check, launcher, what, package, kernel, arguments, name, want):
    """Launches and compares the array `name` with the numbers that it shall hold."""
    what, before = "%s %s" % (kernel, what), arguments[name]
    launched = launcher.launch(what, package, kernel, arguments)
    check.equal(what + " problem", launched.problem, None)
    check.same_bits(what, launched.arrays[name], Array(before.kind, before.shape, want))


def one_dimension(check, launcher, package):
    for kind in KINDS:
        for n in lengths():
            x, y = numbers(kind, n + 200, 7), numbers(kind, n + 200, 11)
            want = [a * a + b for a, b in zip(x.values[:n], y.values[:n])] + y.values[n:]
            compare(check, launcher, "of %d" % n, package, "square_" + kind, {"x": x, "y": y, "n": n}, "y", want)
    for n in lengths():
        x, y = numbers("f16", n + 200, 13), zeros("f64", n + 200)
        compare(check, launcher, "of %d" % n, package, "widen", {"x": x, "y": y, "n": n}, "y", x.values[:n] + [0.0] * 200)
        x = numbers("i32", n + 200, 17)
        want = [v + 1 for v in x.values[:n]] + x.values[n:]
        compare(check, launcher, "to %d" % n, package, "counted", {"x": x, "count": scalar("i32", n)}, "x", want)


def several_dimensions(check, launcher, package):
    for rows, columns in ((514, 524), (3, LONG + 3), (LONG + 2, 3), (515, 523)):
        u, v = numbers("i32", rows * columns, 1009), numbers("i32", rows * columns, 23)
        want = list(v.values)
        for i in range(1, rows - 1):
            for at in range(i * columns + 1, (i + 1) * columns - 1):
                want[at] += u.values[at - columns] - u.values[at + 1]
        u.shape = v.shape = (rows, columns)
        compare(check, launcher, "in %d x %d" % (rows, columns), package, "neighbours", {"u": u, "v": v}, "v", want)
    for shape in ((8, 256, 257), (9, 255, 258), (2, 513, 515), (132, 1, 4001)):
        n, m, l = shape
        x = numbers("i64", n * m * l, 29)
        want = [old + ((i * 1000 + j) * 1000 + k if i % 2 else 0) for old, (i, j, k) in
                zip(x.values, ((i, j, k) for i in range(n) for j in range(m) for k in range(l)))]
        x.shape = shape
        compare(check, launcher, "of %r" % (shape,), package, "planes", {"x": x}, "x", want)


def main(folder, *options):
    check, launcher = Check(), Launcher()
    if DEVICE.startswith("cuda:"):
        check.equal("iterations are more than threads", min(lengths()) > threads_at_once(), True)
    package = compile_kernel(KERNELS, folder + "/long_loops" + "".join(options), *options)
    one_dimension(check, launcher, package)
    several_dimensions(check, launcher, package)
    check.end()


main(*sys.argv[1:])
