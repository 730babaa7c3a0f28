//===- PackageSummaryTest.cpp - What inspect shows of any package ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packages that the compiler doesn't make; test/Tools has those that it does.
//
//===----------------------------------------------------------------------===//
#include "Inspect/PackageSummary.h"

#include "../Package/SampleManifest.h"
#include "qdc/Package/ExtentNames.h"
#include "qdc/Package/ManifestWriter.h"
#include "qdc/Support/JsonValue.h"

#include <catch2/catch.hpp>

using namespace qdc;
using Catch::Matchers::Contains;

static PackageSummary sampleSummary() {
  PackageSummary summary;
  summary.path = "sample.fatbin";
  summary.bytes = 100000;
  summary.manifest = sampleManifest();
  summary.manifestText = writeManifest(summary.manifest);
  for (const ModuleContents &contents : sampleContents()) {
    ModuleSummary &module = summary.modules.emplace_back();
    for (const ImageBytes &image : contents.images) {
      module.imageBytes.push_back(image.bytes.size());
      module.imageCode.emplace_back();
    }
  }
  return summary;
}

TEST_CASE("text: modules, regions, strategies and new kinds") {
  std::string text = inspectText(sampleSummary());
  CHECK_THAT(text,
             Contains("sample.fatbin: 100000 bytes, manifest 2.0, made by qdc 0.1.0\n\nmodule 0\nsource sha256 "));
  CHECK_THAT(text, Contains("\nmodule 1\nsource sha256 "));
  CHECK_THAT(text, Contains("kernel heat") && Contains("kernel cool"));
  CHECK_THAT(text, Contains("    go  i32[]            read and write, tangent\n") &&
                       Contains("    k   f32              seed\n"));
  CHECK_THAT(
      text,
      Contains("  workspace 128 bytes\n"
               "    region stacks  (n + 1) * 8 bytes, aligned to 16, of a stream                f64[n + 1] heat.qir:2, "
               "overwritten at heat.qir:9, i32[] heat.qir:3\n"
               "    region heap    dim(u, 1) * word(40) bytes, known after node 0, of a launch  i8[word(40) x "
               "dim(u, 1)] heat.qir:4\n"
               "    in all         (n + 1) * 8 + 128 + dim(u, 1) * word(40) bytes, each region filled up to whole 64\n"
               "  kept by each iteration\n"
               "    task heat_1  512 bytes  carried by a loop  heat.qir:6\n"
               "  adds to shadows\n"
               "    u            gather  heat.qir:5\n"
               "    @shared      atomic  heat.qir:6\n"
               "    a temporary  plain   heat.qir:7\n"));
  CHECK_THAT(text, Contains("heat_loop     runs all of node 3                 slots workspace registers 8\n"));
  CHECK_THAT(text,
             Contains("heat_end      runs heat_1 and the end of node 3  slots conditionHandle of node 3, loopState "
                      "of node 3\n"));
  CHECK_THAT(text,
             Contains("workspace 64, errorRecord, printBuffer, seed, launchOrdinal, maximumIterations, stopWord\n"));
  CHECK_THAT(text,
             Contains("  regions\n    heat  registers  4096 bytes, aligned to 8\n"
                      "  loops\n    heat node 0: host\n    heat node 1: replay\n    heat node 3: graph by heat_end\n"
                      "    heat node 3: grid by heat_loop\n"));
}

