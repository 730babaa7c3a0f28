"""Derivatives of kernels against dual numbers: derivatives.py FOLDER TYPE OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A kernel maps the active arguments before a launch to these after it, and to results. Its Jacobian comes from the
program of the case, run with dual numbers for one input after the other, and is itself checked against finite
differences. Forward mode is compared in a random direction, reverse mode with random shadows and seeds, also the
reverse sweep alone on memory as the kernel left it.
"""
import copy
import math
import random
import sys

from apart_cases import apart_cases
from derivative_cases import cases
from dual import Dual, value_of
from endtoend import CHECKS, Array, Check, compile_kernel, round_float
from kept_cases import kept_cases
from launcher import Launcher
from measured_cases import measured_cases
from neighbour_cases import neighbour_cases
from random_derivatives import random_cases
from row_cases import row_cases

TOLERANCE = {"f64": 1e-12, "f32": 1e-5, "f16": 1e-2}
SHORT = ("straight", "branches", "matrix", "norm", "squares", "where_positive", "temporaries", "extreme",
         "scatter_extremes")  # cases whose values f16 has room for

# What docs/differentiation.md says of kinks: an operation, its operands, its derivative with respect to each.
INF, NAN = math.inf, math.nan
KINKS = [
    ("math.absf", [0.0], [0.0]), ("math.absf", [-0.0], [0.0]), ("math.copysign", [0.0, -1.0], [0.0]),
    ("math.copysign", [-2.0, -1.0], [1.0]), ("arith.maximumf", [2.0, 2.0], [0.5, 0.5]),
    ("arith.minimumf", [-1.0, -1.0], [0.5, 0.5]), ("arith.maximumf", [NAN, 1.0], [NAN, NAN]),
    ("arith.maxnumf", [NAN, 1.0], [0.0, 1.0]), ("arith.minnumf", [1.0, NAN], [1.0, 0.0]),
    ("arith.maxnumf", [3.0, 3.0], [0.5, 0.5]), ("arith.remf", [7.5, 2.0], [1.0, -3.0]),
    ("arith.remf", [-7.5, 2.0], [1.0, 3.0]), ("math.powf", [0.0, 0.0], [0.0, 0.0]),
    ("math.powf", [0.0, 2.0], [0.0, 0.0]), ("math.powf", [-2.0, 3.0], [12.0, NAN]),
    ("math.powf", [0.0, 1.0], [1.0, 0.0]),
    ("math.sqrt", [0.0], [INF]), ("math.cbrt", [0.0], [INF]), ("math.log", [0.0], [INF]), ("math.asin", [1.0], [INF]),
    ("math.acos", [-1.0], [-INF]), ("math.acosh", [1.0], [INF]), ("math.atanh", [1.0], [INF]),
    ("math.atan2", [0.0, 0.0], [NAN, NAN]), ("math.atan2", [1e30, 1e30], [0.5e-30, -0.5e-30]),
    ("math.tanh", [40.0], [4 * math.exp(-80)]), ("math.expm1", [-40.0], [math.exp(-40)]),
    ("arith.mulf", [INF, 2.0], [2.0, INF]),
    ("arith.divf", [1.0, 0.0], [INF, -INF]),
]

# The same of reductions: a kind, the elements, the derivative with respect to each.
REDUCTION_KINKS = [
    ("maximumf", [2.0, 5.0, 5.0, 1.0], [0.0, 0.5, 0.5, 0.0]), ("maximumf", [3.0, 3.0, 3.0, 3.0], [0.25] * 4),
    ("minimumf", [2.0, -5.0, 5.0, -5.0], [0.0, 0.5, 0.0, 0.5]), ("minimumf", [0.0, -0.0, 5.0, 1.0], [0.5, 0.5, 0.0, 0.0]),
    ("maximumf", [1.0, NAN, 5.0, 1.0], [NAN] * 4), ("maximumf", [], []),
    ("minimumf", [INF, INF], [0.5, 0.5]),
]


