"""Launches kernels in this process: libqdrt through ctypes, found beside the `qdc` in PATH.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

What `qdc run` cannot do: views that overlap, several launches and packages on one device, refused launches, failures
and printed lines as records. The structs are those of qdrt.h; the ones that start with `size` let the loader refuse
another layout.
"""
import ctypes
import itertools
import os
import shutil
import sys

from endtoend import CHECKS, DEVICE, FORMATS, Array, float_bits, is_float

MEMORY_DEVICE, MEMORY_HOST = 0, 1
u32, u64, i64, size, text, pointer = (ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int64, ctypes.c_size_t,
                                      ctypes.c_char_p, ctypes.c_void_p)


class DeviceOptions(ctypes.Structure):
    _fields_ = [("size", size), ("thread_count", u32)]


class PackageOptions(ctypes.Structure):
    _fields_ = [("size", size), ("target", text), ("variant", text)]


class Argument(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("rank", u32), ("memory", u32), ("shape", ctypes.POINTER(i64)),
                ("data", pointer), ("value", u64)]


class ArgumentInfo(ctypes.Structure):
    _fields_ = [("size", size), ("name", text), ("group", text), ("kind", ctypes.c_int), ("type", ctypes.c_int),
                ("is_unsigned", ctypes.c_int), ("rank", u32), ("shape", ctypes.POINTER(i64)), ("access", u32),
                ("may_alias", ctypes.c_int)]


class LaunchOptions(ctypes.Structure):
    _fields_ = [("size", size), ("seed", u64), ("ordinal", u64), ("set_ordinal", ctypes.c_int),
                ("maximum_iterations", u64)]


class FailureInfo(ctypes.Structure):
    _fields_ = [("size", size), ("status", ctypes.c_int), ("message", text), ("file", text), ("line", u32),
                ("column", u32), ("iteration", i64)]


class Counters(ctypes.Structure):
    _fields_ = [("size", size)] + [(name, u64) for name in (
        "launches", "source_loops", "tasks", "nodes", "builds", "replays", "patched_slots", "instances", "bytes_copied",
        "workspace_bytes", "dropped_prints", "specialized")]


class LoopInfo(ctypes.Structure):
    _fields_ = [("size", size), ("name", text), ("file", text), ("line", u32), ("iterations", u64), ("strategy", text),
                ("reason", text), ("estimates", ctypes.c_double * 4)]


PRINT_FUNCTION = ctypes.CFUNCTYPE(None, pointer, text, text, u32)


def sized(struct, **fields):
    return struct(size=ctypes.sizeof(struct), **fields)


class LoaderError(Exception):
    """A call that libqdrt refused: the status's name and the message."""

    def __init__(self, status, message):
        super().__init__("%s: %s" % (status_name(status), message))
        self.status, self.message = status_name(status), message


def open_library():
    tool = shutil.which("qdc")
    if tool is None:
        sys.exit("qdc is not in PATH: put the build's folder 'bin' there")
    library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(tool))), "lib", "libqdrt.so"))
    for function in (library.qdrt_last_error, library.qdrt_status_name, library.qdrt_type_name):
        function.restype = text
    library.qdrt_buffer_address.restype = pointer
    return library


LIBRARY = open_library()


def type_names():
    """In the order of qdrt_type."""
    names = (LIBRARY.qdrt_type_name(number).decode() for number in itertools.count())
    return list(itertools.takewhile(lambda name: name != "?", names))


def status_name(status):
    """Without its prefix: "OK", "NOT_FOUND"."""
    return LIBRARY.qdrt_status_name(status).decode().removeprefix("QDRT_")


TYPES = type_names()


def call(function, *arguments):
    status = getattr(LIBRARY, function)(*arguments)
    if status:
        raise LoaderError(status, LIBRARY.qdrt_last_error().decode())


def scalar_bits(kind, value):
    """The number as the low bytes of a qdrt_scalar."""
    return float_bits(value, kind) if is_float(kind) else int(value) & ((1 << 64) - 1)


def number_of_bits(kind, bits):
    code = FORMATS["i64" if kind == "index" else kind][1]
    width = {"B": 1, "b": 1, "h": 2, "e": 2, "H": 2, "i": 4, "f": 4, "q": 8, "d": 8}[code]
    return Array.unpacked("i64" if kind == "index" else kind, (), bits.to_bytes(8, "little")[:width]).values[0]


class Memory:
    """Bytes that views share: a copy of those given, the packed numbers of an Array, or as many zeros."""

    def __init__(self, initial):
        data = initial.packed() if isinstance(initial, Array) else bytes(initial)
        self.buffer = ctypes.create_string_buffer(data, max(len(data), 1))
        self.bytes = len(data)

    def view(self, kind, shape, offset=0):
        return View(self, kind, tuple(shape), offset)


class DeviceMemory:
    """Memories on a device while a kernel runs: views of one overlap there as they do here. On the CPU they are used in
    place."""

    def __init__(self, device):
        self.device, self.buffers = device, {}

    def address(self, memory):
        """Where the bytes are for the kernel, and which kind of memory that is."""
        if DEVICE == "cpu":
            return ctypes.addressof(memory.buffer), MEMORY_HOST
        if memory not in self.buffers:
            handle = self.buffers[memory] = pointer()
            call("qdrt_buffer_allocate", self.device.handle, u64(memory.bytes), ctypes.byref(handle))
            call("qdrt_buffer_write", handle, u64(0), memory.buffer, u64(memory.bytes), None)
        return LIBRARY.qdrt_buffer_address(self.buffers[memory]) or 0, MEMORY_DEVICE

    def take_back(self):
        for memory, handle in self.buffers.items():
            call("qdrt_buffer_read", handle, u64(0), memory.buffer, u64(memory.bytes), None)
            LIBRARY.qdrt_buffer_free(handle)


