"""Compiles a file once for each case in it, which must not compile.

usage: check_not_compiled.py "COMPILER OPTION..." FOLDER FILE

The case CASE is what stands after #if or #elif CASE == NUMBER. The folder follows the options. Prints how many of how
many were refused, and names those that were not.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re
import subprocess
import sys


def main(options, folder, path):
    with open(path, encoding="utf-8") as file:
        cases = re.findall(r"^#(?:if|elif) CASE == (\d+)", file.read(), re.M)
    command = options.split() + [folder, "-fsyntax-only", path]
    refused = 0
    for case in cases:
        result = subprocess.run(command + [f"-DCASE={case}"], stderr=subprocess.PIPE)
        if result.returncode != 0:
            refused += 1
        else:
            print(f"case {case} compiles")
    print(f"{refused} of {len(cases)} refused")


main(*sys.argv[1:])
