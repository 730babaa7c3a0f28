"""Looks in every program, library, archive, package and image of a build for the names of the folders that it was made
from and in: no_names.py SOURCE BUILD

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

What tests write is left out: they may have any name in it. A name counts with the name of a folder in it, since those
of the makers of the libraries may begin like it.
"""
import os
import pathlib
import sys

# ELF, archives, packages, bitcode.
KINDS = (b"\x7fELF", b"!<arch>\n", b"\x10\xff\x10\xad", b"BC\xc0\xde")
TEXTS = (".ptx", ".pc", ".1", ".bash", ".fish")
# Folders of objects, which the archives hold, and of what tests leave.
LEFT_OUT = ("CMakeFiles", "Output", "Testing", "bench", "builds", "gpu", "installed")


def products(build):
    """The path and the bytes of each file of these kinds."""
    for folder, folders, files in os.walk(build):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT and not name.endswith((".corpus", ".findings")))
        for name in sorted(files):
            path = pathlib.Path(folder, name)
            try:
                bytes_ = b"" if path.is_symlink() else path.read_bytes()
            except FileNotFoundError:  # of a test that ran at the same time
                continue
            if bytes_.startswith(KINDS) or path.suffix in TEXTS:
                yield path, bytes_


def main(source, build):
    names = sorted({os.fsencode(f"{path}/") for folder in (source, build) for path in pathlib.Path(folder).iterdir()
                    if path.is_dir() and path.name[0] != "."})
    looked_at, wrong = 0, []
    for path, bytes_ in products(build):
        looked_at += 1
        for name in names:
            at = bytes_.find(name)
            if at >= 0:
                wrong.append(f"{path}: {bytes_[at:at + 200].split(bytes(1))[0].decode(errors='replace')}")
    if looked_at < 20:
        sys.exit(f"there are only {looked_at} programs, libraries and packages in '{build}'")
    if wrong:
        sys.exit("these hold the name of a folder:\n" + "\n".join(wrong))
    print(f"none of {looked_at} files holds the name of a folder")


if __name__ == "__main__":
    main(*sys.argv[1:])
