"""Errors of math functions on the device under test: math_errors.py FOLDER PROGRAM F32-STEP F64-STEP

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

PROGRAM is device-math-report: its kernels are compiled for Vulkan, and it fails where an error is beyond its bound.
"""
import os
import subprocess
import sys


def main(folder, program, *steps):
    source, package = os.path.join(folder, "functions.qir"), os.path.join(folder, "functions.fatbin")
    with open(source, "w") as file:
        subprocess.run([program, "--kernels"], stdout=file, check=True)
    subprocess.run(["qdc", "compile", source, "-o", package, "--target=" + os.environ["QDC_TEST_TARGETS"]], check=True)
    return subprocess.run([program, os.environ["QDC_TEST_DEVICE"], package, *steps]).returncode


sys.exit(main(*sys.argv[1:]))
