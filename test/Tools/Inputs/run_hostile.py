"""run_hostile.py PACKAGE WORD...: qdc run of the package of hostile_kernel.py, with its arguments by their names; checks
what it writes as check_printable.py does, but for the lines of the print, and passes it on.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import contextlib
import io
import os
import subprocess
import sys

sys.argv, words = [sys.argv[0]], sys.argv[1:]
with contextlib.redirect_stdout(io.StringIO()):
    from hostile_kernel import HOSTILE
x, g = "x" + HOSTILE, "g" + HOSTILE
command = ["qdc", "run", words[0], f"{x}=f32[2]:3", "go=i32[]:1", *words[1:], "--target", "cpu:x86-64-v2"]
for name in (x, g):
    command += ["--print", name]
result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
# The second line of the print is the only one that may begin so.
shown = result.stdout.replace(b"\nFORGED", b"\n(second line) FORGED", 1)
checker = os.path.join(os.path.dirname(__file__), "check_printable.py")
sys.exit(subprocess.run([sys.executable, checker], input=shown).returncode)
