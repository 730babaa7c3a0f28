"""A program that serves cases, seen from the harness: the other side of benchmarks/server/Server.h.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import select
import signal
import subprocess

from . import MeasureError, ended

ANSWER_SECONDS = 120  # a program that is silent for longer is stuck


class Runner:
    """A running program. It is stopped whenever it has nothing to answer, so that the threads of one program, which
    may spin for a while after their work, take no processor from another one. Whoever makes one closes it."""

    def __init__(self, command, log, processor=None):
        """Starts `command`, on one processor where that is given; its standard error goes to the file `log`. Raises
        MeasureError where it does not start."""
        self.log = log
        stay = None if processor is None else lambda: os.sched_setaffinity(0, {processor})
        try:
            with open(log, "w", encoding="utf-8") as errors:
                self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                                                text=True, preexec_fn=stay)
        except OSError as failure:
            raise MeasureError(f"'{command[0]}' did not start: {failure.strerror}") from None
        except subprocess.SubprocessError:
            raise MeasureError(f"'{command[0]}' did not start: it may not run on processor {processor}") from None
        try:
            self.introduction = self._read()
        except MeasureError:
            self.close()
            raise
        self.process.send_signal(signal.SIGSTOP)

    def alive(self):
        return self.process.poll() is None

    def close(self):
        """Ends the program, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def start(self, case):
        """Makes `case` the current one, in its initial state."""
        self._ask(f"start {case}")

    def run(self, calls):
        """The mean seconds of `calls` calls of the current case."""
        return self._numbers(f"run {calls}")[0]

    def values(self):
        """Numbers that depend on the state of the current case."""
        return self._numbers("values")

    def _numbers(self, request):
        """The answer to a request that is answered by one number or more."""
        answer = self._ask(request)
        try:
            numbers = [float(word) for word in answer.split()]
        except ValueError:
            numbers = []
        if not numbers:
            raise MeasureError(f"answered '{answer}' to '{request}'")
        return numbers

    def _ask(self, request):
        self.process.send_signal(signal.SIGCONT)
        try:
            self.process.stdin.write(request + "\n")
            self.process.stdin.flush()
            return self._read()
        except BrokenPipeError:
            raise self._end() from None
        finally:
            self.process.send_signal(signal.SIGSTOP)  # does nothing to one that has ended

    def _read(self):
        # Nothing is buffered here: a program writes one line for a request, and waits.
        if not select.select([self.process.stdout], [], [], ANSWER_SECONDS)[0]:
            self.process.kill()
            raise MeasureError(f"no answer within {ANSWER_SECONDS} s")
        line = self.process.stdout.readline()
        if not line:
            raise self._end()
        verdict, _, rest = line.rstrip("\n").partition(" ")
        if verdict != "ok":
            raise MeasureError(rest)
        return rest

    def _end(self):
        code = self.process.wait()
        with open(self.log, encoding="utf-8", errors="replace") as errors:
            return ended(code, errors.read())
