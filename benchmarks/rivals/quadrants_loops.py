"""Serves the cases of `./dev bench loops` as Quadrants runs them: graph kernels with qd.graph.do_while.

usage: quadrants_loops.py FOLDER    (the folder keeps Quadrants' cache of compiled kernels)
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import protocol

replies = protocol.take_standard_output()  # before the import, which prints

import inputs_loops as inputs
import quadrants as qd

Floats, Flag = qd.types.ndarray(qd.f32, ndim=1), qd.types.ndarray(qd.i32, ndim=0)


@qd.kernel(graph=True)
def count(x: Floats, y: Floats, go: Flag):
    go[()] = inputs.ITERATIONS
    while qd.graph.do_while(go):
        for i in range(x.shape[0]):
            y[i] = x[i] + 1
        for i in range(y.shape[0]):
            x[i] = y[i] * inputs.FACTOR
        go[()] = go[()] - 1


@qd.kernel(graph=True)
def nested(x: Floats, y: Floats, go: Flag, visits: Flag):
    visits[()] = inputs.OUTER
    while qd.graph.do_while(visits):
        go[()] = inputs.INNER
        while qd.graph.do_while(go):
            for i in range(x.shape[0]):
                y[i] = x[i] + 1
            for i in range(y.shape[0]):
                x[i] = y[i] * inputs.FACTOR
            go[()] = go[()] - 1
        visits[()] = visits[()] - 1


class Loop(protocol.Case):
    finish = staticmethod(qd.sync)

    def __init__(self, kernel, n, flags):
        self.x, self.y = qd.ndarray(qd.f32, (n,)), qd.ndarray(qd.f32, (n,))
        self.x.from_numpy(inputs.start(n))
        arguments = [self.x, self.y] + [qd.ndarray(qd.i32, ()) for _ in range(flags)]
        self.call = lambda: kernel(*arguments)

    def values(self):
        return inputs.values(self.x.to_numpy(), self.y.to_numpy())


def main():
    qd.init(arch=qd.cuda, offline_cache_file_path=sys.argv[1], log_level=qd.WARN)
    if qd.cfg.arch != qd.cuda:  # without a GPU, Quadrants takes the CPU
        raise SystemExit("Quadrants finds no CUDA device")
    version = ".".join(map(str, qd.__version__))
    protocol.serve(replies, f"Quadrants {version}, CUDA, graph kernels with graph.do_while",
                   inputs.cases(lambda n: Loop(count, n, 1), lambda: Loop(nested, inputs.NESTED_ELEMENTS, 2)))


main()
