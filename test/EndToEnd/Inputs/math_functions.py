"""Math functions of every float type on edge values and others, against mpmath: math_functions.py FOLDER PROGRAM OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

PROGRAM is device-math-report, which knows the largest error of each function in ulp (docs/math.md tells of it). Half floats
are computed in f32 and rounded once more. At 0, 1, infinities and NaN the value is the C library's.
"""
import ctypes
import json
import random
import subprocess
import sys

import mpmath

from endtoend import *
from loader import Device, LoaderError, Memory

TARGETS = ("cpu:x86-64-v2", "cpu:x86-64-v3", "cpu:x86-64-v4")
LIBRARY = ctypes.CDLL("libm.so.6")
NAMES = {"powf": "pow", "remf": "fmod", "absf": "fabs"}  # in the C library, where it has another
BINARY = ("atan2", "copysign", "powf", "remf")
EXACT = ("absf", "ceil", "copysign", "floor", "remf", "round", "roundeven", "trunc")
TINY = mpmath.mpf(2) ** -40


def c_value(name, arguments):
    if name == "rsqrt":
        root = c_value("sqrt", arguments)
        return math.copysign(math.inf, root) if root == 0 else 1 / root
    function = getattr(LIBRARY, NAMES.get(name, name))
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * len(arguments)
    return function(*arguments)


def log1p(x):
    return x - x * x / 2 + x ** 3 / 3 if abs(x) < TINY else mpmath.log(1 + x)


def atan2(y, x):
    """Of floats: an mpf has no -0."""
    return math.copysign(1, y) * mpmath.atan2(abs(y), mpmath.mpf(x))


def erfc(x):
    return mpmath.erfc(x) if abs(x) < 10000 else mpmath.mpf(2) if x < 0 else mpmath.mpf(2) ** -100000


MPMATH = {
    "atan2": atan2, "erfc": erfc, "cbrt": lambda x: mpmath.cbrt(x) if x > 0 else -mpmath.cbrt(-x), "exp2": lambda x: mpmath.power(2, x),
    "log1p": log1p, "log2": lambda x: mpmath.log(x) / mpmath.ln2, "powf": mpmath.power, "rsqrt": lambda x: 1 / mpmath.sqrt(x),
}


def exact_value(name, arguments):
    """A float where the C library's is exact, an mpf, or NaN."""
    if name in EXACT or any(not math.isfinite(a) or abs(a) in (0, 1) for a in arguments):
        value = c_value(name, arguments)
        if name in EXACT or not math.isfinite(value) or abs(value) in (0, 1):
            return value
    try:
        value = MPMATH.get(name, getattr(mpmath, name, None))(
            *(arguments if name == "atan2" else map(mpmath.mpf, arguments)))
    except (ZeroDivisionError, ValueError):
        return math.nan
    if isinstance(value, mpmath.mpc):
        return math.nan
    return value if mpmath.isfinite(value) and value else c_value(name, arguments)


def error_in_ulp(result, exact, kind):
    if not isinstance(exact, mpmath.mpf):
        if math.isnan(exact) or math.isinf(exact) or exact == 0:
            same = (math.isnan(result) and math.isnan(exact)) or \
                (result == exact and math.copysign(1, result) == math.copysign(1, exact))
            return 0 if same else math.inf
        exact = mpmath.mpf(exact)
    digits, smallest, largest = FLOATS[kind]
    if math.isnan(result):
        return math.inf
    significand, power = exact.man_exp
    exponent = max(power + abs(int(significand)).bit_length() - 1, smallest)
    if math.isinf(result):  # as if numbers went on beyond the largest
        if (exact > 0) != (result > 0):
            return math.inf
        result = math.copysign(1, result) * mpmath.mpf(2) ** (math.frexp(largest)[1])
        exact = min(abs(exact), abs(result)) * (1 if result > 0 else -1)
        exponent = math.frexp(largest)[1] - 1
    return abs(mpmath.mpf(result) - exact) / mpmath.mpf(2) ** (exponent - digits + 1)


