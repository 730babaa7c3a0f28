//===- CubinFuzzer.cpp - Any bytes as a cubin -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is the image of a cubin target. What is refused has a message that
// says so; what is taken tells of each kernel no more than its bytes hold.
//
//===----------------------------------------------------------------------===//
#include "Require.h"

#include "qdc/Toolchain/Cubin.h"

using namespace qdc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Result<std::vector<CubinKernel>> kernels = readCubin(std::as_bytes(std::span(data, size)));
  if (!kernels) {
    require(kernels.error().message.starts_with("not a cubin: "),
            "the message of refused bytes says what they are not");
    require(kernels.error().code == ErrorCode::invalidPackage, "refused bytes are an invalid package");
    return 0;
  }
  for (const CubinKernel &kernel : *kernels) {
    require(kernel.symbol.size() < size, "a symbol lies inside of the file");
    // An instruction of 16 bytes accesses 16 at most.
    require(kernel.localLoadBytes + kernel.localStoreBytes <= size, "instructions lie inside of the file");
  }
  return 0;
}
