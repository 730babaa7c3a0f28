"""Asserts and checks where a task counts trips ahead of the kernel: kept_checks.py FOLDER.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Kernels whose gradients keep values in loops that memory bounds, and a number of theirs with which an assert, or a check of
a variant, fails that the counting task comes to as well. The gradient must print and report what the kernel prints and
reports, and leave %x as that does; with right numbers it is what plain code gives. Nothing is counted for ever: lists
that come back to where they were end by a check of what decides nothing, or by a limit.
"""
import sys

from endtoend import *
from loader import Device, LoaderError, Memory

COUNT, BAD, OUTSIDE = 70, 41, 1000000
LISTS = Array("i64", (3 * COUNT,), [k + COUNT if k < 2 * COUNT else -1 for k in range(3 * COUNT)])
LENGTHS = Array("i64", (COUNT,), [1 + k % 5 for k in range(COUNT)])
FLOATS = Array("f64", (COUNT,), [1.0 + (k % 9) / 64 for k in range(COUNT)])


def changed(array, index, value):
    return Array(array.kind, array.shape, array.values[:index] + [value] + array.values[index + 1:])


SQUARE = """%v = memref.load %x[AT] : memref<?xf64>
%w = arith.mulf %v, %v : f64
memref.store %w, %x[AT] : memref<?xf64>"""

# Through a list, squaring at each of its elements.
WALK = """%last:2 = scf.while (%at = %first, %step = %first) : (i64, i64) -> (i64, i64) {
  %go = arith.cmpi ne, %at, %none : i64
  scf.condition(%go) %at, %step : i64, i64
} do {
^bb0(%at: i64, %step: i64):
  SQUARE
  GUARD
  %a = arith.index_cast %at : i64 to index
  %to = memref.load %p[%a] : memref<?xi64>
  %next = arith.addi %step, %one : i64
  scf.yield %to, %next : i64, i64
}"""
ELEMENT_GUARD = """qd.print "at {}", %at : i64
%few = arith.cmpi slt, %at, %many : i64
qd.assert %few, "too large" """
STEP_GUARD = """%few = arith.cmpi slt, %step, %many : i64
qd.assert %few, "too long" """

# Each of these ends a list that comes back to where it was, and decides nothing.
ALONG_GUARD = """%along = arith.index_cast %step : i64 to index
%beside = memref.load %p[%along] : memref<?xi64>"""
STORED_GUARD = """%along = arith.index_cast %step : i64 to index
%own = memref.alloca() : memref<200xi64>
memref.store %at, %own[%along] : memref<200xi64>"""
COUNTDOWN_GUARD = """%left = arith.subi %many, %step : i64
%share = arith.divsi %many, %left : i64"""
# In a loop of its own, which the list decides about.
INNER_GUARD = """%from = arith.index_cast %step : i64 to index
%element = arith.index_cast %at : i64 to index
%more = arith.remui %element, %c3 : index
%end = arith.addi %from, %more : index
%to_come = arith.addi %end, %c1 : index
scf.for %k = %from to %to_come step %c1 {
  %beside = memref.load %p[%k] : memref<?xi64>
}"""
# The values themselves become infinite, of which the counting task knows nothing.
NO_GUARD = ""

COUNTED = """%trips = arith.index_cast %t : i64 to index
scf.for %k = %c0 to %trips step %c1 {
  SQUARE
}"""
LOOKED_UP = """%q = memref.load %p[AT] : memref<?xi64>
%at = arith.index_cast %q : i64 to index
%t = memref.load %p[%at] : memref<?xi64>
""" + COUNTED
DIVIDED = """%q = memref.load %p[AT] : memref<?xi64>
%t = arith.divsi %many, %q : i64
""" + COUNTED
FLOAT = """%q = memref.load %p[AT] : memref<?xi64>
%f = arith.sitofp %q : i64 to f64
%r = arith.divf %five, %f : f64
%t = arith.fptosi %r : f64 to i64
""" + COUNTED
# The loop around the counted one ends by an assert, after some of its trips.
NESTED = """%q = memref.load %p[AT] : memref<?xi64>
%end = arith.index_cast %q : i64 to index
scf.for %j = %c0 to %end step %c1 {
  %few = arith.cmpi slt, %j, %c5 : index
  qd.assert %few, "too many"
  %u = memref.load %p[%j] : memref<?xi64>
  %inner = arith.index_cast %u : i64 to index
  scf.for %k = %c0 to %inner step %c1 {
    SQUARE
  }
}"""
# The loop around the counted one has far too many trips, which an index ends that decides nothing.
BESIDE = """%q = memref.load %p[AT] : memref<?xi64>
%end = arith.index_cast %q : i64 to index
%inner = arith.remsi %end, %c5 : index
scf.for %j = %c0 to %end step %c1 {
  %beside = memref.load %p[%j] : memref<?xi64>
  scf.for %k = %c0 to %inner step %c1 {
    SQUARE
  }
}"""

