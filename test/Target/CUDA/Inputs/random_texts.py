"""Prints random kernels: random_texts.py FIRST COUNT

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

They are those of test/EndToEnd/Inputs/random_kernels.py, whose folder is expected in PYTHONPATH.
"""
import sys

from program import Printer
from random_program import generate

first, count = int(sys.argv[1]), int(sys.argv[2])
for seed in range(first, first + count):
    sys.stdout.write(Printer(generate(seed)).text())
