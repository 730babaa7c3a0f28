"""Compiles kernels with odd names in one package, and launches each.

odd-names.py FILE.qir TARGETS: the kernel, its loop, its helper and its global all have the name. Each kernel adds a
number of its own, so that no two of them can stand for each other.
"""
import json
import subprocess
import sys

NAMES = [
    # LLVM's: intrinsics, and what it reads in a name.
    "llvm", "llvm.", "llvm.x", "llvm.memcpy.p0.p0.i64", "llvm.global_ctors", "llvm.used", "\1bar", "\1", "?f@@YAXXZ",
    # Of symbol versions, sections and local labels.
    "a@b", "a@@b", "@", "@@", ".text", ".Lfoo", ".", "$", "$a", "$d.1",
    # Of C, the loader and the linker.
    "memcpy", "memset", "malloc", "free", "sin", "sinf", "printf", "main", "_init", "_fini", "_start", "__bss_start",
    "_GLOBAL_OFFSET_TABLE_", "_DYNAMIC", "__libc_start_main", "__cxa_finalize",
    # Our own.
    "qdc_sin_f32", "qdc.merge.addi.i32", "qd.kernel", "k.0", "k$0", "k.chunk", "k.0.chunk", "k.0.private",
    # Of PTX, CUDA and C++.
    "param", "entry", "reg", "ld.param", "WARP_SZ", "%tid", "_", "%", "true", "call", "__nv_sinf", "__assertfail",
    "vprintf", "class", "operator new", "_Z1fv",
    # Which become the same in letters, digits, '_' and '$'.
    "a.b", "a$b", "a$b$1", "a b", "a-b", "a/b", "a\\b", 'a"b', "a'b", "a\tb", "a\nb", "a\x7fb", "a_b",
    # What a shell, a path or an option reads in another way, and other writing.
    "-", "-k", "../../etc/passwd", "*", "{}", "0", "0x10", "\u00e4\u00f6\u00fc", "\u0394x", "\U0001f600", "\u00a0",
    "e\u0301", "\u00e9",
    # Long.
    "x" * 200, "x" * 201, "x" * 202, "y" * 100000, "." * 1000, "\u00e4" * 500,
]


def quoted(name):
    return '"' + "".join(c if c.isalnum() and c.isascii() else "".join("\\%02X" % b for b in c.encode())
                         for c in name) + '"'


def kernel(number, name):
    symbol = quoted(name)
    # Loops and kernels may share a name; globals, helpers and kernels may not.
    return f"""
memref.global "public" @{quoted("g" + name)} : memref<2xi32> = dense<[{number}, 0]>
func.func private @{quoted("h" + name)}(%x: memref<?xi32>, %i: index, %plus: i32) -> i32 {{
  %v = memref.load %x[%i] : memref<?xi32>
  %w = arith.addi %v, %plus : i32
  return %w : i32
}}
qd.kernel @{symbol}(%x: memref<?xi32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  %g = memref.get_global @{quoted("g" + name)} : memref<2xi32>
  qd.for (%i) in (%n) name({symbol}) {{
    %plus = memref.load %g[%c0] : memref<2xi32>
    %w = func.call @{quoted("h" + name)}(%x, %i, %plus) : (memref<?xi32>, index, i32) -> i32
    memref.store %w, %x[%i] : memref<?xi32>
    %old = memref.atomic_rmw addi %one, %g[%c1] : (i32, memref<2xi32>) -> i32
  }}
}}
"""


def main():
    path, targets = sys.argv[1:]
    package = path.removesuffix(".qir") + ".fatbin"
    assert len(set(NAMES)) == len(NAMES)
    with open(path, "w", newline="") as file:
        file.write("".join(kernel(number, name) for number, name in enumerate(NAMES, 1)))
    subprocess.run(["qdc", "compile", path, "-o", package, f"--target={targets}"], check=True)
    wrong = []
    for number, name in enumerate(NAMES, 1):
        if name.startswith(("-", "@")):
            continue  # reads as an option or a response file
        run = subprocess.run(["qdc", "run", package, name, "x=i32[3]:1000", "--print", "x", "--json"],
                             capture_output=True, text=True)
        values = json.loads(run.stdout)["arrays"]["x"]["values"] if run.returncode == 0 else run.stderr
        if values != [1000 + number] * 3:
            wrong.append((name[:40], values))
    print(f"{len(wrong)} wrong: {wrong}" if wrong else "every kernel is itself")


main()
