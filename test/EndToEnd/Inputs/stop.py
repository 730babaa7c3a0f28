"""Loops that would run for ever, ended by qdrt_stream_stop: stop.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Every kind of loop that holds parallel loops. Several threads launch on one stream, so that launches run, are queued and
wait for their turn; all of them are ended, none in the middle of an iteration, and what is launched afterwards, or on
another stream, runs to its end. Where a stop does nothing, the test hangs.
"""
import sys
import threading

from endtoend import *
from loader import LIBRARY, TYPES, Argument, Device, FailureInfo, LoaderError, call, ctypes, i64, pointer, sized, \
    status_name, u64

COUNT = 3000
ENDLESS, FEW = 1 << 62, 5
# x[i] += 1, then y[i] = x[n - 1 - i].
ITERATION = """    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xi64>
      %w = arith.addi %v, %one : i64
      memref.store %w, %x[%i] : memref<?xi64>
    }
    qd.for (%i) in (%n) {
      %last = arith.subi %n, %c1 : index
      %from = arith.subi %last, %i : index
      %v = memref.load %x[%from] : memref<?xi64>
      memref.store %v, %y[%i] : memref<?xi64>
    }
"""
COUNT_DOWN = """    %before = memref.load %left[] : memref<i64>
    %after = arith.subi %before, %one : i64
    memref.store %after, %left[] : memref<i64>
"""
LOOPS = {
    "flag": "  %done = qd.do_while %left : memref<i64> {\n" + ITERATION + COUNT_DOWN + "  }\n",
    "condition": """  scf.while : () -> () {
    %now = memref.load %left[] : memref<i64>
    %more = arith.cmpi sgt, %now, %zero : i64
    scf.condition(%more)
  } do {
""" + ITERATION + COUNT_DOWN + "    scf.yield\n  }\n",
    "counted": "  scf.for %k = %c0 to %times step %c1 {\n" + ITERATION + "  }\n",
    # The outer loop ends with a loop, and so needs no barrier of its own.
    "nested": "  scf.for %k = %c0 to %times step %c1 {\n  scf.for %j = %c0 to %inner step %c1 {\n" + ITERATION + "  }\n  }\n",
    # Nothing happens in it, but in the outer loop, so the threads need not meet at all.
    "empty": "  scf.for %k = %c0 to %times step %c1 {\n  scf.for %j = %c0 to %none step %c1 {\n" + ITERATION + "  }\n  }\n",
}
KERNELS = "".join("""qd.kernel @%s(%%x: memref<?xi64>, %%y: memref<?xi64>, %%left: memref<i64>, %%times: index,
                   %%inner: index, %%none: index) {
  %%zero = arith.constant 0 : i64
  %%one = arith.constant 1 : i64
  %%n = memref.dim %%x, %%c0 : memref<?xi64>
""".replace("  %%zero", INDEX_CONSTANTS.replace("%", "%%") + "  %%zero") % name + loop + "  qd.return\n}\n"
                  for name, loop in LOOPS.items())
# How often the innermost iteration runs in a launch of FEW.
RUNS = {"flag": FEW, "condition": FEW, "counted": FEW, "nested": 2 * FEW, "empty": 0}


class Buffers:
    """The arrays of one launch."""

    def __init__(self, device):
        self.device, self.handles = device, []
        for data in (bytes(8 * COUNT), bytes(8 * COUNT), bytes(8)):
            self.handles.append(pointer())
            call("qdrt_buffer_allocate", device.handle, u64(len(data)), ctypes.byref(self.handles[-1]))

    def rows(self, times, stream):
        """The arguments for so many iterations; the flag is written on the stream."""
        left = (i64 * 1)(times)
        call("qdrt_buffer_write", self.handles[2], u64(0), left, u64(8), stream)
        self.shape, rows = (i64 * 1)(COUNT), (Argument * 6)()
        for row, buffer in zip(rows, self.handles):
            row.type, row.data = TYPES.index("i64"), LIBRARY.qdrt_buffer_address(buffer)
        for row in rows[:2]:
            row.rank, row.shape = 1, ctypes.cast(self.shape, ctypes.POINTER(i64))
        for row, value in zip(rows[3:], (times, 2, 0)):
            row.type, row.value = TYPES.index("index"), value
        return rows

    def read(self, index):
        data = ctypes.create_string_buffer(8 * COUNT)
        call("qdrt_buffer_read", self.handles[index], u64(0), data, u64(len(data)), None)
        return Array.unpacked("i64", (COUNT,), data.raw)

    def free(self):
        for handle in self.handles:
            LIBRARY.qdrt_buffer_free(handle)


def status_of(function, *arguments):
    try:
        call(function, *arguments)
    except LoaderError as error:
        return error.status
    return "OK"