def flat(value):
    """The numbers of an argument, in memory order."""
    return [number for row in value for number in flat(row)] if isinstance(value, list) else [value]


def shape(value):
    return (len(value),) + shape(value[0]) if isinstance(value, list) else ()


def shaped(numbers, like):
    """The inverse of flat()."""
    numbers = iter(numbers)

    def build(like):
        return [build(row) for row in like] if isinstance(like, list) else next(numbers)
    return build(like)


def floats(case, arguments):
    """All floats that a derivative is about, in order."""
    return [number for name in case.active for number in flat(arguments[name])]


def run(case, values, direction):
    """The outputs of the program: active arguments and then results, as dual numbers."""
    arguments = copy.deepcopy(case.arguments)
    numbers = iter(Dual(value, slope) for value, slope in zip(values, direction))
    for name in case.active:
        arguments[name] = shaped([next(numbers) for _ in flat(arguments[name])], arguments[name])
    results = case.program(**arguments)
    return [number if isinstance(number, Dual) else Dual(number) for number in floats(case, arguments) + results]


def jacobian(case, values):
    """Its columns."""
    count = len(values)
    return [[out.derivative for out in run(case, values, [float(i == j) for i in range(count)])] for j in range(count)]


def check_by_differences(check, case, values, columns):
    """That the reference is right: a reference by one's own hand can be wrong too."""
    step = 1e-6
    for j, column in enumerate(columns):
        sides = [[out.value for out in run(case, [v + s * (i == j) for i, v in enumerate(values)], [0.0] * len(values))]
                 for s in (step, -step)]
        for index, slope in enumerate(column):
            estimate = (sides[0][index] - sides[1][index]) / (2 * step)
            check.compared += 1
            if abs(estimate - slope) > 1e-4 * (1 + abs(slope)):
                check.fail("%s: reference has %r for output %d by input %d, differences %r" % (
                    case.name, slope, index, j, estimate))


def argument(kind, like, numbers):
    if isinstance(like, list) and like and isinstance(like[0], int):
        return Array("i32", () if kind == "scalar" else shape(like), flat(like))
    return Array(kind, shape(like), numbers) if isinstance(like, list) else numbers[0]


def launch_arguments(case, kind, values):
    numbers, arguments = iter(values), {}
    for name, like in case.arguments.items():
        if name in case.active:
            arguments[name] = argument(kind, like, [next(numbers) for _ in flat(like)])
        elif name == "go":
            arguments[name] = Array("i32", (), like)
        else:
            arguments[name] = argument(kind, like, flat(like))
    return arguments


def close(check, what, got, want, scale, kind):
    check.compared += 1
    tolerance = 1e-10 if what.startswith("random") else TOLERANCE[kind]
    if not abs(got - want) <= tolerance * (abs(want) + scale):
        check.fail("%s: got %r, want %r" % (what, got, want))


def added(case, kind, suffix, numbers, scalars_in_arrays):
    """The arguments of a derivative beside those of its kernel."""
    numbers, arguments = iter(numbers), {}
    for name in case.active:
        like = case.arguments[name]
        taken = [next(numbers) for _ in flat(like)]
        isArray = isinstance(like, list) or scalars_in_arrays
        arguments[name + suffix] = Array(kind, shape(like), taken) if isArray else taken[0]
    return arguments