TEST_CASE("text: the bytes of regions at sizes that are given") {
  PackageSummary summary = sampleSummary();
  auto sizesOf = [&](std::vector<std::string> words) { return GivenSizes::read(words, summary.manifest); };
  Result<GivenSizes> sizes = sizesOf({"u=100x64"});
  REQUIRE(sizes.ok());
  summary.sizes = *sizes;
  std::string text = inspectText(summary);
  CHECK_THAT(text, Contains("workspace 128 bytes\n") &&
                       Contains("(n + 1) * 8 bytes, aligned to 16, of a stream = 800 bytes  f64") &&
                       Contains("known after node 0, of a launch = ?, since the device decides  i8["));
  summary.sizes = *sizesOf({"n=3"});
  CHECK_THAT(inspectText(summary), Contains("of a stream = 32 bytes  f64"));
  summary.sizes = *sizesOf({"k=3"});
  CHECK_THAT(inspectText(summary), Contains("of a stream = ?, since 'n' is not given  f64"));
  summary.sizes = *sizesOf({"u=9223372036854775807x1"});
  CHECK_THAT(inspectText(summary), Contains("of a stream = ?, since "));
  const std::string form = " is no size: expected NAME=64x3 for the extents of an array, or NAME=5 for a scalar or "
                           "an extent of that name";
  for (const char *word : {"u", "u=", "=3", "u=3x", "u=x3", "u=3,4", "u=9223372036854775808x1", "n= 5"})
    CHECK(sizesOf({word}).error().message == "'" + std::string(word) + "'" + form);
  const std::string names = "; expected one of 'u' of rank 2, 'go' of rank 0, 'n', 'k'";
  CHECK(sizesOf({"u=3"}).error().message ==
        "'u=3' fits no argument: no kernel of the package has an array 'u' of rank 1, or a scalar or an extent of "
        "that name" +
            names);
  CHECK(sizesOf({"n=1x2"}).error().message ==
        "'n=1x2' fits no argument: no kernel of the package has an array 'n' of rank 2" + names);
  CHECK(sizesOf({"u=-1x64"}).error().message == "'u=-1x64' has an extent below 0: 'u' takes extents from 0 on");
  CHECK(sizesOf({"n=-1"}).ok());
  CHECK(sizesOf({"n=3", "u=1x2", "n=4"}).error().message ==
        "'n=4' gives 'n' a second time: expected one size for each argument");
}

TEST_CASE("sizes are those of arguments that take so many") {
  Manifest manifest;
  std::vector<Kernel> &kernels = manifest.modules.emplace_back().kernels;
  for (size_t rank : {0, 1, 2}) { // the first is a scalar
    Argument &argument = kernels.emplace_back().arguments.emplace_back();
    argument.name = "x";
    argument.kind = rank == 0 ? ArgumentKind::scalar : ArgumentKind::array;
    argument.shape.assign(rank, kDynamicDimension);
  }
  auto label = [&](std::vector<std::string> words, size_t kernel, const SizeExpr &bytes) {
    RegionSize size;
    size.bytes = bytes;
    Result<GivenSizes> sizes = GivenSizes::read(words, manifest);
    REQUIRE(sizes.ok());
    return sizes->bytesLabel(kernels[kernel], size);
  };
  const SizeExpr scalar = SizeExpr::scalar(0), extent = SizeExpr::dim(0, 0);
  const std::string missing = " = ?, since 'x' is not given";
  CHECK(label({"x=64x3"}, 0, scalar) == missing);
  CHECK(label({"x=64x3"}, 1, extent) == missing);
  CHECK(label({"x=64x3"}, 2, extent) == " = 64 bytes");
  CHECK(label({"x=5"}, 2, extent) == missing);
  CHECK(label({"x=5", "x=64x3"}, 0, scalar) == " = 5 bytes");
  CHECK(label({"x=5", "x=64x3"}, 1, extent) == " = 5 bytes");
  CHECK(label({"x=5", "x=64x3"}, 2, SizeExpr::dim(0, 1)) == " = 3 bytes");
  CHECK(label({"x=-5"}, 0, scalar) == " = -5 bytes");
  CHECK(label({"x=-5"}, 1, extent) == missing);
  CHECK(label({"x=5"}, 1, SizeExpr::word(0)) == " = ?, since the device decides");
}

