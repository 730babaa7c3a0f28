"""How a figure is taken. A method prepares a sampler for a program; calling the sampler measures once.

Figures are seconds, bytes or counts; report.py scales them to a case's unit.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import json
import math
import os
import re
import shutil
import subprocess
import sys
import time

from . import MeasureError, Unavailable, ended


class Method:
    def sampler(self, session, program, case):
        """A function without parameters that measures `program` ('qdc' or a rival's name) once.

        Raises MeasureError where the program cannot do the case; so may the function.
        """
        raise NotImplementedError


def checked_run(command, **options):
    """Runs a program to its end; MeasureError with its last words where it fails."""
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    except OSError as failure:
        raise MeasureError(f"'{command[0]}' did not start: {failure.strerror}") from None
    except subprocess.CalledProcessError as failure:
        reason = ended(failure.returncode, failure.stderr)
        raise type(reason)(f"'{command[0]}' {reason}") from None


def needs_assembler(option):
    """Whether a target, or an option that names it, is machine code for a GPU, which ptxas makes."""
    return "cuda:sm_" in option


def missing_assembler(qdc):
    """Why this qdc has no ptxas, in its own words; None where it has one."""
    tools = json.loads(checked_run([qdc, "targets", "--json"]).stdout)["tools"]
    return next(tool["unavailable"] for tool in tools if tool["name"] == "ptxas")


def differ(ours, theirs, tolerance):
    """Whether two lists of numbers are not the same to a relative tolerance. NaN is the same as nothing."""
    return len(ours) != len(theirs) or not all(
        math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance * 1e-3) for a, b in zip(ours, theirs))


@dataclasses.dataclass(frozen=True)
class InProcess(Method):
    """The mean of `calls` calls inside a program that serves the case, divided by the `units` of work in a call.

    First each program does `check` calls from the initial state, and must then agree with qdc to `tolerance`. All
    programs do the same number of calls in every round, so their states stay comparable. `ours`: the program that serves
    the case for qdc. `untimed`: calls ahead of those of each round.
    """

    calls: int
    check: int = 10
    units: int = 1
    tolerance: float = 1e-3
    ours: str = "qdc"
    untimed: int = 0

    def sampler(self, session, program, case):
        runner = self._runner(session, program)
        runner.start(case)
        runner.run(self.check)
        try:
            values = runner.values()
        except MeasureError:  # it compares them itself
            session.wrong = True
            raise
        expected = values if program == "qdc" else session.results.get(case)
        if program == "qdc":
            session.results[case] = values
        if expected is None or differ(expected, values, self.tolerance):
            session.wrong = True
            raise MeasureError(f"its result {values} is not qdc's {expected}")
        return lambda: self._sample(runner)

    def _runner(self, session, program):
        return session.runner(self.ours if program == "qdc" else program)

    def _sample(self, runner):
        if self.untimed:
            runner.run(self.untimed)
        return runner.run(self.calls) / self.units


def in_turns(calls, **more):
    """InProcess of programs that have a GPU in turn. The first call of a turn, in which the driver goes from one program
    to another, takes some 150 us more, and is not timed."""
    return InProcess(calls, untimed=1, **more)


def largest_error(values, exact):
    """How far numbers are from exact ones, relative to the largest of those; infinity where their number differs."""
    if len(values) != len(exact):
        return math.inf
    errors = [abs(a - b) for a, b in zip(values, exact)]
    return math.inf if any(map(math.isnan, errors)) else max(errors) / max(map(abs, exact))


@dataclasses.dataclass(frozen=True)
class Gradient(InProcess):
    """As InProcess, of a program that computes a gradient. Its values are elements of that, which are compared with those
    of the program `exact` in place of qdc's; qdc's must agree to `tolerance`, a rival's row says how far either is off.
    Programs in `others` compute something else, and are not compared. Without `exact` nobody is."""

    exact: str = "exact"
    others: tuple[str, ...] = ()

    def sampler(self, session, program, case):
        runner = self._runner(session, program)
        runner.start(case)
        runner.run(self.check)
        if self.exact and program not in self.others:
            self._compare(session, program, case, runner.values())
        return lambda: self._sample(runner)

    def _compare(self, session, program, case, values):
        if program == "qdc":
            exact = session.runner(self.exact)
            exact.start(case)
            exact.run(self.check)
            session.results[case] = exact.values()
        error = largest_error(values, session.results[case])
        session.remarks[case, program] = f"largest error {error:.1e}"
        if program == "qdc" and error > self.tolerance:
            session.wrong = True
            raise MeasureError(f"its gradient is off by {error:.1e}")


class Told(InProcess):
    """The first of the values that a program tells after `check` calls: no time."""

    def sampler(self, session, program, case):
        runner = self._runner(session, program)
        runner.start(case)
        runner.run(self.check)
        return lambda: runner.values()[0]


@dataclasses.dataclass(frozen=True)
class MoreThan(InProcess):
    """How much longer a call takes than one of the case `base`, which the same program serves: 0 where it does not."""

    base: str = ""

    def sampler(self, session, program, case):
        super().sampler(session, program, case)  # checks the result
        runner = self._runner(session, program)

        def warm(name):
            runner.start(name)
            runner.run(self.calls)
            return runner.run(self.calls)

        return lambda: max(0.0, warm(case) - warm(self.base)) / self.units


@dataclasses.dataclass(frozen=True)
class FirstResult(Method):
    """From before a program is started until it has its first result, which it says by the same clock.

    The program writes one line: nanoseconds of CLOCK_MONOTONIC and the result, which is always that of 2 x + 0.5 for
    x = 0 and x = 999. It is given `packages`, names of files in the bench's folder, to load too, and these `variables` in
    its environment; FOLDER in a value is a folder for the case, which is empty ahead of the first round.
    """

    packages: tuple[str, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()

    def sampler(self, session, program, case):
        command = [*session.require(program).start, *(session.folder / package for package in self.packages)]
        folder = session.folder / f"start-{case}"
        shutil.rmtree(folder, ignore_errors=True)
        environment = os.environ | {name: value.replace("FOLDER", str(folder)) for name, value in self.variables}

        def measure():
            begin = time.monotonic_ns()
            text = checked_run(command, env=environment).stdout.strip()
            result = re.fullmatch(r"(\d+) 0\.5 1998\.5", text)
            if not result:
                session.wrong = True
                raise MeasureError(f"its result is '{text}', not a time, 0.5 and 1998.5")
            return (int(result.group(1)) - begin) / 1e9

        return measure


def generated(source, arguments, folder):
    """What generate_kernel.py of the tree `source` writes for these arguments, a string, in a file of that name in
    `folder`."""
    path = folder / f"{arguments.replace(' ', '-')}.qir"
    generator = source / "benchmarks/generate_kernel.py"
    path.write_text(checked_run([sys.executable, generator, *arguments.split()]).stdout, encoding="utf-8")
    return path


class Compile(Method):
    """The whole process `qdc compile`. A source is the name of an example, or the arguments of generate_kernel.py;
    `others` are sources that take the place of rivals, by the name that the case gives them. `options` are those of the
    compiler."""

    def __init__(self, source, others=None, options=()):
        self.sources = {"qdc": source} | (others or {})
        self.options = options

    def sampler(self, session, program, case):
        if not session.qdc.exists():
            raise Unavailable("this build has no compiler")
        missing = missing_assembler(session.qdc) if any(map(needs_assembler, self.options)) else None
        if missing:
            raise Unavailable(missing)
        command = [session.qdc, "compile", self._path(session, self.sources[program]), *self.options, "-o",
                   session.folder / "compiled.fatbin"]

        def measure():
            begin = time.perf_counter()
            checked_run(command)
            return time.perf_counter() - begin

        return measure

    @staticmethod
    def _path(session, source):
        if " " not in source:
            return session.source / f"examples/{source}/{source}.qir"
        return generated(session.source, source, session.folder)


@dataclasses.dataclass(frozen=True)
class FileSize(Method):
    """Bytes of a library of the build, stripped."""

    library: str

    def sampler(self, session, program, case):
        stripped = session.folder / self.library

        def measure():
            shutil.copyfile(session.build / "lib" / self.library, stripped)
            checked_run(["strip", stripped])
            return stripped.stat().st_size

        return measure


@dataclasses.dataclass(frozen=True)
class ForeignLibraries(Method):
    """How many libraries a library needs beside the `allowed` ones; the row names them."""

    library: str
    allowed: tuple[str, ...]

    def sampler(self, session, program, case):
        def measure():
            text = checked_run(["readelf", "--dynamic", "--wide", session.build / "lib" / self.library]).stdout
            needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
            foreign = [name for name in needed if name not in self.allowed]
            session.remarks[case] = ", ".join(foreign)
            return len(foreign)

        return measure
