"""Each check in kernels of every shape: checked_shapes.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A defect for each check, planted in each shape of kernel: what it does is right with the numbers of one launch and wrong
with one number of the next. The check must name it with its place, the line that ends in '// here', and keep what comes
after it from running. Right numbers must leave what plain code leaves. On a GPU, QDRT_LOOP says who decides about loops.
"""
import sys

from endtoend import *
from loader import Device, LoaderError, Memory

COUNT = 150  # iterations: a chunk of a CPU's row, a block of a GPU, and some more
BAD = 137  # the one with the wrong number
TOP = INDEX_CONSTANTS + """  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %hundred = arith.constant 100 : i64
  %onef = arith.constant 1.0 : f32
  %n = memref.dim %p, %c0 : memref<?xi64>
"""
SIGNATURE = ("%p: memref<?xi64>, %x: memref<?xf32>, %y: memref<?xf32>, %s: memref<f32>, %go: memref<i32>, "
             "%log: memref<i32>")

# By check: how %v is made of the number %k, one number with which that is wrong, the message.
DEFECTS = {
    "bounds": ("""%at = arith.index_cast %k : i64 to index
%v = memref.load %x[%at] : memref<?xf32> // here""", 10, "index 10 is outside of 'x', whose extent is 10"),
    "arithmetic": ("""%q = arith.divsi %hundred, %k : i64 // here
%v = arith.sitofp %q : i64 to f32""", 0, "division of 100 by zero"),
    "float": ("""%d = arith.sitofp %k : i64 to f32
%v = arith.divf %onef, %d : f32 // here""", 0, "arith.divf gives inf of 1, 0"),
}

EACH = """qd.for (%i) in (%n) {
  %k = memref.load %p[%i] : memref<?xi64>
  DEFECT
  memref.store %v, %y[%i] : memref<?xf32>
}"""
STEP = """%g = memref.load %go[] : memref<i32>
%g1 = arith.subi %g, %one : i32
memref.store %g1, %go[] : memref<i32>
"""


def indented(text, pad="  "):
    return "".join(pad + line + "\n" for line in text.strip("\n").split("\n"))


def with_defect(text, defect):
    lines = []
    for line in text.strip("\n").split("\n"):
        pad = line[:len(line) - len(line.lstrip())]
        lines += [pad + part for part in defect.split("\n")] if line.strip() == "DEFECT" else [line]
    return "\n".join(lines)


class Shape:
    """`body` has the line DEFECT where a number %k is there. `named`: whether the message tells %i. `keeps`: whether
    %y[BAD] is kept from being written."""

    def __init__(self, body, before="", named=True, keeps=True):
        self.body, self.before, self.named, self.keeps = body, before, named, keeps


