"""Takes one barrier at a time out of the grid of a file, which qdc-run-grid has to notice: lost_barriers.py FILE

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import subprocess
import sys

LOWER = ["qdc-opt", sys.argv[1], "--qd-name-symbols", "--convert-tasks-to-grid"]
RUN = ["qdc-run-grid", "-", "--device-subgroup=8", "--blocks=2", "--order=forward,backward,random(1)",
       "x=i32[3000]:iota", "n=3000", "y=i32[1]"]


def main():
    lines = subprocess.run(LOWER, capture_output=True, text=True, check=True).stdout.split("\n")
    barriers = [number for number, line in enumerate(lines) if line.strip() == "gpu.barrier"]
    found = []
    for number in barriers:
        done = subprocess.run(RUN, input="\n".join(lines[:number] + lines[number + 1:]), capture_output=True, text=True)
        is_fault = "and no barrier lies between" in done.stderr or "which nothing has written" in done.stderr
        found.append(done.returncode == 1 and is_fault)
        if done.returncode and not is_fault:
            sys.exit(done.stderr)
    print("%d of %d" % (sum(found), len(found)))
    sys.exit(found != [True] * (len(found) - 1) + [False] or len(found) < 10)


main()
