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
import torch
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


class Case(protocol.Case):
    finish = staticmethod(torch.cuda.synchronize)


class Task(Case):
    def __init__(self):
        self.x = torch.zeros(inputs.GRAPH_ELEMENTS).cuda()

    def call(self):
        scale[(inputs.GRAPH_ELEMENTS // 256,)](self.x, inputs.GRAPH_FACTOR, inputs.GRAPH_ELEMENTS, BLOCK=256)

    def values(self):
        return [self.x.double().sum().item()]


class Saxpy(Case):
    def __init__(self):
        self.x = torch.from_numpy(inputs.large_values()).cuda()
        self.y = torch.full_like(self.x, 0.5)

    def call(self):
        saxpy[(inputs.LARGE_ELEMENTS // 1024,)](self.x, self.y, inputs.LARGE_FACTOR, inputs.LARGE_ELEMENTS, BLOCK=1024)

    def values(self):
        return [self.y.double().sum().item(), self.y[-1].item()]


class Sum(Case):
    def __init__(self):
        self.x, self.total = torch.from_numpy(inputs.large_values()).cuda(), torch.zeros(1).cuda()

    def call(self):
        self.total.zero_()
        add_up[(inputs.LARGE_ELEMENTS // 8192,)](self.x, self.total, inputs.LARGE_ELEMENTS, BLOCK=8192)

    def values(self):
        return [self.total.item()]


def main():
    protocol.serve(replies, f"Triton {triton.__version__}", {"task": Task, "saxpy": Saxpy, "sum": Sum})


main()
