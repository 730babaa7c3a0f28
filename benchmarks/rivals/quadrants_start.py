"""benchmarks/cpu/Start.c with Quadrants: says when the first result was there.

usage: quadrants_start.py THREADS FOLDER    (the folder keeps Quadrants' cache of compiled kernels)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys
import time

import protocol

replies = protocol.take_standard_output()  # before the import, which prints

import numpy
import quadrants as qd

threads, folder = sys.argv[1:]
qd.init(arch=qd.cpu, cpu_max_num_threads=int(threads), offline_cache_file_path=folder, log_level=qd.WARN)


@qd.kernel(fastcache=True)
def saxpy(x: qd.types.NDArray[qd.f32, 1], y: qd.types.NDArray[qd.f32, 1], a: qd.f32):
    for i in y:
        y[i] = a * x[i] + y[i]


x = numpy.arange(1000, dtype=numpy.float32)
y = numpy.full(1000, 0.5, numpy.float32)
saxpy(x, y, 2.0)
qd.sync()
now = time.monotonic_ns()
print(now, y[0], y[-1], file=replies)