# The counted loop itself has far too many trips, which ends what stands in it.
WITHIN = """%t = memref.load %p[AT] : memref<?xi64>
%trips = arith.index_cast %t : i64 to index
scf.for %k = %c0 to %trips step %c1 {
  SQUARE
  END
}"""
SHORT = """%few = arith.cmpi slt, %k, %c5 : index
qd.assert %few, "too long" """
# What is overwritten decides about an assert, of which the counting task knows nothing; an index comes later.
SMALL = """%small = arith.cmpf olt, %v, %five : f64
qd.assert %small, "too large"
%beside = memref.load %p[%k] : memref<?xi64>"""


def nested(text, name, part):
    """`text` with that part in place of the line that is its name."""
    lines = []
    for line in text.split("\n"):
        pad = line[:len(line) - len(line.lstrip())]
        lines += [pad + each for each in part.split("\n") if part] if line.strip() == name else [line]
    return "\n".join(lines)


class Case:
    """In a parallel loop, and in serial code with the numbers of element BAD."""

    def __init__(self, name, body, numbers, wrong, checks=(), guard="", has_limit=False):
        self.name, self.numbers, self.wrong, self.checks = name, numbers, wrong, checks
        self.has_limit = has_limit
        self.body = nested(nested(body, "SQUARE", SQUARE), "GUARD", guard)

    def text(self, is_serial):
        if is_serial:
            body = "%first = arith.constant " + str(BAD) + " : i64\n" + self.body.replace("AT", "%c" + str(BAD))
        else:
            inside = "%first = arith.index_cast %i : index to i64\n" + self.body.replace("AT", "%i")
            body = nested("qd.for (%i) in (%n) {\n  BODY\n}", "BODY", inside)
        return """qd.kernel @f(%x: memref<?xf64>, %p: memref<?xi64>) attributes {qd.differentiate = {}} {
""" + INDEX_CONSTANTS + "  %c" + "{0} = arith.constant {0} : index\n".format(BAD) + """  %one = arith.constant 1 : i64
  %none = arith.constant -1 : i64
  %many = arith.constant 300 : i64
  %five = arith.constant 5.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
""" + nested("  BODY", "BODY", body) + "\n}\n"


INDICES = Array("i64", (COUNT,), [k % 4 for k in range(COUNT)])
DIVISORS = Array("i64", (COUNT,), [100 + k for k in range(COUNT)])
FEW = Array("i64", (COUNT,), [1 + k % 3 for k in range(COUNT)])
CYCLIC = changed(LISTS, BAD + COUNT, BAD)
CASES = [
    Case("asserted", WALK, LISTS, changed(LISTS, BAD + COUNT, OUTSIDE), guard=ELEMENT_GUARD),
    Case("endless", WALK, LISTS, CYCLIC, guard=STEP_GUARD),
    Case("nested", NESTED, FEW, changed(FEW, BAD, 1 << 40)),
    Case("walked", WALK, LISTS, changed(LISTS, BAD + COUNT, OUTSIDE), ["bounds"]),
    Case("along", WALK, LISTS, CYCLIC, ["bounds"], guard=ALONG_GUARD),
    Case("stored", WALK, LISTS, CYCLIC, ["bounds"], guard=STORED_GUARD),
    Case("inner", WALK, LISTS, CYCLIC, ["bounds"], guard=INNER_GUARD),
    Case("countdown", WALK, LISTS, CYCLIC, ["arithmetic"], guard=COUNTDOWN_GUARD),
    Case("beside", BESIDE, FEW, changed(FEW, BAD, 1 << 40), ["bounds"]),
    Case("within", nested(WITHIN, "END", "%beside = memref.load %p[%k] : memref<?xi64>"), FEW,
         changed(FEW, BAD, 1 << 40), ["bounds"]),
    Case("within_asserted", nested(WITHIN, "END", SHORT), FEW, changed(FEW, BAD, 1 << 40), ["bounds"]),
    Case("within_both", nested(WITHIN, "END", SMALL), FEW, changed(FEW, BAD, 1 << 40), ["bounds"]),
    Case("overwritten", WALK, LISTS, CYCLIC, ["float"], guard=NO_GUARD, has_limit=True),
    Case("looked_up", LOOKED_UP, INDICES, changed(INDICES, BAD, OUTSIDE), ["bounds"]),
    Case("divided", DIVIDED, DIVISORS, changed(DIVISORS, BAD, 0), ["arithmetic"]),
    Case("float", FLOAT, FEW, changed(FEW, BAD, 0), ["float"]),
]


