"""Tests on a device: gpu_tests.py FOLDER DEVICE [--only NAME ...]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

FOLDER is build/gpu of `./dev gpu-test`: programs and packages, with nothing else needed than Python. Runs the
conformance suite, every example, and the end-to-end tests against their references in Python. Exit code 77: there is no
such device.

With DEVICE `none` the end-to-end tests run on the CPU, so that FOLDER/endtoend gets the packages that they need.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
INPUTS = ROOT / "test/EndToEnd/Inputs"
# End-to-end tests and their arguments; FOLDER stands for one that is thrown away.
END_TO_END = {
    "aliasing": ["FOLDER", "-O3"],
    "atomics": ["FOLDER", "-O3"],
    "contraction": ["FOLDER"],
    "control": ["FOLDER", "-O3"],
    "effects": ["FOLDER", "-O3"],
    "float_arithmetic": ["FOLDER", "-O3"],
    "integer_arithmetic": ["FOLDER", "-O3"],
    "launches": ["FOLDER", "-O3"],
    "math_functions": ["FOLDER", ROOT / "unit/Math/Accuracy.cpp", "-O3"],
    "random_kernels": ["FOLDER", "0", "60", "-O0", "-O3"],
    "reductions": ["FOLDER"],
}
EXAMPLES = {"saxpy": [], "heat": [], "conjugate_gradient": [], "mpm88": ["FOLDER/mpm88.png", "200"]}


def tests_of(folder, device):
    """Name and command of each; FOLDER in a word stands for a folder that is thrown away."""
    tests = {}
    if device != "none":
        tests["conformance"] = [folder / "bin/conformance", "--device", device, "--images", folder / "images"]
        for name, arguments in EXAMPLES.items():
            tests[f"example-{name}"] = [folder / f"bin/example-{name}", folder / f"examples/{name}.fatbin", *arguments,
                                        device]
    for name, arguments in END_TO_END.items():
        tests[name.replace("_", "-")] = [sys.executable, "-B", INPUTS / f"{name}.py", *arguments]
    return tests


def environment(folder, device):
    variables = dict(os.environ, QDC_TEST_PACKAGES=str(folder / "endtoend"))
    if device != "none":
        variables |= {"PATH": f"{folder / 'tools'}{os.pathsep}{os.environ['PATH']}", "QDC_TEST_DEVICE": device}
    return variables


def run(name, command, variables):
    """Runs one test and prints how it went. Gives its exit code."""
    with tempfile.TemporaryDirectory() as scratch:
        words = [str(word).replace("FOLDER", scratch) for word in command]
        begin = time.monotonic()
        done = subprocess.run(words, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace")
    verdict = {0: "passed", 77: "skipped"}.get(done.returncode, f"FAILED with exit code {done.returncode}")
    print(f"{name:20} {verdict} in {time.monotonic() - begin:.1f} s", flush=True)
    if done.returncode:
        print("\n".join("    " + line[:300] for line in done.stdout.splitlines()[-60:]), flush=True)
    return done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("device")
    parser.add_argument("--only", metavar="NAME", action="append", help="run this test; may be repeated")
    options = parser.parse_args()
    tests = tests_of(options.folder, options.device)
    for name in options.only or []:
        if name not in tests:
            parser.error(f"no test '{name}'; there are: {', '.join(tests)}")
    variables, failed = environment(options.folder, options.device), []
    for name in options.only or tests:
        code = run(name, tests[name], variables)
        if code == 77:
            return 77
        if code:
            failed.append(name)
    print(f"{len(failed)} of {len(options.only or tests)} tests failed{': ' if failed else ''}{', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
