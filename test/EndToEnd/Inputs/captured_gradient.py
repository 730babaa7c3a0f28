"""Gradients whose loops a task counts, in a graph of the program: captured_gradient.py FOLDER

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Kernels curve elements in place, as often as memory says: in a counted loop, and in one on a condition. On a GPU their
gradients are captured on a stream of the program, once after a launch there and once in a workspace that is bound, and
replayed with data of other trips: fewer, those of few iterations, which then have rows, and more than there is memory for.
Elsewhere, where nothing can be captured, they are launched. All against dual numbers.
"""
import math
import random
import sys

from cuda_driver import Driver
from dual import Dual, sin
from endtoend import *
from loader import LIBRARY, TYPES, Argument, Device, LoaderError, call, ctypes, i64, pointer, u64

COUNT = 700  # more than rows are given to at a time
TOLERANCE = 1e-10

CURVE = """%v = memref.load %x[%i] : memref<?xf64>
      %s = math.sin %v : f64
      %p = arith.mulf %v, %third : f64
      %q = arith.addf %s, %p : f64
      memref.store %q, %x[%i] : memref<?xf64>"""
LOOPS = {
    "counted": """%end = arith.index_cast %t : i64 to index
    scf.for %k = %c0 to %end step %c1 {
      CURVE
    }""",
    "conditional": """%last = scf.while (%u = %t) : (i64) -> i64 {
      %go = arith.cmpi sgt, %u, %nothing : i64
      scf.condition(%go) %u : i64
    } do {
    ^bb0(%u: i64):
      CURVE
      %next = arith.subi %u, %single : i64
      scf.yield %next : i64
    }""",
}
KERNELS = "".join("qd.kernel @" + name + """(%x: memref<?xf64> {qd.dims = ["n"]}, %trips: memref<?xi64> {qd.dims = ["n"]})
    attributes {qd.differentiate = {}} {
""" + INDEX_CONSTANTS + """  %nothing = arith.constant 0 : i64
  %single = arith.constant 1 : i64
  %third = arith.constant 0.3 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %t = memref.load %trips[%i] : memref<?xi64>
    """ + loop.replace("CURVE", CURVE) + """
  }
}
""" for name, loop in LOOPS.items())


class Data:
    """What the arrays hold ahead of a launch of a gradient, and after it."""

    def __init__(self, what, seed, trips):
        generator = random.Random(seed)
        self.what, self.trips = what, [trips(i) for i in range(COUNT)]
        self.x = [generator.uniform(-2, 2) for _ in range(COUNT)]
        self.seeds = [generator.uniform(-3, 3) for _ in range(COUNT)]
        curved = [self.curve(value, times) for value, times in zip(self.x, self.trips)]
        self.after = [each.value for each in curved]
        self.gradient = [each.derivative * seed for each, seed in zip(curved, self.seeds)]

    @staticmethod
    def curve(value, times):
        number = Dual(value, 1.0)
        for _ in range(times):
            number = sin(number) + number * 0.3
        return number

    def arrays(self):
        return [Array("f64", (COUNT,), self.x), Array("i64", (COUNT,), self.trips), Array("f64", (COUNT,), self.seeds)]


FIRST = Data("first", 1, lambda i: (7 * i) % 13)
FITTING = [
    Data("fewer trips", 2, lambda i: (5 * i) % 9),
    Data("as many", 3, lambda i: 12 - (i % 13)),
    Data("few iterations", 4, lambda i: 40 if i % 23 == 5 else 0),
    Data("none", 5, lambda i: 0),
    Data("one", 6, lambda i: 300 if i == 699 else 0),
]
TOO_LARGE = Data("too many trips", 7, lambda i: 2000 + i % 2)


def check_near(check, what, got, want):
    for index, (a, b) in enumerate(zip(got, want)):
        check.compared += 1
        if not math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
            check.fail("%s[%d]: got %r, want %r" % (what, index, a, b))


