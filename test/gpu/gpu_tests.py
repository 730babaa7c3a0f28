"""Tests on devices: gpu_tests.py FOLDER DEVICE... [--only NAME ...]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

FOLDER is build/gpu of `./dev gpu-test`: programs and packages, with nothing else needed than Python. Runs the
conformance suite with graphs and without, every example, the loader's cache of code, the math libraries against their
bounds, and the end-to-end tests against their references in Python; where they are asked for by name, tools of compute-sanitizer on the conformance
suite. Names of tests on a device of Vulkan start with "vulkan/". A device that is not there is skipped, with the reason.
Exit code 77: none is there.

The conformance suite runs alone, since some of its cases look at what runs at the same time; then several tests run at
once, most of whose time goes into making contexts.

DEVICE is as libqdrt has it, or `vulkan` for the first device of Vulkan that does not compute on the CPU. With `for-cuda`
and `for-vulkan` the end-to-end tests run on the CPU, so that FOLDER/endtoend/cuda and FOLDER/endtoend/vulkan get the
packages that they need.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from vulkan_devices import first_gpu

ROOT = pathlib.Path(__file__).resolve().parents[2]
INPUTS = ROOT / "test/EndToEnd/Inputs"
# End-to-end tests and their arguments; FOLDER stands for one that is thrown away. What follows a slash tells tests of one
# script apart.
END_TO_END = {
    "aggregated_atomics": ["FOLDER", "-O3"],
    "aliasing": ["FOLDER", "-O3"],
    "atomics": ["FOLDER", "-O3"],
    "borders": ["FOLDER", "-O3"],
    "captured_gradient": ["FOLDER"],
    "checked_choices": ["FOLDER", "-O3"],
    "checked_derivatives": ["FOLDER", "-O3"],
    "checked_floats": ["FOLDER", "0", "200", "-O3"],
    "checked_places": ["FOLDER", "-O3"],
    "checked_shapes": ["FOLDER", "-O3"],
    "checks": ["FOLDER", "-O3"],
    "computed_sizes": ["FOLDER", "-O3"],
    "contraction": ["FOLDER"],
    "control": ["FOLDER", "-O3"],
    "dependencies": ["FOLDER", "-O3"],
    "derivatives": ["FOLDER", "f64"],
    "derivatives/f32": ["FOLDER", "f32"],
    "deterministic_gradient": ["FOLDER"],
    "early_start": ["FOLDER"],
    "effects": ["FOLDER", "-O3"],
    "empty_arrays": ["FOLDER", "-O3"],
    "float_arithmetic": ["FOLDER", "-O3"],
    "index_switches": ["FOLDER", "-O3"],
    "integer_arithmetic": ["FOLDER", "-O3"],
    "kept_checks": ["FOLDER"],
    "kept_decisions": ["FOLDER"],
    "kept_rows": ["FOLDER"],
    "launch_order": ["FOLDER", "-O3"],
    "launches": ["FOLDER", "-O3"],
    "local_arrays": ["FOLDER", "-O3"],
    "long_loops": ["FOLDER", "-O3"],
    "loop_streams": ["FOLDER", "-O3"],
    "math_functions": ["FOLDER", "device-math-report", "-O3"],
    "math_functions/libdevice": ["FOLDER", "device-math-report", "-O3", "--math-library=libdevice"],
    "named_extents": ["FOLDER", "-O3"],
    "random_kernels": ["FOLDER", "0", "60", "-O0", "-O3"],
    "random_nests": ["FOLDER", "0", "60", "-O3"],
    "reductions": ["FOLDER"],
    "serial_tasks": ["FOLDER", "0", "100", "-O3"],
    "speculated_branches": ["FOLDER", "-O3"],
    "stop": ["FOLDER", "-O3"],
    "tables": ["FOLDER", "-O3"],
    "temporaries": ["FOLDER", "-O3"],
    "trip_counts": ["FOLDER", "51", "-O3"],
}
# Those that are run once more with each way to run loops, and these ways.
OF_LOOPS = ("checked_shapes", "computed_sizes", "control", "dependencies", "effects", "launches", "loop_streams",
            "random_kernels", "random_nests", "reductions", "serial_tasks", "stop", "temporaries")
LOOPS = {"cuda": ("host", "graph", "block", "grid"), "vulkan": ("host", "block", "replay")}
# Those that run once more on a device of Vulkan with code that adds floats by comparing and swapping, which it takes where
# it has no other.
OF_ATOMICS = ("aggregated_atomics", "atomics")
# Those that a device of Vulkan has no part in: a math library of NVIDIA's.
NOT_OF_VULKAN = ("math_functions/libdevice",)
# Tools of compute-sanitizer with their options; run when they are asked for. Calls of the driver that fail are what many
# cases are about.
SANITIZERS = {"memcheck": ["--report-api-errors", "no"], "racecheck": [], "synccheck": []}
EXAMPLES = {"saxpy": [], "heat": [], "conjugate_gradient": [],
            "fit": ["FOLDER/fit.png"], "springs": [], "mpm88": ["FOLDER/mpm88.png", "200"]}


# Tests of NVIDIA's math library, which is in the toolkit.
OF_LIBDEVICE = ("math-accuracy", "math-functions/libdevice")
# Cases that end a context by a wrong access. Each has a process of its own, since a driver may give no other context then.
LOST_DEVICE = {"trap": "a kernel that traps loses the device", "address": "a wrong address loses the device"}
# Cases that compute-sanitizer is not to see: they need kernels at the same time, which it runs one by one, or an idle
# process, where it has threads of its own; or repeat a thousand times what others do, at its speed and, where threads do
# it, without it losing track; or are those of LOST_DEVICE, which it would report, rightly.
UNSANITIZED = "~[timing]~[cycles]~[lost-device]"
# Processes that a sanitized suite is spread over: most of its time is spent on making contexts.
PARTS = 12
# How often such a part is run again. memcheck 2025.3 loses a context in twenty or so where graphs with WHILE nodes run,
# also of a program that has the CUDA runtime alone; without the tool none is lost.
RETRIES = 3


def kind_of(device):
    """"cuda" or "vulkan"."""
    return device.removeprefix("for-").partition(":")[0]


def only_prepares(device):
    return device.startswith("for-")


def name_on(device, name):
    """What the test of this name is called where it runs on that device."""
    return f"vulkan/{name}" if kind_of(device) == "vulkan" else name


def conformance(folder, device):
    return [folder / "bin/conformance", "--device", device, "--images", folder / "images" / kind_of(device)]


def tests_of_device(folder, device):
    """Name and command of each that needs the device; FOLDER in a word stands for a folder that is thrown away."""
    tests = {"conformance": conformance(folder, device),
             "conformance/no-graphs": ["env", "QDRT_GRAPH=0", *conformance(folder, device)]}
    for name, arguments in EXAMPLES.items():
        tests[f"example-{name}"] = [folder / f"bin/example-{name}", folder / f"examples/{name}.fatbin", *arguments,
                                    device]
    if kind_of(device) == "cuda":
        for name, case in LOST_DEVICE.items():
            tests[f"lost-device/{name}"] = [*conformance(folder, device), case]
        tests["code-cache"] = [sys.executable, "-B", ROOT / "test/gpu/code_cache.py", "FOLDER", folder / "examples", device]
        tests["math-accuracy"] = [folder / "bin/device-math-report", device, folder / "math/qdc.fatbin",
                                  folder / "math/libdevice.fatbin", "2003", "20011"]
    return tests


def tests_of(folder, device):
    """All of them, by the names that they have on the device."""
    kind, tests = kind_of(device), {} if only_prepares(device) else tests_of_device(folder, device)
    for name, arguments in END_TO_END.items():
        if kind == "vulkan" and name in NOT_OF_VULKAN:
            continue
        script = INPUTS / f"{name.partition('/')[0]}.py"
        tests[name.replace("_", "-")] = [sys.executable, "-B", script, *arguments]
        if not only_prepares(device) and name in OF_LOOPS:
            for loop in LOOPS[kind]:
                tests[f"{name.replace('_', '-')}/{loop}"] = ["env", f"QDRT_LOOP={loop}", sys.executable, "-B", script,
                                                             *arguments]
        if not only_prepares(device) and kind == "vulkan" and name in OF_ATOMICS:
            tests[f"{name.replace('_', '-')}/swap"] = ["env", "QDRT_TARGET=vulkan:1.2", sys.executable, "-B", script,
                                                       *arguments]
    return {name_on(device, name): command for name, command in tests.items()}


def runs_alone(name):
    """Whether nothing else is to run beside this test: it looks at times and at a device that is lost, or is spread over
    processes itself."""
    return name in SANITIZERS or name.removeprefix("vulkan/").partition("/")[0] in ("conformance", "lost-device")


def sanitizer():
    folders = [os.environ[name] + "/bin" for name in ["CUDA_HOME"] if name in os.environ]
    folders += [*os.environ["PATH"].split(os.pathsep), "/usr/local/cuda/bin"]
    found = shutil.which("compute-sanitizer", path=os.pathsep.join(folders))
    if not found:
        sys.exit("there is no compute-sanitizer; it is part of the CUDA toolkit, and looked for in CUDA_HOME, PATH and "
                 "/usr/local/cuda/bin")
    return found


def excerpt(text):
    """The lines of what a failed test printed: the first ones, since the first failure may have caused the others, and the
    last ones."""
    lines = text.splitlines()
    return lines if len(lines) <= 80 else [*lines[:40], f"... {len(lines) - 80} lines ...", *lines[-40:]]


def run_parts(command, parts, variables):
    """Runs the command on each list of cases at the same time. Gives their exit codes and what they printed."""
    with tempfile.TemporaryDirectory() as scratch:
        processes = []
        for number, cases in enumerate(parts):
            chosen = pathlib.Path(scratch, f"{number}.txt")
            # A comma would be for Catch the end of a name.
            chosen.write_text("".join(case.replace(",", "\\,") + "\n" for case in cases))
            output = open(pathlib.Path(scratch, f"{number}.log"), "w+")
            process = subprocess.Popen([*command, "--input-file", str(chosen)], env=variables, stdout=output,
                                       stderr=subprocess.STDOUT)
            processes.append((process, output))
        results = []
        for process, output in processes:
            code = abs(process.wait())
            output.seek(0)
            results.append((code, output.read()))
        return results


def is_lost_by_memcheck(code, text):
    """Whether a process failed with its context, and memcheck, which reports the accesses of every kernel, reports none
    that is wrong."""
    return code != 0 and "CUDA_ERROR_ILLEGAL_ADDRESS" in text and text.rstrip().endswith("ERROR SUMMARY: 0 errors")


def sanitize(tool, folder, device, variables):
    """Runs the conformance suite under a tool of compute-sanitizer, in several processes. Gives the worst exit code."""
    suite = [str(word) for word in conformance(folder, device)]
    listed = subprocess.run([*suite, "--list-test-names-only", UNSANITIZED], capture_output=True, text=True)
    cases = [case.strip() for case in listed.stdout.splitlines() if case.strip()]
    command = [sanitizer(), "--tool", tool, "--error-exitcode", "9", *SANITIZERS[tool], *suite]
    begin, lost = time.monotonic(), set()
    parts = [cases[part::PARTS] for part in range(PARTS)]
    results = run_parts(command, parts, variables)
    for _ in range(RETRIES if tool == "memcheck" else 0):
        again = [part for part, result in enumerate(results) if is_lost_by_memcheck(*result)]
        lost.update(again)
        for part, result in zip(again, run_parts(command, [parts[part] for part in again], variables)):
            results[part] = result
    code = max(code for code, _ in results)
    problems = [line for failed, text in results if failed for line in excerpt(text)]
    ran = sum(sum(map(int, re.findall(r"^(?:All tests passed .* in |test cases: +)(\d+)", text, re.M)))
              for _, text in results)
    if ran != len(cases):
        code, problems = code or 1, [*problems, f"{ran} of {len(cases)} cases ran"]
    verdict = "passed" if code == 0 else f"FAILED with exit code {code}"
    repeated = f", {len(lost)} of {PARTS} parts run again: the tool lost their context" if lost else ""
    print(f"{tool:24} {verdict} on {ran} cases in {time.monotonic() - begin:.1f} s{repeated}", flush=True)
    print("".join("    " + line[:300] + "\n" for line in problems), end="", flush=True)
    return code


def environment(folder, device):
    variables = dict(os.environ, QDC_TEST_PACKAGES=str(folder / "endtoend" / kind_of(device)))
    if not only_prepares(device):
        path = os.pathsep.join([str(folder / "tools"), str(folder / "bin"), os.environ["PATH"]])
        variables |= {"PATH": path, "QDC_TEST_DEVICE": device, "PYTHONPATH": str(folder / "python")}
    return variables


def run(name, command, variables):
    """Runs one test and prints how it went. Gives its exit code."""
    with tempfile.TemporaryDirectory() as scratch:
        words = [str(word).replace("FOLDER", scratch) for word in command]
        begin = time.monotonic()
        done = subprocess.run(words, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace")
    verdict = {0: "passed", 77: "skipped"}.get(done.returncode, f"FAILED with exit code {done.returncode}")
    lines = excerpt(done.stdout) if done.returncode else []
    report = [f"{name:24} {verdict} in {time.monotonic() - begin:.1f} s", *("    " + line[:300] for line in lines)]
    print("\n".join(report) + "\n", end="", flush=True)
    return done.returncode


def device_that_is_there(device):
    """The device that this one stands for, or None where it is not there, which is printed with the reason."""
    if device != "vulkan":
        return device
    found, reason = first_gpu()
    if not found:
        print(f"{device:24} skipped: {reason}", flush=True)
    return found


def chosen_of(tests, options, kind):
    """Those to run: all, or the ones that were asked for."""
    return [name for name in options.only or tests if name in tests or (name in SANITIZERS and kind == "cuda")]


def lacks_library(name, folder):
    if name not in OF_LIBDEVICE or (folder / "math/libdevice.fatbin").exists():
        return False
    print(f"{name:24} skipped: {folder}/math was made where there is no libdevice", flush=True)
    return True


def run_on(device, options):
    """Runs the tests of a device. Gives the exit code of each by name; 77 where the device is not there."""
    tests, variables = tests_of(options.folder, device), environment(options.folder, device)
    chosen = [name for name in chosen_of(tests, options, kind_of(device)) if not lacks_library(name, options.folder)]

    def code_of(name):
        if name in SANITIZERS:
            return sanitize(name, options.folder, device, variables)
        return run(name, tests[name], variables)

    codes = {name: code_of(name) for name in chosen if runs_alone(name)}
    together = [name for name in chosen if not runs_alone(name)]
    if 77 not in codes.values():
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            codes |= zip(together, pool.map(code_of, together))
    return codes


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("devices", metavar="device", nargs="+")
    parser.add_argument("--only", metavar="NAME", action="append", help="run this test; may be repeated")
    parser.add_argument("--jobs", metavar="N", type=int, default=4, help="run N tests at once (default 4)")
    options = parser.parse_args()
    if options.jobs < 1:
        parser.error(f"--jobs is at least 1, not {options.jobs}")
    known = {name for device in options.devices for name in tests_of(options.folder, device)}
    for name in options.only or []:
        if name not in [*known, *SANITIZERS]:
            parser.error(f"no test '{name}'; there are: {', '.join([*sorted(known), *SANITIZERS])}")
    codes, absent = {}, 0
    for device in options.devices:
        if not chosen_of(tests_of(options.folder, device), options, kind_of(device)):
            continue
        device = device_that_is_there(device)
        of_device = run_on(device, options) if device else {}
        if not device or 77 in of_device.values():
            absent += 1
        else:
            codes |= of_device
    if absent and not codes:
        return 77
    failed = [name for name, code in codes.items() if code]
    print(f"{len(failed)} of {len(codes)} tests failed{': ' if failed else ''}{', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
