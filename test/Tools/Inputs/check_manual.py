"""check_manual.py HELP MANUAL: every option that the text of help lists starts an entry of the manual page's text, once
for each verb that has it.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import re
import sys

help_text, manual = (open(path).read() for path in sys.argv[1:])
options = re.findall(r"^  (-\S.*?)(?:  |$)", help_text, re.MULTILINE)
lines = [line.strip() for line in manual.splitlines()]
for option in set(options):
    entries = sum(line == option or line.startswith(option + " ") for line in lines)
    assert entries >= options.count(option), option
print("all", len(options), "options")