class Run:
    """The launches of one case: of some kernels, each by a thread of its own, on one stream."""

    def __init__(self, device, package):
        self.device, self.package, self.stream, self.other = device, package, pointer(), pointer()
        for stream in (self.stream, self.other):
            call("qdrt_stream_create", device.handle, ctypes.byref(stream))
        self.buffers = {name: Buffers(device) for name in LOOPS}

    def launch(self, name, times, stream):
        return status_of("qdrt_kernel_launch", self.package.kernel(name).handle,
                         self.buffers[name].rows(times, stream), stream, None)

    def few(self, name, stream):
        """What a launch that ends by itself gives. It is one of a thread of its own: the calling one asks later what the
        launches of other threads left, which is refused to a thread that launched the same kernel there itself."""
        ended = []

        def launch():
            status = self.launch(name, FEW, stream)
            waited = status_of("qdrt_stream_synchronize", self.device.handle, stream)
            ended.append(status if status != "OK" else waited)

        thread = threading.Thread(target=launch)
        thread.start()
        thread.join()
        return ended[0]

    def stopped(self, names):
        """Launches endlessly, and stops. Gives how each launch ended."""
        # What a launch has to copy or write beforehand waits for its turn on the stream too: it is done by now.
        rows = {name: self.buffers[name].rows(ENDLESS, self.stream) for name in names}
        handles = {name: self.package.kernel(name).handle for name in names}
        ended = {}

        def launch(name):
            ended[name] = status_of("qdrt_kernel_launch", handles[name], rows[name], self.stream, None)

        threads = [threading.Thread(target=launch, args=(name,)) for name in names]
        for thread in threads:
            thread.start()
        # The host leads some in the calls themselves, which end by a stop after they began.
        while any(thread.is_alive() for thread in threads):
            call("qdrt_stream_stop", self.device.handle, self.stream)
        for thread in threads:
            thread.join()
        # Others are under way on the device, some since the last stop.
        call("qdrt_stream_stop", self.device.handle, self.stream)
        waited = status_of("qdrt_stream_synchronize", self.device.handle, self.stream)
        for name, status in ended.items():
            if status == "OK":
                info = sized(FailureInfo)
                call("qdrt_kernel_failure", handles[name], self.stream, ctypes.byref(info))
                ended[name] = status_name(info.status)
        return ended, waited

    def end(self):
        for buffers in self.buffers.values():
            buffers.free()
        for stream in (self.stream, self.other):
            LIBRARY.qdrt_stream_destroy(stream)


def check_kernels(check, device, package, names):
    what, run = " and ".join(names), Run(device, package)
    # What a driver makes for the first launches may wait for what the device runs.
    for _ in range(3):
        for name in names:
            check.equal(f"{what}: {name} ahead", run.few(name, run.stream), "OK")
    for round in range(3):
        ended, waited = run.stopped(names)
        check.equal(f"{what}, round {round}", ended, {name: "STOPPED" for name in names})
        check.equal(f"{what}, round {round}, the wait", waited in ("STOPPED", "OK"), True)
        for name in names:
            x, y = (run.buffers[name].read(index) for index in (0, 1))
            check.equal(f"{what}: all of x, {name}", len(set(x.values)), 1)
            if name != "empty":
                check.equal(f"{what}: y is x, {name}", y.values, x.values)
            # The data lives on, and the next launch is right.
            check.equal(f"{what}: {name} afterwards", run.few(name, run.stream), "OK")
            after = run.buffers[name].read(0)
            check.same_bits(f"{what}: x of {name} afterwards", after,
                            Array("i64", (COUNT,), [x.values[0] + RUNS[name]] * COUNT))
    run.end()


def check_other_stream(check, device, package):
    """A stop of one stream leaves the other one alone."""
    run = Run(device, package)
    for stream in (run.other, run.stream):
        check.equal("other stream, ahead", run.few("flag", stream), "OK")
    before = run.buffers["flag"].read(0).values[0]
    for _ in range(20):
        check.equal("other stream, launch", run.launch("flag", FEW, run.other), "OK")
        call("qdrt_stream_stop", device.handle, run.stream)
    check.equal("other stream, wait", status_of("qdrt_stream_synchronize", device.handle, run.other), "OK")
    check.same_bits("other stream, x", run.buffers["flag"].read(0), Array("i64", (COUNT,), [before + 20 * FEW] * COUNT))
    run.end()


def main(folder, *options):
    check = Check()
    device = Device()
    package = device.load(compile_kernel(KERNELS, folder + "/stop", *options))
    for name in LOOPS:
        check_kernels(check, device, package, [name])
    check_kernels(check, device, package, list(LOOPS))
    check_other_stream(check, device, package)
    check.end()


main(*sys.argv[1:])