SHAPES = {
    "array": Shape(EACH),
    "scf.parallel": Shape("""scf.parallel (%i) = (%c0) to (%n) step (%c1) {
  %k = memref.load %p[%i] : memref<?xi64>
  DEFECT
  memref.store %v, %y[%i] : memref<?xf32>
  scf.reduce
}"""),
    "two dimensions": Shape("""qd.for (%j, %i) in (%c1, %n) {
  %k = memref.load %p[%i] : memref<?xi64>
  DEFECT
  memref.store %v, %y[%i] : memref<?xf32>
}"""),
    "atomics": Shape("""qd.for (%i) in (%n) {
  %k = memref.load %p[%i] : memref<?xi64>
  DEFECT
  %small = arith.mulf %v, %v : f32
  %old = memref.atomic_rmw maximumf %v, %y[%i] : (f32, memref<?xf32>) -> f32
}"""),
    "atomics on one element": Shape("""qd.for (%i) in (%n) {
  %k = memref.load %p[%i] : memref<?xi64>
  DEFECT
  %old = memref.atomic_rmw maximumf %v, %s[] : (f32, memref<f32>) -> f32
  memref.store %v, %y[%i] : memref<?xf32>
}"""),
    "reduction": Shape("""%sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
  %k = memref.load %p[%i] : memref<?xi64>
  DEFECT
  memref.store %v, %y[%i] : memref<?xf32>
  qd.yield %v : f32
}
memref.store %sum, %s[] : memref<f32>"""),
    "loop in an iteration": Shape("""qd.for (%i) in (%n) {
  %end = arith.addi %i, %c1 : index
  %sum = scf.for %j = %i to %end step %c1 iter_args(%before = %onef) -> f32 {
    %k = memref.load %p[%j] : memref<?xi64>
    DEFECT
    %both = arith.maximumf %before, %v : f32
    scf.yield %both : f32
  }
  memref.store %sum, %y[%i] : memref<?xf32>
}"""),
    "loop in a loop in an iteration": Shape("""qd.for (%i) in (%n) {
  scf.for %a = %c0 to %c2 step %c1 {
    %last = scf.while (%j = %c0) : (index) -> index {
      %more = arith.cmpi ult, %j, %c2 : index
      scf.condition(%more) %j : index
    } do {
    ^bb0(%j: index):
      %k = memref.load %p[%i] : memref<?xi64>
      DEFECT
      memref.store %v, %y[%i] : memref<?xf32>
      %next = arith.addi %j, %c1 : index
      scf.yield %next : index
    }
  }
}"""),
    "branch in an iteration": Shape("""qd.for (%i) in (%n) {
  %isLate = arith.cmpi uge, %i, %c4 : index
  %w = scf.if %isLate -> f32 {
    %k = memref.load %p[%i] : memref<?xi64>
    DEFECT
    scf.yield %v : f32
  } else {
    scf.yield %onef : f32
  }
  memref.store %w, %y[%i] : memref<?xf32>
}"""),
    "array of an iteration": Shape("""qd.for (%i) in (%n) {
  %own = memref.alloca() : memref<2xi64>
  %first = memref.load %p[%i] : memref<?xi64>
  memref.store %first, %own[%c1] : memref<2xi64>
  %k = memref.load %own[%c1] : memref<2xi64>
  DEFECT
  memref.store %v, %y[%i] : memref<?xf32>
}"""),
    "helper": Shape("""qd.for (%i) in (%n) {
  %k = memref.load %p[%i] : memref<?xi64>
  %v = func.call @make(%x, %k) : (memref<?xf32>, i64) -> f32
  memref.store %v, %y[%i] : memref<?xf32>
}""", before="""func.func private @make(%x: memref<?xf32>, %k: i64) -> f32 {
  %hundred = arith.constant 100 : i64
  %onef = arith.constant 1.0 : f32
  DEFECT
  return %v : f32
}
"""),
    "serial code": Shape("""%i = arith.constant BAD : index
%k = memref.load %p[%i] : memref<?xi64>
DEFECT
memref.store %v, %y[%i] : memref<?xf32>""", named=False),
    "serial loop": Shape("""scf.for %i = %c0 to %n step %c1 {
  %k = memref.load %p[%i] : memref<?xi64>
  DEFECT
  memref.store %v, %y[%i] : memref<?xf32>
}""", named=False),
    "counted loop": Shape("""scf.for %round = %c0 to %c3 step %c1 {
""" + indented(EACH) + "}"),
    "loop on a condition": Shape("""%end = scf.while (%round = %c0) : (index) -> index {
  %more = arith.cmpi ult, %round, %c3 : index
  scf.condition(%more) %round : index
} do {
^bb0(%round: index):
""" + indented(EACH) + """  %next = arith.addi %round, %c1 : index
  scf.yield %next : index
}"""),
    "loop on a flag": Shape("%rounds = qd.do_while %go : memref<i32> {\n" + indented(STEP + EACH) + "}"),
    "branch of a graph": Shape("""%flag = memref.load %go[] : memref<i32>
%is = arith.cmpi ne, %flag, %zero : i32
scf.if %is {
""" + indented(EACH) + "}"),
    "loops in loops": Shape("scf.for %round = %c0 to %c2 step %c1 {\n  memref.store %one, %go[] : memref<i32>\n"
                            "  %rounds = qd.do_while %go : memref<i32> {\n" + indented(STEP + """scf.for %turn = %c0 to %c2 step %c1 {
""" + indented(EACH) + "}", "    ") + "  }\n}"),
    "several tasks of a loop": Shape("%rounds = qd.do_while %go : memref<i32> {\n" + indented(STEP + """qd.for (%i) in (%n) {
  memref.store %onef, %y[%i] : memref<?xf32>
}
""" + EACH.replace("memref.store %v, %y[%i] : memref<?xf32>", "memref.store %v, %x2[%i] : memref<?xf32>") + """
qd.for (%i) in (%n) {
  %v = memref.load %x2[%i] : memref<?xf32>
  memref.store %v, %y[%i] : memref<?xf32>
}""") + "}", keeps=False),
    "temporary": Shape("""%t = memref.alloc(%n) : memref<?xi64>
qd.for (%i) in (%n) {
  %k = memref.load %p[%i] : memref<?xi64>
  memref.store %k, %t[%i] : memref<?xi64>
}
qd.for (%i) in (%n) {
  %k = memref.load %t[%i] : memref<?xi64>
  DEFECT
  memref.store %v, %y[%i] : memref<?xf32>
}"""),
    "temporary of a loop": Shape("""scf.for %round = %c0 to %c2 step %c1 {
  %t = memref.alloc(%n) : memref<?xf32>
  qd.for (%i) in (%n) {
    %k = memref.load %p[%i] : memref<?xi64>
    DEFECT
    memref.store %v, %t[%i] : memref<?xf32>
  }
  qd.for (%i) in (%n) {
    %v = memref.load %t[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
}"""),
    "temporary as a flag": Shape("""%left = memref.alloc() : memref<i32>
memref.store %one, %left[] : memref<i32>
%rounds = qd.do_while %left : memref<i32> {
  memref.store %zero, %left[] : memref<i32>
""" + indented(EACH) + "}"),
    "reduction of a loop": Shape("""%end = scf.for %round = %c0 to %c2 step %c1 iter_args(%before = %onef) -> f32 {
  %sum = qd.for (%i) in (%n) reduce(maximumf) -> f32 {
    %k = memref.load %p[%i] : memref<?xi64>
    DEFECT
    memref.store %v, %y[%i] : memref<?xf32>
    qd.yield %v : f32
  }
  %both = arith.maximumf %sum, %before : f32
  scf.yield %both : f32
}
memref.store %end, %s[] : memref<f32>"""),
}

