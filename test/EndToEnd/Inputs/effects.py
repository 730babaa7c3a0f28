"""Asserts, prints, random numbers, globals, results, specialised scalars and helpers, as a user sees them.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *
from integer_reference import philox

ASSERT = """qd.kernel @check(%x: memref<?xi32>, %y: memref<?xi32>, %log: memref<4xi32>, %go: memref<i32>) -> i32 {
""" + INDEX_CONSTANTS + """  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  memref.store %one, %log[%c0] : memref<4xi32>
  %count = qd.do_while %go : memref<i32> {
    %r = memref.load %log[%c2] : memref<4xi32>
    %r1 = arith.addi %r, %one : i32
    memref.store %r1, %log[%c2] : memref<4xi32>
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xi32>
      memref.store %one, %y[%i] : memref<?xi32>
      %ok = arith.cmpi sge, %v, %zero : i32
      qd.assert %ok, "x must not be negative"
      memref.store %v, %y[%i] : memref<?xi32>
    }
    memref.store %one, %log[%c1] : memref<4xi32>
  }
  %last = memref.load %log[%c1] : memref<4xi32>
  qd.return %last : i32
}
qd.kernel @serial(%x: memref<3xi32>, %ok: i1) {
""" + INDEX_CONSTANTS + """  %one = arith.constant 1 : i32
  memref.store %one, %x[%c0] : memref<3xi32>
  qd.assert %ok, "it's \\"so\\""
  memref.store %one, %x[%c1] : memref<3xi32>
  qd.for (%i) in (%c1) {
    memref.store %one, %x[%c2] : memref<3xi32>
  }
}
qd.kernel @limited(%x: memref<i32>, %go: memref<i8>) {
  %m = arith.constant 3 : i64
  %one = arith.constant 1 : i32
  %count = qd.do_while %go max(%m) on_max(error) name("settle") : memref<i8> {
    %v = memref.load %x[] : memref<i32>
    %w = arith.addi %v, %one : i32
    memref.store %w, %x[] : memref<i32>
  }
}
"""


def asserts(check, folder, level):
    package = compile_kernel(ASSERT, folder + "/assert" + level, level)
    line = 1 + ASSERT.split("\n").index('      qd.assert %ok, "x must not be negative"')
    for bad in ([], [3], [0, 4999], range(5000)):
        x = Array("i32", (5000,), [(-i - 1 if i in set(bad) else i) for i in range(5000)])
        arguments = {"x": x, "y": zeros("i32", 5000), "log": zeros("i32", 4), "go": zeros("i32")}
        outcome = launch(package, "check", arguments, environment={"QDRT_THREADS": "3"})
        check.equal("assert exit code", outcome.code, 1 if bad else 0)
        failure = outcome.report["failure"]
        check.equal("assert failed", bool(failure), bool(bad))
        want_log = [1, 0, 1, 0] if bad else [1, 1, 1, 0]
        check.same_bits("assert log", outcome.arrays.get("log"), Array("i32", (4,), want_log))
        if bad:
            check.equal("assert line", failure["line"], line)
            check.equal("assert message", "x must not be negative" in failure["message"], True)
            check.equal("assert told", "x must not be negative" in outcome.stderr, True)
            check.equal("assert iteration", failure["iteration"] in bad, True)
            check.equal("the iteration that is told ends there", outcome["y"].values[failure["iteration"]], 1)
            for i in list(bad)[:5]:  # blocks of threads that begin after a failure do nothing
                ended = outcome["y"].values[i] == 1 or (DEVICE != "cpu" and outcome["y"].values[i] == 0)
                check.equal("a failing iteration ends there", ended, True)
        else:
            check.same_bits("assert y", outcome["y"], x)
    for ok in ("true", "false"):
        outcome = launch(package, "serial", {"x": zeros("i32", 3), "ok": ok})
        check.equal("serial assert exit code", outcome.code, 0 if ok == "true" else 1)
        check.equal("serial assert x", outcome["x"].values, [1, 1, 1] if ok == "true" else [1, 0, 0])
    outcome = launch(package, "limited", {"x": zeros("i32"), "go": scalar("i8", 4)})
    check.equal("maximum exit code", outcome.code, 1)
    check.equal("maximum x", outcome["x"].values, [3])
    check.equal("maximum names the loop", "settle" in outcome.stderr, True)


def prints(check, folder, level):
    kinds = {"i1": ["1", "0"], "i8": ["-128", "127"], "i16": ["-32768", "5"], "i32": ["-1", "2147483647"],
             "i64": ["-9223372036854775808", "7"], "index": ["0", "-3"], "f16": ["1.5", "-0.25"], "bf16": ["2", "-3.5"],
             "f32": ["0.1", "-1e+30"], "f64": ["0.1", "1e-300"]}
    parameters = ", ".join("%%%s: %s" % (k, k) for k in kinds)
    text = "qd.kernel @say(%s) {\n" % parameters
    text += '  qd.print "all %s", %s : %s\n' % (" ".join("{}" for _ in kinds), ", ".join("%" + k for k in kinds),
                                              ", ".join(kinds))
    for k in kinds:
        text += '  qd.print "%s={}", %%%s : %s\n' % (k, k, k)
    text += '  qd.print "nothing"\n  %c3 = arith.constant 3 : index\n  qd.for (%i) in (%c3) {\n'
    text += '    qd.print "at {}", %i : index\n  }\n}\n'
    package = compile_kernel(text, folder + "/print" + level, level)
    for which in range(2):
        outcome = launch(package, "say", {k: {"i1": ["true", "false"]}.get(k, v)[which] for k, v in kinds.items()})
        check.equal("print exit code", outcome.code, 0)
        lines = [p["text"] for p in outcome.report["prints"]]
        want = ["all " + " ".join(v[which] for v in kinds.values())]
        want += ["%s=%s" % (k, v[which]) for k, v in kinds.items()] + ["nothing"]
        check.equal("print lines", lines[:len(want)], want)
        check.equal("print of a loop", sorted(lines[len(want):]), ["at 0", "at 1", "at 2"])
        check.equal("print line numbers", [p["line"] for p in outcome.report["prints"][:3]], [2, 3, 4])


RANDOM = """qd.kernel @noise(%x: memref<4x32xi32>, %keys: memref<32xi64>, %counters: memref<32xi64>,
                 %said: memref<2xi64>) -> (i64, i64) {
""" + INDEX_CONSTANTS + """  %n = arith.constant 32 : index
  %seed = qd.seed
  %ordinal = qd.launch_ordinal
  qd.for (%i) in (%n) {
    %k = memref.load %keys[%i] : memref<32xi64>
    %key = arith.xori %k, %seed : i64
    %counter = memref.load %counters[%i] : memref<32xi64>
    %a, %b, %c, %d = qd.random %key, %counter
    memref.store %a, %x[%c0, %i] : memref<4x32xi32>
    memref.store %b, %x[%c1, %i] : memref<4x32xi32>
    memref.store %c, %x[%c2, %i] : memref<4x32xi32>
    memref.store %d, %x[%c3, %i] : memref<4x32xi32>
  }
  memref.store %seed, %said[%c0] : memref<2xi64>
  memref.store %ordinal, %said[%c1] : memref<2xi64>
  qd.return %seed, %ordinal : i64, i64
}
qd.kernel @constant_noise() -> (i32, i32, i32, i32) {
  %key = arith.constant -2654435769 : i64
  %counter = arith.constant 81985529216486895 : i64
  %a, %b, %c, %d = qd.random %key, %counter
  qd.return %a, %b, %c, %d : i32, i32, i32, i32
}
"""


def randoms(check, folder, level):
    package = compile_kernel(RANDOM, folder + "/random" + level, level)
    keys = [wrap(k * 0x9E3779B97F4A7C15 * (k % 3), "i64") for k in range(32)]
    counters = [wrap(c * c * 0x123456789ABCDEF, "i64") for c in range(32)]
    for seed in (0, 42, -1):
        arguments = {"x": zeros("i32", 4, 32), "keys": Array("i64", (32,), keys),
                     "counters": Array("i64", (32,), counters), "said": zeros("i64", 2)}
        outcome = launch(package, "noise", arguments, options=["--seed=%d" % (seed % 2 ** 64), "--repeat=3"])
        check.equal("random exit code", outcome.code, 0)
        numbers = [philox(unsigned(k ^ seed, "i64"), unsigned(c, "i64")) for k, c in zip(keys, counters)]
        check.same_bits("random", outcome.arrays.get("x"), Array("i32", (4, 32), sum(map(list, zip(*numbers)), [])))
        check.equal("seed and ordinal of the third launch", outcome.results(), [seed, 2])
    check.equal("the generator's published answer", philox(0, 0),
                [wrap(v, "i32") for v in (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)])
    check.equal("random of constants", launch(package, "constant_noise").results(),
                philox(unsigned(-2654435769, "i64"), 81985529216486895))


GLOBALS = """memref.global "public" @splat : memref<2x3xf32> = dense<1.5>
memref.global "public" @listed : memref<2x3xi16> = dense<[[1, -2, 3], [4, 5, -6]]>
memref.global "public" @empty : memref<5xi64> = uninitialized
memref.global "private" @hidden : memref<i32> = dense<40>
memref.global "public" constant @table : memref<4xf64> = dense<[0.5, 0.25, 0.125, 3.0]>
memref.global "public" @truth : memref<3xi1> = dense<[true, false, true]>
memref.global "public" @halves : memref<2xbf16> = dense<[1.0, -2.5]>
qd.kernel @touch(%out: memref<4xf64>) -> i32 {
""" + INDEX_CONSTANTS + """  %one = arith.constant 1 : i32
  %two = arith.constant 2.0 : f32
  %s = memref.get_global @splat : memref<2x3xf32>
  %l = memref.get_global @listed : memref<2x3xi16>
  %e = memref.get_global @empty : memref<5xi64>
  %h = memref.get_global @hidden : memref<i32>
  %t = memref.get_global @table : memref<4xf64>
  %b = memref.get_global @truth : memref<3xi1>
  qd.for (%i, %j) in (%c2, %c3) {
    %v = memref.load %s[%i, %j] : memref<2x3xf32>
    %w = arith.mulf %v, %two : f32
    memref.store %w, %s[%i, %j] : memref<2x3xf32>
    %x = memref.load %l[%i, %j] : memref<2x3xi16>
    %y = arith.addi %x, %x : i16
    memref.store %y, %l[%i, %j] : memref<2x3xi16>
  }
  qd.for (%i) in (%c5) {
    %v = memref.load %e[%i] : memref<5xi64>
    %k = arith.index_cast %i : index to i64
    %w = arith.addi %v, %k : i64
    memref.store %w, %e[%i] : memref<5xi64>
  }
  qd.for (%i) in (%c4) {
    %v = memref.load %t[%i] : memref<4xf64>
    memref.store %v, %out[%i] : memref<4xf64>
  }
  qd.for (%i) in (%c3) {
    %v = memref.load %b[%i] : memref<3xi1>
    %true = arith.constant true
    %w = arith.xori %v, %true : i1
    memref.store %w, %b[%i] : memref<3xi1>
  }
  %before = memref.load %h[] : memref<i32>
  %after = arith.addi %before, %one : i32
  memref.store %after, %h[] : memref<i32>
  qd.return %after : i32
}
"""


def globals_(check, folder, level):
    package = compile_kernel(GLOBALS, folder + "/globals" + level, level)
    read = {"splat": "f32", "listed": "i16", "empty": "i64", "truth": "i1", "halves": "bf16"}
    for repeat in (1, 3):
        outcome = launch(package, None, {"out": zeros("f64", 4)}, read, ["--repeat=%d" % repeat])
        check.equal("globals exit code", outcome.code, 0)
        check.equal("private global", outcome.results(), [40 + repeat])
        check.same_bits("constant global", outcome["out"], Array("f64", (4,), [0.5, 0.25, 0.125, 3.0]))
        want = {"splat": Array("f32", (2, 3), [1.5 * 2 ** repeat] * 6),
                "listed": Array("i16", (2, 3), [v * 2 ** repeat for v in (1, -2, 3, 4, 5, -6)]),
                "empty": Array("i64", (5,), [i * repeat for i in range(5)]),
                "truth": Array("i1", (3,), [0, 1, 0]), "halves": Array("bf16", (2,), [1.0, -2.5])}
        for name, array in want.items():
            check.same_bits("global " + name, outcome.arrays.get(name), array)


def results(check, folder, level):
    """Results of every type: an argument as it is, one from serial code, one from a task, one twice."""
    kinds = {"i1": (1, 0), "i8": (-128, 3), "i16": (-32768, 9), "i32": (-5, 6), "i64": (-2 ** 63, 1), "index": (-7, 2 ** 40),
             "f16": (1.5, -0.5), "bf16": (-3.5, 2.0), "f32": (0.5, -8.0), "f64": (0.1, 1e300)}
    text = ""
    for kind in kinds:
        element = "i64" if kind == "index" else kind
        text += "qd.kernel @give_%s(%%x: memref<2x%s>, %%a: %s) -> (%s) {\n%s" % (
            kind, element, kind, ", ".join([kind] * 5), INDEX_CONSTANTS)
        text += "  %%l = memref.load %%x[%%c0] : memref<2x%s>\n" % element
        text += "  %%v = %s\n" % ("arith.index_cast %l : i64 to index" if kind == "index" else
                                  "arith.bitcast %%l : %s to %s" % (kind, kind))
        text += "  %%t = arith.constant true\n  %%s = arith.select %%t, %%v, %%a : %s\n" % kind
        text += "  %%f = scf.for %%i = %%c0 to %%c1 step %%c1 iter_args(%%w = %%a) -> (%s) {\n" % kind
        text += "    qd.for (%%j) in (%%c1) {\n      memref.store %%l, %%x[%%c1] : memref<2x%s>\n    }\n" % element
        text += "    %%m = memref.load %%x[%%c1] : memref<2x%s>\n" % element
        text += "    %%n = %s\n    scf.yield %%n : %s\n  }\n" % (
            "arith.index_cast %m : i64 to index" if kind == "index" else "arith.bitcast %%m : %s to %s" % (kind, kind), kind)
        text += "  qd.return %%a, %%v, %%f, %%s, %%a : %s\n}\n" % ", ".join([kind] * 5)
    package = compile_kernel(text, folder + "/results" + level, level)
    for kind, (a, v) in kinds.items():
        element = "i64" if kind == "index" else kind
        shown = {"true": 1, "false": 0}
        outcome = launch(package, "give_" + kind, {"x": Array(element, (2,), [v, 0]),
                                                   "a": ("true" if a else "false") if kind == "i1" else repr(a)})
        check.equal("results of %s exit code" % kind, outcome.code, 0)
        check.equal("results of " + kind, outcome.results() if outcome.report else None, [a, v, v, v, a])
        types = [r["type"] for r in outcome.report["results"]] if outcome.report else None
        check.equal("types of results of " + kind, types, [kind] * 5)


SPECIALIZED = """qd.kernel @power(%x: memref<?xf64>, %degree: index {qd.specialize = [2, 3]}, %up: i1 {qd.specialize = [true]}) {
""" + INDEX_CONSTANTS + """  %one = arith.constant 1.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf64>
    %p = scf.for %k = %c0 to %degree step %c1 iter_args(%acc = %one) -> (f64) {
      %next = arith.mulf %acc, %v : f64
      scf.yield %next : f64
    }
    %r = scf.if %up -> f64 {
      scf.yield %p : f64
    } else {
      %q = arith.divf %one, %p : f64
      scf.yield %q : f64
    }
    memref.store %r, %x[%i] : memref<?xf64>
  }
}
"""


def specialized(check, folder, level):
    package = compile_kernel(SPECIALIZED, folder + "/specialized" + level, level, "--fp-contract=off")
    for degree in range(5):
        for up in ("true", "false"):
            outcome = launch(package, "power", {"x": Array("f64", (3,), [1.5, 2.0, -3.0]), "degree": degree, "up": up})
            want = []
            for v in (1.5, 2.0, -3.0):
                p = 1.0
                for _ in range(degree):
                    p *= v
                want.append(p if up == "true" else 1.0 / p)
            what = "power %d %s " % (degree, up)
            check.same_bits(what, outcome.arrays.get("x"), Array("f64", (3,), want))
            check.equal(what + "counter", outcome.report["counters"]["specialized"],
                        int(degree in (2, 3) and up == "true"))


def main(folder, level):
    check = Check()
    for part in (asserts, prints, randoms, globals_, results, specialized):
        part(check, folder, level)
    check.end()


main(*sys.argv[1:])
