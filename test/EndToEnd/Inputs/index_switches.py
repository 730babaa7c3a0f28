"""scf.index_switch by all of its bits: index_switches.py FOLDER OPTIONS...

Cases and values that are equal modulo 2^32, at the limits of 32 and 64 bits and next to them, against a dict of Python; in
iterations and in serial code, with results and stores, one in another; and the gradient of what the cases compute.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *
from launcher import Launcher

LIMITS = sorted({sign * 2 ** power + away for power in (0, 7, 16, 31, 32, 33, 62) for sign in (1, -1) for away in (-1, 0, 1)}
                | {2 ** 63 - 2, 1 - 2 ** 63})
# Sets of cases, the value of each being its place and 100; all else gives 7. MLIR's own check takes the largest number for
# one that stands there twice.
SETS = {"zero": [0], "far": [4294967298, -2147483649], "equal": [5, 5 + 2 ** 32, 5 - 2 ** 32, 5 + 2 ** 63 - 2 ** 64],
        "limits": LIMITS, "none": []}
ITERATIONS = """
qd.kernel @NAME(%v: memref<?xi64> {qd.dims = ["n"]}, %y: memref<?xi64> {qd.dims = ["n"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %v, %c0 : memref<?xi64>
  qd.for (%i) in (%n) {
    %number = memref.load %v[%i] : memref<?xi64>
    %index = arith.index_cast %number : i64 to index
    %r = scf.index_switch %index -> i64
CASES
    default {
      %value = arith.constant 7 : i64
      scf.yield %value : i64
    }
    memref.store %r, %y[%i] : memref<?xi64>
  }
  qd.return
}
"""
# In serial code, around another one that asks for what is left by 3.
SERIAL = """
qd.kernel @NAME_serial(%number: i64, %y: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i64
  %index = arith.index_cast %number : i64 to index
  %rest = arith.remsi %number, %three : i64
  %remainder = arith.index_cast %rest : i64 to index
  %seven = arith.constant 7 : i64
  %one = arith.constant 1 : i64
  scf.index_switch %index
CASES
  default {
    memref.store %seven, %y[%c0] : memref<2xi64>
    scf.yield
  }
  qd.return
}
"""
SLOPES = """
qd.kernel @NAME_slopes(%v: memref<?xi64> {qd.dims = ["n"]}, %x: memref<?xf64> {qd.dims = ["n"]},
                       %y: memref<?xf64> {qd.dims = ["n"]})
    attributes {qd.differentiate = [{mode = "reverse", wrt = ["x"]}, {mode = "forward", wrt = ["x"]}]} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %v, %c0 : memref<?xi64>
  qd.for (%i) in (%n) {
    %number = memref.load %v[%i] : memref<?xi64>
    %index = arith.index_cast %number : i64 to index
    %here = memref.load %x[%i] : memref<?xf64>
    %r = scf.index_switch %index -> f64
CASES
    default {
      %factor = arith.constant 7.0 : f64
      %product = arith.mulf %here, %factor : f64
      scf.yield %product : f64
    }
    memref.store %r, %y[%i] : memref<?xf64>
  }
  qd.return
}
"""
INNER = """    case %d {
      %%value = arith.constant %d : i64
      memref.store %%value, %%y[%%c0] : memref<2xi64>
      scf.index_switch %%remainder
      case -2 {
        memref.store %%one, %%y[%%c1] : memref<2xi64>
        scf.yield
      }
      case 1 {
        memref.store %%three, %%y[%%c1] : memref<2xi64>
        scf.yield
      }
      default {
      }
      scf.yield
    }"""


def text_of(name):
    cases = [(case, 100 + place) for place, case in enumerate(SETS[name])]
    plain = "\n".join("    case %d {\n      %%value = arith.constant %d : i64\n      scf.yield %%value : i64\n    }" % each
                      for each in cases)
    slopes = "\n".join("    case %d {\n      %%factor = arith.constant %d.0 : f64\n"
                       "      %%product = arith.mulf %%here, %%factor : f64\n      scf.yield %%product : f64\n    }" % each
                       for each in cases)
    inner = "\n".join(INNER % each for each in cases)
    return "".join(text.replace("CASES\n", lines + "\n" if lines else "").replace("NAME", name)
                   for text, lines in ((ITERATIONS, plain), (SERIAL, inner), (SLOPES, slopes)))


def values_for(name):
    near = {case + away for case in SETS[name] for away in (-2 ** 32, -1, 0, 1, 2 ** 32)}
    return sorted({wrap(value, "i64") for value in near | set(LIMITS) | {2, 2147483647, 2 ** 63 - 1, -2 ** 63}})


def main(folder, *options):
    launcher, check = Launcher(), Check()
    package = compile_kernel("".join(map(text_of, SETS)), folder + "/index_switches", *options)

    def run(kernel, arguments):
        outcome = launcher.launch(kernel, package, kernel, arguments, keep=True)
        if outcome.problem:
            check.fail("%s: %s" % (kernel, outcome.problem))
        return outcome.arrays

    for name, cases in SETS.items():
        values = values_for(name)
        count, chosen = len(values), {case: 100 + place for place, case in enumerate(cases)}
        wanted = [chosen.get(value, 7) for value in values]

        def describe(index):
            return " (of %d)" % values[index]
        given = {"v": Array("i64", (count,), values)}
        after = run(name, {**given, "y": zeros("i64", count)})
        check.same_bits(name, after["y"], Array("i64", (count,), wanted), describe)
        floats = [float(value) for value in wanted]
        ones = Array("f64", (count,), [1.0] * count)
        after = run(name + "_slopes.grad", {**given, "x": ones, "y": zeros("f64", count), "x.grad": zeros("f64", count),
                                            "y.grad": ones})
        check.same_bits(name + ", gradient", after["x.grad"], Array("f64", (count,), floats), describe)
        after = run(name + "_slopes.jvp", {**given, "x": ones, "y": zeros("f64", count), "x.tangent": ones,
                                           "y.tangent": zeros("f64", count)})
        check.same_bits(name + ", tangents", after["y.tangent"], Array("f64", (count,), floats), describe)
        for value, number in list(zip(values, wanted))[::3]:
            rest = abs(value) % 3 * (1 if value > 0 else -1)
            second = {-2: 1, 1: 3}.get(rest, 0) if value in chosen else 0
            after = run(name + "_serial", {"number": value, "y": zeros("i64", 2)})
            check.same_bits("%s of %d, serial" % (name, value), after["y"], Array("i64", (2,), [number, second]))
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
