//===- WriteSaxpyPackage.cpp - A package for programs outside the tree ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// write-saxpy-package FILE [DEVICE IMAGES]: the kernel of examples/saxpy with an
// entry point written in C, so that a build without the compiler can try it too.
// Of the folder IMAGES, with code for DEVICE; else of this build, for the CPU.
//
//===----------------------------------------------------------------------===//
#include "../runtime/PackageBuilder.h"

#include "qdc/Support/AtomicFile.h"

#include <cstdio>

using namespace qdc;
using namespace runtime_test;

int main(int argc, char **argv) {
  if (argc != 2 && argc != 4) {
    std::fputs("usage: write-saxpy-package FILE [DEVICE IMAGES]\n", stderr);
    return 2;
  }
  if (argc == 4)
    useImages(argv[2], argv[3]);
  Status written = writeFileAtomically(argv[1], saxpyPackage());
  if (written)
    return 0;
  std::fprintf(stderr, "error: %s\n", written.error().message.c_str());
  return 1;
}