class Outcome:
    def __init__(self, device, package, name, arguments):
        device.prints.clear()
        kernel = package.kernel(name)
        views = {name: Memory(value).view(value.kind, value.shape) for name, value in arguments.items()}
        try:
            kernel.launch_by_name(views)
        except LoaderError:
            pass  # failure() tells more
        self.failure, self.prints = kernel.failure(), list(device.prints)
        self.arrays = {name: view.array() for name, view in views.items()}

    def without_name(self):
        """What failed, with a kernel and its gradient named alike."""
        status, message, line, iteration = self.failure
        return status, message.replace("f.grad", "f"), line, iteration


def check_case(check, folder, case, is_serial):
    what = case.name + (", serial" if is_serial else "")
    variants = ["--checks=" + name for name in case.checks]
    package = compile_kernel(case.text(is_serial), "%s/kept_checks_%s_%d" % (folder, case.name, is_serial),
                             "-Wno-unused", "-Wno-serial", "--fp-contract=off", *variants)
    device = Device(threads=1)  # so that what comes before a failure is the same
    plain, checked = device.load(package), device.load(package, variant=",".join(case.checks) or None)
    right = {"x": FLOATS, "p": case.numbers}
    wrong, shadow = {**right, "p": case.wrong}, {"x.grad": Array("f64", (COUNT,), [1.0] * COUNT)}

    want, got = (Outcome(device, code, "f.grad", {**right, **shadow}) for code in (plain, checked))
    check.equal(what + ": right numbers", got.failure[:2], ("OK", ""))
    for name in ("x", "x.grad"):
        check.same_bits("%s: %s with right numbers" % (what, name), got.arrays[name], want.arrays[name])
    check.equal(what + ": there is a gradient", want.arrays["x.grad"].values[BAD] != 1.0, True)

    want, got = Outcome(device, checked, "f", wrong), Outcome(device, checked, "f.grad", {**wrong, **shadow})
    check.equal(what + ": the kernel fails", want.failure[0], "ASSERTION_FAILED")
    if case.has_limit:  # nothing but what the kernel overwrites ends the loop
        status, message, line, _ = got.failure
        check.equal(what + ": status", status, "ASSERTION_FAILED")
        limit = "counts the trips of this loop ahead, and comes to more than 268435456"
        check.equal(what + ": limit", limit in message, True)
        check.equal(what + ": place of the loop", line, 1 + case.text(is_serial).split("scf.while")[0].count("\n"))
        check.same_bits(what + ": x", got.arrays["x"], right["x"])
        return
    check.equal(what + ": failure", got.without_name(), want.without_name())
    if is_serial or DEVICE == "cpu":  # elsewhere other iterations run meanwhile, or no longer
        check.equal(what + ": prints", got.prints, want.prints)
        check.same_bits(what + ": x", got.arrays["x"], want.arrays["x"])
    check.same_bits(what + ": x.grad", got.arrays["x.grad"], shadow["x.grad"])


def main(folder):
    check = Check()
    for case in CASES:
        for is_serial in (False, True):
            check_case(check, folder, case, is_serial)
    check.end()


main(*sys.argv[1:])
