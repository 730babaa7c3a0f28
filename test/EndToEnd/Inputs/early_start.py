"""Tasks after a kernel that lets them start early: early_start.py FOLDER

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

On a stream that belongs to the program, a kernel written in PTX lets the kernels after it start at once, and writes 0.1 ms
later. Tasks that read what it writes must wait nevertheless: with many slots and few, as graphs and alone, and whatever
the assembler optimises. For compute capability 9.0 and later; elsewhere no kernel starts before others end, and the tasks
just run once.
"""
import ctypes
import sys

from cuda_driver import Driver
from endtoend import *
from loader import LIBRARY, TYPES, Argument, Device, Memory, call, i64, pointer, u64

COUNT, REPETITIONS, MANY = 64, 40, 520

# late(address of i32s, value): writes all COUNT of them after 100 microseconds.
LATE = """.version 7.8
.target sm_90
.address_size 64
.visible .entry late(.param .u64 address, .param .u32 value) {
  .reg .pred %p; .reg .b32 %v, %t; .reg .b64 %a, %o, %begin, %now, %spent;
  griddepcontrol.launch_dependents;
  ld.param.u64 %a, [address];
  ld.param.u32 %v, [value];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %o, %t, 4;
  add.u64 %a, %a, %o;
  mov.u64 %begin, %globaltimer;
again:
  mov.u64 %now, %globaltimer;
  sub.u64 %spent, %now, %begin;
  setp.lt.u64 %p, %spent, 100000;
  @%p bra again;
  st.global.u32 [%a], %v;
  ret;
}
"""


def kernel(name, graph, scalars):
    """y[i] = x[i] + x[0] + the sum of the scalars; x is only read."""
    names = "".join(", %%s%d: i32" % k for k in range(scalars))
    sums = "".join("    %%t%d = arith.addi %%t%d, %%s%d : i32\n" % (k + 1, k, k) for k in range(scalars))
    return ("qd.kernel @%s(%%x: memref<%dxi32>, %%y: memref<%dxi32>%s) attributes {graph = \"%s\"} {\n"
            % (name, COUNT, COUNT, names, graph)) + INDEX_CONSTANTS + """  %%n = arith.constant %d : index
  %%first = memref.load %%x[%%c0] : memref<%dxi32>
  qd.for (%%i) in (%%n) {
    %%a = memref.load %%x[%%i] : memref<%dxi32>
    %%t0 = arith.addi %%a, %%first : i32
%s    memref.store %%t%d, %%y[%%i] : memref<%dxi32>
  }
  qd.return
}
""" % (COUNT, COUNT, COUNT, sums, scalars, COUNT)


KERNELS = {f"{name}_{graph}": (graph, scalars) for name, scalars in (("few", 1), ("many", MANY))
           for graph in ("never", "auto")}


def load_late(driver):
    module, function = pointer(), pointer()
    driver("cuModuleLoadData", ctypes.byref(module), LATE.encode())
    driver("cuModuleGetFunction", ctypes.byref(function), module, b"late")
    return function


def launch_late(driver, function, stream, address, value):
    values = [ctypes.c_uint64(address), ctypes.c_uint32(value)]
    rows = (pointer * len(values))(*[ctypes.addressof(each) for each in values])
    driver("cuLaunchKernel", function, 1, 1, 1, COUNT, 1, 1, 0, stream, rows, None)


def run(check, driver, late, native, device, package, what):
    stream, buffers, shape = pointer(), [pointer(), pointer()], (i64 * 1)(COUNT)
    call("qdrt_stream_adopt", device.handle, native, ctypes.byref(stream))
    for buffer in buffers:
        call("qdrt_buffer_allocate", device.handle, u64(4 * COUNT), ctypes.byref(buffer))
    addresses = [LIBRARY.qdrt_buffer_address(buffer) for buffer in buffers]
    for name, (_, scalars) in KERNELS.items():
        rows, compiled = (Argument * (2 + scalars))(), package.kernel(name)
        for row, address in zip(rows, addresses):
            row.type, row.rank, row.shape = TYPES.index("i32"), 1, ctypes.cast(shape, ctypes.POINTER(i64))
            row.data = address
        for row in rows[2:]:
            row.type = TYPES.index("i32")
        for repetition in range(REPETITIONS):
            rows[2].value = repetition
            launch_late(driver, late, native, addresses[0], 1000 + 7 * repetition)
            call("qdrt_kernel_launch", compiled.handle, rows, stream, None)
            data = ctypes.create_string_buffer(4 * COUNT)
            call("qdrt_buffer_read", buffers[1], u64(0), data, u64(4 * COUNT), stream)
            check.equal(f"{what}, {name}, {repetition}", Array.unpacked("i32", (COUNT,), data.raw).values,
                        [2 * (1000 + 7 * repetition) + repetition] * COUNT)
    for buffer in buffers:
        LIBRARY.qdrt_buffer_free(buffer)
    LIBRARY.qdrt_stream_destroy(stream)


def run_once(check, package, what):
    values = list(range(5, 5 + COUNT))
    for name, (_, scalars) in KERNELS.items():
        x, y = (Memory(Array("i32", (COUNT,), v)).view("i32", (COUNT,)) for v in (values, [0] * COUNT))
        package.kernel(name).launch([x, y] + [("i32", k) for k in range(scalars)])
        check.equal(f"{what}, {name}", y.array().values, [v + 5 + scalars * (scalars - 1) // 2 for v in values])


def main(folder):
    check = Check()
    text = "".join(kernel(name, *of) for name, of in KERNELS.items())
    packages = {level: compile_kernel(text, folder + "/early" + level, level) for level in ("-O1", "-O3")}
    device = Device()
    loaded = {level: device.load(package) for level, package in packages.items()}
    for level, package in loaded.items():
        run_once(check, package, level)
    driver = Driver(int(DEVICE.removeprefix("cuda:"))) if DEVICE.startswith("cuda:") else None
    if driver and driver.capability() >= 9:
        late, native = load_late(driver), driver.stream()
        for level, package in loaded.items():
            run(check, driver, late, native, device, package, level)
    check.end()


main(*sys.argv[1:])
