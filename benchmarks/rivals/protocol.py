"""Serves cases to the bench, as benchmarks/cpu/Server.h does in C++; docs/benchmarks.md specifies the protocol.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import sys
import time


class Case:
    """Work on a state of its own, which starts as inputs.py says and changes with each call."""

    # Seconds that nothing happens before each measured call, and that do not count.
    rest = 0.0
    # Whether the time of finish() counts. Without it a figure is the host's part alone.
    finish_counts = True

    def call(self):
        """Starts the work once. An attribute may hold the framework's own callable instead."""
        raise NotImplementedError

    def finish(self):
        """Waits until all started work is complete."""

    def values(self):
        """Numbers that depend on all of the state, to be compared with those of other programs after as many calls."""
        raise NotImplementedError


def take_standard_output():
    """Standard output as a text file. Whatever else the program prints goes to standard error from now on."""
    replies = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    return replies


def seconds_of_calls(case, count):
    """The mean wall time of `count` calls; after each one where the case rests between them, else after the last."""
    call, clock = case.call, time.perf_counter
    if not case.rest:
        begin = clock()
        for _ in range(count):
            call()
        if case.finish_counts:
            case.finish()
        seconds = (clock() - begin) / count
        case.finish()
        return seconds
    total = 0.0
    for _ in range(count):
        time.sleep(case.rest)
        begin = clock()
        call()
        case.finish()
        total += clock() - begin
    return total / count


class Server:
    """Answers requests; `cases` are the classes or functions that make a Case, by name."""

    def __init__(self, cases):
        self.cases = cases
        self.current = None

    def answer(self, request):
        match request.split():
            case ["start", name] if name in self.cases:
                self.current = None  # before the next one takes memory
                self.current = self.cases[name]()
                return "ok"
            case ["start", name]:
                return f"error has no case '{name}'"
            case _ if self.current is None:
                return "error no case is started"
            case ["run", count] if count.isdigit() and int(count) > 0:
                return f"ok {seconds_of_calls(self.current, int(count)):.17g}"
            case ["values"]:
                return " ".join(["ok"] + [f"{value:.17g}" for value in self.current.values()])
        return f"error unknown request '{request}'"


def serve(replies, introduction, cases):
    """Writes `introduction` (what this program is, on one line), then answers until standard input ends."""
    print("ok", introduction, file=replies)
    server = Server(cases)
    for line in sys.stdin:
        try:
            reply = server.answer(line.strip())
        except Exception as failure:  # the framework's own errors, of any class, are a reply
            reply = "error " + " ".join(f"{type(failure).__name__}: {failure}".split())
        print(reply, file=replies)
