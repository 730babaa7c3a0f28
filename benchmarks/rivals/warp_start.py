"""benchmarks/cpu/Start.c with Warp: says when the first result was there.

usage: warp_start.py THREADS FOLDER    (the folder keeps Warp's cache of compiled kernels)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys
import time

import protocol

replies = protocol.take_standard_output()  # before the import, which prints

import numpy
import warp as wp

threads, folder = sys.argv[1:]
wp.config.kernel_cache_dir = folder
wp.config.log_level = wp.LOG_WARNING
wp.set_module_options({"enable_backward": False})


@wp.kernel
def saxpy(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32), a: wp.float32):
    i = wp.tid()
    y[i] = a * x[i] + y[i]


x = wp.array(numpy.arange(1000, dtype=numpy.float32), device="cpu")
y = wp.full(1000, 0.5, dtype=wp.float32, device="cpu")
wp.launch(saxpy, dim=1000, inputs=[x, y, 2.0], device="cpu")
result = y.numpy()
now = time.monotonic_ns()
print(now, result[0], result[-1], file=replies)
