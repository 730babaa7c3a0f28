"""The examples on processors that QEMU emulates: emulated.py FOLDER BUILD

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

On each processor `qdc` compiles them as cpu:native, and what it made runs there: an instruction that the processor lacks
ends a program. The kernels of the examples run on little data, and are compared with code for cpu:x86-64-v2 on this
machine; the examples' own programs run where they do not take minutes. LoaderFeaturesTests holds what the compiler finds
of the processor against what the loader finds.
"""
import os
import random
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from endtoend import *

ROOT = os.path.join(os.path.dirname(__file__), *[".."] * 3)
EXAMPLES = ("saxpy", "heat", "conjugate_gradient", "fit", "mpm88", "springs")
# What the programs of examples take after the package; "FOLDER" is the test's.
PROGRAM_ARGUMENTS = {"mpm88": ("FOLDER/mpm88.png", "200"), "springs": ("cpu", "6", "3")}

# QEMU's name of a processor with what is hidden of it; features as LLVM spells them that must not be needed; what code
# for a level lacks there, which is refused; and examples whose programs run.
PROCESSORS = (
    ("Nehalem", ("avx",), {"v3": "avx2", "v4": "avx512f"}, ("saxpy", "mpm88", "springs")),
    ("Nehalem,-popcnt,-sse4.1,-sse4.2", ("avx", "popcnt", "sse4.1", "sse4.2"), {"v2": "popcnt", "v3": "avx2"}, ("saxpy",)),
    ("Haswell", ("avx512f",), {"v4": "avx512f"}, ("saxpy", "springs")),
    ("Haswell,-avx2,-bmi1", ("avx2", "bmi"), {"v3": "avx2", "v4": "avx512f"}, ("saxpy", "conjugate_gradient")),
    ("EPYC", ("avx512f",), {"v4": "avx512vl"}, ("saxpy",)),
    ("EPYC,-avx,-popcnt", ("avx", "avx2", "fma", "f16c", "popcnt"), {"v2": "popcnt", "v3": "avx"}, ("saxpy", "mpm88")),
)
FURTHER = ("max", "Opteron_G4", "Skylake-Client", "Haswell,-xsave", "EPYC,-fma")  # for LoaderFeaturesTests alone


class Emulated:
    """A processor, and a folder in which `qdc` is the one that runs on it."""

    def __init__(self, processor, folder, build):
        self.command, self.bin = ["qemu-x86_64", "-cpu", processor], os.path.join(build, "bin")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "qdc"), "w") as file:
            program = shlex.quote(os.path.join(self.bin, "qdc"))
            file.write('#!/bin/sh\nexec qemu-x86_64 -cpu %s %s "$@"\n' % (shlex.quote(processor), program))
        os.chmod(file.name, 0o755)
        self.environment = {"PATH": folder + os.pathsep + os.environ["PATH"], "QDRT_THREADS": "1"}

    def run(self, program, *arguments):
        """Exit code and standard error."""
        done = subprocess.run([*self.command, os.path.join(self.bin, program), *arguments], capture_output=True, text=True,
                              env={**os.environ, **self.environment})
        return done.returncode, done.stderr


def launches():
    """Kernels of examples that compute for long, on little data, and which arrays to compare."""
    source = random.Random(7)
    plate = [source.random() for _ in range(24 * 33)]
    heat = {"u": Array("f32", (24, 33), map(lambda v: round_float(v, "f32"), plate)), "v": zeros("f32", 24, 33),
            "go": scalar("i32", 1), "change": scalar("f32", 0.0), "k": 0.2, "tolerance": 1e-9, "limit": 9}
    measured = [round_float(source.uniform(-1, 1), "f32") for _ in range(70)]
    fit = {"steps": Array("i32", (70,), [source.randint(0, 12) for _ in measured]),
           "measured": Array("f32", (70,), measured), "pendulum": Array("f32", (3,), [0.75, 9.5, 0.125]), "dt": 0.01}
    particles = 40
    fluid = {"x": Array("f32", (particles, 2), [source.uniform(0.25, 0.6) for _ in range(2 * particles)]),
             "v": Array("f32", (particles, 2), [-0.5] * (2 * particles)), "c": zeros("f32", particles, 2, 2),
             "j": Array("f32", (particles,), [1.0] * particles), "grid_v": zeros("f32", 16, 16, 2),
             "grid_m": zeros("f32", 16, 16), "dt": 1e-3, "substeps": 4}
    fit_gradient = {**fit, "pendulum.grad": zeros("f32", 3), "result0.grad": 1}
    unit = {"b": Array("f64", (9, 8), [source.uniform(-1, 1) for _ in range(72)]), "x": zeros("f64", 9, 8),
            "r": zeros("f64", 9, 8), "p": zeros("f64", 9, 8), "q": zeros("f64", 9, 8), "residual": zeros("f64"),
            "go": scalar("i32", 1), "tolerance": 1e-12, "limit": 50}
    return (("heat", heat, ("u", "v")), ("loss", fit, ()), ("loss.grad", fit_gradient, ("pendulum.grad",)),
            ("substep", fluid, ("x", "v", "j", "grid_m")), ("solve", unit, ("x",)))


