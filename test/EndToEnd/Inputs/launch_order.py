"""Work in a row that the host does not wait for: launch_order.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Kernels with a few slow iterations, alone and as graphs, of one task and of two, stand in random order with copies, fills,
and changes to the other stream by an event. Each reads elsewhere what the work before it wrote. The reference does the
same in Python.
"""
import random
import sys

from endtoend import *
from loader import LIBRARY, TYPES, Argument, Device, call, ctypes, i64, pointer, u32, u64

MASK = 0xffffffff
COUNT, SLOW, ROUNDS = 6000, 2500, 6000
BUFFERS, STEPS, SEEDS = 3, 80, 6


def task(source, target):
    """target[i] = source[(i + 1) % n] * 3 + k, where i is a multiple of SLOW after ROUNDS steps."""
    return """  qd.for (%i) in (%n) {{
    %next = arith.addi %i, %c1 : index
    %wrapped = arith.remui %next, %n : index
    %v = memref.load %{0}[%wrapped] : memref<{2}xi32>
    %phase = arith.remui %i, %slow : index
    %is_slow = arith.cmpi eq, %phase, %c0 : index
    %count = arith.select %is_slow, %rounds, %c1 : index
    %w = scf.for %r = %c0 to %count step %c1 iter_args(%a = %v) -> i32 {{
      %b = arith.muli %a, %three : i32
      %c = arith.addi %b, %k : i32
      scf.yield %c : i32
    }}
    memref.store %w, %{1}[%i] : memref<{2}xi32>
  }}
""".format(source, target, COUNT)


def kernel(name, graph, body):
    return """qd.kernel @{0}(%x: memref<{2}xi32>, %y: memref<{2}xi32>, %k: i32) attributes {{graph = "{1}"}} {{
""".format(name, graph, COUNT) + INDEX_CONSTANTS + """  %n = arith.constant {0} : index
  %slow = arith.constant {1} : index
  %rounds = arith.constant {2} : index
  %three = arith.constant 3 : i32
""".format(COUNT, SLOW, ROUNDS) + body + "  qd.return\n}\n"


TASKS = {"one": ["xy"], "two": ["xy", "yx"]}
KERNELS = "".join(kernel(f"{count}_{graph}", graph, "".join(task(*names) for names in tasks))
                  for count, tasks in TASKS.items() for graph in ("never", "auto"))


def slow_step(value, k):
    for _ in range(ROUNDS):
        value = (value * 3 + k) & MASK
    return value


def task_reference(source, k):
    count = len(source)
    return [(source[(i + 1) % count] * 3 + k) & MASK if i % SLOW else slow_step(source[(i + 1) % count], k)
            for i in range(count)]


class Work:
    """Steps on the device and then, while nobody waits for it, in Python. All of them are ordered, from the first copy on:
    a change of the stream is made by an event."""

    def __init__(self, device, package):
        names = [f"{count}_{graph}" for count in TASKS for graph in ("never", "auto")]
        self.device, self.kernels = device, {name: package.kernel(name) for name in names}
        self.streams, self.buffers, self.event = [pointer(), pointer()], [], pointer()
        for stream in self.streams:
            call("qdrt_stream_create", device.handle, ctypes.byref(stream))
        call("qdrt_event_create", device.handle, ctypes.byref(self.event))
        self.values = [[(k * 2654435761 + b) & MASK for k in range(COUNT)] for b in range(BUFFERS)]
        for values in self.values:
            data = Array("i32", (COUNT,), [wrap(v, "i32") for v in values]).packed()
            self.buffers.append(pointer())
            call("qdrt_buffer_allocate", device.handle, u64(len(data)), ctypes.byref(self.buffers[-1]))
            call("qdrt_buffer_write", self.buffers[-1], u64(0), data, u64(len(data)), self.streams[0])
        self.bytes, self.current, self.shape = len(data), 0, (i64 * 1)(COUNT)
        self.steps = []  # of the reference

    def change_stream(self):
        call("qdrt_event_record", self.event, self.streams[self.current])
        self.current = 1 - self.current
        call("qdrt_stream_wait", self.streams[self.current], self.event)

    def launch(self, name, x, y, k):
        rows = (Argument * 3)()
        for row, buffer in zip(rows, (x, y)):
            row.type, row.rank, row.shape = TYPES.index("i32"), 1, ctypes.cast(self.shape, ctypes.POINTER(i64))
            row.data = LIBRARY.qdrt_buffer_address(self.buffers[buffer])
        rows[2].type, rows[2].value = TYPES.index("i32"), k
        call("qdrt_kernel_launch", self.kernels[name].handle, rows, self.streams[self.current], None)
        arrays = {"x": x, "y": y}
        for source, target in TASKS[name.partition("_")[0]]:
            self.steps.append((arrays[target], lambda values, of=arrays[source]: task_reference(values[of], k)))

    def copy(self, x, y):
        call("qdrt_buffer_copy", self.buffers[y], u64(0), self.buffers[x], u64(0), u64(self.bytes),
             self.streams[self.current])
        self.steps.append((y, lambda values: list(values[x])))

    def fill(self, x, k):
        half = COUNT // 2
        call("qdrt_buffer_fill", self.buffers[x], u64(0), u64(4 * half), (ctypes.c_uint32 * 1)(k), u32(4),
             self.streams[self.current])
        self.steps.append((x, lambda values: [k] * half + values[x][half:]))

    def end(self):
        """What the buffers hold in the end, and what they should."""
        for buffer, values in self.steps:
            self.values[buffer] = values(self.values)
        call("qdrt_device_synchronize", self.device.handle)
        held = []
        for buffer in self.buffers:
            data = ctypes.create_string_buffer(self.bytes)
            call("qdrt_buffer_read", buffer, u64(0), data, u64(self.bytes), None)
            held.append(Array.unpacked("i32", (COUNT,), data.raw))
            LIBRARY.qdrt_buffer_free(buffer)
        LIBRARY.qdrt_event_destroy(self.event)
        for stream in self.streams:
            LIBRARY.qdrt_stream_destroy(stream)
        return zip(held, self.values)


def run(check, device, package, seed):
    choose, work = random.Random(seed), Work(device, package)
    for _ in range(STEPS):
        x, y = choose.sample(range(BUFFERS), 2)
        step = choose.random()
        if step < 0.15:
            work.change_stream()
        elif step < 0.25:
            work.copy(x, y)
        elif step < 0.35:
            work.fill(x, choose.randrange(1 << 31))
        else:
            work.launch(choose.choice(list(work.kernels)), x, y, choose.randrange(1000))
    for index, (got, values) in enumerate(work.end()):
        check.same_bits(f"seed {seed}: buffer {index}", got, Array("i32", (COUNT,), [wrap(v, "i32") for v in values]))


def main(folder, *options):
    check = Check()
    device = Device()
    package = device.load(compile_kernel(KERNELS, folder + "/launch_order", *options))
    for seed in range(SEEDS):
        run(check, device, package, seed)
    check.end()


main(*sys.argv[1:])
