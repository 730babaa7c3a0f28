"""Prints kernels whose names, arguments and results are macros.

usage: macro_kernels.py HEADER "COMPILER OPTION..."...
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

The first kernel has an argument for each macro that one of the compilers has after the header, but for those whose names
are reserved by an underscore.
"""
import shlex
import subprocess
import sys

NOTED = ["EINVAL", "EOF", "HUGE_VAL", "I", "INFINITY", "INT_MAX", "M_PI", "NAN", "NULL", "SIGINT", "assert", "complex",
         "errno", "linux", "major", "minor", "offsetof", "stdin", "unix"]

header, *compilers = sys.argv[1:]
names = set()
for compiler in compilers:
    text = subprocess.run([*shlex.split(compiler), "-dM", "-E", header], check=True, stdout=subprocess.PIPE, text=True).stdout
    names.update(line.split()[1].split("(")[0] for line in text.splitlines() if line.startswith("#define "))
names = sorted(name for name in names if not name.startswith("_"))
missing = [name for name in NOTED if name not in names]
if missing:
    sys.exit(f"these are no macros: {' '.join(missing)}")
arguments = ", ".join(f'%a{index}: i32 {{qd.arg_name = "{name}"}}' for index, name in enumerate(names))
print(f"qd.kernel @all({arguments}) {{\n}}")
for name in NOTED:
    print(f'qd.kernel @{name}(%x: f32 {{qd.arg_name = "{name}"}}) -> (f32 {{qd.result_name = "{name}"}}) {{\n'
          "  qd.return %x : f32\n}")
