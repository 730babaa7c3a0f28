"""Code of PTX that the loader keeps, on a device: code_cache.py FOLDER PACKAGES DEVICE; `qdc` is found in PATH.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

PACKAGES has saxpy.fatbin and conjugate_gradient.fatbin with PTX and machine code. Each is run from its PTX without a
cache, with an empty one, and with what that kept, each time in a process of its own and with the driver's own cache off:
the numbers are those of the machine code, bit for bit, and the counters say who compiled.
"""
import json
import os
import pathlib
import subprocess
import sys

SIDE = 65
RUNS = {
    "saxpy": ["saxpy", "x=f32[1000]:random(1)", "y=f32[1000]:random(2)", "a=2.5", "--print=y"],
    # As a graph that decides about its loop, so that the kernels of the loader take part.
    "conjugate_gradient": ["solve", f"b=f64[{SIDE}x{SIDE}]:random(3)", *(f"{name}=f64[b]" for name in "xrpq"),
                           "residual=f64[]", "go=i32[]:1", "tolerance=1e-9", "limit=1000", "--print=x", "--loops=graph"],
}
CODE = ("compiled_code", "cached_code", "kept_code")


def run(package, words, device, *options, **variables):
    """What a kernel left, and the counters of code in the order of CODE."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QDRT_")}
    done = subprocess.run(["qdc", "run", package, *words, "--json", f"--device={device}", *options], text=True,
                          capture_output=True, env=environment | {"CUDA_CACHE_DISABLE": "1"} | variables)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"qdc run {package} {' '.join(options)} {variables}: exit code {done.returncode}\n{done.stderr}")
    report = json.loads(done.stdout)
    return [report["results"], report["arrays"]], [report["counters"][name] for name in CODE]


def check(name, packages, device, folder):
    """Runs one package in each way; returns what is wrong."""
    package, words, cache = packages / f"{name}.fatbin", RUNS[name], str(folder / name)
    ptx = "--target=cuda:compute_75"
    wanted, (own, *_) = run(package, words, device, "--target=cuda:sm_90")
    without = run(package, words, device, ptx)
    total = without[1][0]
    if total <= own: # the kernels of the loader are PTX always
        yield f"{name}: {total} pieces of code are compiled, and {own} where the package has machine code"
    ways = {
        "without a cache": (without, [total, 0, 0]),
        "with an empty cache": (run(package, words, device, ptx, QDRT_CACHE=cache), [total, 0, total]),
        "with what was kept": (run(package, words, device, ptx, f"--cache={cache}"), [0, total, 0]),
        "once more": (run(package, words, device, ptx, QDRT_CACHE=cache), [0, total, 0]),
    }
    for way, ((numbers, code), wanted_code) in ways.items():
        if numbers != wanted:
            yield f"{name} {way}: other numbers than those of machine code"
        if code != wanted_code:
            yield f"{name} {way}: {', '.join(CODE)} are {code}, not {wanted_code}"
    kept = sum(path.is_file() for path in pathlib.Path(cache).rglob("*"))
    if kept != total:
        yield f"{name}: {kept} files are kept, not {total}"
    if any(path.stat().st_mode & 0o077 for path in [pathlib.Path(cache), *pathlib.Path(cache).iterdir()]):
        yield f"{name}: others can enter the folder"


def main(folder, packages, device):
    wrong = [line for name in RUNS for line in check(name, pathlib.Path(packages), device, pathlib.Path(folder))]
    print("\n".join(wrong) or f"{len(RUNS)} packages have the same numbers in each way")
    sys.exit(1 if wrong else 0)


main(*sys.argv[1:])
