"""Iterations that keep something have rows, and memory is for these: kept_rows.py FOLDER.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Squares of elements under a condition, with one percent of them, a quarter, one more, and none. The bytes that a launch
takes are those of the rows; the gradient has the same bits with any number of threads, though rows come in any order.
"""
import random
import sys

from endtoend import Array, Check, compile_kernel, round_float
from launcher import Launcher
from loader import Device, Memory

COUNT = 4001
TRIPS = 9
KERNEL = """
qd.kernel @gated(%x: memref<?xf32>, %mask: memref<?xi32>, %trips: memref<?xi32>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    %m = memref.load %mask[%i] : memref<?xi32>
    %is = arith.cmpi ne, %m, %zero : i32
    scf.if %is {
      %t = memref.load %trips[%i] : memref<?xi32>
      %end = arith.index_cast %t : i32 to index
      scf.for %k = %c0 to %end step %c1 {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
    }
  }
}
"""


def expected(x, trips):
    """Backwards, as the sweep multiplies."""
    states = [x]
    for _ in range(trips):
        states.append(round_float(states[-1] * states[-1], "f32"))
    slope = 1.0
    for state in reversed(states[:-1]):
        slope = round_float(slope * state, "f32")
        slope = round_float(slope + slope, "f32")
    return slope


def bytes_of_launch(package, arguments):
    """The bytes of the workspace after a launch on a device that had none."""
    kernel = Device().load(package).kernel("gated.grad")
    kernel.launch_by_name({name: Memory(value).view(value.kind, value.shape) for name, value in arguments.items()})
    return kernel.counters().workspace_bytes


def main(folder):
    check, launcher, generator = Check(), Launcher(), random.Random(3)
    package = compile_kernel(KERNEL, folder + "/gated", "-Wno-unused", "--deterministic")
    x = [round_float(generator.uniform(0.9, 1.1), "f32") for _ in range(COUNT)]
    trips = [1 + generator.randrange(TRIPS) for _ in range(COUNT)]
    trips[0] = TRIPS
    quarter, least = COUNT // 4, {}
    for active in (quarter + 1, quarter, COUNT // 100, 0):
        places = set(generator.sample(range(1, COUNT), active - 1) + [0]) if active else set()
        mask = [int(i in places) for i in range(COUNT)]
        arguments = {"x": Array("f32", (COUNT,), x), "mask": Array("i32", (COUNT,), mask),
                     "trips": Array("i32", (COUNT,), trips), "x.grad": Array("f32", (COUNT,), [1.0] * COUNT)}
        want = Array("f32", (COUNT,), [expected(x[i], trips[i]) if i in places else 1.0 for i in range(COUNT)])
        for threads in (1, 2, 3, 16, 16):
            what = "%d active, %d threads" % (active, threads)
            launched = launcher.launch(what, package, "gated.grad", arguments, threads, keep=True)
            check.equal(what + " problem", launched.problem, None)
            check.same_bits(what, launched.arrays["x.grad"], want)
        least[active] = bytes_of_launch(package, arguments)
    # What all have in common is what is left where nothing is kept.
    for active, rows in ((quarter + 1, COUNT), (quarter, quarter), (COUNT // 100, COUNT // 100)):
        kept = least[active] - least[0]
        check.equal("%d active: bytes of kept values, but for alignment" % active, -(-rows * TRIPS * 4 // 256),
                    -(-kept // 256))
    check.end()


main(*sys.argv[1:])
