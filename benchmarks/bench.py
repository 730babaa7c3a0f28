#!/usr/bin/env python3
"""Measures qdc beside its rivals: prints a table and writes build/bench/KIND.json.

docs/benchmarks.md says what each row means. The exit code is 0 when everything was measured or skipped with a reason,
also where a goal is missed; 1 when qdc failed or some result is wrong; 2 for wrong usage.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import dataclasses
import json
import pathlib
import sys

from qdc_bench import MeasureError, report
from qdc_bench.kinds import KINDS
from qdc_bench.measure import measure
from qdc_bench.packages import compile_packages, usable_targets
from qdc_bench.session import Session

SOURCE = pathlib.Path(__file__).resolve().parent.parent


def parse(arguments):
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("kind", metavar="KIND", nargs="?", default="cpu", choices=KINDS,
                        help=f"{', '.join(KINDS)}; cpu when left out")
    parser.add_argument("--only", metavar="CASE", action="append", help="measure this case; may be repeated")
    parser.add_argument("--rivals", metavar="NAME,...", help="those to measure, or 'none'; all when left out")
    parser.add_argument("--rounds", metavar="N", type=int, help="rounds of each case, in place of its own number")
    parser.add_argument("--build", metavar="FOLDER", type=pathlib.Path, default=pathlib.Path("build"),
                        help="the build whose programs are measured, and where results go; build when left out")
    parser.add_argument("--compile", metavar="FOLDER", type=pathlib.Path,
                        help="only compile the packages that the programs load into FOLDER, and print their targets")
    parser.add_argument("--list", action="store_true", help="list the cases")
    options = parser.parse_args(arguments)
    if not (options.build / "bin").exists():
        parser.error(f"no build in '{options.build}'; './dev build' makes one")
    kind = KINDS[options.kind]
    rivals = {None: list(kind.rivals), "none": []}
    options.rivals = rivals[options.rivals] if options.rivals in rivals else options.rivals.split(",")
    for what, names, known in (("case", options.only or [], [case.name for case in kind.cases]),
                               ("rival", options.rivals, kind.rivals)):
        for name in names:
            if name not in known:
                parser.error(f"no {what} '{name}'; there are: {', '.join(known)}")
    if options.rounds is not None and options.rounds < 1:
        parser.error("there is at least one round")
    options.cases = [dataclasses.replace(case, rounds=options.rounds or case.rounds) for case in kind.cases
                     if not options.only or case.name in options.only]
    return options


class Progress:
    """A line on a terminal that says what is being done; silent where standard error is none."""

    def __init__(self):
        self.terminal = sys.stderr.isatty()
        self.prefix = ""

    def __call__(self, text):
        if self.terminal:
            sys.stderr.write(f"\r\x1b[K{(self.prefix + text)[:100]}")
            sys.stderr.flush()

    def print(self, text):
        """A line of the result, below what is printed already."""
        if self.terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        print(text, flush=True)


def make_packages(kind, qdc, folder, tell):
    """Makes the packages that the programs of a kind load, and returns their targets. tell(line) is told of targets that
    this machine lacks the tools for."""
    targets, left_out = usable_targets(qdc, kind.targets)
    if left_out:
        tell(left_out)
    compile_packages(qdc, SOURCE, kind.packages, targets, folder / kind.folder, kind.options)
    return targets


def introduce(session, progress):
    """Says which programs there are, in their own words, and what is missing and why."""
    for name, program in session.programs.items():
        progress(f"starting {program.title}")
        try:
            progress.print(session.runner(name).introduction)
        except MeasureError as reason:
            progress.print(f"{program.title}: skipped: {reason}")


def run(options):
    """Measures, prints and writes; returns the exit code."""
    progress = Progress()
    folder = (options.build / "bench").resolve()
    folder.mkdir(exist_ok=True)
    kind, build, rows = KINDS[options.kind], options.build.resolve(), []
    programs = kind.programs(SOURCE, build, (folder / kind.folder).resolve(), options.rivals, progress)
    with Session(SOURCE, build, folder, programs) as session:
        progress.print(report.machine())
        warnings = [report.load_warning()]
        if session.qdc.exists():
            make_packages(kind, session.qdc, folder, progress.print)
        introduce(session, progress)
        width = max(len(case.title) for case in options.cases)
        progress.print("\n" + report.heading(width))
        for index, case in enumerate(options.cases):
            progress.prefix = f"[{index + 1}/{len(options.cases)}] "
            for row in report.rows_of(case, measure(case, session, progress), session):
                rows.append(row)
                progress.print(report.line_of(row, width))
    warnings.append(report.load_warning())
    output = folder / f"{options.kind}.json"
    output.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    progress.print(f"\n{report.summary(rows)}; written to {options.build / 'bench' / output.name}")
    for warning in filter(None, warnings[:1] if warnings[0] else warnings):
        progress.print(warning)
    return 1 if session.wrong or any(map(report.failed, rows)) else 0


def main():
    options = parse(sys.argv[1:])
    if options.list:
        width = max(len(case.name) for case in options.cases)
        print("\n".join(f"{case.name:{width}}  {case.title}" for case in options.cases))
        return 0
    try:
        if options.compile:
            options.compile.mkdir(parents=True, exist_ok=True)
            print(",".join(make_packages(KINDS[options.kind], (options.build / "bin/qdc").resolve(), options.compile,
                                         lambda line: print(f"bench: {line}", file=sys.stderr))))
            return 0
        return run(options)
    except MeasureError as failure:
        print(f"bench: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