class View:
    """An array argument: a shape of an element type, from byte `offset` of a Memory on."""

    def __init__(self, memory, kind, shape, offset):
        self.memory, self.kind, self.shape, self.offset = memory, kind, shape, offset
        self.bytes = Array.bytes_of(kind, shape)
        assert offset + self.bytes <= memory.bytes, (kind, shape, offset, memory.bytes)

    def array(self):
        return Array.unpacked(self.kind, self.shape, self.memory.buffer[self.offset:self.offset + self.bytes])


class Device:
    """The device under test; `prints` collects (text, file, line) of what kernels print."""

    def __init__(self, threads=0):
        self.handle, self.prints = pointer(), []
        call("qdrt_device_open_by_name", DEVICE.encode(), ctypes.byref(sized(DeviceOptions, thread_count=threads)),
             ctypes.byref(self.handle))
        self.print = PRINT_FUNCTION(lambda user, line, file, number:
                                    self.prints.append((line.decode(), file.decode(), number)))
        call("qdrt_device_set_print", self.handle, self.print, None)

    def load(self, path, target=None, variant=None):
        if CHECKS and not variant:
            variant = CHECKS
        return Package(self, path, target, variant)


class Package:
    def __init__(self, device, path, target, variant):
        self.device, self.path, self.handle = device, path, pointer()
        call("qdrt_package_load", device.handle, os.fsencode(path),
             ctypes.byref(sized(PackageOptions, target=target.encode() if target else None,
                                variant=variant.encode() if variant else None)), ctypes.byref(self.handle))

    def kernel(self, name):
        return Kernel(self, name)

    def read_global(self, name, kind, shape):
        data = ctypes.create_string_buffer(Array.bytes_of(kind, shape))
        call("qdrt_package_read_global", self.handle, name.encode(), data, u64(len(data)), None)
        return Array.unpacked(kind, shape, data.raw)

    def write_global(self, name, array):
        data = array.packed()
        call("qdrt_package_write_global", self.handle, name.encode(), data, u64(len(data)), None)

    def unload(self):
        LIBRARY.qdrt_package_unload(self.handle)


class Kernel:
    def __init__(self, package, name):
        self.package, self.handle = package, pointer()
        call("qdrt_package_find_kernel", package.handle, name.encode(), ctypes.byref(self.handle))
        self.results = []
        for index in range(LIBRARY.qdrt_kernel_result_count(self.handle)):
            kind = ctypes.c_int()
            call("qdrt_kernel_result", self.handle, u32(index), ctypes.byref(kind), ctypes.byref(ctypes.c_int()))
            self.results.append(TYPES[kind.value])

    def launch(self, arguments, **options):
        """`arguments`, in the order of the kernel: Views, and (element type, number) for scalars. Gives the results;
        LoaderError if the launch is refused or fails."""
        rows, shapes, there = (Argument * len(arguments))(), [], DeviceMemory(self.package.device)
        for row, argument in zip(rows, arguments):
            if isinstance(argument, View):
                shapes.append((i64 * max(len(argument.shape), 1))(*argument.shape))
                start, row.memory = there.address(argument.memory)
                row.type, row.rank, row.data = TYPES.index(argument.kind), len(argument.shape), start + argument.offset
                row.shape = ctypes.cast(shapes[-1], ctypes.POINTER(i64))
            else:
                row.type, row.value = TYPES.index(argument[0]), scalar_bits(*argument)
        values = (u64 * max(len(self.results), 1))()
        try:
            call("qdrt_kernel_launch", self.handle, rows, None, ctypes.byref(sized(LaunchOptions, **options)))
            call("qdrt_kernel_results", self.handle, None, values, u32(len(self.results)))
        finally:
            there.take_back()
        return [number_of_bits(kind, bits) for kind, bits in zip(self.results, values)]

    def launch_by_name(self, arguments, **options):
        """The same for a dictionary of names to Views and numbers, which get the element types that the kernel declares.
        It names the kernel's arguments, each and no others."""
        rows, names = [], set()
        for index in range(LIBRARY.qdrt_kernel_argument_count(self.handle)):
            info = sized(ArgumentInfo)
            call("qdrt_kernel_argument", self.handle, u32(index), ctypes.byref(info))
            names.add(info.name.decode())
            value = arguments[info.name.decode()]
            rows.append(value if isinstance(value, View) else (TYPES[info.type], value))
        if names != set(arguments):
            raise KeyError(f"the kernel has no arguments {sorted(set(arguments) - names)}")
        return self.launch(rows, **options)

    def failure(self):
        """What the last launch failed with: (status, message, line, iteration); the status is "OK" if it did not."""
        info = sized(FailureInfo)
        call("qdrt_kernel_failure", self.handle, None, ctypes.byref(info))
        return status_name(info.status), (info.message or b"").decode(), info.line, info.iteration

    def counters(self):
        counters = sized(Counters)
        call("qdrt_kernel_counters", self.handle, ctypes.byref(counters))
        return counters

    def loops(self):
        """(line, iterations, strategy) of each loop of the kernel's graph in the last launch."""
        found = []
        for index in range(LIBRARY.qdrt_kernel_loop_count(self.handle)):
            info = sized(LoopInfo)
            call("qdrt_kernel_loop", self.handle, u32(index), ctypes.byref(info))
            found.append((info.line, info.iterations, info.strategy.decode()))
        return found
