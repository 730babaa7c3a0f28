"""Serves the CPU's launches as Warp runs them.

usage: warp_cpu.py THREADS FOLDER    (the folder keeps Warp's cache of compiled kernels)

A recorded launch is Warp's fastest way to launch again with the same arguments. On the CPU Warp runs a kernel in the
calling thread, so the number of threads changes nothing.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which prints

import inputs
import warp as wp

wp.set_module_options({"enable_backward": False})


@wp.kernel
def serial(counter: wp.array(dtype=wp.int32)):
    counter[0] = counter[0] + 1


@wp.kernel
def parallel(x: wp.array(dtype=wp.float32)):
    i = wp.tid()
    x[i] = x[i] + 1.0


class Launch(protocol.Case):
    def __init__(self, kernel, dtype, elements, rest=0.0):
        self.rest = rest
        self.x = wp.zeros(elements, dtype=dtype, device="cpu")
        self.call = wp.launch(kernel, dim=elements, inputs=[self.x], device="cpu", record_cmd=True).launch

    def values(self):
        return [self.x.numpy().astype("f8").sum()]


def main():
    threads, folder = sys.argv[1:]
    wp.config.kernel_cache_dir = folder
    wp.config.log_level = wp.LOG_WARNING
    wp.init()
    protocol.serve(replies, f"Warp {wp.__version__}, 1 thread, recorded launches", {
        "launch-serial": lambda: Launch(serial, wp.int32, 1),
        "launch-inline": lambda: Launch(parallel, wp.float32, inputs.INLINE_ELEMENTS),
        "launch-awake": lambda: Launch(parallel, wp.float32, inputs.SHARED_ELEMENTS),
        "launch-asleep": lambda: Launch(parallel, wp.float32, inputs.SHARED_ELEMENTS, inputs.REST),
    })


main()
