#!/usr/bin/env python3
"""Stands for ptxas: tells a version, fails in the words of $FAKE_PTXAS, is ended by the signal $FAKE_PTXAS_SIGNAL, or
writes $FAKE_PTXAS_CODE, else a cubin without kernels with 'some code' at its end."""
import os
import struct
import sys

EM_CUDA, SHT_SYMTAB, SHT_STRTAB = 190, 2, 3
HEADER, SECTION = struct.Struct("<16s2HI3QI6H"), struct.Struct("<2I4Q2I2Q")


def cubin():
    """An ELF file of three sections: the empty one, the names (none) and the symbols (none)."""
    names = b"\0"
    table = HEADER.size + len(names)
    ident = b"\x7fELF\x02\x01\x01"
    header = HEADER.pack(ident, 2, EM_CUDA, 1, 0, 0, table, 0, HEADER.size, 0, 0, SECTION.size, 3, 1)
    sections = [SECTION.pack(0, kind, 0, 0, HEADER.size, size, 1, 0, 1, 0)
                for kind, size in ((0, 0), (SHT_STRTAB, len(names)), (SHT_SYMTAB, 0))]
    return header + names + b"".join(sections) + b"some code"


if sys.argv[1] == "--version":
    print("Cuda compilation tools, release 12.4, V12.4.131")
elif "FAKE_PTXAS" in os.environ:
    sys.exit("ptxas fatal   : " + os.environ["FAKE_PTXAS"])
elif "FAKE_PTXAS_SIGNAL" in os.environ:
    os.kill(os.getpid(), int(os.environ["FAKE_PTXAS_SIGNAL"]))
else:
    with open(sys.argv[sys.argv.index("-o") + 1], "wb") as output:
        output.write(os.environ["FAKE_PTXAS_CODE"].encode() if "FAKE_PTXAS_CODE" in os.environ else cubin())
