"""Compares what `qdc inspect` reads from cubins whose kernels have no local arrays with what ptxas says of registers, stack
and spills: compare_resources.py NAME, of NAME.fatbin and of NAME.cuda-sm_N.ptx from -save-temps, for all its cubins

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import re
import subprocess
import sys


def said_by_ptxas(ptx, architecture):
    """Stack, spill stores, spill loads and registers by the kernel's name."""
    tools = json.loads(subprocess.check_output(["qdc", "targets", "--json"]))["tools"]
    ptxas = next(tool["path"] for tool in tools if tool["name"] == "ptxas")
    said = subprocess.run([ptxas, "-v", "-arch=" + architecture, ptx, "-o", "/dev/null"], check=True,
                          capture_output=True, text=True).stderr
    words = r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\n.*Used (\d+) registers"
    return {part.split("'")[0]: tuple(map(int, re.search(words, part).groups()))
            for part in said.split("Compiling entry function '")[1:]}


def main():
    name = sys.argv[1]
    summary = json.loads(subprocess.check_output(["qdc", "inspect", name + ".fatbin", "--json"]))
    compared = 0
    for image, code in zip(summary["manifest"]["modules"][0]["images"], summary["modules"][0]["image_code"]):
        device, _, architecture = image["target"].partition(":")
        if not architecture.startswith("sm_"):
            continue
        expected = said_by_ptxas(f"{name}.{device}-{architecture}.ptx", architecture)
        found = {kernel["symbol"]: (kernel["stack_bytes"], kernel["local_store_bytes"], kernel["local_load_bytes"],
                                    kernel["registers"]) for kernel in code["entry_points"]}
        if not expected or found != expected:
            sys.exit(f"error: of {image['target']} inspect says {found}, ptxas {expected}")
        compared += 1
    print(f"{compared} compared")


main()
