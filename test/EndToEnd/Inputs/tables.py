"""Private and constant globals as tables: what is read of them is what they were declared with, bit for bit.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import random
import sys

from endtoend import *

ROWS, COLUMNS = 3, 4
# How a table is declared, and what it holds: lists of their own, one value, zeros.
FORMS = {"private": '"private" ', "constant": '"private" constant ', "open": '"public" constant '}


def numbers(kind, count, source):
    if kind == "i1":
        return [source.randrange(2) for _ in range(count)]
    if is_float(kind):
        special = [-0.0, math.inf, -math.inf, FLOATS[kind][2], 0.0, 1.5]
        return [special[k] if k < len(special) else round_float(source.uniform(-4, 4), kind) for k in range(count)]
    width = WIDTHS[kind]
    special = [-(1 << (width - 1)), (1 << (width - 1)) - 1, 0, -1]
    return [special[k] if k < len(special) else wrap(source.getrandbits(width), kind) for k in range(count)]


def literal(value, kind):
    if kind == "i1":
        return "true" if value else "false"
    return "0x%0*X" % (BITS[kind] // 4, float_bits(value, kind)) if is_float(kind) else str(value)


def declare(name, kind, form, content, values):
    text = {"zeros": "uninitialized", "same": "dense<%s>" % literal(values[0], kind)}.get(content)
    if text is None:
        rows = [values[r * COLUMNS:(r + 1) * COLUMNS] for r in range(ROWS)]
        text = "dense<[%s]>" % ", ".join("[%s]" % ", ".join(literal(v, kind) for v in row) for row in rows)
    return "memref.global %s@%s : memref<%dx%dx%s> = %s\n" % (FORMS[form], name, ROWS, COLUMNS, kind, text)


def kernel(name, kind):
    """Copies the table: by a nest of loops in each of two iterations and in serial code, by loaded indices, and one
    element by a constant index."""
    table, list_ = "memref<%dx%dx%s>" % (ROWS, COLUMNS, kind), "memref<?x%s>" % kind
    nest = """%(pad)sscf.for %%r = %%c0 to %%c3 step %%c1 {
%(pad)s  scf.for %%q = %%c0 to %%c4 step %%c1 {
%(pad)s    %%v = memref.load %%t[%%r, %%q] : %(table)s
%(pad)s    %%s = arith.muli %%r, %%c4 : index
%(pad)s    %%k = arith.addi %%s, %%q : index
%(at)s%(pad)s    memref.store %%v, %%%(to)s[%%%(index)s] : %(list)s
%(pad)s  }
%(pad)s}
"""
    inner = "      %all = arith.muli %i, %c12 : index\n        %at = arith.addi %all, %k : index\n"
    return ("qd.kernel @copy_%s(%%a: %s, %%b: %s, %%c: %s, %%p: memref<?xi32>, %%n: index) {\n" %
            (name, list_, list_, list_) +
            "".join("  %%c%d = arith.constant %d : index\n" % (k, k) for k in (0, 1, 2, 3, 4, 12)) +
            "  %%t = memref.get_global @%s : %s\n" % (name, table) +
            "  qd.for (%i) in (%c2) {\n" +
            nest % {"pad": "    ", "table": table, "at": "  " + inner, "to": "a", "index": "at", "list": list_} + "  }\n" +
            nest % {"pad": "  ", "table": table, "at": "", "to": "b", "index": "k", "list": list_} +
            """  qd.for (%%i) in (%%n) {
    %%w = memref.load %%p[%%i] : memref<?xi32>
    %%k = arith.index_cast %%w : i32 to index
    %%r = arith.divui %%k, %%c4 : index
    %%q = arith.remui %%k, %%c4 : index
    %%v = memref.load %%t[%%r, %%q] : %s
    memref.store %%v, %%c[%%i] : %s
  }
  %%one = memref.load %%t[%%c2, %%c1] : %s
  memref.store %%one, %%b[%%c12] : %s
}
""" % (table, list_, table, list_))


def every_type(check, folder, level, source):
    text, tables = "", {}
    for kind in FORMATS:
        for form in FORMS:
            for content in ("list", "same", "zeros"):
                name = "%s_%s_%s" % (kind, form, content)
                values = numbers(kind, ROWS * COLUMNS, source)
                text += declare(name, kind, form, content, values)
                tables[name] = kind, {"list": values, "same": values[:1] * len(values),
                                      "zeros": [0] * len(values)}[content]
    text += "".join(kernel(name, kind) for name, (kind, _) in tables.items())
    package = compile_kernel(text, folder + "/tables" + level, level)
    picks = [source.randrange(ROWS * COLUMNS) for _ in range(40)]
    for name, (kind, values) in tables.items():
        count = len(values)
        outcome = launch(package, "copy_" + name, {"a": zeros(kind, 2 * count), "b": zeros(kind, count + 1),
                                                   "c": zeros(kind, len(picks)), "p": Array("i32", (len(picks),), picks),
                                                   "n": len(picks)})
        check.equal("%s %s exit code" % (name, level), outcome.code, 0)
        check.same_bits(name + " in iterations", outcome.arrays.get("a"), Array(kind, (2 * count,), values * 2))
        check.same_bits(name + " in serial code", outcome.arrays.get("b"), Array(kind, (count + 1,), values + [values[2 * COLUMNS + 1]]))
        check.same_bits(name + " by loaded indices", outcome.arrays.get("c"),
                        Array(kind, (len(picks),), [values[p] for p in picks]))


SHARED = """memref.global "private" @state : memref<4xi32> = dense<[1, 2, 3, 4]>
memref.global "public" @own : memref<4xi32> = dense<[5, 6, 7, 8]>
func.func private @raise(%x: memref<4xi32>, %i: index) {
  %one = arith.constant 1 : i32
  %v = memref.load %x[%i] : memref<4xi32>
  %w = arith.addi %v, %one : i32
  memref.store %w, %x[%i] : memref<4xi32>
  return
}
qd.kernel @reads() -> (i32, i32) {
  %c2 = arith.constant 2 : index
  %s = memref.get_global @state : memref<4xi32>
  %o = memref.get_global @own : memref<4xi32>
  %a = memref.load %s[%c2] : memref<4xi32>
  %b = memref.load %o[%c2] : memref<4xi32>
  qd.return %a, %b : i32, i32
}
qd.kernel @writes() -> (i32, i32) {
  %c2 = arith.constant 2 : index
  %s = memref.get_global @state : memref<4xi32>
  %o = memref.get_global @own : memref<4xi32>
  func.call @raise(%s, %c2) : (memref<4xi32>, index) -> ()
  func.call @raise(%o, %c2) : (memref<4xi32>, index) -> ()
  %a = memref.load %s[%c2] : memref<4xi32>
  %b = memref.load %o[%c2] : memref<4xi32>
  qd.return %a, %b : i32, i32
}
"""


def written(check, folder, level):
    """A private global that another kernel writes by a helper is no table."""
    package = compile_kernel(SHARED, folder + "/shared" + level, level)
    check.equal("read " + level, launch(package, "reads").results(), [3, 7])
    check.equal("written " + level, launch(package, "writes", options=["--repeat=3"]).results(), [6, 10])


GRADIENT = """memref.global "private" @w : memref<3xf64> = dense<[0.25, -1.5, 2.0]>
memref.global "private" @shift : memref<3xi32> = dense<[0, 2, 1]>
qd.kernel @filter(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) attributes {qd.differentiate = [{}, {mode = "forward"}]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %w = memref.get_global @w : memref<3xf64>
  %shift = memref.get_global @shift : memref<3xi32>
  qd.for (%i) in (%n) {
    %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %zero) -> f64 {
      %d = memref.load %shift[%k] : memref<3xi32>
      %e = arith.index_cast %d : i32 to index
      %at = arith.addi %i, %e : index
      %v = memref.load %x[%at] : memref<?xf64>
      %f = memref.load %w[%k] : memref<3xf64>
      %p = arith.mulf %v, %v : f64
      %q = arith.mulf %p, %f : f64
      %t = arith.addf %s, %q : f64
      scf.yield %t : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
}
"""


def gradient(check, folder, level):
    """Small whole numbers, so that every order of additions gives the same."""
    weights, shifts, n = [0.25, -1.5, 2.0], [0, 2, 1], 9
    x = [float(k % 5 - 2) for k in range(n + 2)]
    seed = [float(k % 3 + 1) for k in range(n)]
    package = compile_kernel(GRADIENT, folder + "/gradient" + level, level)
    want_y = [sum(w * x[i + s] ** 2 for w, s in zip(weights, shifts)) for i in range(n)]
    want = [0.0] * len(x)
    for i in range(n):
        for w, s in zip(weights, shifts):
            want[i + s] += seed[i] * 2 * w * x[i + s]
    outcome = launch(package, "filter.grad", {"x": Array("f64", (n + 2,), x), "y": zeros("f64", n), "n": n,
                                              "x.grad": zeros("f64", n + 2), "y.grad": Array("f64", (n,), seed)})
    check.same_bits("gradient's y " + level, outcome.arrays.get("y"), Array("f64", (n,), want_y))
    check.same_bits("gradient " + level, outcome.arrays.get("x.grad"), Array("f64", (n + 2,), want))
    tangent = [float(k % 4) for k in range(n + 2)]
    outcome = launch(package, "filter.jvp", {"x": Array("f64", (n + 2,), x), "y": zeros("f64", n), "n": n,
                                             "x.tangent": Array("f64", (n + 2,), tangent), "y.tangent": zeros("f64", n)})
    check.same_bits("tangent " + level, outcome.arrays.get("y.tangent"), Array("f64", (n,), [
        sum(2 * w * x[i + s] * tangent[i + s] for w, s in zip(weights, shifts)) for i in range(n)]))


OUTSIDE = """memref.global "private" @t : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
memref.global "private" @same : memref<3xf32> = dense<1.0>
qd.kernel @outside(%y: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %t = memref.get_global @TABLE : memref<3xf32>
  qd.for (%i) in (%n) {
    scf.for %k = %c0 to %c5 step %c1 {
      %v = memref.load %t[%k] : memref<3xf32>
      memref.store %v, %y[%k] : memref<8xf32>
    }
  }
}
"""


def outside(check, folder, level):
    """Plain code compiles, and a checked variant finds the index."""
    for table in ("t", "same"):
        package = compile_kernel(OUTSIDE.replace("TABLE", table), folder + "/outside" + table + level, level, "-Wno-bounds",
                                 "--checks=bounds")
        outcome = launch(package, "outside", {"y": zeros("f32", 8), "n": 1}, options=["--checks=bounds"])
        check.equal("outside of %s %s" % (table, level), "index 3 is outside of '@%s'" % table in outcome.stderr, True)


def main(folder, level):
    check, source = Check(), random.Random(7)
    every_type(check, folder, level, source)
    written(check, folder, level)
    gradient(check, folder, level)
    if not CHECKS:
        outside(check, folder, level)
    check.end()


main(*sys.argv[1:])
