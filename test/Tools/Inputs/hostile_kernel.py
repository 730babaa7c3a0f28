"""Prints a kernel whose every name and text holds what steers a terminal, turns text, ends lines or breaks markup. With an
argument it has an error, in a line and at a place with such characters.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

HOSTILE = ("\x1b[2J\x07\x7f\r\n" "FORGED: \t" "\u009b31m\u0085\u00ad\u061c\u200b\u200e\u202e\u2028\u2029\u2066"
           "\ufeff\ufffe\uffff\ufdd0\U000e0041\U0010ffff" "<b>&#27;&lt;\"'\\N-->]]>")


def quoted(text):
    """As MLIR's text has it."""
    return '"' + "".join(f"\\{byte:02X}" for byte in text.encode()) + '"'


name = quoted("n" + HOSTILE)
print(f"""#loc = loc({quoted("f" + HOSTILE)}:7:3)
memref.global "public" @{quoted("g" + HOSTILE)} : memref<i32> = dense<5>
qd.kernel @{name}(%x: memref<?xf32> {{qd.arg_name = {quoted("x" + HOSTILE)}, qd.arg_group = {quoted("s" + HOSTILE)}, qd.doc = {quoted("d" + HOSTILE)}}}, %go: memref<i32> {{qd.arg_name = "go"}}, %fail: i1 {{qd.arg_name = "fail"}}) -> (i32 {{qd.result_name = {quoted("r" + HOSTILE)}}})
    attributes {{qd.doc = {quoted("k" + HOSTILE)}}} {{
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %g = memref.get_global @{quoted("g" + HOSTILE)} : memref<i32>
  qd.do_while %go name({name}) : memref<i32> {{
    qd.for (%i) in (%n) name("fill") {{
      memref.store %one, %x[%i] : memref<?xf32>
    }} loc(#loc)
    memref.store %zero, %go[] : memref<i32>
    memref.store %zero, %g[] : memref<i32>
  }} loc(#loc)
  qd.print {quoted("printed" + HOSTILE)} loc(#loc)
  %true = arith.constant true
  %right = arith.xori %fail, %true : i1
  qd.assert %right, {quoted("asserted" + HOSTILE)} loc(#loc)
  qd.return %zero : i32 loc(#loc)
}} loc(#loc)""")
if len(sys.argv) > 1:
    sys.stdout.flush()
    sys.stdout.buffer.write("// \x1b[2J \u202e\n\tqd.print \"\x1b\u009b\u202e\u00e9".encode() + b'\x9b\xff" qd.oops // \x1b\n')
