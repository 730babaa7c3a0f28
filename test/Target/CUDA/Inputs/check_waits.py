"""Checks that each entry point of PTX texts waits for other grids before it touches memory: check_waits.py FILE...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import re
import sys

# Whatever reads or writes memory, but for parameters, and calls; a label, a branch or an end ahead of the wait would let
# threads pass it by.
TOUCHES = re.compile(r"\s*(?:@!?%p\d+ )?((?:ld|st|atom|red|cp|call|bra|bar|ret|exit)\b[.\w]*)|(\$L\w+):")
for path in sys.argv[1:]:
    entry, waits, count = None, False, 0
    with open(path) as file:
        for line in file:
            start = re.match(r"\.visible \.entry (\S+)\(", line)
            if start:
                entry, waits, count = start.group(1), False, count + 1
            waits |= line.strip() == "griddepcontrol.wait;"
            touch = entry and not waits and TOUCHES.match(line)
            if touch and not (touch.group(1) or "").startswith("ld.param"):
                print("%s: %s stands before a wait" % (entry, touch.group(1) or touch.group(2)))
                sys.exit(1)
            if entry and line.startswith("}"):
                if not waits:
                    sys.exit("%s: does not wait" % entry)
                entry = None
    print("%d entry points wait before they touch memory" % count)
