"""What one run of the bench holds: paths, programs that run, and what methods tell each other and the report.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from . import MeasureError, Unavailable
from .runner import Runner


class Session:
    """A context manager: at its end the programs end.

    source, build: folders of the tree. folder: for everything that the bench writes. programs: by name. results: the
    checked values of qdc, by case. remarks: words of a method for a case's row, or, by
    case and program, for that of a rival. wrong: whether some program computed
    something else than qdc.
    """

    def __init__(self, source, build, folder, programs):
        self.source, self.build, self.folder, self.programs = source, build, folder, programs
        self.qdc = build / "bin/qdc"
        self.results, self.remarks, self.wrong = {}, {}, False
        self._runners = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for runner in self._runners.values():
            if isinstance(runner, Runner):
                runner.close()

    def title(self, name):
        """The name of a program, or of a rival that is none, for readers."""
        return self.programs[name].title if name in self.programs else name

    def require(self, name):
        """The program; Unavailable where it is missing."""
        program = self.programs[name]
        if program.missing:
            raise Unavailable(program.missing)
        return program

    def runner(self, name):
        """The running program, started where it is not yet or has ended. One that cannot start is tried once."""
        runner = self._runners.get(name)
        if isinstance(runner, MeasureError):
            raise runner
        if runner is None or not runner.alive():
            try:
                program = self.require(name)
                runner = Runner(program.serve, self.folder / f"{name}.log", program.processor)
            except MeasureError as failure:
                self._runners[name] = failure
                raise
            self._runners[name] = runner
        return runner
