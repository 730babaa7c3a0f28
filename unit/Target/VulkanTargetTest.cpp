//===- VulkanTargetTest.cpp - SPIR-V that the validator refuses -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Vulkan/VulkanTarget.h"

#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "catch2/catch.hpp"

#include <map>

using namespace qdc;

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
