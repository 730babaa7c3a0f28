//===- VulkanTargetTest.cpp - Tests of VulkanTarget.h ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Vulkan/VulkanTarget.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include "catch2/catch.hpp"

using namespace qdc;

TEST_CASE("each target that is listed is made, under its own name") {
  const std::vector<TargetDescription> listed = describeVulkanTargets();
  REQUIRE(listed.size() == 4);
  for (const TargetDescription &row : listed) {
    const Result<std::unique_ptr<Target>> target = makeVulkanTarget(row.spelling);
    REQUIRE(target);
    CHECK((*target)->spelling() == row.spelling);
    CHECK(row.cannotRunReason.empty());
  }
}

TEST_CASE("names that no target has are refused, with those that there are") {
  const std::string accepted =
      "accepted: 'vulkan:1.2', 'vulkan:1.3', 'vulkan:1.2+float-atomics', 'vulkan:1.3+float-atomics'";
  for (const char *spelling : {"vulkan:", "vulkan:1.2+", "vulkan:1.2+float-atomics+float-atomics", "vulkan:1.4"}) {
    const Result<std::unique_ptr<Target>> target = makeVulkanTarget(spelling);
    REQUIRE_FALSE(target);
    CHECK(target.error().code == ErrorCode::invalidArgument);
    CHECK(target.error().message == "unknown Vulkan target '" + std::string(spelling) + "'; " + accepted);
  }
}

TEST_CASE("a module that the lowering has not made is an internal error") {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  const Result<CompiledImage> image = (*makeVulkanTarget("vulkan:1.2"))->emit(*module, {});
  REQUIRE_FALSE(image);
  CHECK(image.error().code == ErrorCode::internal);
  CHECK(image.error().message == "target 'vulkan:1.2' found no module of SPIR-V");
}
