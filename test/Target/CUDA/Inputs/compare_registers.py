"""Compares what `qdc inspect` reads from a cubin with what ptxas says: compare_registers.py PTX PACKAGE TARGET"""
import json
import re
import subprocess
import sys


def main():
    ptx, package, target = sys.argv[1:]
    tools = json.loads(subprocess.check_output(["qdc", "targets", "--json"]))["tools"]
    ptxas = next(tool["path"] for tool in tools if tool["name"] == "ptxas")
    said = subprocess.run([ptxas, "-v", "-arch=" + target.split(":")[1], ptx, "-o", "/dev/null"], check=True,
                          capture_output=True, text=True).stderr
    expected = {}
    for part in said.split("Compiling entry function '")[1:]:
        expected[part.split("'")[0]] = (int(re.search(r"Used (\d+) registers", part)[1]),
                                        int(re.search(r"(\d+) bytes stack frame", part)[1]))
    summary = json.loads(subprocess.check_output(["qdc", "inspect", package, "--json"]))
    number = [image["target"] for image in summary["manifest"]["images"]].index(target)
    found = {kernel["symbol"]: (kernel["registers"], kernel["stack_bytes"])
             for kernel in summary["image_code"][number]["entry_points"]}
    if not expected or found != expected:
        sys.exit(f"error: inspect says {found}, ptxas {expected}")


main()
