"""The kinds of benchmark: ./dev bench KIND.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections.abc
import dataclasses

from . import cases
from .programs import (checks_programs, codegen_programs, cpu_programs, cuda_programs, grad_programs,
                       loops_programs, small_vulkan_programs, vulkan_programs)


@dataclasses.dataclass(frozen=True)
class Kind:
    """cases: what is measured. rivals: names of programs that --rivals may choose from. packages: sources of the
    packages that the programs load (compile_packages), which the bench compiles with this build's qdc for those of the
    targets that the machine has the tools for, the worst first, with these options, into this part of the bench's folder;
    a build without a compiler has them already. programs: finds the programs, with the parameters of cpu_programs and
    that folder."""

    cases: tuple[cases.Case, ...]
    rivals: tuple[str, ...]
    packages: tuple[str, ...]
    targets: tuple[str, ...]
    programs: collections.abc.Callable
    options: tuple[str, ...] = ()
    folder: str = "."


VULKAN_RIVALS = ("raw", "timeline", "cuda", "host", "block", "replay")
VULKAN_PACKAGES = ("examples/saxpy/saxpy.qir", "examples/mpm88/mpm88.qir", "benchmarks/kernels/graph.qir",
                   "benchmarks/kernels/sum.qir", "benchmarks/kernels/loops.qir")
CUDA_TARGETS = ("cuda:compute_75", "cuda:sm_90")
VULKAN_TARGETS = ("vulkan:1.2", "vulkan:1.2+float-atomics")
KINDS = {
    "cpu": Kind(
        cases.CPU, ("openmp", "quadrants", "warp"),
        ("examples/saxpy/saxpy.qir", "examples/heat/heat.qir", "examples/conjugate_gradient/conjugate_gradient.qir",
         "examples/mpm88/mpm88.qir", "benchmarks/kernels/tiny.qir", "kernels 2000 50 --mix chain"), ("cpu:native",),
        cpu_programs),
    "cuda": Kind(
        cases.CUDA, ("cuda", "torch", "triton", "jax", "warp", "quadrants"),
        ("examples/saxpy/saxpy.qir", "examples/mpm88/mpm88.qir", "benchmarks/kernels/graph.qir",
         "benchmarks/kernels/sum.qir"), CUDA_TARGETS, cuda_programs),
    "vulkan": Kind(cases.VULKAN, VULKAN_RIVALS, VULKAN_PACKAGES, VULKAN_TARGETS + CUDA_TARGETS, vulkan_programs,
                   folder="vulkan"),
    "vulkan-small": Kind(cases.VULKAN_SMALL, VULKAN_RIVALS, VULKAN_PACKAGES, VULKAN_TARGETS + CUDA_TARGETS,
                         small_vulkan_programs, folder="vulkan"),
    "loops": Kind(
        cases.LOOPS, ("host", "graph", "block", "grid", "while", "cooperative", "led", "jax", "warp", "quadrants"),
        ("examples/mpm88/mpm88.qir", "benchmarks/kernels/loops.qir", "benchmarks/kernels/wave.qir",
         "benchmarks/kernels/sparse.qir", "examples/conjugate_gradient/conjugate_gradient.qir"), CUDA_TARGETS,
        loops_programs),
    "codegen": Kind(
        cases.CODEGEN, ("clang", "gcc", "nvcc", "written", "written-cuda"),
        tuple(f"benchmarks/kernels/codegen/{name}.qir" for name in
              ("nbody", "black_scholes", "jacobi", "matmul", "solve", "neighbours", "fractal", "spmv", "sort", "rows",
               "upwind", "lattice", "copy", "reduce", "atomic", "stencil")),
        ("cpu:native", *CUDA_TARGETS), codegen_programs),
    "checks": Kind(
        cases.CHECKS, ("plain",),
        ("examples/heat/heat.qir", "examples/conjugate_gradient/conjugate_gradient.qir", "examples/mpm88/mpm88.qir",
         "benchmarks/kernels/gather.qir"), ("cpu:native", *CUDA_TARGETS), checks_programs,
        tuple(f"--checks={variant}" for variant in cases.VARIANTS), "checked"),
    "grad": Kind(
        cases.GRAD, ("primal", "primal-cuda", "openmp", "cuda", "warp", "warp-cuda", "jax", "jax-cuda", "quadrants",
                     "quadrants-cuda"),
        tuple(f"benchmarks/kernels/grad/{name}.qir" for name in ("trips", "gated", "plate", "fluid", "adstack")),
        ("cpu:native", *CUDA_TARGETS), grad_programs),
}
