#!/usr/bin/env python3
# Writes a module of SPIR-V with the entry points of a source: WriteSpirv.py SOURCE OUTPUT [-DNAME=VALUE...] [BODY...]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# SOURCE is as entries.comp; without names of bodies it takes all. glslangValidator takes long to start, so it compiles
# one shader with all bodies, which two specialisation constants choose from; spirv-opt makes each entry point of that.
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

source, output = sys.argv[1:3]
defines = [each for each in sys.argv[3:] if each.startswith("-D")]
wanted = [each for each in sys.argv[3:] if not each.startswith("-D")]
text = pathlib.Path(source).read_text()
bodies = [(name, count) for name, count in re.findall(r"^ENTRY\((\w+), (\d+)\)", text, re.MULTILINE)
          if not wanted or name in wanted]
# The bits of a form: 1 if a word has the extent, 2 if there is an error record, 4 if a slot is the extent.
forms = {"": 0, "_by_word": 1, "_by_value": 4, "_checked": 2, "_checked_by_word": 3, "_checked_by_value": 6}
cases = "".join(f"    case {number}: {name}_body(i); break;\n" for number, (name, _) in enumerate(bodies))
counts = ", ".join(count for _, count in bodies)
main = f"""
layout(constant_id = 0) const int BODY = 0;
layout(constant_id = 1) const int FORM = 0;
void main() {{
  int body = BODY, form = FORM; // no constants: spirv-opt does not fold what is computed of those
  const int counts[] = {{{counts}}};
  int count = counts[body];
  const int64_t threads = int64_t(gl_NumWorkGroups.x);
  const int64_t extent = (form & 1) != 0 ? AT(I64, count, 0) : (form & 4) != 0 ? NUMBER(count) : threads;
  if ((form & 2) != 0 && AT(U32, (form & 5) != 0 ? count + 1 : count, 0) != 0)
    return;
  for (int64_t i = int64_t(gl_GlobalInvocationID.x); i < extent; i += threads)
    switch (body) {{
{cases}    }}
}}
"""


def renamed(module, names):
    """The module with these names for its only entry point."""
    words, at = list(struct.unpack(f"<{len(module) // 4}I", module)), 5
    while words[at] & 0xFFFF != 15:
        at += words[at] >> 16
    length, old = words[at] >> 16, len("main") // 4 + 1
    made = []
    for name in names:
        raw = name.encode() + b"\0" * (4 - len(name) % 4)
        body = words[at + 1 : at + 3] + list(struct.unpack(f"<{len(raw) // 4}I", raw)) + words[at + 3 + old : at + length]
        made += [(len(body) + 1) << 16 | 15, *body]
    words[at : at + length] = made
    return struct.pack(f"<{len(words)}I", *words)


with tempfile.TemporaryDirectory() as folder:
    shader, whole = pathlib.Path(folder, "all.comp"), f"{folder}/all.spv"
    shader.write_text(text + main)
    subprocess.run(["glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.2", "-g0", *defines, str(shader), "-o",
                    whole], check=True)
    modules = []
    for number, (name, _) in enumerate(bodies):
        for suffix, form in forms.items():
            module = pathlib.Path(folder, f"{name}{suffix}.spv")
            subprocess.run(["spirv-opt", "--target-env=vulkan1.2", f"--set-spec-const-default-value=0:{number} 1:{form}",
                            "--freeze-spec-const", "-O", whole, "-o", str(module)], check=True)
            names = [name + suffix] + ([name + "_memory"] if form == 0 else [])
            module.write_bytes(renamed(module.read_bytes(), names))
            modules.append(str(module))
    subprocess.run(["spirv-link", "--target-env", "vulkan1.2", *modules, "-o", output], check=True)