# Of bounds alone: an index past a temporary's end, by each kind of access.
OF_TEMPORARIES = {
    "load": "%old = memref.load %t[%at] : memref<?xi32> // here",
    "store": "memref.store %one, %t[%at] : memref<?xi32> // here",
    "atomic": "%old = memref.atomic_rmw addi %one, %t[%at] : (i32, memref<?xi32>) -> i32 // here",
}


def temporary_shape(access):
    return Shape("""%ten = arith.constant 10 : index
%t = memref.alloc(%ten) : memref<?xi32>
qd.for (%i) in (%ten) {
  memref.store %zero, %t[%i] : memref<?xi32>
}
qd.for (%i) in (%n) {
  %k = memref.load %p[%i] : memref<?xi64>
  %at = arith.index_cast %k : i64 to index
  ACCESS
  memref.store %onef, %y[%i] : memref<?xf32>
}""".replace("ACCESS", access))


class Case:
    def __init__(self, number, name, check, shape, defect, wrong, message):
        self.kernel, self.name, self.check, self.message = "k%d" % number, "%s, %s" % (name, check), check, message
        self.shape, self.wrong = shape, wrong
        body = with_defect(shape.body, defect).replace("BAD", str(BAD))
        scratch = ", %x2: memref<?xf32>" if "%x2" in body else ""
        before = with_defect(shape.before, defect).replace("@make", "@make%d" % number) + "\n" if shape.before else ""
        body = body.replace("@make(", "@make%d(" % number)
        self.text = "%sqd.kernel @%s(%s%s) {\n%s%s  memref.store %%one, %%log[] : memref<i32>\n}\n" % (
            before, self.kernel, SIGNATURE, scratch, TOP, indented(body))
        self.scratch = bool(scratch)

    def arguments(self, isRight):
        numbers = [1 + k % 9 for k in range(COUNT)]
        if not isRight:
            numbers[BAD] = self.wrong
        given = {"p": Array("i64", (COUNT,), numbers), "x": Array("f32", (10,), [float(k + 1) for k in range(10)]),
                 "y": zeros("f32", COUNT), "s": scalar("f32", 0.0), "go": scalar("i32", 2), "log": scalar("i32", 0)}
        if self.scratch:
            given["x2"] = zeros("f32", COUNT)
        return given


