//===- VulkanTargetTest.cpp - Tests of VulkanTarget.h ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Vulkan/VulkanTarget.h"

#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include "catch2/catch.hpp"

#include <map>

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

/// A module of a lowering that forgot to declare a capability: 64-bit integers need one.
static const char *const withoutInt64 = R"(
spirv.module PhysicalStorageBuffer64 Vulkan requires #spirv.vce<v1.5,
    [Shader, PhysicalStorageBufferAddresses, VulkanMemoryModel], []> {
  spirv.func @"k$0"() "None" {
    %0 = spirv.Constant 1 : i64
    %1 = spirv.Variable init(%0) : !spirv.ptr<i64, Function>
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @"k$0"
  spirv.ExecutionMode @"k$0" "LocalSize", 1, 1, 1
})";

TEST_CASE("a module that the validator of SPIR-V refuses is an internal error, with what it takes to see it again") {
  mlir::MLIRContext context;
  context.loadDialect<mlir::spirv::SPIRVDialect>();
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceString<mlir::ModuleOp>(withoutInt64, &context);
  REQUIRE(module);
  std::map<std::string, std::string, std::less<>> saved;
  ImageOptions options;
  options.code.optimizationLevel = 0;
  options.saveTemporary = [&](std::string_view suffix, std::string_view bytes) {
    saved.emplace(suffix, bytes);
    return Status();
  };
  Result<CompiledImage> image = (*makeVulkanTarget("vulkan:1.2"))->emit(*module, options);
  REQUIRE(!image);
  CHECK(image.error().code == ErrorCode::internal);
  const std::string &message = image.error().message;
  CHECK_THAT(message, Catch::StartsWith("the SPIR-V module is not valid: "));
  CHECK_THAT(message, Catch::Contains("Int64"));
  CHECK_THAT(message,
             Catch::EndsWith("; -save-temps keeps the module of target 'vulkan:1.2', and 'spirv-val' finds the "
                             "place in it"));
  CHECK(!saved["spv"].empty());
  CHECK(!saved["opt.spv"].empty());
}
