//===- ReadPackages.cpp - What our reader says to many packages -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// read-packages: reads packages from standard input, each with its length in 8
// bytes ahead of it, and prints a line for each: "valid", or the error.
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/PackageReader.h"
#include "qdc/Support/FileBytes.h"
#include "qdc/Support/PrintableText.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

using namespace qdc;

static std::string verdict(ByteSpan bytes) {
  Result<Package> package = readPackage(bytes);
  if (!package)
    return package.error().message;
  for (size_t module = 0; module < package->modules.size(); ++module)
    for (size_t index = 0; index < package->modules[module].images.size(); ++index)
      if (Status status = verifyImageDigest(*package, module, index); !status)
        return status.error().message;
  return "valid";
}

int main() {
  Result<ByteVector> input = readOpenFile(STDIN_FILENO, "standard input");
  if (!input) {
    std::fprintf(stderr, "error: %s\n", input.error().message.c_str());
    return 1;
  }
  for (ByteSpan rest = *input; !rest.empty();) {
    uint64_t length = 0;
    if (rest.size() >= sizeof(length))
      std::memcpy(&length, rest.data(), sizeof(length));
    if (rest.size() < sizeof(length) || rest.size() - sizeof(length) < length) {
      std::fputs("error: a package is cut off\n", stderr);
      return 1;
    }
    std::puts(printableLine(verdict(rest.subspan(sizeof(length), length))).c_str());
    rest = rest.subspan(sizeof(length) + length);
  }
  return 0;
}
