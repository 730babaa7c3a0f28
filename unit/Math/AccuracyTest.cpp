//===- AccuracyTest.cpp - Stated bounds of the math library ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the bounds of docs/math.md true, for each processor that this machine
// can run code for. The sweep is sparse here; `qdc-math-report` runs the dense
// one.
//
//===----------------------------------------------------------------------===//
#include "Accuracy.h"
#include "RequireLoops.h"

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

using namespace qdc::test;

static constexpr uint64_t step = 30011;

static std::vector<std::string> runnableProcessors() {
  std::vector<std::string> result;
  for (const char *processor : {"x86-64-v2", "x86-64-v3", "x86-64-v4"})
    if (MathLoops::canRun(processor))
      result.push_back(processor);
    else
      WARN("this machine cannot run code for " << processor);
  return result;
}

static void checkBounds(const std::string &type) {
  std::vector<MathLoopSource> sources;
  for (const AccuracyCase &function : accuracyCases())
    sources.push_back(callOf(function.mnemonic, type));
  for (const std::string &processor : runnableProcessors()) {
    MathLoops loops = requireLoops(processor, sources);
    for (const AccuracyCase &function : accuracyCases()) {
      LoopFunction loop = loops.find(std::string(function.mnemonic) + "_" + type);
      REQUIRE(loop);
      bool isF32 = type == "f32";
      WorstError worst = isF32 ? sweepF32(loop, function, step) : sweepF64(loop, function, step);
      INFO(function.mnemonic << " " << type << " on " << processor << " at " << worst.a << ", " << worst.b << " gives "
                             << worst.result << " instead of " << worst.expected);
      CHECK(worst.error <= boundOf(function, MathImplementation::qdcOnCPU, type));
    }
  }
}

TEST_CASE("f32 functions keep their bounds, special values included") { checkBounds("f32"); }
TEST_CASE("f64 functions keep their bounds, special values included") { checkBounds("f64"); }

TEST_CASE("functions of GPUs keep their bounds, special values included") {
  std::vector<MathLoopSource> sources;
  for (const AccuracyCase &function : accuracyCasesOnGPU())
    sources.push_back(callOf(function.mnemonic, "f32", qdc::MathTable::gpu));
  for (const std::string &processor : runnableProcessors()) {
    if (processor == "x86-64-v2") // it has no fused multiply-add
      continue;
    MathLoops loops = requireLoops(processor, sources);
    for (const AccuracyCase &function : accuracyCasesOnGPU()) {
      LoopFunction loop = loops.find(std::string(function.mnemonic) + "_f32");
      REQUIRE(loop);
      WorstError worst = sweepF32(loop, function, step);
      INFO(function.mnemonic << " on " << processor << " at " << worst.a << " gives " << worst.result << " instead of "
                             << worst.expected);
      CHECK(worst.error <= boundOf(function, MathImplementation::qdcOnGPU, "f32"));
    }
  }
}

TEST_CASE("f64 functions of NVIDIA's GPUs keep their bounds, special values included") {
  // The others take an instruction.
  static const std::set<std::string> names = {"cos", "erf", "exp", "exp2", "expm1", "sin"};
  std::vector<AccuracyCase> functions;
  for (const AccuracyCase &function : accuracyCases())
    if (names.count(function.mnemonic))
      functions.push_back(function);
  REQUIRE(functions.size() == names.size());
  std::vector<MathLoopSource> sources;
  for (const AccuracyCase &function : functions)
    sources.push_back(callOf(function.mnemonic, "f64", qdc::MathTable::nvidia));
  for (const std::string &processor : runnableProcessors()) {
    if (processor == "x86-64-v2") // it has no fused multiply-add
      continue;
    MathLoops loops = requireLoops(processor, sources);
    for (const AccuracyCase &function : functions) {
      LoopFunction loop = loops.find(std::string(function.mnemonic) + "_f64");
      REQUIRE(loop);
      WorstError worst = sweepF64(loop, function, step);
      INFO(function.mnemonic << " on " << processor << " at " << worst.a << " gives " << worst.result << " instead of "
                             << worst.expected);
      CHECK(worst.error <= boundOf(function, MathImplementation::qdcOnGPU, "f64"));
    }
  }
}

TEST_CASE("an element's result does not depend on its place in the loop") {
  // Vector body and scalar remainder must agree, or the number of threads would change results.
  constexpr size_t count = 67;
  std::vector<double> a(count), b(count), whole(count), single(count);
  std::vector<float> a32(count), b32(count), whole32(count), single32(count);
  for (size_t i = 0; i < count; ++i) {
    a32[i] = a[i] = 0.013 * double(i + 1);
    b32[i] = b[i] = 2.7 - 0.1 * double(i);
  }
  std::vector<MathLoopSource> sources;
  for (const AccuracyCase &function : accuracyCases()) {
    sources.push_back(callOf(function.mnemonic, "f32"));
    sources.push_back(callOf(function.mnemonic, "f64"));
  }
  for (const std::string &processor : runnableProcessors()) {
    MathLoops loops = requireLoops(processor, sources);
    for (const AccuracyCase &function : accuracyCases()) {
      INFO(function.mnemonic << " on " << processor);
      LoopFunction loop = loops.find(std::string(function.mnemonic) + "_f64");
      loop(whole.data(), a.data(), b.data(), count);
      for (size_t i = 0; i < count; ++i)
        loop(&single[i], &a[i], &b[i], 1);
      LoopFunction loop32 = loops.find(std::string(function.mnemonic) + "_f32");
      loop32(whole32.data(), a32.data(), b32.data(), count);
      for (size_t i = 0; i < count; ++i)
        loop32(&single32[i], &a32[i], &b32[i], 1);
      for (size_t i = 0; i < count; ++i) {
        CHECK(std::bit_cast<uint64_t>(whole[i]) == std::bit_cast<uint64_t>(single[i]));
        CHECK(std::bit_cast<uint32_t>(whole32[i]) == std::bit_cast<uint32_t>(single32[i]));
      }
    }
  }
}
