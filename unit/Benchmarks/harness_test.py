#!/usr/bin/env python3
# harness_test.py: rows of benchmarks/qdc_bench for programs that are good, wrong, missing, or end too early.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
sys.path.insert(0, str(ROOT / "schema"))
from qdc_bench import MeasureError, report, runner
from qdc_bench.cases import Case, Rival
from qdc_bench.kinds import KINDS
from qdc_bench.measure import measure
from qdc_bench.methods import Compile, FirstResult, Gradient, InProcess, Method, MoreThan
from qdc_bench.programs import Program, install
from qdc_bench.session import Session
from validator import load_validator

FAKE = pathlib.Path(__file__).parent / "fake_program.py"
VALIDATOR = load_validator("bench.schema.json")


def silent(text):
    pass


class HarnessTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def session(self, **behaviours):
        """A session whose programs behave as fake_program.py says; None: missing."""
        programs = {name: Program(name.title(), [sys.executable, FAKE, behaviour],
                                  missing=None if behaviour else "not wanted")
                    for name, behaviour in behaviours.items()}
        session = Session(ROOT, ROOT, self.folder, programs)
        self.addCleanup(session.__exit__)
        return session

    def rows(self, rival, limit=1.5, qdc="slow", goal=None):
        """The rows of a case of three rounds, which are valid by the schema; and the session."""
        session = self.session(qdc=qdc, rival=rival)
        case = Case("c", "A case", "s", InProcess(calls=1), 3, goal=goal, rivals=(Rival("rival", limit),))
        rows = report.rows_of(case, measure(case, session, silent), session)
        self.assertEqual([error.message for error in VALIDATOR.iter_errors(rows)], [])
        return rows, session

    def test_a_row_has_the_medians_after_the_warm_up_and_the_verdict_of_the_ratio(self):
        rows, session = self.rows("fast")
        self.assertEqual(rows, [{"case": "A case", "unit": "s", "qdc": 2, "rival": 1, "rival_name": "Rival",
                                 "ratio": 2, "goal": 1.5, "ok": False, "bandwidth": None,
                                 "rival_bandwidth": None, "note": ""}])
        self.assertFalse(session.wrong)
        self.assertIn("MISSED", report.line_of(rows[0], 10))
        self.assertEqual(self.rows("fast", limit=2)[0][0]["ok"], True)

    def test_a_goal_of_qdc_itself_has_a_row_and_its_rival_another_one_without_a_goal(self):
        rows, _ = self.rows("fast", limit=None, goal=1)
        self.assertEqual([(row["rival_name"], row["goal"], row["ok"]) for row in rows],
                         [("", 1, False), ("Rival", None, None)])

    def test_a_case_about_memory_tells_the_bandwidth(self):
        session = self.session(qdc="slow", rival="fast", none=None)
        case = Case("c", "A case", "ms", InProcess(calls=1), 3, rivals=(Rival("rival"), Rival("none")), moved=3 * 10**9)
        rows = report.rows_of(case, measure(case, session, silent), session)
        self.assertEqual([error.message for error in VALIDATOR.iter_errors(rows)], [])
        self.assertEqual([(row["bandwidth"], row["rival_bandwidth"]) for row in rows], [(1.5, 3), (1.5, None)])
        self.assertTrue(report.line_of(rows[0], 10).endswith("Rival; 1.5 and 3 GB/s"))

    def test_a_program_stays_on_its_processor(self):
        processor = max(os.sched_getaffinity(0))
        started = runner.Runner([sys.executable, FAKE, "fast"], self.folder / "log", processor)
        self.addCleanup(started.close)
        self.assertEqual(os.sched_getaffinity(started.process.pid), {processor})
        with self.assertRaisesRegex(MeasureError, "did not start: it may not run on processor 100000$"):
            runner.Runner([sys.executable, FAKE, "fast"], self.folder / "log", 100000)

    def test_a_missing_rival_is_shown_with_the_reason(self):
        for behaviour, reason in ((None, "not wanted"), ("narrow", "has no such case"),
                                  ("absent", "ended with code 1: cannot import the framework"),
                                  ("talkative", "answered 'about 1' to 'run 10'"),
                                  ("mortal", "ended with code 3: out of luck")):
            rows, session = self.rows(behaviour)
            self.assertEqual((rows[0]["rival"], rows[0]["ok"], rows[0]["note"]), (None, None, f"skipped: {reason}"))
            self.assertEqual(rows[0]["qdc"], 2)
            self.assertFalse(session.wrong)
            self.assertIn(f"Rival; skipped: {reason}", report.line_of(rows[0], 10))

    def test_a_rival_with_another_result_gives_no_figure(self):
        for behaviour in ("wrong", "short", "nan"):
            rows, session = self.rows(behaviour)
            self.assertIn("skipped: its result [1.0", rows[0]["note"])
            self.assertIsNone(rows[0]["rival"])
            self.assertTrue(session.wrong)

    def test_a_program_may_know_that_its_result_is_wrong(self):
        rows, session = self.rows("doubtful")
        self.assertEqual((rows[0]["rival"], rows[0]["note"]), (None, "skipped: wrong result: 2.5"))
        self.assertTrue(session.wrong)
        rows, session = self.rows("fast", qdc="doubtful")
        self.assertEqual(rows[0]["note"], "failed: wrong result: 2.5")
        self.assertTrue(session.wrong)

    def gradient_rows(self, qdc, rival, method=None):
        """The rows of a case about a gradient, whose exact values are 1 and 2."""
        session = self.session(qdc=qdc, rival=rival, exact="fast")
        case = Case("c", "A case", "s", method or Gradient(calls=1, tolerance=0.1), 3, rivals=(Rival("rival"),))
        rows = report.rows_of(case, measure(case, session, silent), session)
        self.assertEqual([error.message for error in VALIDATOR.iter_errors(rows)], [])
        return rows, session

    def test_how_far_a_gradient_is_off_stands_beside_its_time(self):
        for behaviour, error in (("fast", "0.0e+00"), ("wrong", "2.5e-01"), ("short", "inf"), ("nan", "inf")):
            rows, session = self.gradient_rows("slow", behaviour)
            self.assertEqual((rows[0]["rival"], rows[0]["note"]), (1, f"largest error {error}, qdc's 0.0e+00"))
            self.assertFalse(session.wrong)

    def test_a_gradient_of_qdc_that_is_off_is_a_failure(self):
        rows, session = self.gradient_rows("wrong", "fast")
        self.assertEqual((rows[0]["qdc"], rows[0]["note"]), (None, "failed: its gradient is off by 2.5e-01"))
        self.assertTrue(session.wrong)

    def test_what_is_no_gradient_is_not_compared(self):
        for method in (Gradient(calls=1, others=("rival",)), Gradient(calls=1, exact="")):
            rows, session = self.gradient_rows("slow", "wrong", method)
            self.assertEqual((rows[0]["ratio"], rows[0]["note"]), (2, ""))
            self.assertFalse(session.wrong)

    def test_without_qdc_there_is_no_figure_at_all(self):
        rows, _ = self.rows("fast", qdc="narrow", goal=1)
        for row in rows:
            self.assertEqual((row["qdc"], row["ok"], row["note"]), (None, None, "failed: has no such case"))

    def test_what_the_machine_lacks_is_skipped_and_no_failure(self):
        for behaviour, reason in (("deviceless", "no such device"), ("slow", "this build has no compiler")):
            session = self.session(qdc=behaviour)
            method = InProcess(calls=1) if behaviour == "deviceless" else Compile("saxpy")
            session.qdc = self.folder / "no-qdc"
            case = Case("c", "A case", "s", method, 3, goal=1)
            row, = report.rows_of(case, measure(case, session, silent), session)
            self.assertEqual((row["qdc"], row["ok"], row["note"]), (None, None, f"skipped: {reason}"))
            self.assertFalse(report.failed(row))
        self.assertTrue(report.failed(self.rows("fast", qdc="narrow", goal=1)[0][0]))

    def test_the_summary_counts_goals(self):
        rows = self.rows("fast")[0] + self.rows("fast", limit=2)[0] + self.rows(None)[0] + self.rows("fast", None)[0]
        self.assertEqual(report.summary(rows), "1 of 3 goals met, 1 missed, 1 not measured")

    def test_programs_are_measured_in_turn(self):
        order = []

        class Turns(Method):
            def sampler(self, session, program, case):
                return lambda: order.append(program) or 1

        measure(Case("c", "A case", "s", Turns(), 2, rivals=(Rival("a"), Rival("b"))), self.session(), silent)
        self.assertEqual(order, ["qdc", "a", "b"] * 3)

    def test_a_case_may_be_what_it_takes_more_than_another_one(self):
        for behaviour, expected in (("growing", 1.5), ("shrinking", 0)):
            session = self.session(qdc=behaviour)
            sample = MoreThan(calls=1, units=2, base="less").sampler(session, "qdc", "more")
            self.assertEqual(sample(), expected)
        self.assertRaisesRegex(MeasureError, "has no such case",
                               MoreThan(calls=1, base="less").sampler, self.session(qdc="narrow"), "qdc", "more")

    def test_a_case_without_warm_up_counts_the_first_round(self):
        case = Case("c", "A case", "s", InProcess(calls=1), 3, warm_up=False)
        self.assertEqual(measure(case, self.session(qdc="slow"), silent), {"qdc": 3})

    def test_untimed_calls_stand_ahead_of_each_round(self):
        session = self.session(qdc="slow")
        sample = InProcess(calls=1, untimed=2).sampler(session, "qdc", "c")
        requests = []
        with unittest.mock.patch.object(session.runner("qdc"), "run", lambda calls: requests.append(calls) or 5):
            self.assertEqual(sample(), 5)
        self.assertEqual(requests, [2, 1])

    def test_a_program_is_stopped_while_it_has_nothing_to_answer(self):
        program = self.session(qdc="fast").runner("qdc")
        for request in (lambda: program.start("c"), lambda: program.run(1), program.values):
            _, status = os.waitpid(program.process.pid, os.WUNTRACED)
            self.assertTrue(os.WIFSTOPPED(status))
            request()

    def test_a_program_that_does_not_answer_is_ended(self):
        program = self.session(qdc="stuck").runner("qdc")
        with unittest.mock.patch.object(runner, "ANSWER_SECONDS", 0.1):
            self.assertRaisesRegex(MeasureError, "^no answer within 0.1 s$", program.run, 1)
        program.process.wait()
        self.assertFalse(program.alive())

    def test_programs_in_python_serve_cases(self):
        script = self.folder / "program.py"
        script.write_text(f"""
import sys
sys.path.insert(0, {str(ROOT / "benchmarks/rivals")!r})
import protocol
replies = protocol.take_standard_output()
print("a framework's greeting", flush=True)

class Counter(protocol.Case):
    def __init__(self, rest=0.0):
        self.rest, self.started, self.finished = rest, 0, 0
    def call(self):
        self.started += 1
    def finish(self):
        self.finished = self.started
    def values(self):
        return [self.finished]

def broken():
    raise ValueError("no\\nluck")

protocol.serve(replies, "it counts", {{"plain": Counter, "rests": lambda: Counter(0.001), "broken": broken}})
""")
        program = runner.Runner([sys.executable, script], self.folder / "log")
        self.addCleanup(program.close)
        self.assertEqual(program.introduction, "it counts")
        self.assertRaisesRegex(MeasureError, "^no case is started$", program.values)
        for name in ("plain", "rests"):
            for _ in range(2):  # starting a case again resets it
                program.start(name)
                self.assertGreater(program.run(3), 0)
                program.run(2)
                self.assertEqual(program.values(), [5])
        self.assertRaisesRegex(MeasureError, "^unknown request 'run 0'$", program.run, 0)
        self.assertRaisesRegex(MeasureError, "^has no case 'other'$", program.start, "other")
        self.assertRaisesRegex(MeasureError, "^ValueError: no luck$", program.start, "broken")
        self.assertEqual((self.folder / "log").read_text(), "a framework's greeting\n")

    def test_the_time_of_a_first_result_starts_before_the_program(self):
        script = "import time; print(time.monotonic_ns(), {}, 1998.5)"
        session = self.session()
        for value, is_right in ((0.5, True), (0.75, False)):
            session.programs["p"] = Program("P", [], [sys.executable, "-c", script.format(value)])
            sample = FirstResult().sampler(session, "p", "c")
            if is_right:
                self.assertGreater(sample(), 0)
            else:
                self.assertRaisesRegex(MeasureError, "0.75 1998.5', not a time, 0.5 and 1998.5$", sample)
            self.assertEqual(session.wrong, not is_right)

    def test_a_first_result_may_need_more_packages_and_variables(self):
        script = ("import os, pathlib, sys, time; folder = pathlib.Path(os.environ['MADE']); count = len(list(folder.glob('*')));"
                  "folder.mkdir(exist_ok=True); (folder / str(count)).touch();"
                  "print(time.monotonic_ns(), 0.5 if sys.argv[1:] == [sys.argv[1]] and count < 2 else count, 1998.5)")
        session = self.session()
        session.programs["p"] = Program("P", [], [sys.executable, "-c", script])
        method = FirstResult(("other.fatbin",), (("MADE", "FOLDER"),))
        for _ in range(2):  # a case begins with an empty folder
            sample = method.sampler(session, "p", "c")
            self.assertGreater(sample(), 0)
            self.assertGreater(sample(), 0)
        self.assertRaisesRegex(MeasureError, " 2 1998.5', not a time", sample)

    def install(self, requirements):
        """install() of such a list with a Python that only pretends: without a venv where the list says 'unmade', and
        failing to install where it says 'absent'."""
        path = self.folder / "requirements.txt"
        path.write_text(requirements)
        python = self.folder / "python"
        python.write_text(f"""#!/bin/sh
if [ "$2" = venv ]; then
  if grep -q unmade '{path}'; then echo "no module"; echo "named venv"; exit 1; fi
  mkdir -p "$3/bin" && cp "$0" "$3/bin/python"
elif grep -q remote '{path}'; then
  echo "WARNING: Retrying (Retry(total=0)) after connection broken"; echo "ERROR: no matching distribution"; exit 1
elif grep -q absent '{path}'; then
  echo "ERROR: first"; echo "ERROR: no matching distribution"; echo "hint: look elsewhere"; exit 1
fi
""")
        python.chmod(0o755)
        return install(path, self.folder / "venv", silent, python)

    def test_what_cannot_be_installed_is_a_reason_each_time(self):
        for _ in range(2):
            self.assertEqual(self.install("absent==1"),
                             "installing rivals into a Python venv failed: ERROR: no matching distribution")
        self.assertEqual(self.install("remote==1"),
                         "installing rivals into a Python venv failed: the package index cannot be reached")
        self.assertEqual(self.install("unmade==1"), "making a Python venv failed: no module named venv")

    def test_what_is_installed_stays_until_the_list_changes(self):
        self.assertIsNone(self.install("one==1"))
        mark = self.folder / "venv/mark"
        mark.touch()
        self.assertIsNone(self.install("one==1"))
        self.assertTrue(mark.exists())
        self.assertIsNone(self.install("one==2"))
        self.assertFalse(mark.exists())

    def test_names_of_cases_are_unique_and_titles_fit_the_table(self):
        for cases in (kind.cases for kind in KINDS.values()):
            self.assertEqual(len({case.name for case in cases}), len(cases))
            self.assertEqual(len({case.title for case in cases}), len(cases))
            self.assertLessEqual(max(len(case.title) for case in cases), 50)
            self.assertLessEqual({case.unit for case in cases}, set(report.SCALE))

    def test_the_schema_refuses_rows_that_hide_something(self):
        row = self.rows("fast")[0][0]
        self.assertTrue(VALIDATOR.is_valid([row]))
        for change in ({"rival": None}, {"rival_name": ""}, {"qdc": None}, {"ok": "yes"}, {"unit": "hours"},
                       {"goal": None}, {"more": 1}):
            self.assertFalse(VALIDATOR.is_valid([row | change]), change)
        self.assertFalse(VALIDATOR.is_valid([]))


if __name__ == "__main__":
    unittest.main()
