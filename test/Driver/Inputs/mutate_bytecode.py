"""mutate_bytecode.py BYTECODE FIRST COUNT [OPTION...]: compiles COUNT damaged copies of a file, seeds FIRST and on, in the
working directory. Each must be accepted or refused with a message: exit code 0 or 1, no signal, no file left beside the
output, within ten minutes. Prints how many ended in which way, and what was wrong with the first that did not end so.
OPTIONs go to qdc.

A seed makes the same damage everywhere: flipped bits, other bytes, bytes left out, repeated or put in, a cut end.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import collections
import os
import subprocess
import sys


class Random:
    """A linear congruential generator (Knuth's MMIX constants): the same numbers with any version of Python."""

    def __init__(self, seed):
        self.state = seed
        for _ in range(8):
            self.below(1)

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) % bound


def mutant(original, seed):
    random = Random(seed)
    data = bytearray(original)
    # One change in half of the mutants: what several damage, the reader sees at once.
    for _ in range(1 + (random.below(2) and random.below(4))):
        at = random.below(len(data)) if data else 0
        end = min(len(data), at + 1 + random.below(16))
        choice = random.below(8)
        if choice < 3 and data:
            data[at] ^= 1 << random.below(8)
        elif choice < 5 and data:
            data[at] = (0, 1, 0x7F, 0x80, 0xFF, random.below(256))[random.below(6)]
        elif choice == 5:
            del data[at:end]
        elif choice == 6:
            data[at:at] = data[at:end] if random.below(2) else bytes(random.below(256) for _ in range(end - at))
        elif random.below(4) == 0:
            del data[at:]
    return bytes(data)


def main(path, first, count, *options):
    original = open(path, "rb").read()
    before = set(os.listdir("."))
    ways = collections.Counter()
    for seed in range(int(first), int(first) + int(count)):
        with open("mutant.bc", "wb") as file:
            file.write(mutant(original, seed))
        result = subprocess.run(["qdc", "compile", "mutant.bc", "-o", "mutant.fatbin", *options],
                                stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
        errors = result.stderr.decode(errors="replace")
        left = set(os.listdir(".")) - before - {"mutant.bc", "mutant.fatbin"}
        isAccepted = result.returncode == 0 and os.path.exists("mutant.fatbin")
        isRefused = result.returncode == 1 and "error: " in errors and not os.path.exists("mutant.fatbin")
        if left or not (isAccepted or isRefused):
            sys.exit(f"seed {seed}: exit code {result.returncode}, left {sorted(left)}\n{errors}")
        ways["accepted" if isAccepted else "damaged" if "the bytecode is damaged" in errors else "refused"] += 1
        if isAccepted:
            os.remove("mutant.fatbin")
    os.remove("mutant.bc")
    print(", ".join(f"{way}: {number}" for way, number in sorted(ways.items())))


main(*sys.argv[1:])
