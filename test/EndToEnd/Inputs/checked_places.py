"""What a failed check tells of where it failed: checked_places.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Loops of every kind around an access or an assert, which goes wrong in one of all iterations: a table says in which. The
message must have the iteration of each loop, from the inside out, and the calls of helpers, at the lines that end in
'// NAME'. Plain code fails at the same place, where it fails at all.
"""
import itertools
import re
import sys

from endtoend import *
from loader import Device, LoaderError, Memory

TOP = """  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
"""


def place_of(indices, extents):
    """Creates %at, where an iteration's entry is in the table: the flat place of `indices`."""
    text, last = "", "c0"
    for number, (index, extent) in enumerate(zip(indices, extents)):
        text += "  %%e%d = arith.constant %d : index\n  %%m%d = arith.muli %%%s, %%e%d : index\n" % (number, extent, number, last, number)
        text += "  %%a%d = arith.addi %%m%d, %%%s : index\n" % (number, number, index)
        last = "a%d" % number
    return text.replace("%a" + last[1:] + " ", "%at ")


class Nest:
    """A kernel on %p, the table, and %x, which the table's numbers are indices of. `indices` and `extents`: of the loops
    from the outside in; `message`: what is told, with {NAME} for a line and {0} for a number of the iteration."""

    def __init__(self, body, indices, extents, message, before="", what="load"):
        body = body.replace("AT", place_of(indices, extents)).replace("LOAD", """  %k = memref.load %p[%at] : memref<?xi64>
  %to = arith.index_cast %k : i64 to index
  %v = memref.load %x[%to] : memref<?xf32> // here
""").replace("ASSERT", """  %k = memref.load %p[%at] : memref<?xi64>
  %five = arith.constant 5 : i64
  %fits = arith.cmpi slt, %k, %five : i64
  qd.assert %fits, "a {} that fits" // here
""")
        self.extents, self.message, self.isAssert = extents, message, what == "assert"
        self.text = before + "qd.kernel @k(%p: memref<?xi64>, %x: memref<?xf32>) {\n" + TOP + body + "}\n"
        self.lines = {match[1]: number + 1 for number, line in enumerate(self.text.split("\n"))
                      for match in [re.search(r"// (\w+)$", line)] if match}

    def expected(self, iteration, rename):
        numbers = {str(n): i for n, i in enumerate(iteration)}
        return re.sub(r"\{(\w+)\}", lambda m: str(numbers.get(m[1], self.lines.get(m[1]))), self.message).replace("FILE", rename)


