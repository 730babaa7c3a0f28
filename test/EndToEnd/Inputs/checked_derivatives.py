"""Checks in derivatives: checked_derivatives.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Kernels with derivatives, and a defect planted for one number of their arguments: a check must name it in each derivative
that runs into it, at the line that ends in '// here', and in no other. With right numbers the checked variants leave what
plain code leaves.
"""
import sys

from endtoend import *
from loader import Device, LoaderError, Memory

COUNT, BAD, UNASKED = 70, 66, 5
INDICES = Array("i64", (COUNT,), [(7 * k) % 10 for k in range(COUNT)])
FLOATS = Array("f64", (COUNT,), [0.5 + k % 7 for k in range(COUNT)])
TABLE = Array("f64", (10,), [float(k + 1) for k in range(10)])


def filled(value, *shape):
    return Array("f64", shape, [value] * math.prod(shape))


def changed(array, index, value):
    return Array(array.kind, array.shape, array.values[:index] + [value] + array.values[index + 1:])


class Case:
    """`finds`: by check, then by suffix of a derivative ("" for the kernel itself), the message; where a suffix is missing,
    nothing is found there. `wrong`: the arguments that are others then. `shadows`: those of reverse mode, and `tangents`
    those of forward mode, beside the kernel's."""

    def __init__(self, name, text, arguments, wrong, finds, shadows, tangents=None, before=""):
        self.name, self.arguments, self.wrong, self.finds = name, arguments, wrong, finds
        self.added = {"": {}, ".grad": shadows, ".reverse": shadows, ".jvp": tangents}
        modes = '{mode = "reverse"%s}' + ', {mode = "forward"%s}' * (tangents is not None)
        wrt = ', wrt = [%s]' % ", ".join('"%s"' % n.removesuffix(".grad") for n in shadows if not n.startswith("result"))
        head, body = text.split("{\n", 1)
        self.text = "%s%sattributes {qd.differentiate = [%s]} {\n%s%s" % (
            before, head, modes % ((wrt,) * modes.count("%s")), INDEX_CONSTANTS, body)

    def line(self):
        return next(k + 1 for k, line in enumerate(self.text.split("\n")) if line.endswith("// here"))


