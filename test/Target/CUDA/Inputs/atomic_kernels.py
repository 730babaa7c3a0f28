"""Prints a kernel for each element type, named as it, that does each atomic of that type.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Every iteration has an element of its own, and every old value is used.
"""
LOGIC = ["assign", "addi", "muli", "andi", "ori", "xori", "maxs", "maxu", "mins", "minu"]
FLOAT = ["assign", "addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"]
TYPES = {**{kind: LOGIC for kind in ("i1", "i8", "i16", "i32", "i64")},
         **{kind: FLOAT for kind in ("f16", "bf16", "f32", "f64")}}
COMPARED = ("i8", "i16", "i32", "i64", "f32", "f64")

for element, kinds in TYPES.items():
    array = "memref<?x%s>" % element
    print("qd.kernel @%s(%%x: %s, %%old: %s, %%n: index) {\n  qd.for (%%i) in (%%n) {" % (element, array, array))
    print("    %%v = memref.load %%old[%%i] : %s" % array)
    for kind in kinds:
        print("    %%%s = memref.atomic_rmw %s %%v, %%x[%%i] : (%s, %s) -> %s" % (kind, kind, element, array, element))
        print("    memref.store %%%s, %%old[%%i] : %s" % (kind, array))
    if element in COMPARED:
        print("    %%cas = qd.atomic_cas %%x[%%i], %%v, %%%s : %s" % (kinds[-1], array))
        print("    memref.store %%cas, %%old[%%i] : %s" % array)
    print("  }\n  qd.return\n}")
