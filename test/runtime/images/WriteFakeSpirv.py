#!/usr/bin/env python3
# Writes the module that the fake Vulkan takes: WriteFakeSpirv.py LIBRARY SOURCE OUTPUT
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# It has an OpEntryPoint for each form of each ENTRY of SOURCE, or of a function without parameters, and LIBRARY, a
# shared object that was made of SOURCE, in an OpString: its size, then its bytes.
import pathlib
import re
import struct
import sys

library, source, output = sys.argv[1:4]
text = pathlib.Path(source).read_text()
forms = ["", "_by_word", "_by_value", "_checked", "_checked_by_word", "_checked_by_value", "_memory"]
names = [name + form for name in re.findall(r"^ENTRY\((\w+), \d+\)", text, re.MULTILINE) for form in forms]
names += re.findall(r"^void (\w+)\(void\)", text, re.MULTILINE)


def instruction(operation, operands, data):
    data += b"\0" * (-len(data) % 4)
    return struct.pack(f"<{1 + len(operands)}I", (1 + len(operands) + len(data) // 4) << 16 | operation, *operands) + data


code = pathlib.Path(library).read_bytes()
module = struct.pack("<5I", 0x07230203, 0x10500, 0, 2, 0)
module += b"".join(instruction(15, [5, 1], name.encode() + b"\0") for name in names)
module += instruction(7, [1, len(code)], code)
pathlib.Path(output).write_bytes(module)
