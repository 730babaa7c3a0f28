//===- WriteSamplePackage.cpp - Gives other programs a package to read ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// write-sample-package FILE: writes the package of SampleManifest.h, so that
// readers that are not ours can be tried on it.
//
//===----------------------------------------------------------------------===//
#include "SampleManifest.h"
#include "qdc/Support/AtomicFile.h"

#include <cstdio>

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fputs("usage: write-sample-package FILE\n", stderr);
    return 2;
  }
  qdc::Result<qdc::ByteVector> bytes = qdc::writePackage(qdc::sampleManifest(), qdc::sampleContents());
  qdc::Status status = bytes ? qdc::writeFileAtomically(argv[1], *bytes) : qdc::Status(bytes.error());
  if (status)
    return 0;
  std::fprintf(stderr, "error: %s\n", status.error().message.c_str());
  return 1;
}
