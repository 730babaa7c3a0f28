"""Serves the cases of `./dev bench cuda` as PyTorch runs them: compiled functions, replayed as CUDA graphs.

usage: torch_cuda.py FOLDER    (the folder keeps the cache of compiled functions)

A step of the chain is one kernel, made by torch.compile; the ten are recorded by torch.cuda.graph, PyTorch's fastest
way to do the same again.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which may print
os.environ["TORCHINDUCTOR_CACHE_DIR"] = sys.argv[1]

import inputs_cuda as inputs
import torch
import torch_cases


@torch.compile
def shift(source, target):
    target.copy_(torch.roll(source, -1) * inputs.GRAPH_FACTOR + 0.5)


@torch.compile
def scale(x):
    x.copy_(x * inputs.GRAPH_FACTOR + 0.5)


@torch.compile
def scale_often(x):
    for _ in range(inputs.GRAPH_TASKS):
        x.copy_(x * inputs.GRAPH_FACTOR + 0.5)


def record(work):
    """The work as a graph, after a warm-up on a stream beside, as PyTorch asks for."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        work()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph


class Chain(torch_cases.Case):
    def __init__(self, timing):
        n = inputs.GRAPH_ELEMENTS
        self.finish_counts = timing != "host"
        self.z, self.x, self.y = torch.ones(n).cuda(), torch.zeros(n).cuda(), torch.zeros(n).cuda()
        self.graph = record(self.steps)
        self.call = self.graph.replay if timing != "synchronized" else self.replay_and_wait

    def steps(self):
        source = self.z
        for task in range(inputs.GRAPH_TASKS):
            target = self.y if task % 2 else self.x
            shift(source, target)
            source = target

    def replay_and_wait(self):
        self.graph.replay()
        torch.cuda.synchronize()

    def values(self):
        return [self.y.double().sum().item(), self.x.double().sum().item()]


class Elementwise(torch_cases.Elementwise):
    """`step` on one array: as it is, or as a graph."""

    def __init__(self, step, graph):
        super().__init__()
        step(self.x)
        self.graph = record(lambda: step(self.x)) if graph else None
        self.x.zero_()
        self.call = self.graph.replay if graph else lambda: step(self.x)


class Saxpy(torch_cases.Saxpy):
    def call(self):
        self.y.add_(self.x, alpha=inputs.LARGE_FACTOR)


class Sum(torch_cases.Sum):
    def call(self):
        self.total = torch.sum(self.x)


def main():
    protocol.serve(replies, f"PyTorch {torch.__version__}, compiled functions and CUDA graphs", {
        "graph-host": lambda: Chain("host"),
        "graph-back-to-back": lambda: Chain("back-to-back"),
        "graph-synchronized": lambda: Chain("synchronized"),
        "elementwise": lambda: Elementwise(scale_often, graph=True),
        "task": lambda: Elementwise(scale, graph=False),
        "saxpy": Saxpy,
        "sum": Sum,
    })


main()
