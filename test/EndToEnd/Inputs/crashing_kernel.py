"""What the launcher tells of launches that go wrong: crashing_kernel.py FOLDER

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

from endtoend import *
from launcher import Launcher

STORE = """qd.kernel @store(%x: memref<?xi32>, %i: index) {
  %one = arith.constant 1 : i32
  memref.store %one, %x[%i] : memref<?xi32>
}
"""


def main(folder):
    launcher, package = Launcher(), compile_kernel(STORE, folder + "/crashing")
    for what, name, place in (("a store inside", "store", 1), ("a kernel that is not there", "stare", 1),
                              ("a store far outside", "store", 1 << 45), ("after a crash", "store", 1)):
        launched = launcher.launch(what, package, name, {"x": zeros("i32", 3), "i": place})
        print("%s: %s, %r" % (what, launched.problem, launched.arrays["x"].values), flush=True)


main(*sys.argv[1:])
