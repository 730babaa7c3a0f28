//===- SPIRVToolsTest.cpp - Tests of SPIRVTools.h -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Vulkan/SPIRVTools.h"

#include "catch2/catch.hpp"

using namespace qdc;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;

/// A header, with the identifiers below 4, and no instruction.
static const std::vector<uint32_t> header = {0x07230203, 0x00010500, 0, 4, 0};

TEST_CASE("a module that is not valid is an internal error with one line of what the validator says") {
  const Status empty = validateSPIRV({2, header});
  REQUIRE_FALSE(empty);
  CHECK(empty.error().code == ErrorCode::internal);
  CHECK_THAT(empty.error().message,
             Equals("the SPIR-V module is not valid: Missing required OpMemoryModel instruction."));
  std::vector<uint32_t> capability = header;
  for (uint32_t word : {2u << 16 | 17, 6u, 3u << 16 | 14, 0u, 1u}) // Kernel, and the memory model GLSL450
    capability.push_back(word);
  const Status kernel = validateSPIRV({2, capability});
  REQUIRE_FALSE(kernel);
  CHECK_THAT(kernel.error().message, StartsWith("the SPIR-V module is not valid: Capability Kernel"));
  CHECK(kernel.error().message.find('\n') == std::string::npos);
}

TEST_CASE("words that are no module are none for the optimiser") {
  for (SPIRVPasses passes : {SPIRVPasses::needed, SPIRVPasses::inlining, SPIRVPasses::all}) {
    const Result<SPIRVWords> optimized = optimizeSPIRV({2, {1, 2, 3, 4, 5, 6}}, passes);
    REQUIRE_FALSE(optimized);
    CHECK(optimized.error().code == ErrorCode::internal);
    CHECK_THAT(optimized.error().message, StartsWith("the optimiser of SPIR-V failed: "));
  }
}
