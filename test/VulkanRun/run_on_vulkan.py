"""Runs a program on a device of Vulkan, with the validation layer: run_on_vulkan.py BIN TARGET COMMAND...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

BIN is the folder of qdc. FOLDER in a word of the command stands for one that is thrown away. Tests of test/EndToEnd
compile for TARGET and launch on vulkan:0 then. What the layer says fails the launch after which it is said, and this
test. Exit code 77: no Vulkan is installed.
"""
import ctypes
import os
import subprocess
import sys
import tempfile

SAID_BY_LAYER = "Vulkan validation"  # ahead of each of its lines on standard error


def is_installed():
    try:
        ctypes.CDLL("libvulkan.so.1")
    except OSError as error:
        print("skipped: no Vulkan is installed: %s" % error)
        return False
    return True


def main(tools, target, *command):
    if not is_installed():
        return 77
    variables = {"PATH": tools + os.pathsep + os.environ["PATH"], "QDC_TEST_DEVICE": "vulkan:0",
                 "QDC_TEST_TARGETS": target, "QDRT_VALIDATE": "1"}
    with tempfile.TemporaryDirectory() as scratch:
        words = [word.replace("FOLDER", scratch) for word in command]
        done = subprocess.run(words, env={**os.environ, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace")
    print(done.stdout, end="")
    return done.returncode or int(SAID_BY_LAYER in done.stdout)


sys.exit(main(*sys.argv[1:]))
