"""Several launches in one process: launches.py FOLDER OPTIONS...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

What a failed launch leaves and what the next one finds, globals by name, printed lines and failures as records, wrong
scalars, volatile loads of memory that another thread writes, helpers that hold tasks.
"""
import sys
import threading
import time

from endtoend import *
from loader import Device, LoaderError, Memory

FAILING = """func.func private @must_be_even(%v: i32) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %low = arith.andi %v, %one : i32
  %even = arith.cmpi eq, %low, %zero : i32
  qd.assert %even, "odd"
  return
}
qd.kernel @step(%x: memref<?xi32>, %trace: memref<4xi32>, %go: memref<i32>) -> (i32, i32) {
""" + INDEX_CONSTANTS + """  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  memref.store %one, %trace[%c0] : memref<4xi32>
  %sum = qd.for (%i) in (%n) reduce(addi) -> i32 {
    %v = memref.load %x[%i] : memref<?xi32>
    qd.print "element {} is {}", %i, %v : index, i32
    func.call @must_be_even(%v) : (i32) -> ()
    qd.yield %v : i32
  }
  memref.store %sum, %trace[%c1] : memref<4xi32>
  scf.for %k = %c0 to %c3 step %c1 {
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xi32>
      %w = arith.addi %v, %sum : i32
      memref.store %w, %x[%i] : memref<?xi32>
    }
  }
  %rounds = qd.do_while %go : memref<i32> {
    memref.store %zero, %go[] : memref<i32>
    qd.for (%i) in (%c1) {
      memref.store %one, %trace[%c2] : memref<4xi32>
    }
  }
  %count = arith.trunci %rounds : i64 to i32
  qd.return %sum, %count : i32, i32
}
"""


def line_of(text, part):
    return 1 + next(number for number, line in enumerate(text.split("\n")) if part in line)


def after_failures(check, folder, options):
    """A launch that fails ends there; the next ones, failing or not, are as if it had not been."""
    device = Device(threads=2)
    kernel = device.load(compile_kernel(FAILING, folder + "/failing", *options)).kernel("step")
    where = line_of(FAILING, 'qd.assert %even')
    for values in ([2, 4], [2, 3], [5], [6, 8, 10], [], [1, 1, 1], [12]):
        x, trace = Memory(Array("i32", (len(values),), values)), Memory(zeros("i32", 4))
        go = Memory(scalar("i32", 1))
        arguments = [x.view("i32", (len(values),)), trace.view("i32", (4,)), go.view("i32", ())]
        odd, total = [i for i, v in enumerate(values) if v % 2], sum(values)
        device.prints.clear()
        what = "step of %r: " % (values,)
        try:
            check.equal(what + "results", kernel.launch(arguments), [total, 1])
            check.equal(what + "status", bool(odd), False)
        except LoaderError as error:
            check.equal(what + "status", (error.status, bool(odd)), ("ASSERTION_FAILED", True))
            check.equal(what + "message", "odd" in error.message, True)
        status, message, line, iteration = kernel.failure()
        check.equal(what + "record", (status, line) if odd else status, ("ASSERTION_FAILED", where) if odd else "OK")
        if odd:
            check.equal(what + "iteration of the record", iteration in odd, True)
            check.equal(what + "message of the record", "odd" in message, True)
        want = values if odd else [v + 3 * total for v in values]
        check.equal(what + "x", arguments[0].array().values, want)
        check.equal(what + "trace", arguments[1].array().values, [1, 0, 0, 0] if odd else [1, total, 1, 0])
        check.equal(what + "flag", arguments[2].array().values, [1 if odd else 0])
        check.equal(what + "line numbers of prints", {line for _, _, line in device.prints} <= {line_of(FAILING, "qd.print")}, True)
        check.equal(what + "file of prints", all(file.endswith("failing.qir") for _, file, _ in device.prints), True)
        told = ["element %d is %d" % (i, v) for i, v in enumerate(values)]
        if not odd:
            check.equal(what + "prints", sorted(text for text, _, _ in device.prints), sorted(told))
        check.equal(what + "prints of odd elements", all(text in told for text, _, _ in device.prints), True)


GLOBALS = """memref.global "public" @total : memref<i64> = dense<5>
memref.global "public" @table : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>
memref.global "public" @blank : memref<3xi16> = uninitialized
memref.global "private" @hidden : memref<i32> = dense<9>
qd.kernel @add(%v: i64) -> (i64, i32) {
  %g = memref.get_global @total : memref<i64>
  %h = memref.get_global @hidden : memref<i32>
  %old = memref.load %g[] : memref<i64>
  %new = arith.addi %old, %v : i64
  memref.store %new, %g[] : memref<i64>
  %k = memref.load %h[] : memref<i32>
  %one = arith.constant 1 : i32
  %l = arith.addi %k, %one : i32
  memref.store %l, %h[] : memref<i32>
  qd.return %old, %l : i64, i32
}
qd.kernel @double() -> f32 {
  %g = memref.get_global @total : memref<i64>
  %t = memref.get_global @table : memref<2x3xf32>
  %b = memref.get_global @blank : memref<3xi16>
""" + INDEX_CONSTANTS + """  %old = memref.load %g[] : memref<i64>
  %new = arith.addi %old, %old : i64
  memref.store %new, %g[] : memref<i64>
  qd.for (%i, %j) in (%c2, %c3) {
    %v = memref.load %t[%i, %j] : memref<2x3xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %t[%i, %j] : memref<2x3xf32>
  }
  qd.for (%i) in (%c3) {
    %v = memref.load %b[%i] : memref<3xi16>
    %k = arith.index_cast %i : index to i16
    %w = arith.addi %v, %k : i16
    memref.store %w, %b[%i] : memref<3xi16>
  }
  %last = memref.load %t[%c1, %c2] : memref<2x3xf32>
  qd.return %last : f32
}
"""