def all_cases():
    found = []
    for name, shape in SHAPES.items():
        for check, defect in DEFECTS.items():
            found.append(Case(len(found), name, check, shape, *defect))
    for name, access in OF_TEMPORARIES.items():
        found.append(Case(len(found), "%s of a temporary" % name, "bounds", temporary_shape(access), "", 10,
                          "index 10 is outside of the temporary"))
    return found


def launch_case(package, case, isRight):
    """(message of the failure or None, line, arrays)"""
    kernel = package.kernel(case.kernel)
    views = {name: Memory(value).view(value.kind, value.shape) for name, value in case.arguments(isRight).items()}
    problem = line = None
    try:
        kernel.launch_by_name(views)
    except LoaderError as error:
        problem, line = "%s: %s" % (error.status, error.message), kernel.failure()[2]
    return problem, line, {name: view.array() for name, view in views.items()}


def run_case(check, case, plain, checked, lines):
    problem, _, wanted = launch_case(plain, case, True)
    check.equal(case.name + ": plain code", problem, None)
    # The device and the stream live on, so right numbers come after wrong ones too.
    for isRight in (True, False, True):
        problem, line, arrays = launch_case(checked, case, isRight)
        if isRight:
            check.equal(case.name + ": right numbers", problem, None)
            for name in arrays:
                check.same_bits("%s: %s" % (case.name, name), arrays[name], wanted[name])
            continue
        if not problem or not problem.startswith("ASSERTION_FAILED") or case.message not in problem:
            check.fail("%s: got %r, want %r in it" % (case.name, problem, case.message))
            continue
        check.equal(case.name + ": tells where the loop is", "; the loop is at (" in problem, case.shape.named)
        check.equal(case.name + ": line", line, lines[case.kernel])
        check.equal(case.name + ": what comes later", arrays["log"].values, [0])
        if case.shape.keeps:
            check.equal(case.name + ": what comes after it", arrays["y"].values[BAD], 0.0)


def lines_of(cases):
    """The line of each kernel's defect in the text of all."""
    lines, before = {}, 0
    for case in cases:
        own = case.text.split("\n")
        lines[case.kernel] = before + 1 + next(k for k, line in enumerate(own) if line.endswith("// here"))
        before += len(own) - 1
    return lines


def main(folder, *options):
    check, cases = Check(), all_cases()
    text, lines = "".join(case.text for case in cases), lines_of(cases)
    everything = "arithmetic,bounds,float"
    package = compile_kernel(text, folder + "/checked_shapes", "--fp-contract=off", "-Wno-unused", "-Wno-serial",
                             "--checks=" + everything, *["--checks=" + name for name in DEFECTS], *options)
    device = Device(threads=3)
    plain = device.load(package)
    for variant in ("arithmetic,bounds,float", *DEFECTS):
        checked = device.load(package, variant=variant)
        for case in cases:
            if case.check in variant:
                run_case(check, case, plain, checked, lines)
        checked.unload()
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
