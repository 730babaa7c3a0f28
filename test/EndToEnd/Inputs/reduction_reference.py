"""The tree of a reduction that KernelABI.h describes, and how each kind folds two values.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import math

from endtoend import WIDTHS, unsigned, wrap
from float_reference import add, extreme, multiply

LANES, MINIMUM_BLOCK, MAXIMUM_PARTIALS = 64, 1024, 4096
FLOAT_KINDS = {"addf": (add, 0.0), "mulf": (multiply, 1.0), "minimumf": (extreme(min, False), math.inf),
               "maximumf": (extreme(max, False), -math.inf)}


def integer_kinds(kind):
    bits = WIDTHS[kind]
    as_signed = (lambda a: -a) if kind == "i1" else (lambda a: a)
    top = 1 << (bits - 1)
    fold = lambda function: lambda a, b, kind: wrap(function(a, b), kind)
    return {
        "addi": (fold(lambda a, b: a + b), 0), "muli": (fold(lambda a, b: a * b), 1),
        "mins": (lambda a, b, kind: min(a, b, key=as_signed), wrap(top - 1, kind)),
        "maxs": (lambda a, b, kind: max(a, b, key=as_signed), wrap(-top, kind)),
        "minu": (lambda a, b, kind: min(a, b, key=lambda v: unsigned(v, kind)), wrap(-1, kind)),
        "maxu": (lambda a, b, kind: max(a, b, key=lambda v: unsigned(v, kind)), 0),
        "andi": (fold(lambda a, b: a & b), wrap(-1, kind)), "ori": (fold(lambda a, b: a | b), 0),
        "xori": (fold(lambda a, b: a ^ b), 0),
    }


def one_block(values, fold, neutral, kind):
    lanes = [neutral] * LANES
    for index, value in enumerate(values):
        lanes[index % LANES] = fold(lanes[index % LANES], value, kind)
    half = LANES // 2
    while half:
        for lane in range(half):
            lanes[lane] = fold(lanes[lane], lanes[lane + half], kind)
        half //= 2
    return lanes[0]


def reduce(values, fold, neutral, kind):
    scale = max(1, -(-len(values) // (MINIMUM_BLOCK * MAXIMUM_PARTIALS)))
    block = MINIMUM_BLOCK * scale
    partials = [one_block(values[i:i + block], fold, neutral, kind) for i in range(0, len(values), block)]
    return one_block(partials, fold, neutral, kind)
