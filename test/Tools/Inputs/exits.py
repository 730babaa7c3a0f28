"""exits.py CODE COMMAND...: runs the command, passes on what it writes, and fails unless it exits with CODE.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import subprocess
import sys

expected = int(sys.argv[1])
result = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
sys.stdout.buffer.write(result.stdout)
sys.stdout.flush()
if result.returncode != expected:
    sys.exit(f"exit code {result.returncode}, expected {expected}")
