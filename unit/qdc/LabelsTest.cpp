//===- LabelsTest.cpp - Parts of a manifest in words ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Labels.h"
#include "qdc/Package/ExtentNames.h"

#include <catch2/catch.hpp>

using namespace qdc;

/// The label of a size of a kernel with an array u and a scalar n.
static std::string label(const char *text) {
  Kernel kernel;
  kernel.arguments.resize(2);
  kernel.arguments[0].name = "u";
  kernel.arguments[1].name = "n";
  Result<SizeExpr> size = SizeExpr::parse(text);
  REQUIRE(size.ok());
  return sizeLabel(kernel, *size);
}

TEST_CASE("leaves have the names of the arguments") {
  CHECK(label("17") == "17");
  CHECK(label("-17") == "-17");
  CHECK(label("scalar(1)") == "n");
  CHECK(label("dim(0, 1)") == "dim(u, 1)");
  CHECK(label("word(64)") == "word(64)");
}

TEST_CASE("what is subtracted has a minus sign, and only sums need parentheses") {
  CHECK(label("add(scalar(1), -1)") == "n - 1");
  CHECK(label("sub(dim(0, 0), add(scalar(1), 2))") == "dim(u, 0) - n - 2");
  CHECK(label("sub(dim(0, 0), sub(scalar(1), dim(0, 1)))") == "dim(u, 0) + dim(u, 1) - n");
  CHECK(label("mul(add(dim(0, 0), -1), scalar(1))").find("(dim(u, 0) - 1)") != std::string::npos);
  CHECK(label("max(add(scalar(1), 1), 2)").find("n + 1") != std::string::npos);
  CHECK(label("sub(0, scalar(1))") == "0 - n");
}

TEST_CASE("extents with names are shown as they are written") {
  Kernel kernel;
  Argument &argument = kernel.arguments.emplace_back();
  argument.name = "x";
  argument.kind = ArgumentKind::array;
  argument.shape = {kDynamicDimension, 8, kDynamicDimension, 4};
  CHECK(typeLabel(kernel, argument) == "i32[?x8x?x4]");
  argument.dims = {{"n", SizeExpr::scalar(0)}, {"m", SizeExpr::scalar(0)}, {"?", std::nullopt}, {"4", std::nullopt}};
  CHECK(typeLabel(kernel, argument) == "i32[n x m = 8 x ? x 4]");
  argument.dims[0].text = "2 * n + 1";
  CHECK(typeLabel(kernel, argument) == "i32[2 * n + 1 x m = 8 x ? x 4]");
  auto labelOf = [&](const char *text) { return sizeLabel(kernel, *SizeExpr::parse(text)); };
  CHECK(labelOf("dim(0, 0)") == "2 * n + 1");
  CHECK(labelOf("mul(dim(0, 0), dim(0, 2))") == "(2 * n + 1) * dim(x, 2)");
  CHECK(labelOf("sub(dim(0, 2), dim(0, 0))") == "dim(x, 2) - (2 * n + 1)");
  CHECK(labelOf("floordiv(dim(0, 0), 8)") == "floor((2 * n + 1) / 8)");
  argument.dims[0].text = "n";
  CHECK(labelOf("mul(dim(0, 0), dim(0, 1))") == "n * m");
  argument.dims[0].text = "x.extent0_"; // nobody wrote it
  CHECK(labelOf("dim(0, 0)") == "dim(x, 0)");
  argument.dims[0].extent = SizeExpr::dim(0, 0);
  CHECK(typeLabel(kernel, argument).starts_with("i32[? x m = 8 x "));
  Argument copy = argument;
  copy.name = "x.grad";
  kernel.arguments.push_back(copy);
  CHECK(typeLabel(kernel, kernel.arguments[1]).starts_with("i32[dim(x, 0) x m = 8 x "));
  for (const char *name : {"extent0", "x.extent", "x.extent_", "x.extent0a", "x.extents"})
    CHECK(!isMadeExtentName(name));
}

TEST_CASE("a division that rounds up says so") {
  CHECK(label("floordiv(add(scalar(1), 7), 8)") == "ceil(n / 8)");
  CHECK(label("floordiv(add(add(scalar(1), dim(0, 0)), 7), 8)") == "ceil((n + dim(u, 0)) / 8)");
  CHECK(label("floordiv(add(add(mul(scalar(1), 4), -1), dim(0, 0)), mul(scalar(1), 4))")
            .starts_with("ceil(dim(u, 0) / ("));
  CHECK(label("add(floordiv(add(scalar(1), -1), 8), 1)") == "ceil(n / 8)");
  CHECK(label("add(add(floordiv(add(add(scalar(1), dim(0, 0)), -1), 8), 1), dim(0, 1))") ==
        "ceil((n + dim(u, 0)) / 8) + dim(u, 1)");
  CHECK(label("mul(add(floordiv(add(scalar(1), -1), dim(0, 0)), 1), 3)") == "(ceil(n / dim(u, 0))) * 3");
}

TEST_CASE("a division that does not is not taken for one") {
  CHECK(label("floordiv(add(scalar(1), 6), 8)") == "floor((n + 6) / 8)");
  CHECK(label("floordiv(scalar(1), 8)") == "floor(n / 8)");
  CHECK(label("floordiv(add(mul(scalar(1), 4), dim(0, 0)), mul(scalar(1), 4))").starts_with("floor("));
  CHECK(label("floordiv(sub(7, scalar(1)), 8)") == "floor((7 - n) / 8)");
  CHECK(label("add(floordiv(add(scalar(1), -2), 8), 1)") == "floor((n - 2) / 8) + 1");
  CHECK(label("add(floordiv(add(scalar(1), -1), 8), 2)") == "floor((n - 1) / 8) + 2");
}

TEST_CASE("a task that runs several loops of the source names each as far as it is known") {
  Kernel kernel;
  kernel.sourceLoops = {{"update", {"heat.qir", 3, 1}}, {"", {"heat.qir", 9, 1}}, {"last", {}}};
  Task task;
  task.sourceLoops = {1};
  CHECK(fusedLoopsLabel(kernel, task) == "");
  CHECK(fusedLoops(kernel, task).empty());
  task.sourceLoops = {0, 1, 2};
  CHECK(fusedLoopsLabel(kernel, task) == "fuses 'update' heat.qir:3, heat.qir:9, 'last'");
  CHECK(fusedLoops(kernel, task).size() == 3);
  // One that is run twice is listed once, also where it is the only one.
  kernel.sourceLoops.push_back(kernel.sourceLoops[0]);
  task.sourceLoops = {0, 1, 3};
  CHECK(fusedLoopsLabel(kernel, task) == "fuses 'update' heat.qir:3 (2 times), heat.qir:9");
  task.sourceLoops = {0, 3};
  CHECK(fusedLoopsLabel(kernel, task) == "fuses 'update' heat.qir:3 (2 times)");
}

TEST_CASE("a launch shape tells threads, subgroups and what differs from the usual") {
  CHECK(launchLabel({.blockThreads = 256, .subgroupWidth = 32}) == "blocks of 256 threads in subgroups of 32");
  CHECK(launchLabel({.blockThreads = 1, .subgroupWidth = 32}) == "one thread a block, for subgroups of 32");
  CHECK(launchLabel({.blockThreads = 256, .iterationsPerThread = 4}) == "blocks of 256 threads, 4 iterations each");
  CHECK(launchLabel({.blockThreads = 64, .threadsPerIteration = 64}) == "blocks of 64 threads, 64 for each iteration");
}
