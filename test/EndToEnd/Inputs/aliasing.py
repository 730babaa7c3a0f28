"""Arrays that overlap: marked ones give what the order of the text gives, others are refused: aliasing.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *
from loader import Device, LoaderError, Memory

KERNELS = """
// Each store may change what the next load gives; none may be forwarded, merged or dropped.
qd.kernel @serial(%p: memref<?xi32> {qd.may_alias}, %q: memref<?xi32> {qd.may_alias}, %out: memref<6xi32>) {
""" + INDEX_CONSTANTS + """  %ten = arith.constant 10 : i32
  %twenty = arith.constant 20 : i32
  %a = memref.load %p[%c1] : memref<?xi32>
  memref.store %ten, %q[%c0] : memref<?xi32>
  %b = memref.load %p[%c1] : memref<?xi32>
  memref.store %twenty, %p[%c1] : memref<?xi32>
  %c = memref.load %q[%c0] : memref<?xi32>
  memref.store %ten, %p[%c1] : memref<?xi32>
  %d = memref.load %q[%c0] : memref<?xi32>
  memref.store %twenty, %p[%c1] : memref<?xi32>
  %e = memref.atomic_rmw addi %ten, %q[%c0] : (i32, memref<?xi32>) -> i32
  %f = memref.load %p[%c1] : memref<?xi32>
  memref.store %a, %out[%c0] : memref<6xi32>
  memref.store %b, %out[%c1] : memref<6xi32>
  memref.store %c, %out[%c2] : memref<6xi32>
  memref.store %d, %out[%c3] : memref<6xi32>
  memref.store %e, %out[%c4] : memref<6xi32>
  memref.store %f, %out[%c5] : memref<6xi32>
}
// A recurrence through the overlap: nothing may be vectorised or hoisted.
qd.kernel @recurrence(%p: memref<?xi32> {qd.may_alias}, %q: memref<?xi32> {qd.may_alias}, %n: index) {
""" + INDEX_CONSTANTS + """  scf.for %i = %c0 to %n step %c1 {
    %first = memref.load %p[%c0] : memref<?xi32>
    %v = memref.load %p[%i] : memref<?xi32>
    %w = arith.addi %v, %first : i32
    memref.store %w, %q[%i] : memref<?xi32>
  }
}
// The same from task to task.
qd.kernel @tasks(%p: memref<?xi32> {qd.may_alias}, %q: memref<?xi32> {qd.may_alias}, %n: index) -> (i32, i32) {
""" + INDEX_CONSTANTS + """  %three = arith.constant 3 : i32
  %before = memref.load %p[%c0] : memref<?xi32>
  qd.for (%i) in (%n) {
    %v = memref.load %q[%i] : memref<?xi32>
    %w = arith.muli %v, %three : i32
    memref.store %w, %q[%i] : memref<?xi32>
  }
  %after = memref.load %p[%c0] : memref<?xi32>
  qd.for (%i) in (%n) {
    %v = memref.load %p[%i] : memref<?xi32>
    %w = arith.addi %v, %after : i32
    memref.store %w, %p[%i] : memref<?xi32>
  }
  qd.return %before, %after : i32, i32
}
// Bytes of a wider element.
qd.kernel @bytes(%p: memref<2xi32> {qd.may_alias}, %q: memref<8xi8> {qd.may_alias}) -> (i32, i8) {
""" + INDEX_CONSTANTS + """  %wide = arith.constant 16909060 : i32
  %narrow = arith.constant 127 : i8
  memref.store %wide, %p[%c1] : memref<2xi32>
  memref.store %narrow, %q[%c5] : memref<8xi8>
  %a = memref.load %p[%c1] : memref<2xi32>
  memref.store %a, %p[%c0] : memref<2xi32>
  %b = memref.load %q[%c1] : memref<8xi8>
  qd.return %a, %b : i32, i8
}
qd.kernel @plain(%x: memref<?xi32>, %y: memref<?xi32>, %z: memref<?xi32> {qd.may_alias}, %n: index) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xi32>
    %w = memref.load %z[%i] : memref<?xi32>
    %s = arith.addi %v, %w : i32
    memref.store %s, %y[%i] : memref<?xi32>
  }
}
"""
COUNT = 40


def numbers():
    return [3 * i - 7 for i in range(COUNT)]


def views(offset_of_q, count):
    """p from element 4 on, q from there moved by some elements, in one memory."""
    memory = Memory(Array("i32", (COUNT,), numbers()))
    return memory, [memory.view("i32", (count,), 16), memory.view("i32", (count,), 16 + 4 * offset_of_q)]


def in_order(check, package):
    for shift in (-2, -1, 0, 1, 2, 20):
        p, q = 4, 4 + shift
        m, out = numbers(), []
        out.append(m[p + 1]), m.__setitem__(q, 10), out.append(m[p + 1]), m.__setitem__(p + 1, 20), out.append(m[q])
        m[p + 1] = 10
        out.append(m[q])
        m[p + 1] = 20
        out.append(m[q])
        m[q] += 10
        out.append(m[p + 1])
        memory, arguments = views(shift, 8)
        result = Memory(zeros("i32", 6))
        package.kernel("serial").launch(arguments + [result.view("i32", (6,))])
        what = "q %d elements after p: " % shift
        check.same_bits("serial, " + what + "memory", memory.view("i32", (COUNT,)).array(), Array("i32", (COUNT,), m))
        check.equal("serial, " + what + "loads", result.view("i32", (6,)).array().values, out)

        m = numbers()
        for i in range(12):
            m[q + i] = m[p + i] + m[p]
        memory, arguments = views(shift, 12)
        package.kernel("recurrence").launch(arguments + [("index", 12)])
        check.same_bits("recurrence, " + what, memory.view("i32", (COUNT,)).array(), Array("i32", (COUNT,), m))

        m = numbers()
        before = m[p]
        for i in range(12):
            m[q + i] *= 3
        after = m[p]
        for i in range(12):
            m[p + i] += after
        memory, arguments = views(shift, 12)
        check.equal("tasks, " + what + "results", package.kernel("tasks").launch(arguments + [("index", 12)]), [before, after])
        check.same_bits("tasks, " + what, memory.view("i32", (COUNT,)).array(), Array("i32", (COUNT,), m))
    memory = Memory(8)
    results = package.kernel("bytes").launch([memory.view("i32", (2,)), memory.view("i8", (8,))])
    check.equal("bytes results", results, [0x01027F04, 0x7F])
    check.equal("bytes", memory.buffer.raw[:8], bytes([4, 0x7F, 2, 1, 4, 0x7F, 2, 1]))


def refused(check, package):
    memory, other = Memory(Array("i32", (COUNT,), numbers())), Memory(zeros("i32", COUNT))
    whole = memory.view("i32", (COUNT,)), other.view("i32", (COUNT,))
    cases = [("x is y", (whole[0], whole[0], whole[1]), ("x", "y")),
             ("the last element of x is the first of y",
              (memory.view("i32", (5,)), memory.view("i32", (5,), 16), whole[1]), ("x", "y")),
             ("y is z, and only z is marked", (whole[1], whole[0], whole[0]), ("y", "z"))]
    for what, arrays, names in cases:
        try:
            package.kernel("plain").launch([*arrays, ("index", 5)])
            check.fail(what + ": not refused")
        except LoaderError as error:
            check.equal(what, error.status, "INVALID_ARGUMENT")
            check.equal(what + ": names of arguments", all("'%s'" % n in error.message for n in names), True)
    check.same_bits("a refused launch changes nothing", whole[0].array(), Array("i32", (COUNT,), numbers()))
    accepted = [("y begins where x ends", (memory.view("i32", (5,)), memory.view("i32", (5,), 20), whole[1])),
                ("x and z, which are only read", (whole[0], whole[1], whole[0])),
                ("an array without elements", (memory.view("i32", (0,), 8), memory.view("i32", (5,)), whole[1]))]
    for what, arrays in accepted:
        package.kernel("plain").launch([*arrays, ("index", min(5, *(a.shape[0] for a in arrays)))])
        check.compared += 1


def main(folder, *options):
    check, device = Check(), Device(threads=2)
    package = device.load(compile_kernel(KERNELS, folder + "/aliasing" + "".join(options), *options))
    in_order(check, package)
    refused(check, package)
    check.end()


main(*sys.argv[1:])
