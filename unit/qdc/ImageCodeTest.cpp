//===- ImageCodeTest.cpp - What an image's code says about itself ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/ImageCode.h"

#include "CubinSample.h"

#include <catch2/catch.hpp>

using namespace qdc;

static Image imageFor(const std::string &target, std::vector<std::string> symbols = {}) {
  Image image;
  image.target = target;
  for (std::string &symbol : symbols) {
    EntryPoint entry;
    entry.symbol = std::move(symbol);
    image.entryPoints.push_back(std::move(entry));
  }
  return image;
}

TEST_CASE("PTX tells its version and target") {
  Image image = imageFor("cuda:compute_90");
  Result<ImageCode> code = readImageCode(image, asBytes("//\n.version 7.8\n.target sm_90, debug\n.address_size 64\n"));
  REQUIRE(code);
  CHECK(code->ptxVersion == "7.8");
  CHECK(code->ptxTarget == "sm_90");
  CHECK(ptxLabel(*code) == ", PTX 7.8 for sm_90");
  Result<ImageCode> none = readImageCode(image, asBytes("hello"));
  REQUIRE(!none);
  CHECK(none.error().code == ErrorCode::invalidPackage);
  CHECK(none.error().message == "image 'cuda:compute_90': not PTX: no version or no target is told");
}

TEST_CASE("a cubin's kernels come in the order of the image's entry points") {
  ByteVector bytes = sampleElf(sampleCubinSections());
  Result<ImageCode> code = readImageCode(imageFor("cuda:sm_90", {"small", "big$0"}), bytes);
  REQUIRE(code);
  REQUIRE(code->kernels.size() == 2);
  CHECK(codeLabel(code->kernels[0]) == "8 registers, 128 bytes of code");
  CHECK(codeLabel(code->kernels[1]) == "40 registers, 16 bytes of stack, 21 bytes stored there, 42 bytes loaded from "
                                       "there, 1024 bytes shared, 544 bytes constant, 256 bytes of code");
  CHECK(ptxLabel(*code).empty());
  CHECK(readImageCode(imageFor("cuda:sm_90", {"other"}), bytes).error().message ==
        "image 'cuda:sm_90': the cubin has no kernel 'other'");
  CHECK(readImageCode(imageFor("cuda:sm_90"), asBytes("x")).error().message ==
        "image 'cuda:sm_90': not a cubin: no ELF header of 64 bits");
}

TEST_CASE("what a way to run a loop adds is told where it is known") {
  ByteVector bytes = sampleElf(sampleCubinSections());
  Result<ImageCode> code = readImageCode(imageFor("cuda:sm_90", {"small", "big$0"}), bytes);
  REQUIRE(code);
  LoopCode loop = {.strategy = LoopStrategy::grid, .entryPoint = 1};
  CHECK(loopCodeLabel(*code, loop) == ", 256 bytes of code");
  CHECK(loopCodeLabel(ImageCode(), loop).empty());
  loop.entryPoint.reset();
  CHECK(loopCodeLabel(*code, loop).empty());
}

TEST_CASE("an image of a CPU tells nothing about its code") {
  Result<ImageCode> code = readImageCode(imageFor("cpu:x86-64-v3", {"a"}), asBytes("x"));
  REQUIRE(code);
  CHECK(code->kernels.empty());
  CHECK(code->ptxVersion.empty());
}