TEST_CASE("sizes that contradict each other are refused") {
  Manifest manifest;
  for (const char *name : {"k", "other"}) {
    Kernel &kernel = manifest.modules.emplace_back().kernels.emplace_back();
    kernel.name = name;
    const bool hasExtents = kernel.name == "k";
    for (const char *array : {"x", "y", "z"}) {
      Argument &argument = kernel.arguments.emplace_back();
      argument.name = array;
      argument.kind = ArgumentKind::array;
      argument.shape = {kDynamicDimension};
      argument.dims.push_back({.text = hasExtents ? "n" : "?", .extent = {}});
    }
    Argument &square = kernel.arguments.emplace_back(kernel.arguments[1]);
    square.name = "square";
    square.shape.push_back(kDynamicDimension);
    square.dims.push_back(square.dims[0]);
    kernel.arguments[2].dims[0].text = madeExtentName("z", 0);
    Argument &like = kernel.arguments.emplace_back(kernel.arguments[2]);
    like.name = "like_z";
  }
  auto errorOf = [&](std::vector<std::string> words) {
    Result<GivenSizes> sizes = GivenSizes::read(words, manifest);
    return sizes ? "" : sizes.error().message;
  };
  CHECK(errorOf({"x=10", "n=20"}) == "'n=20' contradicts 'x=10': both give the extent 'n' of kernel 'k'");
  CHECK(errorOf({"n=20", "x=10"}) == "'x=10' contradicts 'n=20': both give the extent 'n' of kernel 'k'");
  CHECK(errorOf({"x=10", "y=11"}) == "'y=11' contradicts 'x=10': both give the extent 'n' of kernel 'k'");
  CHECK(errorOf({"square=3x4"}) ==
        "'square=3x4' contradicts itself: two of its numbers are the extent 'n' of kernel 'k'");
  CHECK(errorOf({"z=3", "like_z=4"}) == "'like_z=4' contradicts 'z=3': both give one extent of kernel 'k'");
  CHECK(errorOf({"x=10", "n=10", "y=10", "square=10x10", "z=4"}).empty());
}

TEST_CASE("a package of one module has no titles for it") {
  PackageSummary summary = sampleSummary();
  summary.manifest.modules.pop_back();
  summary.modules.pop_back();
  CHECK_THAT(inspectText(summary), !Contains("module"));
  CHECK_THAT(inspectHtml(summary), !Contains("module 0"));
}

TEST_CASE("json: sizes by module, and the manifest") {
  Result<Json> json = parseJson(inspectJson(sampleSummary()));
  REQUIRE(json.ok());
  const Json &modules = json->at("modules");
  REQUIRE(modules.size() == 2);
  CHECK(modules[0].at("image_bytes").size() == 3);
  CHECK(modules[1].at("image_code").size() == 2);
  CHECK(json->at("manifest").at("modules").size() == 2);
}

TEST_CASE("dot and svg: the kernels of all modules") {
  for (const std::string &text : {inspectDot(sampleSummary()), inspectSvg(sampleSummary())})
    CHECK_THAT(text, Contains("kernel heat") && Contains("kernel cool"));
}

TEST_CASE("html: each id is there once, and links lead to it") {
  PackageSummary summary = sampleSummary();
  makePrintable(summary);
  std::string page = inspectHtml(summary);
  CHECK_THAT(page, Contains("<h2>module 0</h2>") && Contains("<h2>module 1</h2>"));
  CHECK_THAT(page, Contains("initial values of globals of module 1") && Contains("image cpu:x86-64-v2 of module 1"));
  CHECK_THAT(page, Contains("all of node 3: <a href=\"#kernel-1-task-1\">"));
  CHECK_THAT(page, Contains("heat node 3: grid by heat_loop") && Contains("registers") && Contains("stacks"));
  size_t links = 0;
  for (size_t at = page.find("href=\"#"); at != std::string::npos; at = page.find("href=\"#", at + 1), ++links) {
    std::string id = page.substr(at + 7, page.find('"', at + 7) - at - 7);
    INFO(id);
    size_t target = page.find("id=\"" + id + "\"");
    REQUIRE(target != std::string::npos);
    CHECK(page.find("id=\"" + id + "\"", target + 1) == std::string::npos);
  }
  CHECK(links > 20);
}
