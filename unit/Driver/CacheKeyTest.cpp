//===- CacheKeyTest.cpp - What the result of a compile is found by --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/CacheKey.h"

#include "qdc/Support/Sha256.h"
#include "qdc/Target/CPU/CPUTarget.h"

#include "TemporaryDirectory.h"
#include "catch2/catch.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

using namespace qdc;

using Change = std::function<void(CompileOptions &options)>;

static const Processor kMachine = processorWith("znver4", {});

static CompileOptions plainOptions() {
  CompileOptions options;
  options.package.sourceName = "a.qir";
  options.package.families = makeTargetFamilies([](const std::string &) { return std::string(); });
  options.package.families[0] = makeCPUFamily(kMachine);
  return options;
}

static Result<std::string> noDigest(const std::string &path) {
  return Error{ErrorCode::notFound, "no digest of '" + path + "' is wanted"};
}

static std::string keyWith(const Change &change, std::string_view source = "source", const char *name = "a.qir") {
  CompileOptions options = plainOptions();
  change(options);
  Result<std::string> key = cacheKey({asBytes(source), name}, options, noDigest);
  INFO((key ? "" : key.error().message));
  REQUIRE(key.ok());
  return *key;
}

static Change targets(std::vector<std::string> spellings) {
  return [=](CompileOptions &options) { options.package.targets = spellings; };
}

static Change warning(const char *value) {
  return [=](CompileOptions &options) { options.warnings.take(value); };
}

static Change machine(const Processor &processor) {
  return [=](CompileOptions &options) { options.package.families[0] = makeCPUFamily(processor); };
}

static void nothing(CompileOptions &) {}

TEST_CASE("all that decides what a compile gives is in the key") {
  std::set<std::string> keys = {keyWith(nothing, "another source")};
  const std::vector<Change> changes = {
      nothing,
      [](CompileOptions &options) { options.package.sourceName = "b.qir"; },
      [](CompileOptions &options) { options.package.code.optimizationLevel = 0; },
      [](CompileOptions &options) { options.deterministic = true; },
      [](CompileOptions &options) { options.remarkFusedTasks = true; },
      [](CompileOptions &options) { options.remarkMissedFusion = true; },
      targets({"cpu:x86-64-v3"}),
      warning("no-race"),
      warning("error"),
      warning("error=race"),
      machine(processorWith("znver3", {})),
      machine(processorWith("znver4", std::vector<std::string>{"sse3"})),
  };
  for (const Change &change : changes) {
    std::string key = keyWith(change);
    CHECK(isSha256Hex(key));
    keys.insert(key);
  }
  CHECK(keys.size() == changes.size() + 1);
}

TEST_CASE("what decides nothing is not in the key") {
  CHECK(keyWith(nothing) == keyWith([](CompileOptions &options) { options.threads = 7; }));
  CHECK(keyWith(nothing) == keyWith(nothing, "source", "/another/checkout/a.qir"));
  CHECK(keyWith(nothing) == keyWith(warning("race")));
  CHECK(keyWith(targets({"cpu:x86-64-v3"})) == keyWith([](CompileOptions &options) {
          targets({"cpu:x86-64-v3"})(options);
          machine(processorWith("znver3", {}))(options);
        }));
}

TEST_CASE("a tool is in the key by the digest of its file") {
  TemporaryDirectory folder;
  const std::string ptxas = folder / "ptxas";
  std::ofstream(ptxas) << "#!/bin/sh\n";
  std::filesystem::permissions(ptxas, std::filesystem::perms::owner_all);
  auto keyWithDigest = [&](const std::string &target, const std::string &digest) {
    CompileOptions options = plainOptions();
    options.package.targets = {target};
    options.package.families =
        makeTargetFamilies([&](const std::string &name) { return name == "QDC_PTXAS" ? ptxas : std::string(); });
    std::string asked;
    Result<std::string> key = cacheKey({asBytes("source"), "a.qir"}, options, [&](const std::string &path) {
      asked = path;
      return Result<std::string>(digest);
    });
    REQUIRE(key.ok());
    CHECK(asked == (target == "cuda:sm_90" ? ptxas : ""));
    return *key;
  };
  CHECK(keyWithDigest("cuda:sm_90", "one") == keyWithDigest("cuda:sm_90", "one"));
  CHECK(keyWithDigest("cuda:sm_90", "one") != keyWithDigest("cuda:sm_90", "two"));
  CHECK(keyWithDigest("cuda:compute_90", "one") == keyWithDigest("cuda:compute_90", "two"));
}

TEST_CASE("without the tool or the target there is no key") {
  CompileOptions options = plainOptions();
  options.package.targets = {"cuda:sm_90"};
  options.package.families = makeTargetFamilies(
      [](const std::string &name) { return std::string(name == "QDC_PTXAS" ? "/absent/ptxas" : ""); });
  Result<std::string> toolless = cacheKey({asBytes("source"), "a.qir"}, options, noDigest);
  REQUIRE(!toolless.ok());
  CHECK(toolless.error().code == ErrorCode::toolMissing);
  options.package.targets = {"vax:780"};
  Result<std::string> untargeted = cacheKey({asBytes("source"), "a.qir"}, options, noDigest);
  REQUIRE(!untargeted.ok());
  CHECK(untargeted.error().message == "unknown target 'vax:780'");
}

TEST_CASE("an image has one key, whatever other targets there are") {
  auto keyOf = [](const Change &change, const std::string &target, const std::string &variant = "") {
    CompileOptions options = plainOptions();
    change(options);
    Result<std::string> key = imageCacheKey({asBytes("source"), "a.qir"}, options, target, variant, noDigest);
    REQUIRE(key.ok());
    return *key;
  };
  const std::string key = keyOf(targets({"cpu:x86-64-v3"}), "cpu:x86-64-v3");
  CHECK(key == keyOf(targets({"cpu:x86-64-v2", "cpu:x86-64-v3"}), "cpu:x86-64-v3"));
  CHECK(key == keyOf(warning("error"), "cpu:x86-64-v3"));
  CHECK(key != keyOf(nothing, "cpu:x86-64-v2"));
  CHECK(key != keyOf(nothing, "cpu:x86-64-v3", "bounds"));
  CHECK(key != keyWith(targets({"cpu:x86-64-v3"})));
}
