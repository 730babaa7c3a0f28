//===- Fixture.cpp - What the tests of the CUDA backend share -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

using namespace cuda_test;

const std::string &runtime_test::deviceUnderTest() {
  static const std::string spelling = "cuda:0";
  return spelling;
}

void cuda_test::useFakeImages() { useImages("cuda:0", builtImages() + "/fake_cuda"); }

BackendSetup::BackendSetup() {
  useFakeImages();
  device = std::move(*cuda::Backend().open(0, {}));
  image = std::move(*device->load(imageFile("entries")));
  stream = std::move(*device->createStream());
  fake_cuda::takeCalls();
}
