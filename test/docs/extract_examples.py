"""Prints the ```mlir blocks of a Markdown page, one module each, for qdc-opt --split-input-file.

usage: extract_examples.py PAGE.md
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Blank lines keep every block on its line of the page, so that an error names the right one.
"""

import sys


def main(page):
    inside = False
    found = 0
    for line in open(page, encoding="utf-8"):
        if line.startswith("```"):
            starts = line.strip() == "```mlir"
            print("// -----" if starts or inside else "")
            found += starts
            inside = starts
        else:
            print(line.rstrip("\n") if inside else "")
    return 0 if found else f"{page} has no mlir block"


sys.exit(main(sys.argv[1]))