def numbers(kind):
    digits, smallest, largest = FLOATS[kind]
    small = [math.ldexp(1, smallest - digits + 1), math.ldexp(5, smallest - digits + 1), math.ldexp(1, smallest),
             math.ldexp(1.5, smallest // 2)]
    near = [1 + 2.0 ** (1 - digits), 1 - 2.0 ** -digits, 0.5, 2.0, 1.5, math.pi / 2, math.pi, 3 * math.pi / 4, 0.1, 10.0]
    huge = [largest, largest / 3, 1e5, 1e10, 1e22, 88.7, 104.0, 709.7, 745.5, 4.5e15]
    source = random.Random(3)
    spread = [source.uniform(-4, 4) for _ in range(24)] + [source.uniform(-1, 1) for _ in range(12)]
    spread += [2.0 ** source.uniform(smallest / 2, -smallest / 2) for _ in range(12)]
    positive = [0.0, 1.0, math.inf, *small, *near, *huge]
    return sorted({round_float(v, kind) for a in positive for v in (a, -a)} - {0.0}) + [0.0, -0.0, math.nan] + \
        [round_float(v, kind) for v in spread]


def arguments_of(name, kind):
    values = numbers(kind)
    if name not in BINARY:
        return [(a,) for a in values]
    few = values[::6] + [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 2.0, -3.0, 0.5]
    return [(a, b) for a in few for b in few]


def kernel(names, kind):
    lines = []
    for name in names:
        dialect = "arith" if name == "remf" else "math"
        operands = "%a, %b" if name in BINARY else "%a"
        lines.append("""qd.kernel @%s_%s(%%x: memref<?x%s>, %%y: memref<?x%s>, %%r: memref<?x%s>) {
  %%c0 = arith.constant 0 : index
  %%n = memref.dim %%r, %%c0 : memref<?x%s>
  qd.for (%%i) in (%%n) {
    %%a = memref.load %%x[%%i] : memref<?x%s>
    %%b = memref.load %%y[%%i] : memref<?x%s>
    %%v = %s.%s %s : %s
    memref.store %%v, %%r[%%i] : memref<?x%s>
  }
}
""" % (name, kind, kind, kind, kind, kind, kind, kind, dialect, name, operands, kind, kind))
    return "".join(lines)


def load_all(device, path, check):
    """Target to the package, for each target that this processor runs."""
    packages = {}
    for target in targets_to_run(TARGETS):
        try:
            packages[target or DEVICE] = device.load(path, target)
        except LoaderError as error:
            check.equal("load for %s" % target, error.status, "INCOMPATIBLE")
    check.equal("something was loaded", bool(packages), True)
    return packages


def compare(check, name, kind, limit, packages):
    rows = arguments_of(name, kind)[::3 if kind in ("f16", "bf16") else 1]
    exact, shape = [exact_value(name, row) for row in rows], (len(rows),)
    columns = [Array(kind, shape, column) for column in zip(*rows)]
    seen = set()
    for target, package in packages.items():
        views = [Memory(a).view(kind, shape) for a in (columns[0], columns[-1], zeros(kind, *shape))]
        package.kernel("%s_%s" % (name, kind)).launch(views)
        result = views[2].array()
        if result.packed() in seen:
            continue
        seen.add(result.packed())
        for row, value, want in zip(rows, result.values, exact):
            check.compared += 1
            error = error_in_ulp(value, want, kind)
            if not error <= limit:
                shown = mpmath.nstr(want, 20) if isinstance(want, mpmath.mpf) else want
                check.fail("%s %s %s of %r: got %r, want %s: %s ulp, at most %s" % (
                    target, name, kind, row, value, shown, mpmath.nstr(mpmath.mpf(error), 5), limit))


def main(folder, program, *options):
    is_nvidia = DEVICE.startswith("cuda:")  # Vulkan has the functions of CPUs
    implementation = "libdevice" if "--math-library=libdevice" in options else "gpu" if is_nvidia else "cpu"
    check, limits, device = Check(), json.loads(subprocess.check_output([program, "--bounds"])), Device()
    mpmath.mp.prec = 160
    assert len(limits) >= 34, "%s --bounds tells of %d functions" % (program, len(limits))
    for kind in ("f32", "f64", "f16", "bf16"):
        package = compile_kernel(kernel(limits, kind), "%s/math_%s" % (folder, kind), "--target=" + ",".join(TARGETS), *options)
        packages = load_all(device, package, check)
        for name in limits:
            limit = 0.501 if kind in ("f16", "bf16") else limits[name]["%s:%s" % (implementation, kind)]
            compare(check, name, kind, limit, packages)
    check.end()


main(*sys.argv[1:])
