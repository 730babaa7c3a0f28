//===- LaunchTest.cpp - Launches, arguments kept, results -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

using namespace qdc;
using namespace runtime_test;

static ByteVector saxpyPackage() {
  PackageBuilder package;
  KernelBuilder &kernel = package.kernel("saxpy");
  uint32_t x = kernel.array("x", ElementType::f32, {kDynamicDimension}, Access::read);
  uint32_t y = kernel.array("y", ElementType::f32, {kDynamicDimension});
  uint32_t a = kernel.scalar("a", ElementType::f32);
  kernel.graph({kernel.task("saxpy", {array(x), array(y), scalar(a)}, SizeExpr::dim(x, 0))});
  return package.bytes();
}

TEST_CASE("a kernel runs on host arrays, in place") {
  qdrt::Device device = openDevice();
  qdrt::Package package(device, saxpyPackage());
  qdrt::Kernel saxpy = package.kernel("saxpy");
  std::vector<float> x = {1, 2, 3}, y = {10, 20, 30};
  saxpy(x, y, 2.0f);
  CHECK(y == std::vector<float>{12, 24, 36});
  CHECK(saxpy.counters().bytes_copied == 0);
}
