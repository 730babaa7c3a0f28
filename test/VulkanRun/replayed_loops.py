"""Loops in batches on a device of Vulkan against loops that the host leads: results, arrays and iterations are the
same. Arguments: a folder, and that of the examples.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import os
import subprocess
import sys

# Substeps of sweeps on a flag, with a branch: all of it in one loop in batches.
SUBSTEPS = """
qd.kernel @substeps(%x: memref<?xf32>, %left: memref<i32>, %steps: memref<i64>, %sweeps: i32, %k: f32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %last = memref.load %steps[] : memref<i64>
  %end = arith.index_cast %last : i64 to index
  %total = scf.for %step = %c0 to %end step %c1 iter_args(%sum = %c0) -> index {
    memref.store %sweeps, %left[] : memref<i32>
    %done = qd.do_while %left : memref<i32> {
      qd.for (%i) in (%n) {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %k : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
      %before = memref.load %left[] : memref<i32>
      %after = arith.subi %before, %one : i32
      memref.store %after, %left[] : memref<i32>
    }
    %rest = arith.remui %step, %c2 : index
    %odd = arith.cmpi eq, %rest, %c1 : index
    scf.if %odd {
      qd.for (%i) in (%step) {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.addf %v, %k : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
    }
    %iterations = arith.index_cast %done : i64 to index
    %next = arith.addi %sum, %iterations : index
    scf.yield %next : index
  }
  qd.return %total : index
}
"""


def run(package, strategy, arguments, printed):
    done = subprocess.run(["qdc", "run", package, *arguments, "--device=" + os.environ["QDC_TEST_DEVICE"],
                           "--loops=" + strategy, "--json", *["--print=" + name for name in printed]],
                          capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        sys.exit("FAILED: %s by %s: exit code %d\n%s" % (package, strategy, done.returncode, done.stderr))
    report = json.loads(done.stdout)
    loops = report["loops"]
    return (report["results"], report["arrays"], [loop["iterations"] for loop in loops],
            {loop["strategy"] for loop in loops})


def compare(source, arguments, printed, iterations=None):
    """`iterations`: what the loops are known to have."""
    package = os.path.join(sys.argv[1], os.path.basename(source) + ".fatbin")
    subprocess.run(["qdc", "compile", source, "--target=" + os.environ["QDC_TEST_TARGETS"], "-o", package], check=True)
    by_host, by_replay = (run(package, strategy, arguments, printed) for strategy in ("host", "replay"))
    if by_host[3] != {"host"} or by_replay[3] != {"replay"}:
        sys.exit("FAILED: %s ran by %s and %s" % (source, by_host[3], by_replay[3]))
    if by_host[:3] != by_replay[:3] or iterations not in (None, by_replay[2]):
        sys.exit("FAILED: %s\n%s\n%s" % (source, by_host, by_replay))
    print("%s: iterations %s" % (os.path.basename(source), by_replay[2]))


def main():
    folder, examples = sys.argv[1:]
    substeps = os.path.join(folder, "substeps.qir")
    with open(substeps, "w") as file:
        file.write(SUBSTEPS)
    compare(substeps, ["x=f32[1000]:1.5", "left=i32[]", "steps=i64[]:17", "sweeps=19", "k=0.75"], ["x", "left"],
            [17, 17 * 19])
    grid = ["%s=f64[24x24]%s" % (name, ":1" if name == "b" else "") for name in "bxrpq"]
    compare(os.path.join(examples, "conjugate_gradient", "conjugate_gradient.qir"),
            grid + ["residual=f64[]", "go=i32[]", "tolerance=1e-12", "limit=1000"], ["x", "residual"])


main()
