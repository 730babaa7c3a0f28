//===- PackageOptionsTest.cpp - Options that are part of a package --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/PackageOptions.h"

#include "../Target/CompiledModule.h"
#include "qdc/Support/Sha256.h"

#include "catch2/catch.hpp"

#include <functional>
#include <set>

using namespace qdc;

using Change = std::function<void(PackageOptions &options)>;

/// Gives options that a family has.
static Change given(const std::string &usage, const std::vector<std::string> &values) {
  return [=](PackageOptions &options) { giveOption(options.families, usage, values); };
}

static std::string digestWith(const std::vector<Change> &changes) {
  PackageOptions options;
  options.sourceName = "a.qir";
  options.families = plainFamilies();
  for (const Change &change : changes)
    change(options);
  return optionsDigest(options);
}

static Change targets(std::vector<std::string> spellings) {
  return [=](PackageOptions &options) { options.targets = spellings; };
}

static Change derivative(DerivativeOption option) {
  return [=](PackageOptions &options) { options.derivatives.push_back(option); };
}

static Change gradientCheck(GradientCheck check) {
  return [=](PackageOptions &options) { options.gradientCheck = check; };
}

TEST_CASE("every option that is part of a package changes the digest, in its own way") {
  const Change forGPU = targets({"cuda:sm_90"});
  std::vector<std::vector<Change>> cases = {
      {},
      {[](PackageOptions &options) { options.sourceName = "b.qir"; }},
      {[](PackageOptions &options) { options.adstackCapacity = 8; }},
      {derivative({"f", false, {}})},
      {derivative({"f", true, {}})},
      {derivative({"f", false, {"x", "y"}})},
      {derivative({"f", false, {"x,y"}})},
      {derivative({"f", false, {}}), derivative({"g", false, {}})},
      {gradientCheck({"f", {}, false})},
      {gradientCheck({"f", {}, true})},
      {gradientCheck({"f", {"x"}, true})},
      {gradientCheck({"g", {"x"}, true})},
      {[](PackageOptions &options) { options.variants = {"bounds"}; }},
      {[](PackageOptions &options) { options.variants = {"bounds", "float"}; }},
      {[](PackageOptions &options) { options.variants = {"bounds,float"}; }},
      {targets({"cpu:x86-64-v2", "cpu:x86-64-v3"})},
      {targets({"cpu:x86-64-v3", "cpu:x86-64-v2"})}, // images stand in this order
      {targets({"cpu:x86-64-v2 13:cpu:x86-64-v3"})},
      {forGPU},
      {forGPU, given("--math-library=LIBRARY", {"libdevice"})},
      {forGPU, given("--loops=STRATEGY", {"block"})},
      {forGPU, given("--loops=STRATEGY", {"grid"})},
      {forGPU, given("--loops=STRATEGY", {"none"})},
      {forGPU, given("-Xptxas ARG", {"-v"})},
      {forGPU, given("-Xptxas ARG", {"-a", "-b"})},
      {forGPU, given("-Xptxas ARG", {"-a 2:-b"})},
      {forGPU, given("-Xptxas ARG", {"-b", "-a"})},
  };
  const size_t others = cases.size();
  for (const CodeOption &option : codeOptions)
    for (const CodeOption::Value &value : option.values)
      if (value.value != option.get({}))
        cases.push_back({[&](PackageOptions &options) { option.set(options.code, value.value); }});
  CHECK(cases.size() == others + 3 + std::size(codeOptions) - 1); // -O has three other values than the standard
  std::set<std::string> digests;
  for (const std::vector<Change> &changes : cases) {
    std::string digest = digestWith(changes);
    CHECK(isSha256Hex(digest));
    CHECK(digest == digestWith(changes));
    digests.insert(digest);
  }
  CHECK(digests.size() == cases.size());
}

TEST_CASE("what counts without an option has the digest of the option that says so") {
  const Change forGPU = targets({"cpu:native", "cuda:compute_75"});
  CHECK(digestWith({forGPU}) == digestWith({forGPU, given("--math-library=LIBRARY", {"qdc"})}));
  CHECK(digestWith({forGPU}) == digestWith({forGPU, given("--loops=STRATEGY", {"grid", "block", "graph", "grid"})}));
  CHECK(digestWith({}) == digestWith({targets({"cpu:native"})}));
}

TEST_CASE("where tools are changes no digest, nor does a family without a target") {
  const Change forGPU = targets({"cuda:sm_90"});
  CHECK(digestWith({forGPU}) == digestWith({forGPU, given("--ptxas-path=FILE", {"/nowhere/ptxas"})}));
  CHECK(digestWith({}) == digestWith({[](PackageOptions &options) { options.families.pop_back(); }}));
}
