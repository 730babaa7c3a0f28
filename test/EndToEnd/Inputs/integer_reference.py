"""The value of every integer operation and predicate of the kernel IR, as docs/writing-kernels.md defines it.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

BINARY and UNARY map an operation to a function of two numbers (UNARY ignores the second) and an element type; numbers
carry their sign, i1 is 0 or 1. PREDICATES does the same for the signed predicates of arith.cmpi; holds() knows all.
"""
from endtoend import WIDTHS, unsigned, wrap


def divide(a, b):
    """Towards 0; 0 for a divisor of 0."""
    return 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def signed(function):
    return lambda a, b, kind: wrap(function(a, b, WIDTHS[kind]), kind)


def unsigned_(function):
    return lambda a, b, kind: wrap(function(unsigned(a, kind), unsigned(b, kind), WIDTHS[kind]), kind)


def sign_of(a, kind):
    return -a if kind == "i1" else a  # the set bit of an i1 is its sign


def on_signed(function):
    return lambda a, b, kind: wrap(function(sign_of(a, kind), sign_of(b, kind), WIDTHS[kind]), kind)


BINARY = {
    "arith.addi": on_signed(lambda a, b, w: a + b),
    "arith.subi": on_signed(lambda a, b, w: a - b),
    "arith.muli": on_signed(lambda a, b, w: a * b),
    "arith.divsi": on_signed(lambda a, b, w: divide(a, b)),
    "arith.divui": unsigned_(lambda a, b, w: divide(a, b)),
    "arith.remsi": on_signed(lambda a, b, w: a - b * divide(a, b) if b else 0),
    "arith.remui": unsigned_(lambda a, b, w: a % b if b else 0),
    "arith.ceildivsi": on_signed(lambda a, b, w: -(-a // b) if b else 0),
    "arith.ceildivui": unsigned_(lambda a, b, w: -(-a // b) if b else 0),
    "arith.floordivsi": on_signed(lambda a, b, w: a // b if b else 0),
    "arith.andi": on_signed(lambda a, b, w: a & b),
    "arith.ori": on_signed(lambda a, b, w: a | b),
    "arith.xori": on_signed(lambda a, b, w: a ^ b),
    "arith.maxsi": on_signed(lambda a, b, w: max(a, b)),
    "arith.minsi": on_signed(lambda a, b, w: min(a, b)),
    "arith.maxui": unsigned_(lambda a, b, w: max(a, b)),
    "arith.minui": unsigned_(lambda a, b, w: min(a, b)),
    "arith.shli": unsigned_(lambda a, b, w: a << b if b < w else 0),
    "arith.shrui": unsigned_(lambda a, b, w: a >> b if b < w else 0),
    "arith.shrsi": lambda a, b, kind: wrap(sign_of(a, kind) >> min(unsigned(b, kind), WIDTHS[kind] - 1), kind),
}
UNARY = {
    "math.absi": on_signed(lambda a, b, w: abs(a)),
    "math.ctlz": unsigned_(lambda a, b, w: w - a.bit_length()),
    "math.cttz": unsigned_(lambda a, b, w: (a & -a).bit_length() - 1 if a else w),
    "math.ctpop": unsigned_(lambda a, b, w: bin(a).count("1")),
}
# The operations of the dialect index, and those of arith that do the same.
INDEX_DIALECT = {"add": "addi", "sub": "subi", "mul": "muli", "divs": "divsi", "divu": "divui", "ceildivs": "ceildivsi",
                 "ceildivu": "ceildivui", "floordivs": "floordivsi", "rems": "remsi", "remu": "remui", "maxs": "maxsi",
                 "maxu": "maxui", "mins": "minsi", "minu": "minui", "shl": "shli", "shrs": "shrsi", "shru": "shrui",
                 "and": "andi", "or": "ori", "xor": "xori"}
PREDICATES = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "slt": lambda a, b: a < b, "sle": lambda a, b: a <= b,
    "sgt": lambda a, b: a > b, "sge": lambda a, b: a >= b,
}


def holds(predicate, a, b, kind):
    """arith.cmpi of two integers."""
    if predicate[0] == "u":
        return PREDICATES["s" + predicate[1:]](unsigned(a, kind), unsigned(b, kind))
    return PREDICATES[predicate](sign_of(a, kind), sign_of(b, kind))


def power(a, b, kind):
    a, b = sign_of(a, kind), sign_of(b, kind)
    if b >= 0:
        return wrap(pow(a, b, 1 << WIDTHS[kind]), kind)
    return 0 if a not in (1, -1) else wrap(a if b % 2 else 1, kind)


def philox(key, counter):
    """The four i32 of qd.random: Philox4x32-10."""
    word = 0xFFFFFFFF
    c, k = [counter & word, counter >> 32 & word, 0, 0], [key & word, key >> 32 & word]
    for number in range(10):
        if number:
            k = [(k[0] + 0x9E3779B9) & word, (k[1] + 0xBB67AE85) & word]
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [b >> 32 ^ c[1] ^ k[0], b & word, a >> 32 ^ c[3] ^ k[1], a & word]
    return [wrap(v, "i32") for v in c]