def compare_launches(check, what, package, wanted, environment):
    """`wanted` has the outcomes of the launches on this machine."""
    for (kernel, arguments, names), want in zip(launches(), wanted):
        got = launch(package, kernel, arguments, environment=environment)
        check.equal("%s %s exit code" % (what, kernel), got.code, 0)
        if got.code or want.code:
            continue
        pairs = list(zip(got.results(), want.results()))
        pairs += [pair for name in names for pair in zip(got[name].values, want[name].values)]
        check.equal("%s %s compares something" % (what, kernel), bool(pairs), True)
        for a, b in pairs:
            check.compared += 1
            if not abs(a - b) <= 1e-4 * max(abs(b), 1e-2):
                check.fail("%s %s: got %r, want about %r" % (what, kernel, a, b))


def needs_of(package):
    shown = subprocess.run(["qdc", "inspect", package], capture_output=True, text=True, check=True).stdout
    lines = shown[shown.index("  needs "):].split("  sha256")[0]
    return lines.replace("needs", "").replace(",", " ").split()


def check_features(check, emulated, what):
    code, said = emulated.run("LoaderFeaturesTests")
    check.equal("%s LoaderFeaturesTests (%s)" % (what, said), code, 0)


def check_processor(check, emulated, processor, folder, packages, wanted):
    what, hidden, lacks, programs = processor
    check_features(check, emulated, what)
    package = os.path.join(folder, "examples.fatbin")
    code, said = emulated.run("qdc", "compile", "-j1", packages["source"], "-o", package)
    if code != 0:
        return check.fail("%s: qdc compile: exit code %d\n%s" % (what, code, said))
    needs = needs_of(package)
    check.equal(what + " needs of what is hidden", [name for name in hidden if name in needs], [])
    for name in programs:
        arguments = [word.replace("FOLDER", folder) for word in PROGRAM_ARGUMENTS.get(name, ())]
        code, said = emulated.run("example-" + name, package, *arguments)
        check.equal("%s example-%s (%s)" % (what, name, said), code, 0)
    compare_launches(check, what, package, wanted, emulated.environment)
    for level, feature in [*lacks.items(), ("znver4", "avx512f")]:
        code, said = emulated.run("example-saxpy", packages[level])
        check.equal("%s refuses %s" % (what, level), code not in (0, 132) and "this processor lacks" in said, True)
        check.equal("%s names what it lacks for %s" % (what, level), "'%s'" % feature in said, True)
    listed = subprocess.run(["qdc", "targets"], capture_output=True, text=True,
                            env={**os.environ, **emulated.environment}).stdout
    for level in ("v2", "v3", "v4"):
        line, = [line for line in listed.splitlines() if "cpu:x86-64-" + level in line]
        check.equal("%s lists %s as not for here" % (what, level), "does not run here" in line, level in lacks or level == "v4")


def main(folder, build):
    check = Check()
    source = os.path.join(folder, "examples.qir")
    with open(source, "w") as file:
        for name in EXAMPLES:
            with open(os.path.join(ROOT, "examples", name, name + ".qir")) as example:
                file.write(example.read())
    with open(source) as file:
        text = file.read()
    packages = {level: compile_kernel(text, os.path.join(folder, level), "--target=cpu:x86-64-" + level)
                for level in ("v2", "v3", "v4")}
    packages["source"] = source
    packages["znver4"] = os.path.join(folder, "znver4.fatbin")
    subprocess.run(["compile-for", source, packages["znver4"], "3", "znver4"], check=True)
    wanted = [launch(packages["v2"], kernel, arguments) for kernel, arguments, _ in launches()]
    check.equal("exit codes on this machine", [outcome.code for outcome in wanted], [0] * len(wanted))
    with ThreadPoolExecutor(max_workers=2) as pool:
        jobs = []
        for number, processor in enumerate(PROCESSORS):
            own = os.path.join(folder, "p%d" % number)
            emulated = Emulated(processor[0], own, build)
            jobs.append(pool.submit(check_processor, check, emulated, processor, own, packages, wanted))
        for processor in FURTHER:
            jobs.append(pool.submit(check_features, check, Emulated(processor, folder, build), processor))
        for job in jobs:
            job.result()
    check.end()


main(*sys.argv[1:])