FOUND = "check failed: index 5 is outside of 'x', whose extent is 5"
NESTS = {
    "sequential loops": Nest("""  qd.for (%i, %j) in (%c2, %c3) {
  scf.for %a = %c0 to %c3 step %c1 { // outer
  scf.for %b = %c0 to %c2 step %c1 { // inner
AT LOAD  } } }
""", ["i", "j", "a", "b"], [2, 3, 3, 2],
                             FOUND + "; the loop is at ({0}, {1}); the loop at line {inner} is at {3}; the loop at line {outer} is at {2} ("),
    "conditional loop": Nest("""  qd.for (%i) in (%c3) {
  scf.while (%b = %c0) : (index) -> index { // loop
    %more = arith.cmpi slt, %b, %c3 : index
    scf.condition(%more) %b : index
  } do {
  ^bb0(%b: index):
AT LOAD    %next = arith.addi %b, %c1 : index
    scf.yield %next : index
  } }
""", ["i", "b"], [3, 3], FOUND + "; the loop is at ({0}); the loop at line {loop} is in its iteration {1} ("),
    "condition of a loop": Nest("""  qd.for (%i) in (%c3) {
  scf.while (%b = %c0) : (index) -> index { // loop
AT LOAD    %more = arith.cmpi slt, %b, %c2 : index
    scf.condition(%more) %b : index
  } do {
  ^bb0(%b: index):
    %next = arith.addi %b, %c1 : index
    scf.yield %next : index
  } }
""", ["i", "b"], [3, 3], FOUND + "; the loop is at ({0}); the loop at line {loop} is in its iteration {1} ("),
    "repeats": Nest("""  scf.for %r = %c0 to %c3 step %c1 { // loop
  qd.for (%i) in (%c3) {
AT LOAD  } }
""", ["r", "i"], [3, 3], FOUND + "; the loop is at ({1}); the loop at line {loop} is at {0} ("),
    "repeats in repeats": Nest("""  scf.for %r = %c0 to %c3 step %c1 { // outer
  scf.for %s = %c0 to %c2 step %c1 { // inner
  qd.for (%i) in (%c3) {
  scf.for %b = %c0 to %c2 step %c1 { // loop
AT LOAD  } } } }
""", ["r", "s", "i", "b"], [3, 2, 3, 2], FOUND + "; the loop is at ({2}); the loop at line {loop} is at {3}; the loop at line {inner} "
                               "is at {1}; the loop at line {outer} is at {0} ("),
    "repeats on a condition": Nest("""  scf.while (%r = %c0) : (index) -> index { // loop
    %more = arith.cmpi slt, %r, %c3 : index
    scf.condition(%more) %r : index
  } do {
  ^bb0(%r: index):
  qd.for (%i) in (%c3) {
AT LOAD  }
    %next = arith.addi %r, %c1 : index
    scf.yield %next : index
  }
""", ["r", "i"], [3, 3], FOUND + "; the loop is at ({1}); the loop at line {loop} is in its iteration {0} ("),
    "repeats on a flag": Nest("""  %go = memref.alloc() : memref<i32>
  memref.store %three, %go[] : memref<i32>
  %rounds = qd.do_while %go : memref<i32> { // loop
    %g = memref.load %go[] : memref<i32>
    %g1 = arith.subi %g, %one : i32
    memref.store %g1, %go[] : memref<i32>
    %r32 = arith.subi %three, %g : i32
    %r = arith.index_cast %r32 : i32 to index
  qd.for (%i) in (%c3) {
AT LOAD  } }
""", ["r", "i"], [3, 3], FOUND + "; the loop is at ({1}); the loop at line {loop} is in its iteration {0} ("),
    "all of them": Nest("""  %go = memref.alloc() : memref<i32>
  scf.for %r = %c0 to %c2 step %c1 { // repeats
  memref.store %three, %go[] : memref<i32>
  %rounds = qd.do_while %go name("solve") : memref<i32> {
    %g = memref.load %go[] : memref<i32>
    %g1 = arith.subi %g, %one : i32
    memref.store %g1, %go[] : memref<i32>
    %s32 = arith.subi %three, %g : i32
    %s = arith.index_cast %s32 : i32 to index
  qd.for (%i, %j) in (%c2, %c2) {
  scf.while (%b = %c0) : (index) -> index { // inner
    %more = arith.cmpi slt, %b, %c2 : index
    scf.condition(%more) %b : index
  } do {
  ^bb0(%b: index):
  scf.if %more_of_it {
AT LOAD  }
    %next = arith.addi %b, %c1 : index
    scf.yield %next : index
  } } } }
""".replace("scf.if %more_of_it {", "%always = arith.cmpi sge, %b, %c0 : index\n  scf.if %always {"),
                        ["r", "s", "i", "j", "b"], [2, 3, 2, 2, 2],
                        FOUND + "; the loop is at ({2}, {3}); the loop at line {inner} is in its iteration {4}; loop 'solve' is in "
                        "its iteration {1}; the loop at line {repeats} is at {0} ("),
    "serial code": Nest("""  scf.for %r = %c0 to %c3 step %c1 { // outer
  scf.for %b = %c0 to %c2 step %c1 { // inner
AT LOAD  } }
""", ["r", "b"], [3, 2], FOUND + "; the loop at line {inner} is at {1}; the loop at line {outer} is at {0} (iteration 0)"),
    "assert": Nest("""  scf.for %r = %c0 to %c3 step %c1 { // outer
  qd.for (%i) in (%c3) {
  scf.for %b = %c0 to %c2 step %c1 { // inner
AT ASSERT  } } }
""", ["r", "i", "b"], [3, 3, 2], "assertion failed: a {} that fits; the loop is at ({1}); the loop at line {inner} is at {2}; the loop at "
                   "line {outer} is at {0} (", what="assert"),
    "calls": Nest("""  qd.for (%i) in (%c3) {
  %v = func.call @outer(%p, %x, %i) : (memref<?xi64>, memref<?xf32>, index) -> f32 // kernel
  }
""", ["i", "b"], [3, 2], FOUND + "; the loop is at ({0}); the loop at line {loop} is at {1}; called at FILE:{helper}:8, at "
                  "FILE:{kernel}:8 (", before="""func.func private @inner(%p: memref<?xi64>, %x: memref<?xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %b = %c0 to %c2 step %c1 iter_args(%s = %zero) -> f32 { // loop
  %m = arith.muli %i, %c2 : index
  %at = arith.addi %m, %b : index
  %k = memref.load %p[%at] : memref<?xi64>
  %to = arith.index_cast %k : i64 to index
  %v = memref.load %x[%to] : memref<?xf32> // here
  %t = arith.addf %s, %v : f32
  scf.yield %t : f32
  }
  return %sum : f32
}
func.func private @outer(%p: memref<?xi64>, %x: memref<?xf32>, %i: index) -> f32 {
  %v = func.call @inner(%p, %x, %i) : (memref<?xi64>, memref<?xf32>, index) -> f32 // helper
  return %v : f32
}
"""),
    # Of 24 values of a record two are the index and the extent, and three the variables of the parallel loop.
    "too many loops": Nest("  qd.for (%i, %j, %k3) in (%c2, %c1, %c1) {\n" +
                           "".join("  scf.for %%b%d = %%c0 to %%c1 step %%c1 { // loop%d\n" % (n, n) for n in range(21)) +
                           "AT LOAD" + "} " * 22 + "\n", ["i"] + ["b%d" % n for n in range(21)], [2] + [1] * 21,
                           FOUND + "; the loop is at ({0}, 0, 0)" +
                           "".join("; the loop at line {loop%d} is at {%d}" % (n, n + 1) for n in range(20, 1, -1)) +
                           "; 2 more loops are around it ("),
}


