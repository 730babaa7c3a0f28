"""Hundreds of launches in one process, each as if it were alone; what launch() of endtoend.py does through `qdc run`.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A process that uses a GPU takes a third of a second to begin. For tests of what kernels compute, where it does not matter
who launches them.
"""
import mmap
import os
import signal
import sys

from endtoend import GRID, Array, launch_as_grid, targets_to_run
from loader import Device, LoaderError, Memory


class Launched:
    """How a launch ended: `problem`, None or the status and message of the call that was refused or failed; the results;
    the arrays after it, by name."""

    def __init__(self, problem, results, arrays):
        self.problem, self.results, self.arrays = problem, results, arrays

    def lacks_processor(self):
        """Whether there was no launch because the target that was asked for is for other processors than this one."""
        return self.problem is not None and "this processor lacks" in self.problem


class Launcher:
    """Opens the device under test, once for each number of threads. Make one, ahead of all that uses a device: the process
    is divided, and its first half only waits for the one that launches, to say what was under way if that one crashes."""

    def __init__(self):
        self.devices, self.kept, self.under_way = {}, {}, mmap.mmap(-1, 4096)
        sys.stdout.flush()
        launching = os.fork()
        if launching:
            code = os.waitstatus_to_exitcode(os.waitpid(launching, 0)[1])
            if code < 0:
                what = self.under_way[:].rstrip(b"\0").decode(errors="replace")
                print("FAILED: %s: ended by %s" % (what, signal.Signals(-code).name))
            sys.exit(1 if code < 0 else code)

    def launch(self, what, package, kernel, arguments, threads=0, target=None, keep=False):
        """Loads the package, launches a kernel of it once and unloads it. `what` names the case, for a crash. `arguments`:
        name to Array or number. `threads`: 0 for the loader's choice. `target`: the one to take, of those for CPUs.
        `keep`: leaves the package loaded for later launches, which find its globals as earlier ones left them."""
        if GRID is not None:
            outcome = launch_as_grid(package, kernel, arguments)
            problem = None if outcome.code == 0 else outcome.stderr
            return Launched(problem, [result["values"] for result in (outcome.report or {}).get("results", [])],
                            outcome.arrays)
        self.under_way[:] = what.encode()[:4096].ljust(4096, b"\0")
        if threads not in self.devices:
            self.devices[threads] = Device(threads)
        views = {name: Memory(value).view(value.kind, value.shape) for name, value in arguments.items()
                 if isinstance(value, Array)}
        problem = results = None
        loaded = self.kept.get((package, threads, target)) if keep else None
        try:
            loaded = loaded or self.devices[threads].load(package, *targets_to_run([target]))
            if keep:
                self.kept[package, threads, target] = loaded
            results = loaded.kernel(kernel).launch_by_name({**arguments, **views})
        except LoaderError as error:
            problem = str(error)
        finally:
            if loaded and not keep:
                loaded.unload()
        return Launched(problem, results, {name: view.array() for name, view in views.items()})
