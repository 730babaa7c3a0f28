"""The programs of a kind of benchmark: qdc's own and its rivals'. Says what there is and why something is not.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import os
import shutil
import subprocess
import sys

INSTALL_SECONDS = 900
THREADS = 2  # of every program, on any machine


@dataclasses.dataclass(frozen=True)
class Program:
    """`title` is its name in tables. `serve` runs its cases (runner.py), `start` ends after the first result
    (methods.FirstResult); both are commands. `missing`: why the program cannot run, or None. `processor`: the only one
    that `serve` runs on; any when None."""

    title: str
    serve: list
    start: list | None = None
    missing: str | None = None
    processor: int | None = None


def reason_of(output):
    """What a failing venv or pip wants to say: pip's last error, else all of it, shortened."""
    if "Retrying (" in output:  # pip's words when it is not connected; its errors then blame the packages
        return "the package index cannot be reached"
    errors = [line.strip() for line in output.split("\n") if line.startswith("ERROR: ")]
    return (errors[-1] if errors else " ".join(output.split()))[:200] or "no output"


def install(requirements, venv, progress, python=sys.executable):
    """Makes `venv`, of `python`, hold what `requirements` lists. Returns None, or the reason why it does not.

    A venv is finished when it holds a copy of the list; anything else is made anew.
    """
    wanted = requirements.read_text(encoding="utf-8")
    finished = venv / "requirements.txt"
    if finished.exists() and finished.read_text(encoding="utf-8") == wanted:
        return None
    shutil.rmtree(venv, ignore_errors=True)
    for what, command in (
            ("making", [python, "-m", "venv", venv]),
            ("installing rivals into", [venv / "bin/python", "-m", "pip", "install", "--disable-pip-version-check",
                                        "--quiet", "--no-cache-dir", "--retries", "1", "--requirement", requirements])):
        progress(f"{what} {venv}")
        try:
            subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           timeout=INSTALL_SECONDS)
        except subprocess.TimeoutExpired:
            return f"{what} a Python venv took more than {INSTALL_SECONDS} s"
        except subprocess.CalledProcessError as failure:
            return f"{what} a Python venv failed: {reason_of(failure.stdout)}"
        except OSError as failure:
            return f"{what} a Python venv failed: {failure.strerror}"
    finished.write_text(wanted, encoding="utf-8")
    return None


def cpu_programs(source, build, folder, rivals, progress):
    """The programs of `cpu`, by name. Rivals that are not in `rivals` are missing, and not installed."""
    python, threads = folder / "venv/bin/python", str(THREADS)
    problem = None
    if {"quadrants", "warp"} & set(rivals):
        problem = install(source / "benchmarks/requirements.txt", folder / "venv", progress)

    def in_python(name, title):
        scripts, cache = source / "benchmarks/rivals", folder / f"cache-{name}"
        return Program(title, [python, scripts / f"{name}_cpu.py", threads, cache],
                       [python, scripts / f"{name}_start.py", threads, cache], problem)

    programs = {
        "openmp": Program("C++ with OpenMP", [build / "bin/bench-cpu-openmp", threads, folder]),
        "quadrants": in_python("quadrants", "Quadrants"),
        "warp": in_python("warp", "Warp"),
    }
    for name, program in programs.items():
        if name not in rivals:
            programs[name] = dataclasses.replace(program, missing="not among --rivals")
    qdc = Program("qdc", [build / "bin/bench-cpu-qdc", threads, folder],
                  [build / "bin/bench-start", "cpu", threads, folder / "saxpy.fatbin"])
    return {"qdc": qdc} | programs


def framework(source, folder, name, kind, title):
    """A framework of the Python that runs the bench, which serves the cases of this kind."""
    return Program(title, [sys.executable, source / f"benchmarks/rivals/{name}_{kind}.py", folder / f"cache-{name}"])


