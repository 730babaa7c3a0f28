#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""write_array.py FILE.npy VALUE...: a file that holds these numbers as an f32 array of rank 1."""

import struct
import sys


def main():
    path, *numbers = sys.argv[1:]
    description = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % len(numbers)
    header = description.ljust(117).encode() + b"\n"  # with the 10 bytes before it a multiple of 64
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
        file.write(struct.pack(f"<{len(numbers)}f", *map(float, numbers)))


main()
