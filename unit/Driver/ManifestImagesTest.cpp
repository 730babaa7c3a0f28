//===- ManifestImagesTest.cpp - Images in the manifest --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/Manifest/ManifestImages.h"
#include "qdc/Package/ManifestNames.h"

#include <catch2/catch.hpp>

using namespace qdc;

static ManifestDraft sampleDraft() {
  ManifestDraft draft;
  draft.kernelSymbols = {"f", "g"};
  draft.taskSymbols = {{"f.0", "f.1"}, {"g.0"}};
  return draft;
}

TEST_CASE("entry points name kernels and tasks by position") {
  CompiledImage compiled;
  compiled.target = "cuda:sm_90";
  compiled.mathLibrary = "qdc 1";
  compiled.assembler = "ptxas 13";
  compiled.features = {"avx", "sse"};
  compiled.entryPoints.push_back({.symbol = "task", .kernel = {}, .tasks = {"g.0"}, .slots = {}, .launch = {}});
  compiled.entryPoints.push_back({.symbol = "both", .kernel = {}, .tasks = {"f.1", "f.0"}, .slots = {}, .launch = {}});
  for (LoopStrategy strategy : {LoopStrategy::grid, LoopStrategy::graph})
    compiled.entryPoints.push_back({.symbol = std::string(enumName(strategy)),
                                    .kernel = "g",
                                    .tasks = {},
                                    .slots = {},
                                    .launch = {},
                                    .loop = CompiledLoop{3, strategy, 2}});
  Result<Image> image = ManifestImages(sampleDraft()).describe(compiled, "bounds");
  REQUIRE(image);
  CHECK(image->target == "cuda:sm_90");
  CHECK(image->variant == "bounds");
  CHECK(image->mathLibrary == "qdc 1");
  CHECK(image->assembler == "ptxas 13");
  CHECK(image->features == std::vector<std::string>{"avx", "sse"});
  REQUIRE(image->entryPoints.size() == 4);
  CHECK(image->entryPoints[0].kernel == 1);
  CHECK(image->entryPoints[0].covers.tasks == std::vector<uint32_t>{0});
  CHECK(image->entryPoints[1].kernel == 0);
  CHECK(image->entryPoints[1].covers.tasks == std::vector<uint32_t>{1, 0});
  CHECK(image->entryPoints[2].kernel == 1);
  CHECK(image->entryPoints[2].covers.kind == CoverageKind::node);
  CHECK(image->entryPoints[2].covers.node == 3);
  CHECK(image->entryPoints[3].covers.kind == CoverageKind::end);
  REQUIRE(image->loops.size() == 2);
  CHECK(image->loops[0].kernel == 1);
  CHECK(image->loops[0].strategy == LoopStrategy::grid);
  CHECK(image->loops[0].entryPoint == 2u);
  CHECK(image->loops[1].entryPoint == 3u);
}

TEST_CASE("an entry point of what the draft lacks is an internal error") {
  auto errorOf = [](CompiledEntryPoint entry) {
    CompiledImage compiled;
    compiled.entryPoints.push_back(std::move(entry));
    Result<Image> image = ManifestImages(sampleDraft()).describe(compiled, "");
    REQUIRE(!image);
    CHECK(image.error().code == ErrorCode::internal);
    return image.error().message;
  };
  CHECK(errorOf({.symbol = "e", .kernel = {}, .tasks = {"f.0", "h.0"}, .slots = {}, .launch = {}}) ==
        "entry point 'e' runs 'h.0', which is a task of no kernel");
  CHECK(errorOf({.symbol = "e", .kernel = "h", .tasks = {}, .slots = {}, .launch = {}, .loop = CompiledLoop{}}) ==
        "entry point 'e' runs a loop of 'h', which is no kernel");
}
