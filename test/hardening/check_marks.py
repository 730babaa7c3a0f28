"""Reads in an ELF file that the program does what Debian's programs do against their own mistakes.

usage: check_marks.py READELF FILE libqdrt|program
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

The stack is guarded and is no code, the C library checks what it is given, tables of the linker are read-only before the
first instruction, no memory can be written and run, the place in memory is any, and functions that pointers lead to begin
with an instruction that says so: of libqdrt all that it exports, of a program `main`. libqdrt reads the environment only
where the caller may set it.
"""
import re
import subprocess
import sys

ENDBR64 = b"\xf3\x0f\x1e\xfa"


def read(readelf, option, path):
    return subprocess.run([readelf, "--wide", option, path], stdout=subprocess.PIPE, text=True, check=True).stdout


def segments(text):
    """Type, offset, address, size in the file and rights of each."""
    number = r"\s+0x([0-9a-f]+)"
    found = re.findall(rf"^\s+([A-Z_]+){number}{number}{number}{number}{number}\s+([RWE ]+?)\s+[0-9a-fx]+$", text, re.M)
    return [(kind, int(offset, 16), int(address, 16), int(size, 16), rights.replace(" ", ""))
            for kind, offset, address, _, size, _, rights in found]


def symbols(text):
    """Name, address, kind and section of each; versions of names are left out."""
    for line in text.splitlines():
        words = line.split()
        if len(words) >= 8 and words[0].rstrip(":").isdigit():
            yield words[7].split("@")[0], int(words[1], 16), words[3], words[6]


def starts_with_mark(path, loaded, address):
    for kind, offset, begin, size, _ in loaded:
        if kind == "LOAD" and begin <= address < begin + size:
            with open(path, "rb") as file:
                file.seek(offset + address - begin)
                return file.read(len(ENDBR64)) == ENDBR64
    return False


def main(readelf, path, what):
    header, dynamic = read(readelf, "--file-header", path), read(readelf, "--dynamic", path)
    loaded = segments(read(readelf, "--program-headers", path))
    exported = list(symbols(read(readelf, "--dyn-syms", path)))
    needed = {name for name, _, _, section in exported if section == "UND"}
    errors = []

    def require(condition, problem):
        if not condition:
            errors.append(problem)

    require(re.search(r"Type:\s+DYN", header), "it has a fixed place in memory")
    require(what == "libqdrt" or re.search(r"\(FLAGS_1\).*\bPIE\b", dynamic), "it is not marked as a program for any place")
    require(re.search(r"\(FLAGS_1\).*\bNOW\b", dynamic), "functions are looked for when they are called first")
    require(any(kind == "GNU_RELRO" for kind, *_ in loaded), "tables of the linker can be written")
    require([rights for kind, _, _, _, rights in loaded if kind == "GNU_STACK"] == ["RW"], "the stack may be code")
    require(any(kind == "LOAD" for kind, *_ in loaded), "there are no segments")
    require(not any("W" in rights and "E" in rights for *_, rights in loaded), "code can be written")
    require("__stack_chk_fail" in needed, "the stack is not guarded")
    require(any(re.fullmatch(r"__\w+_chk", name) for name in needed), "the C library checks no sizes")
    if what == "libqdrt":
        require("secure_getenv" in needed and "getenv" not in needed, "it trusts every caller's environment")
        functions = [(name, address) for name, address, kind, section in exported if kind == "FUNC" and section != "UND"]
    else:
        functions = [(name, address) for name, address, _, _ in symbols(read(readelf, "--symbols", path)) if name == "main"]
    require(functions, "it has no functions to look at")
    for name, address in functions:
        require(starts_with_mark(path, loaded, address), f"'{name}' begins like no function")
    if errors:
        sys.exit(f"{path}:\n" + "\n".join(errors))
    print(f"{len(functions)} functions looked at")


if __name__ == "__main__":
    main(*sys.argv[1:])