def check_forward(check, launcher, package, case, kind, values, columns, generator):
    direction = [round_float(generator.uniform(-1, 1), kind) for _ in values]
    what = "%s.jvp %s" % (case.name, kind)
    arguments = {**launch_arguments(case, kind, values), **added(case, kind, ".tangent", direction, False)}
    launched = launcher.launch(what, package, case.name + ".jvp", arguments, keep=True)
    if launched.problem:
        return check.fail("%s: %s" % (what, launched.problem))
    rows = list(zip(*columns))
    want = [sum(slope * part for slope, part in zip(row, direction)) for row in rows]
    scales = [sum(abs(slope * part) for slope, part in zip(row, direction)) for row in rows]
    got = []
    for name in case.active:
        like = case.arguments[name]
        got += launched.arrays[name + ".tangent"].values if isinstance(like, list) else [direction[len(got)]]
    got += launched.results[len(launched.results) // 2:]
    for index, (have, wanted, scale) in enumerate(zip(got, want, scales)):
        close(check, "%s output %d" % (what, index), have, wanted, scale, kind)


def check_reverse(check, launcher, package, case, kind, values, columns, generator):
    outputs = run(case, values, [0.0] * len(values))
    weights = [round_float(generator.uniform(-1, 1), kind) for _ in outputs]
    shadows = added(case, kind, ".grad", weights, True)
    seeds = {"result%d.grad" % i: weight for i, weight in enumerate(weights[len(values):])}
    want = [sum(slope * weight for slope, weight in zip(column, weights)) for column in columns]
    scales = [sum(abs(slope * weight) for slope, weight in zip(column, weights)) for column in columns]
    after = [out.value for out in outputs[:len(values)]]
    kernels = [(".grad", values), (".reverse", after)]
    for suffix, before in kernels[:1] if "g" in case.modes else kernels:
        what = "%s%s %s" % (case.name, suffix, kind)
        launched = launcher.launch(what, package, case.name + suffix,
                                   {**launch_arguments(case, kind, before), **shadows, **seeds}, keep=True)
        if launched.problem:
            check.fail("%s: %s" % (what, launched.problem))
            continue
        got = [number for name in case.active for number in launched.arrays[name + ".grad"].values]
        for index, (have, wanted, scale) in enumerate(zip(got, want, scales)):
            close(check, "%s input %d" % (what, index), have, wanted, scale, kind)


def check_kinks(check, launcher, folder, kind):
    """The derivative where it jumps or is infinite; and that a zero adjoint contributes 0 even there."""
    text = ""
    for number, (op, operands, slopes) in enumerate(KINKS):
        names = ["%a", "%b"][:len(operands)]
        text += "qd.kernel @kink%d(%s) -> %s attributes {qd.differentiate = {}} {\n  %%r = %s %s : %s\n" % (
            number, ", ".join("%s: %s" % (name, kind) for name in names), kind, op, ", ".join(names), kind)
        text += "  qd.return %%r : %s\n}\n" % kind
    package = compile_kernel(text, "%s/kinks-%s" % (folder, kind))
    for number, (op, operands, slopes) in enumerate(KINKS):
        arguments = dict(zip("ab", operands))
        for seed in (1.0, 0.0):
            shadows = {name + ".grad": Array(kind, (), [0.0]) for name in "ab"[:len(slopes)]}
            launched = launcher.launch("%s %s %s" % (op, kind, operands), package, "kink%d.grad" % number,
                                       {**arguments, **shadows, "result0.grad": seed}, keep=True)
            for name, slope in zip("ab", slopes):
                got, want = launched.arrays[name + ".grad"].values[0], slope * seed if seed else 0.0
                check.compared += 1
                is_close = got == want or (math.isnan(got) and math.isnan(want)) or abs(got - want) <= 1e-5 * abs(want)
                if not is_close:
                    check.fail("%s %s %s with seed %r by %s: got %r, want %r" % (
                        op, kind, operands, seed, name, got, want))


def check_reduction_kinks(check, launcher, folder, kind):
    text = "".join("""
qd.kernel @%s(%%x: memref<?x%s>) -> %s attributes {qd.differentiate = [{mode = "forward"}, {}]} {
  %%c0 = arith.constant 0 : index
  %%n = memref.dim %%x, %%c0 : memref<?x%s>
  %%r = qd.for (%%i) in (%%n) reduce(%s) -> %s {
    %%v = memref.load %%x[%%i] : memref<?x%s>
    qd.yield %%v : %s
  }
  qd.return %%r : %s
}
""" % (name, kind, kind, kind, name, kind, kind, kind, kind) for name in ("maximumf", "minimumf"))
    text += "".join("""
qd.kernel @atomic_%s(%%x: memref<?x%s>, %%y: memref<%s>) attributes {qd.differentiate = {}} {
  %%c0 = arith.constant 0 : index
  %%n = memref.dim %%x, %%c0 : memref<?x%s>
  qd.for (%%i) in (%%n) {
    %%v = memref.load %%x[%%i] : memref<?x%s>
    %%old = memref.atomic_rmw %s %%v, %%y[] : (%s, memref<%s>) -> %s
  }
}
""" % (name, kind, kind, kind, kind, name, kind, kind, kind) for name in ("maximumf", "minimumf"))
    package = compile_kernel(text, "%s/reductions-%s" % (folder, kind))
    for name, values, slopes in REDUCTION_KINKS:
        x = Array(kind, (len(values),), values)
        for seed in (1.0, 0.0):
            shadow = Array(kind, (len(values),), [0.0] * len(values))
            what = "%s %s %r with seed %r" % (name, kind, values, seed)
            shadows = {"x.grad": shadow, "result0.grad": seed}
            launched = launcher.launch(what, package, name + ".grad", {"x": x, **shadows}, keep=True)
            want = [slope * seed if seed else 0.0 for slope in slopes]
            expect_slopes(check, what, launched.arrays["x.grad"].values, want)
            # The same of an element that has the first of the values before the others.
            if values:
                names = {"x": Array(kind, (len(values) - 1,), values[1:]), "y": Array(kind, (), values[:1]),
                         "x.grad": Array(kind, (len(values) - 1,), [0.0] * (len(values) - 1)),
                         "y.grad": Array(kind, (), [seed])}
                arrays = launcher.launch("atomic " + what, package, "atomic_%s.grad" % name, names, keep=True).arrays
                expect_slopes(check, "atomic " + what, arrays["y.grad"].values + arrays["x.grad"].values, want)
        for index in range(len(values)):
            tangent = Array(kind, (len(values),), [float(i == index) for i in range(len(values))])
            what = "%s.jvp %s %r by element %d" % (name, kind, values, index)
            launched = launcher.launch(what, package, name + ".jvp", {"x": x, "x.tangent": tangent}, keep=True)
            expect_slopes(check, what, [launched.results[1]], [slopes[index]])


def expect_slopes(check, what, got, want):
    for have, wanted in zip(got, want, strict=True):
        check.compared += 1
        if not (have == wanted or (math.isnan(have) and math.isnan(wanted))):
            check.fail("%s: got %r, want %r" % (what, got, want))


def main(folder, kind, *options):
    check, launcher, generator = Check(), Launcher(), random.Random(7)
    listed = (*cases(), *apart_cases(), *kept_cases(), *measured_cases(), *neighbour_cases(), *row_cases())
    all_cases = [case for case in listed if kind != "f16" or case.name in SHORT]
    if kind == "f64":
        all_cases += random_cases(1, 40)
    text = "".join(case.text.replace("T", kind) for case in all_cases)
    package = compile_kernel(text, "%s/derivatives-%s%s" % (folder, kind, "".join(options)), "-Wno-unused", *options)
    for case in all_cases:
        values = [round_float(float(value_of(number)), kind) for number in floats(case, case.arguments)]
        columns = jacobian(case, values)
        if kind == "f64":
            check_by_differences(check, case, values, columns)
        if "f" in case.modes:
            check_forward(check, launcher, package, case, kind, values, columns, generator)
        if "r" in case.modes or "g" in case.modes:
            check_reverse(check, launcher, package, case, kind, values, columns, generator)
    if kind != "f16" and "float" not in (CHECKS or ""):  # which finds the infinite ones
        check_kinks(check, launcher, folder, kind)
        check_reduction_kinks(check, launcher, folder, kind)
    check.end()


main(*sys.argv[1:])
