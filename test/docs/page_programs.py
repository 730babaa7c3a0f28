"""Writes each block of a page whose first line is a comment that is a file's name into that file.

usage: page_programs.py PAGE.md FOLDER
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Names what it wrote. Blocks of C and C++ without a name are an error: nothing would compile them.
"""

import os
import re
import sys


def main(page, folder):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    written = []
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        name = re.match(r"(?://|/\*) ([\w-]+\.\w+)(?: \*/)?\n", block)
        if name:
            written.append(name.group(1))
            with open(os.path.join(folder, name.group(1)), "w", encoding="utf-8") as file:
                file.write(block)
        elif language in ("c", "cpp"):
            return f"a block of {language} has no name:\n{block}"
    print("\n".join(written))
    return 0 if written else f"{page} has no programs"


sys.exit(main(*sys.argv[1:]))