CASES = [
    # The reverse sweep alone loads neither %x nor stores %y: it scatters to %x.grad.
    Case("gather", """qd.kernel @gather(%x: memref<?xf64>, %p: memref<?xi64>, %y: memref<?xf64>) {
  %two = arith.constant 2.0 : f64
  %n = memref.dim %p, %c0 : memref<?xi64>
  qd.for (%i) in (%n) {
    %k = memref.load %p[%i] : memref<?xi64>
    %at = arith.index_cast %k : i64 to index
    %v = memref.load %x[%at] : memref<?xf64> // here
    %w = arith.mulf %v, %two : f64
    memref.store %w, %y[%i] : memref<?xf64>
  }
}
""", {"x": TABLE, "p": INDICES, "y": zeros("f64", COUNT)}, {"p": changed(INDICES, BAD, 10)},
         {"bounds": {"": "index 10 is outside of 'x'", ".grad": "index 10 is outside of 'x'",
                     ".reverse": "index 10 is outside of 'x.grad'", ".jvp": "index 10 is outside of 'x"}},
         {"x.grad": zeros("f64", 10), "y.grad": filled(1.5, COUNT)},
         {"x.tangent": filled(0.5, 10), "y.tangent": zeros("f64", COUNT)}),
    # A stack of what a loop overwrites, sized by its trips.
    Case("steps", """qd.kernel @steps(%x: memref<?xf64>, %p: memref<?xi64>, %table: memref<?xf64>, %trips: index) {
  %n = memref.dim %p, %c0 : memref<?xi64>
  qd.for (%i) in (%n) {
    %k = memref.load %p[%i] : memref<?xi64>
    %first = arith.index_cast %k : i64 to index
    scf.for %j = %c0 to %trips step %c1 {
      %at = arith.addi %first, %j : index
      %t = memref.load %table[%at] : memref<?xf64> // here
      %v = memref.load %x[%i] : memref<?xf64>
      %w = math.sin %v : f64
      %u = arith.mulf %w, %t : f64
      memref.store %u, %x[%i] : memref<?xf64>
    }
  }
}
""", {"x": FLOATS, "p": Array("i64", (COUNT,), [k % 7 for k in range(COUNT)]), "table": TABLE, "trips": 3},
         {"p": Array("i64", (COUNT,), [8 if k == BAD else k % 7 for k in range(COUNT)])},
         {"bounds": {"": "index 10 is outside of 'table'", ".grad": "index 10 is outside of 'table'"}},
         {"x.grad": filled(0.5, COUNT), "table.grad": zeros("f64", 10)}),
    # The root of 0 is 0, its derivative is not finite: the kernel itself is right, and so is what asks for none of it.
    Case("roots", """qd.kernel @roots(%x: memref<?xf64>, %y: memref<?xf64>) {
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf64>
    %r = math.sqrt %v : f64 // here
    memref.store %r, %y[%i] : memref<?xf64>
  }
}
""", {"x": changed(FLOATS, UNASKED, 0.0), "y": zeros("f64", COUNT)},
         {"x": changed(changed(FLOATS, UNASKED, 0.0), BAD, 0.0)},
         {"float": {".grad": "arith.divf gives inf of", ".reverse": "arith.divf gives inf of",
                    ".jvp": "arith.divf gives inf of"}},
         {"x.grad": zeros("f64", COUNT), "y.grad": changed(filled(1.5, COUNT), UNASKED, 0.0)},
         {"x.tangent": changed(filled(0.5, COUNT), UNASKED, 0.0), "y.tangent": zeros("f64", COUNT)}),
    # The same in a loop, whose trips ask for nothing either where the adjoint is 0.
    Case("roots_of_roots", """qd.kernel @roots_of_roots(%x: memref<?xf64>, %y: memref<?xf64>, %trips: index) {
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf64>
    %last = scf.for %j = %c0 to %trips step %c1 iter_args(%s = %v) -> (f64) {
      %r = math.sqrt %s : f64 // here
      scf.yield %r : f64
    }
    memref.store %last, %y[%i] : memref<?xf64>
  }
}
""", {"x": changed(FLOATS, UNASKED, 0.0), "y": zeros("f64", COUNT), "trips": 2},
         {"x": changed(changed(FLOATS, UNASKED, 0.0), BAD, 0.0)},
         {"float": {".grad": "arith.divf gives inf of", ".reverse": "arith.divf gives inf of"}},
         {"x.grad": zeros("f64", COUNT), "y.grad": changed(filled(1.5, COUNT), UNASKED, 0.0)}),
    # Adjoints of neighbours are gathered along a row: not where there is no such row, be that by a branch or because there
    # is no iteration.
    Case("row", """qd.kernel @row(%u: memref<3x4xf64>, %y: memref<?xf64>, %k: index, %count: index) {
  %has = arith.cmpi sge, %k, %c0 : index
  qd.for (%i) in (%count) {
    scf.if %has {
      %e = arith.addi %i, %c1 : index
      %a = memref.load %u[%k, %i] : memref<3x4xf64>
      %b = memref.load %u[%k, %e] : memref<3x4xf64>
      %p = arith.mulf %a, %b : f64
      memref.store %p, %y[%i] : memref<?xf64>
    }
  }
}
""", {"u": filled(0.5, 3, 4), "y": zeros("f64", 3), "k": -1, "count": 3}, {"k": 5, "count": 0}, {"bounds": {}},
         {"u.grad": zeros("f64", 3, 4), "y.grad": filled(1.5, 3)},
         {"u.tangent": filled(0.5, 3, 4), "y.tangent": zeros("f64", 3)}),
    # A quotient that a select drops, and whose slopes it drops.
    Case("chosen", """qd.kernel @chosen(%x: memref<?xf64>, %d: memref<?xf64>, %y: memref<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf64>
    %w = memref.load %d[%i] : memref<?xf64>
    %none = arith.cmpf oeq, %w, %zero : f64
    %q = arith.divf %v, %w : f64 // here
    %r = arith.select %none, %zero, %q : f64
    memref.store %r, %y[%i] : memref<?xf64>
  }
}
""", {"x": FLOATS, "d": changed(FLOATS, UNASKED, 0.0), "y": zeros("f64", COUNT)},
         {"d": changed(changed(FLOATS, UNASKED, 0.0), BAD, 1e-309)},
         {"float": dict.fromkeys(("", ".grad", ".reverse", ".jvp"), "arith.divf gives inf of")},
         {"x.grad": zeros("f64", COUNT), "d.grad": zeros("f64", COUNT), "y.grad": filled(1.5, COUNT)},
         {"x.tangent": filled(0.5, COUNT), "d.tangent": filled(0.5, COUNT), "y.tangent": zeros("f64", COUNT)}),
    # The same of an integer quotient, in an index.
    Case("chosen_index", """qd.kernel @chosen_index(%x: memref<?xf64>, %p: memref<?xi64>, %y: memref<?xf64>) {
  %forty = arith.constant 40 : i64
  %none = arith.constant 0 : i64
  %five = arith.constant 5 : i64
  %n = memref.dim %p, %c0 : memref<?xi64>
  qd.for (%i) in (%n) {
    %k = memref.load %p[%i] : memref<?xi64>
    %is = arith.cmpi eq, %k, %none : i64
    %q = arith.divsi %forty, %k : i64
    %s = arith.select %is, %five, %q : i64
    %at = arith.index_cast %s : i64 to index
    %v = memref.load %x[%at] : memref<?xf64> // here
    %w = arith.mulf %v, %v : f64
    memref.store %w, %y[%i] : memref<?xf64>
  }
}
""", {"x": TABLE, "p": Array("i64", (COUNT,), [0 if k % 3 == 0 else 5 for k in range(COUNT)]), "y": zeros("f64", COUNT)},
         {"p": Array("i64", (COUNT,), [4 if k == BAD else 0 for k in range(COUNT)])},
         {"bounds": {"": "index 10 is outside of 'x'", ".grad": "index 10 is outside of 'x'",
                     ".reverse": "index 10 is outside of 'x", ".jvp": "index 10 is outside of 'x"}},
         {"x.grad": zeros("f64", 10), "y.grad": filled(1.5, COUNT)},
         {"x.tangent": filled(0.5, 10), "y.tangent": zeros("f64", COUNT)}),
    # A sum of finite numbers that is too large, in the reverse sweep's additions alone.
    Case("shared", """qd.kernel @shared(%x: memref<?xf64>, %p: memref<?xi64>, %y: memref<?xf64>) {
  %n = memref.dim %p, %c0 : memref<?xi64>
  qd.for (%i) in (%n) {
    %k = memref.load %p[%i] : memref<?xi64>
    %at = arith.index_cast %k : i64 to index
    %v = memref.load %x[%at] : memref<?xf64> // here
    memref.store %v, %y[%i] : memref<?xf64>
  }
}
""", {"x": TABLE, "p": INDICES, "y": zeros("f64", COUNT)}, {"y.grad": filled(1e308, COUNT)},
         {"float": {".grad": "addf gives inf of", ".reverse": "addf gives inf of"}},
         {"x.grad": zeros("f64", 10), "y.grad": filled(1.5, COUNT)}),
    # An integer division in what both sweeps compute.
    Case("divided", """qd.kernel @divided(%x: memref<?xf64>, %p: memref<?xi64>, %y: memref<?xf64>) {
  %forty = arith.constant 40 : i64
  %ten = arith.constant 10 : i64
  %n = memref.dim %p, %c0 : memref<?xi64>
  qd.for (%i) in (%n) {
    %k = memref.load %p[%i] : memref<?xi64>
    %q = arith.divsi %forty, %k : i64 // here
    %r = arith.remui %q, %ten : i64
    %at = arith.index_cast %r : i64 to index
    %v = memref.load %x[%at] : memref<?xf64>
    memref.store %v, %y[%i] : memref<?xf64>
  }
}
""", {"x": TABLE, "p": Array("i64", (COUNT,), [1 + k % 5 for k in range(COUNT)]), "y": zeros("f64", COUNT)},
         {"p": Array("i64", (COUNT,), [0 if k == BAD else 1 + k % 5 for k in range(COUNT)])},
         {"arithmetic": dict.fromkeys(("", ".grad", ".reverse", ".jvp"), "division of 40 by zero")},
         {"x.grad": zeros("f64", 10), "y.grad": filled(1.5, COUNT)},
         {"x.tangent": filled(0.5, 10), "y.tangent": zeros("f64", COUNT)}),
    # Through a temporary, in a helper, with a reduction's result.
    Case("staged", """qd.kernel @staged(%x: memref<?xf64>, %p: memref<?xi64>) -> f64 {
  %n = memref.dim %p, %c0 : memref<?xi64>
  %t = memref.alloc(%n) : memref<?xf64>
  qd.for (%i) in (%n) {
    %k = memref.load %p[%i] : memref<?xi64>
    %v = func.call @get(%x, %k) : (memref<?xf64>, i64) -> f64
    memref.store %v, %t[%i] : memref<?xf64>
  }
  %sum = qd.for (%i) in (%n) reduce(addf) -> f64 {
    %v = memref.load %t[%i] : memref<?xf64>
    %w = arith.mulf %v, %v : f64
    qd.yield %w : f64
  }
  qd.return %sum : f64
}
""", {"x": TABLE, "p": INDICES}, {"p": changed(INDICES, BAD, -1)},
         {"bounds": dict.fromkeys(("", ".grad"), "index -1 is outside of 'x'")},
         {"x.grad": zeros("f64", 10), "result0.grad": 1.0},
         before="""func.func private @get(%x: memref<?xf64>, %k: i64) -> f64 {
  %at = arith.index_cast %k : i64 to index
  %v = memref.load %x[%at] : memref<?xf64> // here
  return %v : f64
}
"""),
]


