"""Kernels with adstacks: adstacks.py FOLDER OPTIONS...

Random sequences of operations on stacks, of every element type and wherever their memory is, against a list in Python:
also on empty stacks, and past the capacity, which fails the launch and leaves all else right. Then a gradient as a front
end would write it.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import random
import sys

from endtoend import *

KINDS = ("i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")
CAPACITY, ROWS, STEPS = 5, 37, 40
PUSH, POP, TOP, ADD_ADJOINT, ADJOINT = range(5)

# What is around the steps of one row: the loop, and how many columns of brackets close it.
FORMS = {
    # The capacity is a constant, and the memory local.
    "local": ("%c5", "  qd.for (%i) in (%rows) {\n", 1),
    # A temporary, of one variable.
    "shared": ("%capacity", "  qd.for (%i) in (%rows) {\n", 1),
    # Of two, which begin at others than 0, and with steps.
    "strided": ("%capacity", """  %first = arith.constant -6 : index
  %half = arith.ceildivsi %rows, %c2 : index
  %last = arith.muli %half, %c3 : index
  %end = arith.addi %last, %first : index
  qd.for (%a, %b) in (%end, %c4) from (%first, %c2) step (%c3, %c1) {
    %above = arith.subi %a, %first : index
    %third = arith.divui %above, %c3 : index
    %twice = arith.muli %third, %c2 : index
    %odd = arith.subi %b, %c2 : index
    %i = arith.addi %twice, %odd : index
    %isRow = arith.cmpi ult, %i, %rows : index
    scf.if %isRow {
""", 2),
    # One thread runs all rows.
    "serial": ("%capacity", "  scf.for %i = %c0 to %rows step %c1 {\n", 1),
}


def conversion(kind):
    """From %v32, an i32, to %value."""
    if kind in ("f16", "bf16", "f32", "f64"):
        return "arith.sitofp %v32 : i32 to " + kind
    if kind == "i32":
        return "arith.addi %v32, %zero32 : i32"
    return "arith.%s %%v32 : i32 to %s" % ("extsi" if kind == "i64" else "trunci", kind)


def kernel(kind, form):
    capacity, loop, depth = FORMS[form]
    stack = "!qd.adstack<%s>" % kind
    adjoints = """        case 3 {
          qd.adstack.add_adjoint %%value, %%s : %s
          scf.yield %%value : %s
        }
        case 4 {
          %%adjoint = qd.adstack.adjoint %%s : %s
          scf.yield %%adjoint : %s
        }
""" % (stack, kind, stack, kind) if is_float(kind) else ""
    return """qd.kernel @%s_%s(%%codes: memref<?x?xi32>, %%out: memref<?x?x%s>, %%capacity: index) {
%s  %%eight = arith.constant 8 : i32
  %%zero32 = arith.constant 0 : i32
  %%rows = memref.dim %%codes, %%c0 : memref<?x?xi32>
  %%steps = memref.dim %%codes, %%c1 : memref<?x?xi32>
%s      %%s = qd.adstack.create %s : %s
      scf.for %%k = %%c0 to %%steps step %%c1 {
        %%code = memref.load %%codes[%%i, %%k] : memref<?x?xi32>
        %%op32 = arith.remui %%code, %%eight : i32
        %%op = arith.index_cast %%op32 : i32 to index
        %%v32 = arith.divui %%code, %%eight : i32
        %%value = %s
        %%result = scf.index_switch %%op -> %s
        case 0 {
          qd.adstack.push %%value, %%s : %s // here
          scf.yield %%value : %s
        }
        case 1 {
          %%p = qd.adstack.pop %%s : %s
          scf.yield %%p : %s
        }
%s        default {
          %%t = qd.adstack.top %%s : %s
          scf.yield %%t : %s
        }
        memref.store %%result, %%out[%%i, %%k] : memref<?x?x%s>
      }
%s}
""" % (kind, form, kind, INDEX_CONSTANTS, loop, capacity, stack, conversion(kind), kind, stack, kind, stack, kind,
       adjoints, stack, kind, kind, "  }\n" * depth)


def run_row(row, kind):
    """What the operations of one row give, and whether a push was dropped."""
    entries, results, overflows = [], [], False  # entries: [value, adjoint]
    for operation, value in row:
        has_entry = 0 < len(entries) <= CAPACITY
        if operation == PUSH:
            overflows |= len(entries) >= CAPACITY
            entries.append([value, 0])
            results.append(value)
        elif operation == POP:
            results.append(entries[-1][0] if has_entry else 0)
            del entries[-1:]
        elif operation == ADD_ADJOINT:
            if has_entry:
                entries[-1][1] += value
            results.append(value)
        elif operation == ADJOINT:
            results.append(entries[-1][1] if has_entry else 0)
        else:
            results.append(entries[-1][0] if has_entry else 0)
    convert = float if is_float(kind) else lambda number: wrap(number, kind)
    return [convert(number) for number in results], overflows


def make_row(numbers, kind, deepest):
    """A row whose stack holds `deepest` entries at most."""
    row, count = [], 0
    operations = range(5 if is_float(kind) else 3)
    for _ in range(STEPS):
        operation = numbers.choice([*operations, PUSH, PUSH])
        if operation == PUSH and count == deepest:
            operation = POP
        count = count + 1 if operation == PUSH else max(count - 1, 0) if operation == POP else count
        row.append((operation, numbers.randrange(16)))  # sums are exact in every type
    return row


def run_sequences(check, package, kind, form, numbers, text):
    name = "%s_%s" % (kind, form)
    rows = [make_row(numbers, kind, CAPACITY) for _ in range(ROWS)]
    deep = numbers.randrange(ROWS)
    for overflowing in (False, True):
        if overflowing:
            rows[deep] = [(PUSH, numbers.randrange(16)) for _ in range(CAPACITY + 2)]
            rows[deep] += make_row(numbers, kind, CAPACITY)[CAPACITY + 2:]
        want = [run_row(row, kind) for row in rows]
        codes = Array("i32", (ROWS, STEPS), [operation + 8 * value for row in rows for operation, value in row])
        outcome = launch(package, name, {"codes": codes, "out": zeros(kind, ROWS, STEPS), "capacity": CAPACITY})
        here = name + (", which overflows" if overflowing else "")
        check.equal(here + ": rows that overflow", [row for row, (_, more) in enumerate(want) if more],
                    [deep] if overflowing else [])
        check.equal(here + ": exit code", outcome.code, 1 if overflowing else 0)
        check.same_bits(here, outcome.arrays.get("out"),
                        Array(kind, (ROWS, STEPS), [number for row, _ in want for number in row]))
        if not overflowing or not outcome.report:
            continue
        failure = outcome.report["failure"]
        check.equal(here + ": status", failure["status"], "QDRT_ADSTACK_OVERFLOW")
        here_in_text = text.index("// here", text.index("@%s(" % name))
        check.equal(here + ": line", failure["line"], 1 + text[:here_in_text].count("\n"))
        for part in ("a push onto an adstack with room for %d was dropped in task '" % CAPACITY,
                     "of kernel '%s'" % name):
            if part not in failure["message"]:
                check.fail("%s: got %r, want %r in it" % (here, failure["message"], part))
        check.equal(here + ": iteration", failure["iteration"], 0 if form == "serial" else deep)


# d/dx of the logistic map, iterated trips[i] times, by the chain rule from the end to the start.
GRADIENT = """qd.kernel @gradient(%x: memref<?xf64>, %trips: memref<?xi32>, %dx: memref<?xf64>, %longest: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = arith.constant 3.75 : f64
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %s = qd.adstack.create %longest : !qd.adstack<f64>
    %x0 = memref.load %x[%i] : memref<?xf64>
    %t = memref.load %trips[%i] : memref<?xi32>
    %count = arith.index_cast %t : i32 to index
    %end = scf.for %k = %c0 to %count step %c1 iter_args(%v = %x0) -> f64 {
      qd.adstack.push %v, %s : !qd.adstack<f64>
      %rest = arith.subf %one, %v : f64
      %part = arith.mulf %v, %rest : f64
      %next = arith.mulf %r, %part : f64
      scf.yield %next : f64
    }
    %slope = scf.for %k = %c0 to %count step %c1 iter_args(%a = %one) -> f64 {
      %v = qd.adstack.pop %s : !qd.adstack<f64>
      %twice = arith.mulf %two, %v : f64
      %rest = arith.subf %one, %twice : f64
      %factor = arith.mulf %r, %rest : f64
      %before = arith.mulf %a, %factor : f64
      scf.yield %before : f64
    }
    memref.store %slope, %dx[%i] : memref<?xf64>
  }
}
"""


def slope_of(x, trips):
    states = []
    for _ in range(trips):
        states.append(x)
        x = 3.75 * (x * (1.0 - x))
    slope = 1.0
    for state in reversed(states):
        slope *= 3.75 * (1.0 - 2.0 * state)
    return slope


def run_gradient(check, package, numbers):
    x = [numbers.random() for _ in range(100)]
    trips = [k % 13 for k in range(100)]
    outcome = launch(package, "gradient", {"x": Array("f64", (100,), x), "trips": Array("i32", (100,), trips),
                                           "dx": zeros("f64", 100), "longest": 12})
    check.equal("gradient: exit code", outcome.code, 0)
    check.same_bits("gradient", outcome["dx"], Array("f64", (100,), [slope_of(*both) for both in zip(x, trips)]))


def main(folder, *options):
    check, numbers = Check(), random.Random(18)
    text = "".join(kernel(kind, form) for kind in KINDS for form in FORMS) + GRADIENT
    package = compile_kernel(text, folder + "/adstacks" + "".join(options), "--fp-contract=off", *options)
    for kind in KINDS:
        for form in FORMS:
            run_sequences(check, package, kind, form, numbers, text)
    run_gradient(check, package, numbers)
    check.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