def launch_with(package, table):
    """The message and the line of the failure, or (None, None)."""
    kernel = package.kernel("k")
    try:
        kernel.launch([Memory(table).view("i64", table.shape), Memory(zeros("f32", 5)).view("f32", (5,))])
    except LoaderError as error:
        return error.message, kernel.failure()[2]
    return None, None


def check_nest(check, device, name, nest, folder, options):
    path = "%s/places_%s" % (folder, name.replace(" ", "_"))
    package = compile_kernel(nest.text, path, "-Wno-unused", "-Wno-serial", "--checks=bounds", "--checks=float,bounds", *options)
    size = math.prod(nest.extents)
    iterations = list(itertools.product(*map(range, nest.extents)))
    for variant in ("bounds", "bounds,float"):
        checked = device.load(package, variant=variant)
        check.equal(name + ": right numbers", launch_with(checked, Array("i64", (size,), [0] * size)), (None, None))
        for place in sorted({0, 1, size // 2, size - 1}):
            table = Array("i64", (size,), [5 if k == place else 0 for k in range(size)])
            message, line = launch_with(checked, table)
            wanted = nest.expected(iterations[place], path.split("/")[-1] + ".qir")
            if not message or wanted not in re.sub(r"at [^ ,]*/", "at ", message):
                check.fail("%s with %s: got %r, want %r in it" % (name, variant, message, wanted))
            check.equal(name + ": line", line, nest.lines["here"])
        checked.unload()
    if nest.isAssert:
        plain = device.load(package)
        message, line = launch_with(plain, Array("i64", (size,), [5] * size))
        check.equal(name + ": plain code", "assertion failed: a {} that fits (iteration " in (message or ""), True)
        plain.unload()


# The product of the backward sweep is too large in its second step, the last trip but one, in one iteration of the
# parallel loop.
GRADIENT = """qd.kernel @g(%x: memref<?xf64>, %t: f64) attributes {qd.differentiate = {mode = "reverse"}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf64>
    %r = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %v) -> f64 { // loop
      %u = arith.mulf %s, %t : f64 // here
      scf.yield %u : f64
    }
    memref.store %r, %x[%i] : memref<?xf64>
  }
}
"""


# The adjoint, 2^984, is doubled in each of 100 trips of the backward sweep, from the last one on, and is too large in the
# fortieth. Trips need the state, so they run in segments: that one is in the segment of the first 64.
SEGMENTS = {
    "for": """qd.kernel @g(%x: memref<?xf64>, %m: i32) attributes {qd.differentiate = {mode = "reverse"}} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 5 : i32
  %two = arith.constant 2 : i32
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf64>
    %r = scf.for UNSIGNED%j = %zero to %m step %two iter_args(%s = %v) -> f64 : i32 { // loop
      %u = arith.mulf %s, %s : f64 // here
      scf.yield %u : f64
    }
    memref.store %r, %x[%i] : memref<?xf64>
  }
}
""",
    "while": """qd.kernel @g(%x: memref<?xf64>, %m: i32) attributes {qd.differentiate = {mode = "reverse"}} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 5 : i32
  %two = arith.constant 2 : i32
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf64>
    %r, %end = scf.while (%s = %v, %j = %zero) : (f64, i32) -> (f64, i32) { // loop
      %goes = arith.cmpi slt, %j, %m : i32
      scf.condition(%goes) %s, %j : f64, i32
    } do {
    ^bb0(%s: f64, %j: i32):
      %u = arith.mulf %s, %s : f64 // here
      %next = arith.addi %j, %two : i32
      scf.yield %u, %next : f64, i32
    }
    memref.store %r, %x[%i] : memref<?xf64>
  }
}
""",
}


def check_segments(check, device, folder, options):
    """Each loop of the source is told once, with its own iteration, by however many loops a gradient runs its trips."""
    for name, text, told in (("for", SEGMENTS["for"].replace("UNSIGNED", ""), "is at %d (" % (5 + 2 * 60)),
                             ("unsigned", SEGMENTS["for"].replace("UNSIGNED", "unsigned "), "is at %d (" % (5 + 2 * 60)),
                             ("while", SEGMENTS["while"], "is in its iteration 60 (")):
        package = compile_kernel(text, folder + "/places_segments_" + name, "--checks=float", *options)
        kernel = device.load(package, variant="float").kernel("g.grad")
        x, shadow = Array("f64", (3,), [1.0] * 3), Array("f64", (3,), [1.0, 2.0**984, 1.0])
        views = [Memory(array).view("f64", array.shape) for array in (x, shadow)]
        message = "nothing"
        try:
            kernel.launch([views[0], ("i32", 5 + 2 * 100), views[1]])
        except LoaderError as error:
            message = error.message
        line = next(number for number, each in enumerate(text.splitlines(), 1) if each.endswith("// loop"))
        wanted = "arith.addf gives inf of 8.98846567431158e+307, 8.98846567431158e+307; the loop is at (1); the loop at line %d %s" % (line, told)
        if wanted not in message:
            check.fail("segments, %s: got %r, want %r in it" % (name, message, wanted))


def check_gradient(check, device, folder, options):
    """A loop of the source is told as such, by its own variable, though the gradient's counts other numbers."""
    package = compile_kernel(GRADIENT, folder + "/places_gradient", "--checks=float", *options)
    kernel = device.load(package, variant="float").kernel("g.grad")
    x, shadow = Array("f64", (3,), [1e-300] * 3), Array("f64", (3,), [1.0, 1e290, 1.0])
    views = [Memory(array).view("f64", array.shape) for array in (x, shadow, scalar("f64", 0.0))]
    message = "nothing"
    try:
        kernel.launch([views[0], ("f64", 1e10), *views[1:]])
    except LoaderError as error:
        message = error.message
    wanted = "arith.mulf gives inf of 1e+300, 1e+10; the loop is at (1); the loop at line 8 is at 2 ("
    if wanted not in message:
        check.fail("gradient: got %r, want %r in it" % (message, wanted))


def main(folder, *options):
    check, device = Check(), Device(threads=1)
    check_gradient(check, device, folder, options)
    check_segments(check, device, folder, options)
    for name, nest in NESTS.items():
        check_nest(check, device, name, nest, folder, options)
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