def launch_derivative(package, case, suffix, arguments):
    """(what is wrong or None, line, arrays and results)"""
    kernel = package.kernel(case.name + suffix)
    views = {name: Memory(value).view(value.kind, value.shape) if isinstance(value, Array) else value
             for name, value in arguments.items()}
    problem = line = results = None
    try:
        results = kernel.launch_by_name(views)
    except LoaderError as error:
        problem, line = "%s: %s" % (error.status, error.message), kernel.failure()[2]
    arrays = {name: view.array() for name, view in views.items() if isinstance(arguments[name], Array)}
    return problem, line, arrays, results


def are_close(first, second):
    """But for the order in which atomics of iterations add up."""
    return all(abs(a - b) <= 1e-12 * abs(a) for a, b in zip(first.values, second.values))


def has(package, name):
    try:
        package.kernel(name)
    except LoaderError:
        return False
    return True


def check_derivative(check, case, suffix, plain, checked, variant):
    what = "%s%s with %s" % (case.name, suffix, variant)
    right = {**case.arguments, **case.added[suffix]}
    wrong = {name: case.wrong.get(name, value) for name, value in right.items()}
    check.equal(what + " is there", has(checked, case.name + suffix), has(plain, case.name + suffix))
    if not has(checked, case.name + suffix):
        return
    _, _, arrays, results = launch_derivative(plain, case, suffix, right)
    problem, _, there, given = launch_derivative(checked, case, suffix, right)
    check.equal(what + ": right numbers", problem, None)
    check.equal(what + ": results", given, results)
    for name in arrays:
        check.equal("%s: %s is as without checks" % (what, name), are_close(there[name], arrays[name]), True)
    wanted = [messages[suffix] for name, messages in case.finds.items() if name in variant and suffix in messages]
    problem, line, _, _ = launch_derivative(checked, case, suffix, wrong)
    if not wanted:
        check.equal(what + ": nothing to find", problem, None)
    elif not problem or not problem.startswith("ASSERTION_FAILED") or wanted[0] not in problem:
        check.fail("%s: got %r, want %r in it" % (what, problem, wanted[0]))
    else:
        check.equal(what + ": line", line, case.line())


def main(folder, *options):
    check, device = Check(), Device(threads=1)
    for case in CASES:
        package = compile_kernel(case.text, "%s/checked_%s" % (folder, case.name), "--fp-contract=off", "-Wno-unused",
                                 "--checks=arithmetic,bounds,float", *["--checks=" + name for name in case.finds], *options)
        plain = device.load(package)
        for variant in ("arithmetic,bounds,float", *case.finds):
            checked = device.load(package, variant=variant)
            for suffix, added in case.added.items():
                if added is not None:
                    check_derivative(check, case, suffix, plain, checked, variant)
            checked.unload()
        plain.unload()
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
