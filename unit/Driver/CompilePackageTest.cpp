//===- CompilePackageTest.cpp - The compiler as a function ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/CompilePackage.h"

#include "qdc/Package/PackageReader.h"

#include "catch2/catch.hpp"

#include <mutex>
#include <thread>

using namespace qdc;

static constexpr std::string_view kScale = R"(qd.kernel @scale(%x: memref<?xf32>, %k: f32, %unused: f32) {
  %n = memref.dim %x, %zero : memref<?xf32>
  %zero = arith.constant 0 : index
})";

static constexpr std::string_view kFill = R"(
qd.kernel @fill(%x: memref<?xf32>, %k: f32, %unused: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  qd.for (%i) in (%n) {
    memref.store %k, %x[%i] : memref<?xf32>
  }
}
)";

namespace {
class Collector final : public CompileListener {
public:
  void report(const Diagnostic &diagnostic) override { said.push_back(diagnostic); }
  void showToolOutput(const std::string &) override {}
  void beginPhase(const char *name) override { phases.emplace_back(name); }
  void finishImage() override { ++images; }

  std::vector<Diagnostic> said;
  std::vector<std::string> phases;
  unsigned images = 0;
};
} // namespace

static CompileOptions plainOptions() {
  CompileOptions options;
  options.package.sourceName = "fill.qir";
  options.package.targets = {"cpu:x86-64-v2"};
  options.package.families = makeTargetFamilies([](const std::string &) { return std::string(); });
  return options;
}

TEST_CASE("kernels in memory become a package in memory, and warnings are data") {
  Collector collector;
  Result<ByteVector> package = compilePackage({asBytes(kFill), "dir/fill.qir"}, plainOptions(), collector);
  REQUIRE(package.ok());
  CHECK(verifyPackage(*package).ok());
  REQUIRE(collector.said.size() == 1);
  CHECK(collector.said[0].severity == Severity::warning);
  CHECK(collector.said[0].file == "dir/fill.qir");
  CHECK(collector.said[0].line == 2);
  CHECK(collector.said[0].option == "-Wunused");
  CHECK(collector.phases.front() == "parse");
  CHECK(collector.phases.back() == "package");
  CHECK(collector.images == 1);
}

TEST_CASE("several threads compile at once, and get the same bytes") {
  std::vector<ByteVector> packages(4);
  std::vector<std::thread> threads;
  for (ByteVector &package : packages)
    threads.emplace_back([&package] {
      Collector collector;
      Result<ByteVector> made = compilePackage({asBytes(kFill), "fill.qir"}, plainOptions(), collector);
      package = made ? *made : ByteVector();
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(!packages[0].empty());
  for (const ByteVector &package : packages)
    CHECK(package == packages[0]);
}

TEST_CASE("wrong kernels were reported, a wrong target is returned") {
  Collector collector;
  Result<ByteVector> wrong = compilePackage({asBytes(kScale), "scale.qir"}, plainOptions(), collector);
  REQUIRE(!wrong.ok());
  CHECK(wrong.error().code == ErrorCode::invalidArgument);
  CHECK(wrong.error().message == "");
  REQUIRE(!collector.said.empty());
  CHECK(collector.said[0].severity == Severity::error);

  Collector other;
  CompileOptions options = plainOptions();
  options.package.targets = {"cpu:z80"};
  Result<ByteVector> untargeted = compilePackage({asBytes(kFill), "fill.qir"}, options, other);
  REQUIRE(!untargeted.ok());
  CHECK(untargeted.error().code == ErrorCode::toolMissing);
  CHECK_THAT(untargeted.error().message, Catch::Contains("unknown CPU target 'cpu:z80'"));
  CHECK(other.said.empty());
}