def cuda_programs(source, build, folder, rivals, progress):
    """The programs of `cuda`, by name. The frameworks are those of the Python that runs the bench, since they come with
    CUDA libraries of some gigabytes; one that is not installed says so itself. The two in C++ launch from one thread,
    and run on the same processor: from another one a launch may cost half more."""
    raw, processor = build / "bin/bench-cuda-raw", max(os.sched_getaffinity(0))
    programs = {
        "cuda": Program("CUDA by hand", [raw], missing=None if raw.exists() else "there was no nvcc to build it",
                        processor=processor),
        "torch": framework(source, folder, "torch", "cuda", "PyTorch"),
        "triton": framework(source, folder, "triton", "cuda", "Triton"),
        "jax": framework(source, folder, "jax", "cuda", "JAX"),
        "warp": framework(source, folder, "warp", "cuda", "Warp"),
        "quadrants": framework(source, folder, "quadrants", "cuda", "Quadrants"),
    }
    for name, program in programs.items():
        if name not in rivals:
            programs[name] = dataclasses.replace(program, missing="not among --rivals")
    qdc = Program("qdc", [build / "bin/bench-cuda-qdc", folder],
                  [build / "bin/bench-start", "cuda:0", str(THREADS), folder / "saxpy.fatbin"], processor=processor)
    return {"qdc": qdc} | programs


def vulkan_programs(source, build, folder, rivals, progress):
    """The programs of `vulkan`, by name. Those of full size each run on one processor, as those of `cuda` do."""
    return vulkan_programs_of(build, folder, rivals, "full", max(os.sched_getaffinity(0)))


def small_vulkan_programs(source, build, folder, rivals, progress):
    """The same for small cases: a device that computes on the CPU takes the processors that it wants."""
    return vulkan_programs_of(build, folder, rivals, "small", None)


def vulkan_programs_of(build, folder, rivals, size, processor):
    """By name, for cases of that size: qdc with loops run as it chooses, and as rivals Vulkan by hand, qdc's CUDA target,
    and qdc with each strategy for all loops; "by-hand" for cases that qdc has no part in."""
    raw, start = build / "bin/bench-vulkan-raw", build / "bin/bench-vulkan-start"

    def ours(title, device, loops, begin=None):
        return Program(title, [build / "bin/bench-vulkan-qdc", folder, device, size, loops], begin, processor=processor)

    def by_hand(title, by):
        return Program(title, [raw, size, by], [start, "raw", folder / "pipelines"],
                       missing=None if raw.exists() else "this build has no backend of Vulkan", processor=processor)

    programs = {
        "raw": by_hand("Vulkan by hand", "fence"),
        "timeline": by_hand("Vulkan by hand, timeline", "timeline"),
        "cuda": ours("qdc's CUDA target", "cuda:0", "auto"),
        "host": ours("qdc, loops: host", "vulkan:0", "host"),
        "block": ours("qdc, loops: block", "vulkan:0", "block"),
        "replay": ours("qdc, loops: replay", "vulkan:0", "replay"),
    }
    for name, program in programs.items():
        if name not in rivals:
            programs[name] = dataclasses.replace(program, missing="not among --rivals")
    return {"qdc": ours("qdc", "vulkan:0", "auto", [start, "qdc", folder / "saxpy.fatbin"]),
            "by-hand": by_hand("Vulkan by hand, for rows without qdc", "timeline")} | programs


def loops_programs(source, build, folder, rivals, progress):
    """The programs of `loops`, by name: qdc with loops run as it chooses, and as rivals qdc with each strategy for all
    loops, CUDA by hand, and frameworks as for `cuda`. Those in C++ run on the same processor, as there."""
    processor = max(os.sched_getaffinity(0))
    raw = build / "bin/bench-loops-raw"
    no_raw = None if raw.exists() else "there was no nvcc to build it"

    def ours(title, loops):
        return Program(title, [build / "bin/bench-loops-qdc", folder, loops], processor=processor)

    programs = {
        "host": ours("qdc, loops: host", "host"),
        "graph": ours("qdc, loops: graph", "graph"),
        "block": ours("qdc, loops: block", "block"),
        "grid": ours("qdc, loops: grid", "grid"),
        "while": Program("CUDA by hand, WHILE node", [raw, "while"], missing=no_raw, processor=processor),
        "cooperative": Program("CUDA by hand, cooperative", [raw, "grid"], missing=no_raw, processor=processor),
        "led": Program("CUDA by hand, host loop", [raw, "host"], missing=no_raw, processor=processor),
        "jax": framework(source, folder, "jax", "loops", "JAX"),
        "warp": framework(source, folder, "warp", "loops", "Warp"),
        "quadrants": framework(source, folder, "quadrants", "loops", "Quadrants"),
    }
    for name, program in programs.items():
        if name not in rivals:
            programs[name] = dataclasses.replace(program, missing="not among --rivals")
    return {"qdc": ours("qdc", "auto")} | programs


