"""Writes a kernel that calls every math function: math_kernels.py docs/math.md > FILE.qir

The functions are the rows of the page's tables, so that none is forgotten; each is called for f16, bf16, f32 and f64,
`fpowi`, `ipowi`, `sincos` and `fma`, which have no row, likewise."""
import re
import sys

BINARY = {"atan2", "copysign", "powf", "remf"}


def operation(name, kind):
    if name == "remf":
        return f"arith.remf %a, %b : {kind}"
    operands = "%a, %b" if name in BINARY else "%a"
    return f"math.{name} {operands} : {kind}"


def task(kind, statements):
    lines = [f"  qd.for (%i) in (%n) name(\"{kind}\") {{",
             f"    %a = memref.load %x_{kind}[%i] : memref<?x{kind}>",
             f"    %b = memref.load %y_{kind}[%i] : memref<?x{kind}>"]
    for number, statement in enumerate(statements):
        lines.append(f"    %r{number} = {statement}")
    lines.append(f"    %s0 = arith.addf %a, %r0 : {kind}")
    for number in range(1, len(statements)):
        lines.append(f"    %s{number} = arith.addf %s{number - 1}, %r{number} : {kind}")
    lines.append(f"    memref.store %s{len(statements) - 1}, %x_{kind}[%i] : memref<?x{kind}>")
    return lines + ["  }"]


def main():
    text = open(sys.argv[1]).read()
    names = sorted(set(re.findall(r"^\| ([a-z0-9]+) \| [0-9]", text, re.M)))
    kinds = ["f16", "bf16", "f32", "f64"]
    parameters = [f"%{letter}_{kind}: memref<?x{kind}>" for kind in kinds for letter in "xy"]
    print(f"// {len(names)} functions")
    print(f"qd.kernel @functions({', '.join(parameters)}, %e: i32, %j: memref<?xi64>) {{")
    print("  %c0 = arith.constant 0 : index\n  %n = memref.dim %x_f32, %c0 : memref<?xf32>")
    for kind in kinds:
        statements = [operation(name, kind) for name in names]
        statements += [f"math.fma %a, %b, %a : {kind}", f"math.fpowi %a, %e : {kind}, i32"]
        print("\n".join(task(kind, statements)))
    print("""  qd.for (%i) in (%n) name("integers") {
    %a = memref.load %j[%i] : memref<?xi64>
    %b = math.ipowi %a, %a : i64
    memref.store %b, %j[%i] : memref<?xi64>
  }
}""")


main()
