#!/usr/bin/env python3
# run_test.py BUILD-FOLDER: ./dev bench on cases that take no time. What it writes is valid and says what was asked for.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import contextlib
import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop()).resolve()
sys.path.insert(0, str(ROOT / "benchmarks"))
sys.path.insert(0, str(ROOT / "schema"))
from qdc_bench import MeasureError
from qdc_bench.kinds import KINDS
from qdc_bench.packages import package_file
from qdc_bench.runner import Runner
from validator import load_validator


class RunTest(unittest.TestCase):
    def bench(self, *arguments, errors=subprocess.PIPE, kind="cpu", **variables):
        """Runs the bench with a build folder of its own, which has this build's programs, and with these variables of the
        environment. The process and the rows of `kind`."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for part in ("bin", "lib"):
                (folder / part).symlink_to(BUILD / part)
            process = subprocess.run([sys.executable, ROOT / "benchmarks/bench.py", "--build", folder, *arguments],
                                     stdout=subprocess.PIPE, stderr=errors, text=True, env=os.environ | variables)
            output = folder / f"bench/{kind}.json"
            return process, json.loads(output.read_text()) if output.exists() else None

    def test_cases_with_and_without_rivals(self):
        process, rows = self.bench("cpu", "--rivals", "openmp", "--only", "launch-serial", "--only", "library-needs",
                                   "--only", "first-result")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual([error.message for error in load_validator("bench.schema.json").iter_errors(rows)], [])
        self.assertEqual([(row["case"].split(",")[0], row["rival_name"]) for row in rows],
                         [("launch of a serial task", ""), ("launch of a serial task", "Quadrants"),
                          ("launch of a serial task", "Warp"), ("program start to first result", ""),
                          ("program start to first result", "Quadrants"), ("program start to first result", "Warp"),
                          ("libqdrt.so", "")])
        for row in rows:
            self.assertIsInstance(row["qdc"], float)
            if row["rival_name"]:
                self.assertEqual(row["note"], "skipped: not among --rivals")
            self.assertIn(row["case"], process.stdout)
        self.assertRegex(process.stdout, r"(?m)^C\+\+ with OpenMP, .*-march=native")
        self.assertRegex(process.stdout, r"(?m)^\d of 3 goals met, \d missed, 0 not measured; written to .*cpu\.json$")

    def test_qdc_and_cxx_compute_the_same(self):
        names = ("mpm88", "saxpy", "heat", "conjugate-gradient")
        process, rows = self.bench("--rivals", "openmp", "--rounds", "1",
                                   *(word for name in names for word in ("--only", name)))
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        compared = [row for row in rows if row["rival_name"] == "C++ with OpenMP"]
        self.assertEqual([row["note"] for row in compared], [""] * len(names))
        for row in compared:
            self.assertIsInstance(row["ratio"], float)

    def test_compilers_compute_the_same(self):
        process, rows = self.bench("codegen", "--rounds", "1", kind="codegen")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual([error.message for error in load_validator("bench.schema.json").iter_errors(rows)], [])
        self.assertEqual([row["case"] for row in rows if row["note"] and row["case"].startswith("CPU")], [])
        on_gpu = [row for row in rows if row["case"].startswith("GPU")]
        self.assertEqual(len({row["note"] for row in on_gpu}), 1)  # a device and nvcc's program, or what lacks
        streams = [row for row in on_gpu if "2^30 bytes" in row["case"]]  # on a GPU alone, each beside its goal and nvcc
        self.assertEqual(len(streams), 2 * 24)
        # Each kernel is on a GPU beside one rival, on the CPU beside clang and g++; the lattice also beside its other form.
        self.assertEqual(len(rows) - len(streams), 3 * (len(on_gpu) - len(streams)) + 1)

    def test_qdc_and_vulkan_by_hand_compute_the_same(self):
        compared = ("graph-back-to-back", "saxpy", "sum", "mpm88", "first-result")
        costs = ("dependent", "independent", "indirect", "skipped", "decided", "round-trip", "block", "block-memory")
        names = (*compared, "wait", *(f"cost-{name}" for name in costs))
        process, rows = self.bench("vulkan-small", "--rounds", "1", "--rivals", "raw", kind="vulkan-small",
                                   *(word for name in names for word in ("--only", name)))
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual([error.message for error in load_validator("bench.schema.json").iter_errors(rows)], [])
        by_hand = [row for row in rows if row["rival_name"] == "Vulkan by hand"]
        self.assertEqual(len(by_hand), len(compared) + 1)
        alone = [row for row in rows if row["case"].startswith("by hand: ")]
        self.assertEqual(len(alone), len(costs))
        # Where there is a device each has a figure, else a reason.
        self.assertEqual(len({row["qdc"] is None for row in by_hand + alone}), 1)
        for row in by_hand + alone:
            self.assertRegex(row["note"], "^$" if row["qdc"] is not None else "^skipped: ")

    def test_a_program_of_vulkan_says_how_it_is_used(self):
        for name, words in (("qdc", "FOLDER-OF-PACKAGES DEVICE full|small LOOPS"), ("raw", "full|small fence|timeline"),
                            ("start", "qdc saxpy.fatbin, or ")):
            process = subprocess.run([BUILD / f"bin/bench-vulkan-{name}", "huge", "fence"], capture_output=True, text=True)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn(words, process.stderr)

    def test_checked_variants_compute_the_same(self):
        process, rows = self.bench("checks", "--rounds", "1", kind="checks")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        on_cpu = [row for row in rows if row["case"].startswith("CPU")]
        self.assertEqual([row["note"] for row in on_cpu], [""] * 12)
        self.assertEqual([row["rival_name"] for row in on_cpu], ["plain"] * 12)
        self.assertEqual(len(rows), 2 * len(on_cpu))

    def test_gradients_are_exact_and_stand_beside_their_kernels(self):
        names = ("trips-grad", "trips-reverse", "gated-grad", "gated-memory", "plate-reverse", "fluid-reverse")
        process, rows = self.bench("grad", "--rounds", "1", "--rivals", "primal,openmp", kind="grad",
                                   *(word for name in names for word in ("--only", f"cpu-{name}")))
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual([error.message for error in load_validator("bench.schema.json").iter_errors(rows)], [])
        by_hand = [row["note"] for row in rows if row["rival_name"].startswith("C++")]
        self.assertEqual(len(by_hand), 3)
        for note in by_hand:
            self.assertRegex(note, r"^largest error \d\.\de-0[6-9], qdc's \d\.\de-0[6-9]$")
        beside = [row for row in rows if row["rival_name"] == "qdc, the kernel itself"]
        self.assertEqual([(row["goal"], row["note"]) for row in beside],
                         [(3, ""), (None, ""), (3, ""), (3, "")])
        memory = [row["ok"] for row in rows if row["case"].endswith(": memory")]
        self.assertEqual(memory, [True])

    def test_without_a_compiler_the_cpu_is_left_out(self):
        self.leaves_out_the_cpu("codegen", "cpu-solve")
        self.leaves_out_the_cpu("grad", "cpu-trips-grad")

    def leaves_out_the_cpu(self, kind, case):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "bin").mkdir()
            (folder / f"bin/bench-{kind}-qdc").symlink_to(BUILD / f"bin/bench-{kind}-qdc")
            (folder / "lib").symlink_to(BUILD / "lib")
            process = subprocess.run([sys.executable, ROOT / "benchmarks/bench.py", kind, "--build", folder, "--only",
                                      case], capture_output=True, text=True)
            rows = json.loads((folder / f"bench/{kind}.json").read_text())
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual({row["note"] for row in rows}, {"skipped: the CPU is measured where the compiler is"})

    def test_every_launch_case_is_served(self):
        names = ("launch-inline", "launch-awake", "launch-asleep", "do-while")
        process, rows = self.bench("--rivals", "none", "--rounds", "1",
                                   *(word for name in names for word in ("--only", name)))
        self.assertEqual((process.returncode, len([row for row in rows if row["goal"]])), (0, len(names)))

    def test_a_program_answers_what_it_cannot_do(self):
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner([BUILD / "bin/bench-cpu-qdc", "2", folder], pathlib.Path(folder, "log"))
            self.addCleanup(runner.close)
            for request, reply in ((lambda: runner.run(1), "no case is started"),
                                   (lambda: runner.start("saxpi"), "has no case 'saxpi'"),
                                   (lambda: runner.start("saxpy"), "saxpy.fatbin")):
                self.assertRaisesRegex(MeasureError, reply, request)
            self.assertRaisesRegex(MeasureError, "^ended with code 2: usage: .*THREADS FOLDER-OF-PACKAGES$", Runner,
                                   [BUILD / "bin/bench-cpu-qdc", "0", folder], pathlib.Path(folder, "log"))

    def test_a_terminal_shows_progress(self):
        ours, theirs = pty.openpty()
        process, rows = self.bench("--rivals", "none", "--only", "do-while", errors=theirs)
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal's output
            while part := os.read(ours, 4096):
                shown += part
        os.close(ours)
        self.assertEqual((process.returncode, len(rows)), (0, 1))
        self.assertIn(b"\r\x1b[K[1/1] do-while iteration of two tiny tasks: round 1 of 16", shown)
        self.assertNotIn("round", process.stdout)

    def test_wrong_usage(self):
        for arguments, words in ((("--only", "saxpi"), "no case 'saxpi'; there are: mpm88, saxpy, "),
                                 (("--rivals", "taichi"), "no rival 'taichi'; there are: openmp, quadrants, warp"),
                                 (("--build", "/nowhere"), "no build in '/nowhere'; './dev build' makes one"),
                                 (("--rounds", "0"), "there is at least one round"),
                                 (("gpu",), "invalid choice: 'gpu' (choose from 'cpu', 'cuda', 'vulkan', 'vulkan-small', 'loops', "
                                            "'codegen', 'checks', 'grad')")):
            process, rows = self.bench(*arguments)
            self.assertEqual((process.returncode, process.stdout, rows), (2, "", None))
            self.assertIn(words, process.stderr)

    def test_packages_can_be_made_alone(self):
        for kind, variables, targets, message in (
                ("cpu", {}, "cpu:native\n", ""),
                ("cuda", {"QDC_PTXAS": "/nowhere"}, "cuda:compute_75\n",
                 r"bench: packages are without cuda:sm_90: cannot run '/nowhere', .*; install NVIDIA's CUDA toolkit, .*\n"),
                ("vulkan", {"QDC_PTXAS": "/nowhere"}, "vulkan:1.2,vulkan:1.2+float-atomics,cuda:compute_75\n",
                 "bench: packages are without .*\n"),
                ("loops", {"QDC_PTXAS": "/nowhere"}, "cuda:compute_75\n", "bench: packages are without .*\n"),
                *((kind, {"QDC_PTXAS": "/nowhere"}, "cpu:native,cuda:compute_75\n",
                   "bench: packages are without .*\n") for kind in ("codegen", "checks", "grad"))):
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name, "made")
                process, rows = self.bench(kind, "--compile", folder, kind=kind, **variables)
                self.assertEqual((process.returncode, process.stdout, rows), (0, targets, None))
                self.assertRegex(process.stderr, f"^{message}$")
                folder /= KINDS[kind].folder
                self.assertEqual(sorted(path.name for path in folder.iterdir()),
                                 sorted(map(package_file, KINDS[kind].packages)))
                package = folder / package_file(KINDS[kind].packages[0])
                inspected = subprocess.run([BUILD / "bin/qdc", "inspect", package], capture_output=True)
                for target in targets.strip().split(","):
                    self.assertIn(f"image {target}:".encode(), inspected.stdout)

    def test_without_ptxas_no_cubin_is_measured(self):
        process, rows = self.bench("cuda", "--rivals", "none", "--rounds", "1", "--only", "compile-ptx", "--only",
                                   "compile-cubin", kind="cuda", QDC_PTXAS="/nowhere")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertRegex(process.stdout, "(?m)^packages are without cuda:sm_90: cannot run '/nowhere', ")
        self.assertIsInstance(rows[0]["qdc"], float)
        self.assertEqual(rows[1]["qdc"], None)
        self.assertRegex(rows[1]["note"], "^skipped: cannot run '/nowhere', which 'QDC_PTXAS' names as ptxas: ")

    def test_list(self):
        process, rows = self.bench("--list")
        self.assertEqual((process.returncode, rows), (0, None))
        self.assertRegex(process.stdout, r"(?m)^launch-serial +launch of a serial task$")


if __name__ == "__main__":
    unittest.main()
