"""What is measured and what is wanted: a declarative list for each kind of benchmark.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses

from .methods import (Compile, FileSize, FirstResult, ForeignLibraries, Gradient, InProcess, Method,
                      MoreThan, Told, in_turns)


@dataclasses.dataclass(frozen=True)
class Rival:
    """Somebody whose figure stands beside qdc's. `limit`: the goal, qdc's figure over the rival's at most; None: the
    rival is only shown."""

    name: str
    limit: float | None = None


@dataclasses.dataclass(frozen=True)
class Case:
    """One row for the goal of qdc's own figure, in `unit`, where there is one, and one for each rival.

    name is for --only and the protocol, title for readers. A round measures each program once; the figures are the
    medians over `rounds`, after one round that does not count where `warm_up` is true. `moved`: bytes that a call must
    read from memory and write to it, where that is what takes the time.
    """

    name: str
    title: str
    unit: str
    method: Method
    rounds: int
    goal: float | None = None
    rivals: tuple[Rival, ...] = ()
    warm_up: bool = True
    moved: int | None = None


CXX = Rival("openmp", 1.1)
# The dynamic linker is libc's own.
LIBRARIES = ("libc.so.6", "ld-linux-x86-64.so.2", "libm.so.6", "libstdc++.so.6")
BESIDE = (Rival("quadrants"), Rival("warp"))

RAW = "cuda"
FRAMEWORKS = (Rival("torch"), Rival("triton"), Rival("jax"), Rival("warp"), Rival("quadrants"))
TEN = "10-task graph, n = 4,096: "

# Packages of which the driver compiles what is PTX when they are loaded. It has a cache of its own, which is off.
START = "the same, four packages"
STARTED = ("mpm88.fatbin", "graph.fatbin", "sum.fatbin")
DRIVER_CACHE_OFF = ("CUDA_CACHE_DISABLE", "1")
# So have those of Vulkan: NVIDIA's, and Mesa's.
DRIVER_PIPELINES_OFF = (("__GL_SHADER_DISK_CACHE", "0"), ("MESA_SHADER_CACHE_DISABLE", "true"))

# Calls of a function in one loop: few, and ten times as many.
MATH_CALLS = {"erf": (200, 2000), "sin": (400, 4000), "powf": (100, 1000)}


def math_rows(target=""):
    """Rows on loops with many calls of a math function, each with the same for a tenth of the calls beside it."""
    options = (f"--target=cuda:{target}",) if target else ()
    return [Case(f"compile-{function}{'-' if target else ''}{target.split('_')[0]}",
                 f"qdc compile, {many:,} math.{function}{', ' if target else ''}{target}", "ms",
                 Compile(f"math {function} {many}", {f"qdc, {few} times": f"math {function} {few}"}, options), 3,
                 rivals=(Rival(f"qdc, {few} times", 11),)) for function, (few, many) in MATH_CALLS.items()]


CUDA = (
    Case("graph-host", TEN + "host", "us", in_turns(calls=300), 31, rivals=(Rival(RAW, 1.1),) + FRAMEWORKS),
    Case("graph-back-to-back", TEN + "back to back", "us", in_turns(calls=500), 31,
         rivals=(Rival(RAW, 1.1),) + FRAMEWORKS),
    Case("graph-synchronized", TEN + "launch and wait", "us", in_turns(calls=200), 31,
         rivals=(Rival(RAW, 1.1),) + FRAMEWORKS),
    Case("graph-pointer", TEN + "one pointer new, host", "us", in_turns(calls=300), 31, rivals=(Rival(RAW, 1.2),)),
    Case("graph-scalars", TEN + "all scalars new, host", "us", in_turns(calls=300), 31,
         rivals=(Rival(RAW, 1.2),)),
    Case("elementwise", "10 elementwise tasks, n = 4,096, back to back", "us", in_turns(calls=500), 31, goal=3,
         rivals=(Rival(RAW),) + FRAMEWORKS),
    Case("task", "one task without a graph, n = 4,096, back to back", "us", in_turns(calls=500), 31, goal=3.2,
         rivals=(Rival(RAW),) + FRAMEWORKS),
    Case("saxpy", "saxpy of 2^28", "ms", in_turns(calls=20, check=3), 11, rivals=(Rival(RAW, 1.05),) + FRAMEWORKS,
         moved=3 * 4 * 2**28),
    Case("sum", "sum of 2^28, every element added to one place", "ms", in_turns(calls=20, check=3), 11,
         rivals=(Rival(RAW, 1.05),) + FRAMEWORKS, moved=4 * 2**28),
    Case("mpm88", "mpm88 substep, 1,048,576 particles, 1024x1024 grid", "us", in_turns(calls=5, check=5, units=20), 11,
         rivals=(Rival(RAW, 1.1), Rival("quadrants", 1))),
    Case("compile-ptx", "qdc compile, saxpy, PTX", "ms", Compile("saxpy", options=("--target=cuda:compute_90",)), 11,
         goal=40),
    Case("compile-cubin", "qdc compile, saxpy, a cubin", "ms", Compile("saxpy", options=("--target=cuda:sm_90",)), 11,
         goal=60),
    Case("compile-cubins", "qdc compile, saxpy, five cubins", "ms",
         Compile("saxpy", options=[f"--target=cuda:sm_{arch}" for arch in (75, 80, 89, 90, 100)]), 11, goal=120),
    *math_rows("compute_90"),
    *math_rows("sm_90"),
    Case("first-result", "start to first result, beyond making the context", "ms", FirstResult(), 11, goal=5),
    *(Case(f"start-{name}", f"{START}: {title}", "ms", FirstResult(STARTED, (DRIVER_CACHE_OFF, *variables)), 11)
      for name, title, *variables in (
          ("compiled", "PTX", ("QDRT_TARGET", "cuda:compute_75"), ("QDRT_CACHE", "")),
          ("kept", "PTX, kept by QDRT_CACHE", ("QDRT_TARGET", "cuda:compute_75"), ("QDRT_CACHE", "FOLDER")),
          ("cubin", "machine code", ("QDRT_TARGET", "cuda:sm_90"), ("QDRT_CACHE", "FOLDER")))),
)

def vulkan_cases(is_small):
    """Cases on Vulkan, beside Vulkan by hand and qdc's CUDA target; small ones, which a device that computes on the CPU
    does in no time."""
    raw, timeline, cuda = Rival("raw", 1.1), Rival("timeline", 1.1), Rival("cuda")
    elements, particles, side = ("2^20", "16,384", 128) if is_small else ("2^28", "1,048,576", 1024)
    n = 2**20 if is_small else 2**28

    def loop(name, title, *strategies):
        return Case(name, title, "us", in_turns(2, check=2, units=1000), 11,
                    rivals=(*(Rival(strategy) for strategy in strategies), cuda))

    def cost(name, title, units=1, calls=2, moved=None):
        """What part of a loop takes, by hand."""
        return Case(f"cost-{name}", f"by hand: {title}", "us",
                    in_turns(calls, check=2, units=units, ours="by-hand"), 11, moved=moved)

    return (
        Case("graph-host", TEN + "host", "us", in_turns(300), 31, rivals=(raw, timeline, cuda)),
        Case("graph-back-to-back", TEN + "back to back", "us", in_turns(500), 31, rivals=(raw, timeline, cuda)),
        Case("graph-synchronized", TEN + "launch and wait", "us", in_turns(200), 31, rivals=(raw, timeline, cuda)),
        Case("wait", "the same by hand, which waits by a timeline", "us", in_turns(200, ours="by-hand"), 31,
             rivals=(Rival("raw", 1),)),
        Case("graph-pointer", TEN + "one pointer new, host", "us", in_turns(300), 31, rivals=(cuda,)),
        Case("graph-scalars", TEN + "all scalars new, host", "us", in_turns(300), 31, rivals=(cuda,)),
        Case("saxpy", f"saxpy of {elements}", "ms", in_turns(20, check=3), 11, rivals=(Rival("cuda", 1.1), raw),
             moved=3 * 4 * n),
        Case("sum", f"sum of {elements}, every element added to one place", "ms", in_turns(20, check=3), 11,
             rivals=(Rival("cuda", 1.1), raw), moved=4 * n),
        Case("mpm88", f"mpm88 substep, {particles} particles, {side}x{side} grid", "us",
             in_turns(5, check=5, units=20), 11, rivals=(Rival("cuda", 1.3), raw)),
        loop("count-256", "do-while of two tasks, n = 256: iteration", "host", "block", "replay"),
        loop("count-16384", "do-while of two tasks, n = 16,384: iteration", "host", "block", "replay"),
        *(() if is_small else
          (loop("count-1048576", "do-while of two tasks, n = 1,048,576: iteration", "host", "replay"),)),
        loop("nested", "10 times 100 iterations, n = 256: inner iteration", "host", "block", "replay"),
        cost("dependent", "dependent dispatch", 1000),
        cost("independent", "independent dispatch", 1000),
        cost("indirect", "indirect dispatch", 1000),
        cost("skipped", "indirect dispatch of no workgroup", 1000),
        cost("decided", "indirect dispatch, and one that decides", 1000),
        cost("round-trip", "dispatch, and the host waits for it", calls=200),
        cost("block", "iteration of a loop in one workgroup", 1000),
        cost("block-memory", "one workgroup reads 2^24 elements", calls=5, moved=4 * 2**24),
        Case("compile-spirv", "qdc compile, saxpy, SPIR-V, validated", "ms",
             Compile("saxpy", options=("--target=vulkan:1.2",)), 11, goal=40),
        *(Case(name, f"first result beyond the device, {title}", "ms", FirstResult((), variables), 11,
               goal=goal, rivals=rivals) for name, title, goal, rivals, variables in (
                   ("first-result", "pipelines kept", 8, (raw,), (("QDRT_CACHE", "FOLDER"),)),
                   ("start-kept", "kept by qdc alone", None, (raw,),
                    (("QDRT_CACHE", "FOLDER"), *DRIVER_PIPELINES_OFF)),
                   ("start-compiled", "nothing kept", None, (), (("QDRT_CACHE", ""), *DRIVER_PIPELINES_OFF)))),
    )


VULKAN = vulkan_cases(is_small=False)
VULKAN_SMALL = vulkan_cases(is_small=True)

# How else the device or the host runs the same loops, and the same by hand.
STRATEGIES = (Rival("host"), Rival("graph"), Rival("block"), Rival("grid"))
WITHOUT_BLOCK = (Rival("host"), Rival("graph"), Rival("grid"))  # where it would take one block very long
BY_HAND = (Rival("while"), Rival("cooperative"))
LOOPING = (Rival("jax"), Rival("warp"), Rival("quadrants"))  # frameworks whose loops run on the device


def plate_row(side, iterations, calls):
    return Case(f"plate-{side}", f"CG {side}x{side}, f64, {iterations} iterations: solve", "ms",
                in_turns(calls, check=1), 7,
                rivals=WITHOUT_BLOCK + (Rival("led", 1), Rival("jax", 1), Rival("warp", 1)))


def count_row(n, goal, rivals):
    return Case(f"count-{n}", f"do-while of two tasks, n = {n:,}: iteration", "us", in_turns(2, check=2, units=1000),
                11, goal=goal, rivals=rivals + BY_HAND + LOOPING)


LOOPS = (
    count_row(256, 1, STRATEGIES),
    count_row(16384, 3.5, STRATEGIES),
    count_row(262144, 4.5, WITHOUT_BLOCK),
    count_row(1048576, 8.3, WITHOUT_BLOCK),
    count_row(4194304, 18, WITHOUT_BLOCK),
    Case("nested", "10 times 100 iterations, n = 256: inner iteration", "us", in_turns(2, check=2, units=1000), 11,
         goal=1.2, rivals=STRATEGIES + BY_HAND[1:] + LOOPING),
    Case("mpm88", "mpm88, 20 substeps in one launch: substep", "us", in_turns(5, check=5, units=20), 11,
         rivals=(Rival("host", 1.05), Rival("graph"), Rival("grid"))),
    Case("wave", "wave 512x512, snapshot every 500 steps: step", "us", in_turns(1, check=1, units=2000), 11, goal=2.5,
         rivals=WITHOUT_BLOCK + BY_HAND[1:]),
    Case("sparse-64", "conjugate gradient, CSR of 64^3, f64: iteration", "us", in_turns(2, check=1, units=100), 11,
         goal=20, rivals=WITHOUT_BLOCK + BY_HAND[1:]),
    Case("sparse-16", "conjugate gradient, CSR of 16^3, f64: iteration", "us", in_turns(2, check=1, units=50), 11,
         rivals=STRATEGIES + BY_HAND[1:]),
    plate_row(256, 500, 2),
    plate_row(1024, 500, 1),
    plate_row(4096, 200, 1),
    Case("once", "launch and wait: more by a do-while of one pass", "us", MoreThan(200, base="plain"), 11, goal=8,
         rivals=STRATEGIES),
    Case("empty", "launch and wait: more by a loop of no iteration", "us", MoreThan(200, base="plain"), 11, goal=8,
         rivals=STRATEGIES),
    Case("branch", "launch and wait: more by a branch not taken", "us", MoreThan(200, base="plain"), 11, goal=3),
    *(Case(f"launch-{strategy}", f"loop in a {strategy}: launch, host", "us", in_turns(300), 31,
           rivals=(Rival("cooperative", 1.2),)) for strategy in ("block", "grid")),
)


@dataclasses.dataclass(frozen=True)
class Arithmetic:
    """A kernel of benchmarks/kernels/codegen. `calls`: on the CPU and on a GPU, for some milliseconds. `titles` name it
    with the size that each of them has (codegen/Inputs.h). `limit`: the goal on a GPU."""

    name: str
    titles: tuple[str, str]
    calls: tuple[int, int]
    limit: float = 1

    def cases(self):
        """A row beside each compiler, for the CPU and for a GPU."""
        on_cpu, on_gpu = self.titles
        return (Case(f"cpu-{self.name}", f"CPU: {on_cpu}", "ms", InProcess(self.calls[0], check=1), 11,
                     rivals=(Rival("clang", 1), Rival("gcc", 1))),
                Case(f"cuda-{self.name}", f"GPU: {on_gpu}", "us",
                     in_turns(self.calls[1], check=1, ours="qdc-cuda"), 21,
                     rivals=(Rival("nvcc", self.limit),)))


def gradients(on_gpu):
    """Rows on gradients of loops. A reverse sweep stands beside the kernel that it is the reverse of."""
    where, suffix, prefix = ("GPU", "-cuda", "cuda-") if on_gpu else ("CPU", "", "cpu-")
    unit, rounds, small, large = ("us", 21, 100, 20) if on_gpu else ("ms", 11, 20, 10)
    plate, fluid = ("2048^2", "1,048,576") if on_gpu else ("1024^2", "65,536")
    primal = f"primal{suffix}"
    def others(*frameworks):
        return (() if on_gpu else (Rival("openmp"),)) + tuple(Rival(f"{name}{suffix}") for name in frameworks)

    everyone = others("warp", "jax", "quadrants")

    def method(calls, exact="exact"):
        return Gradient(calls, check=1, tolerance=1e-5, ours=f"qdc{suffix}", exact=exact, others=(primal,),
                        untimed=int(on_gpu))

    return (
        Case(f"{prefix}trips-grad", f"{where}: loops of 1 to 64 trips: gradient", unit,
             method(small), rounds, goal=25 if on_gpu else None, rivals=everyone),
        Case(f"{prefix}trips-reverse", f"{where}: loops of 1 to 64 trips: reverse sweep", unit,
             method(small), rounds, rivals=(Rival(primal, 3),)),
        Case(f"{prefix}gated-grad", f"{where}: gated loops, 1 % active: gradient", unit, method(large), rounds,
             rivals=(Rival(primal), *others("warp", "quadrants"))),
        Case(f"{prefix}gated-memory", f"{where}: gated loops, 1 % active: memory", "kB",
             Told(1, check=1, ours=f"qdc{suffix}"), 1, goal=10000),
        Case(f"{prefix}plate-reverse", f"{where}: heat flow on {plate}: reverse sweep", unit, method(large), rounds,
             rivals=(Rival(primal, 3), *everyone)),
        Case(f"{prefix}fluid-reverse", f"{where}: mpm88, {fluid} particles: reverse sweep", unit,
             method(large, exact=""), rounds, rivals=(Rival(primal, 3),)),
    )


def adstacks():
    """Rows on what adstacks move: each entry is pushed once and popped once. The goal is nine tenths of the speed of
    CUDA by hand, which checks nothing."""
    n = 2**20
    return tuple(Case(f"cuda-adstack-{depth}", f"GPU: 2^20 adstacks, {depth} pushes and pops each", "us",
                      in_turns(200, check=1, ours="qdc-cuda"), 21, rivals=(Rival(RAW, 1.11),), moved=2 * 4 * depth * n)
                 for depth in (8, 64, 256))


def compile_gradients(name, differ, loops):
    """A row on the compile time of many differentiated loops, which differ as said, beside that of a tenth of them."""
    sources = {number: f"gradients {number} --differ {differ}" for number in (20, 200)}
    method = Compile(sources[200], {"qdc, 20 loops": sources[20]})
    return Case(name, f"qdc compile, 200 {loops}", "ms", method, 1, goal=1000,
                rivals=(Rival("qdc, 20 loops", 11),), warm_up=False)


GRAD = (
    *gradients(on_gpu=False),
    *gradients(on_gpu=True),
    *adstacks(),
    compile_gradients("compile-grad", "operations", "differentiated loops"),
    compile_gradients("compile-grad-constants", "constants", "that differ in a constant alone"),
    compile_gradients("compile-grad-alike", "nothing", "equal differentiated loops"),
)


def streams():
    """Rows of what moves 2^30 bytes of each type on a GPU: of a sum once, else in and out. The goals are GB/s."""
    array = 2**30
    for name, title, moved, goal in (("copy", "copy", 2 * array, 4000), ("reduce", "reduce", array, 4000),
                                     ("atomic", "naive atomic sum", array, 4000),
                                     ("stencil", "stencil, 5 points", 2 * array, 3800)):
        for kind in ("i8", "i16", "f16", "i32", "f32", "f64"):
            yield Case(f"cuda-{name}-{kind}", f"GPU: {title} of 2^30 bytes, {kind}", "us",
                       in_turns(5, check=1, ours="qdc-cuda"), 21, goal=round(moved / (goal * 1e3), 1),
                       rivals=(Rival("nvcc"),), moved=moved)


CODEGEN = tuple(case for kernel in (
    Arithmetic("nbody", ("N-body, 4,096 bodies, f32", "N-body, 16,384 bodies, f32"), (1, 5)),
    Arithmetic("black-scholes-f32", ("Black-Scholes, 2^19, f32", "Black-Scholes, 2^24, f32"), (3, 20)),
    Arithmetic("black-scholes-f64", ("Black-Scholes, 2^19, f64", "Black-Scholes, 2^23, f64"), (1, 20)),
    Arithmetic("jacobi", ("Jacobi, 7 points, 128^3, f32", "Jacobi, 7 points, 256^3, f32"), (5, 50), 0.9),
    Arithmetic("matmul", ("naive matrix product, 384^3, f32", "naive matrix product, 1024^3, f32"), (1, 20)),
    Arithmetic("solve", ("6x6 systems in local arrays, 2^17, f32", "6x6 systems in local arrays, 2^20, f32"), (3, 50),
               0.85),
    Arithmetic("neighbours", ("cell list, 55,296 particles, f32", "cell list, 1,048,576 particles, f32"), (1, 20)),
    Arithmetic("fractal", ("escape times, 512^2, f32", "escape times, 4096^2, f32"), (1, 10)),
    Arithmetic("spmv", ("sparse matrix, 64^3 rows, f64", "sparse matrix, 128^3 rows, f64"), (5, 50)),
    Arithmetic("sort", ("lists of 8 sorted, 2^19, f32", "lists of 8 sorted, 2^22, f32"), (3, 50)),
    Arithmetic("rows", ("sums of 4,096 rows, f32", "sums of 32,768 rows, f32"), (3, 50)),
    Arithmetic("upwind", ("transport with branches, 1024^2, f32", "transport with branches, 8192^2, f32"), (3, 50)),
) for case in kernel.cases()) + (
    Case("cpu-lattice", "CPU: lattice-Boltzmann with tables, 512^2, f32", "ms", InProcess(3, check=1), 11,
         rivals=(Rival("written", 1.1), Rival("clang", 1), Rival("gcc", 1))),
    Case("cuda-lattice", "GPU: lattice-Boltzmann with tables, 2048^2, f32", "us",
         in_turns(50, check=1, ours="qdc-cuda"), 21, rivals=(Rival("written-cuda", 1.1),)),
) + tuple(streams())

# What --checks may be, with the goals on the CPU and on a GPU: how much slower than plain code.
VARIANTS = {"bounds": (2, 1.3), "arithmetic": (10, 10), "float": (10, 10)}


def checked_cases(name, cpu, gpu):
    """Rows of a kernel with each variant beside plain code. `cpu`, `gpu`: a title, and calls for some milliseconds."""
    for place, index, unit, (title, calls) in (("cpu", 0, "ms", cpu), ("cuda", 1, "us", gpu)):
        for variant, limits in VARIANTS.items():
            yield Case(f"{place}-{name}-{variant}", f"{'GPU' if index else 'CPU'}: {title}: {variant}", unit,
                       InProcess(calls, check=1, ours=f"{place}-{variant}", untimed=index), 11,
                       rivals=(Rival(f"{place}-plain", limits[index]),))


CHECKS = (
    *checked_cases("gather", ("gather of 2^22", 2), ("gather of 2^26", 20)),
    *checked_cases("heat", ("heat 2048x2048, iteration", 2), ("heat 2048x2048, iteration", 100)),
    *checked_cases("cg", ("conjugate gradient 1024x1024", 1), ("conjugate gradient 1024x1024", 5)),
    *checked_cases("mpm88", ("mpm88, 8,192 particles", 1), ("mpm88, 1,048,576 particles", 2)),
)

CPU = (
    Case("mpm88", "mpm88 substep, 8,192 particles, 128x128 grid", "us", InProcess(calls=4, check=20, units=20), 15,
         rivals=(Rival("quadrants", 0.5), CXX)),
    Case("saxpy", "saxpy of 2^24", "ms", InProcess(calls=5, check=3), 15, rivals=(CXX,), moved=3 * 4 * 2**24),
    Case("heat", "heat 2048x2048, iteration", "ms", InProcess(calls=10, check=5), 15, rivals=(CXX,)),
    Case("conjugate-gradient", "conjugate gradient 1024x1024, iteration", "ms", InProcess(calls=1, check=1, units=20),
         15, rivals=(CXX,)),
    Case("launch-serial", "launch of a serial task", "us", InProcess(calls=2000), 15, goal=1, rivals=BESIDE),
    Case("launch-inline", "launch of a parallel task, run inline", "us", InProcess(calls=2000), 15, goal=1,
         rivals=BESIDE),
    Case("launch-awake", "launch of a parallel task, workers awake", "us", InProcess(calls=500), 15, goal=5,
         rivals=BESIDE),
    Case("launch-asleep", "launch of a parallel task, workers asleep", "us", InProcess(calls=10), 11, goal=40,
         rivals=BESIDE),
    Case("do-while", "do-while iteration of two tiny tasks", "us", InProcess(calls=10, units=1000), 15, goal=2),
    Case("load-2000", "load a package of 2,000 kernels and find one", "ms", InProcess(calls=10, check=1), 15, goal=5),
    Case("compile-saxpy", "qdc compile, saxpy", "ms", Compile("saxpy"), 11, goal=60),
    Case("compile-mpm88", "qdc compile, mpm88", "ms", Compile("mpm88"), 11, goal=150),
    Case("compile-tasks", "qdc compile, 1,000 tasks of 100 operations", "ms",
         Compile("tasks 1000 100", {"qdc, 100 tasks": "tasks 100 100"}), 2, rivals=(Rival("qdc, 100 tasks", 11),),
         warm_up=False),
    *math_rows(),
    Case("compile-arrays", "qdc compile, 20,000 arrays in one loop", "s",
         Compile("arrays 20000", {"qdc, 2,000 arrays": "arrays 2000"}), 2, rivals=(Rival("qdc, 2,000 arrays", 11),),
         warm_up=False),
    Case("compile-10000", "qdc compile, one task of 10,000 operations", "s", Compile("straight-line 10000"), 3, goal=1,
         warm_up=False),
    Case("compile-100000", "qdc compile, one task of 100,000 operations", "s", Compile("straight-line 100000"), 1,
         goal=12, warm_up=False),
    Case("first-result", "program start to first result", "ms", FirstResult(), 11, goal=5, rivals=BESIDE),
    Case("library-size", "libqdrt.so, stripped", "kB", FileSize("libqdrt.so"), 1, goal=760, warm_up=False),
    Case("library-needs", "libqdrt.so, libraries beyond libc, libm, libstdc++", "libraries",
         ForeignLibraries("libqdrt.so", LIBRARIES), 1, goal=0, warm_up=False),
)
