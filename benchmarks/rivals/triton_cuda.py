"""Serves the cases of `./dev bench cuda` as Triton runs them: kernels that are launched one by one.

usage: triton_cuda.py FOLDER    (the folder keeps Triton's cache of compiled kernels)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which may print
os.environ["TRITON_CACHE_DIR"] = sys.argv[1]

import inputs_cuda as inputs
import torch_cases
import triton
import triton.language as tl


@triton.jit
def scale(x, s, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + i, tl.load(x + i, mask=i < n) * s + 0.5, mask=i < n)


@triton.jit
def saxpy(x, y, a, n, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(y + i, mask=i < n) + a * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def add_up(x, total, n, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(total, tl.sum(tl.load(x + i, mask=i < n, other=0.0)), sem="relaxed")


class Task(torch_cases.Elementwise):
    def call(self):
        scale[(inputs.GRAPH_ELEMENTS // 256,)](self.x, inputs.GRAPH_FACTOR, inputs.GRAPH_ELEMENTS, BLOCK=256)


class Saxpy(torch_cases.Saxpy):
    def call(self):
        saxpy[(inputs.LARGE_ELEMENTS // 1024,)](self.x, self.y, inputs.LARGE_FACTOR, inputs.LARGE_ELEMENTS, BLOCK=1024)


class Sum(torch_cases.Sum):
    def call(self):
        self.total.zero_()
        add_up[(inputs.LARGE_ELEMENTS // 8192,)](self.x, self.total, inputs.LARGE_ELEMENTS, BLOCK=8192)


def main():
    protocol.serve(replies, f"Triton {triton.__version__}", {"task": Task, "saxpy": Saxpy, "sum": Sum})


main()
