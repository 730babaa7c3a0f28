"""Fails unless every table of docs/math.md has each function in turn, with no error beyond its bound.

usage: check_math_tables.py PAGE.md < bounds
The bounds are what `device-math-report --bounds` prints.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import re
import sys


def tables(text):
    """The head and the rows of each table of errors, as lists of cells."""
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        head, _, *rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
        if any(cell.endswith(" ulp") for cell in head):
            yield head, rows


def problems(head, rows, bounds):
    if [row[0] for row in rows] != list(bounds):
        yield f"the functions of the table '{head[0]}' are not those of the bounds"
    for position, cell in enumerate(head):
        if not cell.endswith(" ulp"):
            continue
        where = cell.removesuffix(" ulp")
        implementation = {"qdc": "gpu", "libdevice": "libdevice"}.get(where, "cpu")  # Vulkan has the functions of CPUs
        column = f"{implementation}:{head[0].split()[0]}"
        for row in rows:
            bound = bounds.get(row[0], {}).get(column, 0)
            if not float(row[position]) <= bound:
                yield f"{row[0]} of {column}: {row[position]} ulp on {where}, at most {bound:g}"


def main(path):
    bounds = json.load(sys.stdin)
    with open(path, encoding="utf-8") as file:
        found = list(tables(file.read()))
    wrong = [problem for table in found for problem in problems(*table, bounds)]
    if len(found) != 6:
        wrong.append(f"{len(found)} tables of errors in {path}, not those of two types on CPUs, on a GPU and on Vulkan")
    return "\n".join(wrong) or 0


sys.exit(main(*sys.argv[1:]))
