"""What a program asks of the CUDA driver itself, through ctypes.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import ctypes
import sys

COMPUTE_CAPABILITY_MAJOR = 75  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
NON_BLOCKING = 1  # CU_STREAM_NON_BLOCKING
RELAXED = 2  # CU_STREAM_CAPTURE_MODE_RELAXED


class Driver:
    """The driver, with a device's primary context current, which is the loader's too."""

    def __init__(self, ordinal):
        self.library, self.device, context = ctypes.CDLL("libcuda.so.1"), ctypes.c_int(), ctypes.c_void_p()
        self("cuInit", 0)
        self("cuDeviceGet", ctypes.byref(self.device), ordinal)
        self("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self("cuCtxSetCurrent", context)

    def __call__(self, function, *arguments):
        code = getattr(self.library, function)(*arguments)
        if code:
            sys.exit(f"{function}: CUDA error {code}")

    def capability(self):
        major = ctypes.c_int()
        self("cuDeviceGetAttribute", ctypes.byref(major), COMPUTE_CAPABILITY_MAJOR, self.device)
        return major.value

    def stream(self):
        stream = ctypes.c_void_p()
        self("cuStreamCreate", ctypes.byref(stream), NON_BLOCKING)
        return stream

    def capture(self, stream, work):
        """An executable graph of what `work` adds to the stream."""
        graph, executable = ctypes.c_void_p(), ctypes.c_void_p()
        self("cuStreamBeginCapture_v2", stream, RELAXED)
        work()
        self("cuStreamEndCapture", stream, ctypes.byref(graph))
        self("cuGraphInstantiateWithFlags", ctypes.byref(executable), graph, ctypes.c_uint64(0))
        self("cuGraphDestroy", graph)
        return executable

    def replay(self, executable, stream):
        self("cuGraphLaunch", executable, stream)

    def destroy(self, executable):
        self("cuGraphExecDestroy", executable)
