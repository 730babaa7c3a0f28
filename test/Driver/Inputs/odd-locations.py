"""Prints kernels whose operations, arguments, helpers and globals are at locations of every kind.

odd-locations.py [LOCATION]: one kernel for each location of the list, and one in which they alternate; or one kernel
for the location that is given.
"""
import itertools
import sys

LOCATIONS = [
    "unknown", '"a"', '"a"("f.c":1:2)', '"f.c":1:2', '"f.c":0:0', '"":1:2', '"f.c":1:2 to :9', '"f.c":1:2 to 3:4',
    '"f.c":4294967295:4294967295', '"f.c":70000:70000',
    'callsite("a" at "b")', 'callsite("a" at "f.c":1:2)', 'callsite("f.c":1:2 at "b")',
    'callsite("f.c":1:2 at "g.c":3:4)', "callsite(unknown at unknown)",
    'callsite(callsite("f.c":1:2 at "g.c":3:4) at callsite("h.c":1:2 at unknown))',
    'callsite("f.c":1:2 at callsite("g.c":3:4 at callsite("h.c":5:6 at "i.c":7:8)))',
    'callsite(callsite(callsite("f.c":1:2 at "g.c":3:4) at "h.c":5:6) at "i.c":7:8)',
    "fused[]", "fused[unknown]", 'fused["a", "b"]', 'fused["f.c":1:2, "g.c":3:4]', 'fused[unknown, "f.c":1:2]',
    'fused<"metadata">["f.c":1:2, "g.c":3:4]', 'fused<"metadata">["a"]', 'fused<#foreign.note<1>>["f.c":1:2]',
    'fused<{a = 1}>["a"(unknown)]', 'fused[callsite("a" at "b"), fused["c", callsite("f.c":1:2 at "z")]]',
    'callsite("a"("f.c":1:2) at fused["x", "y"])', 'callsite("f.c":1:2 at fused["g.c":1:2, "h.c":3:4])',
    '"a"(callsite("b" at "c"))', '"a"("b"("c"(fused["f.c":1:2])))',
    '"odd \\22\\5C\\0A\\09\\7F.c":1:2', '"/absolute/folder/f.c":1:2', '"../up/f.c":1:2', '"folder/":1:2', '"/":1:2',
    '"-":1:2', '"<stdin>":1:2', '"\u00e4\u00f6.c":1:2', '"*/ int x; /*":1:2', '"%s%n":1:2', '"' + "a" * 5000 + '.c":1:2',
]

KERNEL = """
memref.global @gN : memref<i32> = dense<0> loc(L)
func.func private @hN(%x: memref<?xf32> loc(L), %i: index loc(L)) -> f32 {
  %v = memref.load %x[%i] : memref<?xf32> loc(L)
  %w = math.sin %v : f32 loc(L)
  return %w : f32 loc(L)
} loc(L)
func.func private @outerN(%x: memref<?xf32> loc(L), %i: index loc(L)) -> f32 {
  %v = func.call @hN(%x, %i) : (memref<?xf32>, index) -> f32 loc(L)
  return %v : f32 loc(L)
} loc(L)
qd.kernel @kN(%x: memref<?xf32> loc(L), %go: memref<i32> loc(L), %c: i1 loc(L)) -> f32 {
  %c0 = arith.constant 0 : index loc(L)
  %one = arith.constant 1 : i32 loc(L)
  %n = memref.dim %x, %c0 : memref<?xf32> loc(L)
  %g = memref.get_global @gN : memref<i32> loc(L)
  qd.for (%i) in (%n) name("a") {
    %v = func.call @outerN(%x, %i) : (memref<?xf32>, index) -> f32 loc(L)
    %w = math.exp %v : f32 loc(L)
    qd.assert %c, "x" loc(L)
    %old = memref.atomic_rmw addi %one, %g[] : (i32, memref<i32>) -> i32 loc(L)
    memref.store %w, %x[%i] : memref<?xf32> loc(L)
  } loc(L)
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32> loc(L)
    %w = math.powf %v, %v : f32 loc(L)
    memref.store %w, %x[%i] : memref<?xf32> loc(L)
    qd.print "p {}", %w : f32 loc(L)
  } loc(L)
  %it = qd.do_while %go : memref<i32> {
    %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
      %v = memref.load %x[%i] : memref<?xf32> loc(L)
      qd.yield %v : f32 loc(L)
    } loc(L)
    memref.store %s, %x[%c0] : memref<?xf32> loc(L)
    scf.if %c {
      memref.store %s, %x[%c0] : memref<?xf32> loc(L)
      scf.yield loc(L)
    } loc(L)
    %zero = arith.constant 0 : i32 loc(L)
    memref.store %zero, %go[] : memref<i32> loc(L)
    qd.yield loc(L)
  } loc(L)
  %r = func.call @hN(%x, %c0) : (memref<?xf32>, index) -> f32 loc(L)
  qd.return %r : f32 loc(L)
} loc(L)
"""


def kernel(number, locations):
    pieces = KERNEL.replace("N(", f"{number}(").replace("gN", f"g{number}").split("(L)")
    return "".join(piece + f"({location})" for piece, location in zip(pieces[:-1], locations)) + pieces[-1]


sys.stdout.reconfigure(encoding="utf-8")
if len(sys.argv) > 1:
    print(kernel("", itertools.repeat(sys.argv[1])))
else:
    print("".join(kernel(number, itertools.repeat(location)) for number, location in enumerate(LOCATIONS)))
    print(kernel("Mixed", itertools.cycle(LOCATIONS[::7] + LOCATIONS[1::3])))