def refusal(check, what, status, words, function, *arguments):
    try:
        function(*arguments)
        check.fail(what + ": not refused")
    except LoaderError as error:
        check.equal(what, error.status, status)
        check.equal(what + ": words of " + error.message, [w for w in words if w not in error.message], [])


def globals_(check, folder, options):
    """Kernels of a package share its globals over launches; the host reads and writes them by name; another package,
    though of the same file, has its own."""
    device, path = Device(), compile_kernel(GLOBALS, folder + "/globals_by_name", *options)
    package, other = device.load(path), device.load(path)
    add, double = package.kernel("add"), package.kernel("double")
    check.equal("first launch", add.launch([("i64", 10)]), [5, 10])
    check.equal("second launch", add.launch([("i64", -20)]), [15, 11])
    check.equal("another kernel", double.launch([]), [12.0])
    check.equal("read by name", package.read_global("total", "i64", ()).values, [-10])
    check.equal("a table", package.read_global("table", "f32", (2, 3)).values, [2.0, 4.0, 6.0, 8.0, 10.0, 12.0])
    check.equal("an uninitialized one", package.read_global("blank", "i16", (3,)).values, [0, 1, 2])
    package.write_global("total", scalar("i64", 2 ** 40))
    package.write_global("table", Array("f32", (2, 3), [0.5] * 6))
    check.equal("after a write", add.launch([("i64", 1)]), [2 ** 40, 12])
    check.equal("after a write of the table", double.launch([]), [1.0])
    check.equal("the other package", other.kernel("add").launch([("i64", 1)]), [5, 10])
    check.equal("the other package by name", other.read_global("total", "i64", ()).values, [6])
    refusal(check, "an unknown global", "NOT_FOUND", ["'nothing'", "'total'"], package.read_global, "nothing", "i32", ())
    refusal(check, "a private global", "NOT_FOUND", ["'hidden'"], package.read_global, "hidden", "i32", ())
    refusal(check, "a global of another size", "INVALID_ARGUMENT", ["'total'"], package.read_global, "total", "i32", ())


SCALARS = """qd.kernel @fill(%x: memref<?xi32>, %value: i8 {qd.specialize = [3, -1]}, %up: i1 {qd.specialize = [true]}) {
""" + INDEX_CONSTANTS + """  %n = memref.dim %x, %c0 : memref<?xi32>
  %wide = arith.extsi %value : i8 to i32
  %one = arith.extui %up : i1 to i32
  %v = arith.addi %wide, %one : i32
  qd.for (%i) in (%n) {
    memref.store %v, %x[%i] : memref<?xi32>
  }
}
"""


def scalars(check, folder, options):
    """Code for listed values runs for these alone; a scalar of another type or with wrong bits is refused."""
    kernel = Device().load(compile_kernel(SCALARS, folder + "/scalars", *options)).kernel("fill")
    x = Memory(zeros("i32", 5)).view("i32", (5,))
    for value, up in ((3, 1), (-1, 1), (3, 0), (2, 1), (-128, 0), (-1, 1), (4, 1)):
        kernel.launch([x, ("i8", value), ("i1", up)])
        check.equal("fill %d %d" % (value, up), x.array().values, [value + up] * 5)
        check.equal("fill %d %d: code for the values" % (value, up), kernel.counters().specialized,
                    int(value in (3, -1) and up == 1))
    before = x.array().values
    refusal(check, "a scalar of another type", "INVALID_ARGUMENT", ["'value'", "i8", "i32"], kernel.launch,
            [x, ("i32", 3), ("i1", 1)])
    refusal(check, "an i1 that is neither 0 nor 1", "INVALID_ARGUMENT", ["'up'"], kernel.launch,
            [x, ("i8", 3), ("i1", 2)])
    refusal(check, "a float for an integer", "INVALID_ARGUMENT", ["'value'"], kernel.launch, [x, ("f32", 3.0), ("i1", 1)])
    check.equal("refused launches change nothing", x.array().values, before)
    kernel.launch([x, ("i8", 3), ("i1", 1)])
    check.equal("after refused launches", x.array().values, [4] * 5)


