"""Random nests of loops against an interpreter: random_nests.py FOLDER FIRST COUNT [OPTIONS...]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

As random_kernels.py, for the nests of nest_program.py: what two launches in a row leave, and how often each loop ran in
them. On a GPU, QDRT_LOOP says who decides about the loops' iterations; what they leave is the same.
"""
import collections
import re
import sys

from interpreter import Interpreter
from nest_program import generate
from program import Block
from random_kernels import Case, main


class CountingInterpreter(Interpreter):
    """Counts how often each block ran."""

    def __init__(self, program, memory):
        super().__init__(program, memory)
        self.visits = collections.Counter()

    def block(self, block, env, arrays):
        self.visits[id(block)] += 1
        return super().block(block, env, arrays)


# Of the kinds of operations that may be loops of a graph: words of the line that shows one, with a name that is made there,
# and the region that each iteration runs.
LOOPS = {
    "do_while": (lambda op: "%%%s = qd.do_while " % op.results[0], 0),
    "for": (lambda op: "scf.for %%%s = " % op.regions[0].arguments[0], 0),
    "while": (lambda op: "scf.while (%%%s = " % op.regions[0].arguments[0], 1),
}


def graph_loops(block):
    """The loops that are nodes of the graph, in the order of the text, with the regions of their iterations: each
    qd.do_while, and others that hold one or a parallel loop."""
    for op in block.ops:
        held = Block()
        held.ops = [inner for region in op.regions for inner in region.ops]
        is_node = any(inner.kind in ("parallel", "do_while") for inner in [op, *held.walk()])
        if op.kind in LOOPS and is_node:
            yield op, op.regions[LOOPS[op.kind][1]]
        if op.kind != "parallel":
            yield from graph_loops(held)


class NestCase(Case):
    def __init__(self, program):
        super().__init__(program)
        self.interpreters, self.lines = [], {}

    def interpreter(self, memory):
        self.interpreters.append(CountingInterpreter(self.program, memory))
        return self.interpreters[-1]

    def loops_by_line(self, path):
        """The loops by the lines of the file that they were compiled from, which stand there in their order; and None for
        each branch in no other control, which stands in a loop of one iteration."""
        with open(path.removesuffix(".fatbin") + ".qir") as file:
            lines = file.read().split("\n")
        place = next(number for number, line in enumerate(lines) if line.startswith("qd.kernel @%s(" % self.name))
        found = {}
        for number in range(place + 1, next(end for end in range(place, len(lines)) if lines[end] == "}")):
            if re.match("  (%.* = )?scf.if ", lines[number]):
                found[number + 1] = None
        for op, iteration in graph_loops(self.program.body):
            words = LOOPS[op.kind][0](op)
            place = next(number for number in range(place, len(lines)) if words in lines[number])
            found[place + 1] = iteration
        return found

    def check_launch(self, kernel, number, check, here):
        """Compares the iterations of the loops that are left; of one that is known to run once nothing is."""
        status = self.expected[number][0]
        if status != "OK":
            return
        loops = self.loops_by_line(kernel.package.path)
        for line, iterations, _ in kernel.loops():
            if line not in loops:
                check.fail("%sa loop of line %d, where there is none" % (here, line))
            else:
                iteration = loops[line]
                check.equal("%siterations of the loop of line %d" % (here, line), iterations,
                            self.interpreters[number].visits[id(iteration)] if iteration else 1)


if __name__ == "__main__":
    main(lambda seed: NestCase(generate(seed)), *sys.argv[1:])
