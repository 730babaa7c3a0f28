"""Runs a program on a device of Vulkan, with the validation layer: run_on_vulkan.py BIN TARGET COMMAND...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

BIN is the folder of qdc. FOLDER in a word of the command stands for one that is thrown away. Tests of test/EndToEnd
compile for TARGET and launch on vulkan:0 then. What the layer says fails the launch after which it is said, and this
test. Exit code 77: Vulkan, a device of it, or the layer is not there, and a line says which.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "gpu"))
import vulkan_devices

LAYER = "VK_LAYER_KHRONOS_validation"
SKIPPED = 77
SAID_BY_LAYER = "Vulkan validation"  # ahead of each of its lines on standard error


def missing():
    """What is not there; "" if all is. Vulkan itself is asked, so that a loader which finds no device does not skip its
    tests."""
    try:
        if not vulkan_devices.devices():
            return "Vulkan lists no device"
        return "" if LAYER in vulkan_devices.layers() else "the layer %s is not installed" % LAYER
    except OSError as reason:
        return str(reason)


def main(tools, target, *command):
    reason = missing()
    if reason:
        print("skipped: %s" % reason)
        return SKIPPED
    variables = {"PATH": tools + os.pathsep + os.environ["PATH"], "QDC_TEST_DEVICE": "vulkan:0",
                 "QDC_TEST_TARGETS": target, "QDRT_VALIDATE": "1"}
    with tempfile.TemporaryDirectory() as scratch:
        words = [word.replace("FOLDER", scratch) for word in command]
        done = subprocess.run(words, env={**os.environ, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace")
    print(done.stdout, end="")
    if done.returncode == SKIPPED:
        return 1  # the device is there
    return done.returncode or int(SAID_BY_LAYER in done.stdout)


sys.exit(main(*sys.argv[1:]))