def codegen_programs(source, build, folder, rivals, progress):
    """The programs of `codegen`, by name: "qdc" on the CPU, "qdc-cuda" on a GPU, "written" and "written-cuda" for loops
    that are written out instead, and the same kernels made by the compilers of C++ and CUDA. Where there is no compiler, the CPU's were made for the processor of another machine."""
    processor, elsewhere = max(os.sched_getaffinity(0)), None
    if not (build / "bin/qdc").exists():
        elsewhere = "the CPU is measured where the compiler is"

    def built(name, title, compiler, missing=None, processor=None):
        path = build / f"bin/bench-codegen-{name}"
        if not missing and not path.exists():
            missing = f"there was no {compiler} to build it"
        return Program(title, [path], missing=missing, processor=processor)

    ours = build / "bin/bench-codegen-qdc"
    programs = {
        "written": Program("written out, on the CPU", [ours, "cpu", folder, "written"], missing=elsewhere),
        "written-cuda": Program("written out, on a GPU", [ours, "cuda:0", folder, "written"], processor=processor),
        "clang": built("clang", "C++, clang", "clang", elsewhere),
        "gcc": built("gcc", "C++, gcc", "g++", elsewhere),
        "nvcc": built("raw", "CUDA, nvcc", "nvcc", processor=processor),
    }
    for name, program in programs.items():
        if name not in rivals:
            programs[name] = dataclasses.replace(program, missing="not among --rivals")
    return {"qdc": Program("qdc on the CPU", [ours, "cpu", folder], missing=elsewhere),
            "qdc-cuda": Program("qdc on a GPU", [ours, "cuda:0", folder], processor=processor)} | programs


def checks_programs(source, build, folder, rivals, progress):
    """The programs of `checks`, by name: "cpu-bounds" and so on, for a place and a variant, and "cpu-plain", "cuda-plain"
    with code without checks."""
    processor, elsewhere = max(os.sched_getaffinity(0)), None
    if not (build / "bin/qdc").exists():
        elsewhere = "the CPU is measured where the compiler is"
    plain = None if "plain" in rivals else "not among --rivals"

    def ours(device, variant):
        missing = (elsewhere if device == "cpu" else None) or (plain if variant == "plain" else None)
        return Program(variant, [build / "bin/bench-checks-qdc", device, folder, variant], missing=missing,
                       processor=None if device == "cpu" else processor)

    return {f"{device.split(':', maxsplit=1)[0]}-{variant}": ours(device, variant) for device in ("cpu", "cuda:0")
            for variant in ("plain", "bounds", "arithmetic", "float")}


def grad_programs(source, build, folder, rivals, progress):
    """The programs of `grad`, by name: qdc's gradients on the CPU and on a GPU, the kernels that they belong to, adjoints
    by hand, and frameworks of the Python that runs the bench. "exact" says how far others are off."""
    processor, elsewhere = max(os.sched_getaffinity(0)), None
    if not (build / "bin/qdc").exists():
        elsewhere = "the CPU is measured where the compiler is"
    ours, raw = build / "bin/bench-grad-qdc", build / "bin/bench-grad-raw"

    def on_gpu(title, *words):
        return Program(title, [ours, "cuda:0", folder, *words], processor=processor)

    programs = {
        "primal": Program("qdc, the kernel itself", [ours, "cpu", folder, "primal"], missing=elsewhere),
        "primal-cuda": on_gpu("qdc, the kernel itself, on a GPU", "primal"),
        "openmp": Program("C++ with OpenMP, by hand", [build / "bin/bench-grad-openmp"], missing=elsewhere),
        "cuda": Program("CUDA by hand", [raw], missing=None if raw.exists() else "there was no nvcc to build it",
                        processor=processor),
    }
    for name, title in (("warp", "Warp"), ("jax", "JAX"), ("quadrants", "Quadrants")):
        program = framework(source, folder, name, "grad", title)
        programs[name] = dataclasses.replace(program, serve=[*program.serve, "cpu"], missing=elsewhere)
        programs[f"{name}-cuda"] = dataclasses.replace(program, title=f"{title} on a GPU",
                                                       serve=[*program.serve, "cuda:0"])
    for name, program in programs.items():
        if name not in rivals:
            programs[name] = dataclasses.replace(program, missing="not among --rivals")
    return {"qdc": Program("qdc on the CPU", [ours, "cpu", folder], missing=elsewhere), "qdc-cuda": on_gpu("qdc on a GPU"),
            "exact": Program("C++ by hand, in double", [build / "bin/bench-grad-exact"])} | programs