class Gradient:
    """A gradient with its arrays in memory of the device, on a stream."""

    def __init__(self, device, package, name, stream):
        self.device, self.stream, self.kernel = device, stream, package.kernel(name + ".grad")
        self.buffers, self.shape, self.rows = [], (i64 * 1)(COUNT), (Argument * 3)()
        for row, kind in zip(self.rows, ("f64", "i64", "f64")):
            buffer = pointer()
            call("qdrt_buffer_allocate", device.handle, u64(8 * COUNT), ctypes.byref(buffer))
            self.buffers.append(buffer)
            row.type, row.rank, row.data = TYPES.index(kind), 1, LIBRARY.qdrt_buffer_address(buffer)
            row.shape = ctypes.cast(self.shape, ctypes.POINTER(i64))

    def write(self, data):
        for buffer, array in zip(self.buffers, data.arrays()):
            call("qdrt_buffer_write", buffer, u64(0), array.packed(), u64(8 * COUNT), self.stream)

    def read(self, index):
        text = ctypes.create_string_buffer(8 * COUNT)
        call("qdrt_buffer_read", self.buffers[index], u64(0), text, u64(8 * COUNT), self.stream)
        return Array.unpacked("f64", (COUNT,), text.raw).values

    def launch(self):
        call("qdrt_kernel_launch", self.kernel.handle, self.rows, self.stream, None)

    def wait(self):
        """The status of what failed since the last wait; "OK" if nothing did."""
        try:
            call("qdrt_stream_synchronize", self.device.handle, self.stream)
        except LoaderError as error:
            return error.status
        return "OK"

    def check_right(self, check, what, data, run):
        self.write(data)
        run()
        what = f"{what}, {data.what}: "
        check.equal(what + "status", self.wait(), "OK")
        check_near(check, what + "x", self.read(0), data.after)
        check_near(check, what + "x.grad", self.read(2), data.gradient)

    def check_refused(self, check, what, data, run):
        """What does not fit fails that run ahead of all that writes into arrays."""
        self.write(data)
        run()
        what = f"{what}, {data.what}: "
        check.equal(what + "status", self.wait(), "OUT_OF_MEMORY")
        check.equal(what + "x", self.read(0), data.x)
        check.equal(what + "x.grad", self.read(2), data.seeds)

    def end(self):
        for buffer in self.buffers:
            LIBRARY.qdrt_buffer_free(buffer)


def check_replays(check, what, gradient, driver, native):
    executable = driver.capture(native, gradient.launch)
    replay = lambda: driver.replay(executable, native)
    for data in [*FITTING, FIRST]:
        gradient.check_right(check, what, data, replay)
    gradient.check_refused(check, what, TOO_LARGE, replay)
    for data in FITTING:
        gradient.check_right(check, what + ", after a failure", data, replay)
    driver.destroy(executable)


def check_captured(check, device, package, name, driver):
    native = driver.stream()
    for is_bound in (False, True):
        stream, memory = pointer(), pointer()
        call("qdrt_stream_adopt", device.handle, native, ctypes.byref(stream))
        gradient = Gradient(device, package, name, stream)
        if is_bound:
            bytes_bound = u64(32 * 16 * COUNT)
            call("qdrt_buffer_allocate", device.handle, bytes_bound, ctypes.byref(memory))
            call("qdrt_workspace_bind", gradient.kernel.handle, stream, memory, u64(0), bytes_bound)
        else:
            gradient.check_right(check, name + ", launched", FIRST, gradient.launch)
        check_replays(check, name + (", bound" if is_bound else ", captured"), gradient, driver, native)
        LIBRARY.qdrt_stream_destroy(stream)
        LIBRARY.qdrt_buffer_free(memory)
        gradient.end()


def main(folder):
    check = Check()
    package = compile_kernel(KERNELS, folder + "/captured-gradient", "-Wno-unused")
    device = Device()
    loaded = device.load(package)
    for name in LOOPS:
        gradient = Gradient(device, loaded, name, None)
        for data in [FIRST, *FITTING]:
            gradient.check_right(check, name, data, gradient.launch)
        gradient.end()
        if DEVICE.startswith("cuda:"):
            check_captured(check, device, loaded, name, Driver(int(DEVICE.removeprefix("cuda:"))))
    check.end()


main(*sys.argv[1:])
