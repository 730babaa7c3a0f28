"""Loops of one kernel on two streams at once: loop_streams.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Two threads launch the same kernel again and again, each on a stream and on arrays of its own, with other numbers each
time. The outer loop computes the bound of the inner one, and ends by a flag: where launches mix their flags, bounds or
barriers, the sums differ, and where grids wait for each other, the test hangs. Small arrays first, many times; then large
ones, of which each launch fills a GPU.
"""
import sys
import threading

from endtoend import *
from loader import LIBRARY, TYPES, Argument, Device, call, ctypes, i64, pointer, u64

# Outer iteration k of `rounds`, from the last to 1, runs the inner loop k times.
KERNEL = """qd.kernel @rounds(%x: memref<?xi64>, %y: memref<?xi64>, %left: memref<i64>, %bound: memref<i64>, %rounds: i64) {
""" + INDEX_CONSTANTS + """  %one = arith.constant 1 : i64
  %n = memref.dim %x, %c0 : memref<?xi64>
  memref.store %rounds, %left[] : memref<i64>
  %outer = qd.do_while %left : memref<i64> {
    %now = memref.load %left[] : memref<i64>
    memref.store %now, %bound[] : memref<i64>
    qd.for (%i) in (%n) {
      %v = memref.load %y[%i] : memref<?xi64>
      %w = arith.addi %v, %one : i64
      memref.store %w, %y[%i] : memref<?xi64>
    }
    %end = memref.load %bound[] : memref<i64>
    %inner = arith.index_cast %end : i64 to index
    scf.for %k = %c0 to %inner step %c1 {
      qd.for (%i) in (%n) {
        %v = memref.load %x[%i] : memref<?xi64>
        %w = arith.addi %v, %one : i64
        memref.store %w, %x[%i] : memref<?xi64>
      }
    }
    %next = arith.subi %now, %one : i64
    memref.store %next, %left[] : memref<i64>
  }
  qd.return
}
"""


class Side:
    """A stream, its arrays, and the sums that are expected in them."""

    def __init__(self, device, kernel, count, launches, first):
        self.device, self.kernel, self.count, self.launches, self.first = device, kernel, count, launches, first
        self.stream, self.buffers, self.error = pointer(), [], None
        call("qdrt_stream_create", device.handle, ctypes.byref(self.stream))
        for elements in (count, count, 1, 1):
            self.buffers.append(pointer())
            call("qdrt_buffer_allocate", device.handle, u64(8 * elements), ctypes.byref(self.buffers[-1]))
            zeros = bytes(8 * elements)
            call("qdrt_buffer_write", self.buffers[-1], u64(0), zeros, u64(len(zeros)), self.stream)
        rounds = [self.rounds(launch) for launch in range(launches)]
        self.sums = [sum(each * (each + 1) // 2 for each in rounds), sum(rounds)]

    def rounds(self, launch):
        return 1 + (self.first + launch * 7) % 4

    def run(self):
        shape, rows = (i64 * 1)(self.count), (Argument * 5)()
        for row, buffer in zip(rows, self.buffers):
            row.type, row.data = TYPES.index("i64"), LIBRARY.qdrt_buffer_address(buffer)
        for row in rows[:2]:
            row.rank, row.shape = 1, ctypes.cast(shape, ctypes.POINTER(i64))
        rows[4].type = TYPES.index("i64")
        try:
            for launch in range(self.launches):
                rows[4].value = self.rounds(launch)
                call("qdrt_kernel_launch", self.kernel.handle, rows, self.stream, None)
            call("qdrt_stream_synchronize", self.device.handle, self.stream)
        except Exception as error:  # of a thread: told by the other one
            self.error = error

    def found(self, index):
        data = ctypes.create_string_buffer(8 * self.count)
        call("qdrt_buffer_read", self.buffers[index], u64(0), data, u64(len(data)), None)
        return set(Array.unpacked("i64", (self.count,), data.raw).values)

    def end(self):
        for buffer in self.buffers:
            LIBRARY.qdrt_buffer_free(buffer)
        LIBRARY.qdrt_stream_destroy(self.stream)


def check_both(check, device, kernel, count, launches):
    sides = [Side(device, kernel, count, launches, first) for first in (0, 2)]
    threads = [threading.Thread(target=side.run) for side in sides]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, side in enumerate(sides):
        check.equal(f"{count} elements, stream {number}: the launches", side.error, None)
        for index, name in enumerate("xy"):
            check.equal(f"{count} elements, stream {number}: {name}", side.found(index), {side.sums[index]})
        side.end()


def main(folder, *options):
    check = Check()
    device = Device()
    kernel = device.load(compile_kernel(KERNEL, folder + "/rounds", *options)).kernel("rounds")
    check_both(check, device, kernel, 200, 1000)
    check_both(check, device, kernel, 300000, 30)
    check.end()


main(*sys.argv[1:])
