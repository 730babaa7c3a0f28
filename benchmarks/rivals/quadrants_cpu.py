"""Serves the CPU's cases as Quadrants runs them.

usage: quadrants_cpu.py THREADS FOLDER    (the folder keeps Quadrants' cache of compiled kernels)

The settings are those that were fastest: fields rather than ndarrays, fast math (the default).
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which prints

import inputs
import quadrants as qd
from quadrants_mpm88 import Mpm88


class SerialLaunch(protocol.Case):
    def __init__(self):
        self.counter = counter = qd.field(qd.i32, ())

        @qd.kernel
        def serial():
            counter[None] += 1

        self.call = serial

    finish = staticmethod(qd.sync)

    def values(self):
        return [self.counter[None]]


class LoopLaunch(protocol.Case):
    """`serialize` keeps the loop in the calling thread, which is faster where it is small."""

    def __init__(self, elements, serialize=False, rest=0.0):
        self.rest = rest
        self.x = x = qd.field(qd.f32, elements)

        @qd.kernel
        def parallel():
            qd.loop_config(serialize=serialize)
            for i in range(elements):
                x[i] += 1

        self.call = parallel

    finish = staticmethod(qd.sync)

    def values(self):
        return [self.x.to_numpy().astype("f8").sum()]


def main():
    threads, folder = sys.argv[1:]
    qd.init(arch=qd.cpu, cpu_max_num_threads=int(threads), offline_cache_file_path=folder, log_level=qd.WARN)
    version = ".".join(map(str, qd.__version__))
    protocol.serve(replies, f"Quadrants {version}, {threads} threads, fields, fast math", {
        "mpm88": lambda: Mpm88(inputs.Fluid()),
        "launch-serial": SerialLaunch,
        "launch-inline": lambda: LoopLaunch(inputs.INLINE_ELEMENTS, serialize=True),
        "launch-awake": lambda: LoopLaunch(inputs.SHARED_ELEMENTS),
        "launch-asleep": lambda: LoopLaunch(inputs.SHARED_ELEMENTS, rest=inputs.REST),
    })


main()
