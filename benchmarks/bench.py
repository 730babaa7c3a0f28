#!/usr/bin/env python3
"""Runs the benchmarks of this tree: prints a table and writes build/bench/NAME.json.

usage: bench.py BUILD-FOLDER [cpu]

Each row compares qdc with a rival that was measured in the same run, or with a
goal. A row that misses its goal is marked, never hidden.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time


def row(case, unit, qdc, goal, rival=0, rival_name=""):
    ratio = qdc / rival if rival else 0
    ok = (ratio if rival else qdc) <= goal
    return {"case": case, "unit": unit, "qdc": qdc, "rival": rival, "rival_name": rival_name,
            "ratio": ratio, "goal": goal, "ok": ok}


def seconds(command, rounds=11):
    """The median wall time of a whole process, after one warm-up."""
    times = []
    for _ in range(rounds + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def generated_kernel(tasks, operations):
    """A kernel of many parallel loops, each of many dependent operations."""
    lines = ["qd.kernel @generated(%x: memref<?xf32>, %k: f32) {",
             "  %c0 = arith.constant 0 : index",
             "  %n = memref.dim %x, %c0 : memref<?xf32>"]
    for _ in range(tasks):
        lines.append("  qd.for (%i) in (%n) {")
        lines.append("    %v0 = memref.load %x[%i] : memref<?xf32>")
        for operation in range(operations):
            name = "mulf" if operation % 2 else "addf"
            lines.append(f"    %v{operation + 1} = arith.{name} %v{operation}, %k : f32")
        lines.append(f"    memref.store %v{operations}, %x[%i] : memref<?xf32>")
        lines.append("  }")
    lines += ["  qd.return", "}", ""]
    return "\n".join(lines)


def compile_rows(build, folder):
    qdc = str(build / "bin/qdc")
    out = str(folder / "out.fatbin")
    rows = []
    for name, goal in (("saxpy", 60), ("mpm88", 150)):
        command = [qdc, "compile", f"examples/{name}/{name}.qir", "-o", out]
        rows.append(row(f"qdc compile {name}, whole process", "ms", 1e3 * seconds(command), goal))
    times = []
    for tasks in (100, 1000):
        source = folder / f"tasks{tasks}.qir"
        source.write_text(generated_kernel(tasks, 100))
        times.append(seconds([qdc, "compile", str(source), "-o", out], rounds=3))
    rows.append(row("qdc compile 1,000 tasks over 100 tasks", "times", times[1] / times[0], 11))
    for operations, goal in ((10000, 1), (100000, 12)):
        source = folder / f"operations{operations}.qir"
        source.write_text(generated_kernel(1, operations))
        rows.append(row(f"qdc compile one task of {operations:,} operations", "s",
                        seconds([qdc, "compile", str(source), "-o", out], rounds=1), goal))
    return rows


def loader_rows(build, folder):
    stripped = folder / "libqdrt.so"
    subprocess.run(["strip", "-o", stripped, (build / "lib/libqdrt.so").resolve()], check=True)
    rows = [row("libqdrt.so, stripped", "kB", stripped.stat().st_size / 1e3, 500)]
    command = [str(build / "bin/example-saxpy"), str(build / "examples/saxpy.fatbin")]
    rows.append(row("host program from start to exit, saxpy of 1,000,003", "ms", 1e3 * seconds(command), 15))
    return rows


def cpu(build):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for package in ("saxpy", "heat", "conjugate_gradient", "mpm88"):
            (folder / f"{package}.fatbin").write_bytes((build / f"examples/{package}.fatbin").read_bytes())
        subprocess.run([build / "bin/qdc", "compile", "benchmarks/kernels/tiny.qir", "-o", folder / "tiny.fatbin"],
                       check=True)
        lines = subprocess.run([build / "bin/bench-cpu", folder], check=True, stdout=subprocess.PIPE, text=True)
        rows = [json.loads(line) for line in lines.stdout.splitlines()]
        return rows + compile_rows(build, folder) + loader_rows(build, folder)


def main():
    if len(sys.argv) not in (2, 3) or (len(sys.argv) == 3 and sys.argv[2] != "cpu"):
        sys.exit(re.search("usage: .*", __doc__).group())
    build = pathlib.Path(sys.argv[1])
    rows = cpu(build)
    output = build / "bench/cpu.json"
    output.parent.mkdir(exist_ok=True)
    output.write_text(json.dumps(rows, indent=1) + "\n")
    print(f"{'case':55} {'qdc':>10} {'rival':>10} {'ratio':>7} {'goal':>7}")
    for entry in rows:
        rival = f"{entry['rival']:.4g}" if entry["rival"] else ""
        ratio = f"{entry['ratio']:.2f}" if entry["rival"] else ""
        print(f"{entry['case']:55} {entry['qdc']:10.4g} {rival:>10} {ratio:>7} {entry['goal']:7.4g} "
              f"{entry['unit']:5} {'' if entry['ok'] else 'MISSED'}  {entry['rival_name']}")
    print(f"rivals: C++ with OpenMP; not measured yet: Quadrants, Warp. Written to {output}")


if __name__ == "__main__":
    main()