VOLATILE = """qd.kernel @wait(%flag: memref<i32>, %data: memref<i32>, %limit: i64) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %first = qd.volatile_load %flag[] : memref<i32>
  memref.store %first, %data[] : memref<i32>
  %polls = scf.while (%k = %none) : (i64) -> i64 {
    %now = qd.volatile_load %flag[] : memref<i32>
    %waiting = arith.cmpi eq, %now, %zero : i32
    %below = arith.cmpi slt, %k, %limit : i64
    %again = arith.andi %waiting, %below : i1
    scf.condition(%again) %k : i64
  } do {
  ^bb0(%k: i64):
    %next = arith.addi %k, %one : i64
    scf.yield %next : i64
  }
  %last = qd.volatile_load %flag[] : memref<i32>
  %plain = memref.load %data[] : memref<i32>
  qd.return %first, %last, %plain : i32, i32, i32
}
"""


def volatile(check, folder, options):
    """A kernel that polls sees what another thread of the program writes meanwhile, where both use the same memory."""
    if DEVICE != "cpu":
        return
    device = Device(threads=1)
    kernel = device.load(compile_kernel(VOLATILE, folder + "/volatile", *options)).kernel("wait")
    flag, data = Memory(scalar("i32", 0)), Memory(scalar("i32", 8))

    def write():
        time.sleep(0.05)
        flag.buffer[0:4] = struct.pack("<i", 41)

    writer = threading.Thread(target=write)
    writer.start()
    # A load that is not repeated leaves after this many polls, with 0.
    results = kernel.launch([flag.view("i32", ()), data.view("i32", ()), ("i64", 10 ** 11)])
    writer.join()
    check.equal("polled", results, [0, 41, 0])
    check.equal("not waiting", kernel.launch([flag.view("i32", ()), data.view("i32", ()), ("i64", 10 ** 11)]), [41, 41, 41])


HELPERS = """func.func private @scale(%x: memref<?xf64>, %k: f64) -> f64 {
""" + INDEX_CONSTANTS + """  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf64>
    %w = arith.mulf %v, %k : f64
    memref.store %w, %x[%i] : memref<?xf64>
  }
  %peak = qd.for (%i) in (%n) reduce(maximumf) -> f64 {
    %v = memref.load %x[%i] : memref<?xf64>
    qd.yield %v : f64
  }
  return %peak : f64
}
func.func private @both(%x: memref<?xf64>, %y: memref<?xf64>, %k: f64) -> (f64, f64) {
  %a = func.call @scale(%y, %k) : (memref<?xf64>, f64) -> f64
  %b = func.call @scale(%x, %a) : (memref<?xf64>, f64) -> f64
  return %a, %b : f64, f64
}
qd.kernel @run(%x: memref<?xf64>, %y: memref<?xf64>, %k: f64, %rounds: index, %go: memref<i32>) -> (f64, f64) {
""" + INDEX_CONSTANTS + """  %zero = arith.constant 0 : i32
  %a, %b = scf.for %r = %c0 to %rounds step %c1 iter_args(%p = %k, %q = %k) -> (f64, f64) {
    %s, %t = func.call @both(%x, %y, %p) : (memref<?xf64>, memref<?xf64>, f64) -> (f64, f64)
    scf.yield %t, %s : f64, f64
  }
  %n = qd.do_while %go : memref<i32> {
    %s, %t = func.call @both(%y, %x, %a) : (memref<?xf64>, memref<?xf64>, f64) -> (f64, f64)
    memref.store %zero, %go[] : memref<i32>
  }
  qd.return %a, %b : f64, f64
}
"""


def helpers(check, folder, options):
    """Helpers that hold parallel loops, called in loops, by each other and with the arrays swapped."""
    kernel = Device(threads=2).load(compile_kernel(HELPERS, folder + "/helpers", *options)).kernel("run")
    for rounds, count in ((0, 5), (1, 3), (3, 4), (2, 0)):
        x, y = [0.5 - i for i in range(count)], [0.25 * i - 0.5 for i in range(count)]
        given = [Memory(Array("f64", (count,), v)).view("f64", (count,)) for v in (x, y)]
        go = Memory(scalar("i32", 1)).view("i32", ())

        def scale(values, k):
            values[:] = [v * k for v in values]
            return max(values, default=-math.inf)

        p = q = 1.5
        for _ in range(rounds):
            s = scale(y, p)
            p, q = scale(x, s), s
        scale(y, scale(x, p))
        what = "helpers, %d rounds of %d elements: " % (rounds, count)
        check.equal(what + "results", kernel.launch(given + [("f64", 1.5), ("index", rounds), go]), [p, q])
        check.same_bits(what + "x", given[0].array(), Array("f64", (count,), x))
        check.same_bits(what + "y", given[1].array(), Array("f64", (count,), y))


def main(folder, *options):
    check = Check()
    folder += "/" + "".join(options)
    os.makedirs(folder, exist_ok=True)
    for part in (after_failures, globals_, scalars, volatile, helpers):
        part(check, folder, options)
    check.end()


main(*sys.argv[1:])
