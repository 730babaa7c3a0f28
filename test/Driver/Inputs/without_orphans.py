"""without_orphans.py [--signal=NUMBER] COMMAND...: runs the command, whose output it passes on, and fails if
a process that it started is still there when it has ended, or a dead one that nobody waited for. With a signal, sends it
to the command when it has had a process of its own for a while; its exit code is then
that of the signal.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
arguments = sys.argv[1:]
number = int(arguments.pop(0).partition("=")[2]) if arguments[0].startswith("--signal=") else None

# Whoever loses its parent becomes ours.
assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
process = subprocess.Popen(arguments)
if number is not None:
    children = pathlib.Path(f"/proc/{process.pid}/task")
    while not any(path.read_text() for path in children.glob("*/children")):
        assert process.poll() is None, "ended before it had a process of its own"
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(number)
code = process.wait()
# One that was told to end may take a moment.
start = time.monotonic()
left = 0
while True:
    try:
        pid, _ = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        break
    assert time.monotonic() - start < 60, "a process is left"
    left += pid != 0
    time.sleep(0.01)
if number is None:
    assert left == 0, "a process was left for others to wait for"
    sys.exit(code)
assert code == -number, code
print("processes that ended with it:", left)
