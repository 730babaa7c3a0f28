"""Replaces a text in the manifest of a package by one of the same length, with the digest of the manifest.

usage: patch_manifest.py PACKAGE OLD NEW OUTPUT
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

The first place counts. A package without the text, and texts of two lengths, are errors.
"""

import hashlib
import sys


def main(package, old, new, output):
    with open(package, "rb") as file:
        contents = file.read()
    old, new = old.encode(), new.encode()
    start = contents.index(b'{"version":')
    # The image ends with its last brace; what fills it up is zeros.
    end = contents.index(b"}\0", start) + 1 if b"}\0" in contents[start:] else len(contents)
    manifest = contents[start:end]
    if len(old) != len(new) or old not in manifest:
        return f"{old!r} is not in the manifest, or as long as {new!r} is not"
    patched = manifest.replace(old, new, 1)
    digest, other = (hashlib.sha256(text).hexdigest().encode() for text in (manifest, patched))
    if digest not in contents:
        return "the digest of the manifest is not found"
    with open(output, "wb") as file:
        file.write((contents[:start] + patched + contents[end:]).replace(digest, other))
    return 0


sys.exit(main(*sys.argv[1:]))
