"""Runs kernels by qdc-run-grid, as grids for subgroups of several widths.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../EndToEnd/Inputs"))

from endtoend import Array

# The width that the lowering counts on, and that of the device.
SUBGROUPS = [(0, 8), (0, 16), (0, 1), (32, 32), (64, 64)]
ORDERS = "forward,backward,random(1),random(2)"


class Outcome:
    """How a run ended: `problem`, None or what the tool said is wrong; the status of the launch; results as the text of
    numbers; arrays by name."""

    def __init__(self, problem, status=None, results=(), arrays=None):
        self.problem, self.status, self.results, self.arrays = problem, status, list(results), arrays or {}


def run(path, kernel, arguments, folder, widths, *options):
    """Runs a kernel of the file. `arguments`: name to Array or number, in the order of the kernel's. `widths`: a pair of
    SUBGROUPS."""
    command = ["qdc-run-grid", path, "--kernel=" + kernel, "--grid-subgroup=%d" % widths[0],
               "--device-subgroup=%d" % widths[1], *options]
    saved = {}
    for name, value in arguments.items():
        if isinstance(value, Array):
            saved[name] = "%s/%s.%s.npy" % (folder, kernel, name)
            value.write(saved[name])
            command.append("%s=@%s" % (name, saved[name]))
        else:
            command.append("%s=%s" % (name, value))
    command += ["--save=%s=%s" % pair for pair in saved.items()]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return Outcome("%s: exit code %d\n%s" % (" ".join(command), done.returncode, done.stderr[:3000]))
    lines = [line.split(" = ", 1)[1] for line in done.stdout.split("\n") if line.startswith("result ")]
    status = done.stdout.split("\n")[0].removeprefix("status: ")
    return Outcome(None, status, lines, {name: Array.read(where, arguments[name].kind) for name, where in saved.items()})
