"""Runs kernels as grids of threads, by qdc-run-grid, in place of compiling them.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
import subprocess


class GridRun:
    """How a run ended: `problem`, None or what the tool says is wrong; the status of the launch, which is "ok" or an error
    of the kernel; results as the text of numbers; arrays by name."""

    def __init__(self, problem, status=None, results=(), arrays=None):
        self.problem, self.status, self.results, self.arrays = problem, status, list(results), arrays or {}


def run(path, kernel, arguments, options, array):
    """Runs a kernel of the file, or its only one, with options of the tool. `arguments`: name to array or number. `array` is
    the class of arrays, which are written beside the file and read back."""
    command = ["qdc-run-grid", path, *options] + (["--kernel=" + kernel] if kernel else [])
    saved = {}
    for name, value in arguments.items():
        if isinstance(value, array):
            saved[name] = "%s.%s.npy" % (path, name)
            value.write(saved[name])
            command.append("%s=@%s" % (name, saved[name]))
        else:
            command.append("%s=%s" % (name, value))
    command += ["--save=%s=%s" % pair for pair in saved.items()]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return GridRun("%s: exit code %d\n%s" % (" ".join(command), done.returncode, done.stderr[:3000]))
    lines = done.stdout.split("\n")
    results = [line.split(" = ", 1)[1] for line in lines if line.startswith("result ")]
    after = {name: array.read(where, arguments[name].kind) for name, where in saved.items()}
    for where in saved.values():
        os.remove(where)
    return GridRun(None, lines[0].removeprefix("status: "), results, after)


def number_of(text):
    """A result as Python's number."""
    known = {"true": 1, "false": 0, "-0": -0.0}
    if text in known:
        return known[text]
    try:
        return int(text)
    except ValueError:
        return float(text)
