//===- WriteSaxpyPackage.cpp - A package for programs outside the tree ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// write-saxpy-package FILE: the kernel of examples/saxpy with an entry point
// written in C, so that a build without the compiler can try it too.
//
//===----------------------------------------------------------------------===//
#include "../runtime/PackageBuilder.h"

#include "qdc/Support/AtomicFile.h"

#include <cstdio>

using namespace qdc;
using namespace runtime_test;

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fputs("usage: write-saxpy-package FILE\n", stderr);
    return 2;
  }
  PackageBuilder package;
  KernelBuilder &kernel = package.kernel("saxpy");
  uint32_t x = kernel.array("x", ElementType::f32, {kDynamicDimension}, Access::read);
  uint32_t y = kernel.array("y", ElementType::f32, {kDynamicDimension});
  uint32_t a = kernel.scalar("a", ElementType::f32);
  kernel.graph({kernel.task("saxpy", {array(x), array(y), scalar(a)}, SizeExpr::dim(x, 0))});
  Status written = writeFileAtomically(argv[1], package.bytes());
  if (written)
    return 0;
  std::fprintf(stderr, "error: %s\n", written.error().message.c_str());
  return 1;
}
